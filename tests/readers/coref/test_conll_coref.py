"""Brackets in the last column: every cell, every way it can be wrong."""

import gzip
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerkit import io as nio
from nerkit import readers
from nerkit.exceptions import InputError
from nerkit.io import expand


def read(target, form):
    return readers.reader(form).read(nio.expand(target))


def rows(mentions):
    """(document, start, end, entity, line, sentence) of every mention."""
    span = mentions.span
    assert span.first.tolist() == list(range(len(mentions) + 1))
    columns = (mentions.document, span.start, span.end, mentions.entity, mentions.line, mentions.sentence)
    return [
        (mentions.documents[d], s, e, mentions.entities[entity], line, sentence)
        for d, s, e, entity, line, sentence in zip(*(c.tolist() for c in columns), strict=True)
    ]


def document(*cells, name="(d); part 000", separator="\t"):
    lines = [
        separator.join(("d", "0", str(i), f"w{i}", cell)) if cell else "" for i, cell in enumerate(cells)
    ]
    return "\n".join([f"#begin document {name}", *lines, "#end document", ""])


def spans(text, form="conll-coref"):
    return [(start, end, entity) for _, start, end, entity, *_ in rows(read(io.StringIO(text), form))]


CELLS = [  # (cells, mentions in the order in which they close)
    (["-", "_", "*"], []),
    (["(5)"], [(0, 1, "5")]),
    (["(5", "-", "5)"], [(0, 3, "5")]),
    (["(5|(0", "5)", "0)"], [(0, 2, "5"), (0, 3, "0")]),
    (["(5(0)", "5)"], [(0, 1, "0"), (0, 2, "5")]),
    (["(5(3", "5)3)"], [(0, 2, "5"), (0, 2, "3")]),
    (["(1|(2)|3", "1)"], None),  # 3 has no bracket
    (["(3", "(1|(2)|3)", "1)"], [(1, 2, "2"), (0, 2, "3"), (1, 3, "1")]),
    (["(e3)|(wiki:Q1-x)"], [(0, 1, "e3"), (0, 1, "wiki:Q1-x")]),
    (["(3", "3)|(3", "3)"], [(0, 2, "3"), (1, 3, "3")]),
    (["(3", "(3|3)", "3)"], [(0, 2, "3"), (1, 3, "3")]),
    (["(3|3)"], [(0, 1, "3")]),
    (["(3", "(3", "3)", "3)"], [(1, 3, "3"), (0, 4, "3")]),
    (["(3|(3)", "3)"], [(0, 1, "3"), (0, 2, "3")]),
    (["(3)|(3)"], [(0, 1, "3"), (0, 1, "3")]),
    (["|(3)|", "(4)||(5)"], [(0, 1, "3"), (1, 2, "4"), (1, 2, "5")]),
    (["(1", "", "1)"], [(0, 2, "1")]),
]


@pytest.mark.parametrize(("cells", "expected"), CELLS, ids=[" ".join(cells) for cells, _ in CELLS])
@pytest.mark.parametrize("separator", ["\t", " ", "   "])
def test_cells(cells, expected, separator):
    """What each cell means, whatever separates the columns; closings go before openings on a token."""
    if expected is None:
        with pytest.raises(InputError, match="is not a cell of coreference"):
            spans(document(*cells, separator=separator))
    else:
        assert spans(document(*cells, separator=separator)) == expected


def test_documents_sentences_and_lines():
    """Positions begin anew in each document; blank lines end sentences; entities are those of a document."""
    text = (
        "\n# made by hand\n" + document("(1)", "", "", "(2", "2)|(1)") + document("(1)", name="e; part 001")
    )
    mentions = read(io.StringIO(text), "conll-coref")
    assert rows(mentions) == [
        ("(d); part 000", 0, 1, "1", 4, 0),
        ("(d); part 000", 2, 3, "1", 8, 1),
        ("(d); part 000", 1, 3, "2", 7, 1),
        ("e; part 001", 0, 1, "1", 11, 0),
    ]
    assert mentions.entity.tolist() == [0, 0, 1, 2]
    assert mentions.words.form == ["w0", "w3", "w4", "w0"]
    assert mentions.words.first.tolist() == [0, 3, 4]
    assert mentions.words.line.tolist() == [4, 7, 8, 11]
    assert mentions.warnings == ("<stream>: skipped 1 comment line (line 2)",)
    assert mentions.named
    assert not mentions.corpus_wide
    assert mentions.minimum is None
    assert mentions.head.tolist() == [-1] * 4


