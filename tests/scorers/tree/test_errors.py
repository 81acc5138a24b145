"""What is wrong with bracketed trees, bracket by bracket."""

from growth import exponent
from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import lists_of_pairs, text

import nerkit
from nerkit.corpora.brackets import Constituents
from nerkit.results import errors as error_lists

GOLD = "(S (NP (PRP I)) (VP (VBD saw) (NP (NP (DT a) (NN man)) (PP (IN with) (NP (NNS eyes))))))"
SYSTEM = "(S (NP (PRP I)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN with) (NX (NNS eyes)))))"


def errors(gold, system, **options):
    """Those that `brackets` counts, and badly attached ones."""
    asked = {"params": "none", "measures": ["brackets"]} | options
    return nerkit.evaluate(gold, system, task="tree", **asked).errors()


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


@given(lists_of_pairs(least=1, most=3), st.booleans())
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


def test_words_shown_do_not_grow_with_depth(monkeypatch):
    """Of a bracket of many words the ends; work in proportion to the brackets."""
    sizes, work = (30, 60, 120, 240), []
    monkeypatch.setattr(error_lists, "LONGEST", 10)
    monkeypatch.setattr(error_lists, "HALF", 5)
    looked_at = []
    words = Constituents.words

    def counted(trees, terminals):
        looked_at.append(len(terminals))
        return words(trees, terminals)

    monkeypatch.setattr(Constituents, "words", counted)
    for size in sizes:
        deep = [
            "".join(f"({name} (N w{at}) " for at in range(size)) + "(N z)" + ")" * size for name in ("X", "Y")
        ]
        listed = errors([deep[0]], [deep[1]])
        assert len(listed.rows) == size
        work.append(sum(looked_at))
        looked_at.clear()
    assert exponent(sizes, work) < 1.2


def test_long_brackets_and_gaps():
    """The ends of more than LONGEST words, and of those in a wide gap, are shown."""
    words = " ".join(f"(A w{at})" for at in range(1500))
    (row,) = errors([f"(X {words})"], [f"(Y {words})"]).rows
    text = " ".join(f"w{at}" for at in range(1500))
    assert row.gold_item["text"] == f"{text[:500]} … {text[-500:]}"
    assert row.context == f"[{text[:500]} … {text[-500:]}]"
    between = " ".join(f"(A {at}=w{at})" for at in range(1, 200))
    gold, system = (f"(S ({label} (A 0=a) (A 200=z)) {between})" for label in "XY")
    (row,) = errors([gold], [system]).rows
    assert row.context == "[a] w1 w2 w3 w4 … w196 w197 w198 w199 [z]"


def test_seen_constituents_of_many_words(tmp_path):
    """They are told apart by their words, as short ones are."""
    words = [f"w{at}" for at in range(300)]
    trained = tmp_path / "train.mrg"
    inside = " ".join(f"(A {word})" for word in words)
    trained.write_text(f"(S (X {inside}))\n(S (X (A a)))\n")
    other = inside.replace("w150)", "v150)")
    found = nerkit.evaluate(
        [f"(S (X {inside}) (Y {other}))"],
        [f"(S (X {inside}) (Y {other}))"],
        task="tree",
        by=[f"seen={trained}"],
    )
    counted = {row.label: row.r_den for row in found.rows if row.measure == "brackets"}
    assert (counted["seen=label"], counted["seen=no"]) == (1, 2)
