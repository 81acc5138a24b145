"""docs/messages.md: each coded message once, in its own words, with a cause and a cure."""

import re
from pathlib import Path

from nerkit.ground.sentences import SENTENCES
from scripts import manual_pages

PAGE = (Path(__file__).parents[2] / "docs" / "messages.md").read_text(encoding="utf-8")
ROW = re.compile(r'^\| <a id="(\w+)"></a>(\w+) \| (.+?) \| (.+) \| (.+) \|$', re.MULTILINE)


def test_each_code_has_a_row_with_its_message(run):
    """As `nerkit validate --list` says them."""
    listed = [line.split("  ", 1) for line in run("validate", "--list").out.splitlines()]
    rows = {code: message for anchor, code, message, _, _ in ROW.findall(PAGE) if anchor == code}
    assert rows == {code: message.replace("|", "\\|") for code, message in listed}
    assert len(ROW.findall(PAGE)) == len(listed)


def test_each_key_of_a_warning_has_a_row_with_its_sentence():
    """In the order of the table; `make docs` writes them."""
    page = manual_pages.messages(manual_pages.SENTENCES)
    rows = re.findall(r"^\| `([a-z-]+)` \| `(.+)` \|$", page, re.MULTILINE)
    assert [(key, text.replace("\\|", "|")) for key, text in rows] == list(SENTENCES.items())


def test_the_page_has_a_mark_for_the_rows():
    """Behind which nothing is written by hand."""
    begin, _, behind = PAGE.partition(manual_pages.SENTENCES)
    assert behind
    assert "| key | sentence |" not in begin


def test_options_that_are_named_exist(run):
    """`--check` and those of the cures, of some command."""
    helps = "".join(run(name, "--help-all").out for name in ("validate", "bio", "dep", "json", "mrp"))
    for option in re.findall(r"--[a-z][a-z-]+", PAGE):
        assert option in helps
