"""Bracketed trees: against a slow twin, by label and length, and what EVALB refuses."""

import numpy as np
import pytest
import slow_tree
from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import lists_of_pairs, sentences, text

import nerkit
from nerkit.exceptions import InputError, PairingError, UsageError
from nerkit.scorers import task_named
from nerkit.scorers.tree import comparison
from nerkit.scorers.tree.matching import matched

MEASURES = tuple(measure.name for measure in task_named("tree").measures)
PARAMS = """\
LABELED {labeled}
DELETE_LABEL TOP
DELETE_LABEL -NONE-
DELETE_LABEL ,
DELETE_LABEL .
"""
LABELS = [("ADVP", "PRT"), ("NP", "QP"), ("QP", "S")]
WORDS = [("a", "an"), ("an", "the")]
DELETED = ("TOP", "-NONE-", ",", ".")
GOLD = "(S (NP (DT the) (NN dog)) (VP (VBZ barks) (PP (IN at) (NP (PRP it)))))"
WRONG = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (PP (IN at) (NP (PRP it))))"


def evaluate(gold, system, **options):
    return nerkit.evaluate(gold, system, task="tree", **{"params": "none", "measures": "all"} | options)


def numbers(row):
    return row.p_num, row.p_den, row.r_den


@given(lists_of_pairs(least=1, most=4), st.booleans(), st.booleans(), st.booleans())
def test_against_a_slow_twin(tmp_path_factory, sides, labeled, same_labels, same_words):
    """Every number of every sentence is that of sets of words, compared one by one, whatever labels and words
    are the same.
    """
    rules = {
        "deleted": DELETED,
        "labeled": labeled,
        "labels": LABELS if same_labels else [],
        "words": WORDS if same_words else [],
    }
    lines = [PARAMS.format(labeled=int(labeled))]
    lines += [f"EQ_LABEL {a} {b}\n" for a, b in rules["labels"]] + [
        f"EQ_WORD {a} {b}\n" for a, b in rules["words"]
    ]
    path = tmp_path_factory.mktemp("params") / "x.prm"
    path.write_text("".join(lines))
    gold, system = [text(g) for g, _ in sides], [text(s) for _, s in sides]
    result = evaluate(gold, system, params=str(path), by=["document"])
    found = {(row.measure, row.document): row for row in result.rows}
    for i, (ours, theirs) in enumerate(sides, 1):
        expected = slow_tree.score(ours, theirs, rules)
        for measure in MEASURES:
            if measure != "unlabeled":
                want = expected[measure] if isinstance(expected, dict) else (0, 0, 0)
                assert numbers(found[measure, str(i)]) == want, (measure, i)


def test_labels():
    """Functions are cut, at the beginning too; what follows | is not; ADVP and PRT are the same."""
    gold = ["(S-1 (NP-SBJ (N x)) (-LRB- (N y)) (ADVP|PRT (N z)))"]
    system = ["(S (NP (N x)) (-RRB- (N y)) (ADVP (N z)))"]
    assert evaluate(gold, system)["brackets"].p_num == 3
    assert evaluate(gold, system, functions=True)["brackets"].p_num == 1
    assert (
        evaluate(gold, ["(S-2 (NP-SBJ=3 (N x)) (-LRB- (N y)) (A (N z)))"], functions=True)["brackets"].p_num
        == 3
    )
    assert evaluate(["(ADVP (N z))"], ["(PRT (N z))"], params="collins").f1 == 1


def test_by_label():
    """Both sides are filtered by label, then matched; labels that are the same are called by the first; tags
    are labels of words.
    """
    gold, system = ["(S (ADVP (RB up)) (NP (NN x)))"], ["(S (PRT (RP up)) (VP (NN x)))"]
    rows = {}
    for measures in (["brackets", "crossing"], ["tagging"]):
        found = evaluate(gold, system, params="collins", measures=measures, by=["label"])
        rows |= {(row.measure, row.label): numbers(row) for row in found.rows if row.label != "*"}
    assert rows == {
        ("brackets", "ADVP"): (1, 1, 1),
        ("brackets", "NP"): (0, 0, 1),
        ("brackets", "S"): (1, 1, 1),
        ("brackets", "VP"): (0, 1, 0),
        ("tagging", "NN"): (1, 1, 1),
        ("tagging", "RB"): (0, 0, 1),
        ("tagging", "RP"): (0, 1, 0),
        ("crossing", "NP"): (0, 0, 0),
        **{("crossing", label): (0, 1, 1) for label in ("ADVP", "S", "VP")},
    }
    with pytest.raises(UsageError, match="tagging: labels are tags of words here"):
        evaluate(gold, system, measures=["brackets", "tagging"], by=["label"])
    with pytest.raises(UsageError, match="exact counts sentences, which have no label"):
        evaluate(gold, system, measures=["exact"], by=["label"])
    with pytest.raises(UsageError, match="unknown field 'x'"):
        evaluate(gold, system, by=["x"])


