"""Six kinds of pages in a browser: at three widths nothing is cut or torn, axe finds nothing, and five
questions are answered with few clicks.

NERKIT_PICTURES names a folder for the pictures; otherwise they stay in a folder of pytest.
"""

import base64
import json
import os
import re
from collections import Counter
from importlib import resources
from pathlib import Path
from random import Random

import pytest
from cli import browser
from cli.browser import all_of, assert_quiet, listed, made, opened
from cli.test_report_in_browser import AXE, OPEN_ALL

DEMO = Path(__file__).parents[2] / "demo"
START = DEMO / "start"
SIDES = {"gold": "dev", "words": "words_1", "crf": "shapes_1"}
pytestmark = [browser.needed, pytest.mark.slow]
driver = browser.driver
KINDS = ("spans", "bio", "noisy", "calls", "json", "agree")
HEIGHTS = {1280: 900, 500: 900, 360: 740}  # CSS pixels of a first screen, by its width
NOISE = 0.05  # share of the characters of a noisy text that are wrong
DOCUMENTS = 80  # of the data of the tutorial; enough for intervals without a warning
COPIES = 8  # of each example of a demonstration, so that there is an interval
SEVERAL = 3  # documents or annotators that a question is about, at least
FAULTS = """
const of = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
const within = (one) => one.closest("svg, .text, .drawing");
const wide = of("main, main *").filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1
  && /auto|scroll|hidden/.test(getComputedStyle(one).overflowX) && !one.querySelector("svg.drawing, .text"));
const cut = of("header, header *, .legend").filter((one) => one.scrollHeight > one.clientHeight + 2
  && /auto|scroll|hidden|clip/.test(getComputedStyle(one).overflowY));
const torn = [], walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode, parent = node.parentNode;
  if (!parent.checkVisibility() || within(parent) || parent.closest("option, code, .hash, #about")) continue;
  for (const { 0: word, index } of node.textContent.matchAll(/[\\p{L}\\p{N}_]{2,24}/gu)) {
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) torn.push(word);
  }
}
const page = document.documentElement;
const said = (some) => some.map((one) => one.outerHTML.slice(0, 120));
return {wide: said(wide), cut: said(cut), torn, over: page.scrollWidth - page.clientWidth};
"""


def sentences(name):
    """The lines of the sentences of a side, by document, each line a word and its tag."""
    text = (START / f"{SIDES[name]}.bio").read_text(encoding="utf-8")
    for document in text.split("# newdoc id = ")[1 : DOCUMENTS + 1]:
        id_, _, body = document.partition("\n")
        yield id_, [[line.split() for line in one.split("\n")] for one in body.strip().split("\n\n")]


def every(name):
    """The sentences of a side."""
    return [one for _, own in sentences(name) for one in own]


def columns(own):
    """Sentences as lines of a word and a tag, without a mark of a document."""
    return "".join("".join(f"{word} {tag}\n" for word, tag in one) + "\n" for one in own)


def misread(own, random):
    """Sentences as a reader of bad print gives them."""

    def read(word):
        return "".join(random.choice("abcdefgh") if random.random() < NOISE else each for each in word)

    return [[(read(word), tag) for word, tag in one] for one in own]


def spans_of(sentence):
    """The spans of a sentence: the first word, the word behind the last, the label."""
    starts = [i for i, (_, tag) in enumerate(sentence) if tag != "O" and tag[0] == "B"]
    for start in starts:
        end = start + 1
        while end < len(sentence) and sentence[end][1].startswith("I"):
            end += 1
        yield start, end, sentence[start][1][2:]


def as_text(id_, own):
    """A document as a line of JSON with its text and its spans."""
    text, spans = "", []
    for sentence in own:
        places = []
        for word, _ in sentence:
            places.append((len(text), len(text) + len(word)))
            text += word + " "
        for start, end, label in spans_of(sentence):
            spans.append({"start": places[start][0], "end": places[end - 1][1], "label": label})
    return json.dumps({"id": id_, "text": text, "spans": spans})


