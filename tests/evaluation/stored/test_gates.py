"""Gates: thresholds and stored results; exit 1 with the reason on the last line."""

import json
import math
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.evaluation.stored import gates
from nerkit.evaluation.stored.thresholds import parse, under
from nerkit.exceptions import UsageError

GOLD = "a B-PER\nb O\nc B-LOC\nd B-PER\n"
SYSTEM = "a B-PER\nb O\nc B-LOC\nd B-LOC\n"


@pytest.fixture
def score(run, write):
    """Score two thirds of the chunks right: chunk 0.667, LOC 0.667, PER 0.667."""
    gold, system = write("g.bio", GOLD), write("s.bio", SYSTEM)
    return lambda *options: run("bio", "-g", gold, f"s={system}", "-q", *options)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("0", (None, 0.0)),
        ("0.9", (None, 0.9)),
        ("90%", (None, 0.9)),
        ("chunk=1", ("chunk", 1.0)),
        ("chunk/PER=80%", ("chunk/PER", 0.8)),
        ("sets:x=1:span=0.5", ("sets:x=1:span", 0.5)),
        ("sets::span:recall=80%", ("sets::span", 0.8)),
    ],
)
def test_parse(text, found):
    """The value stands after the last equals sign, as a fraction or in percent."""
    threshold = parse(text)
    assert (threshold.name, threshold.value) == (found[0], pytest.approx(found[1]))


@pytest.mark.parametrize("text", ["90", "chunk", "chunk=", "=0.9", "", "-0.1", "101%", "nan"])
def test_what_is_no_threshold(text):
    """A bare 90 is an error that shows 90%."""
    with pytest.raises(
        UsageError, match="90% is a percentage" if text == "90" else "(write a gate as|a gate needs)"
    ):
        parse(text)


@given(st.integers(0, 10**6), st.integers(1, 10**6), st.integers(0, 10**4))
def test_values_are_judged_unrounded(part, whole, least):
    """A share is below a threshold of four decimals where its quotient, as exact numbers, is."""
    part = min(part, whole)
    assert under(part / whole, least / 10**4) == (Fraction(part, whole) < Fraction(least, 10**4))
    assert under(None, 0.0)
    assert under(math.nan, 0.0)


@pytest.mark.parametrize("digits", [0, 1, 2, 3, 6])
def test_no_number_of_decimals_moves_a_gate(run, write, digits):
    """Neither typed nor configured: 0.8996 is below 0.9, and is printed as 0.8996 where fewer decimals would
    read 0.9, in every format that names gates.
    """
    gold = write("g.tsv", "".join(f"d\t{i}\t{i + 1}\n" for i in range(2500)))
    system = write("s.tsv", "".join(f"d\t{i}\t{i + 1}\n" for i in range(2249)))
    score = ("spans", "-g", gold, f"s={system}", "-q", "-m", "sets::span", "--fail-under")
    shown = "0.899600" if digits == 6 else "0.8996"
    done = run(*score, "sets::span:recall=0.9", "-d", str(digits))
    reason = f"failed: sets::span:recall of s is {shown}, below 0.9 (--fail-under)\n"
    assert (done.code, done.err) == (1, reason)
    assert run(*score, "sets::span:recall=0.9", "-d", str(digits), "--percent").code == 1
    assert run(*score, "sets::span:recall=0.8996", "-d", str(digits)).code == 0
    write("pyproject.toml", f"[tool.nerkit]\ndigits = {digits}\n")
    assert run(*score, "sets::span:recall=90%").code == 1
    for form in ("junit", "github"):
        assert f"is {shown}, below 90%" in run(*score, "sets::span:recall=90%", "-f", form).out


def test_passing_and_failing(score):
    """Two thirds pass 0.666, and not 0.667, as which they are printed; the reason is the last line."""
    assert score("--fail-under", "0.666").code == 0
    done = score("--fail-under", "0.6", "--fail-under", "chunk=66.8%")
    assert (done.code, done.err) == (1, "failed: chunk of s is 0.667, below 66.8% (--fail-under)\n")
    assert done.out.startswith("measure")
    done = score("--fail-under", "0.667")
    assert (done.code, done.err) == (1, "failed: chunk of s is 0.6667, below 0.667 (--fail-under)\n")


def test_a_field_is_what_a_threshold_looks_at(score):
    """Only precision, recall and f1 after the last colon are fields: `sets::span` ends in none."""
    for field, code in (("precision", 0), ("recall", 1), ("f1", 1)):
        done = score("--fail-under", f"chunk/PER:{field}=0.8")
        assert done.code == code, done.err
    assert (
        "failed: chunk/PER:recall of s is 0.500, below 0.51"
        in score("--fail-under", "chunk/PER:recall=0.51").err
    )
    assert score("-m", "sets::span", "--fail-under", "sets::span=0.6").code == 0


