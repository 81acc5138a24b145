"""Dependency trees in memory: what is taken for one, and what is refused."""

import pytest
from makers import GOLD_TREES, SYSTEM_TREES

import nerkit
from nerkit.exceptions import InputError


def test_lists_of_documents_and_mappings():
    """Lists of sentences are one document, lists of those several; words may be mappings.

    A text may be a file's.
    """
    words = [[{"text": form, "head": head, "dep": label} for form, head, label in GOLD_TREES[0]]]
    assert nerkit.evaluate(words, SYSTEM_TREES)["UAS"].f1 == 0.8
    several = nerkit.evaluate(
        {"a": GOLD_TREES, "b": GOLD_TREES}, {"b": GOLD_TREES, "a": SYSTEM_TREES}, by=["document"]
    )
    assert (several["UAS", "*", "a"].f1, several["UAS", "*", "b"].f1) == (0.8, 1)
    assert [
        row.document
        for row in nerkit.evaluate([GOLD_TREES, GOLD_TREES], [GOLD_TREES, SYSTEM_TREES], by="document").rows[
            :2
        ]
    ] == ["1", "2"]
    text = "1\tgo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    assert nerkit.evaluate(text, text).f1 == 1
    scorer = nerkit.Scorer("dep")
    scorer.add(GOLD_TREES, SYSTEM_TREES)
    scorer.add(GOLD_TREES, GOLD_TREES)
    assert scorer.result()["UAS"].f1 == 0.9


def test_a_blank_file_beside_trees_in_memory(write):
    """It is a side without words: its format is not needed."""
    result = nerkit.evaluate(GOLD_TREES, write("blank", "\n"))
    assert (result.task, result["UAS"].r_den, result["UAS"].p_den) == ("dep", 5, 0)


def test_values_that_are_no_text():
    """Features may be a mapping, None is an absent value.

    What stands for no column is an error, and never text of itself.
    """
    one = {
        "form": "a",
        "head": 0,
        "deprel": "root",
        "feats": {"Case": "Nom", "Number": "Sing"},
        "lemma": None,
    }
    same = one | {"feats": "Number=Sing|Case=Nom", "lemma": "_"}
    other = {"form": "b", "head": 1, "deprel": "obj", "lemma": "b"}
    result = nerkit.evaluate([[one, other]], [[same, other]], measures=["UFeats", "Lemmas"])
    assert (result["UFeats"].f1, result["Lemmas"].f1) == (1, 1)
    result = nerkit.evaluate([[same | {"lemma": "x"}]], [[one | {"lemma": None}]], measures=["Lemmas"])
    assert result.f1 == 0
    with pytest.raises(InputError, match="not a sentence of words with heads"):
        nerkit.evaluate([[one | {"deps": [(0, "root")]}]], [[same]], measures=["ELAS"])


def test_lists_that_are_no_trees():
    """A cycle, a head outside, a missing form: an InputError that says where."""
    for bad, said in (
        ([("a", 2, "x"), ("b", 1, "y")], "a cycle in"),
        ([("a", 0, "root"), ("b", 9, "y")], "a head is outside the sentence in"),
        ([("a", 0, "root"), ("b", 3, "y"), ("c", 2, "y")], "a cycle"),
        ([("", 0, "root")], "the sentence has no words, or a word has no form"),
        ([("a", "1", "root")], "not a sentence of words with heads"),
    ):
        with pytest.raises(InputError, match=said):
            nerkit.evaluate([bad], [bad], task="dep")


def test_options_hold_in_memory():
    """Several roots where they are okay; sentences that are no trees left out, and counted."""
    roots = [("a", 0, "root"), ("b", 0, "root")]
    cycle = [("a", 2, "x"), ("b", 1, "y")]
    with pytest.raises(InputError, match="several roots"):
        nerkit.evaluate([roots], [roots])
    assert nerkit.evaluate([roots], [roots], multiple_roots_okay=True).f1 == 1
    result = nerkit.evaluate([roots, roots], [cycle, roots], skip_invalid=True, multiple_roots_okay=True)
    assert (result.f1, result.head.r_den) == (1, 2)
    assert "system: 1 invalid sentence, left out on both sides" in result.warnings
