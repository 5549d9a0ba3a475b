"""screenshots.py TAMIS: makes docs/images/report_*.png anew, of the README's first example: light, dark, and as on paper."""

import base64
import pathlib
import subprocess
import sys
import tempfile

from selenium import webdriver

ROOT = pathlib.Path(__file__).resolve().parents[2]
MEDIA = {
    "light": {},
    "dark": {"features": [{"name": "prefers-color-scheme", "value": "dark"}]},
    "print": {"media": "print"},
}

options = webdriver.ChromeOptions()
for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=900,1000"):
    options.add_argument(flag)
browser = webdriver.Chrome(options=options)
with tempfile.TemporaryDirectory() as folder:
    page = pathlib.Path(folder) / "report.html"
    command = "noise tests/data/wine_wrong_labels.csv --target class --ignore true_class --quiet --report"
    subprocess.run([sys.argv[1], *command.split(), page], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    for name, media in MEDIA.items():
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        browser.get(page.as_uri())
        shot = browser.execute_cdp_cmd("Page.captureScreenshot", {
            "captureBeyondViewport": True, "clip": {"x": 0, "y": 0, "width": 900, "height": 1000, "scale": 1}})
        (ROOT / f"docs/images/report_{name}.png").write_bytes(base64.b64decode(shot["data"]))
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
browser.quit()