def test_a_gate_of_a_configuration_applies_where_its_measure_is_scored(run, write):
    """Elsewhere it is passed over; where it fails the message says where it is from; a typed one must
    exist.
    """
    gold, system = write("g.bio", GOLD), write("s.bio", SYSTEM)
    path = write("pyproject.toml", '[tool.nerkit]\nfail-under = ["chunk/PER=90%"]\n')
    done = run("bio", "-g", gold, f"s={system}", "-q")
    assert (done.code, done.err) == (
        1,
        f"failed: chunk/PER of s is 0.667, below 90%, as {path} asks (--fail-under)\n",
    )
    assert run("bio", "-g", gold, f"s={system}", "-m", "token").code == 0
    assert run("bio", "-g", gold, f"s={system}", "-m", "token", "--fail-under", "chunk=0.1").code == 2


def test_a_label_needs_no_rows_of_labels(score):
    """The label is counted for the gate, and the table stays as it was."""
    done = score("--fail-under", "chunk/PER=80%")
    assert (done.code, done.err) == (1, "failed: chunk/PER of s is 0.667, below 80% (--fail-under)\n")
    assert done.out == score().out
    assert score("--fail-under", "chunk/LOC=0.5").code == 0


def test_names_that_do_not_exist(score):
    """Exit 2 with the nearest row, nothing on stdout."""
    done = score("--fail-under", "chunk/PERS=0.5")
    assert (done.code, done.out) == (2, "")
    assert "no row 'chunk/PERS'; did you mean 'chunk/PER'?" in done.err
    for name in ("chunk", "chunk/PER"):
        done = score("--fail-under", f"{name}:lowr=0.5")
        assert (done.code, done.out) == (2, "")
        assert f"{name} has no field 'lowr'; did you mean 'lower'?" in done.err


def test_compare_to_a_stored_result(score, run, write):
    """Exit 1 where a value has fallen by more than the tolerance; the same or better passes."""
    before = score("-f", "json").out
    path = write("before.json", before)
    assert score("--compare-to", path).code == 0
    better = json.loads(before)
    better["rows"][0] |= {"value": 1.0}
    path = write("better.json", json.dumps(better))
    done = score("--compare-to", path)
    assert (done.code, done.err) == (1, "failed: chunk of s is 0.667, was 1.000, 0.333 less (--compare-to)\n")
    assert score("--compare-to", path, "--tolerance", "0.34").code == 0


def test_a_stored_value_of_which_lower_ones_are_better(run, write):
    """It has become worse where it is higher now."""
    gold, none = write("g.tsv", "d\t0\t1\t\t\tPER\nd\t2\t3\t\t\tPER\n"), write("n.tsv", "d\t0\t1\t\t\tPER\n")
    score = ("spans", "-g", gold, "-m", "loss", "-q")
    half, whole = (
        write(f"{name}.json", run(*score, f"s={path}", "-f", "json").out)
        for name, path in (("half", none), ("whole", gold))
    )
    assert run(*score, f"s={gold}", "--compare-to", half).code == 0
    done = run(*score, f"s={none}", "--compare-to", whole)
    assert done.code == 1
    assert done.err == "failed: loss of s is 0.333, was 0.000, 0.333 more (--compare-to)\n"


def test_a_stored_system_without_a_measure_in_common(score, write):
    """Its name need not be the same, where it is the only one."""
    stored = json.loads(score("-f", "json").out)
    for row in stored["rows"]:
        row |= {"measure": "other", "system": "t"}
    assert (
        "the results have no measure in common"
        in score("--compare-to", write("r.json", json.dumps(stored))).err
    )


def test_gates_of_rows_alone():
    """A result that was stored without its counts has no labels but those of its rows."""
    result = replace(
        nerkit.evaluate({"d": [(0, 1, "A")]}, {"d": []}, measures=["sets::span+type"]), scored=None
    )
    name = result.measures[0]
    assert gates.failures(result, f"{name}>=0.5") == [f"{name} of system is 0.000, below 0.5"]
    with pytest.raises(UsageError, match="no row"):
        gates.failures(result, f"{name}/B>=0.5")


@pytest.mark.parametrize("tolerance", ["nan", "inf", "1e400"])
def test_a_tolerance_with_which_nothing_is_worse(score, write, tolerance):
    """Is no gate, so it is refused."""
    path = write("before.json", score("-f", "json").out)
    done = score("--compare-to", path, "--tolerance", tolerance)
    assert (done.code, done.out) == (2, "")
    assert "--tolerance must be a number of at least 0, not " in done.err


