"""`nerkit report` in a browser: filters, keys, links, contrast, without scripts, in the dark, narrow."""

import csv
import json
from importlib import resources
from itertools import pairwise, product
from pathlib import Path
from random import Random
from urllib.parse import parse_qs

import pytest
from cli import browser
from cli.browser import all_of, assert_quiet, listed, made, numbers, opened

DEMO = Path(__file__).parents[2] / "demo"
pytestmark = [browser.needed, pytest.mark.slow]
driver = browser.driver
DEMOS = {  # name -> task, gold, system, further options
    **{name: (name, "gold.*", "system.*") for name in ("spans", "bio", "noisy", "coref", "mrp", "amr")},
    **{name: (name, "gold.*", "system.*") for name in ("dep", "tree", "srl", "json")},
    "calls": ("calls", "gold.jsonl", "log.jsonl"),
    "relations": ("ie", "oneie-gold.jsonl", "oneie-system.jsonl"),
    "templates": ("ie", "templates-gold.jsonl", "templates-system.json"),
    "metric": ("ie", "gold.jsonl", "system.jsonl", "--metric", str(DEMO / "ie" / "arguments.toml")),
}
LARGE = "large"  # a page whose rows and items the script makes, of texts that are no demo
ANNOTATORS = "annotators"  # a page about three annotators, without gold
START = DEMO / "start"
ESCAPE = "\ue00c"  # as WebDriver writes it
HOSTILE = "</script><img src=x onerror=alert(1)>"
FILTERS = ("class", "label", "system", "document")
AXE = """
const done = arguments[0];
axe.run(document, {resultTypes: ["violations"]}).then(
  (found) => done(found.violations.map((one) => [one.id, one.nodes[0].html])));
"""
OPEN_ALL = """
for (const one of document.querySelectorAll("details")) one.open = true;
for (const one of document.querySelectorAll("article, li")) one.style.contentVisibility = "visible";
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Name and number of systems -> the page, made once."""
    folder = tmp_path_factory.mktemp("pages")

    def of(name, systems=1):
        path = folder / f"{name}{systems}.html"
        if name == LARGE and not path.exists():
            gold, *own = large_files(folder)
            made(path, "-g", str(gold), *(f"{one.stem}={one}" for one in own[:systems]), "--max-size", "1MB")
        if name == ANNOTATORS and not path.exists():
            made(path, *map(str, sorted((DEMO / "agree").glob("*.bio"))))
        if not path.exists():
            task, *sides = DEMOS.get(name, ("bio", "gold.*", "system.*"))
            gold, system = (str(next((DEMO / task).glob(pattern))) for pattern in sides[:2])
            more = ["-s", f"two={gold if name != 'templates' else system}"] if systems == 2 else []
            if name == "start":
                gold, system = str(START / "dev.bio"), str(START / "words_1.bio")
                more = ["-s", f"two={START / 'shapes_1.bio'}"] if systems == 2 else []
            made(path, "--task", task, *sides[2:], "-g", gold, "-s", f"one={system}", *more)
        return path

    return of


