"""Types: of the package itself, and of the components that come with it."""

import inspect
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import SOURCE

import tamis
from tamis._stubs import stubs

PACKAGE = SOURCE / "hosts" / "python"


def test_the_stubs_of_components_are_what_the_manifests_say() -> None:
    assert stubs() == (PACKAGE / "tamis" / "components.pyi").read_text(encoding="utf-8")


def test_a_component_has_the_signature_of_its_options() -> None:
    signature = inspect.signature(tamis.LntMi)
    assert signature.parameters["neighbours"].default == 8
    assert all(p.kind is p.KEYWORD_ONLY for p in signature.parameters.values())
    assert "k of the entropies" in (tamis.LntMi.__doc__ or "")
    assert "LntMi" in dir(tamis)
    assert repr(tamis.LntMi(neighbours=4, noise=tamis.UniformFlip())) == "LntMi(neighbours=4, noise=UniformFlip())"


def test_a_component_that_is_left_out_is_none() -> None:
    forest = tamis.Forest()
    assert forest.noise is None and repr(forest) == "Forest()"
    assert "noise: str | Component | None = None" in stubs()
    with pytest.raises(ValueError, match="noise of Forest is None; set it before its rate"):
        forest.set_params(noise__rate=0.1)
    assert repr(forest.set_params(noise="uniform_flip", noise__rate=0.25)) == "Forest(noise=UniformFlip(rate=0.25))"


def test_options_that_are_words_of_python() -> None:
    assert tamis.WassersteinSinkhorn(lambda_=7.0).config()["lambda"] == 7


def test_mypy_finds_nothing(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path)], cwd=PACKAGE, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
