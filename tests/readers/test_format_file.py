"""Formats that a table in TOML describes: of JSON that nobody here wrote, and of columns."""

import json

import pytest

LINKS = """document = "words"
id = "doc"
inclusive = true

[[entities]]
list = "mentions"
label = "label"
start = "from"
end = "to"
id = "name"

[relations]
list = "links"
label = "label"
head = "source"
tail = "target"
"""
SPANS = """text = "body"
id = ["key", "id"]
[entities]
list = "marks"
label = "kind"
start = "a"
end = "b"
"""
MENTIONS = [
    {"name": "a", "label": "PER", "from": 0, "to": 0},
    {"name": "b", "label": "LOC", "from": 2, "to": 2},
]
DOCUMENT = {
    "doc": "d",
    "words": ["Tolkien", "left", "Oxford"],
    "mentions": MENTIONS,
    "links": [{"label": "visit", "source": "a", "target": "b"}],
}


def test_relations_of_a_table(run, write):
    """They are scored, converted and validated; entities of them too."""
    table, gold = write("links.toml", LINKS), write("g.jsonl", json.dumps(DOCUMENT) + "\n")
    how = ("--format-file", table)
    assert run("ie", "-g", gold, gold, *how, "-m", "relation", "-b").out == "1.0\n"
    assert run("evaluate", "-g", gold, gold, *how, "-m", "relation", "-b").out == "1.0\n"
    assert run("spans", "-g", gold, gold, *how, "-b").out == "1.0\n"
    made = json.loads(run("convert", gold, *how, "--to", "ie-jsonl").out)
    assert made["relations"] == [
        {"type": "visit", "head": [0, 1], "tail": [2, 3], "head_type": "PER", "tail_type": "LOC"}
    ]
    assert run("validate", gold, *how).out == ""


def test_spans_of_a_table(run, write):
    """Offsets count characters of the text, and the task is that of spans."""
    table = write("spans.toml", SPANS)
    document = {"key": "1", "body": "Tolkien left", "marks": [{"kind": "PER", "a": 0, "b": 7}]}
    gold = write("g.jsonl", json.dumps(document) + "\n")
    assert run("evaluate", "-g", gold, gold, "--format-file", table, "-b").out == "1.0\n"
    done = run("convert", gold, "--format-file", table, "--to", "span-tsv", "--lossy")
    assert done.out == "1\t0\t6\t\t\tPER\n"


def test_columns_of_a_table(run, write):
    """The column of the tags has a number or a name."""
    for tag, first in (("2", ""), ("-2", ""), ('"tag"', "word tag x\n")):
        gold = write("g.txt", f"{first}A B-PER x\nB O y\n")
        table = write("columns.toml", f"[columns]\ntag = {tag}\n")
        assert run("bio", "-g", gold, gold, "--format-file", table, "-b").out == "1.0\n"


def test_errors_are_those_of_any_format(run, write):
    """File, line, column, the line, what to do."""
    table, gold = write("links.toml", LINKS), write("g.jsonl", json.dumps(DOCUMENT) + "\n")
    wrong = {"doc": "d", "words": ["a"], "mentions": [], "links": [{"label": "x", "source": "c"}]}
    done = run("ie", "-g", gold, write("s.jsonl", json.dumps(wrong)), "--format-file", table)
    text = json.dumps(wrong)
    column = text.index('"c"') + 1
    assert done.code == 2
    assert done.err.splitlines()[0].endswith(
        f's.jsonl:1:{column}: source "c" is not an entity of the document'
    )
    assert done.err.endswith("the value must be the id of an entity\n")
    far = DOCUMENT | {"mentions": [MENTIONS[0] | {"to": 9}], "links": []}
    done = run("ie", "-g", gold, write("s.jsonl", json.dumps(far)), "--format-file", table)
    assert (done.code, "ends are inclusive" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("change", "line", "problem"),
    [
        (('head = "source"', 'heads = "source"'), 15, "unknown key 'heads'"),
        (('tail = "target"\n', ""), 12, "no tail"),
        (('id = "name"\n', ""), 5, "relations name entities by id, but the entities have no ids"),
        (('document = "words"\n', ""), 1, "no text"),
        (('id = "doc"', 'text = "t"'), 2, "document and text cannot be used together"),
        (("inclusive = true", 'inclusive = "yes"'), 3, "inclusive must be true or false"),
        (('id = "doc"', "id = [1]"), 2, "id must be a key, or a list of keys"),
        (('label = "label"\nstart', "label = 3\nstart"), 7, "label must be a key"),
        (("[relations]", "[relations"), 12, "not valid TOML: expected ']' at the end of a table declaration"),
        (('tail = "target"', 'tail = "target"\nends = "name"'), 17, "ends must be id or number"),
    ],
)
def test_a_wrong_table_is_an_error_with_its_line(run, write, change, line, problem):
    """And so says what the keys are."""
    old, new = change
    assert LINKS.count(old) == 1
    table = write("links.toml", LINKS.replace(old, new))
    gold = write("g.jsonl", json.dumps(DOCUMENT) + "\n")
    done = run("ie", "-g", gold, gold, "--format-file", table)
    assert done.code == 2
    place, _, said = done.err.splitlines()[0].removeprefix("error: ").partition(": ")
    assert (place.rpartition("/")[2].split(":")[:2], said) == (["links.toml", str(line)], problem)


def test_columns_stand_alone(run, write):
    """Nothing beside them, and a column that is one."""
    gold = write("g.txt", "A B-PER\n")
    for text, problem in (
        ('id = "x"\n[columns]\ntag = 2\n', "id beside columns"),
        ("[columns]\ntag = 0\n", "tag must be a column"),
        ("columns = 3\n", "columns must be a table"),
    ):
        done = run("bio", "-g", gold, gold, "--format-file", write("c.toml", text))
        assert (done.code, problem in done.err) == (2, True)


def test_what_is_no_name_of_a_table(run, write):
    """Another ending, both options, no such file."""
    gold = write("g.txt", "A B-PER\n")
    done = run("bio", "-g", gold, gold, "--format-file", gold)
    assert (done.code, "--format-file needs a file whose name ends in .toml, not" in done.err) == (2, True)
    done = run("bio", "-g", gold, gold, "--format-file", "x.toml", "--from", "bio")
    assert (done.code, done.err) == (2, "error: --from cannot be used with --format-file\n")
    done = run("bio", "-g", gold, gold, "--format-file", "x.toml")
    assert (done.code, done.err) == (2, "error: x.toml: no such file or directory\n")
