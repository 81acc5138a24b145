"""spaCy's DocBin."""

import gc
import io
import struct
import sys
import zlib
from contextlib import suppress

import pytest
from format_cases import FILES
from tries import each

from nerkit import readers
from nerkit.exceptions import InputError
from nerkit.io import Source


def read(data, **options):
    return readers.reading("spacy-bin", "spans")([Source(io.BytesIO(data), "x.spacy")], **options)


def test_without_spacy_it_says_what_to_install(run, write, monkeypatch):
    """With exit code 2, whatever command it is."""
    monkeypatch.setitem(sys.modules, "spacy", None)
    path = write("x.spacy", FILES["spacy-bin"])
    done = run("evaluate", "-g", path, "-s", path)
    assert done.code == 2
    assert done.err == (
        f"error: {path}: nerkit needs spaCy to read a DocBin\n  install spaCy: pip install spacy\n"
    )


def test_data_that_expand_without_end():
    """Twenty kilobytes that become twenty megabytes are refused before spaCy gets them."""
    bomb = zlib.compress(bytes(20_000_000), 9)
    with pytest.raises(InputError, match="expand more than 200 times"):
        read(bomb)


def test_entities_and_groups():
    """Entities have labels and ids; a group is read instead if it is named."""
    pytest.importorskip("spacy")
    spans = read(FILES["spacy-bin"])
    assert (spans.start.tolist(), spans.end.tolist(), spans.texts) == ([0], [7], ["Tolkien left"])
    assert (spans.fields["type"].value(0), spans.fields["eid"].value(0)) == ("PER", "Q892")
    assert read(FILES["spacy-bin"], spans_key="sc").end.tolist() == [12]
    with pytest.raises(InputError, match="the file has no group of spans 'x'; there is sc"):
        read(FILES["spacy-bin"], spans_key="x")


def test_damaged_data():
    """It is no traceback of zlib or msgpack."""
    pytest.importorskip("spacy")
    for data in (FILES["spacy-bin"][:100], b"x\x9c" + FILES["spacy-bin"][40:], b"x\x9c"):
        with pytest.raises(InputError, match="not a DocBin of spaCy"):
            read(data)


def with_parts(**parts):
    """The small file with other values in its message."""
    srsly = pytest.importorskip("srsly")
    pytest.importorskip("spacy")
    return zlib.compress(
        srsly.msgpack_dumps({**srsly.msgpack_loads(zlib.decompress(FILES["spacy-bin"])), **parts})
    )


HOSTILE = {
    "arrays in one another": b"\x91" * 100_000,
    "maps in one another": b"\x81\xa1a" * 100_000,
    "an array of 4 billion": b"\xdd\xff\xff\xff\xff",
    "arrays of 1 million in one another": (b"\xdd" + struct.pack(">I", 1_000_000)) * 500 + bytes(1_000_000),
    "a map of 4 billion": b"\xdf\xff\xff\xff\xff",
    "bytes of 4 billion": b"\xc6\xff\xff\xff\xffx",
    "an extension": b"\xc7\x05\x01hello",
    "a timestamp": b"\xd6\xff\xff\xff\xff\xff",
    "a number": b"\x07",
}


@pytest.mark.parametrize("message", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("collects", [True, False])
def test_hostile_messages(message, collects):
    """Depth, lengths and types that are none of a DocBin are errors; memory is collected as before."""
    pytest.importorskip("spacy")
    before = gc.isenabled()
    try:
        (gc.enable if collects else gc.disable)()
        with pytest.raises(InputError, match="not a DocBin of spaCy"):
            read(zlib.compress(message))
        assert gc.isenabled() == collects
    finally:
        (gc.enable if before else gc.disable)()


@each("part", ["attrs", "tokens", "spaces", "lengths", "strings", "cats", "flags"])
@each("value", [None, 1.5, b"x", [[]], {"a": 1}, [2**63]])
def test_parts_of_other_types(part, value):
    """They are errors, or make no difference to the spans."""
    data = with_parts(**{part: value})
    with suppress(InputError):
        assert read(data).end.tolist() in ([7], [])


@pytest.mark.parametrize("offsets", [(100, 112), (-1, 12), (0, 13), (12, 0), (3, 3), (0, 2**31 - 1)])
def test_spans_outside_their_text(offsets):
    """spaCy takes the offsets of a group's spans as they are; they are errors."""
    srsly = pytest.importorskip("srsly")
    group = srsly.msgpack_loads(zlib.decompress(FILES["spacy-bin"]))["span_groups"][0]
    moved = group.replace(struct.pack(">ii", 0, 12), struct.pack(">ii", *offsets))
    assert moved != group
    data = with_parts(span_groups=[moved])
    assert read(data).end.tolist() == [7]
    with pytest.raises(InputError, match=r"not a DocBin of spaCy .* in a text of 12 characters"):
        read(data, spans_key="sc")


def test_entities_that_spacy_refuses():
    """A label that is not in the table of strings is found out when entities are asked for."""
    with pytest.raises(InputError, match="not a DocBin of spaCy"):
        read(with_parts(strings=[""]))
