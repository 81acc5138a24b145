"""docs/limits.md is true to the code, and what is larger than a limit ends in its message."""

import gzip
import importlib
import io
import re
import subprocess
from pathlib import Path

import pytest
from tries import each

import nerkit
from nerkit import io as nio
from nerkit import readers
from nerkit.exceptions import InputError, UnreadableError
from nerkit.ground import limits
from nerkit.readers import json_text

PAGE = (Path(nerkit.__file__).parents[1] / "docs" / "limits.md").read_text(encoding="utf-8")
ROWS = {
    row[1]: (row[2], row[3])
    for row in re.findall(r"^\| ([^|]*) \| `(\w+)` \| ([^|]*) \| (.*) \|$", PAGE, re.MULTILINE)
}
CONSTANTS = {name: value for name, value in vars(limits).items() if name.isupper()}


def written(name):
    value = CONSTANTS[name]
    return limits.size(value) if value % (1 << 20) == 0 else f"{value:,}"


def test_the_page_names_every_limit():
    """No more and no fewer than the code has."""
    assert sorted(ROWS) == sorted(CONSTANTS)


@each("name", CONSTANTS)
def test_the_page_gives_the_value(name):
    """In the column of values."""
    assert ROWS[name][0].removesuffix(" times") == written(name)


ELSEWHERE = dict(re.findall(r"^\| [^|]* \| `(nerkit\.[\w.]+)` \| ([^|]*) \| .* \|$", PAGE, re.MULTILINE))


@pytest.mark.parametrize("name", ELSEWHERE)
def test_the_page_gives_the_value_of_limits_elsewhere(name):
    """Those that stand in the module that uses them; the page has the number that is written there."""
    module, constant = name.rsplit(".", 1)
    value = getattr(importlib.import_module(module), constant)
    spelt = {(1e-100, 1e100): "1e-100 to 1e+100", 2**53: "2**53"}
    assert ELSEWHERE[name] == spelt.get(value, f"{value:,}" if isinstance(value, int) else "")


def test_the_page_has_the_limits_elsewhere():
    """A limit that a module states for itself, with what happens beyond it."""
    assert len(ELSEWHERE) == 20
    assert all(ELSEWHERE.values())


@pytest.mark.parametrize("text", [b"a" * 900, b"x\n" + b"a" * 900, b"a" * 900 + b"\nx"])
def test_a_long_line_is_an_error_with_its_place(write, monkeypatch, text):
    """Wherever it stands, with blocks of several sizes, which are smaller than the longest line."""
    monkeypatch.setattr(nio, "HEAD", 50)
    for block in (1, 100, 700):
        monkeypatch.setattr(nio, "BLOCK", block)
        (source,) = nio.expand(write("long", text))
        with pytest.raises(UnreadableError, match="the line is longer than") as raised:
            list(source.blocks(800))
        assert raised.value.line == 1 + text.startswith(b"x")


def test_reading_a_long_line_is_linear(write, monkeypatch):
    """The bytes that are copied grow with the line: each piece is joined once."""
    monkeypatch.setattr(nio, "BLOCK", 10)
    monkeypatch.setattr(nio, "HEAD", 10)
    (source,) = nio.expand(write("long", b"a" * 100_000))
    ((line, text),) = source.blocks()
    assert (line, len(text)) == (1, 100_000)


@pytest.mark.parametrize("text", [b"a\nb\0c\n", b"a\r\nb\0c", b"x" * 70_000 + b"\nb\0"])
def test_a_nul_is_an_error_with_its_place(write, text):
    """On the second line, in the second column."""
    for read in (lambda source: list(source.blocks()), lambda source: source.characters()):
        (source,) = nio.expand(write("nul", text))
        with pytest.raises(UnreadableError, match="NUL") as raised:
            read(source)
        assert (raised.value.line, raised.value.column) == (2, 2)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_utf16_is_named(write, encoding):
    """With and without a byte order mark."""
    (source,) = nio.expand(write("wide", "Anna B-PER\nmet O\n".encode(encoding)))
    with pytest.raises(UnreadableError, match=encoding[:6].upper()):
        source.text()


def test_a_bomb_is_refused_and_a_text_that_compresses_well_is_not(write, monkeypatch):
    """The growth counts from a size on."""
    (source,) = nio.expand(write("good.gz", gzip.compress(b"a O\n" * 50_000)))
    assert source.text().count("\n") == 49_999
    monkeypatch.setattr(nio, "EXPANDED", 100_000)
    (source,) = nio.expand(write("bomb.gz", gzip.compress(b"a O\n" * 50_000)))
    with pytest.raises(UnreadableError, match="expand more than 200 times"):
        source.text()


def test_a_text_that_is_read_as_a_whole_has_a_limit(write):
    """In characters, newlines included."""
    (source,) = nio.expand(write("text", b"ab\n" * 10))
    assert source.text(largest=30).count("ab") == 10
    (source,) = nio.expand(write("text", b"ab\n" * 11))
    with pytest.raises(UnreadableError, match="reads a text as a whole"):
        source.text(largest=30)


