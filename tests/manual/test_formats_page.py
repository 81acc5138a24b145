"""The generated parts of docs/formats.md and docs/formats/: each format once, with all that you look for."""

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
from scripts.format_pages import ABOUT, FAMILIES, MARK, completed, of_family

DOCS = Path(__file__).parents[2] / "docs"
LIST = (DOCS / "formats.md").read_text(encoding="utf-8")
PAGES = {name: (DOCS / "formats" / f"{name}.md").read_text(encoding="utf-8") for name in FAMILIES}
SECTIONS = {
    name: section
    for page in PAGES.values()
    for name, section in re.findall(
        r'^<a id="format-([\w-]+)"></a>\n(.*?)(?=^<a id=|\Z)', page, re.MULTILINE | re.DOTALL
    )
}
WITHOUT = ("spacy-bin",)  # whose files are no text


def test_each_format_has_a_section():
    """On the page of its family, behind one mark, and the list links to it; other pages stay as they are."""
    assert sorted(path.stem for path in (DOCS / "formats").glob("*.md")) == sorted(FAMILIES)
    assert list(SECTIONS) == [name for family in FAMILIES for name in of_family(family)]
    assert sorted(SECTIONS) == sorted(FORMATS)
    assert completed("A page.\n", "spans") == "A page.\n"
    assert all(page.count(MARK) == page.count(ABOUT) == 1 for page in PAGES.values())
    assert re.findall(r"#format-([\w-]+)\)", LIST) == list(SECTIONS)


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
