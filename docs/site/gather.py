"""gather.py ROOT SOURCE [CPP]: collects the pages of the tree ROOT for Sphinx in the folder SOURCE, each where it stands in ROOT,
so that the links between them hold. CPP says that the site has the C++ reference. SOURCE/docs/reference was written by `tamis_docs
--site`. The package tamis is on the path.

README.md is the first page, index.md. A link to a file that is no page brings the file along; a link to a folder becomes one to its
README.md, or plain text.
"""

import re
import shutil
import sys
from pathlib import Path

from tamis._components import class_name

PAGES = ["docs/*.md", "docs/tutorial/*.md", "docs/reproduction/*.md", "plugins/*/README.md"]
LINK = re.compile(r"(?<!`)\[([^\]\n]*(?:\n[^\]\n]+)?)\]\(([^)\s]+)\)")
FENCE = re.compile(r"^(```.*?^```$)", re.MULTILINE | re.DOTALL)


def main(root: Path, source: Path, cpp: bool) -> None:
    for page in sorted(path for pattern in PAGES for path in root.glob(pattern)):
        write(source / page.relative_to(root), relinked(page, root, source))
    navigation = (root / "docs/site/navigation.md").read_text()
    write(source / "index.md", relinked(root / "README.md", root, source) + "\n" + navigation)
    for page in sorted((source / "docs/reference/methods").glob("*.md")):
        write(page, with_advice(page, root) + f"\n## In Python\n\n`tamis.components.{class_name(page.stem)}`\n")
    write(source / "docs/python.md", (root / "docs/site/python.md").read_text())
    reference = (
        '<a href="../cpp/index.html">All of them, by Doxygen</a>.'
        if cpp
        else "Doxygen makes pages of them, which this build of the site is without."
    )
    write(source / "docs/cpp.md", (root / "docs/site/cpp.md").read_text().replace("@CPP_REFERENCE@", reference))


def relinked(page: Path, root: Path, source: Path) -> str:
    """The text of a page, its links to files and folders mended."""

    def mend(match: re.Match) -> str:
        text, link = match.groups()
        if re.match(r"https?:|#", link):
            return match[0]
        path = (page.parent / link.partition("#")[0]).resolve()
        if path == root / "README.md":
            return f"[{text}]({link.replace('README.md', 'index.md')})"
        if path.is_dir():
            return f"[{text}]({link.rstrip('/')}/README.md)" if (path / "README.md").exists() else text
        if path.suffix != ".md" and path.is_file():
            copy = source / path.relative_to(root)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        return match[0]

    parts = FENCE.split(page.read_text())
    return "".join(part if part.startswith("```") else LINK.sub(mend, part) for part in parts)


def with_advice(page: Path, root: Path) -> str:
    """The page of a method with what its family says of when to use it: the paragraphs that begin in bold with Use, Do not or
    When, at the head of its README or in a section of that method, and that name it; all of them where none does."""
    text = page.read_text()
    family = re.search(r"plugins/(\w+)/README\.md", text)[1]
    head, *sections = re.split(r"^(?=## )", (root / f"plugins/{family}/README.md").read_text(), flags=re.MULTILINE)
    parts = [head] + [section for section in sections if page.stem in section.partition("\n")[0].split()]
    advice = [p for part in parts for p in part.split("\n\n") if re.match(r"\*\*(Use|Do not|When)", p)]
    named = [p for p in advice if f"`{page.stem}`" in p] or advice
    if not named:
        return text
    title = "## When to use it, and when not"
    words = re.sub(r"\]\(#", "](README.md#", "\n\n".join(named))
    words = re.sub(r"\]\((?!http)", f"](../../../plugins/{family}/", words)
    return text.replace("\n## ", f"\n{title}\n\n{words}\n\n## ", 1)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), sys.argv[3:] == ["CPP"])
