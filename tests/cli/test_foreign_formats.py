"""Files of formats that nerkit does not read: their name, and what they look like."""

import gzip
import io
import json
import re
import subprocess
import sys

import pytest
from foreign import FOREIGN, HTML_SNIPPET, content
from tries import each, some

from nerkit.readers import unsupported
from nerkit.scorers import SCORERS

COMMANDS = [
    *([task, "-g", "a", "b"] for task in ("evaluate", *SCORERS)),
    ["agree", "a", "b"],
    *(["convert", "a", "--to", to] for to in ("span-tsv", "bio", "ie-jsonl", "mrp", "ptb", "conllx")),
    ["errors", "-g", "a", "b"],
]
VALUES = ("json-ld", "geo-json", "notebook")  # which `nerkit json` compares, and `ie` with a formula
IN_COLUMNS = ("properties", "env", "ctm", "stm", "vocabulary", "plain-markdown")  # as broken columns may be
UNNAMED = ("text", "")  # whose first lines a message may be about
OF_LIBRARIES = ("parquet", "zlib")  # formats that are read, with a library


@pytest.mark.parametrize("name", some(FOREIGN, 30))
def test_no_command_reads_it(run, write, name):
    """Both sides are the same file: no score, no finding, no output; the message says what it looks like."""
    write("a", content(name))
    write("b", content(name))
    for command in COMMANDS:
        if name in VALUES and command[0] == "json":
            continue
        done = run(*command)
        assert (done.code, done.out) == (2, ""), (command, done)
        assert "\ufffd" not in done.err
        assert "\\x" not in done.err
        if (
            command[0] in ("evaluate", "convert", "errors", "spans")
            and name not in OF_LIBRARIES
            and FOREIGN[name][0]
        ):
            assert re.match(r"error: a(:1)?: this looks like ", done.err), (command, done.err)
            assert FOREIGN[name][0] in done.err
        elif FOREIGN[name][0] not in UNNAMED and name not in (*IN_COLUMNS, *VALUES, *OF_LIBRARIES):
            assert FOREIGN[name][0] in done.err, (command, done.err)


@each("name", FOREIGN)
def test_validation_finds_it(run, write, monkeypatch, name):
    """What the file looks like is the one finding; a library that is lacking is no fault of the file."""
    for library in ("pyarrow", "spacy"):
        monkeypatch.setitem(sys.modules, library, None)
    write("a", content(name))
    done = run("validate", "a")
    if name in OF_LIBRARIES:
        assert (done.code, done.out, done.read) == (2, "", ())
        assert ": pip install " in done.err
        return
    assert (done.code, done.err) == (1, "")
    if not FOREIGN[name][0]:  # a broken file of columns
        return
    assert done.read == ("a: nerkit recognises no format",)
    assert re.fullmatch(r"a(:1)?: R101 this looks like .*\n", done.out)
    assert FOREIGN[name][0] in done.out
    assert "\ufffd" not in done.out


def test_validation_goes_on_behind_it(run, write):
    """A page between two files of spans has its finding, and these their formats."""
    for name in ("a", "c"):
        write(name, "d\t0\t4\tPER\n")
    write("b", content("html-page"))
    done = run("validate", "a", "b", "c", "-f", "json")
    shown = json.loads(done.out)
    assert done.code == 1
    assert [one.get("format") for one in shown["inputs"]] == ["span-tsv", None, "span-tsv"]
    assert [row["place"] for row in shown["rows"] if row["code"] == "R101"] == ["b:1"]


@pytest.mark.parametrize("name", ["html-table", "markdown", "csv", "pdf", "tar", "prose"])
def test_pipes_and_compressed_files(run, write, monkeypatch, name):
    """The message is the same for standard input and for compressed files."""
    plain = run("evaluate", "-g", write("g", content(name)), "-s", write("s", content(name)))
    packed = gzip.compress(content(name))
    done = run("evaluate", "-g", write("g", packed), "-s", write("s", packed))
    assert (done.code, done.err) == (2, plain.err)
    write("s", content(name))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content(name))))
    done = run("evaluate", "-g", "-", "-s", "s")
    assert (done.code, FOREIGN[name][0] in done.err, "<stdin>" in done.err) == (2, True, True)


@pytest.mark.parametrize("name", ["html-table", "html-page", "html-snippet", "xml", "bare-rss", "tmx"])
def test_structure_is_no_entity(run, write, name):
    """A document is refused even where tagged text is named: what divides it is not marked in it."""
    write("a", content(name))
    write("b", content(name))
    for task in ("noisy", "spans"):
        assert (
            'use nerkit noisy with form="inline" to read the file as tagged text'
            not in run(task, "-g", "a", "b").err
        )
    done = run("noisy", "-g", "a", "b", "--from", "inline")
    assert (done.code, done.out) == (2, "")
    assert "elements that are the structure of a document, not entities: " in done.err


