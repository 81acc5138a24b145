"""`nerkit report`: the page, as its source and in a browser."""

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytest.importorskip("jinja2")  # the extra `report`

DEMO = Path(__file__).parents[2] / "demo"
SECTIONS = ("scores", "labels", "classes", "confusion", "documents", "mistakes", "shown")
FILTERS = tuple(f"filter-{name}" for name in ("class", "label", "system", "document", "text"))
TASKS = ("spans", "bio", "noisy", "coref", "mrp", "amr", "dep", "tree", "srl")
HOSTILE = "</script><img src=x onerror=alert(1)>"


class Page(HTMLParser):
    """The elements of a page: (tag, attributes), in order; and those inside of main."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.inside, self.open = [], [], 0
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.open += tag == "main"
        self.elements.append((tag, dict(attrs)))
        if self.open:
            self.inside.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        self.open -= tag == "main"

    def having(self, name, **values):
        return [
            attributes
            for _, attributes in self.inside
            if name in attributes and all(attributes.get(key) == value for key, value in values.items())
        ]


def of(task):
    """The files of a task's demo."""
    return next((DEMO / task).glob("gold.*")), next((DEMO / task).glob("system.*"))


@pytest.fixture
def report(run, tmp_path):
    def page(*arguments):
        path = tmp_path / "report.html"
        done = run("report", "-q", "-o", path, *arguments)
        assert done.code == 0, done.err
        return path.read_text(encoding="utf-8")

    return page


@pytest.mark.parametrize("task", TASKS)
def test_every_task_has_every_part(report, run, task):
    """All ids; mistakes are those of errors; every link leads to an element inside the documents."""
    gold, system = of(task)
    page = Page(report("--task", task, "-g", gold, "-s", system))
    ids = [attributes["id"] for attributes in page.having("id")]
    assert set(SECTIONS) | set(FILTERS) <= set(ids)
    assert len(ids) == len(set(ids))
    listed = run("errors", "-q", "-f", "json", "--task", task, "-g", gold, "-s", system)
    rows = json.loads(listed.out)["rows"]
    shown = [a for tag, a in page.inside if tag == "li" and "data-class" in a]
    fields = ("class", "system", "document")
    assert sorted([a[f"data-{name}"] for name in fields] for a in shown) == sorted(
        [str(row[name]) for name in fields] for row in rows
    )
    items = {a["id"] for a in page.having("data-side") if "id" in a}
    targets = [a["href"] for a in page.having("href")]
    assert targets
    assert all(target[1:] in items for target in targets)


def test_nothing_is_asked_for_and_nothing_runs_from_data(report, write):
    """The policy forbids requests; markup in labels, ids and texts is text."""
    gold = write("gold.tsv", f"{HOSTILE}\t0\t4\t\t\t{HOSTILE}\nd\t0\t4\t\t\tb<b>\u202e\n")
    text = report("-g", gold, "-s", write("s.tsv", f"{HOSTILE}\t1\t4\t\t\t{HOSTILE}\n"))
    page = Page(text)
    assert "default-src 'none'" in text
    tags = {tag for tag, _ in page.inside}
    assert not tags & {"img", "b", "script", "iframe", "link", "object"}
    assert not [name for _, attributes in page.inside for name in attributes if name.startswith("on")]
    assert HOSTILE in {a["data-label"] for a in page.having("data-side")}
    assert "\u202e" not in text
    assert not re.search(r"https?://", text)


def test_scores_have_full_precision_and_two_systems_are_compared(report):
    """Every number of a row, differences and p-values; what changed between two systems."""
    gold, system = of("bio")
    page = Page(report("-g", gold, "-s", f"a={system}", "-s", f"b={gold}"))
    (row,) = [
        a for tag, a in page.inside if tag == "tr" and a.get("data-system") == "a" and "data-measure" in a
    ]
    assert (row["data-measure"], row["data-label"]) == ("chunk", "*")
    values = [a["data-value"] for a in page.having("data-name")]
    assert "0.375" in values
    assert {"delta", "p"} <= {a["data-name"] for a in page.having("data-name")}
    assert {a["data-change"] for a in page.having("data-change")} == {"fixed"}


def test_a_large_page_leaves_whole_documents_out(report, write):
    """The worst come first and whole; how many are left out is said."""
    lines = [f"d{i}\t{j}\t{j + 2}\t\t\tPER\n" for i in range(40) for j in range(0, 4 * (i + 1), 4)]
    gold = write("g.tsv", "".join(lines))
    small = report("-g", gold, "-s", write("s.tsv", "x\t0\t1\n"), "--extra", "ignore", "--max-size", "60kB")
    assert len(small) < 150_000
    page = Page(small)
    documents = [a["data-document"] for tag, a in page.inside if tag == "article"]
    assert documents == [f"d{39 - i}" for i in range(len(documents))]
    assert f"in {40 - len(documents)} further documents are left out" in small
    whole = report("-g", gold, "-s", write("s.tsv", "x\t0\t1\n"), "--extra", "ignore", "--max-size", "none")
    assert "further documents are left out" not in whole


def test_the_same_input_gives_the_same_bytes(report):
    gold, system = of("spans")
    assert report("-g", gold, "-s", system) == report("-g", gold, "-s", system)


@pytest.mark.parametrize("size", ["2 MB", "-1MB", "big", "1TB", pytest.param("9" * 5000, id="digits")])
def test_sizes(run, size):
    gold, system = of("bio")
    done = run("report", "-g", gold, "-s", system, f"--max-size={size}")
    assert done.code == 2
    assert "--max-size takes a size" in done.err


BROWSER = shutil.which("chromium") or shutil.which("google-chrome")


@pytest.fixture(scope="module")
def driver():
    selenium = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    options = selenium.ChromeOptions()
    options.binary_location = BROWSER
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = selenium.Chrome(options=options, service=selenium.ChromeService(shutil.which("chromedriver")))
    yield driver
    driver.quit()


@pytest.mark.skipif(
    not (BROWSER and shutil.which("chromedriver")), reason="no browser and driver are installed"
)
@pytest.mark.parametrize("task", TASKS)
def test_in_a_browser(report, driver, tmp_path, task):
    """Filters, their number, the state in the address, keys, links; no error, no scrolling of the page."""
    gold, system = of(task)
    report("--task", task, "-g", gold, "-s", system)
    driver.get(f"file://{tmp_path / 'report.html'}")
    total = int(driver.find_element("id", "shown").text)
    kind = driver.find_element("css selector", "#mistakes li").get_attribute("data-class")
    driver.find_element("css selector", f"#filter-class option[value='{kind}']").click()
    visible = driver.find_elements("css selector", "#mistakes li:not([hidden])")
    assert 0 < len(visible) == int(driver.find_element("id", "shown").text) <= total
    assert {item.get_attribute("data-class") for item in visible} == {kind}
    assert f"class={kind.split()[0]}" in driver.execute_script("return location.hash")
    driver.refresh()
    assert int(driver.find_element("id", "shown").text) == len(visible)
    driver.find_element("tag name", "body").send_keys("j")
    current = driver.find_element("css selector", "#mistakes li[aria-current]")
    current.find_element("tag name", "a").click()
    target = driver.execute_script("return document.querySelector(location.hash)")
    assert target.is_displayed()
    for width in (360, 1280):
        driver.set_window_size(width, 900)
        page = driver.find_element("tag name", "html")
        assert int(page.get_property("scrollWidth")) <= int(page.get_property("clientWidth")) + 1
    assert not [entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
