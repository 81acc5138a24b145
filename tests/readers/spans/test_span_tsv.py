"""Annotation TSV: every form it has, and every way it can be wrong."""

import io
import pickle

import numpy as np
import pytest

import nerkit
from nerkit import io as nio
from nerkit.exceptions import InputError
from nerkit.readers.spans import span_tsv


def rows(text, write):
    spans = nerkit.read(write("x.tsv", text), form="span-tsv")
    fields = [[spans.fields[name].value(i) for name in ("eid", "score", "type")] for i in range(len(spans))]
    offsets = zip(spans.document.tolist(), spans.start.tolist(), spans.end.tolist(), strict=True)
    return [(spans.documents[d], s, e, *more) for (d, s, e), more in zip(offsets, fields, strict=True)]


FORMS = [  # (line, document, start, end exclusive, id, score, type)
    ("d\t1\t2", "d", 1, 3, None, None, None),
    ("d\t1\t2\tE1", "d", 1, 3, "E1", None, None),
    ("d\t1\t2\tE1\t0.5", "d", 1, 3, "E1", 0.5, None),
    ("d\t1\t2\tE1\t0.5\t", "d", 1, 3, "E1", 0.5, None),
    ("d\t1\t2\tE1\t0.5\tPER", "d", 1, 3, "E1", 0.5, "PER"),
    ("d\t1\t2\tE1\t\tPER", "d", 1, 3, "E1", None, "PER"),
    ("d\t1\t2\t\t0.5\tPER", "d", 1, 3, "", 0.5, "PER"),
    ("d\t1\t2\t\t\t", "d", 1, 3, None, None, None),
    ("d\t1\t2\tE1\t0.1\tPER\tE2\t0.9\tORG", "d", 1, 3, "E2", 0.9, "ORG"),
    ("d\t1\t2\tE1\t0.5\tPER\tE2\t0.5\tORG", "d", 1, 3, "E1", 0.5, "PER"),
    ("d\t1\t2\tE1\t-3\tPER\tE2\t-2\tORG", "d", 1, 3, "E2", -2.0, "ORG"),
    ("d\t1\t2\tE1\t\tPER\tE2\t-9\tORG", "d", 1, 3, "E2", -9.0, "ORG"),
    ("d\t1\t2\tE1\t1\t\tE2\t0\tORG", "d", 1, 3, "E1", 1.0, ""),
    ("d\t-4\t-1\tE1", "d", -4, 0, "E1", None, None),
    ("d\t 1\t+2\tE1\t1_0\tPER", "d", 1, 3, "E1", 10.0, "PER"),
    ("d\t001\t1_0", "d", 1, 11, None, None, None),
    (" d \t1\t2", " d ", 1, 3, None, None, None),
    ("\t1\t2\tE1", "", 1, 3, "E1", None, None),
    ("# c\t1\t2", "# c", 1, 3, None, None, None),
]


@pytest.mark.parametrize(
    ("line", *["expected"] * 0, "row"), [(form[0], form[1:]) for form in FORMS], ids=[f[0] for f in FORMS]
)
def test_forms_of_a_line(line, row, write):
    """Each form a line can have; alone and among lines of other widths it means the same."""
    assert rows(line + "\n", write) == [row]
    among = rows("x\t0\t0\n" + line + "\nx\t0\t0\tE\t1\tT\nx\t0\t0\tE\t1\tT\tE\t1\tT\n", write)
    assert among[1] == row
    assert len(among) == 4


def test_all_candidates_are_kept_best_first(write):
    """The top one is scored; the others are there under the row."""
    text = "d\t0\t0\nd\t1\t2\tE1\t0.1\tPER\tE2\t0.9\tORG\n"
    spans = nerkit.read(write("x", text))
    assert spans.candidates == {1: (("E2", 0.9, "ORG"), ("E1", 0.1, "PER"))}


def test_json_types_bring_fields(write):
    """Keys of JSON objects are columns; rows without them are absent; lists are canonical JSON."""
    text = (
        'd\t0\t1\tE\t1\t{"type": "PER", "form": "NAM", "n": 1, "l": [1,  2]}\n'
        'd\t2\t3\tE\t1\tORG\nd\t4\t5\tE\t1\t{"form": "NOM"}\n'
    )
    spans = nerkit.read(write("x", text))
    values = {name: [column.value(i) for i in range(3)] for name, column in spans.fields.items()}
    assert values["type"] == ["PER", "ORG", None]
    assert values["form"] == ["NAM", None, "NOM"]
    assert values["n"] == [1, None, None]
    assert values["l"] == ["[1, 2]", None, None]


