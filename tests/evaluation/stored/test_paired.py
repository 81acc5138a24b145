"""Gates that know noise: bounds of intervals, and a paired test with a stored result."""

import json
import shlex
from pathlib import Path

import numpy as np
import pytest

import nerkit
from nerkit.exceptions import UsageError
from nerkit.stats.rows import units_of
from nerkit.stats.significance import PairedTest

MEASURE = "sets::span+type"


def drawn(seed, documents=30, wrong=0.3, fewer=0.0):
    """Gold and two systems: {document: spans}; both err in the share *wrong*, the second in *fewer* more."""
    chance = np.random.default_rng(seed)
    gold, first, second = {}, {}, {}
    for number in range(documents):
        spans = [(5 * i, 5 * i + 3, "A") for i in range(int(chance.integers(1, 6)))]
        gold[f"d{number}"] = spans
        for system, share in ((first, wrong), (second, wrong + fewer)):
            system[f"d{number}"] = [
                (start, end, "B" if chance.random() < share else label) for start, end, label in spans
            ]
    return gold, first, second


def tsv(side):
    """The spans as the format that nerkit spans reads."""
    lines = [f"{name}\t{begin}\t{end}\t\t\t{label}\n" for name in side for begin, end, label in side[name]]
    return "".join(lines)


@pytest.fixture
def files(write):
    """Files of the drawn sides: the options of the command for a system, `a` or `b`."""

    def made(seed, **how):
        gold, first, second = drawn(seed, **how)
        path = write("g.tsv", tsv(gold))
        systems = {"a": write("a.tsv", tsv(first)), "b": write("b.tsv", tsv(second))}
        return lambda name: ("spans", "-g", path, f"s={systems[name]}", "-m", MEASURE)

    return made


@pytest.mark.parametrize("seed", range(4))
def test_a_bound_fails_below_the_lower_end(run, files, seed):
    """A little above the lower bound of the interval the gate fails, a little below it passes; the value is
    far above. The JSON has the verdict and the reason; `--confidence` is implied.
    """
    line = files(seed)("a")
    low = json.loads(run(*line, "-f", "json", "--confidence").out)["rows"][0]["value_low"]
    for limit, code, verdict in ((low + 0.001, 1, "failed"), (low - 0.001, 0, "passed")):
        done = run(*line, "-f", "json", "--fail-under", f"{MEASURE}:lower={limit}")
        written = json.loads(done.out)
        (gate,) = written["gates"]
        assert (done.code, gate["verdict"], gate["system"]) == (code, verdict, "s")
        assert set(gate) == {"gate", "system", "verdict", "reason"}
        assert "on 30 documents this gate" in gate["reason"]
        assert written["rows"][0]["value_low"] == low
        assert gate["reason"] in done.err.splitlines()[-1]


def test_a_bound_of_few_documents_says_how_many_it_needs(run, files):
    """Without an interval the gate fails, whatever its value."""
    done = run(*files(1, documents=4)("a"), "-q", "--fail-under", f"{MEASURE}:lower=0")
    assert done.code == 1
    assert ("does not exist: an interval needs 6 documents, and there are 4 (--fail-under)\n") in done.err


def test_a_bound_of_a_label_and_in_python():
    """The rows of labels need no `by`; `upper` is the other bound; the level is that of the result."""
    gold, system, _ = drawn(3)
    result = nerkit.evaluate(gold, system, task="spans", measures=MEASURE)
    wide = nerkit.evaluate(gold, system, task="spans", measures=MEASURE, by="label").confidence(0.8)
    row = wide[MEASURE, "A"]
    result = result.confidence(0.8)
    for field, end in (("lower", "value_low"), ("upper", "value_high")):
        nerkit.check(result, f"{MEASURE}/A:{field}>={row.extra[end] - 1e-6}")
        with pytest.raises(AssertionError, match=rf"A:{field} of system is .*, below"):
            result.check(f"{MEASURE}/A:{field}>={row.extra[end] + 1e-6}")


