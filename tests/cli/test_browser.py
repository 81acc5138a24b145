"""The page of `nerkit report` opens in a browser; `make slow` tries all that is on it."""

from pathlib import Path

from cli import browser
from cli.browser import all_of, assert_quiet, listed, made, needed, numbers, opened

DEMO = Path(__file__).parents[2] / "demo" / "bio"
driver = browser.driver


@needed
def test_the_page_works_in_a_browser(driver, tmp_path):
    """No script complains; a press on a kind of error shows those alone."""
    gold, system = DEMO / "gold.bio", DEMO / "system.bio"
    made(tmp_path / "page.html", "-g", str(gold), "-s", str(system))
    opened(driver, tmp_path / "page.html")
    shown, whole = numbers(driver)
    assert shown == whole == len(listed(driver)) > 0
    all_of(driver, "#chips button")[0].click()
    assert numbers(driver) == (len(listed(driver)), whole)
    assert len(listed(driver)) < whole
    assert_quiet(driver)
