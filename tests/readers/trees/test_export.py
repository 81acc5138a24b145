"""NEGRA export: what is read and what is refused."""

import io

import pytest

from nerkit.io import Source
from nerkit.readers.trees import export

LINES = [
    *("Das\tPDS\t--\tSB\t500", "ist\tVA\t--\tHD\t501", "gut\tAD\t--\tPD\t500", ".\t$.\t--\t--\t0"),
    *("#500\tXP\t--\tOC\t501", "#501\tS\t--\t--\t0"),
]
SENTENCE = "#BOS 7 1 899 0\n" + "\n".join(LINES) + "\n#EOS 7\n"
TABLE = "#FORMAT 3\n#BOT ORIGIN\n0\tx\ty\n#EOT ORIGIN\n"


def read(*texts):
    return export.SHAPE.read(
        [Source(io.BytesIO(text.encode()), f"{i}.export") for i, text in enumerate(texts)]
    )


def four(text):
    """The same in format 4, which has lemmas."""
    lines = [
        line if line[0] == "#" and line[1] in "BE" else line.replace("\t", "\t--\t", 1)
        for line in text.split("\n")
        if line
    ]
    return "#FORMAT 4\n" + "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "text",
    [
        SENTENCE,
        TABLE + SENTENCE,
        four(SENTENCE),
        SENTENCE.replace("\t", "  ").replace("501\n", "501 %% note\n"),
    ],
)
def test_columns(text):
    """The root has a bracket of its own; edges are functions of constituents; sentences have their numbers as
    ids.
    """
    found = read(text)
    labels = [found.label.value(row) for row in range(len(found))]
    assert (labels, found.level.tolist()) == (["VROOT", "S", "XP-OC"], [0, 1, 2])
    assert list(zip(found.first.tolist(), found.last.tolist(), strict=True)) == [(0, 4), (0, 3), (0, 3)]
    assert (found.words(range(4)), found.above.tolist()) == (["Das", "ist", "gut", "."], [2, 1, 2, 0])
    assert [found.tag.value(i) for i in range(4)] == ["PDS", "VA", "AD", "$."]
    assert (found.documents, found.named, found.discontinuous.tolist()) == (["7"], True, [False, False, True])


def test_secondary_edges_are_not_read():
    """They stand in pairs behind the parent."""
    assert read(SENTENCE.replace("SB\t500", "SB\t500\tMO\t501\tRE\t500")).above.tolist() == [2, 1, 2, 0]


def test_ids():
    """Numbers that are not all different are not used; of several files they stand behind the name."""
    assert read(SENTENCE + SENTENCE).named is False
    assert read(SENTENCE, SENTENCE).documents == ["0.export#7", "1.export#7"]


def test_sentences_without_words():
    """They are sentences all the same."""
    assert read("#BOS 1\n#EOS 1\n" + SENTENCE).lengths.tolist() == [0, 4]