def test_every_system_is_compared(score, write):
    """A single stored system stands for all systems now, in any order, also when one of them has its name."""
    path = write("before.json", score("-f", "json").out)
    nothing = write("nothing.bio", SYSTEM.replace("B-PER", "O").replace("B-LOC", "O"))
    for systems in ([f"t={nothing}"], [f"t={nothing}", f"u={nothing}"]):
        done = score(*systems, "--compare-to", path)
        assert done.code == 1
        assert done.err.count("is 0.000, was 0.667") == len(systems)


def test_numbers_are_compared_as_decimals(run, write):
    """Neither 69.2 / 100 nor 0.8 - 0.7 is, in binary fractions, what it means."""
    assert not under(0.692, parse("69.2%").value)
    assert not under(1 / 3, 0.33333333333333)
    lines = [f"d{i}\t0\t1\n" for i in range(10)]
    gold = write("g.tsv", "".join(lines))
    score = ("spans", "-g", gold, "-m", "overlap-maxmax::span", "-q", "--beta", "1e9")  # recall, then
    before, now = (write(f"{n}.tsv", "".join(lines[:n])) for n in (8, 7))
    path = write("r.json", run(*score, f"s={before}", "-f", "json").out)
    assert run(*score, f"s={now}", "--compare-to", path, "--tolerance", "0.1").code == 0
    assert run(*score, f"s={now}", "--compare-to", path, "--tolerance", "0.09").code == 1


def test_stored_systems_of_other_names(run, write):
    """Several stored systems have to be named as then; the message says how they were called."""
    gold = write("g.tsv", "d\t0\t1\n")
    path = write("r.json", run("spans", "-g", gold, f"a={gold}", f"b={gold}", "-f", "json").out)
    done = run("spans", "-g", gold, f"c={gold}", "--compare-to", path)
    assert (done.code, "no system in common: the stored result has a, b, not c" in done.err) == (2, True)


def test_a_result_made_differently_is_no_baseline(score, write):
    """Another option, another number: exit 2."""
    path = write("before.json", score("-f", "json", "--labels", "PER").out)
    done = score("--compare-to", path)
    assert (done.code, done.out) == (2, "")
    assert "the settings differ, so nerkit cannot compare the numbers" in done.err
    path = write("other.json", score("-m", "token", "-f", "json").out)
    assert "the results have no measure in common" in score("--compare-to", path).err
    assert "--tolerance needs --compare-to" in score("--tolerance", "1").err


def test_a_gate_on_what_should_be_low(run, write):
    """A least value of a measure whose lower values are better is an error: exit 2, no score."""
    tree = write("g.mrg", "(S (NP a) (VP b))\n")
    done = run("tree", "-g", tree, tree, "-m", "avg-crossing", "--fail-under", "avg-crossing=0.5")
    assert (done.code, done.out) == (2, "")
    assert "of avg-crossing lower values are better" in done.err


def test_names_with_slashes(run, write):
    """A measure may have a slash in its name, though the task has no labels; a row that does not exist is a
    usage error.
    """
    gold = write("g.jsonl", '{"doc_key": "d", "sentences": [["a", "b"]], "clusters": [[[0, 0], [1, 1]]]}\n')
    score = ("coref", "-g", gold, gold, "-m", "blanc", "-q", "--fail-under")
    assert run(*score, "blanc/links=1").code == 0
    assert run(*score, "blanc/link=1").code == 2
    graph = write("g.amr", "# ::id 1\n(a / b)\n")
    assert run("amr", "-g", graph, graph, "-q", "--fail-under", "smatch/instance=100%").code == 0


def test_a_measure_comes_before_a_label(run, write):
    """Where one is called as a label of another: json/exact is the measure, not what is said of `exact`."""
    gold, system = write("g.json", '{"exact": 1, "b": 2}'), write("s.json", '{"exact": 1, "b": 3}')
    score = ("json", "-g", gold, f"s={system}", "-q", "--fail-under")
    assert run(*score, "json/exact=0.9").code == 1
    assert run(*score, "json/b=0.1").err == "failed: json/b of s is 0.000, below 0.1 (--fail-under)\n"


def test_a_composite_falls(run, write):
    """Rows without counts and rows of labels are compared as they were stored."""
    one = '{"doc_key": "d", "sentences": [["a", "b", "c"]], "clusters": [[[0, 0], [1, 1]%s]]}\n'
    gold, system = write("g.jsonl", one % ""), write("s.jsonl", one % ", [2, 2]")
    path = write("before.json", run("coref", "-g", gold, f"s={gold}", "-f", "json").out)
    done = run("coref", "-g", gold, f"s={system}", "-m", "conll", "-q", "--compare-to", path)
    assert done.code == 1
    assert done.err.startswith("failed: conll of s is 0.")


