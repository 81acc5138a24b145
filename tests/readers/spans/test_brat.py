"""brat standoff files."""

import gzip
import json
import os

import pytest
from listed import spans_listed

from nerkit.evaluation.public import read
from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.spans import brat

GOLD = "T1\tPER 0 7\tTolkien\nT2\tLOC 20 26\tOxford\n"


def test_ends_are_exclusive_and_types_need_no_id(write):
    """A span is TYPE start end with the end after its last character; its type is there without N line."""
    spans = read(write("gold.ann", GOLD), "brat")
    assert spans_listed(spans, "type", "eid") == [("1", 0, 7, "PER", None), ("1", 20, 26, "LOC", None)]
    assert spans.line.tolist() == [1, 2]
    assert not spans.named
    assert spans.warnings == ()


def test_references_are_candidates(write):
    """N lines, before or after their span, in both forms, give ids; the first is the top candidate."""
    text = "N2\tReference T1 Wikidata:Q892\tT\n" + GOLD
    text += "N1\tReference T1 Wikipedia:15872\tJ. R. R.\nN3\tReference Annotation:T2 Referent:X:1\tOxford\n"
    text += "N4\tReference Referent:X:2 Annotation:T2\tOxford\n"
    spans = read(write("gold.ann", text), "brat")
    assert spans_listed(spans, "type", "eid") == [
        ("1", 0, 7, "PER", "Wikidata:Q892"),
        ("1", 20, 26, "LOC", "X:1"),
    ]
    assert spans.candidates == {
        0: (("Wikidata:Q892", None, "PER"), ("Wikipedia:15872", None, "PER")),
        1: (("X:1", None, "LOC"), ("X:2", None, "LOC")),
    }


def test_a_folder_is_its_annotation_files(write, tmp_path):
    """Ids are paths below the folder without .ann and compression; an empty file is a document."""
    write("gold/b.ann", "")
    write("gold/sub/a.ann.gz", gzip.compress(GOLD.encode()))
    write("gold/a.ann", "T9\tPER 1 2\tx\n")
    write("gold/a.txt", "T1\tPER 1 2\tx")
    write("gold/annotation.conf", "[entities]")
    spans = read(tmp_path / "gold")
    assert spans.documents == ["a", "b", "sub/a"]
    assert [row[0] for row in spans_listed(spans, "type", "eid")] == ["a", "sub/a", "sub/a"]
    assert spans.named
    assert spans.place(2).endswith("sub/a.ann.gz:2")


def test_discontinuous_spans_keep_their_fragments(write, run):
    """They equal spans of the same fragments, in any order; those that touch are one; they are counted."""
    gold = write("gold.ann", "T1\tPER 0 5;9 12\tlefty end\nT2\tPER 20 25\tright\n")
    same = write("same.ann", "T1\tPER 9 12;0 5\tlefty end\nT2\tPER 20 23;23 25\trig ht\n")
    whole = write("other.ann", "T1\tPER 0 12\t" + "x" * 12 + "\nT2\tPER 20 25\tright\n")
    spans = read(gold, "brat")
    assert [spans.fields["fragments"].value(i) for i in (0, 1)] == ["0-5;9-12", None]
    assert "1 discontinuous span" in spans.warnings[0]
    assert run("spans", "-g", gold, same, "-m", "sets::span", "-b").out == "1.0\n"
    assert run("spans", "-g", gold, whole, "-m", "sets::span", "-b").out == "0.5\n"
    assert run("spans", "-g", whole, gold, "-m", "overlap-maxmax::span", "-b").out == "1.0\n"
    by_span = run("spans", "-g", gold, same, "-m", "sets::span", "--by", "span", "-f", "json")
    labels = [row["label"] for row in json.loads(by_span.out)["rows"]]
    assert labels == ["span=1:0-5;9-12", "span=1:20-25", "*"]


