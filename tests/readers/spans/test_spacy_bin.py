"""spaCy's DocBin."""

import io
import sys
import zlib

import pytest
from cli.test_conversions import DOCBIN

from nerkit import readers
from nerkit.corpora.spans import Spans
from nerkit.errors import InputError
from nerkit.io import Source


def read(data, **options):
    return readers.reading("spacy-bin", Spans)([Source(io.BytesIO(data), "x.spacy")], **options)


def test_without_spacy_it_says_what_to_install(run, write, monkeypatch):
    """With exit code 2, whatever command it is."""
    monkeypatch.setitem(sys.modules, "spacy", None)
    path = write("x.spacy", DOCBIN)
    done = run("evaluate", "-g", path, "-s", path)
    assert done.code == 2
    assert done.err == (f"error: {path}: a DocBin, which spaCy reads\n  install it: pip install spacy\n")


def test_data_that_expand_without_end():
    """Twenty kilobytes that become twenty megabytes are refused before spaCy gets them."""
    bomb = zlib.compress(bytes(20_000_000), 9)
    with pytest.raises(InputError, match="that expand more than 200 times"):
        read(bomb)


def test_entities_and_groups():
    """Entities have labels and ids; a group is read instead if it is named."""
    pytest.importorskip("spacy")
    spans = read(DOCBIN)
    assert (spans.start.tolist(), spans.end.tolist(), spans.texts) == ([0], [7], ["Tolkien left"])
    assert (spans.fields["type"].value(0), spans.fields["eid"].value(0)) == ("PER", "Q892")
    assert read(DOCBIN, spans_key="sc").end.tolist() == [12]
    with pytest.raises(InputError, match="no group of spans 'x'; there is sc"):
        read(DOCBIN, spans_key="x")


def test_damaged_data():
    """It is no traceback of zlib or msgpack."""
    pytest.importorskip("spacy")
    for data in (DOCBIN[:100], b"x\x9c" + DOCBIN[40:], b"x\x9c"):
        with pytest.raises(InputError, match="not a DocBin of spaCy"):
            read(data)
