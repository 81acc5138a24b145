"""Tagged tokens and spans as annotated texts for brat and Label Studio, and back."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit import readers
from nerkit.io import expand
from nerkit.writers import writer
from nerkit.writers.convert import convert

TOKENS = st.text(st.characters(exclude_categories=["Cc", "Cs", "Z"]), min_size=1, max_size=4).filter(
    lambda text: not text.startswith(("#", "-DOCSTART-", "-X-")) and "\ufeff" not in text
)
TYPES = st.sampled_from(["PER", "LOC", "NP-x", "é", "_"])


@st.composite
def column_files(draw, *, named):
    """Documents of sentences of chunks, as a column file in IOB2."""
    lines = []
    for document in range(draw(st.integers(1, 3))):
        lines.append(f"# document d/{document}\n\n" if named else "-DOCSTART-\tO\n\n")
        for _ in range(draw(st.integers(1, 3))):
            for size, kind in draw(
                st.lists(st.tuples(st.integers(1, 3), st.none() | TYPES), min_size=1, max_size=4)
            ):
                for place in range(1 if kind is None else size):
                    tag = "O" if kind is None else "BI"[place > 0] + ("" if kind == "_" else f"-{kind}")
                    lines.append(f"{draw(TOKENS)}\t{tag}\n")
            lines.append("\n")
    return "".join(lines)


@given(column_files(named=True))
def test_brat_gives_back_tokens_tags_sentences_and_documents(text):
    """By way of a folder, from which brat's reader takes the text as well."""
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as home:
        path, folder = Path(home) / "gold.iob", Path(home) / "brat"
        path.write_text(text, encoding="utf-8", newline="")
        for name, content in convert(str(path), "brat", "bio")[0]:
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content, encoding="utf-8", newline="")
        written, warnings = convert(str(folder), "bio", "brat")
        assert "".join(written) == text
        assert warnings == []


@given(column_files(named=True) | column_files(named=False))
def test_label_studio_gives_back_tokens_tags_sentences_and_documents(text):
    """Documents without ids stay without."""
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as home:
        path, tasks = Path(home) / "gold.iob", Path(home) / "tasks.json"
        path.write_text(text, encoding="utf-8", newline="")
        tasks.write_text("".join(convert(str(path), "label-studio", "bio")[0]), encoding="utf-8", newline="")
        written, warnings = convert(str(tasks), "bio", "label-studio")
        single = text.count("-DOCSTART-") == 1
        assert "".join(written) == (text.replace("-DOCSTART-\tO\n\n", "") if single else text)
        assert warnings == []


BRAT = (
    "T1\tPER 0 2;4 7\tTo ien\nN1\tReference T1 W:1\tTo ien\nN2\tReference T1 W:2\tTo ien\n"
    "T2\tLOC 13 19\tOxford\n"
)


def test_brat_comes_back_as_it_was(run, write):
    """Fragments, ids and candidates too; nothing is warned of."""
    write("in/a.ann", BRAT)
    write("in/a.txt", "Tolkien left Oxford .\n")
    done = run("convert", "in", "--to", "brat", "-o", "out")
    assert (done.code, done.out, done.err) == (0, "", "warning: in/a.ann: 1 discontinuous span " + KEPT)
    again = run("convert", "out", "--to", "brat", "-o", "again")
    assert again.code == 0
    for name in ("out/a", "again/a"):
        assert readers.reader("brat").read(expand(f"{name}.ann")).candidates.keys() == {0}
        with open(f"{name}.txt", encoding="utf-8") as file:
            assert file.read() == "Tolkien left Oxford .\n"
        with open(f"{name}.ann", encoding="utf-8") as file:
            assert file.read() == BRAT


KEPT = "(equal with equal fragments; overlap takes the whole)\n"


def test_label_studio_keeps_scores_and_says_what_it_does_not(run, write):
    """Ids of knowledge bases and fragments have no place there."""
    region = {"type": "labels", "score": 0.25, "value": {"start": 0, "end": 7, "labels": ["PER"]}}
    tasks = [{"data": {"text": "Tolkien left", "id": "a"}, "annotations": [{"result": [region]}]}]
    path = write("tasks.json", json.dumps(tasks))
    made = run("convert", path, "--to", "label-studio", "-o", "again.json")
    assert (made.code, made.err) == (0, "")
    before, after = (readers.reader("label-studio").read(expand(str(one))) for one in (path, "again.json"))
    assert after.fields["score"].value(0) == before.fields["score"].value(0) == 0.25
    write("in/a.ann", BRAT)
    write("in/a.txt", "Tolkien left Oxford .\n")
    err = run("convert", "in", "--to", "label-studio").err
    assert "the field 'eid' of 1 span is not written" in err
    assert "the field 'fragments' of 1 span is not written" in err
    assert "of the candidates of 1 span only the best is written" in err


