"""The site that `make site` has built, in a browser: its search, its tabs, and that it loads nothing else."""

import functools
import http.server
import json
import os
import re
import shutil
import threading
import time
import tomllib
from pathlib import Path

import pytest

SITE = os.environ.get("NERKIT_SITE")
QUESTIONS = tomllib.loads((Path(__file__).parent / "questions.toml").read_text(encoding="utf-8"))["question"]
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
MISSING = not SITE or not (BROWSER and shutil.which("chromedriver"))
pytestmark = pytest.mark.skipif(MISSING, reason="`make site` runs these, where a browser is installed")
TYPE = """
const [field, text] = arguments;
document.querySelector("#__search").checked = true;
field.focus();
field.value = text;
field.dispatchEvent(new KeyboardEvent("keyup", {bubbles: true}));
"""
HITS = """
const hits = document.querySelectorAll(".md-search-result__item > a.md-search-result__link");
return [...hits].map((one) => one.href);
"""
BESIDE = {"README": "start-here"}  # where a page beside docs/ is


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Say nothing of requests."""


@pytest.fixture(scope="module")
def address():
    """The address at which the site is served."""
    handler = functools.partial(Quiet, directory=SITE)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def driver():
    """A browser that reaches this machine alone."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for argument in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage"):
        options.add_argument(f"--{argument}")
    options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    yield driver
    driver.quit()


def page_of(target):
    """The page of the site that a question's answer is on."""
    name = target.partition("#")[0].removesuffix(".md")
    return name.removeprefix("docs/") if name.startswith("docs/") else BESIDE.get(name, name)


def first_hits(driver, address, text, wanted):
    """The first three hits for a text; waits until *wanted* is among them, for ten seconds."""
    field = driver.find_element("css selector", "input.md-search__input")
    driver.execute_script(TYPE, field, text)
    until, pages = time.monotonic() + 10, []
    while time.monotonic() < until and wanted not in pages:
        hits = driver.execute_script(HITS)[:3]
        pages = [hit.removeprefix(address).partition(".html")[0] for hit in hits]
        time.sleep(0.05)
    return pages


def test_the_search_answers_every_question(driver, address):
    """The page with the answer is among the first three hits."""
    driver.get(address)
    lost = {}
    for one in QUESTIONS:
        wanted = page_of(one["at"])
        pages = first_hits(driver, address, one["search"], wanted)
        if wanted not in pages:
            lost[one["search"]] = pages
    assert lost == {}


@pytest.mark.parametrize("page", ["", "measures.html", "coming-from/nerval.html"])
def test_nothing_is_loaded_from_elsewhere(driver, address, page):
    """No font, no script, no picture: a page asks this server alone."""
    driver.get_log("performance")
    driver.get(address + page)
    events = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    sent = [
        event["params"]["request"]["url"]
        for event in events
        if event["method"] == "Network.requestWillBeSent"
    ]
    assert sent
    assert [url for url in sent if not url.startswith((address, "data:", "blob:"))] == []


def test_the_first_screen_of_the_home_page(driver, address):
    """How to install nerkit, and a command with its output."""
    driver.set_window_size(1280, 900)
    driver.get(address)
    block = driver.find_element("css selector", ".highlight pre code")
    assert block.text.startswith("$ cd ")
    assert block.location["y"] < 500
    assert "pip install" in driver.find_element("css selector", "article").text.partition("$ cd ")[0]


COPIED = """
const code = arguments[0];
code.setAttribute("data-md-copying", "");
const text = code.innerText;
code.removeAttribute("data-md-copying");
return text;
"""  # what the copy button of the theme does


def test_a_copied_block_is_the_command_alone(driver, address):
    """Without the prompt, and without the output below it."""
    driver.get(address)
    block = driver.find_element("css selector", ".highlight pre code")
    copied = driver.execute_script(COPIED, block).strip()
    assert copied.startswith("cd demo/start && nerkit bio")
    assert "\n" not in copied


@pytest.mark.parametrize("page", ["bio.html", "formats/spans.html"])
def test_every_page_links_to_the_glossary(driver, address, page):
    driver.get(address + page)
    link = driver.find_element("css selector", "footer a[href$='glossary.html']")
    assert link.is_displayed()
    assert link.get_attribute("href") == f"{address}glossary.html"


def test_llms_txt_links_to_pages_of_the_site():
    links = re.findall(r"\]\(([^)]+)\)", (Path(SITE) / "llms.txt").read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (Path(SITE) / link).exists()] == []


def test_code_can_be_copied(driver, address):
    driver.get(address + "tutorial.html")
    blocks = driver.find_elements("css selector", "pre > code")
    assert (
        len(driver.find_elements("css selector", "button[data-md-type=copy], .md-clipboard"))
        >= len(blocks)
        > 5
    )
