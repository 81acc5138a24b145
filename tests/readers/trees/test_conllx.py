"""CoNLL-X: what is read and what is refused."""

import io

import pytest

from nerkit.io import Source
from nerkit.readers.trees import conllx

TEXT = "1\tJohn\t_\tN\tNNP\t_\t2\tSBJ\t_\t_\n2\tsleeps\t_\tV\tVBZ\t_\t0\tROOT\t_\t_\n"


def read(text, **options):
    return conllx.read([Source(io.BytesIO(text.encode()), "x.conll")], **options)


@pytest.mark.parametrize(
    "text", [TEXT, TEXT + "\n", "\n\n" + TEXT + " \n\n", TEXT.replace("\t", "  "), "# c\n" + TEXT]
)
def test_lines(text):
    """Tabs or blanks between columns, blank lines and comments wherever they stand."""
    trees = read(text)
    assert (trees.words([0, 1]), trees.head.tolist(), trees.first.tolist()) == (
        ["John", "sleeps"],
        [2, 0],
        [0],
    )
    assert [trees.columns[name].value(0) for name in ("lemma", "upos", "xpos", "feats", "deprel")] == [
        *("_", "N", "NNP", "_", "SBJ")
    ]
    assert trees.by_position


def test_documents_and_sentences():
    """`# newdoc` begins a document."""
    trees = read("# newdoc id = a\n" + TEXT + "\n" + TEXT + "\n# newdoc id = b\n" + TEXT)
    assert (trees.documents, trees.document.tolist()) == (["a", "b"], [0, 0, 1])


def test_cycles_and_roots_are_no_error():
    """eval.pl scores them."""
    assert read(TEXT.replace("\t0\t", "\t1\t")).head.tolist() == [2, 1]
    assert read(TEXT.replace("\t2\t", "\t0\t")).head.tolist() == [0, 0]


def test_invalid_sentences_can_be_skipped():
    """Heads that are none."""
    trees = read(TEXT.replace("\t2\t", "\t9\t") + "\n" + TEXT, skip_invalid=True)
    assert trees.invalid.tolist() == [True, False]


def test_a_form_may_hold_blanks():
    """They are no characters of its token, unless it has no others."""
    trees = read(TEXT.replace("John", "New York").replace("sleeps", " "))
    assert [trees.surface.value(i) for i in range(2)] == ["NewYork", " "]
    assert trees.words([0, 1]) == ["New York", " "]


def test_every_column_is_kept_by_its_name():
    """None of them is another one; there are no dependencies besides."""
    columns = read("1\tform\tlemma\tupos\txpos\tfeats\t0\tdeprel\tphead\tpdeprel\n").columns
    names = ("form", "lemma", "upos", "xpos", "feats", "deprel")
    assert {name: column.value(0) for name, column in columns.items()} == {
        **{name: name for name in names},
        "deps": "_",
    }