@pytest.mark.parametrize("seed", range(6))
def test_worse_is_what_the_exact_test_says(seed):
    """The gate fails where the exact p of two systems is at most alpha and the second one is worse."""
    gold, first, second = drawn(seed, fewer=0.03 * seed)
    both = nerkit.evaluate(gold, {"a": first, "b": second}, task="spans", measures=MEASURE).paired("exact")
    row = both.pooled(MEASURE)[1]
    stored, now = (nerkit.evaluate(gold, side, task="spans", measures=MEASURE) for side in (first, second))
    for alpha in (0.01, 0.05, 0.5):
        failed = row.extra["p"] <= alpha and row.extra["delta"] < 0
        if failed:
            with pytest.raises(AssertionError, match=r"significantly worse \(p .*, exact\); on 30 documents"):
                now.check("worse", compare_to=stored, alpha=alpha)
        else:
            nerkit.check(now, "worse", compare_to=stored, alpha=alpha)
    stored.check("worse", compare_to=stored)


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_a_margin_asks_for_an_interval_above_it(seed):
    """The gate passes where the lower end of the interval of `nerkit compare` is above -M."""
    gold, first, second = drawn(seed, fewer=0.02 * seed)
    systems = {"a": first, "b": second}
    (row,) = (
        each
        for each in nerkit.compare(gold, systems, task="spans", measures=MEASURE).to_dict()["rows"]
        if each["system"] == "b"
    )
    stored, now = (nerkit.evaluate(gold, side, task="spans", measures=MEASURE) for side in (first, second))
    now.check("worse", compare_to=stored, margin=max(-row["delta_low"], 0) + 1e-6)
    if row["delta_low"] < 0:
        with pytest.raises(AssertionError, match="not above -"):
            now.check("worse", compare_to=stored, margin=-row["delta_low"] - 1e-6)


def test_measures_that_were_asked_for_are_corrected_together(run, files, write):
    """Each named measure has a verdict, with p by Holm; without -m it is the headline alone."""
    line = files(5, fewer=0.2)
    names = ("-m", "sets::span")
    stored = write("main.json", run(*line("a"), *names, "--counts-only").out)
    done = run(*line("b"), *names, "--compare-to", stored, "--fail-if", "worse", "-f", "json", "-q")
    gates = json.loads(done.out)["gates"]
    assert [one["gate"] for one in gates] == [f"fail-if worse {MEASURE}", "fail-if worse sets::span"]
    assert done.code == 1
    assert all(", exact, Holm)" in one["reason"] for one in gates)


def test_a_stored_result_without_documents(run, files, write):
    """The message has the command that writes it again; typed as it stands, the gate then works."""
    line = files(2)
    path = str(write("main.json", ""))
    run(*line("a"), "-f", "json", "-o", path)
    gate = (*line("b"), "--compare-to", path, "--fail-if", "worse", "-q")
    stored = json.loads(Path(path).read_text("utf-8"))
    stored["command"] = [*map(str, line("a")), "-f", "json", "-o", path, "--confidence"]
    write("main.json", json.dumps(stored))
    done = run(*gate)
    assert (done.code, done.out) == (2, "")
    assert (
        "has no counts of single documents, which a paired test needs; write the result with --counts-only\n"
        in done.err
    )
    typed = shlex.split(done.err.splitlines()[-1])
    assert typed[0] == "nerkit"
    assert run(*typed[1:]).code == 0
    assert run(*gate).code in (0, 1)


def test_other_documents_or_other_gold(run, files, write):
    """A paired test of other documents is an error, and of another gold file too."""
    path = write("main.json", run(*files(2)("a"), "--counts-only").out)
    done = run(*files(2, documents=29)("a"), "--compare-to", path, "--fail-if", "worse")
    assert (done.code, "the result is for another gold file, but a" in done.err) == (2, True)
    stored = json.loads(Path(path).read_text("utf-8"))
    stored["inputs"] = []
    path = write("main.json", json.dumps(stored))
    done = run(*files(2, documents=29)("a"), "--compare-to", path, "--fail-if", "worse")
    assert (done.code, done.out) == (2, "")
    assert "has 30 documents, and now there are 29: d29 only there" in done.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--fail-if", "worse"), "--fail-if worse needs a stored result: --compare-to main.json"),
        (("--margin", "1%"), "--margin needs --fail-if worse"),
        (("--alpha", ".1"), "--alpha needs --fail-if worse"),
        (("--compare-to", "m", "--fail-if", "worse", "--tolerance", ".1"), "--tolerance cannot be used with"),
        (("--compare-to", "m", "--fail-if", "worse", "--alpha", "5"), "--alpha must be a number between"),
        (("--compare-to", "m", "--fail-if", "worse", "--margin", "2"), "--margin must be a number from 0"),
        (("-m", "loss", "--fail-under", "loss=.1"), "type --fail-over loss=.1"),
        (("--fail-over", ".1"), "type --fail-under sets::span+type=.1"),
    ],
)
def test_options_that_do_not_fit(run, files, write, options, said):
    """Exit 2 with what to type."""
    stored = write("main.json", run(*files(2)("a"), "--counts-only").out)
    done = run(*files(2)("a"), *(stored if one == "m" else one for one in options))
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_a_gate_on_what_should_be_low(run, files):
    """`--fail-over` fails above its value, and `<=` in Python; the upper bound is the cautious one."""
    line = (*files(1)("a")[:-2], "-m", "loss", "-q")
    loss = json.loads(run(*line, "-f", "json").out)["rows"][0]["value"]
    assert run(*line, "--fail-over", f"loss={loss + 0.001}").code == 0
    done = run(*line, "--fail-over", f"loss={loss - 0.001}")
    assert (done.code, done.err.startswith("failed: loss of s is")) == (1, True)
    gold, first, _ = drawn(1)
    result = nerkit.evaluate(gold, first, task="spans", measures="loss")
    result.check(f"loss<={loss + 0.001}")
    with pytest.raises(AssertionError, match="above"):
        result.check(f"loss <= {loss - 0.001}")
    with pytest.raises(UsageError, match=r'in Python check\("loss<=0.1"\)'):
        result.check("loss>=0.1")


