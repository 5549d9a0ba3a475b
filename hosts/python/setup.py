"""A wheel that holds the module, the plugins and the defaults: what they are made from is two folders up.

`TAMIS_BUILD_DIR=build/python pip wheel ...` takes them from a build tree that there is already.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parents[2]


class CMakeBuild(build_ext):
    def build_extension(self, ext: Extension) -> None:
        package = Path(self.get_ext_fullpath(ext.name)).resolve().parent
        build = Path(os.environ.get("TAMIS_BUILD_DIR") or Path(self.build_temp).resolve() / "cmake")
        if not (build / "CMakeCache.txt").exists():
            self.cmake("-S", ROOT, "-B", build, "-DCMAKE_BUILD_TYPE=Release", "-DTAMIS_BUILD_TESTS=OFF",
                       f"-DPython_EXECUTABLE={sys.executable}")
        self.cmake("--build", build, "--target", "tamis_python_parts", "--parallel", str(os.cpu_count() or 1))
        installed = Path(self.build_temp).resolve() / "installed"
        shutil.rmtree(installed, ignore_errors=True)
        for component in ("program", "python"):
            self.cmake("--install", build, "--prefix", installed, "--component", component, "--strip")
        package.mkdir(parents=True, exist_ok=True)
        for module in (installed / "lib/python3/dist-packages/tamis").glob("_kernel*.so"):
            shutil.copy2(module, package / module.name)
        for below in ("lib/tamis", "share/tamis"):
            shutil.copytree(installed / below, package / below, dirs_exist_ok=True)

    def cmake(self, *arguments: object) -> None:
        subprocess.run(["cmake", *map(str, arguments)], check=True)


setup(ext_modules=[Extension("tamis._kernel", [])], cmdclass={"build_ext": CMakeBuild})
