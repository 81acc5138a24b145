"""The generated part of docs/formats.md: each format once, with all that a reader of the page looks for."""

import io
import re
from pathlib import Path

import pytest
from format_cases import CASES
from tries import each

from nerkit import readers
from nerkit.io import expand
from nerkit.readers import FORMATS
from nerkit.readers.sample import Sample, recognises
from scripts.format_pages import ABOUT, MARK, completed

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
SECTIONS = dict(
    re.findall(r'^<a id="format-([\w-]+)"></a>\n(.*?)(?=^<a id=|\Z)', PAGE, re.MULTILINE | re.DOTALL)
)
WITHOUT = ("spacy-bin",)  # whose files are no text


def test_each_format_has_a_section():
    """In the order of the register, behind one mark; other pages stay as they are."""
    assert list(SECTIONS) == list(FORMATS)
    assert completed("A page.\n") == "A page.\n"
    assert PAGE.count(MARK) == PAGE.count(ABOUT) == 1


@each("name", FORMATS)
def test_a_section_says_what_is_asked(name):
    """An example, what it holds, how it is recognised, what is forgiven and refused."""
    section = SECTIONS[name]
    assert ("```text\n" in section) == (name not in WITHOUT)
    assert re.search(r"^- \*\*Holds\*\*: \w+.*, for `nerkit \w+`", section, re.MULTILINE)
    assert re.search(r"^- \*\*Recognised\*\*: \w+", section, re.MULTILINE)
    assert ("**Forgiven and counted**" in section) == bool(readers.reader(name).forgives)
    assert ("**Refused**" in section) >= ("bad" in CASES[name])


FIRST = re.compile(r"```text\n(.*?)\n```", re.DOTALL)
LINES = {  # format -> its example, where that is one line of JSON
    name: match[1]
    for name, text in SECTIONS.items()
    if (match := FIRST.search(text)) and re.fullmatch(r"\{.*\}", match[1])
}


@pytest.mark.parametrize("name", LINES)
def test_an_example_of_json_is_read(name):
    """Its reader takes it for its own, and reads it, where nothing is left out."""
    assert recognises(name, Sample(LINES[name]))
    if "…" not in LINES[name]:
        assert readers.reader(name).read(expand(io.StringIO(LINES[name])))
