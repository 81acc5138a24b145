"""Tables of scores of documents: refused as predictions, whatever they are written in."""

import csv
import io
import json
from pathlib import Path

import pytest
from format_cases import FILES
from hypothesis import given
from hypothesis import strategies as st

from nerkit.readers.score_tables import DOUBTFUL, TABLE, columns_of, kind_of

DEMO = Path(__file__).parents[2] / "demo"
NAMES = st.sampled_from(["score", "F1", "macro_f1", "accuracy", "rouge-L", "exact_match", "quality"])
IDS = st.sampled_from(["id", "doc_id", "Document", "index"])
NUMBERS = st.one_of(st.integers(0, 1), st.floats(0, 100).map(lambda number: round(number, 3) + 0.0005))


@st.composite
def tables(draw):
    """The names of columns, and rows of an id and numbers of which the first has a fraction."""
    names = [draw(IDS), *draw(st.lists(NAMES, min_size=1, max_size=3, unique=True))]
    rows = draw(st.lists(st.tuples(*[NUMBERS] * (len(names) - 1)), min_size=1, max_size=8))
    rows = [(0.25, *rows[0][1:]), *rows[1:]]
    return names, [(f"d{place}", *row) for place, row in enumerate(rows)]


def written(names, rows, form):
    objects = [dict(zip(names, row, strict=True)) for row in rows]
    if form == "jsonl":
        return "".join(json.dumps(one) + "\n" for one in objects)
    if form == "json":
        return json.dumps(objects, indent=2)
    text = io.StringIO()
    csv.writer(text, delimiter={"csv": ",", "tsv": "\t"}[form], lineterminator="\n").writerows([names, *rows])
    return text.getvalue()


@pytest.mark.parametrize("form", ["jsonl", "json", "csv", "tsv"])
@given(tables())
def test_an_id_and_numbers_are_scores(form, table):
    """One of the numbers has a fraction, whatever its column is called."""
    assert columns_of(written(*table, form)) == table[0]


def test_columns_without_names():
    """An id and a number with a fraction; other columns of numbers are not scores."""
    assert columns_of("d0\t0.91\nd1\t1\n") == []
    assert columns_of("d0 .91\nd1 .5\n") == []
    assert columns_of("d0\t0\t5\nd1\t3\t7\n") is None
    assert columns_of("d0\t1\nd1\t0\n") is None


@pytest.mark.parametrize(
    "text",
    [
        '{"id": "a", "total": 3}\n{"id": "b", "total": 4}\n',  # integers of no measure
        '{"id": "a", "score": 0.5, "text": "b"}\n',
        '{"id": "a", "value": {"total": 20.5}}\n',
        '{"total": 20.5, "score": 1}\n',
        '{"start": 0, "end": 5, "score": 0.9, "label": "PER"}\n',
        "doc_id,start,end,label\na,0,5,PER\n",
        "word,tag\nAnna,B-PER\n",
        "Anna B-PER\nleft O\n",
        "id,score\n",
        "",
    ],
)
def test_other_tables_are_no_scores(text):
    """Numbers beside texts, integers without the name of a measure, records without an id."""
    assert columns_of(text) is None


@pytest.mark.parametrize("form", ["jsonl", "csv", "tsv"])
@pytest.mark.parametrize(
    "command", [["evaluate", "-g"], ["compare", "-g", "a"], ["agree"], ["errors"], ["spans", "-g"]]
)
def test_no_command_takes_them_for_annotations(run, write, form, command):
    """Only `nerkit json` compares the values, and `nerkit compare` without gold the scores."""
    names = ("id", "score")
    write("a", written(names, [(f"d{place}", place % 2) for place in range(9)], form))
    write("b", written(names, [(f"d{place}", 1) for place in range(9)], form))
    done = run(*command, "a", "b")
    assert (done.code, done.out) == (2, "")
    assert "this looks like a table of scores of documents (id, score), not predictions" in done.err
    assert "nerkit compares predictions with gold (-g)" in done.err
    assert run("compare", "a", "b").code == 0
    if form == "jsonl":
        assert run("json", "-g", "a", "a", "-b").out == "1.0\n"


def test_annotations_are_no_scores():
    """No file that a format reads, and none of the demo, is a table of scores, not even if it is alone."""
    heads = {
        name: (content if isinstance(content, str) else content.decode(errors="replace"))
        for name, content in FILES.items()
    }
    heads |= {str(path): path.read_text(errors="replace") for path in DEMO.rglob("*") if path.is_file()}
    found = [name for name, head in heads.items() if kind_of(head[:65536], alone=True) is not None]
    assert len(heads) > 100
    assert found == []


@given(tables())
def test_kinds(table):
    """One file of whole numbers may hold labels of annotators; 0 and 1, fractions and measures are scores."""
    names = ["id", *(f"system {place}" for place in range(len(table[0]) - 1))]
    assert kind_of(written(names, table[1], "csv")) == TABLE
    flags = [(row[0], *(int(cell > 0) for cell in row[1:])) for row in table[1]]
    text = written(names, flags, "csv")
    assert (kind_of(text), kind_of(text, alone=True)) == (None, TABLE)
    text = written(names, [(row[0], *(cell + 2 for cell in row[1:])) for row in flags], "csv")
    assert (kind_of(text), kind_of(text, alone=True)) == (None, DOUBTFUL)