def test_spans_that_count_tokens_become_characters(run, write):
    """The text is that of the tokens."""
    write("tokens", "Tolkien\tO\nleft\tO\nOxford\tO\n\nHe\tO\n")
    spans = write("spans.tsv", "1\t0\t0\tQ1\t\tPER\n1\t2\t3\t\t\tLOC\n")
    done = run("convert", spans, "--to", "brat", "--tokens", "tokens", "-o", "out")
    assert done.code == 0, done.err
    with open("out/1.ann", encoding="utf-8") as file:
        assert file.read() == (
            "T1\tPER 0 7\tTolkien\nN1\tReference T1 Q1\tTolkien\nT2\tLOC 13 22\tOxford He\n"
        )


def test_a_text_is_cut_where_spans_begin(run, write):
    """And that is said."""
    write("a.ann", "T1\tLOC 4 7\tYork\n".replace("York", "Yor"))
    write("a.txt", "New York-based firm\n")
    done = run("convert", "a.ann", "--to", "bio")
    assert done.out == "New\tO\nYor\tB-LOC\nk-based\tO\nfirm\tO\n\n"
    assert done.err == "warning: 1 token cut where a span begins or ends\n"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("gold.iob", "New York\tB-LOC\nx\tO\n", "gold.iob:1: the token 'New York' has a blank"),
        ("gold.iob", "York\tB-big city\n", "gold.iob:1: the type 'big city', which brat cannot hold"),
        ("gold.iob", "# document ../x\n\nYork\tB-LOC\n", "the document id '../x' cannot be"),
        ("gold.iob", "# document /etc/x\n\nYork\tB-LOC\n", "cannot be the path of a file"),
        ("a.ann", "T1\tLOC 0 4\tYork\n", "the document 1 has no text, which is needed here"),
    ],
)
def test_what_brat_cannot_hold_is_refused(run, write, tmp_path, name, text, message):  # noqa: PLR0917
    """With the place; no folder is left behind."""
    done = run("convert", write(name, text), "--to", "brat", "-o", "out")
    assert done.code == 2
    assert message in done.err
    assert not (tmp_path / "out").exists()
    assert not list(tmp_path.glob(".nerkit-*"))


def test_a_folder_is_new_or_empty(run, write, tmp_path):
    """Documents of before would be read with the others."""
    gold = write("gold.iob", "York\tB-LOC\n")
    assert "name it with -o DIR" in run("convert", gold, "--to", "brat").err
    (tmp_path / "out").mkdir()
    assert run("convert", gold, "--to", "brat", "-o", "out").code == 0
    done = run("convert", gold, "--to", "brat", "-o", "out")
    assert (done.code, done.err.splitlines()[0]) == (2, "error: out: there is a folder with files")
    assert "there is a file, not a folder" in run("convert", gold, "--to", "brat", "-o", "gold.iob").err


@pytest.mark.parametrize(
    ("spans", "message"),
    [
        ("T1\tA 0 3\tNew\nT2\tB 0 8\tNew York\n", "overlaps another one, which tags cannot hold"),
        ("T1\tA 4 12\tYork It\n", "across the end of a sentence, which tags cannot hold"),
        ("T1\tA 3 4\t \n", "a span without a token"),
    ],
)
def test_what_tags_cannot_hold_is_refused(run, write, spans, message):
    """With the line of the span."""
    write("a.ann", spans)
    write("a.txt", "New York\nIt is\n")
    done = run("convert", "a.ann", "--to", "bio")
    assert done.code == 2
    assert message in done.err
    assert "a.ann:" in done.err


def test_the_writers_say_what_they_hold():
    """What is not in the list is warned of."""
    assert writer("brat").folder
    assert "eid" in writer("brat").holds
    assert "score" in writer("label-studio").holds