def test_lines_that_are_no_spans_are_counted(write):
    """Relations, events, attributes, equivalences, notes and references to them are counted."""
    text = GOLD + "R1\tIn Arg1:T1 Arg2:T2\nE1\tBirth:T1\nA1\tSure T1\nM2\tNegation E1\n*\tEquiv T1 T2\n\n"
    text += "#1\tAnnotatorNotes T1\tno\nN1\tReference E1 X:1\tx\n"
    assert read(write("gold.ann", text), "brat").warnings == tuple(
        f"{write('gold.ann', text)}: {what}"
        for what in (
            "1 relation not read (no spans)",
            "1 event not read (no spans)",
            "2 attributes not read (no spans)",
            "1 equivalence not read (no spans)",
            "1 note not read (no spans)",
            "1 reference of annotations that are not spans, not read",
        )
    )


def test_texts_that_do_not_fit_are_counted(write):
    """Inclusive ends or byte offsets show as texts of another length."""
    spans = read(write("gold.ann", "T1\tPER 0 6\tTolkien\nT2\tPER 0 6\nT3\tPER 0 3;5 8\tabc def\n"), "brat")
    assert [w.partition(": ")[2] for w in spans.warnings if "offsets" in w] == [
        "1 annotation whose text is not as long as the offsets say"
    ]


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("T1\tPER 0\tx", 4, "not a span"),
        ("T1 PER 0 7 Tolkien", 1, "not a span"),
        ("T1\tPER a 7\tx", 4, "not a span"),
        ("T1\tPER -1 7\tx", 4, "not a span"),
        ("T1\tPER 7 7\tx", 8, "end 7 is not after start 7"),
        ("T1\tPER 0 5;9 8\tx", 12, "end 8 is not after start 9"),
        ("T1\tPER 0 5;4 8\tx", 8, "fragments overlap"),
        ("T1\tPER 0 99999999999999999999\tx", 10, "an end beyond"),
        ("T1\tPER 0 5\tx\nT1\tPER 0 6\tx", 1, "the id T1 is given twice"),
        ("N1\tReference T7 X:1\tx", 14, "T7 is not an entity of the document"),
        ("N1\tReference T7", 4, "not a reference"),
        ("Tolkien", 1, "not a span"),
        ("Q\tx", 1, "not an annotation of brat"),
    ],
)
def test_bad_lines_are_errors_with_their_place(write, text, column, problem):
    """Nothing that is meant as a span is dropped; where reading is strict, nothing at all."""
    with pytest.raises(InputError, match=problem) as raised:
        read(write("gold.ann", text), "brat", strict=True)
    assert (raised.value.line, raised.value.column) == (1 + text.count("\n"), column)


def test_one_file_of_a_folder_is_not_paired_by_order(write, run):
    """A system that wrote one document of several has it paired by its name."""
    write("gold/a.ann", "T1\tPER 0 7\tTolkien\n")
    write("gold/b.ann", GOLD)
    write("system/b.ann", GOLD)
    assert run("spans", "-g", "gold", "-s", "system", "-m", "sets::span", "-f", "json").code == 0
    done = run("spans", "-g", "gold", "-s", "system", "-m", "sets::span", "--by", "document", "-f", "json")
    scores = {row["document"]: row["f1"] for row in json.loads(done.out)["rows"]}
    assert scores == {"a": 0, "b": 1, "*": 0.8}


NOTE = "T1\tPER 2 5\tAda\nT2\tPER 10 13\tBob\n"  # of TEXT as it is stored
TEXT = "😀 Ada met\r\nBob."
STORED = "T1\tPER 2 5\tAda\nT2\tPER 11 14\tBob\n"


def said(spans):
    """The warnings without the names of files."""
    return [warning.partition(": ")[2] for warning in spans.warnings]


def test_the_text_is_beside_the_annotations(write, tmp_path):
    """`a.txt` is the text of `a.ann`, in folders and alone, compressed or not; it may be missing."""
    write("gold/a.ann", STORED)
    write("gold/a.txt", TEXT)
    write("gold/b.ann.gz", gzip.compress(GOLD.encode()))
    write("gold/b.txt.gz", gzip.compress(b"Tolkien was born in Oxford."))
    write("gold/c.ann", "")
    spans = read(tmp_path / "gold")
    assert spans.texts == [TEXT, "Tolkien was born in Oxford.", None]
    assert spans.warnings == ()
    assert read(tmp_path / "gold/a.ann").texts == [TEXT]
    assert read(write("alone.ann", GOLD)).texts == ()


