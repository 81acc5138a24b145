"""Parameter files of EVALB: what is read, warned of, and an error; and labels that are the same."""

import json

import pytest

import nerkit
from nerkit.exceptions import InputError, UsageError
from nerkit.scorers.tree.labels import EqualLabels, cut
from nerkit.scorers.tree.params import COLLINS, PRESETS, Params, params, parse

FILE = """\
## a comment
DEBUG 1
CUTOFF_LEN 15

LABELED 0
DELETE_LABEL TOP
DELETE_LABEL ,
DELETE_LABEL_FOR_LENGTH -NONE-
QUOTE_LABEL POS
EQ_LABEL ADVP PRT
EQ_WORD  a   an
DELETE_WORD --
DELETE_ROOT_PRETERMS 1
DISC_ONLY 1
"""


def read(text):
    return parse(enumerate(text.split("\n"), 1), "x.prm")


def test_a_file():
    """Every keyword has its place; comments and blank lines are none, the last of single values counts."""
    assert read(FILE) == Params(
        labeled=False,
        cutoff=15,
        deleted=frozenset(["TOP", ","]),
        deleted_words=frozenset(["--"]),
        not_in_length=frozenset(["-NONE-"]),
        quotes=frozenset(["POS"]),
        same_labels=(("ADVP", "PRT"),),
        same_words=(("a", "an"),),
        root_words=False,
        discontinuous_only=True,
    )
    assert read("CUTOFF_LEN 1\nCUTOFF_LEN 2\n").cutoff == 2
    assert read("") == PRESETS["none"]


def test_presets():
    """nk is new but for MAX_ERROR; new deletes more than collins; spmrl leaves punctuation in."""
    assert PRESETS["nk"] == PRESETS["new"]
    assert PRESETS["new"].deleted - COLLINS.deleted == {"S1", "?", "!"}
    assert "." not in PRESETS["spmrl"].deleted


@pytest.mark.parametrize(
    ("line", "column", "said"),
    [
        ("EQ_LABEL ADVP", 10, "EQ_LABEL needs two labels, not 'ADVP'"),
        ("EQ_WORD a b c", 9, "EQ_WORD needs two words, not 'a b c'"),
        ("CUTOFF_LEN forty", 12, "CUTOFF_LEN needs a number, not 'forty'"),
        ("DELETE_LABEL", 13, "DELETE_LABEL needs a label"),
    ],
)
def test_bad_values(line, column, said):
    """The line, the column and what is wanted."""
    with pytest.raises(InputError) as error:
        read(f"DEBUG 0\n{line}\n")
    assert (error.value.line, error.value.column, error.value.problem) == (2, column, said)


def test_unknown_keywords_are_warned_of(tmp_path):
    """With their lines, at every evaluation."""
    path = tmp_path / "x.prm"
    path.write_text("DELETE_LABLE TOP\n")
    found = nerkit.evaluate(["(S (A a))"], ["(S (A a))"], task="tree", params=str(path))
    assert found.warnings == (f"{path}: nerkit does not know the keywords DELETE_LABLE (line 1)",)
    assert "params:x.prm" in found.signature


def test_names_that_are_neither():
    """Presets are listed."""
    with pytest.raises(UsageError, match="'colins' is neither a file nor a preset; did you mean 'collins'"):
        params("colins")


@pytest.mark.parametrize(
    ("label", "plain", "functions"),
    [
        ("NP-SBJ-1", "NP", "NP-SBJ"),
        ("NP=2", "NP", "NP"),
        ("NP-1-SBJ", "NP", "NP-SBJ"),
        ("-LRB-", "", "-LRB-"),
        ("ADVP|PRT", "ADVP|PRT", "ADVP|PRT"),
        ("NP-10", "NP", "NP"),
        ("WHNP-1a", "WHNP", "WHNP-1a"),
    ],
)
def test_cut_labels(label, plain, functions):
    """Everything from - or = on; with functions the indices alone."""
    assert cut(feature="", functions=False)(label) == plain
    assert cut(feature="", functions=True)(label) == functions


def test_morphological_features():
    """What follows ## in SPMRL data is no part of label or tag."""
    gold, system = ["(NP##case=nom##-SB (N##g=f## a))"], ["(NP (N a))"]
    found = nerkit.evaluate(gold, system, task="tree", params="spmrl", measures=["brackets", "tagging"])
    assert [row.f1 for row in found.rows] == [1, 1]


def test_names_that_are_the_same():
    """Groups that are all the same have one name; where two differ, names stay, and are the same pair by
    pair.
    """
    same = EqualLabels([("A", "B"), ("N", "M"), ("M", "K")])
    assert [same.name(name) for name in "ABNMKX"] == ["A", "A", "N", "M", "K", "X"]
    assert same.chained == {"N", "M", "K"}
    assert same.among(["A", "K"]) == {"A", "B", "K", "M"}
    assert same.reach("N") == {"N", "M", "K"}
    assert EqualLabels([("A", "B"), ("B", "C"), ("C", "A")]).chained == frozenset()


PENN = "( (S (NP (DT the) (NN dog)) (VP (VBZ barks))) )\n"


def test_a_nameless_root_has_a_row_of_its_own(write, run):
    """It is called (), not as the row of all; --params spmrl, and what DELETE_LABEL names, leave it out."""
    gold, plain = write("g.mrg", PENN * 3), write("s.mrg", (PENN[2:-3] + "\n") * 3)
    done = run("tree", "-g", gold, f"s={plain}", "--by", "label", "-f", "json")
    labels = [row["label"] for row in json.loads(done.out)["rows"]]
    assert labels == ["()", "NP", "S", "VP", "*"]
    assert "the nameless root of the Penn Treebank, ( (S …)), called () (gold 3, system 0)" in done.err
    mine = write("mine.prm", "DELETE_LABEL ()\n")
    for left_out in ("spmrl", mine):
        done = run("tree", "-g", gold, f"s={plain}", "--params", left_out, "-f", "json")
        assert json.loads(done.out)["rows"][0]["r_den"] == 9
        assert "roots" not in done.err


def test_roots_of_other_names_are_told(write, run):
    """Those that a file of parameters leaves in, on both sides, in shards as in one piece."""
    gold, system = write("g.mrg", PENN * 2000), write("s.mrg", PENN.replace("( (", "(ROOT (") * 2000)
    for more in ((), ("--shard-size", "64kB")):
        done = run("tree", "-g", gold, f"s={system}", *more)
        assert "called () (gold 2,000, system 0), ROOT (gold 0, system 2,000)" in done.err
