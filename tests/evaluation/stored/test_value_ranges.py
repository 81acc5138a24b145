"""Numbers of stored results that their measures cannot have: refused when they are read."""

import json

import pytest
from tries import each

from nerkit.evaluation.stored import results as stored
from nerkit.scorers import task_named
from nerkit.scorers.task import ANY, MEANS, SHARES

GOLD, SYSTEM = "a B-PER\nb B-LOC\nc O\n", "a B-PER\nb O\nc O\n"
COPIES = "(a / x :ARG0 (b / y) :ARG0 b :ARG0 b)\n"
CROSSED = "(S (A (B w) (B w)) (A (B w) (B w)))\n", "(S (B w) (A (C (B w) (B w)) (B w)))\n"


@pytest.fixture
def score(run, write):
    """Score two of three tags right; gives what was printed."""
    files = write("g.bio", GOLD), write("s.bio", SYSTEM)
    return lambda *options: run("bio", "-g", files[0], f"s={files[1]}", "-q", "-m", "chunk", *options)


def changed(text, change):
    """The stored result with a change; *change* takes it."""
    result = json.loads(text)
    change(result)
    return json.dumps(result)


def put(*path, value):
    """A change of the value in a place."""

    def change(result):
        for key in path[:-1]:
            result = result[key]
        result[path[-1]] = value

    return change


HUGE = 10**400
ROWS = [  # of a result with rows
    ("value", 5, "value of chunk is 5, which is not from 0 to 1"),
    ("value", -1, "value of chunk is -1, which is not from 0 to 1"),
    ("value", HUGE, "value is not from -2**53 to 2**53"),
    ("value", float("nan"), "value is not from"),
    ("value", True, "value is True, not a number"),
    ("precision", 1.5, "precision of chunk is 1.5"),
    ("recall", -0.5, "recall of chunk is -0.5"),
    ("f1", 2, "f1 of chunk is 2"),
    ("p_num", 7, "p_num of chunk is 7, more than p_den, 1"),
    ("r_num", 7, "r_num of chunk is 7, more than r_den, 2"),
    ("r_den", -2, "a count of chunk is not from 0 to 2**53"),
    ("r_den", HUGE, "r_den is not from"),
]


@pytest.mark.parametrize("damage", ROWS, ids=lambda one: f"{one[0]} {str(one[1])[:9]}")
def test_rows_that_are_not_possible(score, run, write, damage):
    """`--compare-to` and `compare` with a file of `-f json`: exit 2, no score, and the reason."""
    name, value, said = damage
    path = write("r.json", changed(score("-f", "json").out, put("rows", 0, name, value=value)))
    for done in (score("--compare-to", path), run("compare", f"a={path}", f"b={path}")):
        assert (done.code, done.out) == (2, "")
        assert f"r.json: the stored result is damaged ({said}" in done.err


COUNTS = [  # of a result with counts
    (("rows", 0, "p_num"), 7, "p_num of chunk is 7, more than p_den, 1"),
    (("rows", 0, "r_num"), 2.5, "r_num of chunk is 2.5, more than r_den, 2"),
    (("rows", 0, "p_den"), -1, "a count of chunk is not from 0"),
    (("rows", 0, "p_den"), "1", "a count of chunk is not a number"),
    (("rows", 0, "p_den"), True, "a count of chunk is not a number"),
    (("rows", 0, "p_den"), HUGE, "int too large"),
    (("rows", 0, "mis"), -3, "a count of chunk is not from 0"),
    (("counts", "scoring", "beta"), 0, "beta is 0"),
    (("counts", "scoring", "beta"), float("inf"), "beta is not from"),
    (("counts", "scoring", "beta"), 1e300, "beta is not from"),
    (("counts", "scoring", "beta"), True, "beta is True, not a number"),
    (("counts", "scoring", "beta"), 1e-300, "beta is 1e-300"),
    (("counts", "scoring", "macro"), 1, "scoring is"),
    (("counts", "scoring", "by"), "label", "scoring is"),
    (("counts", "scoring", "by"), [1], "scoring is"),
    (("counts", "named"), 1, "named is 1"),
    (("counts", "measures"), ["chunk", "chunk"], "one of the measures occurs twice"),
    (("counts", "shown"), ["strict"], "measures are"),
    (("counts", "headlines"), {"chunk": ["x", "micro"]}, "could not convert"),
    (("counts", "headlines"), {"chunk": ["0.5", "micro"]}, "a headline is"),
    (("counts", "headlines"), {"chunk": ["f-1", "micro"]}, "beta is -1"),
    (("counts", "headlines"), {"chunk": ["p", "mean"]}, "a headline is"),
    (("counts", "headlines"), {"chunk": [1, "micro"]}, "a headline is"),
    (("counts", "headlines"), {"chunk": ["p", "micro", "V"]}, "headline must be a list of names"),
    (("counts", "headlines"), {"chunk": ["p", "micro", [], [1]]}, "headline must be a list of names"),
    (("counts", "headlines"), {"chunk": ["p", "micro", *[[]] * 5]}, "takes from 1 to 7"),
    (("counts", "documents", "s"), ["x"], "documents without ids must be numbered"),
    (("counts", "documents", "s"), ["1", "1"], "one of the documents occurs twice"),
    (("counts", "documents", "s"), "1", "documents must be a list of names"),
    (("counts", "documents"), {}, "systems are"),
    (("counts", "units", "systems", "s", "rows", 0, 3), 9, "p_num of chunk is 9"),
    (("counts", "units", "systems", "s", "rows", 0, 3), -9, "a count of chunk is not from 0"),
    (("counts", "units", "systems", "s", "rows", 0, 3), "1", "a count of a unit is not a number"),
    (("counts", "units", "systems", "s", "rows", 0, 0), 0.5, "a count names a unit that does not exist"),
    (("counts", "units", "systems", "s", "size"), True, "must be texts"),
]