def test_a_pipe_beside_the_annotations(write, tmp_path):
    """It is not read, as that may never end, and a warning says so; a compressed text is taken instead."""
    path = write("a.ann", GOLD)
    os.mkfifo(tmp_path / "a.txt")
    spans = read(path)
    assert spans.texts == ()
    assert spans.warnings == (f"{path}: 1 text not read (not a regular file)",)
    write("a.txt.gz", gzip.compress(b"Tolkien was born in Oxford."))
    assert read(path).texts == ["Tolkien was born in Oxford."]


@pytest.mark.parametrize(
    ("annotations", "text", "wanted"),
    [
        (STORED, TEXT, TEXT),
        (NOTE, TEXT, TEXT.replace("\r\n", "\n")),
        (NOTE + "T3\tPER 0 1\n", TEXT, TEXT.replace("\r\n", "\n")),
        (NOTE, TEXT.replace("\r\n", "\n"), TEXT.replace("\r\n", "\n")),
        ("T1\tPER 0 3\tAda", "\ufeffAda", "Ada"),
        ("T1\tPER 1 4\tAda", "\ufeffAda", " Ada"),
        ("T1\tPER 0 3", "\ufeffAda", "Ada"),
    ],
)
def test_line_breaks_and_the_byte_order_mark(write, annotations, text, wanted):
    """Both characters of a CRLF count, and the mark does not, unless the spans have their texts otherwise."""
    path = write("a.ann", annotations)
    write("a.txt", text)
    spans = read(path)
    assert spans.texts == [wanted]
    assert spans.warnings == ()


def test_texts_that_differ_from_the_file_are_counted(write):
    """Blanks aside, a span that differs keeps its own text. It does not decide how line breaks count."""
    write("b.txt", TEXT)
    spans = read(write("b.ann", NOTE + "T3\tPER 2 5\tEve\n"))
    assert spans.texts == [TEXT.replace("\r\n", "\n")]
    assert said(spans) == ["1 annotation whose text differs from the text at the offsets"]
    path = write(
        "a.ann", "T1\tPER 0 3\tAdx\nT2\tPER 4 7\tmet\nT3\tPER 0 3;8 11\tAda Bob\nT4\tX 4 11\tmet   Bob\n"
    )
    write("a.txt", "Ada met\nBob.")
    spans = read(path)
    assert said(spans)[0] == "1 annotation whose text differs from the text at the offsets"
    assert len(spans.warnings) == 2  # the other one counts discontinuous spans
    assert spans.fields["text"].value(0) == "Adx"


@pytest.mark.parametrize(
    ("annotations", "column", "problem"),
    [
        ("T1\tPER 0 3\tAda\nT2\tPER 4 8", 8, "end 8 is beyond the text, which has 7 characters"),
        ("T1\tPER 0 3\nT2\tX 4 9;0 2\tmet", 6, "end 9 is beyond the text"),
    ],
)
def test_a_span_beyond_the_text_is_an_error_where_reading_is_strict(write, annotations, column, problem):
    """It says where the span is written."""
    path = write("a.ann", annotations)
    write("a.txt", "Ada met")
    with pytest.raises(InputError, match=problem) as raised:
        read(path, strict=True)
    assert (raised.value.line, raised.value.column) == (2, column)
    assert "a.txt" not in raised.value.source


def test_a_text_that_is_not_utf8_is_an_error(write):
    """It names the text."""
    path = write("a.ann", "T1\tPER 0 3\tAda")
    write("a.txt", b"Ada \xff")
    with pytest.raises(InputError, match="0xff") as raised:
        read(path)
    assert raised.value.source.endswith("a.txt")
    assert raised.value.column == 5


def test_a_pipe_beside_annotations_is_not_opened(write, tmp_path):
    """Reading it might never end."""
    path = write("a.ann", GOLD)
    os.mkfifo(tmp_path / "a.txt")
    assert brat.readings(Source(str(path), str(path))) == []
