"""Where annotators do not agree: exact output, the repair of labels, several annotators in one file."""

import json
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import agreement as oracle

from nerkit.evaluation.agreement.disagreements import _repairs
from nerkit.evaluation.agreement.item_values import Values

DOCCANO = """\
{"id": 1, "text": "Tolkien left Oxford", "user": "anna", "label": [[0, 7, "PER"], [13, 19, "LOC"]]}
{"id": 1, "text": "Tolkien left Oxford", "user": "ben", "label": [[0, 7, "PER"], [13, 19, "ORG"]]}
{"id": 2, "text": "He left", "user": "ben", "label": []}
{"id": 2, "text": "He left", "user": "anna", "label": [[0, 7, "PER"]]}
"""


def test_listed(run, write):
    """Tokens that follow each other with the same values are one error, in the form of a compiler."""
    done = run("errors", write("p.jsonl", DOCCANO), "--annotator", "user", "--units", "token", "-q")
    assert (done.code, done.out.splitlines()) == (
        0,
        [
            "p.jsonl:1: label  2-3 Oxford: anna LOC, ben ORG",
            "    Tolkien left [Oxford]",
            "p.jsonl:4: marked  0-2 He left: anna PER, ben O",
            "    [He left]",
        ],
    )
    assert run("errors", "p.jsonl", "--class", "marked", "-q").out.splitlines() == done.out.splitlines()[2:]
    rows = run(
        "errors", "p.jsonl", "--annotator", "user", "--units", "token", "-f", "jsonl", "--label", "ORG"
    )
    assert [json.loads(line) for line in rows.out.splitlines()] == [
        {
            "document": "1",
            "class": "label",
            "item": None,
            "start": 2,
            "end": 3,
            "text": "Oxford",
            "value_anna": "LOC",
            "value_ben": "ORG",
            "context": "Tolkien left [Oxford]",
            "file": "p.jsonl",
            "line": 1,
        }
    ]


TAGGED = {  # annotator -> tags of `The Ellery Ferry Co sails . / Mr. Lind waits .`, two sentences
    "anna": "O B-ORG I-ORG I-ORG O O O B-PER O O",
    "ben": "O B-LOC B-ORG I-ORG O O B-PER I-PER O O",
    "carla": "O B-ORG O O O O O B-PER O O",
}


def test_tagged_tokens_have_their_lines(run, write):
    """The line of the first token that somebody marked; an excerpt goes over the borders of sentences."""
    words = ["The", "Ellery", "Ferry", "Co", "sails", ".", "Mr.", "Lind", "waits", "."]
    for name, tags in TAGGED.items():
        lines = [f"{word} {tag}\n" for word, tag in zip(words, tags.split(), strict=True)]
        write(f"{name}.bio", "".join([*lines[:6], "\n", *lines[6:]]))
    done = run("errors", *(f"{name}.bio" for name in TAGGED), "-q")
    assert done.out.splitlines() == [
        "anna.bio:2: label  1-2 Ellery: anna ORG, ben LOC, carla ORG",
        "    The [Ellery] Ferry Co sails . Mr. Lind",
        "anna.bio:3: marked  2-4 Ferry Co: anna ORG, ben ORG, carla O",
        "    The Ellery [Ferry Co] sails . Mr. Lind waits .",
        "ben.bio:8: marked  6-7 Mr.: anna O, ben PER, carla O",
        "    The Ellery Ferry Co sails . [Mr.] Lind waits .",
    ]
    markdown = run("errors", *(f"{name}.bio" for name in TAGGED), "-q", "-f", "markdown").out.splitlines()
    assert [cell.strip() for cell in markdown[0].strip("|").split("|")] == [
        "where",
        "class",
        "annotators",
        "text",
    ]


