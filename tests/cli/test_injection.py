"""Ids, labels, excerpts and file names of other people do no harm where they are printed."""

import csv
import io
import re
from xml.etree import ElementTree as ET

import pytest

COMMAND = re.compile(r"^\s*::|##\w*\[", re.MULTILINE)
EVIL = ("::error::x", " ::set-output name=a::b", "##[warning]x", "a ##vso[task]b")


def lines_of(text):
    """The lines that a build server could take for commands."""
    return [line for line in text.split("\n") if COMMAND.search(line)]


@pytest.fixture
def score(run, write, monkeypatch):
    """Score span TSV whose document and label are this text, one item right and one wrong."""
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)

    def command(name, text, *options):
        gold = write("gold.tsv", f"{text}\t0\t1\t\t\t{text}\n{text}\t3\t4\t\t\t{text}\n")
        system = write("s.tsv", f"{text}\t0\t1\t\t\t{text}\n{text}\t5\t6\t\t\t{text}\n")
        return run(name, "-g", gold, system, *options)

    return command


@pytest.mark.parametrize("text", EVIL)
@pytest.mark.parametrize("form", ["github", "table", "latex"])
def test_ids_and_labels_are_no_commands(score, text, form):
    """`errors` begins a line with a document id; so do cuts of scores with labels."""
    for name, options in (
        ("errors", ()),
        ("errors", ("--summary",)),
        ("errors", ("--confusion",)),
        ("spans", ("--by", "label", "--by", "document")),
    ):
        done = score(name, text, "-f", form, *options)
        assert done.code == 0
        own = [line for line in lines_of(done.out) if line.startswith("::warning file=") and name == "errors"]
        assert len(own) == (2 if form == "github" and not options else 0)  # ours, at the lines of items
        assert [line for line in lines_of(done.out) if line not in own] == lines_of(done.err) == []


@pytest.mark.parametrize("text", EVIL)
def test_excerpts_on_stderr_are_no_commands(run, write, text):
    """The offending line stands after blanks, which a server skips; the error's own annotation is the only
    command.
    """
    bad = write("bad.tsv", f"{text.replace('##', 'd ##')}\n")
    done = run("spans", "-g", bad, bad, "--from", "span-tsv")
    assert done.code == 2
    assert "columns are needed" in done.err or "1 column where" in done.err
    assert lines_of(done.err) == []
    annotated = run("spans", "-g", bad, bad, "--from", "span-tsv", "-f", "github")
    assert len(lines_of(annotated.err)) == 1
    assert annotated.err.startswith("::error file=")


@pytest.mark.parametrize("name", ["::error::x", "##[warning]x", "a\n::error::x", "a\r::error::x"])
def test_file_names_are_no_commands(run, write, name):
    """Of inputs that cannot be read, that do not exist, and that are systems of a table."""
    bad, good = write(name, "x\n"), write("g.tsv", "d\t0\t1\n")
    for arguments in (("-g", name, name), ("-g", f"{name}.none", name), ("-g", good, name)):
        done = run("spans", *arguments, "--from", "span-tsv")
        assert (done.code, lines_of(done.err), lines_of(done.out)) == (2, [], [])
    bad.write_bytes(good.read_bytes())
    done = run("spans", "-g", good, name, good, "-f", "table")
    assert (done.code, lines_of(done.err), lines_of(done.out)) == (0, [], [])


def test_wrong_usage_is_no_command(run):
    """What was typed is quoted by the parser of options."""
    done = run("spans", "-g", "::error::x", "--nonsense\n::error::x")
    assert (done.code, lines_of(done.err)) == (2, [])


@pytest.mark.parametrize("form", ["table", "github", "markdown", "html", "latex", "junit"])
def test_control_and_bidirectional_characters_are_shown(score, form):
    """In every format for people, in labels, ids and headers."""
    text = "P\x1b[31m\u202eX"
    for options in (
        ("--by", "label", "--by", "document"),
        ("--fail-under", "sets::span=0", "-m", "sets::span"),
    ):
        done = score("spans", text, "-f", form, *options)
        assert not re.search("[\x1b\u202e]", done.out + done.err)
    if form == "table":
        assert r"P\x1b[31m\u202eX" in score("errors", text).out


def test_colour_is_ours(score):
    """The header of a table and the word before a warning are still bold."""
    done = score("spans", "P\x1b[31m", "--color", "always")
    assert done.out.count("\x1b") == 2