@pytest.mark.parametrize("name", ["xml", "bare-timeml"])
def test_structure_is_taken_out(run, write, name):
    """The remedy works when it is typed: the elements that are left are entities."""
    write("a", content(name))
    (line,) = re.findall("^  (sed .*)", run("noisy", "-g", "a", "a").err, re.MULTILINE)
    subprocess.run(["bash", "-c", line], check=True)
    done = run("noisy", "-g", "a.txt", "a.txt", "--from", "inline", "-b")
    assert (done.code, done.out) == (0, "1.0\n")


def test_a_format_of_a_preset(run, write):
    """Every task names the task and the preset that read TimeML."""
    write("a", content("bare-timeml"))
    for task in ("noisy", "spans", "ie", "evaluate"):
        done = run(task, "-g", "a", "a")
        assert (done.code, "nerkit ie with --preset temporal reads such a file" in done.err) == (2, True)
    assert run("ie", "-g", "a", "a", "--preset", "temporal").code == 0


@pytest.mark.parametrize("name", VALUES)
def test_json_of_others_is_compared_by_name(run, write, name):
    """`nerkit json` takes any JSON."""
    write("a", content(name))
    assert "nerkit json compares the values of any JSON" in run("evaluate", "-g", "a", "a").err
    assert run("json", "-g", "a", "a", "-b").out == "1.0\n"


@pytest.mark.parametrize(
    "text",
    [
        '<entity type="PER" id="1">Tolkien</entity> left <entity type="LOC">Oxford</entity>.\n',
        "<PER>Tolkien</PER> left <LOC>Oxford.\nHe <DATE>never</DATE> came back.\n",  # one tag is open
        "<ENAMEX TYPE='PERSON'>Tolkien</ENAMEX> left <b>at</b> <TIMEX TYPE='DATE'>noon</TIMEX>.\n",
        "<P>adults</P> with <I>aspirin</I> and <O>pain</O> and <P>age</P>\n",  # labels of one letter
        "# Notes\n\n[Tolkien](PER) left [Oxford](LOC), see [this](https://example.org).\n",
        "<ORG><LOC>Oxford</LOC> University</ORG>\n",
        "Tolkien [PER] left Oxford [LOC].\n",
        "From Oxford to <LOC>London</LOC>: import duties and exports.\n",
    ],
)
def test_marked_texts_are_still_read(run, write, text):
    """Attributes, misfits and links beside entities are no reason to refuse a text."""
    path = write("a.txt", text)
    assert run("noisy", "-g", write("g.txt", "<PER>Tolkien</PER> left <LOC>Oxford</LOC>\n"), path).code == 0
    assert unsupported.looks_like(text, surely=True) is None


@pytest.mark.parametrize(
    "text",
    [
        "# comment\nFrom O\nTolkien B-PER\n",
        "From: O\nTo: O\nTolkien B-PER\n",
        "FROM O\nLONDON B-LOC\n",
        "--- O\n+++ O\n@@ O\nTolkien B-PER\n",
        "#!  O\nTolkien B-PER\n",
        "<PER> O\nTolkien B-PER\n",
        "import O\nTolkien B-PER\n",
    ],
)
def test_columns_of_tags_are_still_read(run, write, text):
    """Words that other formats begin with are words."""
    path = write("a.bio", text)
    assert run("evaluate", "-g", path, path, "-b").out == "1.0\n"


def test_two_texts_are_needed(run, write):
    """One element without other text is no marked text by itself; a page is not, whatever is marked in it."""
    for text in (HTML_SNIPPET, "<x><y>a</y><z>b</z></x>\n", "<PER>Tolkien</PER>\n"):
        path = write("a.txt", text)
        assert run("noisy", "-g", path, path).code == 2
    assert run("noisy", "-g", path, path, "--from", "inline").code == 0


def test_a_line_is_no_header(run, write):
    """Of an empty table; the columns of annotations are."""
    path = write("a.tsv", "a\tb\tc\n")
    assert run("spans", "-g", path, path).code == 2
    path = write("b.tsv", "document\tstart\tend\n")
    assert run("spans", "-g", path, path, "--from", "span-tsv").code == 0
    path = write("c.tsv", "name\tborn\tdied\nTolkien\t1892\t1973\n")
    done = run("spans", "-g", path, path)
    assert (done.code, "CSV, tabs between name, born, died" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("# Title\n\nSee [the page](http://x.org/a) now.\n", "Markdown"),
        ("name: x\nlang: [a]\nsteps:\n  - run: y\n", "settings"),
        ("A=1\nB=two\n", "settings"),
    ],
)
@pytest.mark.parametrize("command", ["bio", "noisy"])
def test_an_error_in_the_first_lines_says_what_the_file_looks_like(run, write, command, text, name):
    """Lines of two words may be columns; a damaged column file is told as before."""
    path = write("strange", text)
    done = run(command, "-g", path, path)
    assert (done.code, done.out) == (2, "")
    assert f"this looks like {name}" in done.err
    damaged = write("damaged", "Anna B-PER\nmet X-O\n")
    assert "looks like" not in run(command, "-g", damaged, damaged).err