def test_a_measure_that_should_be_low_becomes_worse():
    """Its loss is a rise: the direction is that of the measure."""
    gold, first, second = drawn(4, fewer=0.3)
    before, after = (nerkit.evaluate(gold, side, task="spans", measures="loss") for side in (first, second))
    before.check("worse", compare_to=after)
    with pytest.raises(AssertionError, match="significantly worse"):
        after.check("worse", compare_to=before)


@pytest.mark.parametrize("spec", ["worse", f"{MEASURE}:lower=.5", f"{MEASURE}/A=.7", ".9"])
def test_power_of_a_gate(run, files, spec):
    """Each system has false alarms and a loss; `worse` of one system too, against one as good."""
    line = files(1)("a")
    done = run("power", "--gate", spec, *line[1:], "-f", "json", "-q")
    (row,) = json.loads(done.out)["rows"]
    assert 0 <= row["false_alarms"] <= 1
    assert 0 < row["detectable"] < 1
    if spec == "worse":
        assert row["false_alarms"] <= 0.05
    assert "false alarms" in run("power", "--gate", spec, *line[1:], "-q").out


def test_false_alarms_of_a_threshold_are_the_resamples_below_it():
    """The share of bootstrap samples of the documents whose value is below the threshold."""
    from nerkit.evaluation.stored.gate_power import gate_power
    from nerkit.stats.power import PowerTest

    gold, first, _ = drawn(7, documents=60)
    result = nerkit.evaluate(gold, first, task="spans", measures=MEASURE)
    limit = round((result.value or 0) - 0.02, 3)
    numbers = units_of(result).counts["system"].by_document(MEASURE, [()])[:, 0]
    chance = np.random.default_rng(5)
    sums = numbers[chance.integers(0, len(numbers), (4000, len(numbers)))].sum(axis=1)
    share = (2 * sums[:, 0] / (sums[:, 1] + sums[:, 3]) < limit).mean()
    (row,) = gate_power(result, str(limit), PowerTest(simulations=4000)).rows
    assert row.false_alarms == pytest.approx(share, abs=0.03)


def test_the_bootstrap_where_no_test_is_exact():
    """A composite over many documents is tested by the bootstrap, whose p the gate has."""
    chance = np.random.default_rng(1)

    def chains(noise):
        return {
            f"d{i}": [
                [(j, j + 1) for j in range(6) if j in (0, 10) or chance.random() > noise],
                [(j, j + 1) for j in range(10, 14) if j in (0, 10) or chance.random() > noise],
            ]
            for i in range(40)
        }

    gold = chains(0)
    first, second = chains(0.1), chains(0.35)
    both = nerkit.evaluate(gold, {"a": first, "b": second}, task="coref", measures="conll")
    p = both.paired(PairedTest("bootstrap").method).pooled("conll")[1].extra["p"]
    before, after = (nerkit.evaluate(gold, each, task="coref", measures="conll") for each in (first, second))
    with pytest.raises(AssertionError, match=r"\(p .*, bootstrap\)"):
        after.check("worse", compare_to=before)
    assert p <= 0.05


def test_a_failed_test_shows_the_errors(write):
    """In pytest a failed check of `worse` has the reason first, then the errors that cost most."""
    from nerkit.evaluation.stored.failure_text import failed_gate
    from nerkit.evaluation.stored.results import counts_of

    gold, first, second = drawn(5, fewer=0.3)
    before, after = (nerkit.evaluate(gold, each, task="spans", measures=MEASURE) for each in (first, second))
    path = str(write("main.json", json.dumps(counts_of(before))))
    assert failed_gate(before, "worse", compare_to=path) == ""
    reason, title, *_ = failed_gate(after, "worse", compare_to=path).splitlines()
    assert "significantly worse (p" in reason
    assert title.startswith("errors of")
