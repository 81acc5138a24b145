"""CoNLL-U: what is read, what is recognised, and what is refused with which words."""

import io

import pytest

from nerkit import readers
from nerkit.exceptions import InputError
from nerkit.io import Source, expand
from nerkit.readers.sample import Sample, recognises
from nerkit.readers.trees import conllu

TEXT = """# newdoc id = one
# sent_id = 1
1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_
1\tde\tde\tADP\tP\t_\t3\tcase\t3:case\t_
2\tle\tle\tDET\tD\tDefinite=Def\t3\tdet\t_\t_
3\tmar\u00a0ch\u00e9\tmarch\u00e9\tNOUN\tN\t_\t0\troot\t_\t_
3.1\t_\t_\t_\t_\t_\t_\t_\t3:x\t_

# newdoc id = two
1\tva\taller\tVERB\tV\t_\t0\troot\t_\tSpaceAfter=No

# the end
"""


def source(text, name="x.conllu"):
    return Source(io.BytesIO(text.encode()), name)


def read(text, **options):
    return conllu.read([source(text)], **options)


def row(number, form="w", head=0, label="dep", *, cells=None):
    return "\t".join(cells or [str(number), form, "_", "X", "_", "_", str(head), label, "_", "_"]) + "\n"


def test_words_tokens_documents():
    """Words with their columns, tokens with their characters, blanks in them aside.

    Empty nodes are passed over.
    """
    trees = read(TEXT)
    assert (trees.documents, trees.named) == (["one", "two"], True)
    assert (trees.first.tolist(), trees.document.tolist()) == ([0, 3], [0, 1])
    assert trees.words(range(4)) == ["de", "le", "march\u00e9", "va"]
    assert trees.head.tolist() == [3, 3, 0, 0]
    assert trees.parent.tolist() == [2, 2, -1, -1]
    assert trees.token.tolist() == [0, 0, 1, 2]
    assert [trees.surface.value(i) for i in range(3)] == ["du", "march\u00e9", "va"]
    assert trees.multiword.tolist() == [True, False, False]
    assert trees.lengths().tolist() == [2, 6, 2]
    assert trees.line.tolist() == [4, 5, 6, 10]
    assert trees.columns["feats"].value(1) == "Definite=Def"
    assert trees.place(3) == "x.conllu:10"


def test_sentences_in_another_order():
    """Filed under documents that stand in another order, words and tokens follow their sentence.

    They still know where they come from.
    """
    trees = read(TEXT).in_documents(["two", "one"], conllu.np.array([1, 0]))
    assert trees.words(range(4)) == ["va", "de", "le", "march\u00e9"]
    assert trees.token.tolist() == [0, 1, 1, 2]
    assert trees.multiword.tolist() == [False, True, False]
    assert trees.place(0) == "x.conllu:10"
    assert len(read(TEXT).in_documents(["one"], conllu.np.array([0, -1]))) == 3


def test_several_inputs_are_documents():
    """Files without `# newdoc` are called by their path, and rows know their file."""
    one = row(1) + "\n"
    trees = conllu.read([source(one, "a"), source(one, "b")])
    assert (trees.documents, trees.place(1)) == (["a", "b"], "b:1")


def test_a_short_comment_may_end_the_input():
    """It is no sentence, and shorter than the bytes that numbers are read from."""
    text = "1\tgo\t_\t_\t_\t_\t0\troot\t_\t_\n\n# x\n"
    assert len(readers.reader("conllu").read(list(expand(io.StringIO(text)))).first) == 1


def test_a_blank_input_has_no_sentences():
    """Not even blank lines are an error then."""
    assert len(read("\n\n")) == 0


LAST = row(1) + row(2, head=1)
BAD = [  # (text, line, column, what is said)
    (row(1) + row(3, head=1) + "\n", 2, 1, "id '3', but word 2 comes next"),
    (row("a") + "\n", 1, 1, "'a' is not an id"),
    (row("1-2", "x") + row(1) + "\n", 1, 1, "'1-2' is not the range of the words that follow"),
    (row("2-3", "x") + LAST + "\n", 1, 1, "'2-3' is not the range"),
    (row("2-1", "x") + LAST + "\n", 1, 1, "'2-1' is not the range"),
    (
        row("1-2", "x") + row(1) + row("2-3", "y") + row(2, head=1) + row(3, head=1) + "\n",
        3,
        1,
        "'2-3' is not",
    ),
    (LAST + row("3-4", "x") + "\n", 3, 1, "'3-4' is not the range"),
    (LAST + "\n" + row("0.1") + "\n", 4, 1, "the sentence has no words"),
    (row(1, cells=["1", "a", "X"]) + "\n", 1, 6, "3 columns where CoNLL-U has 10"),
    (row(1, " \u00a0") + "\n", 1, 3, "the word has no form"),
    (row(1) + "# c\n" + row(2, head=1) + "\n", 2, 1, "a comment is inside a sentence"),
    (LAST + "\n\n" + LAST + "\n", 4, 1, "a blank line ends no sentence"),
    ("\n" + LAST + "\n", 1, 1, "a blank line ends no sentence"),
    (LAST + "\n\n", 4, 1, "a blank line ends no sentence"),
    (LAST, 2, 1, "the file ends without a blank line after its last sentence"),
    (LAST + "\n \n\n", 4, 2, "1 column where"),
    (row(1) + row(2, head=3) + "\n", 2, 13, "the head is not in the sentence"),
    (row(1) + row(2, head="_") + "\n", 2, 13, "the head is not a number"),
    (row(1) + row(2, head="01") + "\n", 2, 13, "the head is not a number"),
    (row(1) + row(2, head="-1") + "\n", 2, 13, "the head is not a number"),
    (row(1, head=2) + row(2, head=1) + "\n", 1, 13, "a cycle"),
    (row(1) + row(2, head=2) + "\n", 2, 13, "a cycle"),
    (row(1) + row(2) + "\n", 2, 13, "a second root in the sentence"),
]


