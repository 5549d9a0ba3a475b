"""How Sphinx makes the site of the pages that gather.py collected."""

import re
from pathlib import Path

from pygments.lexers.shell import BashSessionLexer

project = "tamis"
html_title = "tamis"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "index"

myst_heading_anchors = 4  # links to headings are those of code hosts: page.md#a-heading
smartquotes = False  # they would take the hyphens of --flags

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
napoleon_numpy_docstring = True
napoleon_custom_sections = [
    ("Attributes of the class", "params_style"),
    ("Attributes, when it is asked for scores", "params_style"),
]

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
html_show_search_summary = False  # it is fetched, which a browser refuses for pages that are files


class Session(BashSessionLexer):
    """Commands and what they print. A line that begins with a parenthesis is output, and not the prompt of an environment."""

    _venv = re.compile(r"(?!)")


def mend_furo(app, exception):
    """Debian's build of the theme loads one style from the root of a web server, and lost what the mode "auto" has to do for
    readers whose system is dark."""
    path = Path(app.outdir) / "_static/styles/furo.css"
    css = path.read_text()
    root = "/javascript/normalize.css/normalize.css"
    if root in css:
        css = css.replace(f"@import url({root});", Path("/usr/share" + root).read_text())
    dark = re.search(r'body\[data-theme="dark"\] (\{.*?\})', css, re.DOTALL)[1]
    if "prefers-color-scheme" not in css:
        css += f'@media (prefers-color-scheme: dark) {{ body:not([data-theme="light"]) {dark} }}\n'
    path.write_text(css)


def setup(app):
    app.add_lexer("console", Session)
    app.connect("build-finished", mend_furo)
