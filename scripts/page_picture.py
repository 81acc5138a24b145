"""Write docs/pictures/report-start.png, a document as `nerkit report` draws it.

    python -m scripts.page_picture

It needs Chromium and its driver. The bytes depend on the browser's fonts, so nothing compares them; write the
picture anew where the page looks otherwise.
"""

import shutil
import tempfile
from pathlib import Path

from selenium import webdriver

from nerkit.cli.program import run

ROOT = Path(__file__).parents[1]
START = ROOT / "demo" / "start"
PICTURE = ROOT / "docs" / "pictures" / "report-start.png"
DOCUMENT = "018"  # a team that is a flower show, and a name in five words
WIDTH, HEIGHT = 660, 520  # of the picture, in CSS pixels
ARGUMENTS = ("--headless=new", "--no-sandbox", "--hide-scrollbars", f"--window-size={WIDTH},{HEIGHT + 200}")


def picture(page: Path) -> None:
    """Draw the document of a page."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in ARGUMENTS:
        options.add_argument(argument)
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    driver = webdriver.Chrome(options=options, service=service)
    try:
        driver.get(page.as_uri())
        article = driver.find_element("css selector", f"#documents article[data-document='{DOCUMENT}']")
        driver.execute_script("arguments[0].scrollIntoView()", article)
        article.screenshot(str(PICTURE))
    finally:
        driver.quit()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "report.html"
        systems = [f"-s{name}={START / name}_1.bio" for name in "ab"]
        run(["report", f"-g{START / 'dev.bio'}", *systems, "-q", "-o", str(written)])
        picture(written)