def test_labels_of_nothing_that_counts_have_no_row():
    """Nor are they averaged over: brackets that are deleted, or whose words are all left out."""
    tree = "(TOP (S (NP (N x)) (SBAR (-NONE- *))))"
    found = evaluate([tree], [tree], params="collins", measures=["brackets"], by=["label"], macro=True)
    assert [row.label for row in found.rows] == ["NP", "S", "macro", "micro", "weighted", "*"]
    assert found["brackets", "macro"].value == 1


def test_by_length():
    """The words of the sentence, in the ranges that slices have; every measure has them."""
    gold = [GOLD, "(S (A a))", f"(S {'(A a)' * 12})"]
    found = evaluate(gold, gold, by=["length"])
    brackets = {row.label: row.r_den for row in found.rows if row.measure == "brackets" and row.r_den}
    assert brackets == {"length=1": 1, "length=5-9": 5, "length=10+": 1, "*": 7}
    assert {row.measure for row in found.rows if row.label == "length=1" and row.r_den} == set(MEASURES)


def test_labels_and_tags_can_be_kept_and_renamed():
    """--labels and --only leave brackets and words out on both sides; --map renames before anything is
    deleted.
    """
    assert numbers(evaluate([GOLD], [WRONG], labels=["NP", "VP"])["brackets"]) == (2, 3, 3)
    assert numbers(evaluate([GOLD], [WRONG], labels=["NN"])["tagging"]) == (1, 1, 1)
    assert numbers(evaluate([GOLD], [WRONG], only=["label=VP"])["brackets"]) == (0, 1, 1)
    assert numbers(evaluate([GOLD], [WRONG], only=["tag=NN"])["tagging"]) == (1, 1, 1)
    assert numbers(
        evaluate([GOLD], [GOLD], label_map={"VP": "-NONE-", "IN": "."}, params="collins")["brackets"]
    ) == (4, 4, 4)
    assert "label 'QP' occurs on neither side" in evaluate([GOLD], [GOLD], labels=["QP"]).warnings[0]
    with pytest.raises(UsageError, match="only=…: unknown field 'word'"):
        evaluate([GOLD], [GOLD], only=["word=dog"])


def test_mismatches_are_excluded_and_told():
    """Words that differ, other numbers of words, and a system without words: excluded, counted, located; or
    refused.
    """
    gold = [GOLD, GOLD, GOLD, GOLD, ""]
    system = [WRONG, GOLD.replace("dog", "cat"), "(S (A a))", "", ""]
    found = evaluate(gold, system)
    assert numbers(found["brackets"]) == (4, 5, 5)
    assert found["exact"].r_den == 1
    differences = "the words differ: tree 2 has 'dog', tree 2 'cat'; tree 3 has 5 words, tree 3 1"
    assert found.warnings == (
        f"nerkit excludes 2 sentences of 5, because {differences}",
        "nerkit skips 2 sentences of 5, because the system has no words there: tree 4, tree 5",
    )
    with pytest.raises(
        InputError, match="the words differ from the gold words: tree 2 has 'dog', tree 2 'cat'"
    ):
        evaluate(gold, system, mismatch="error")


def test_punctuation_by_gold():
    """A wrong tag of a comma excludes a sentence for EVALB; gold's tags save it, and the warning says so."""
    gold = ["(S (NP (N x)) (, ,) (VP (V y) (-NONE- *)))"]
    system = ["(S (NP (N x) (N ,)) (VP (V y)))"]
    own = evaluate(gold, system, params="collins")
    assert own["exact"].r_den == 0
    assert own.warnings[0].endswith('; punctuation="gold" scores 1 of them')
    assert numbers(evaluate(gold, system, params="collins", punctuation="gold")["brackets"]) == (3, 3, 3)
    assert evaluate(gold, ["(S (N x))"], params="collins", punctuation="gold").warnings


@given(st.lists(sentences(), min_size=1, max_size=3))
def test_gold_tags_and_own_tags_agree_where_tags_do(trees):
    """With the same tags it does not matter whose leave punctuation out."""
    texts = [text(tree) for tree in trees]
    rows = [evaluate(texts, texts, params="collins", punctuation=kind).rows for kind in ("own", "gold")]
    assert rows[0] == rows[1]


def test_missing_and_spurious_trees():
    """Of trees with other words missing ones count as empty, or are left out, wherever they stand; of trees
    with the same words nobody knows which are missing.
    """
    other = GOLD.replace("(", "(", 1).replace("dog", "cat")
    assert other != GOLD
    for more in ([GOLD, other], [other, GOLD]):
        assert numbers(evaluate(more, [GOLD])["brackets"]) == (5, 5, 10)
        assert numbers(evaluate(more, [GOLD])["exact"]) == (1, 1, 2)
        assert numbers(evaluate(more, [GOLD], missing="ignore")["brackets"]) == (5, 5, 5)
        assert numbers(evaluate([GOLD], more, extra="spurious")["brackets"]) == (5, 10, 5)
        with pytest.raises(PairingError, match="gold has 1 document, system 2"):
            evaluate([GOLD], more)
    for missing in (None, "empty", "ignore"):
        with pytest.raises(PairingError, match="gold has 2 documents, system 1"):
            evaluate([GOLD, GOLD], [GOLD], missing=missing)


