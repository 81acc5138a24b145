"""Intervals and p-values of a measure of every task, in every kind of format."""

import json
import re
import shutil
from pathlib import Path

import pytest

DEMO = Path(__file__).parents[2] / "demo"
COREF = [
    {
        "doc_key": f"d{i}",
        "sentences": [["a", "b", "c", "d"]],
        "clusters": [[[0, 0], [1, 1]], [[2, 2], [3, 3]]],
    }
    for i in range(4)
]
WORSE = [entry | {"clusters": [[[0, 0], [1, 1], [2, 2], [3, 3]]]} for entry in COREF[:2]] + COREF[2:]
FORMULA = """
[metric]
name = "macro precision"
field = "events"
set = "E"
normalize = "p"
average = "macro"
[class.E]
type = "same"
"""
MEASURES = {  # task -> measure and further options
    "spans": [("overlap-maxsum::span+type",), ("sets::span", "--by", "label", "--macro")],
    "bio": [("partial",), ("token",)],
    "noisy": [("sets::span",), ("noisy", "--noise-bins", "0.1,0.3")],
    "coref": [("conll",), ("blanc",), ("lea",)],
    "mrp": [("mrp",), ("sdp", "--limit", "0")],
    "amr": [("smatch", "--limit", "1"), ("reentrancy",), ("sembleu",)],
    "ie": [("macro precision", "--metric", "formula.toml")],
    "dep": [("LAS",), ("MLAS", "--by", "label", "--macro")],
}
FILES = {
    "spans": "tsv",
    "bio": "bio",
    "noisy": "bio",
    "coref": "jsonl",
    "mrp": "mrp",
    "amr": "amr",
    "ie": "jsonl",
    "dep": "conllu",
}


@pytest.fixture(params=[(task, *rest) for task, found in MEASURES.items() for rest in found], ids=" ".join)
def score(request, run, tmp_path):
    """Score two systems, gold itself being the second, on one measure of a task."""
    task, measure, *options = request.param
    for name, entries in (("gold", COREF), ("system", WORSE)):
        target = tmp_path / f"{name}.{FILES[task]}"
        if task == "coref":
            target.write_text("".join(json.dumps(entry) + "\n" for entry in entries))
        else:
            shutil.copy(DEMO / task / target.name, target)
    (tmp_path / "formula.toml").write_text(FORMULA)
    gold, system = (tmp_path / f"{name}.{FILES[task]}" for name in ("gold", "system"))
    sides = ["-g", gold, f"a={system}", f"b={gold}", "-m", measure, *options]
    return lambda *more: run(task, *sides, "--confidence", "--paired", "randomization", *more)


def test_json_has_ends_and_p(score):
    """Every row has the eight ends, delta and p; the interval holds the value, p is a probability."""
    found = json.loads(score("-f", "json").out)
    for row in found["rows"]:
        assert {f"{n}_{e}" for n in ("precision", "recall", "f1", "value") for e in ("low", "high")} <= set(
            row
        )
        assert row["value_low"] is None or row["value_low"] <= row["value"] + 1e-9
        assert row["value_high"] is None or row["value_high"] >= row["value"] - 1e-9
    pooled = [row for row in found["rows"] if (row["document"], row["label"]) == ("*", "*")]
    first, second = (row for row in pooled if row["measure"] == pooled[0]["measure"])
    assert (first["delta"], first["p"]) == (None, None)
    assert second["delta"] == pytest.approx(second["value"] - first["value"])
    assert second["p"] is None or 0 < second["p"] <= 1
    assert "confidence:0.95|interval:percentile|resamples:1000|seed:12345|unit:" in found["signature"]


def test_tables_show_them(score):
    """The table and the tabular for a paper have columns for the interval, the difference and p."""
    head = score().out.splitlines()[0]
    assert [name in head.split() for name in ("system", "P", "R", "F1", "95", "Δ", "p")] == [True] * 7
    latex = score("-f", "latex", "--percent", "-d", "1").out
    assert re.search(r" 95 \\%(, n=\d+)? & ", latex)
    assert "& $\\Delta$ & " in latex
    assert "F1\\%" in latex


def test_the_same_bytes_for_the_same_seed(score):
    """Seeded: two runs print the same; another seed may not."""
    assert score("--seed", "7", "-f", "tsv").out == score("--seed", "7", "-f", "tsv").out


def test_bca(score):
    """The other interval, at another level."""
    done = score("--confidence=90%", "--interval", "bca", "--paired", "bootstrap")
    assert done.code == 0
    assert re.search(r" 90 %(, n=\d+)?  ", done.out)


def test_what_makes_no_sense(run, write):
    """Exit 2 and nothing on stdout, or the error as an object."""
    gold = write("g.tsv", "d\t0\t1\n")
    for options, said in (
        (["--confidence=2"], "--confidence must be between 0 and 1, not"),
        (["--confidence=high"], "0.9 or 90%"),
        (["--interval", "bca"], "--interval needs --confidence"),
        (["--resamples", "9"], "--resamples needs --confidence or --paired"),
        (["--seed", "7"], "--seed needs --confidence or --paired"),
        (["--percent", "-f", "json"], "--percent cannot be used with -f json, only with formats for people"),
        (["--digits", "2", "-f", "tsv"], "--digits cannot be used with -f tsv, only with formats for people"),
        (["--one-sided"], "--one-sided needs --paired"),
        (["--confidence", "--seed", "-1"], "-1 is not in the range"),
        (["--paired", "bootstrap"], "at least two"),
    ):
        done = run("spans", "-g", gold, gold, "-m", "sets::span", *options)
        assert (done.code, done.out[:9]) == (2, '{"error":' if "json" in options else "")
        assert said in done.err


@pytest.mark.parametrize("options", [[], ["--interval", "bca"], ["--macro"], ["--macro", "--by", "document"]])
def test_two_blank_sides_have_no_intervals(run, write, options):
    """Nothing is drawn from nothing, and nothing fails."""
    blank = write("blank", "")
    done = run("noisy", "-g", blank, blank, "-m", "noisy", "-m", "chunk", "--confidence", *options)
    assert done.code == 0
    assert "nothing to resample" in done.err


def test_what_is_significant_is_a_probability(run, write):
    """--alpha 5 is not taken for 5 %."""
    gold = write("g.tsv", "d\t0\t1\n")
    done = run("compare", "-g", gold, f"a={gold}", f"b={gold}", "-m", "sets::span", "--alpha", "5")
    assert (done.code, done.out) == (2, "")
    assert "--alpha must be between 0 and 1, not 5" in done.err


def test_a_bare_option_does_not_swallow_the_next_argument(run, write):
    """`--confidence SYSTEM` is a flag and a system."""
    gold = write("g.tsv", "d\t0\t1\ne\t0\t1\n")
    assert run("spans", "-g", gold, "-m", "sets::span", "--confidence", gold).code == 0
