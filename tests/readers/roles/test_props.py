"""Propositions in brackets: props of CoNLL-2004 and 2005, and the columns of CoNLL-2012."""

import io

import pytest

from nerkit.io import Source
from nerkit.readers.roles import conll12, props, role_table
from nerkit.readers.sample import Sample, recognises
from nerkit.writers.props import unwritten, write

NESTED = "see (A1* (A0*)\ngo *) (V*)\n"


def read(text, module=props):
    return module.READER.read([Source(io.StringIO(text), "file")])


def phrases(roles):
    """(predicate, label, start, end, phrase around)."""
    return [
        (roles.name.value(predicate), roles.label.value(i), start, end, around)
        for i, (predicate, start, end, around) in enumerate(
            zip(
                *(column.tolist() for column in (roles.predicate, roles.start, roles.end, roles.around)),
                strict=True,
            )
        )
    ]


def test_columns_belong_to_predicates_in_their_order():
    """Phrases stand in the order of predicates, then of their words, longer ones first."""
    roles = read("-      (A0*)     *\nsay     (V*)     *\n-      (A1*    (A0*)\nrun      *)     (V*)\n")
    assert phrases(roles) == [
        ("say", "A0", 0, 1, -1),
        ("say", "V", 1, 2, -1),
        ("say", "A1", 2, 4, -1),
        ("run", "A0", 2, 3, -1),
        ("run", "V", 3, 4, -1),
    ]
    assert (roles.word.tolist(), roles.line.tolist(), roles.documents) == ([1, 3], [1, 2, 3, 4], ["1"])


def test_nested_phrases():
    """A phrase knows the one directly around it; of two of the same words the outer one stands first."""
    roles = read("go (A1(A2*\n- (A3*)\n- *))\n")
    assert phrases(roles) == [("go", "A1", 0, 3, -1), ("go", "A2", 0, 3, 0), ("go", "A3", 1, 2, 1)]


@pytest.mark.parametrize(
    "text",
    [
        "go (V*V)\n- (A0*A0)\n\n",
        "go\t(V*)\n-\t(A0*)",
        "  go    (V*)  \n  -    (A0*)\n\n\n\n",
        "\n \t\ngo (V*)\r\n- (A0*)\r\n",
    ],
)
def test_spellings(text):
    """Labels at closing brackets, tabs, padding, blank lines, CRLF, no newline at the end."""
    assert phrases(read(text)) == [("go", "V", 0, 1, -1), ("go", "A0", 1, 2, -1)]


def test_sentences_across_blocks():
    """A file of several megabytes reads like its parts, line numbers too."""
    one = "-      (A0*)     *\nsay     (V*)     *\n-      (A1*    (A0*)\nrun      *)     (V*)\n\n"
    roles = read(one * 30_000)
    assert (roles.sentences, len(roles), len(roles.word)) == (30_000, 150_000, 60_000)
    assert roles.line[-1] == 30_000 * 5 - 1
    assert (roles.label.codes.reshape(30_000, 5) == roles.label.codes[:5]).all()


@pytest.mark.parametrize("part", [1, 10, 25, 60])
def test_parts_of_any_size_read_the_same(monkeypatch, part):
    """Lines, words and sentences do not depend on where a block is cut, nor on blank lines at the cut."""
    text = "go (V*)\n- (A0*)\n\n\n \nsee (V*)\n\n\n\n\n- (A1*)\nrun (V*)\n"
    whole = read(text)
    monkeypatch.setattr(role_table, "PART", part)
    roles = read(text)
    assert phrases(roles) == phrases(whole)
    assert roles.line.tolist() == whole.line.tolist() == [1, 2, 6, 11, 12]
    assert roles.begin.tolist() == [0, 2, 3, 5]


def test_predicates_without_column():
    """They have no arguments, with a warning; a sentence without predicates may have a column of stars."""
    roles = read("- (A0*)\nsee (V*)\n- *\nrun *\n\n- *\n- *\n")
    assert roles.warnings == ("file: 1 predicate without a column of arguments, read as without arguments",)
    assert (len(roles.word), roles.sentences) == (2, 2)


def test_conll12():
    """Predicates are words with a frameset, called by their lemmas; documents have ids."""
    text = (
        "#begin document (a/b); part 000\n"
        "a/b   0  0   We    PRP (S*   -    -  -  - *  (ARG0*)  (1)\n"
        "a/b   0  1  rode   VBP   *)  ride 01 1  - *     (V*)   -\n"
        "a/b   0  2  home   RB    *   home -  2  - *      *     -\n\n"
        "#end document\n#begin document (c); part 001\n\n#end document\n"
    )
    roles = read(text, conll12)
    assert roles.documents == ["(a/b); part 000", "(c); part 001"]
    assert phrases(roles) == [("ride", "ARG0", 0, 1, -1), ("ride", "V", 1, 2, -1)]
    assert [roles.form.value(row) for row in range(3)] == ["We", "rode", "home"]
    assert roles.line.tolist() == [2, 3, 4]
    assert recognises("conll12", Sample(text))
    assert not recognises("props", Sample(text))


def test_written_and_read_again():
    """Props come back with all phrases; words and documents are told to be lost."""
    for text in ("go (V*)\n- (A1(A2*\n- (A3*)\n- *))\n\n- *\n\nrun (V*)\n\n", NESTED):
        roles = read(text)
        again = read("".join(write(roles)))
        assert (phrases(again), again.begin.tolist()) == (phrases(roles), roles.begin.tolist())
        assert unwritten(roles) == []