@pytest.mark.parametrize(("text", "line", "column", "said"), BAD)
def test_bad_input(text, line, column, said):
    """Line, column and problem; wherever in a file a sentence stands."""
    for before in (0, 3):
        with pytest.raises(InputError) as error:
            read((LAST + "\n") * before + text)
        raised = error.value
        assert (raised.line, raised.column) == (line + 3 * before, column)
        assert raised.problem.startswith(said)
        assert raised.remedy


def test_recognition():
    """CoNLL-U by comments, ids, features or its parts of speech; CoNLL-X otherwise.

    Nothing else is taken for either.
    """
    formats = ("bio", "conllu", "conllx", "span-tsv", "corefud")
    for text, form in (
        (TEXT, "conllu"),
        (LAST, "conllu"),
        (LAST.replace("\tX\t", "\tNN\t"), "conllx"),
        ("# a\n" + LAST.replace("\tX\t", "\tNN\t"), "conllu"),
        (LAST.replace("\tX\t", "\tNN\t").replace("\t", " "), "conllx"),
        ("# global.Entity = eid-etype-head-other\n" + LAST, "corefud"),
        ("1\tEU\t_\tX\t_\t_\t0\tx\t_\tB-ORG\n", "bio"),
        ("d\t0\t4\tE1\t1\tPER\nd\t6\t9\tE2\t1\tORG\n", "span-tsv"),
    ):
        assert readers.sniff([source(text)], formats) == form, text
    assert (
        readers.sniff([source("# global.Entity = eid-etype-head-other\n" + LAST)], readers.BY_CONTENT)
        == "corefud"
    )


def test_every_column_is_kept_by_its_name():
    """None of them is another one."""
    line = "1\tform\tlemma\tupos\txpos\tfeats\t0\tdeprel\tdeps\tmisc\n\n"
    columns = read(line).columns
    assert {name: column.value(0) for name, column in columns.items()} == {
        name: name for name in ("form", "lemma", "upos", "xpos", "feats", "deprel", "deps")
    }


def test_multiword_tokens_may_follow_each_other():
    """The words of one begin where those of the one before end."""
    trees = read(row("1-2", "du") + LAST + row("3-4", "au") + row(3, head=1) + row(4, head=1) + "\n")
    assert trees.token.tolist() == [0, 0, 1, 1]
    assert [trees.surface.value(i) for i in range(2)] == ["du", "au"]


def test_several_roots_are_an_error_unless_they_are_allowed():
    """The second is named."""
    text = row(1) + "\n" + row(1) + row(2) + "\n" + row(1) + "\n"
    with pytest.raises(InputError, match=r"x\.conllu:4:") as caught:
        read(text)
    assert (caught.value.problem, caught.value.column) == ("a second root in the sentence", 13)
    assert caught.value.remedy.startswith("multiple_roots_okay=True allows several")
    assert len(read(text, multiple_roots_okay=True)) == 4
    with pytest.raises(InputError) as caught:
        read(row(1, head=2) + "\n")
    assert caught.value.remedy.startswith("a head is the number of a word")


def test_features_of_the_last_column_show_conllu():
    """As dependencies with their relation do, whatever the parts of speech are."""
    line = row(1).replace("\tX\t", "\tNN\t")
    assert not recognises("conllu", Sample(line))
    assert recognises("conllu", Sample(line.replace("_\n", "SpaceAfter=No\n")))
    assert recognises("conllu", Sample(line.replace("\tdep\t_\t", "\tdep\t0:root\t")))


def test_columns_that_no_format_recognises_are_meant_for_it():
    """Where trees are expected."""
    guess = conllu.READER.guess
    assert guess("a\tb\n", ["conllu", "conllx"])
    assert not guess("a b\n", ["conllu", "conllx"])
    assert not guess("a\tb\n", ["bio", "conllu"])