@each("damage", COUNTS)
def test_counts_that_are_not_possible(score, run, write, damage):
    """`merge` and `--compare-to` with a file of `--counts-only`: exit 2 and the reason."""
    path, value, said = damage
    damaged = write("r.json", changed(score("--counts-only").out, put(*path, value=value)))
    for done in (run("merge", damaged), score("--compare-to", damaged)):
        assert (done.code, done.out) == (2, "")
        assert "r.json: the stored result is damaged (" in done.err
        assert said in done.err


@pytest.mark.parametrize("value", [["p", "micro"], ["j", "macro"], ["f0.5", "micro"], ["sum", "micro"]])
def test_headlines_that_are_possible(score, run, write, value):
    """All that a formula can be normalised by."""
    change = put("counts", "headlines", value={"chunk": value})
    assert run("merge", write("r.json", changed(score("--counts-only").out, change))).code == 0


def test_a_beta_of_rows(score, write):
    """It stands among the options there."""
    wrong = changed(score("-f", "json").out, put("options", "beta", value=-2))
    assert "the stored result is damaged (beta is -2)" in score("--compare-to", write("r.json", wrong)).err


def test_values_above_one_where_the_record_says_so(run, write):
    """Crossing brackets in a sentence are an average, and smatch 1.0.4 counts products of copies: both are
    stored and read back.
    """
    gold, system = write("g.ptb", CROSSED[0]), write("s.ptb", CROSSED[1])
    score = ("tree", "-g", gold, f"s={system}", "-m", "avg-crossing")
    for option in ("-fjson", "--counts-only"):
        path = write("r.json", run(*score, option).out)
        assert stored.read(str(path)).value == 2.0
    graph = write("g.amr", COPIES)
    score = ("amr", "-g", graph, f"s={graph}", "-m", "smatch", "--smatch-1.0.4", "--counts-only")
    path = write("r.json", run(*score).out)
    assert stored.read(str(path)).value > 1
    without = changed(path.read_text(), put("options", value={}))
    assert run("merge", write("r.json", without)).code == 2


def test_a_formula_of_the_user_is_only_finite(run, write):
    """Nothing is known of what its values may be."""
    metric = write("m.toml", '[metric]\nname = "n"\nfield = "xs"\nset = "same"\n')
    gold = write("g.jsonl", '{"xs": [1, 2, 3]}\n')
    score = ("ie", "-g", gold, f"s={gold}", "--metric", metric)
    for option in ("-fjson", "--counts-only"):
        path = write("r.json", run(*score, option).out)
        assert stored.read(str(path)).value == 3.0
        wrong = write("w.json", path.read_text().replace("3", "1e400"))
        assert run(*score, "--compare-to", wrong).code == 2


def test_lower_is_better_in_stored_results(run, write):
    """More crossing brackets fail and fewer pass, whether rows or counts are stored."""
    gold, system = write("g.ptb", CROSSED[0]), write("s.ptb", CROSSED[1])
    good, bad = (("tree", "-g", gold, f"s={path}", "-m", "avg-crossing") for path in (gold, system))
    for option in ("-fjson", "--counts-only"):
        before = {name: write(name, run(*line, option).out) for name, line in (("a", good), ("b", bad))}
        assert run(*good, "--compare-to", before["b"]).code == 0
        failed = run(*bad, "--compare-to", before["a"])
        assert failed.code == 1
        assert "avg-crossing of s is 2.000, was 0.000, 2.000 more" in failed.err
        assert stored.read(str(before["a"])).lower_is_better == ("avg-crossing",)


def test_schemes_that_were_named_add_only_if_they_are_the_same(run, write):
    """What content decides may differ in parts of the same data; what was asked for may not."""
    parts = {}
    for number, tags in (("1", "S-A"), ("2", "B-A")):
        gold = write(f"{number}.bio", f"a {tags}\nb O\n")
        for scheme in ("auto", "BIOES", "IOB2"):
            done = run("bio", "-g", gold, f"s={gold}", "--counts-only", "--scheme", scheme)
            parts[number, scheme] = write(f"{number}-{scheme}.json", done.out) if done.code == 0 else None
    assert run("merge", parts["1", "auto"], parts["2", "auto"]).code == 0
    assert run("merge", parts["1", "BIOES"], parts["2", "BIOES"]).code == 0
    for first, second in (("BIOES", "IOB2"), ("BIOES", "auto"), ("auto", "IOB2")):
        done = run("merge", parts["1", first], parts["2", second])
        assert (done.code, done.out) == (2, "")
        assert "results of different kinds cannot be added" in done.err


@pytest.mark.parametrize("task", ["spans", "amr", "dep", "noisy"])
def test_ranges_are_asked_for_with_options(task):
    """The record of each measure answers for the options of its own task."""
    known = task_named(task)
    ranges = {one.range(known.options()) for one in known.measures}
    assert ranges == ({SHARES, ANY} if task == "spans" else {SHARES})
    wider = {"amr": {"smatch_1_0_4": True}, "dep": {"elas": "udtools"}, "noisy": {"nerval": True}}.get(task)
    if wider:
        assert MEANS in {one.range(known.options(**wider)) for one in known.measures}
