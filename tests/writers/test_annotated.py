"""Tagged tokens and spans as annotated texts for brat and Label Studio, and back."""

import json
import re
import tempfile
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit.writers.convert import convert, convert_files
from nerkit.writers.convert_tags import TagOptions

ANNOTATED = ("brat", "label-studio", "doccano", "prodigy", "spacy")

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
    with tempfile.TemporaryDirectory() as home:
        path, folder = Path(home) / "gold.iob", Path(home) / "brat"
        path.write_text(text, encoding="utf-8", newline="")
        for name, content in convert_files(str(path), "brat", "bio")[0]:
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content, encoding="utf-8", newline="")
        written, warnings = convert(str(folder), "bio", "brat")
        assert "".join(written) == text
        assert warnings == []


@given(column_files(named=True) | column_files(named=False))
def test_label_studio_gives_back_tokens_tags_sentences_and_documents(text):
    """Documents without ids stay without."""
    with tempfile.TemporaryDirectory() as home:
        path, tasks = Path(home) / "gold.iob", Path(home) / "tasks.json"
        path.write_text(text, encoding="utf-8", newline="")
        tasks.write_text("".join(convert(str(path), "label-studio", "bio")[0]), encoding="utf-8", newline="")
        written, warnings = convert(str(tasks), "bio", "label-studio")
        single = text.count("-DOCSTART-") == 1
        assert "".join(written) == (text.replace("-DOCSTART-\tO\n\n", "") if single else text)
        assert warnings == []


MARK = re.compile(r"(?:# document .*|-DOCSTART-\tO)\n\n")


@given(column_files(named=True) | column_files(named=False), st.sampled_from(ANNOTATED), st.booleans())
def test_a_text_for_each_mark_or_each_sentence(text, to, by_sentence):
    """Files without marks come back byte for byte; documents without ids get a mark with their number."""
    text = MARK.sub("", text) if by_sentence else text * 6  # more than nine documents, ordered as numbers
    if not by_sentence:
        numbers = count()
        text = re.sub("# document .*", lambda _: f"# document {next(numbers):02}", text)
    how = TagOptions(by_sentence=by_sentence)
    with tempfile.TemporaryDirectory() as home:
        path, made = Path(home) / "gold.iob", Path(home) / "made"
        path.write_text(text, encoding="utf-8", newline="")
        if to == "brat":
            made.mkdir()
            for name, content in convert_files(str(path), to, "bio", tags=how)[0]:
                (made / name).write_text(content, encoding="utf-8", newline="")
        else:
            made.write_text("".join(convert(str(path), to, "bio", tags=how)[0]), "utf-8", newline="")
        back = "".join(convert(str(made), "bio", to, tags=how)[0])
    assert back == text if by_sentence else MARK.split(back) == MARK.split(text)


def test_by_sentence_is_refused_where_it_says_nothing(run, write):
    """And a file with marks stays a text per mark, with a warning."""
    marked = write("m.bio", "-DOCSTART- O\n\na B-X\n\nb O\n\n-DOCSTART- O\n\nc O\n\n")
    done = run("convert", marked, "--to", "doccano", "--by-sentence")
    assert [json.loads(line)["text"] for line in done.out.splitlines()] == ["a\nb\n", "c\n"]
    assert "--by-sentence changes nothing" in done.err
    texts = write("t.jsonl", done.out)
    for arguments, problem in {
        (texts, "bio"): "document '1' has 2 sentences",
        (texts, "spacy"): "not from doccano to spacy",
        (marked, "bio"): "not from bio to bio",
        (marked, "span-tsv"): "span-tsv is neither",
    }.items():
        done = run("convert", arguments[0], "--to", arguments[1], "--by-sentence")
        assert done.code == 2
        assert problem in done.err


def test_a_text_is_cut_where_spans_begin(run, write):
    """And that is said."""
    write("a.ann", "T1\tLOC 4 7\tYork\n".replace("York", "Yor"))
    write("a.txt", "New York-based firm\n")
    done = run("convert", "a.ann", "--to", "bio")
    assert done.out == "New\tO\nYor\tB-LOC\nk-based\tO\nfirm\tO\n\n"
    assert done.err == "warning: 1 token cut where a span begins or ends\n"


@pytest.mark.parametrize(
    ("spans", "message"),
    [
        (
            "T1\tA 0 3\tNew\nT2\tB 0 8\tNew York\n",
            "a span that overlaps another span, which tags cannot hold",
        ),
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


def test_a_folder_is_made(run, write, tmp_path):
    """Named with a slash or without; the text stands beside the annotations."""
    gold = write("gold.iob", "York\tB-LOC\nis\tO\n\nIt\tO\n")
    for folder in ("one", "two/"):
        assert run("convert", gold, "--to", "brat", "-o", folder).code == 0
        assert sorted(path.name for path in (tmp_path / folder).iterdir()) == ["1.ann", "1.txt"]
        assert (tmp_path / folder / "1.txt").read_text() == "York is\nIt\n"
        assert (tmp_path / folder / "1.ann").read_text() == "T1\tLOC 0 4\tYork\n"
    assert run("convert", gold, "--to", "brat", "-o", "one.ann").code == 0
    assert (tmp_path / "one.ann").is_file()


def test_a_token_with_a_blank_is_refused(run, write):
    """It would come back as two."""
    done = run("convert", write("gold.iob", "New York\tB-LOC\nx\tO\n"), "--to", "label-studio")
    assert (done.code, done.out) == (2, "")
    assert "gold.iob:1: the token 'New York' has a blank" in done.err
