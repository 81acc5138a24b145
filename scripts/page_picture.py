"""Write docs/pictures/report-start.png, the top of the page that `nerkit report` makes of two systems.

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
WIDTH, HEIGHT = 1280, 900  # of the picture, in CSS pixels
ARGUMENTS = ("--headless=new", "--no-sandbox", "--hide-scrollbars", f"--window-size={WIDTH},{HEIGHT}")


def picture(page: Path) -> None:
    """Draw the top of a page."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in ARGUMENTS:
        options.add_argument(argument)
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    driver = webdriver.Chrome(options=options, service=service)
    try:
        driver.get(page.as_uri())
        metrics = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        driver.save_screenshot(str(PICTURE))
    finally:
        driver.quit()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "report.html"
        systems = [f"-s{name}={START / name}_1.bio" for name in ("words", "shapes")]
        run(["report", f"-g{START / 'dev.bio'}", *systems, "-q", "-o", str(written)])
        picture(written)