def test_comments_are_no_words():
    """A line that begins with # is skipped, unless it has tabs and ends in a cell."""
    text = "#begin document d\n# a (1)\na\t(1)\n#\t(1)\n# sent_id\tx\n#end document\n"
    mentions = read(io.StringIO(text), "conll-coref")
    assert [(start, end) for _, start, end, *_ in rows(mentions)] == [(0, 1), (1, 2)]
    assert mentions.words.form == ["a", "#"]
    assert mentions.warnings == ("<stream>: skipped 2 comment lines (line 2, 5)",)


WORDS = [  # (line, word)
    ("a\t-", "a"),
    ("1\ta\t-", "a"),
    ("d\t1\ta\t-", "a"),
    ("d\t0\t1\ta\t-", "a"),
    ("d\t0\t1\ta\tNN\t*\t-\t-", "a"),
    ("   a   -  ", "a"),
    (" d 0  1 a NN * - -", "a"),
    ("d 0 1 a\u00a0b -", "a\u00a0b"),
    ("d 0 1 2) -", "2)"),
    ("d\t0\t1\t(7)\t-\t", "(7)"),
    ("d\t0\t1\ta b\t-", "a b"),
]


@pytest.mark.parametrize(("line", "word"), WORDS)
def test_the_column_of_the_word(line, word):
    """It is the fourth, or the one before the last where there are fewer than five; it is never a bracket."""
    for before in ("", "d\t0\t0\tx\t-\n", "x -\n"):
        mentions = read(io.StringIO(f"#begin document d\n{before}{line}\n"), "conll-coref")
        assert mentions.words.form[-1] == word
        assert len(mentions) == 0


def test_line_ends_marks_and_compression(write):
    """CRLF, a byte order mark and gzip change nothing."""
    text = document("(1", "", "1)|(2)")
    plain = rows(read(write("a", text), "conll-coref"))
    assert plain == rows(read(write("b", text.replace("\n", "\r\n")), "conll-coref"))
    assert plain == rows(read(write("c", "\ufeff" + text), "conll-coref"))
    assert plain == rows(read(write("d", gzip.compress(text.encode())), "conll-coref"))


def test_repeated_and_unnamed_documents(write):
    """Repeated names are kept for the pairing to judge.

    A document without a name is called after its file in a folder.
    """
    assert read(io.StringIO(document("-") * 2), "conll-coref").documents == ["(d); part 000"] * 2
    unnamed = "#begin document\na -\n#end document\n"
    assert not read(io.StringIO(unnamed), "conll-coref").named
    write("folder/a.conll", unnamed)
    write("folder/b.conll.gz", gzip.compress((unnamed + document("-")).encode()))
    mentions = read(str(write("folder/c", "").parent), "conll-coref")
    assert mentions.documents == ["a", "b:1", "(d); part 000"]


def test_a_file_without_anything():
    """It has no document and no mention."""
    mentions = read(io.StringIO("\n"), "conll-coref")
    assert (mentions.documents, len(mentions), mentions.words.form) == ([], 0, [])


