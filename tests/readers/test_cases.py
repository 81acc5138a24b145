"""What formats read and refuse, as tables: `cases/FORMAT.toml`, of which `cases/README.md` tells."""

import io

import numpy as np
import pytest
from format_cases import CASES
from tries import each

from nerkit import readers
from nerkit.algorithms.columns import Column
from nerkit.corpora.tags import Tag
from nerkit.exceptions import InputError
from nerkit.io import expand
from nerkit.readers.leniency import strictness
from nerkit.readers.sample import Sample, recognises
from nerkit.readers.tags.spelling import spelt

KINDS = {"Documents": "records", "Mentions": "mentions", "Spans": "spans"}
WITHOUT_REMEDY = ("penman", "spacy", "gliner")  # formats of which some errors say no more than what is wrong
OF_FILE = {  # what a file says besides good and bad texts
    *(
        *("small", "base64", "further", "several", "changed", "gold", "holds", "takes", "numbered"),
        *("head", "line"),
    ),
    *("recognised", "others"),
}
KEYS = {"good": {"text", "as", "columns"}, "bad": {"text", "as", "strict", "line", "column", "message"}}


def listed(verdict):
    """The format and the table of each case."""
    return [(form, table) for form, tables in sorted(CASES.items()) for table in tables.get(verdict, ())]


def read(form, table):
    """The corpus that the text of a case is."""
    reader = readers.reading(form, KINDS.get(table.get("as"), ""))
    return reader(expand(io.StringIO(table["text"])))


def column(corpus, name):
    """A column of a corpus, or a field of it, as a list; an empty text stands for nothing."""
    named = getattr(corpus, "fields", None) or getattr(corpus, "columns", None) or {}
    values = named[name] if name in named else getattr(corpus, name)
    if isinstance(values, Column):
        values = [values.value(row) for row in range(len(values.codes))]
    listed = values.tolist() if isinstance(values, np.ndarray) else values
    shown = [spelt(value) if isinstance(value, Tag) else value for value in listed]
    return ["" if value is None else value for value in shown]


@each("form, table", listed("good"))
def test_what_is_read(form, table):
    """A corpus has these columns."""
    corpus = read(form, table)
    assert {name: column(corpus, name) for name in table["columns"]} == table["columns"]


@each("form, table", listed("bad"))
def test_what_is_refused(form, table):
    """An error says what is wrong, and where; it quotes the line, and says what to do."""
    with strictness(strict=table.get("strict", False)), pytest.raises(InputError) as error:
        read(form, table)
    raised = error.value
    place = {"line": raised.line, "column": raised.column, "message": raised.problem}
    assert {key: value for key, value in place.items() if value is not None} == {
        key: table[key] for key in place if key in table
    }
    if raised.text is not None:
        assert table["text"].split("\n")[raised.line - 1].startswith(raised.text)
    assert raised.remedy or form in WITHOUT_REMEDY


@each("form", sorted(CASES))
def test_what_is_recognised(form):
    """Texts that a format takes for its own, and texts of others."""
    known = {text for key in ("recognised", "others") for text in CASES[form].get(key, ())}
    assert {text for text in known if recognises(form, Sample(text))} == {*CASES[form].get("recognised", ())}


@each("form", sorted(CASES))
def test_a_file_of_cases_is_called_after_its_format(form):
    """It has a small file, tables of good and of bad texts, and no other keys."""
    assert form in readers.FORMATS
    assert not {"small", "base64"}.isdisjoint(CASES[form])
    assert CASES[form].keys() <= KEYS.keys() | OF_FILE
    for verdict, keys in KEYS.items():
        assert all(table.keys() <= keys for table in CASES[form].get(verdict, ()))


def test_every_format_has_a_file_of_cases():
    """Whatever is asked of all formats is asked of it."""
    assert CASES.keys() == readers.FORMATS.keys()
