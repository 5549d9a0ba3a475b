"""check.py SITE: each link leads to a file of the site, and to an anchor that is there; nothing is loaded from the network.

Links among the pages of Doxygen, SITE/cpp, are Doxygen's affair.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADS = {"script": "src", "img": "src", "iframe": "src", "source": "src", "object": "data", "link": "href"}


class Page(HTMLParser):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(path.read_text())

    def handle_starttag(self, tag: str, attributes: list) -> None:
        of = dict(attributes)
        self.ids.update(of[name] for name in ("id", "name") if of.get(name))
        if tag in LOADS and of.get(LOADS[tag]):
            self.loads.append(of[LOADS[tag]])
        elif tag == "a" and of.get("href"):
            self.links.append(of["href"])


site = Path(sys.argv[1]).resolve()
pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
problems = []
links = 0
for path, page in pages.items():
    name = path.relative_to(site)
    for link in page.loads + (page.links if name.parts[0] != "cpp" else []):
        where = urlsplit(link)
        if where.scheme in ("http", "https") or where.netloc:
            if link in page.loads:
                problems.append(f"{name} loads {link} from the network")
            continue
        if where.scheme:  # data:, javascript:, mailto:
            continue
        links += 1
        target = (path.parent / unquote(where.path)).resolve() if where.path else path
        if not target.is_relative_to(site) or not target.exists():
            problems.append(f"{name}: {link} leads nowhere")
        elif where.fragment and target in pages and unquote(where.fragment) not in pages[target].ids:
            problems.append(f"{name}: {link} names no anchor")
for path in sorted(site.rglob("*.css")):
    style = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
    for load in re.findall(r"""(?:url\(\s*|@import\s+(?!url))['"]?([^'")\s]+)""", style):
        if load.startswith(("data:", "#")):
            continue
        target = (path.parent / load).resolve()
        if not target.is_relative_to(site) or not target.exists():
            problems.append(f"{path.relative_to(site)} loads {load}, which is no file of the site")
if not (site / "index.html").exists() or not links:
    problems.append(f"{site} is no site")
print("\n".join(problems) or f"{len(pages)} pages, {links} links: each leads somewhere, and nothing is loaded from the network")
sys.exit(bool(problems))