def test_blank_lines_at_the_end_are_no_trees(tmp_path):
    """Those that the other side lacks are left out and told; a blank line that the other side has is an empty
    tree.
    """
    gold, system = tmp_path / "gold.mrg", tmp_path / "system.mrg"
    gold.write_text(f"{GOLD}\n{GOLD}\n")
    system.write_text(f"{GOLD}\n{GOLD}\n\n\n")
    found = evaluate(str(gold), str(system))
    assert (found.f1, found["exact"].r_den) == (1, 2)
    assert found.warnings == (
        (f"{system}:4: nerkit leaves out 2 blank lines at the end, because other files have fewer"),
    )
    system.write_text(f"{GOLD}\n\n")
    assert evaluate(str(gold), str(system))["exact"].r_den == 1


def test_longer_sentences_are_left_out():
    """--max-length takes the length of gold, as EVALB counts it; such sentences are in no row."""
    gold = [GOLD, "(S (N x) (-NONE- *))"]
    found = evaluate(gold, gold, params="collins", max_length=1, by=["document"])
    assert [row.document for row in found.rows if row.measure == "brackets"] == ["2", "*"]
    assert found["brackets"].r_den == 1
    assert evaluate(gold, gold, params="none", max_length=1)["brackets"].r_den == 0


def test_deep_and_long_trees():
    """A sentence of 1,500 words and a tree of 200 levels, with 100,000 words or levels still no limit."""
    long = f"(S {'(NP (N x)) ' * 1500})"
    deep = f"{'(NP ' * 200}(N x){')' * 200}"
    found = evaluate([long, deep], [long.replace("NP", "VP", 1), deep], by=["document"])
    assert numbers(found["brackets", "*", "1"]) == (1500, 1501, 1501)
    assert numbers(found["brackets", "*", "2"]) == (200, 200, 200)
    huge = f"{'(NP ' * 100_000}(N x){')' * 100_000}"
    assert evaluate([huge], [huge])["brackets"].r_den == 100_000


def test_statistics_draw_sentences():
    """Intervals and tests are over sentences."""
    result = evaluate([GOLD] * 8, [GOLD, WRONG] * 4, measures="brackets").confidence(resamples=50)
    assert result.rows[0].extra["f1_low"] < 0.9 < result.rows[0].extra["f1_high"]
    assert "unit:sentence" in result.signature


CHAINED = [  # gold, system, brackets that match where NP is QP and QP is S, but NP is not S
    ("(NP (S (DT a)))", "(S (QP (DT a)))", 2),  # NP passes S over and takes QP, S takes S
    ("(NP (DT a))", "(S (DT a))", 0),
    ("(NP (S (DT a)))", "(QP (QP (DT a)))", 2),
    ("(QP (S (DT a)))", "(S (NP (DT a)))", 1),  # QP takes the first that is left, S, and leaves S with NP
    ("(NP (NP (DT a)))", "(S (NP (DT a)))", 1),
]


@pytest.mark.parametrize(("gold", "system", "matching"), CHAINED)
def test_labels_that_are_the_same_in_a_chain(write, gold, system, matching):
    """Gold brackets of the same words take in their order the first that is left of a label like theirs."""
    params = write("p.prm", "LABELED 1\nEQ_LABEL NP QP\nEQ_LABEL QP S\n")
    result = evaluate(gold, system, params=str(params), measures="brackets")
    assert result["brackets"].p_num == matching


def test_brackets_beside_a_chain_are_matched_where_they_are(write):
    """VP is the third bracket of gold, behind an NP that the system lacks, and the system's second."""
    params = write("p.prm", "LABELED 1\nEQ_LABEL NP QP\nEQ_LABEL QP S\n")
    gold, system = "(X (NP (DT a)) (VP (V b)))", "(X (DT a) (VP (V b)))"
    for sides in ((gold, system), (system, gold)):
        result = evaluate(*sides, params=str(params), measures="brackets", by="label")
        assert {row.label: row.p_num for row in result.rows} == {"NP": 0, "VP": 1, "X": 1, "*": 2}


def test_matched_brackets_are_told_in_the_order_of_gold(write, monkeypatch):
    """Also where partners cross: NP takes QP, the second, and S takes S, the first."""
    params = write("p.prm", "LABELED 1\nEQ_LABEL NP QP\nEQ_LABEL QP S\n")
    pairs = []

    def recording(sides, cells, **how):
        found = matched(sides, cells, **how)
        pairs.append(
            [
                (sides.labels[sides.gold.label[i]], sides.labels[sides.system.label[k]])
                for i, k in zip(*found, strict=True)
            ]
        )
        assert (np.diff(found[0]) > 0).all()
        return found

    monkeypatch.setattr(comparison, "matched", recording)
    gold, system = "(X (NP (S (DT a))) (VP (V b)))", "(X (S (QP (DT a))) (VP (V b)))"
    evaluate(gold, system, params=str(params), measures="brackets")
    assert pairs == [[("X", "X"), ("NP", "QP"), ("S", "S"), ("VP", "VP")]]