def large_files(folder):
    """Gold and two systems on texts of 750 kB: nested spans, many labels, a text from right to left."""
    random = Random(5)
    sides = {name: [] for name in ("gold", "one", "two")}
    labels = [f"label{i}" for i in range(300)]
    for number in range(130):
        word = "\u05d0\u05d1\u05d2" if number == 7 else "Word"
        sentences = [" ".join(f"{word}{random.randrange(900)}" for _ in range(18)) for _ in range(40)]
        text = ".\n".join(sentences)
        kinds = labels if number == 3 else ["PER", "ORG", "LOC", "MISC", "", "a longer label"]
        spans = set()
        for _ in range(60 if number == 3 else 3):
            start = random.randrange(len(text) - 60)
            spans.add((start, start + random.randint(1, 50), random.choice(kinds)))
        for name, lines in sides.items():
            own = spans
            if name != "gold":
                own = {
                    (start, end + random.choice([0, 0, 4]), random.choice([label, "PER"]))
                    for start, end, label in spans
                }
                own = {span for span in own if random.random() < 0.8}
            listed = [{"start": start, "end": end, "label": label} for start, end, label in sorted(own)]
            lines.append(json.dumps({"id": f"text {number}", "text": text, "spans": listed}))
    for name, lines in sides.items():
        (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [folder / f"{name}.jsonl" for name in sides]


def address(driver):
    return parse_qs(driver.execute_script("return location.hash.slice(1)"), keep_blank_values=True)


@pytest.mark.parametrize("name", DEMOS)
def test_filters_act_on_errors_and_documents(driver, pages, name):
    """Every filter shows the items with its value and their documents, the address says which, a reload keeps
    it.
    """
    from selenium.webdriver.support.ui import Select

    opened(driver, pages(name, 2))
    driver.execute_script(OPEN_ALL)
    items = all_of(driver, "#errors li")
    total = len(items)
    assert numbers(driver) == (total, total)
    assert total > 0
    wrong = {item.get_attribute("data-document") for item in items}
    for field in FILTERS:
        select = Select(driver.find_element("id", f"filter-{field}"))
        values = [option.get_attribute("value") for option in select.options]
        assert values[0] == ""
        assert {value for item in items for value in values_of(item, field)} <= set(values[1:])
        driver.execute_script(
            "arguments[0].selectedIndex = arguments[1]; arguments[0].dispatchEvent(new Event('change'))",
            select._el,
            len(values) - 1,
        )
        shown = listed(driver)
        if field != "label":  # that of either item
            assert all(values[-1] in values_of(item, field) for item in shown)
        assert (len(shown), total) == numbers(driver)
        assert shown
        assert address(driver) == {field: [values[-1]]}
        articles = all_of(driver, "#documents article:not([hidden])")
        seen = {item.get_attribute("data-document") for item in shown}
        assert {article.get_attribute("data-document") for article in articles} == seen
        assert select.options[-1].get_attribute("textContent").endswith(f" ({len(shown)})")
        driver.find_element("id", "clear").click()
        assert len(listed(driver)) == total
        assert address(driver) == {}
    shown = {a.get_attribute("data-document") for a in all_of(driver, "#documents article:not([hidden])")}
    assert shown == wrong
    driver.execute_script("document.querySelector('#filters details').open = true")
    driver.find_element("name", "agreeing").click()
    assert len(all_of(driver, "#documents article:not([hidden])")) == len(all_of(driver, "article"))
    assert_quiet(driver)


def values_of(item, field):
    """The values that a row has for a filter: of the systems that make an error each."""
    value = item.get_attribute(f"data-{field}")
    return value.split() if field == "system" else [value]


@pytest.mark.parametrize("name", [*DEMOS, LARGE])
def test_a_error_marks_its_items(driver, pages, name):
    """Pressed, it is current on both sides and in view; the address keeps it, back and a reload too."""
    opened(driver, pages(name))
    items = all_of(driver, "#errors li")
    for item in items[:: max(1, len(items) // 3)]:
        key = item.get_attribute("data-key")
        item.find_element("css selector", "a").click()
        assert address(driver) == {"m": [key]}
        marked = all_of(driver, "#documents [aria-current=true]")
        assert marked
        assert all(key in one.get_attribute("data-key").split() for one in marked)
        assert item.get_attribute("aria-current") == "true"
        inside = "const r = arguments[0].getBoundingClientRect(); return r.bottom > 0 && r.top < innerHeight"
        assert driver.execute_script(inside, marked[0])
    last = address(driver)
    if len(items) > 1:
        driver.back()
        assert address(driver) != last
        driver.forward()
    driver.refresh()
    assert address(driver) == last
    assert (
        driver.find_element("css selector", "#errors [aria-current=true]").get_attribute("data-key")
        == last["m"][0]
    )
    assert_quiet(driver)


def test_links_end_where_their_rows_end(driver, pages):
    """A long label makes no link that reaches under the documents, where a press would miss it."""
    opened(driver, pages(LARGE))
    wide = """return [...document.querySelectorAll('#errors li a')].map((a) => [a, a.closest('li')].map(
            (one) => one.getBoundingClientRect().right)).filter(([a, li]) => a > li).length"""
    assert driver.execute_script(wide) == 0


def test_keys(driver, pages):
    """j and k step through what is shown, / searches, ? tells the keys, Esc clears."""
    opened(driver, pages("start"))
    body = driver.find_element("tag name", "body")
    body.send_keys("jjjjj")
    shown = listed(driver)
    current = driver.find_element("css selector", "#errors [aria-current]")
    assert current == shown[4] == driver.switch_to.active_element
    driver.switch_to.active_element.send_keys("k")
    assert driver.find_element("css selector", "#errors [aria-current]") == shown[3]
    driver.switch_to.active_element.send_keys("?")
    dialog = driver.find_element("id", "keys")
    assert dialog.is_displayed()
    driver.switch_to.active_element.send_keys(ESCAPE)
    assert not dialog.is_displayed()
    driver.find_element("tag name", "body").send_keys(ESCAPE)
    assert address(driver) == {}
    driver.find_element("tag name", "body").send_keys("/")
    assert driver.switch_to.active_element == driver.find_element("id", "filter-text")
    driver.switch_to.active_element.send_keys("Boca")
    assert address(driver) == {"text": ["Boca"]}
    assert 0 < len(listed(driver)) < len(shown)
    assert all("boca" in item.text.lower() for item in listed(driver))


def test_chips_groups_and_gains_filter(driver, pages):
    """Pressed, only their errors; pressed again, all. Groups are the most frequent first."""
    opened(driver, pages("start"))
    total = len(listed(driver))
    chip = driver.find_element("css selector", "#chips button")
    chip.click()
    assert chip.get_attribute("aria-pressed") == "true"
    assert str(len(listed(driver))) in chip.text
    assert {item.get_attribute("data-class") for item in listed(driver)} == {chip.get_attribute("data-class")}
    chip.click()
    assert chip.get_attribute("aria-pressed") == "false"
    assert len(listed(driver)) == total
    groups = all_of(driver, "#errors [data-group]")
    sizes = [len(all_of(group, "li")) for group in groups]
    assert sizes == sorted(sizes, reverse=True)
    assert sum(sizes) == total
    bar = driver.find_element("css selector", "#gains [data-by=labels]")
    bar.click()
    assert 0 < len(listed(driver)) < total
    assert set(address(driver)) == {"gold", "system-label"}


def test_two_systems(driver, pages):
    """What both have wrong and what one of them has wrong are choices; the matrix filters too."""
    opened(driver, pages("start", 2))
    for change in ("both", "only one", "only two"):
        script = "location.hash = 'change=' + encodeURIComponent(arguments[0])"
        driver.execute_script(script, change)
        driver.implicitly_wait(0)
        shown = listed(driver)
        assert {item.get_attribute("data-change") for item in shown} == {change}
    cells = all_of(driver, "#differences button")
    cells[0].click()
    assert numbers(driver)[0] == int(cells[0].text)


def test_the_list_is_that_of_the_command(driver, pages, run):
    """Keys are the places in `nerkit errors`."""
    opened(driver, pages("start"))
    rows = run("errors", "-q", "-g", START / "dev.bio", "-s", f"one={START / 'words_1.bio'}", "-f", "tsv").out
    expected = {
        str(key): (row["class"], row["document"], row["gold_label"] or row["system_label"])
        for key, row in enumerate(
            csv.DictReader(rows.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE), 1
        )
    }
    names = ("class", "document", "label")
    found = {
        item.get_attribute("data-key"): tuple(item.get_attribute(f"data-{name}") for name in names)
        for item in all_of(driver, "#errors [data-key]")
    }
    assert found == expected
    headline = driver.find_element("id", "headline")
    assert float(headline.get_attribute("data-value")) == pytest.approx(0.5988, abs=1e-3)
    assert float(headline.get_attribute("data-low")) < 0.5988 < float(headline.get_attribute("data-high"))


@pytest.mark.parametrize("name", [*DEMOS, LARGE, ANNOTATORS])
def test_everybody_can_read_it(driver, pages, name):
    """axe-core finds nothing, contrast too, in light and in the dark; the page does not scroll sideways."""
    axe = resources.files(pytest.importorskip("axe_core_python")) / "axe.min.js"
    script = axe.read_text(encoding="utf-8")
    for systems, dark in product((1, 2), (False, True)):
        if systems == 2 and (dark or name in (LARGE, ANNOTATORS)):
            continue
        opened(driver, pages(name, systems), dark=dark)
        driver.execute_script(OPEN_ALL)
        driver.execute_script(script)
        assert driver.execute_async_script(AXE) == []
        back = driver.execute_script("return getComputedStyle(document.documentElement).backgroundColor")
        assert (sum(map(int, back.strip("rgba()").split(",")[:3])) < 200) == dark
        for width in (360, 1280):
            driver.set_window_size(width, 900)
            page = driver.find_element("tag name", "html")
            assert int(page.get_property("scrollWidth")) <= int(page.get_property("clientWidth")) + 1


@pytest.mark.parametrize("name", ["start", "bio", "json", "coref", ANNOTATORS])
def test_a_narrow_page_scrolls_down_alone(driver, pages, tmp_path, name):
    """At 360 px no box scrolls sideways, of three systems too, but drawings in theirs; numbers have names."""
    if name == "start":
        path = tmp_path / "page.html"
        sides = [f"{one}={START / one}.bio" for one in ("words_1", "shapes_1", "shapes_2")]
        made(path, "-g", str(START / "dev.bio"), *(word for side in sides for word in ("-s", side)))
    else:
        path = pages(name, 2)
    metrics = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": False}
    opened(driver, path)
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        driver.execute_script(OPEN_ALL)
        wide = driver.execute_script("""
          return [...document.querySelectorAll("main, main *")].filter((one) =>
            one.clientWidth && one.scrollWidth > one.clientWidth + 1
            && /auto|scroll|hidden/.test(getComputedStyle(one).overflowX)
            && !one.querySelector("svg.drawing")).map((one) => one.outerHTML.slice(0, 200))""")
        assert wide == []
        if name != ANNOTATORS:
            cell = driver.find_element("css selector", "#scores td[data-name=precision]")
            named = "return getComputedStyle(arguments[0], '::before').content"
            assert (driver.execute_script(named, cell), cell.is_displayed()) == ('"P "', True)
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize("width", [1280, 500, 360])
def test_each_annotator_has_a_row(driver, pages, width):
    """Spans of an annotator are as high above the line as the name is, the first annotator highest."""
    opened(driver, pages(ANNOTATORS), width=width)
    driver.execute_script(OPEN_ALL)
    sentences = driver.execute_script("""
      const above = (em) => em.closest("s").getBoundingClientRect().bottom - em.getBoundingClientRect().top;
      return [...document.querySelectorAll("#documents .text p")].map((one) => [
        [...one.querySelectorAll(".names em")].map((em) => [em.textContent, above(em)]),
        [...one.querySelectorAll("em[data-annotator]")].map((em) => [em.dataset.annotator, above(em)])])""")
    assert len(sentences) == 3
    for names, spans in sentences:
        rows = {f"{name}.bio": height for name, height in names}
        assert sorted(rows, key=rows.get) == ["carla.bio", "ben.bio", "anna.bio"]
        assert len(spans) > 5
        for path, height in spans:
            assert height == pytest.approx(rows[Path(path).name], abs=5)  # rows are 17 pixels high


def test_filters_of_annotators(driver, pages):
    """A cell of the table filters by a pair of labels; a bar by a label; the address keeps filters."""
    path = pages(ANNOTATORS)
    opened(driver, path)
    total = len(all_of(driver, "#errors li"))
    cell = driver.find_element("css selector", '#confusion [aria-label="ORG as LOC: 1"]')
    driver.execute_script("arguments[0].click()", cell)
    assert address(driver) == {"said-0": ["ORG"], "said-1": ["LOC"]}
    assert [item.find_element("css selector", "a").text for item in listed(driver)] == ["Ellery"]
    assert numbers(driver) == (1, total)
    opened(driver, f"{path}#document=school&label=PER")
    assert [item.find_element("css selector", "a").text for item in listed(driver)] == ["Mr."]
    assert [
        one.get_attribute("data-document") for one in all_of(driver, "#documents article:not([hidden])")
    ] == ["school"]
    (row,) = listed(driver)
    row.click()
    marked = all_of(driver, "#documents [aria-current]")
    assert [one.get_attribute("data-annotator").rpartition("/")[2] for one in marked] == ["ben.bio"]
    opened(driver, path)
    driver.find_element("css selector", '#gains [data-filter="label=LOC"]').click()
    assert numbers(driver) == (3, total)
    assert_quiet(driver)


def test_contrast_of_drawings(driver, pages):
    """Text of drawings stands out from what is behind it by 4.5 to 1: labels from their boxes."""
    channels = "const c = (t) => t.match(/[\\d.]+/g).slice(0, 3).map(Number);"
    script = (
        channels
        + """
      const light = (t) => c(t).map((v) => v / 255)
        .map((v) => v < 0.04 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
      const page = getComputedStyle(document.body).backgroundColor;
      return [...document.querySelectorAll("svg.drawing text")].map((one) => {
        const box = one.parentNode.querySelector("path:not([class])");
        const fill = box ? getComputedStyle(box).fill : "none";
        const [a, b] = [light(getComputedStyle(one).fill), light(fill === "none" ? page : fill)];
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      });"""
    )
    for name, dark in product(("dep", "tree", "amr"), (False, True)):
        opened(driver, pages(name), dark=dark)
        driver.execute_script(OPEN_ALL)
        contrasts = driver.execute_script(script)
        assert contrasts
        assert min(contrasts) >= 4.5


def test_hovering_lights_what_belongs_together(driver, pages):
    """A chain of mentions; corresponding nodes of both graphs."""
    from selenium.webdriver.common.action_chains import ActionChains

    opened(driver, pages("coref"))
    driver.execute_script(OPEN_ALL)
    mention = driver.find_element("css selector", "#documents [data-chain='1']")
    ActionChains(driver).move_to_element(mention).perform()
    lit = all_of(driver, ".lit")
    assert len(lit) > 2
    assert {item.get_attribute("data-chain") for item in lit} == {"1"}
    opened(driver, pages("amr"))
    driver.execute_script(OPEN_ALL)
    node = driver.find_element("css selector", "#documents g[data-side=gold][data-node='1'] text")
    ActionChains(driver).move_to_element(node).perform()
    sides = {item.get_attribute("data-side") for item in all_of(driver, "g.lit")}
    assert sides == {"gold", "system"}


def test_confusion_and_sorting(driver, pages):
    """A cell filters; a heading sorts."""
    opened(driver, pages("bio"))
    cell = driver.find_element("css selector", "#confusion button")
    driver.execute_script("arguments[0].click()", cell)
    assert numbers(driver)[0] == len(listed(driver)) < numbers(driver)[1]
    first = "#labels tbody tr:first-child th"
    before = driver.find_element("css selector", first).text
    for _ in range(2):
        driver.find_element("css selector", "#labels th button").click()
    assert driver.find_element("css selector", "#labels th").get_attribute("aria-sort") == "ascending"
    assert driver.find_element("css selector", first).text == min(
        row.text for row in all_of(driver, "#labels tbody th")
    )
    assert before


TORN = """
for (const one of document.querySelectorAll("article, .block")) one.style.contentVisibility = "visible";
const places = (node) => {
  const range = document.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()];
};
const text = (one) => one.nodeType === 3 && one.textContent && !one.parentNode.closest("em, b, u");
const across = (a, b) => a.left < b.right - 1 && b.left < a.right - 1;
const meet = (a, b, less) => across(a, b) && a.top < b.bottom - less && b.top < a.bottom - less;
const found = {labels: 0, collide: [], touch: [], torn: []};
for (const p of document.querySelectorAll(".text p")) {
  const marks = [...p.querySelectorAll("em, b, .compact u")].filter((one) => one.offsetHeight);
  const named = marks.filter((one) => one.firstChild?.nodeType === 3);
  const labels = named.map((one) => [one.textContent, places(one.firstChild)[0]]).filter(([, a]) => a);
  found.labels += labels.length;
  labels.forEach(([one, a], i) => {
    for (const [other, b] of labels.slice(i + 1)) if (meet(a, b, 6)) found.collide.push(one + "|" + other);
  });
  const nodes = [], walker = document.createTreeWalker(p, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (text(walker.currentNode)) nodes.push(walker.currentNode);
  const words = nodes.flatMap((one) => places(one).filter(({ width }) => width).map((at) => [one, at]));
  for (const one of marks) for (const [node, place] of words)
    if (meet(one.getBoundingClientRect(), place, 4)) found.touch.push(one.outerHTML + node.textContent);
  words.slice(1).forEach(([node, place], i) => {
    const [before, last] = words[i];
    const room = before.parentNode.closest("[class*=w]") ?? node.parentNode.closest("nobr");
    const apart = Math.abs(place.top - last.top) < 2 && place.left - last.right > 1.5;
    if (apart && !room) found.torn.push(before.textContent + "|" + node.textContent);
  });
}
return found;
"""


@pytest.mark.parametrize("width", [1280, 500, 360])
@pytest.mark.parametrize(("name", "systems"), [("start", 2), ("noisy", 1), ("spans", 2), (LARGE, 1)])
def test_text_is_not_torn(driver, pages, name, systems, width):
    """No label reaches another one, no mark touches a line of text, and only labels that meet take room."""
    opened(driver, pages(name, systems))
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        found = driver.execute_script(TORN)
        assert found.pop("labels") > 10
        assert found == {"collide": [], "touch": [], "torn": []}
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_copying_gives_markdown(driver, pages):
    """The current item, as a line of a list."""
    opened(driver, pages("bio"))
    driver.execute_script(
        "Object.defineProperty(navigator, 'clipboard', {value: {writeText: (t) => { window.copied = t; "
        "return Promise.resolve(); }}})"
    )
    driver.find_element("tag name", "body").send_keys("jc")
    copied = driver.execute_script("return window.copied")
    assert copied.startswith("- **")
    assert driver.find_element("css selector", "#errors li").get_attribute("data-class") in copied


@pytest.mark.parametrize("name", [*DEMOS, LARGE])
def test_without_scripts_everything_is_shown(driver, pages, name):
    """Unfiltered, every document open; links still lead to their places."""
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        opened(driver, pages(name))
        items = all_of(driver, "#errors li")
        assert items
        if name == LARGE:
            assert_readable(driver, len(items))
            return
        assert all(item.is_displayed() for item in items)
        assert all(one.get_attribute("open") for one in all_of(driver, "#documents details"))
        link = items[-1].find_element("css selector", "a")
        target = link.get_attribute("href").partition("#")[2]
        assert driver.find_element("css selector", f"#documents #{target}").is_displayed()
    finally:
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def assert_readable(driver, number):
    """Rows say what is wrong, documents have names, and errors in them the labels of both sides."""
    rows, names, labels = driver.execute_script("""
      const said = (one, where) => getComputedStyle(one, where).content;
      const of = (where) => [...document.querySelectorAll(where)];
      return [
        of("#errors li").filter((one) => one.offsetHeight && one.textContent.trim()).length,
        of("article").map((one) => [one.dataset.document, said(one, "::before")]),
        of("#documents s[class^=x]").map((one) => said(one, "::before") + said(one, "::after")),
      ]""")
    assert rows == number
    assert all(f'"{name}"' == shown for name, shown in names)
    assert any("✗ PER" in label and "✗ LOC" in label for label in labels)


@pytest.mark.parametrize("name", ["dep", LARGE])
def test_printing_shows_every_document_and_error(driver, pages, name):
    """Folded documents are opened, panes are as high as what is in them, and what filters is left out."""
    opened(driver, pages(name))
    driver.execute_script("for (const one of document.querySelectorAll('article details')) one.open = false")
    driver.execute_script("window.dispatchEvent(new Event('beforeprint'))")
    assert all(one.get_attribute("open") for one in all_of(driver, "#documents details"))
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert not driver.find_element("id", "filters").is_displayed()
        for pane in (".list", ".shown"):
            whole, seen = driver.execute_script(
                "const p = document.querySelector(arguments[0]); return [p.scrollHeight, p.clientHeight]",
                pane,
            )
            assert whole <= seen + 1
        wanted = "article:not([hidden]), #errors li"
        script = "return [...document.querySelectorAll(arguments[0])].every((one) => one.offsetHeight)"
        assert driver.execute_script(script, wanted)
        assert len(driver.execute_cdp_cmd("Page.printToPDF", {})["data"]) > 10_000
    finally:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


@pytest.mark.parametrize("name", ["start", LARGE])
def test_the_keyboard_reaches_errors_in_order(driver, pages, name):
    """Tab goes through what can be used in the order of the page, with a visible focus; Enter opens one."""
    from selenium.webdriver.common.action_chains import ActionChains

    opened(driver, pages(name))
    seen = []
    for _ in range(60):
        ActionChains(driver).send_keys("\ue004").perform()
        focus = driver.switch_to.active_element
        outline = driver.execute_script(
            "const s = getComputedStyle(arguments[0]); return s.outlineStyle", focus
        )
        assert outline != "none"
        seen.append(focus)
        if driver.execute_script("return arguments[0].matches('#errors li a')", focus):
            break
    follows = "return arguments[0].compareDocumentPosition(arguments[1]) & Node.DOCUMENT_POSITION_FOLLOWING"
    assert all(driver.execute_script(follows, *two) for two in pairwise(seen))
    assert seen[-1].find_element("xpath", "..") == listed(driver)[0]
    ids = [one.get_attribute("id") for one in seen]
    assert ids.index("filter-text") < ids.index("filter-class")
    seen[-1].send_keys("\ue007")
    assert driver.find_element("css selector", "#errors [aria-current]") == listed(driver)[0]
    assert all_of(driver, "#documents [aria-current]")


def test_hostile_text_stays_text(driver, tmp_path):
    """In labels, texts, ids, names of systems and files: nothing runs, nothing is asked for."""
    hostile = "<img src>"  # what stands before a sign of equality is the name
    folder = tmp_path / "x<img src=y onerror=alert(2)>&\"'"
    folder.mkdir()
    gold, system = folder / "g.jsonl", folder / "s.jsonl"
    line = '{{"id": "{0}", "text": "{0} and more", "spans": [{{"start": 0, "end": {1}, "label": "{0}"}}]}}\n'
    gold.write_text(line.format(HOSTILE, 5), encoding="utf-8")
    system.write_text(line.format(HOSTILE, 9), encoding="utf-8")
    path = tmp_path / "page.html"
    made(path, "--task", "spans", "-g", str(gold), "-s", f"{hostile}={system}", "-s", f"b'\"={gold}")
    opened(driver, path)
    driver.execute_script(OPEN_ALL)
    inside = "main img, main b, main script, main [onerror], main [onclick], main [onload]"
    assert not all_of(driver, inside)
    assert HOSTILE in driver.find_element("id", "documents").text
    assert not driver.get_log("browser")
    driver.find_element("tag name", "body").send_keys("jjk")
    assert driver.find_element("css selector", "article").get_attribute("data-document") == HOSTILE


def test_a_page_of_ten_thousand_errors(driver, tmp_path):
    """All rows are on a page of less than 2 MB, with the attributes of a small one; a filter acts on all."""
    lines = [f"d{i}\t{j * 9}\t{j * 9 + 5}\t\t\tPER\n" for i in range(500) for j in range(20)]
    gold, system = tmp_path / "g.tsv", tmp_path / "s.tsv"
    gold.write_text("".join(lines), encoding="utf-8")
    system.write_text("d0\t0\t6\t\t\tPER\nd0\t9\t14\t\t\tPER\n", encoding="utf-8")
    path = tmp_path / "page.html"
    made(path, "-g", str(gold), "-s", str(system))
    assert path.stat().st_size <= 2_000_000
    opened(driver, path)
    assert numbers(driver) == (9999, 9999)
    assert len(all_of(driver, "#errors [data-key][data-class][data-label][data-document]")) == 9999
    both = all_of(driver, "#documents [data-key='1']")
    told = [
        [one.get_attribute(f"data-{name}") for name in ("side", "start", "end", "status")] for one in both
    ]
    size = int(told[0][2])  # of spans whose last character counts or not
    assert told == [["gold", "0", str(size), "boundary"], ["system", "0", str(size + 1), "boundary"]]
    driver.find_element("css selector", "#chips button[data-class=boundary]").click()
    assert numbers(driver) == (1, 9999)
    assert len(all_of(driver, "#documents article:not([hidden])")) == 1
    blocks = len(all_of(driver, "#documents .block"))
    assert len(all_of(driver, "#documents .block:not([hidden])")) == 1 < blocks
    driver.find_element("css selector", "#chips button[data-class=boundary]").click()
    assert not all_of(driver, "#documents .block[hidden], #documents article[hidden]")
    driver.find_element("css selector", "#chips button[data-class=boundary]").click()
    link = driver.find_element("css selector", "#errors li:not([hidden]) a")
    link.click()
    assert len(all_of(driver, "[aria-current=true]")) == 3
    assert_quiet(driver)


def test_ten_thousand_errors_in_texts(driver, tmp_path):
    """All of them stand on a page of 2 MB, on both sides and without scripts too: of the texts there is what
    has room.
    """
    gold, system = tmp_path / "g.jsonl", tmp_path / "s.jsonl"
    words = [f"word{i % 7}" for i in range(48)]
    text = "\n".join(" ".join(words[i : i + 8]) for i in range(0, 48, 8))
    line = '{"id": "d%d", "text": %s, "spans": [%s]}\n'
    span = '{"start": %d, "end": %d, "label": "%s"}'
    for path, label in ((gold, "PER"), (system, "LOC")):
        spans = [(6 * i, 6 * i + 5, "ORG" if i % 4 else label) for i in range(48)]
        listed = ", ".join(span % one for one in spans)
        lines = [line % (i, json.dumps(text), listed) for i in range(834)]
        path.write_text("".join(lines), encoding="utf-8")
    path = tmp_path / "page.html"
    made(path, "-g", str(gold), "-s", str(system))
    assert path.stat().st_size <= 2_000_000
    opened(driver, path)
    assert numbers(driver) == (834 * 12, 834 * 12)
    script = "return [...document.querySelectorAll(arguments[0])].map((one) => one.dataset.key)"
    listed = set(driver.execute_script(script, "#errors [data-key]"))
    for side in ("gold", "system"):
        assert set(driver.execute_script(script, f"#documents [data-side={side}][data-key]")) == listed
    driver.execute_script("location.hash = 'm=5000'")
    assert all_of(driver, "#documents [aria-current=true]")[0].is_displayed()
    assert_quiet(driver)


@pytest.mark.parametrize("name", [*DEMOS, "start"])
def test_pictures_of_every_page(driver, pages, tmp_path_factory, name):
    """At 360 px, 1280 px and in the dark: nothing scrolls sideways, the first number is within 400 px, no
    script complains. The pictures stay in a folder of pytest, to be looked at.
    """
    folder = tmp_path_factory.mktemp("pictures")
    for systems, (width, height, dark) in product(
        (1, 2), ((360, 740, False), (500, 800, False), (1280, 800, False), (1280, 800, True))
    ):
        opened(driver, pages(name, systems), dark=dark)
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        page = driver.find_element("tag name", "html")
        assert int(page.get_property("scrollWidth")) <= int(page.get_property("clientWidth"))
        bottom = "return document.querySelector('#headline .number').getBoundingClientRect().bottom"
        assert driver.execute_script(bottom) <= 400
        picture = folder / f"{name}{systems}-{width}{'-dark' if dark else ''}.png"
        assert driver.save_screenshot(str(picture))
        assert_quiet(driver)
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