@pytest.mark.parametrize(
    ("command", "name", "text", "limit"),
    [
        ("coref", "coref-json", '{"sentences": [400000000], "clusters": [[[0, 1]]]}', "MOST_WORDS"),
        ("coref", "coref-json", "[" * 100_000 + "]" * 100_000, "DEEPEST_JSON"),
        ("coref", "coref-json", '{"clusters": ' + "[" * 900 + "1" + "]" * 900 + "}", "DEEPEST_JSON"),
        ("coref", "coref-json", '{"clusters": [[[0, ' + "1" * 5000 + "]]]}", "MOST_DIGITS"),
        ("noisy", "entity-json", '{"a":' * 100_000 + "1" + "}" * 100_000, "DEEPEST_JSON"),
        ("mrp", "mrp", '{"id": "1", "nodes": ' + "[" * 100_000 + "]" * 100_000 + "}", "DEEPEST_JSON"),
        ("amr", "penman", "(a / b :x " + "".join(f"(a{i} / b :x " for i in range(20_000)), "DEEPEST_GRAPH"),
    ],
)
def test_the_message_is_that_of_the_page(run, write, command, name, text, limit):  # noqa: PLR0917
    """With the place, exit 2."""
    path = write("input", text.encode())
    result = run(command, "--from", name, "-g", path, "-s", path)
    assert result.code == 2
    assert re.search(r"input:1:\d+: ", result.err)
    assert any(message in result.err for message in re.findall(r"`([^`]+)`", ROWS[limit][1]))


def test_brackets_in_strings_are_no_depth():
    """Text may hold as many as it likes."""
    from nerkit.readers.json_text import decode

    assert decode('["' + "[" * 1000 + '"]') == ["[" * 1000]
    assert decode("[" + ",".join("[1]" for _ in range(500)) + "]") == [[1]] * 500


def test_what_begins_no_json_is_not_read_to_its_end(write):
    """Lines that are no JSON are an error at their place, after some of them."""
    from nerkit.readers.json_text import values

    taken = []

    def lines():
        for number in range(1, 10_000_000):
            taken.append(number)
            yield number, "{"

    with pytest.raises(InputError, match="not valid JSON"):
        list(values("x", lines()))
    assert len(taken) < 100_000


def endless(line):
    """The reading end of a pipe into which another process writes a line again and again."""
    writer = subprocess.Popen(["yes", line], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return writer, writer.stdout


@pytest.mark.parametrize(
    ("line", "name", "limit"),
    [
        ("", "bio", "MOST_STREAM_LINES"),
        ("a O", "bio", "LARGEST_STREAM"),
        ('[{"text": "a"},', "spacy", "LARGEST_STREAM"),
        ('{"text": "a", "ents": []}', "spacy", "MOST_STREAM_VALUES"),
        ('{"text": "a", "ents": []},', "spacy", "LARGEST_STREAM"),
    ],
)
def test_a_stream_that_never_ends_is_refused(line, name, limit, monkeypatch):
    """Lines, values or bytes, whichever are too many first; of a file they may be more."""
    monkeypatch.setattr(nio, "LARGEST_STREAM", 3 << 20)
    monkeypatch.setattr(nio, "MOST_STREAM_LINES", 50_000 if limit == "MOST_STREAM_LINES" else 10**7)
    monkeypatch.setattr(json_text, "MOST_STREAM_VALUES", 1_000)
    writer, stream = endless(line)
    try:
        with pytest.raises(UnreadableError, match="may never end"):
            readers.reader(name).read([nio.Source(stream, "<pipe>")])
    finally:
        writer.kill()
        stream.close()
        writer.wait()


def test_a_file_may_be_longer_than_a_stream(write, monkeypatch):
    """Of a file the size is known, and of what is in memory."""
    monkeypatch.setattr(nio, "LARGEST_STREAM", 10)
    monkeypatch.setattr(nio, "MOST_STREAM_LINES", 2)
    (source,) = nio.expand(write("text", b"ab\n" * 10))
    assert source.text().count("ab") == 10
    assert nio.Source(io.BytesIO(b"ab\n" * 10), "x").text().count("ab") == 10


def test_a_stream_of_rows_that_never_ends_is_refused(monkeypatch, write):
    """Sentences to be parsed and tables beside the data: of each line an object is made."""
    monkeypatch.setattr(nio, "MOST_STREAM_ROWS", 50_000)
    writer, stream = endless("book the flight")
    source = nio.Source(stream, "<pipe>")
    source.is_table = True
    try:
        with pytest.raises(UnreadableError, match="has more than 50,000 lines, and may never end"):
            list(source.lines())
    finally:
        writer.kill()
        stream.close()
        writer.wait()
    assert nio.single(str(write("table", b"a\tb\n"))).is_table
