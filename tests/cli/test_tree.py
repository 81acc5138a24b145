"""`nerkit tree`: what is typed and what is printed."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.exceptions import NerkitError

GOLD = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))\n(S (NP (PRP it)) (VP (VBZ sleeps)) (. .))\n"
SYSTEM = GOLD.replace("(VP (VBZ sleeps))", "(NP (VBZ sleeps))")
SIDES = ("-g", "gold.mrg", "-s", "system.mrg")
MEASURES = [
    *("brackets", "unlabeled", "tagging", "exact", "crossing", "no-crossing", "2-or-less-crossing"),
    "avg-crossing",
]
REPORT = """\
  Sent.                        Matched  Bracket   Cross        Correct Tag
 ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy
============================================================================
   1    4    0  100.00 100.00     3      3    3      0      3     3   100.00
   2    3    0   66.67  66.67     2      3    3      0      2     2   100.00
============================================================================
                 83.33  83.33      5     6     6      0      5     5   100.00
=== Summary ===

-- All --
Number of sentence        =      2
Number of Error sentence  =      0
Number of Skip  sentence  =      0
Number of Valid sentence  =      2
Bracketing Recall         =  83.33
Bracketing Precision      =  83.33
Bracketing FMeasure       =  83.33
Complete match            =  50.00
Average crossing          =   0.00
No crossing               = 100.00
2 or less crossing        = 100.00
Tagging accuracy          = 100.00