@pytest.mark.parametrize("command", ["errors", "report"])
def test_one_file_needs_no_option(run, write, command):
    """The field is found and told as agree does; without one, or with several, nothing is guessed."""
    path = write("p.jsonl", DOCCANO)
    found, asked = run(command, path), run(command, path, "--annotator", "user")
    note = "p.jsonl: the field 'user' names the annotator; --annotator names another field"
    assert (found.code, note in found.err, note in asked.err) == (0, True, False)
    body = [of.out.partition('<details id="about">')[0] for of in (found, asked)]
    assert body[0] == body[1]
    desks = [
        {"desk": desk} | json.loads(line) for desk, line in zip("abab", DOCCANO.splitlines(), strict=True)
    ]
    both = write("both.jsonl", "".join(json.dumps(one).replace("desk", "coder") + "\n" for one in desks))
    done = run(command, both)
    assert (done.code, done.out) == (2, "")
    lines = [line.split() for line in done.err.splitlines() if line.startswith("  --annotator")]
    assert lines == [["--annotator", "coder"], ["--annotator", "user"]]
    assert [run(command, both, *line, "-q").code for line in lines] == [0, 0]
    alone = run(command, write("one.jsonl", DOCCANO.splitlines(keepends=True)[0]))
    assert (alone.code, "Missing option '-g'" in alone.err) == (2, True)


def test_summary(run, write):
    """Labels against labels; repairing PER would raise alpha most.

    Alpha is 1 - (6/10) / (66/90); with PER on both tokens of the second text 1 - (2/10) / (58/90).
    """
    done = run("errors", write("p.jsonl", DOCCANO), "--annotator", "user", "--units", "token", "--summary")
    assert [line.split() for line in done.out.splitlines()] == [
        ["label", "other", "items", "share", "alpha", "gain"],
        ["O", "PER", "2", "0.667"],
        ["LOC", "ORG", "1", "0.333"],
        ["PER", "repaired", "2", "0.690", "+0.508"],
        ["LOC", "repaired", "1", "0.438", "+0.256"],
        ["ORG", "repaired", "1", "0.438", "+0.256"],
    ]
    assert "note: a repair of PER raises alpha most" in done.err


def test_files_of_annotators(run, write):
    """Without gold two files are annotators'; a table has the ids of its rows."""
    a, b = write("a.bio", "x B-PER\ny O\n"), write("b.bio", "x O\ny O\n")
    assert run("errors", a, b, "-q").out == "a.bio:1: marked  0-1 x: a PER, b O\n    [x] y\n"
    table = write("t.tsv", "item\tann\tben\nq1\tx\ty\nq2\tx\t\nq3\ty\ty\n")
    done = run("errors", table, "--units", "item", "-q")
    assert done.out == "q1: label  ann x, ben y\n"
    assert run("errors", a, "-q").code == 2
    assert run("errors", a, b, "--class", "missed").code == 2
    assert run("errors", a, b, "--document", "nowhere").code == 2
    assert run("errors", "-g", a, "-s", b, "--tags").code == 2


def alpha(columns):
    """That of the oracle; None where it is undefined."""
    units = [[value for value in item if value is not None] for item in columns]
    try:
        return float(oracle.alpha([unit for unit in units if len(unit) > 1]))
    except ZeroDivisionError:
        return None


cells = st.sampled_from(["O", "P", "Q", "R", None])
tables = st.integers(2, 4).flatmap(
    lambda m: st.lists(st.lists(cells, min_size=m, max_size=m), min_size=1, max_size=7)
)


def near(value):
    """About this number; None for 0/0."""
    return None if value is None or np.isnan(value) else pytest.approx(value)


@given(tables)
def test_repairs_against_definition(columns):
    """Every repaired item gets the value that most have said; of equally many the label, then the first."""
    labels = sorted({value for item in columns for value in item if value is not None})
    codes = np.array([[-1 if v is None else labels.index(v) for v in item] for item in columns], np.int64).T
    size = len(columns)
    said = Values(tuple("abcd"[: len(codes)]), ["1"], codes, labels, np.zeros(size, np.int64))
    before, rows = _repairs(said, np.flatnonzero(said.differing))
    assert before == near(alpha(columns))
    for row in rows:
        label, repaired, items = row["label"], [], 0
        for item in columns:
            known = [value for value in item if value is not None]
            if label in known and len(set(known)) > 1:
                items += 1
                best = min(set(known), key=lambda v: (-known.count(v), v != label, v))
                repaired.append([None if value is None else best for value in item])
            else:
                repaired.append(item)
        assert row["items"] == items
        assert row["alpha"] == near(alpha(repaired))
    used = {v for item in columns if len(set(item) - {None}) > 1 for v in item if v not in (None, "O")}
    assert {row["label"] for row in rows} == used