def test_junit_is_xml_for_any_label(run, write):
    """Characters that XML cannot hold are shown by their codes."""
    label = '\\u0000\\u001b\\uffff\\ud800\\u0085<&\\"'
    gold = write("g.json", f'{{"text": "Anna", "spans": [{{"start": 0, "end": 4, "label": "{label}"}}]}}')
    done = run("spans", "-g", gold, gold, "-f", "junit", "--by", "label", "--from", "spacy")
    names = [case.attrib["name"] for case in ET.fromstring(done.out)[0]]
    assert r'sets::span/\x00\x1b\uffff\ud800\x85<&"' in names


@pytest.mark.parametrize(
    "text",
    [
        *("[a](http://b.c)", "![a](b)", "@name", "a@b.c", "#123", "a/b#1", "https://x.y", "www.x.y"),
        *("`a`", "&lt;", "<b>"),
    ],
)
def test_markdown_shows_labels_as_they_are(score, text):
    """No link, image, mention, reference or address is left, and without the escapes the label is there."""
    done = score("spans", text, "-f", "markdown", "--by", "label")
    (cell,) = {line.split(" | ")[1].strip() for line in done.out.splitlines()[2:3]}
    assert not re.search(r"(?<!\\)[\[\]`]|@\w|#\d|[a-z]://|www\.|(?<!\\)<b|(?<!\\)&", cell)
    assert re.sub(r"<!-- -->|\\(?=[^\w\s])", "", cell) == text


def test_the_summary_of_a_workflow_is_escaped(score, write, monkeypatch, tmp_path):
    """Its table and its list of gates that failed."""
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    gold = "@name"
    done = score("spans", gold, "-f", "github", "--fail-under", "sets::span/@name=0.9", "-m", "sets::span")
    assert done.code == 1
    assert "@name" not in (tmp_path / "summary.md").read_text()


@pytest.mark.parametrize("text", ["a\rb", '"a,b', "=1+1", "::error::x", "##[warning]x", "a\x1b", " a "])
def test_csv_is_exact(run, write, text):
    """A reader of CSV gets the label as it stands in the file."""
    spans = [{"start": 0, "end": 4, "label": text}]
    import json

    gold = write("g.json", json.dumps({"text": "Anna", "spans": spans}))
    done = run("spans", "-g", gold, gold, "-f", "csv", "--by", "label", "--from", "spacy", "-m", "sets::span")
    labels = {row["label"] for row in csv.DictReader(io.StringIO(done.out, newline=""))}
    assert labels == {text, "*"}


def test_drawings_do_no_harm(run, write):
    """Texts and types that are drawn above the rows of noisy text."""
    gold = write("g.bio", "##[warning]x O\nAnna\x1b B-::x\n")
    done = run("noisy", "-g", gold, gold, "--show-alignment")
    assert done.code == 0, done.err
    assert lines_of(done.out) == []
    assert "\x1b" not in done.out


def test_a_latex_row_cannot_be_an_option_of_the_row_above(score):
    """After the end of a row a bracket or an asterisk would be read as its argument."""
    done = score("errors", "[9cm]", "-f", "latex")
    assert done.code == 0
    assert not any(line.startswith(("[", "*")) for line in done.out.splitlines())


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (
            ("evaluate", "--shard-size", "1B"),
            "".join(f'{{"id": "{i}\\ud800", "tokens": ["T"], "ner_tags": ["B-P"]}}\n' for i in "ab"),
        ),
        (("evaluate", "--from", "answers", "-g", "gold.jsonl"), '{"ents": [{"a\\udc80b": "a\\udc80b"}]}'),
        (
            ("convert", "--to", "bio", "--lossy"),
            '{"doc_key": "a", "sentences": [["\\ud800"]], "ner": [[[0, 0, "P\\ud800"]]]}\n',
        ),
    ],
)
def test_halves_of_characters(run, write, arguments, text):
    """JSON holds them, UTF-8 does not: in ids in shards, in strings, in words that become tags."""
    file = write("f.jsonl", text)
    write("gold.jsonl", '{"text": "Tolkien left", "ents": [{"start": 0, "end": 7, "label": "PER"}]}')
    name, *options = arguments
    gold = () if name == "convert" or "-g" in options else ("-g", file)
    done = run(name, *gold, file, *options)
    assert done.code == 0, done.err


@pytest.mark.parametrize(
    ("id_", "columns"), [("漢字", 4), ("e\u0301", 1), ("\u202eb", 7), ("\u200d", 0), ("\U000e0041", 10)]
)
def test_the_caret_stands_under_its_column(run, write, id_, columns):
    """Wide letters take two columns, marks and what joins letters none, what is shown by its code as many."""
    bad = write("bad.tsv", f"{id_}\tx\t0\n")
    error = run("spans", "-g", bad, bad, "--from", "span-tsv").err.split("\n")
    assert error[2] == "  " + " " * columns + "\t^"