-- len<=3 --
Number of sentence        =      1
Number of Error sentence  =      0
Number of Skip  sentence  =      0
Number of Valid sentence  =      1
Bracketing Recall         =  66.67
Bracketing Precision      =  66.67
Bracketing FMeasure       =  66.67
Complete match            =   0.00
Average crossing          =   0.00
No crossing               = 100.00
2 or less crossing        = 100.00
Tagging accuracy          = 100.00
"""


@pytest.fixture
def files(write):
    write("gold.mrg", GOLD)
    write("system.mrg", SYSTEM)
    write("short.prm", "CUTOFF_LEN 3\nDELETE_LABEL .\n")


def test_a_table(run, files):
    """Brackets by default; the signature says what is left out, and by whose tags."""
    done = run("tree", *SIDES)
    assert done.out == (
        "measure        P      R     F1    correct    sys    gold\n"
        "brackets   0.833  0.833  0.833          5      6       6\n"
    )
    assert (done.code, done.err) == (0, "tree|brackets|params:collins|punctuation:own|empty:zero|v:0.1.0\n")


@pytest.mark.parametrize("command", ["tree", "evaluate"])
def test_json(run, files, command):
    """`evaluate` recognises trees; a document is a tree, an item a constituent; rows have the names of the
    contract.
    """
    found = json.loads(run(command, *SIDES, "-m", "all", "-f", "json", "--by", "document").out)
    assert found["task"] == "tree"
    assert [found["inputs"][0][name] for name in ("documents", "items")] == [2, 6]
    assert list(dict.fromkeys(row["measure"] for row in found["rows"])) == MEASURES
    rows = {(row["measure"], row["document"]): row for row in found["rows"]}
    assert [rows["brackets", "2"][name] for name in ("p_num", "p_den", "r_num", "r_den")] == [2, 3, 2, 3]
    assert rows["avg-crossing", "*"]["value"] == 0
    assert set(rows["exact", "*"]) == {
        *("system", "measure", "document", "label", "value", "precision", "recall", "f1"),
        *("p_num", "p_den", "r_num", "r_den"),
    }


def test_the_report_of_evalb(run, files):
    """Every line as EVALB prints it, from the result and from a stored one; other layouts go on without its
    measures.
    """
    done = run("tree", *SIDES, "--params", "short.prm", "-f", "evalb", "-q")
    assert done.out == REPORT
    stored = run(
        "tree",
        *SIDES,
        "--params",
        "short.prm",
        "-m",
        "evalb",
        "--by",
        "cutoff",
        "--counts-only",
        "-o",
        "x.json",
    )
    assert stored.code == 0
    assert run("merge", "x.json", "-f", "evalb", "-q").out == REPORT
    assert run("dep", *SIDES, "-f", "evalb").err == (
        "error: -f evalb reports brackets and tagging and exact and avg-crossing and "
        "no-crossing and 2-or-less-crossing; nerkit tree scores these measures, nerkit dep does not\n"
    )
    assert "score with -m evalb" in run("tree", *SIDES, "-m", "brackets", "-f", "evalb").err


def test_the_report_of_errors(run, write):
    """Sentences that are not scored have a status and zeros; F of nothing is -nan."""
    write("gold.mrg", "(S (A a))\n" * 4)
    write("system.mrg", "(S (A b))\n\n(S (A a) (A b))\n(S (A c))\n")
    lines = run("tree", *SIDES, "-f", "evalb", "-q").out.splitlines()
    zeros = "    0.00   0.00     0      0    0      0      0     0     0.00"
    assert lines[3:7] == [f"   {i}    1    {status}{zeros}" for i, status in ((1, 1), (2, 2), (3, 1), (4, 1))]
    assert lines[8] == "      0     0     0.00"
    assert "Bracketing FMeasure       =   -nan" in lines


def test_numbers_of_trees_that_differ(run, files, write):
    """An error with both counts; what it names scores the common beginning, as EVALB does."""
    write("system.mrg", SYSTEM + "(S (X x))\n")
    done = run("tree", *SIDES)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(
        "error: gold has 2 documents, system.mrg 3: 1 document in system.mrg without a partner"
    )
    done = run("tree", *SIDES, "--missing", "ignore", "--extra", "ignore", "-b")
    assert (done.code, done.out) == (0, f"{5 / 6}\n")


@pytest.mark.parametrize(
    ("system", "said"),
    [
        ("(S (A a)\n(S (A a))\n(S (A b))", "system.mrg:1:1: unbalanced: 1 bracket from here on"),
        ("(S (A a)))\n(S (A a))", "system.mrg:1:10: unbalanced: this bracket closes nothing"),
        ("(S (NP a dog))\n(S (A a))", "system.mrg:1:10: two words are in one pair of brackets"),
        ("(S a (NP dog))\n(S (A a))", "system.mrg:1:4: the word has no brackets of its own"),
        ("The dog\n", "system.mrg:1: this looks like text without annotations"),
    ],
)  # fmt: skip
def test_bad_input(run, files, write, system, said):
    """File, line, column and remedy; exit 2 and no score."""
    write("system.mrg", system)
    done = run("tree", *SIDES)
    assert (done.code, done.out) == (2, "")
    assert said in done.err.splitlines()[0]
    assert len(done.err.splitlines()) >= 3


def test_mismatches(run, files, write):
    """Excluded and told with their places; or an error."""
    write("system.mrg", SYSTEM.replace("dog", "cat"))
    done = run("tree", *SIDES)
    assert done.code == 0
    assert done.err.splitlines()[0] == (
        "warning: nerkit excludes 1 sentence of 2, because the words differ: gold.mrg:1 "
        "has 'dog', system.mrg:1 'cat'"
    )
    done = run("tree", *SIDES, "--mismatch", "error")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(
        "error: system.mrg:1: the words differ from the gold words: gold.mrg:1 has 'dog', system.mrg:1 'cat'"
    )


def test_blank_files(run, files, write):
    """A side without trees is scored, with a warning."""
    write("system.mrg", "\n")
    done = run("tree", *SIDES, "-f", "tsv")
    assert (done.code, done.out.splitlines()[1].split("\t")[8:]) == (0, ["0", "0", "0", "6"])
    assert "system.mrg: the file has no items" in done.err


def test_several_files(run, write):
    """Trees of folders pair by file and number."""
    write("gold/a.mrg", GOLD)
    write("gold/b.mrg", GOLD)
    write("system/b.mrg", GOLD)
    write("system/a.mrg", SYSTEM)
    done = run("tree", "-g", "gold", "-s", "system", "--by", "document", "-f", "tsv")
    rows = [line.split("\t")[2:5] for line in done.out.splitlines()[1:]]
    assert [row[0] for row in rows] == ["a.mrg#1", "a.mrg#2", "b.mrg#1", "b.mrg#2", "*"]
    write("system/b.mrg", "(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))\n")
    assert (
        "1 gold document has no partner in system: b.mrg#2; counted as empty"
        in run("tree", "-g", "gold", "-s", "system").err
    )


def test_gates(run, files, write):
    """On a measure and on a label without --by; where lower is better a least value is refused, and a rise
    fails.
    """
    assert run("tree", *SIDES, "--fail-under", "0.8").code == 0
    assert run("tree", *SIDES, "--fail-under", "brackets/VP=0.9").code == 1
    assert run("tree", *SIDES, "-m", "all", "--fail-under", "brackets/VP=0.6").code == 0
    done = run("tree", *SIDES, "-m", "crossing", "--fail-under", "0.1")
    assert (done.code, "of crossing lower values are better" in done.err) == (2, True)
    write("gold.mrg", "(S (X (A a) (A b)) (A c))\n")
    write("system.mrg", "(S (X (A a) (A b)) (A c))\n")
    run("tree", *SIDES, "-m", "crossing", "-f", "json", "-o", "before.json")
    write("system.mrg", "(S (A a) (X (A b) (A c)))\n")
    done = run("tree", *SIDES, "-m", "crossing", "--compare-to", "before.json", "-q")
    assert (done.code, "is 0.500, was 0.000, 0.500 more" in done.err) == (1, True)


def test_the_lower_value_is_the_better_one(run, write):
    """In tables and comparisons of crossing brackets."""
    write("gold.mrg", "(S (X (A a) (A b)) (A c))\n" * 8)
    write("a.mrg", "(S (A a) (X (A b) (A c)))\n" * 8)
    write("b.mrg", "(S (X (A a) (A b)) (A c))\n" * 8)
    done = run("compare", "-g", "gold.mrg", "a.mrg", "b.mrg", "-m", "avg-crossing", "-f", "json")
    rows = {row["system"]: row for row in json.loads(done.out)["rows"]}
    assert [rows[name]["rank"] for name in ("a.mrg", "b.mrg")] == [2, 1]
    assert (rows["b.mrg"]["better_than"], rows["a.mrg"]["better_than"]) == ("a", "")
    table = run("tree", "-g", "gold.mrg", "a.mrg", "b.mrg", "-m", "avg-crossing", "-f", "markdown").out
    assert "**0.000**" in table
    assert "**1.000**" not in table


def test_errors(run, files):
    """Filtered by label; the classes are those of trees."""
    rows = json.loads(run("errors", *SIDES, "-f", "json", "--label", "VP").out)["rows"]
    assert [(row["class"], row["gold_label"], row["system_label"], row["gold_text"]) for row in rows] == [
        ("label", "VP", "NP", "sleeps")
    ]


PIECES = st.sampled_from(
    ["(", ")", " ", "\n", "(S ", "(N a)", "a", "0=a", "#BOS 1\n", "#EOS 1\n", "a\tN\t--\t--\t0\n", "é"]
)


@given(st.lists(PIECES, max_size=14).map("".join), st.lists(PIECES, max_size=14).map("".join), st.booleans())
def test_no_input_makes_a_traceback(gold, system, align):
    """A result, or an error that a user can act on."""
    import io

    with suppress(NerkitError):
        sides = io.BytesIO(gold.encode()), io.BytesIO(system.encode())
        result = nerkit.evaluate(*sides, task="tree", align=align, measures="all", params="none")
        assert result.render("json")
        assert result.errors().render("json")
