"""Spans in CSV."""

import csv
import io
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from listed import spans_listed

import nerkit
from nerkit.io import expand
from nerkit.readers import csv_rows
from nerkit.readers.sample import Sample, recognises
from nerkit.readers.spans import csv_spans

HEADER = "doc_id,start,end,label\n"
TEXTS = st.text(st.sampled_from('ab,;"\n\té '), min_size=1, max_size=6).filter(str.strip)


def read(text):
    return csv_spans.SHAPE.read(expand(io.StringIO(text)))


@pytest.mark.parametrize(
    "text",
    [
        HEADER + "d1,0,7,PER\nd2,3,5,LOC\n",
        '"doc_id";"start";"end";"label"\n"d1";0;7;PER\nd2;3;5;"LOC"\n',
        "Label\tEnd\tStart\tDocument\nPER\t7\t0\td1\nLOC\t5\t3\td2\n",
        "\ufefffile,begin,stop,entity_type,notes\nd1,0,7,PER,x\nd2,3,5,LOC,y\n",
        "id,doc,start_offset,end_offset,tag\n1,d1,0,7,PER\n2,d2,3,5,LOC\n",
        "doc_id,start_char,end_char,category,entity\nd1,0,7,PER,Tolkien\nd2,3,5,LOC,UK\n",
        "doc_id,start,end,text,label\r\nd1,0,7,Tolkien,PER\r\n\r\nd2,3.0,5.0,UK,LOC\r\n",
        "doc_id,start,end,text,label\nd1,0,6,Tolkien,PER\nd2,3,4,UK,LOC\n",  # ends are inclusive
    ],
)
def test_headers(text):
    """Names, order, delimiters and quotes of columns; ends are as the texts say, else exclusive."""
    assert recognises("csv", Sample(text.lstrip("\ufeff")))
    assert spans_listed(read(text), "type") == [("d1", 0, 7, "PER"), ("d2", 3, 5, "LOC")]


def test_inclusive_ends_are_told():
    """A note says that the texts made them so; one text of another length, and they are not."""
    spans = read("doc_id,start,end,text\nd1,0,6,Tolkien\n")
    assert any(
        "nerkit reads inclusive ends, because the texts of the spans end there" in note
        for note in spans.warnings
    )
    spans = read("doc_id,start,end,text\nd1,0,0,T\n")
    assert (spans.start.tolist(), spans.end.tolist()) == ([0], [1])
    spans = read("doc_id,start,end,text\nd1,0,6,Tolkien\nd1,0,6,Tolkie\n")
    assert not any(
        "nerkit reads inclusive ends, because the texts of the spans end there" in note
        for note in spans.warnings
    )


def test_documents_without_spans():
    """A row without offsets makes its document exist; ids, scores and further columns."""
    spans = read("doc_id,start,end,label,score,kb_id,other\nd1,,,,,,\nd2,0,1,PER,0.5,Q1,x\n")
    assert (spans.documents, len(spans)) == (["d1", "d2"], 1)
    assert (spans.fields["score"].value(0), spans.fields["eid"].value(0)) == (0.5, "Q1")
    assert any("nerkit does not read the columns other" in note for note in spans.warnings)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEADER + "d1,0,7\n", "x.csv:2:7: 3 cells where the first line names 4"),
        (HEADER + "d1,0,7,PER\n\nd1,x,7,PER\n", "x.csv:4:4: start 'x' is not an integer"),
        (HEADER + '"d,1",0,7,PER\n"d,1",3,y,PER\n', "x.csv:3:9: end 'y' is not an integer"),
        (HEADER + "d1,9,7,PER\n", "x.csv:2:6: end 7 is before start 9"),
        (HEADER + "d1,0,7,PER\nd1,9,9,PER\nd1,3,3,PER\n", "x.csv:3:6: end 9 is not after start 9"),
        ("doc_id,start,end,text\nd1,0,0,a\nd1,3,3,\n", "x.csv:2:6: end 0 is not after start 0"),
        (HEADER + ",0,7,PER\n", "x.csv:2:1: the row has no id of a document"),
        (HEADER + "d1,0,,PER\n", "x.csv:2:6: end '' is not an integer"),
        (HEADER + 'd1,0,7,"PER\nd1,0,8,LOC\n', "x.csv:2:8: a quote is not closed"),
        (HEADER + 'd1,0,7,PER\n"a\nb",0,7,PER\n"c"d,0,8,LOC\n', "x.csv:5:1: a quote is not closed"),
        ("doc_id,start,end,score\nd1,0,7,nan\n", "x.csv:2:8: score 'nan' is not a number"),
        ("essay,start,end,label\nd1,0,7,PER\n", "CSV without a column of documents (it has essay, start"),
        (HEADER + f"d1,0,{10**20},PER\n", "is not an integer"),
    ],
)
def test_errors(run, write, text, message):
    """File, line and column of what is wrong; exit 2, no score."""
    write("x.csv", text)
    done = run("spans", "-g", "x.csv", "x.csv")
    assert (done.code, done.out, message in done.err) == (2, "", True), done.err


@given(
    st.lists(st.tuples(TEXTS, st.integers(0, 99), st.integers(1, 99), TEXTS), max_size=9),
    st.sampled_from(",;\t"),
)
def test_as_the_csv_module_has_it(items, delimiter):
    """What Python's csv writes is read as it was, but for blanks at the ends of cells."""
    held = io.StringIO()
    writer = csv.writer(held, delimiter=delimiter, lineterminator="\n")
    writer.writerow(["label", "doc_id", "start", "end"])
    for document, start, length, label in items:
        writer.writerow([label, document, start, start + length])
    spans = read(held.getvalue())
    assert spans_listed(spans, "type") == [(d.strip(), a, a + n, label.strip()) for d, a, n, label in items]
    first, wanted = 2, []
    for document, _, _, label in items:
        wanted.append(first)
        first += 1 + document.count("\n") + label.count("\n")
    assert spans.line.tolist() == wanted


def test_in_shards_and_processes(tmp_path):
    """The same numbers and warnings as in one piece."""
    gold, system = tmp_path / "g.csv", tmp_path / "s.csv"
    text = HEADER + "".join(
        f"d{i % 40},{i},{i + 3},{'PER' if i % 3 else 'L,C'!r}\n" for i in range(3000) if i % 3
    )
    gold.write_text(text)
    system.write_text(text.replace("PER", "LOC", 500))
    whole = nerkit.evaluate(gold, system, task="spans")
    for more in ({"shard_size": 4096}, {"workers": 2}):
        parts = nerkit.evaluate(gold, system, task="spans", **more)
        assert [(row.measure, row.f1) for row in parts.rows] == [(row.measure, row.f1) for row in whole.rows]
        assert parts.warnings == whole.warnings


def test_growth(monkeypatch):
    """Rows are converted in chunks of a bounded size, each once."""
    monkeypatch.setattr(csv_rows, "CHUNK", 100)
    begun = time.process_time()
    spans = read(HEADER + "".join(f"d{i % 7},{i},{i + 1},PER\n" for i in range(20_050)))
    assert len(spans) == 20_050
    assert spans.line.tolist() == list(range(2, 20_052))
    assert time.process_time() - begun < 20