LABEL_STUDIO = [
    {
        "id": 1,
        "data": {"text": "Tolkien left"},
        "annotations": [
            {
                "completed_by": {"id": 3, "email": "a@x"},
                "result": [
                    {"type": "labels", "value": {"start": 0, "end": 7, "text": "Tolkien", "labels": ["PER"]}}
                ],
            },
            {"completed_by": 4, "result": []},
            {"completed_by": 5, "was_cancelled": True, "result": []},
        ],
    }
]
PRODIGY = "".join(
    json.dumps(
        {
            "text": "Tolkien left",
            "_input_hash": 5,
            "_annotator_id": name,
            "answer": "accept",
            "spans": [{"start": 0, "end": end, "label": "PER"}],
        }
    )
    + "\n"
    for name, end in (("x", 7), ("y", 7), ("z", 12))
)


@pytest.mark.parametrize(
    ("text", "field", "expected"),
    [
        (DOCCANO, "user", (["anna", "ben"], 0.4)),
        (json.dumps(LABEL_STUDIO), "completed_by", (["4", "a@x"], 0.0)),
        (PRODIGY, "_annotator_id", (["x", "y", "z"], 1 / 3)),
    ],
)
def test_annotators_in_a_field(run, write, text, field, expected):
    """One file of each tool, and what is pairwise F1."""
    done = run("agree", write("p.jsonl", text), "--annotator", field, "-m", "f1", "-f", "json")
    assert done.code == 0, done.err
    body = json.loads(done.out)
    assert [one["name"] for one in body["inputs"]] == expected[0]
    assert body["rows"][0]["value"] == pytest.approx(expected[1])


def export(seed, shape, extra=""):
    """Documents that three people annotated, whose field has a name that nobody knows; and its name."""
    chance = random.Random(seed)
    field, people = f"q{chance.randrange(99)}", ["anna", "ben", "eva"]
    lines = []
    for document in range(6):
        body = {
            "text": f"Ada met Bob {document}",
            "meta": {"lang": "en", "nr": document},
            "batch": document // 3,
        }
        said = []
        for who in chance.sample(people, chance.choice([2, 3])):
            label = chance.choice("XY")
            one = {field: who, "made": f"{document}{who}", "minutes": 0.5}
            if extra:
                one[extra] = f"desk {people.index(who) ^ (document == 3)}"
            if shape == "label-studio":
                value = {"type": "choices", "from_name": "a", "value": {"choices": [label]}}
                said.append({"id": len(lines) * 9 + len(said), **one, "result": [value]})
            else:
                mark = {"spans": {"label": [[0, 3, label]]}, "doccano": {"label": [label]}}[shape]
                lines.append({"id": document, **body, **one, **mark})
        if said:
            lines.append({"id": document, "data": body, "annotations": said})
    chance.shuffle(lines)
    return field, "".join(json.dumps(line) + "\n" for line in lines)


@pytest.mark.parametrize("shape", ["spans", "doccano", "label-studio"])
@pytest.mark.parametrize("seed", range(3))
def test_the_field_of_annotators_is_found(run, write, seed, shape):
    """By its few values, which repeat, but not in a document; a note names it."""
    field, text = export(seed, shape)
    path = write("p.jsonl", text)
    found, asked = (run("agree", path, *options) for options in ([], ["--annotator", field]))
    assert (found.code, found.out) == (0, asked.out)
    assert f"p.jsonl: the field {field!r} names the annotator" in found.err
    assert "nerkit cannot tell which field names the annotator" not in asked.err
    known = write("k.jsonl", text.replace(f'"{field}"', '"annotator"'))
    assert run("agree", known).out == found.out


