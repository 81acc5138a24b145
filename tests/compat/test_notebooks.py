"""What a notebook shows: tables in colour, the page, the magic."""

import json
import shutil
import sys
from pathlib import Path

import pytest

import nerkit
from nerkit.compat import ipython

BIO = Path(nerkit.__file__).parents[1] / "demo" / "bio"
GOLD, SYSTEM = str(BIO / "gold.bio"), str(BIO / "system.bio")


def test_errors_are_in_colour():
    """The class, and the item in its text without brackets, on the line's colour; HTML of labels is text."""
    text = nerkit.evaluate(GOLD, SYSTEM).errors(items=1)._repr_html_()
    assert text.count("<mark") == 2
    assert '<mark style="background:#bfe3ee;color:#000">boundary</mark>' in text
    assert 'ferry office in <mark style="background:#bfe3ee;color:#000">Port Ellery</mark> . The' in text
    hostile = nerkit.evaluate([["B-<i>x"]], [["B-PER"]], task="bio").errors()._repr_html_()
    assert "<i>" not in hostile
    assert "&lt;i&gt;" in hostile


def test_brackets_of_a_text_are_no_marks():
    """The item is marked where it stands in brackets of ours."""
    gold = [("[a] Ann [b]", [(4, 7, "PER")])]
    text = nerkit.evaluate(gold, [("[a] Ann [b]", [])], task="spans").errors()._repr_html_()
    assert '[a] <mark style="background:#f6c4c0;color:#000">Ann</mark> [b]' in text


def test_the_page_of_a_command_has_no_colours():
    listed = nerkit.evaluate(GOLD, SYSTEM).errors(items=1)
    assert "<mark" not in listed.render("html")


def test_the_magic_runs_a_command(capsys):
    """A table as HTML; other text is printed; what is wrong is one line."""
    shown = ipython.magic(f"bio -g '{GOLD}' -s system={SYSTEM}")
    result = nerkit.evaluate(GOLD, SYSTEM, task="bio")
    assert shown._repr_html_().strip() == result.render("html").replace(SYSTEM, "system").strip()
    assert ipython.magic("--version") is None
    assert capsys.readouterr().out.startswith("nerkit")
    assert ipython.magic(f"bio -g nothing.bio -s {SYSTEM}") is None
    assert capsys.readouterr().err.startswith("error: nothing.bio: no such file")
    assert ipython.magic("bio -g 'open") is None
    assert capsys.readouterr().err == "error: No closing quotation\n"


def test_no_word_of_a_line_is_for_a_shell(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    ipython.magic("bio -g $(touch ran) -s x;touch ran")
    assert list(tmp_path.iterdir()) == []


def test_a_notebook(tmp_path, monkeypatch):
    """Executed by a kernel: the extension loads, and results, errors, pages and the magic are HTML."""
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    monkeypatch.setenv("PYTHONPATH", str(Path(nerkit.__file__).parents[1]))
    cells = [
        "%load_ext nerkit",
        f"import nerkit; result = nerkit.evaluate({GOLD!r}, {SYSTEM!r}); result",
        "result.errors(items=9)",
        "result.report()",
        f"%nerkit bio -g {GOLD} -s {SYSTEM}",
    ]
    kernel = {"argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]}
    folder = tmp_path / "kernels" / "this"
    folder.mkdir(parents=True)
    (folder / "kernel.json").write_text(json.dumps(kernel | {"display_name": "this", "language": "python"}))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(notebook, kernel_name="this", timeout=60).execute()
    html = [
        "".join(out.get("data", {}).get("text/html", "") for out in cell.outputs) for cell in notebook.cells
    ]
    assert html[0] == ""
    assert html[1].startswith('<section id="scores"')
    assert html[2].count("<mark") >= 2
    assert html[3].startswith("<iframe")
    assert html[4].startswith('<section id="scores"')
    look(tmp_path / "notebook.html", html)


def look(path, html):
    """Tables of scores, marks on colours, the page in its frame: in a browser, where one is there."""
    webdriver = pytest.importorskip("selenium.webdriver")
    if not (shutil.which("chromium") and shutil.which("chromedriver")):
        return
    path.write_text("<!doctype html><meta charset=utf-8>" + "".join(html), encoding="utf-8")
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    with webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver"))) as driver:
        driver.get(path.as_uri())
        tables = driver.find_elements("css selector", "section#scores table")
        assert [table.is_displayed() for table in tables] == [True, True]
        assert "chunk" in tables[0].text
        marks = driver.find_elements("tag name", "mark")
        assert marks[0].value_of_css_property("background-color") == "rgba(191, 227, 238, 1)"
        assert all(mark.is_displayed() for mark in marks)
        driver.switch_to.frame(driver.find_element("tag name", "iframe"))
        headline = driver.find_element("id", "headline")
        assert headline.is_displayed()
        assert headline.get_attribute("data-measure") == "chunk"
