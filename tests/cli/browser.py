"""Pages in a browser: what opens them, what is on them, and that no script complains."""

import gc
import os
import shutil

import pytest

from nerkit.cli import main

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
WITHOUT = not (BROWSER and shutil.which("chromedriver")) and not os.environ.get("BROWSER_REQUIRED")
needed = pytest.mark.skipif(WITHOUT, reason="no browser and driver are installed")


@pytest.fixture(scope="module")
def driver():
    """One browser for all pages."""
    selenium = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    options = selenium.ChromeOptions()
    options.binary_location = BROWSER
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = selenium.Chrome(options=options, service=selenium.ChromeService(shutil.which("chromedriver")))
    driver.set_script_timeout(180)  # for axe on a large page, beside other work
    yield driver
    driver.quit()


def made(path, *arguments):
    """Write a page in this process."""
    with pytest.raises(SystemExit) as exit_:
        main(["report", "-q", "-o", str(path), *arguments])
    gc.enable()
    assert exit_.value.code == 0


def opened(driver, path, *, width=1280, dark=False):
    """The page at a width, light or dark; what happened before is forgotten."""
    driver.get_log("browser")
    driver.get_log("performance")
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    driver.set_window_size(width, 900)
    driver.get(f"file://{path}")


def all_of(driver, selector):
    return driver.find_elements("css selector", selector)


def numbers(driver):
    """N and M of `N of M`."""
    one, whole = driver.find_element("id", "shown").text.split(" of ")
    return int(one), int(whole)


def listed(driver):
    return all_of(driver, "#errors li:not([hidden])")


def assert_quiet(driver):
    """No error of a script, and no request but for the page."""
    assert not [entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
    asked = [
        entry for entry in driver.get_log("performance") if 'Network.requestWillBeSent"' in entry["message"]
    ]
    assert all("file://" in entry["message"] for entry in asked)