def examples(path, source):
    """Write a demonstration's lines several times under other names."""
    lines = (DEMO / source).read_text(encoding="utf-8").splitlines()
    copies = [
        json.loads(line) | {"id": f"{json.loads(line)['id']}-{n}"} for n in range(COPIES) for line in lines
    ]
    path.write_text("".join(json.dumps(one) + "\n" for one in copies), encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Kind -> its page, made once; of annotators the names follow the kind."""
    folder = tmp_path_factory.mktemp("pages")

    def files(kind):
        if kind in ("calls", "json"):
            names = {"calls": ("gold", "log", "raw"), "json": ("gold", "system", "chat")}[kind]
            return [examples(folder / f"{kind}-{name}.jsonl", f"{kind}/{name}.jsonl") for name in names]
        paths = []
        for name in SIDES:
            documents, path = dict(sentences(name)), folder / f"{kind}-{name}"
            if kind == "spans":
                path.write_text("".join(f"{as_text(*one)}\n" for one in documents.items()), encoding="utf-8")
            elif kind == "noisy":  # a file is a document
                path.mkdir()
                for id_, own in documents.items():
                    read = own if name == "gold" else misread(own, Random(id_))
                    (path / f"{id_}.bio").write_text(columns(read), encoding="utf-8")
            else:
                marks = [f"# newdoc id = {id_}\n\n" if kind == "agree" else "" for id_ in documents]
                parts = [mark + columns(own) for mark, own in zip(marks, documents.values(), strict=True)]
                path.write_text("".join(parts), encoding="utf-8")
            paths.append(str(path))
        return paths

    def of(kind, *annotators):
        path = folder / f"{'-'.join((kind, *annotators))}.html"
        if path.exists():
            return path
        gold, one, two = files(kind)
        if kind == "agree":
            named = zip(("anna", "ben", "carla"), (gold, one, two), strict=True)
            asked = [f"{name}={file}" for name, file in named if not annotators or name in annotators]
            made(path, *asked, "--confidence", "--resamples", "100")
        elif kind == "noisy":
            made(path, "--task", kind, "-g", gold, "-s", f"words={one}")
        else:
            names = {"calls": ("log", "raw"), "json": ("careful", "chat")}.get(kind, ("words", "crf"))
            made(path, "--task", kind, "-g", gold, f"{names[0]}={one}", f"{names[1]}={two}")
        return path

    return of


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    """The folder of the pictures."""
    named = os.environ.get("NERKIT_PICTURES")
    folder = Path(named) if named else tmp_path_factory.mktemp("pictures")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.mark.parametrize("width", HEIGHTS)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_cut_or_torn(driver, pages, pictures, kind, width):
    """No box scrolls sideways, no word goes on in the next line, the top is whole; the first screen has the
    value and its interval.
    """
    metrics = {"width": width, "height": HEIGHTS[width], "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        opened(driver, pages(kind), width=width)
        number = driver.find_element("css selector", "#headline .number")
        assert re.search(r"^[01]\.\d{3} .*, -?[01]\.\d{3} to [01]\.\d{3}$", number.text)
        bottom = driver.execute_script("return arguments[0].getBoundingClientRect().bottom", number)
        assert bottom <= HEIGHTS[width] / 2
        driver.execute_script(OPEN_ALL)
        assert driver.execute_script(FAULTS) == {"wide": [], "cut": [], "torn": [], "over": 0}
        assert_quiet(driver)
        long = driver.execute_cdp_cmd(
            "Page.captureScreenshot",
            {
                "captureBeyondViewport": True,
                "clip": {"x": 0, "y": 0, "width": width, "height": 2600, "scale": 1},
            },
        )
        (pictures / f"{kind}-{width}.png").write_bytes(base64.b64decode(long["data"]))
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing(driver, pages, kind):
    """On the six kinds of pages, with everything open; its script is a file of an installed package."""
    axe = resources.files(pytest.importorskip("axe_core_python")) / "axe.min.js"
    opened(driver, pages(kind))
    driver.execute_script(OPEN_ALL)
    driver.execute_script(axe.read_text(encoding="utf-8"))
    assert driver.execute_async_script(AXE) == []


class Reader:
    """Somebody who asks a page something, and whose clicks are counted."""

    def __init__(self, driver, page):
        self.driver, self.clicks = driver, 0
        opened(driver, page)

    def press(self, element):
        """One click on what is in sight."""
        self.clicks += 1
        element.click()

    def choose(self, name, value):
        """Two clicks: the box opens, and one of its values is taken."""
        from selenium.webdriver.support.ui import Select

        self.clicks += 2
        Select(self.driver.find_element("id", f"filter-{name}")).select_by_value(value)


def test_which_label_got_worse(driver, pages):
    """Sorted by the differences, the label that lost most stands at an end."""
    reader = Reader(driver, pages("bio"))
    reader.press(all_of(driver, "#labels th button")[-1])
    rows = all_of(driver, "#labels tbody tr")
    found = {
        row.get_attribute("data-label"): float(
            row.find_element("css selector", "[data-name=delta]").get_attribute("data-value")
        )
        for row in rows
    }
    ends = [rows[0].get_attribute("data-label"), rows[-1].get_attribute("data-label")]
    worse = [label for label, difference in found.items() if difference < 0]
    assert sorted(worse) == ["ORG", "PER"]
    assert min(found, key=found.get) in ends
    assert reader.clicks <= 1


def test_what_did_only_crf_break(driver, pages):
    """The errors that crf alone makes, each of them a word that the other system has right."""
    reader = Reader(driver, pages("bio"))
    reader.choose("change", "only crf")
    spans = {
        name: {(n, *span) for n, one in enumerate(every(name), 1) for span in spans_of(one)} for name in SIDES
    }
    wrong = {name: spans["gold"] ^ spans[name] for name in ("words", "crf")}
    shown = listed(driver)
    assert 0 < len(shown) < len(wrong["crf"])
    assert {one.get_attribute("data-system") for one in shown} == {"crf"}
    documents = {str(number) for number, *_ in wrong["crf"] - wrong["words"]}
    assert {one.get_attribute("data-document") for one in shown} <= documents
    assert reader.clicks <= 2


def test_where_is_paris_wrong(driver, pages):
    """Typed into the search, its errors alone are listed, and one more click shows the first on its text."""
    reader = Reader(driver, pages("bio"))
    box = driver.find_element("id", "filter-text")
    reader.press(box)
    box.send_keys("Paris")
    shown = listed(driver)
    found = {one.find_element("css selector", "a").text for one in shown}
    wrong = {
        " ".join(word for word, _ in one[start:end])
        for name in ("words", "crf")
        for gold, one in zip(every("gold"), every(name), strict=True)
        for start, end, _ in {*spans_of(gold)} ^ {*spans_of(one)}
    }
    assert shown
    assert all("paris" in one.text.lower() for one in shown)
    assert {one for one in found if "Paris" in one} >= {one for one in wrong if one == "Paris"} != set()
    reader.press(shown[0].find_element("css selector", "a"))
    assert driver.find_element("css selector", "#documents [aria-current=true]").is_displayed()
    assert reader.clicks <= 2


def test_which_document_first(driver, pages):
    """The one with most errors stands first, without a click."""
    reader = Reader(driver, pages("spans"))
    numbers = Counter()
    for one in listed(driver):
        numbers[one.get_attribute("data-document")] += len(one.get_attribute("data-key").split())
    first = driver.find_element("css selector", "#documents article:not([hidden])")
    assert len(numbers) > SEVERAL
    assert numbers[first.get_attribute("data-document")] == max(numbers.values())
    assert reader.clicks == 0


def test_what_do_anna_and_ben_disagree_about_most(driver, pages):
    """Two labels that most items have, of all pairs of labels that differ; without a click."""
    reader = Reader(driver, pages("agree", "anna", "ben"))
    tags = [[[tag[2:] or tag for _, tag in one] for one in every(name)] for name in ("gold", "words")]
    pairs = Counter(
        frozenset(both)
        for two in zip(*tags, strict=True)
        for both in zip(*two, strict=True)
        if len({*both}) > 1
    )
    shown = Counter()
    for cell in driver.find_elements("css selector", "#confusion td button:not(.same)"):
        left, _, right = cell.get_attribute("aria-label").partition(":")[0].partition(" as ")
        shown[frozenset((left, right))] += int(cell.text)
    assert shown.most_common(1)[0][0] == pairs.most_common(1)[0][0]
    assert reader.clicks == 0