@pytest.mark.parametrize(
    ("head", "form"),
    [
        (document("-", "(1)"), "conll-coref"),
        (document("-", "(1)", separator=" "), "conll-coref"),
        ("# comment\n" + document("x", "(1)"), "conll-coref"),
        (document(), "conll-coref"),
        (document("-", "-").replace("d\t", "1\t"), "conll-coref"),
        ("#begin document (d)\na\tB-PER\nb\tO\n#end document\n", "bio"),
        ("#begin document (d)\na\tO\nb\tO\n#end document\n", "bio"),
        ("d\t1\t2\tE1\n", "span-tsv"),
    ],
)
def test_recognition(head, form):
    """`#begin document` and cells in the last column."""
    assert readers.explained(expand(io.StringIO(head)), readers.BY_CONTENT) == [form]


def test_a_malformed_file_is_read_where_mentions_are_expected():
    """So that the message is about its cells, not about its format."""
    sources = nio.expand(io.StringIO("#begin document d\na\t1\nb\t2\n"))
    assert readers.sniff(sources, ("conll-coref", "semeval", "corefud", "coref-json")) == "conll-coref"


@st.composite
def corpora(draw):
    """Documents of mentions (start, end, entity) of which no two of one entity cross."""
    documents = []
    for _ in range(draw(st.integers(1, 3))):
        size = draw(st.integers(1, 8))
        brackets = []
        for _ in range(draw(st.integers(0, 8))):
            start = draw(st.integers(0, size - 1))
            end = draw(st.integers(start + 1, size))
            entity = draw(st.sampled_from(["0", "1", "11", "e1"]))
            crosses = any(
                s < start < e < end or start < s < end < e for s, e, name in brackets if name == entity
            )
            if not crosses:
                brackets.append((start, end, entity))
        breaks = draw(st.sets(st.integers(0, size - 1)))
        documents.append((size, brackets, breaks))
    return documents


def written(documents, draw):
    """The documents as lines.

    The brackets of a cell stand in a random order, `|` between them where it is needed or drawn.
    """
    lines = []
    for number, (size, found, breaks) in enumerate(documents):
        lines.append(f"#begin document d{number}")
        for token in range(size):
            items = [f"({name})" for s, e, name in found if (s, e) == (token, token + 1)]
            items += [f"({name}" for s, e, name in found if s == token < e - 1]
            items += [f"{name})" for s, e, name in found if s < token == e - 1]
            cell = ""
            for item in draw(st.permutations(items)):
                needed = cell and cell[-1] not in ")|" and item[0] != "("
                cell += ("|" if cell and (needed or draw(st.booleans())) else "") + item
            lines += [""] * (token in breaks) + [f"w{token}\t{cell or '-'}"]
        lines.append("#end document")
    return "\n".join(lines)


@given(st.data())
def test_what_is_written_is_read(data):
    """Brackets written of mentions are read as these mentions; sentences end where they were broken."""
    documents = data.draw(corpora())
    text = written(documents, data.draw)
    expected = sorted(
        (f"d{number}", s, e, name, sum(0 < b <= s for b in breaks))
        for number, (_, found, breaks) in enumerate(documents)
        for s, e, name in found
    )
    mentions = read(io.StringIO(text), "conll-coref")
    assert sorted((d, s, e, name, sentence) for d, s, e, name, _, sentence in rows(mentions)) == expected
    assert len(mentions.entities) == len({(d, name) for d, _, _, name, _ in expected})
    assert [int(mentions.words.first[i + 1] - mentions.words.first[i]) for i in range(len(documents))] == [
        size for size, _, _ in documents
    ]


def test_a_mention_that_ends_where_the_next_of_its_entity_begins(run, write):
    """`5)|(5` is two mentions that share a word, which a system that has but one of them finds by half."""
    gold = write("g.conll", document("(5", "5)|(5", "5)", "(5)"))
    system = write("s.conll", document("(5", "5)", "-", "(5)"))
    done = run("coref", "-g", gold, f"s={system}", "-m", "mentions", "-m", "muc", "-f", "json")
    found = {
        row["measure"]: (row["p_num"], row["p_den"], row["r_den"]) for row in json.loads(done.out)["rows"]
    }
    assert found == {"mentions": (2, 2, 3), "muc": (1, 1, 2)}