@pytest.mark.parametrize("shape", ["spans", "doccano", "label-studio"])
def test_two_fields_that_may_say_who_annotated(run, write, shape):
    """Nothing is guessed: each line of the remedy works."""
    _, text = export(4, shape, "desk")
    path = write("p.jsonl", text)
    done = run("agree", path)
    assert (done.code, done.out) == (2, "")
    assert "nerkit cannot tell which field names the annotator:" in done.err
    lines = [line.split() for line in done.err.splitlines() if line.startswith("  --annotator")]
    assert len(lines) == 2
    assert [run("agree", path, *line).code for line in lines] == [0, 0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["p.jsonl", "--annotator", "who"], "p.jsonl:1:1: the annotation has no field 'who'"),
        (["one.jsonl", "--annotator", "user"], "1 annotator in the field 'user': anna"),
        (["p.jsonl", "one.jsonl", "--annotator", "user"], "needs one file with all annotators, not 2 files"),
        (["bad.jsonl", "--annotator", "user"], "bad.jsonl:2:"),
        (["p.jsonl", "--annotator", "user", "--units", "item"], "these files have neither"),
        (["one.jsonl"], "at least two annotators"),
        (["twice.tsv", "--units", "item"], "twice.tsv:3: a has already given item '1' a label"),
        (["names.tsv", "--units", "item"], "two annotators have the name 'a'"),
        (
            ["p.jsonl", "--annotator", "user", "--positions", "--tags"],
            "--positions cannot be used with --tags, because --positions leaves",
        ),
        (["p.jsonl", "--annotator", "user", "--only", "nothing=1"], "unknown field 'nothing'"),
    ],
)
def test_bad_input(run, write, arguments, message):
    """Places and remedies; nothing is printed on stdout."""
    write("p.jsonl", DOCCANO)
    write("one.jsonl", DOCCANO.splitlines(keepends=True)[0])
    write("bad.jsonl", DOCCANO.replace('[13, 19, "ORG"]', '[13, 99, "ORG"]'))
    write("twice.tsv", "item\tannotator\tlabel\n1\ta\tx\n1\ta\ty\n1\tb\ty\n")
    write("names.tsv", "item\ta\ta\n1\tx\ty\n")
    done = run("agree", *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_long_table(run, write):
    """A line for each value says the same as a column for each annotator."""
    wide = write("w.tsv", "item\ta\tb\tc\n1\tx\tx\t\n2\ty\tx\ty\n3\ty\ty\ty\n")
    lines = ["1\ta\tx", "1\tb\tx", "2\ta\ty", "2\tb\tx", "2\tc\ty", "3\ta\ty", "3\tb\ty", "3\tc\ty"]
    long = write("l.tsv", "\n".join(["item\tannotator\tlabel", *lines, ""]))
    both = [run("agree", path, "--units", "item", "-f", "tsv", "--by", "pair").out for path in (wide, long)]
    assert both[0] == both[1]


def test_selection(run, write):
    """Labels renamed and kept, documents kept, tags of tokens."""
    a = write("a.bio", "x B-PER\ny I-PER\nz B-LOC\n")
    b = write("b.bio", "x B-PERSON\ny B-PERSON\nz O\n")
    names = write("names.tsv", "PERSON\tPER\n")

    def values(*options):
        done = run("agree", a, b, "-m", "observed", "-m", "f1", "-f", "json", *options)
        assert done.code == 0, done.err
        return [row["value"] for row in json.loads(done.out)["rows"] if row["label"] == "*"]

    assert values() == pytest.approx([0, 0])
    assert values("--map", names) == pytest.approx([2 / 3, 0])
    assert values("--map", names, "--labels", "PER") == pytest.approx([1, 0])
    assert values("--map", names, "--only", "label=PER", "--tags") == pytest.approx([2 / 3, 0])
    assert values("--only", "document=1") == values()