def test_headers_comments_and_blank_lines_are_skipped_with_one_warning_each(write):
    """A header is a first line without integer offsets; `#` with integer offsets is data."""
    text = "\n# made by hand\ndocument\tstart\tend\nd\t1\t2\n\n#note\tx\n#d\t3\t4\n \t \n"
    spans = nerkit.read(write("x.tsv", text), form="span-tsv")
    assert [spans.documents[d] for d in spans.document] == ["d", "#d"]
    assert [w.partition(": ")[2] for w in spans.warnings] == [
        "skipped 3 blank lines (lines 1, 5, 8)",
        "skipped 2 comment lines (lines 2, 6)",
        "skipped 1 header line (line 3)",
    ]


ERRORS = [  # (text, line, column, problem)
    ("d\t1\n", 1, 4, "2 columns where at least 3 are needed"),
    ("d 1 2 E1\n", 1, 9, "1 column where at least 3 are needed"),
    ("d\t1\t2\nd\t3\n", 2, 4, "2 columns where at least 3 are needed"),
    ("d\t1\t2\nd\t1.0\t2\n", 2, 3, "start '1.0' is not an integer"),
    ("d\t1\tx\n", 1, 5, "end 'x' is not an integer"),
    ("d\t1\t2\nd\tx\ty\n", 2, 3, "start 'x' is not an integer"),
    ("d\t10\t1\n", 1, 6, "end 1 is before start 10"),
    ("d\t0\t99999999999999999999\n", 1, 5, "beyond 2**53"),
    ("d\t1\t2\tE1\tx\tPER\n", 1, 10, "score 'x' is not a number"),
    ("d\t1\t2\tE1\tnan\tPER\n", 1, 10, "score 'nan' is not a number"),
    ("d\t1\t2\tE1\t0.5\tPER\tE2\t0.5\n", 1, 18, "5 columns after the offsets"),
    ("d\t1\t2\tE1\t0.5\tPER\tE2\t0.4\t\n", 1, 18, "5 columns after the offsets"),
    ("d\t1\t2\tE1\t0.5\tPER\tE2\tx\tORG\n", 1, 21, "score 'x' is not a number"),
    ("d\t1\t2\tE1\t1\t{bad\n", 1, 12, "type '{bad' is not a JSON object"),
    ("d\t1\t2\tE1\t1\t" + '{"a":' * 100_000 + "\n", 1, 12, "is not a JSON object"),
]


@pytest.mark.parametrize(("text", "line", "column", "problem"), ERRORS, ids=[e[3][:40] for e in ERRORS])
def test_what_is_wrong_with_a_line(text, line, column, problem, write):
    """Every error has line, column, the line and what a line should be; whatever stands before it."""
    for before in ("", "d\t0\t0\n", "d\t0\t0\tE\t1\tT\n" * 3):
        with pytest.raises(InputError) as error:
            nerkit.read(write("x.tsv", before + text), form="span-tsv")
        assert (error.value.line, error.value.column) == (line + before.count("\n"), column)
        assert problem in error.value.problem
        assert error.value.text == text.split("\n")[line - 1].rstrip("\t")
        assert error.value.remedy


def test_ids_and_scores_are_what_they_say_whenever_they_are_asked_for():
    """Blocks of one width wait, others do not: values, codes and their order are those of the lines."""
    lines = ["d\t0\t1\tb\t0.5\tX", "d\t3\t4\ta\t1e-3\tX", "d\t6\t7\ta\t0.5", "d\t8\t9\tb\t.25\tX"]
    whole = span_tsv.read([nio.Source(io.BytesIO("\n".join(lines).encode()), "x")])
    for chosen in (lines[:1], lines[:2], lines, lines[::-1]):
        spans = span_tsv.read([nio.Source(io.BytesIO("\n".join(chosen).encode()), "x")])
        eid, score = spans.fields["eid"], spans.fields["score"]
        taken = score.take(np.array([0]))
        assert taken.value(0) == float(chosen[0].split("\t")[4])
        assert [score.value(i) for i in range(len(chosen))] == [float(one.split("\t")[4]) for one in chosen]
        assert [eid.value(i) for i in range(len(chosen))] == [one.split("\t")[3] for one in chosen]
        assert sorted(eid.values) == sorted({one.split("\t")[3] for one in chosen})
        assert pickle.loads(pickle.dumps(eid)).values == eid.values
    assert sorted(whole.fields["score"].values) == [0.001, 0.25, 0.5]
