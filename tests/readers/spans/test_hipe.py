"""HIPE's columns: headers, comments, tags, links, noise."""

import io

import pytest

from nerkit import readers
from nerkit.io import Source
from nerkit.readers.sample import Sample, recognises
from nerkit.readers.spans import hipe

E, L = "NE-COARSE-LIT", "NEL-LIT"
HEADER = "TOKEN\tNE-COARSE-LIT\tNEL-LIT\tMISC\n"


def read(text):
    return hipe.read([Source(io.StringIO(text), "file")])


def spans(text):
    """(column, start, end, type or first link) of every span."""
    corpus = read(text)
    fields = [corpus.fields[name] for name in ("column", "type", "eid")]
    return [
        (column, start, end, kind or link)
        for start, end, column, kind, link in zip(
            corpus.start.tolist(),
            corpus.end.tolist(),
            *([field.value(row) for row in range(len(corpus))] for field in fields),
            strict=True,
        )
    ]


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        ("a\tB-loc\t_\t_\nb\tI-loc\t_\t_\n", [(E, 0, 2, "LOC")]),
        ("a\tI-loc\t_\t_\nb\tI-pers\t_\t_\n", [(E, 0, 1, "LOC"), (E, 1, 2, "PERS")]),
        ("a\tS-loc\t_\t_\nb\tB-loc\t_\t_\nc\tE-LOC\t_\t_\n", [(E, 0, 1, "LOC"), (E, 1, 3, "LOC")]),
        ("a\tB-loc-city\t_\t_\nb\t_\t_\t_\nc\t-\t_\t_\n", [(E, 0, 1, "LOC-CITY")]),
        ("#\tB-loc\t_\t_\na#b\tO\t_\t_\n", [(E, 0, 1, "LOC")]),
        ("# segment = 1\na\tB-loc\t_\t_\n# segment = 2\t\t\t\nb\tI-loc\t_\t_\n", [(E, 0, 2, "LOC")]),
        # links: of mentions, runs of equal ones inside them, runs alone where there is no tag
        (
            "a\tB-loc\tq1\t_\nb\tB-loc\tq1\t_\n",
            [(E, 0, 1, "LOC"), (E, 1, 2, "LOC"), (L, 0, 1, "Q1"), (L, 1, 2, "Q1")],
        ),
        ("a\tB-loc\tQ1\t_\nb\tI-loc\tQ2\t_\n", [(E, 0, 2, "LOC"), (L, 0, 1, "Q1"), (L, 1, 2, "Q2")]),
        ("a\tO\tQ1\t_\nb\tO\tQ1\t_\nc\tO\t_\t_\n", [(L, 0, 2, "Q1")]),
        ("a\tB-loc\t_\t_\nb\tO\tNIL\t_\n", [(E, 0, 1, "LOC"), (L, 1, 2, "NIL")]),
    ],
)  # fmt: skip
def test_entities_and_links(rows, wanted):
    """Types and links are in upper case."""
    assert spans(HEADER + rows) == wanted


def test_documents_dates_and_noise():
    """Comments may be padded with tabs, or divided by them; the noise is that of the first token."""
    corpus = read(
        HEADER
        + "# hipe2022:document_id = d1\n# hipe2022:date = 1881-01-01\t\t\n"
        + "a\tB-loc\tQ1|q2\tNoSpaceAfter|LED0.25\nb\tI-loc\tQ1|q2\tLED0.5\n"
        + "#\tdocument_id\t=\td2\nc\tB-loc\t_\t_\n"
    )
    assert (corpus.documents, corpus.document.tolist(), corpus.line.tolist()) == (
        ["d1", "d2"],
        [0, 0, 1],
        [4, 4, 7],
    )
    assert [corpus.fields["noise"].value(row) for row in range(3)] == [0.25, 0.25, None]
    assert [candidate.id for candidate in corpus.candidates[1]] == ["Q1", "Q2"]
    assert [facts and (facts.words, facts.date) for facts in corpus.facts] == [
        (("a", "b"), "1881-01-01"),
        (("c",), None),
    ]
    assert corpus.columns == (E, "NEL-LIT")


def test_columns_that_are_not_annotated():
    """A column of `_` is not; links are where their entities are, even if there are none."""
    corpus = read("TOKEN\tNE-COARSE-LIT\tNE-COARSE-METO\tNEL-LIT\tNEL-METO\na\tO\t_\t_\t_\n")
    assert corpus.columns == (E, "NEL-LIT")
    assert len(corpus) == 0


def test_recognition():
    """By the names of the first line."""
    assert recognises("hipe", Sample(HEADER))
    names = ["TOKEN", *hipe.COLUMNS, "MISC"][:10]
    text = "\t".join(names) + "\n1" + "\tO" * 5 + "\t_" * 4 + "\n"  # which could be a word of CoNLL-U
    assert readers.sniff([Source(io.StringIO(text), "file")], readers.BY_CONTENT) == "hipe"
    assert not recognises("hipe", Sample("TOKEN\tTAG\na\tO\n"))
    assert not recognises("hipe", Sample("d\t1\t10\n"))