def test_labels_fall(score, write):
    """With --by label, each label is a gate of its own."""
    before = json.loads(score("--by", "label", "-f", "json").out)
    for row in before["rows"]:
        row["value"] = 0.0 if row["label"] != "PER" else 0.9
    done = score("--by", "label", "--compare-to", write("before.json", json.dumps(before)))
    assert (done.code, done.err) == (
        1,
        "failed: chunk/PER of s is 0.667, was 0.900, 0.233 less (--compare-to)\n",
    )


def test_rows_of_one_result_only(run, write):
    """What cannot be compared is named, on both sides."""
    gold = write("g.bio", GOLD)
    path = write(
        "before.json", run("bio", "-g", gold, f"s={gold}", "-m", "chunk", "-m", "token", "-f", "json").out
    )
    done = run("bio", "-g", gold, f"s={gold}", "-m", "chunk", "-m", "exact", "--compare-to", path)
    assert done.code == 0
    assert f"nerkit does not compare 1 row without a value in {path}: exact of s" in done.err
    assert f"nerkit does not compare 1 row of {path} only: token" in done.err


def test_rows_of_single_documents_are_not_compared(run, write):
    """They are printed; the gate is on what is about all documents, by label too."""
    gold, system = write("g.tsv", "d\t0\t1\ne\t0\t1\n"), write("s.tsv", "d\t0\t1\ne\t5\t6\n")
    before = write("r.json", run("spans", "-g", gold, f"s={system}", "-m", "sets::span", "-f", "json").out)
    swapped = write("t.tsv", "d\t5\t6\ne\t0\t1\n")
    score = ("spans", "-g", gold, f"s={swapped}", "-m", "sets::span", "--by", "document", "--macro")
    done = run(*score, "-f", "tsv", "--compare-to", before)
    assert done.code == 0  # d is worse than before, and e is better
    assert {line.split("\t")[2] for line in done.out.splitlines()[1:]} > {"d", "e", "macro", "*"}
    assert done.err == "compared: sets::span of s is 0.500, was 0.500 (+0.000)\n"


def test_only_one_passes_one():
    """However near to it a value is; another threshold is met by what binary fractions make of it."""
    assert under(1 - 2**-53, 1.0)
    assert not under(1.0, 1.0)
    assert not under(0.1 * 3 - 2**-50, 0.3)
    assert under(0.8996, 0.9)


def test_a_small_fall_is_seen(score, write):
    """Beside a stored value that is less than a decimal away there are as many decimals as tell them apart,
    and show that the tolerance is exceeded.
    """
    before = json.loads(score("-f", "json").out)
    before["rows"][0]["value"] += 0.00014
    path = write("before.json", json.dumps(before))
    for digits in ("0", "1", "3"):
        done = score("--compare-to", path, "-d", digits)
        assert done.err == "failed: chunk of s is 0.6667, was 0.6668, 0.0001 less (--compare-to)\n"
    done = score("--compare-to", path, "--tolerance", "0.0001")
    assert done.err == "failed: chunk of s is 0.66667, was 0.66681, 0.00014 less (--compare-to)\n"
    assert score("--compare-to", path, "--tolerance", "0.00015", "-d", "0").code == 0


@given(st.floats(0, 1), st.floats(0, 1), st.integers(0, 6))
def test_what_is_printed_of_a_failed_gate_is_below_it(value, least, digits):
    """Read as a number, what is printed tells that the gate failed."""
    assert not under(value, least) or float(gates._below(value, least, digits)) < least


@pytest.mark.parametrize(
    ("text", "is_meant"), [("1.5", True), ("100", True), ("100.5", False), ("-1", False), ("101%", False)]
)
def test_percentages_that_were_meant(text, is_meant):
    """Only what can be one is taken for a percentage without its sign."""
    with pytest.raises(UsageError) as error:
        parse(text)
    assert (f"; {text}% is a percentage" in str(error.value)) == is_meant


def test_a_measure_comes_before_a_label_of_another_one():
    """Where both have the name of a gate."""
    tags = [[["B-PER", "O", "B-LOC"]]] * 2
    result = nerkit.evaluate(*tags, task="bio", by=["label"])
    measure = replace(result.rows[-1], measure="chunk/PER", label="*")
    label = next(row for row in result.rows if row.name == "chunk/PER")
    threshold = parse("chunk/PER=0.5")
    assert gates._rows_of(threshold, result, [*result.rows, measure]) == [measure]
    assert gates._rows_of(threshold, result, [measure, *result.rows]) == [measure]
    assert gates._rows_of(threshold, result, result.rows) == [label]
