"""What is wrong with bracketed trees, bracket by bracket."""

from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import pairs, text

import nerkit

GOLD = "(S (NP (PRP I)) (VP (VBD saw) (NP (NP (DT a) (NN man)) (PP (IN with) (NP (NNS eyes))))))"
SYSTEM = "(S (NP (PRP I)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN with) (NX (NNS eyes)))))"


def errors(gold, system, **options):
    return nerkit.evaluate(gold, system, task="tree", **{"params": "none"} | options).errors()


def test_classes():
    """A PP that hangs elsewhere, another label, a bracket that one side lacks."""
    found = [
        (
            row.kind,
            row.gold_item["label"],
            row.system_item["label"],
            row.gold_item["text"] or row.system_item["text"],
        )
        for row in errors([GOLD], [SYSTEM]).rows
    ]
    assert found == [
        ("missed", "NP", None, "a man with eyes"),
        ("attachment", "NP", "NP", "a man"),
        ("attachment", "PP", "PP", "with eyes"),
        ("label", "NP", "NX", "eyes"),
    ]
    (spurious,) = errors(["(S (A a))"], ["(S (X (A a)))"]).rows
    assert (spurious.kind, spurious.system_item["start"], spurious.system_item["end"]) == ("spurious", 0, 1)


def test_places():
    """Offsets are words of the sentence, left-out ones too; around a bracket stand words of its sentence,
    gaps shown.
    """
    tree = "(S (, ,) (X (A a) (A b)) (A c))"
    (row,) = errors([tree], [tree.replace("X", "Y")], params="collins").rows
    assert (row.gold_item["start"], row.gold_item["end"], row.context) == (1, 3, ", [a b] c")
    gold, system = "(S (X (A 0=a) (A 2=c)) (A 1=b))", "(S (Y (A 0=a) (A 2=c)) (A 1=b))"
    (row,) = errors([gold], [system]).rows
    assert (row.gold_item["text"], row.context) == ("a … c", "[a] b [c]")


def test_filters():
    """By label, class and document; the summary counts classes, the confusion labels."""
    found = nerkit.evaluate([GOLD, GOLD], [SYSTEM, GOLD], task="tree", params="none")
    assert len(found.errors(labels=["PP"])) == 1
    assert len(found.errors(kinds=["attachment"])) == 2
    assert len(found.errors(documents=["2"])) == 0
    assert {line["class"]: line["errors"] for line in found.errors().summary().rows} == {
        "attachment": 2,
        "label": 1,
        "missed": 1,
    }


@given(st.lists(pairs(), min_size=1, max_size=3), st.booleans())
def test_they_add_up(sides, align):
    """Correct and badly attached brackets are the matched ones; with labels, missed ones and spurious ones
    they are all.
    """
    gold, system = [text(g) for g, _ in sides], [text(s) for _, s in sides]
    result = nerkit.evaluate(gold, system, task="tree", params="none", align=align)
    kinds = [row.kind for row in result.errors().rows]
    row = result["brackets"]
    wrong = kinds.count("label")
    assert row.r_den - row.r_num == wrong + kinds.count("missed")
    assert row.p_den - row.p_num == wrong + kinds.count("spurious")
