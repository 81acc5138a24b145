"""Several systems compared: pairs, ranks, reasons; stored results; measures and annotators compared."""

import json
import random

import numpy as np
import pytest
from makers import counts_of

import nerkit
from nerkit.exceptions import NerkitError, UsageError
from nerkit.results.counts import ALL as ALL_LABELS
from nerkit.results.rows import EVERYTHING
from nerkit.stats import comparison
from nerkit.stats.comparison import _higher
from nerkit.stats.correlation import correlations, kendall, pearson, ranks
from nerkit.stats.resampling import drawn
from nerkit.stats.significance import PairedTest, SharedSheets, differences, holm
from nerkit.stats.units import Key, Units


def lines(*spans):
    """Span TSV of (document, start, end)."""
    return "".join(f"{document}\t{start}\t{end}\n" for document, start, end in spans)


ALL = [(f"d{i:02}", 10 * k, 10 * k + 3) for i in range(30) for k in range(6)]


def some(share, seed):
    chance = random.Random(seed)
    return [span for span in ALL if chance.random() < share]


@pytest.fixture
def systems(write):
    """Gold and three systems, of which two are alike."""
    texts = {"gold": ALL, "x": some(0.5, 1), "y": some(0.52, 2), "z": some(0.9, 3)}
    return {name: write(f"{name}.tsv", lines(*spans)) for name, spans in texts.items()}


def test_the_table(run, systems):
    """Scores, difference from the first, its interval, p by Holm, rank, and the worse systems."""
    given = [f"{name}={systems[name]}" for name in "xyz"]
    done = run("compare", "-g", systems["gold"], *given, "-m", "sets::span")
    assert done.out == (
        "system        P      R     F1       Δ     95 %, n=30    p (Holm)    rank  better than\n"
        "x         1.000  0.506  0.672       -              -           -       2  -\n"
        "y         1.000  0.533  0.696  +0.024  -0.080…+0.116       0.693       2  -\n"
        "z         1.000  0.911  0.953  +0.282  +0.208…+0.360     2.5e-07       1  x, y\n"
        "rank = 1 + better systems; better = p (Holm) ≤ 0.05 and an interval without 0\n"
    )
    assert done.err.endswith(
        ""
        ""
        "\nspans|sets::span|paired:exact|delta-interval:0.95|delta-resamples:1000|seed:12345|correction:holm|alpha:0.05|unit:document|empty:zero|v:0.1.0\n"
    )


def test_the_number_of_units(run, systems):
    """It stands in every row that is tested, in those of a measure of the whole corpus it is null."""
    given = [f"{name}={systems[name]}" for name in "xz"]
    asked = ["compare", "-g", systems["gold"], *given, "-m", "sets::span", "-m", "b_cubed", "-f", "json"]
    rows = json.loads(run(*asked).out)["rows"]
    assert {(row["measure"], row["units"]) for row in rows} == {("sets::span", 30), ("b_cubed", None)}


def test_the_table_for_a_paper(run, systems):
    """LaTeX with the best value in bold."""
    given = [f"{name}={systems[name]}" for name in "xz"]
    out = run(
        "compare", "-g", systems["gold"], *given, "-m", "sets::span", "-f", "latex", "--percent", "-d", "1"
    ).out
    assert [" ".join(line.split()) for line in out.splitlines() if "&" in line] == [
        r"system & P\% & R\% & F1\% & $\Delta$ & 95 \%, n=30 & p (Holm) & rank & better than \\",
        r"x & 100.0 & 50.6 & 67.2 & - & - & - & 2 & - \\",
        r"z & 100.0 & 91.1 & \textbf{95.3} & +28.2 & +20.8\dots{}+36.0 & 1.3e-07 & 1 & x \\",
    ]


def test_pairs(run, systems):
    """All pairs with p, p by Holm, and in how many documents each is higher; one-sided p is about half."""
    given = [f"{name}={systems[name]}" for name in "xyz"]
    both = run("compare", "-g", systems["gold"], *given, "-m", "sets::span", "--pairs", "-f", "jsonl").out
    pairs = [json.loads(line) for line in both.splitlines()]
    assert [(p["first"], p["second"]) for p in pairs] == [("x", "y"), ("x", "z"), ("y", "z")]
    assert all(p["wins"] + p["ties"] + p["losses"] == 30 for p in pairs)
    assert pairs[2]["p"] < pairs[1]["p"]
    assert pairs[2]["p_holm"] == pytest.approx(3 * pairs[2]["p"], rel=1e-12)
    assert pairs[1]["p_holm"] == pytest.approx(2 * pairs[1]["p"], rel=1e-12)
    one = run(
        "compare", "-g", systems["gold"], *given, "-m", "sets::span", "--pairs", "--one-sided", "-f", "jsonl"
    ).out
    assert json.loads(one.splitlines()[0])["p"] == pytest.approx(pairs[0]["p"] / 2, rel=1e-12)


def corpora(seed):
    """Gold, and systems of which some are equal and some differ much, with labels."""
    chance = random.Random(seed)
    gold = [
        [(10 * k, 10 * k + 3, chance.choice("AB")) for k in range(6)] for _ in range(chance.randint(7, 40))
    ]
    shares = [chance.choice([0.3, 0.5, 0.6, 0.8]) for _ in range(chance.randint(2, 6))]
    return gold, {
        f"s{i}": [[span for span in spans if chance.random() < share] for spans in gold]
        for i, share in enumerate(shares)
    }


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("measures", [None, ["sets::span+type", "sets::span"]])
def test_ranks_hold(seed, measures):
    """A rank is 1 + the systems that both p (Holm) and the interval call better; Holm corrects over the pairs
    of one measure, and over the pairs of all measures that are named.
    """
    gold, systems = corpora(seed)
    found = nerkit.compare(gold, systems, measures=measures, alpha=0.1)
    wins = set()
    for pair in found.pairs:
        difference = pair.difference
        outside = not difference.low[0] <= 0 <= difference.high[0]
        assert (pair.better is not None) == (pair.p_holm <= 0.1 and outside)
        assert (pair.better is None) == (pair.undecided_by in ("p", "interval", "both"))
        if pair.better:
            assert pair.better == (pair.second if difference.delta[0] > 0 else pair.first)
            wins.add((pair.key, pair.better, pair.worse))
    for row in found.rows:
        key = Key(row.measure, row.cut)
        assert row.extra["rank"] == 1 + sum((one, worse) == (key, row.system) for one, _, worse in wins)
        worse = [name for name in systems if (key, row.system, name) in wins]
        assert found.better_than(row) == worse
    p_of: dict[str, list[float]] = {}
    for pair in found.pairs:
        p_of.setdefault("all" if measures else pair.key.measure, []).append(pair.difference.p[0])
    for family, own in p_of.items():
        pairs = [pair for pair in found.pairs if family in ("all", pair.key.measure)]
        assert [pair.p_holm for pair in pairs] == holm(own)


@pytest.mark.parametrize(
    ("by", "alpha", "words"),
    [("interval", 0.3, "but the interval includes 0"), ("p", 0.01, "the interval excludes 0, but p > 0.01")],
)
def test_why_p_and_interval_disagree(by, alpha, words):
    """The table says about which pair they disagree, and JSON what speaks against a difference."""
    found = next(
        found
        for found in (nerkit.compare(*corpora(seed), alpha=alpha) for seed in range(60))
        if any(pair.undecided_by == by for pair in found.pairs)
    )
    pair = next(pair for pair in found.pairs if pair.undecided_by == by)
    line = next(line for line in str(found).splitlines() if words in line)
    assert line.startswith(f"{pair.first}, {pair.second}")
    assert "so neither counts as better" in line
    told = found.to_dict()["pairs"][found.pairs.index(pair)]
    assert (told["better"], told["undecided_by"]) == (None, by)


def test_ranks_without_tests():
    """They count the systems with a better value, ties share a rank, and no value is the worst."""
    for lower, wanted in ((False, [2, 2, 1, 4]), (True, [1, 1, 3, 4])):
        higher = _higher({"a": 0.5, "b": 0.5, "c": 0.6, "d": None}, lower=lower)
        assert [1 + sum(worse == name for _, worse in higher) for name in "abcd"] == wanted


def test_many_systems_are_numbers_in_better_than(run, write):
    """Names that would make the table wide are numbers of rows."""
    gold = write("gold.tsv", lines(*ALL))
    paths = [write(f"quite-a-long-name-{i}.tsv", lines(*some(i / 5, i))) for i in range(1, 6)]
    done = run("compare", "-g", gold, *paths, "-m", "sets::span", "-q")
    rows = [line.split() for line in done.out.splitlines()[1:6]]
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5"]
    assert rows[4][-4:] == ["1", "2", "3", "4"]


def test_stored_results_are_compared_like_systems(run, systems, write):
    """Results with counts give the pairs that the systems themselves give, in the order of the files."""
    paths = []
    for name in "xz":
        out = run("spans", "-g", systems["gold"], systems[name], "-m", "sets::span", "--counts-only").out
        paths.append(f"{name}={write(name + '.json', out)}")
    stored = json.loads(run("compare", *paths, "-f", "json").out)
    given = [f"{name}={systems[name]}" for name in "xz"]
    direct = json.loads(run("compare", "-g", systems["gold"], *given, "-m", "sets::span", "-f", "json").out)
    assert (stored["rows"], stored["pairs"]) == (direct["rows"], direct["pairs"])


def test_results_without_documents_are_ranked(run, systems, write):
    """Rows of -f json tell the scores, not the tests; that is said."""
    paths = [
        write(
            f"{name}.json",
            run("spans", "-g", systems["gold"], systems[name], "-m", "sets::span", "-f", "json").out,
        )
        for name in "xz"
    ]
    done = run("compare", *paths)
    assert [line.split()[-2] for line in done.out.splitlines()[1:]] == ["2", "1"]
    assert "not tested, because the result has no counts by" in done.err


def test_results_made_differently_do_not_compare(run, systems, write):
    """Other labels, other numbers: exit 2."""
    common = ("spans", "-g", systems["gold"], systems["x"], "-m", "sets::span", "-f", "json")
    one, other = write("1.json", run(*common).out), write("2.json", run(*common, "--labels", "A").out)
    done = run("compare", one, other)
    assert (done.code, done.out) == (2, "")
    assert "the settings differ from the first result" in done.err


def test_agreement(run, write):
    """Without gold every pair of annotators is scored; the table is symmetric, with each one's mean."""
    texts = {"anna": [("d", 0, 1), ("d", 2, 3)], "ben": [("d", 0, 1)], "carla": [("d", 2, 3), ("d", 5, 6)]}
    paths = [write(f"{name}.tsv", lines(*spans)) for name, spans in texts.items()]
    assert run("compare", *paths, "-m", "sets::span").out == (
        "measure     annotator      anna    ben    carla    mean\n"
        "sets::span  anna              -  0.667    0.500   0.583\n"
        "sets::span  ben           0.667      -    0.000   0.333\n"
        "sets::span  carla         0.500  0.000        -   0.250\n"
    )


def test_correlation_of_measures(systems):
    """Over systems: Pearson of values, Spearman of ranks, Kendall's tau-b, by hand."""
    one, other = (pytest.importorskip("numpy").array(x, float) for x in ([1, 2, 3, 4], [1, 3, 2, 10]))
    assert pearson(one, other) == pytest.approx(13 / (5 * 50) ** 0.5)
    assert kendall(one, other) == pytest.approx(4 / 6)
    assert ranks(other[[0, 0, 1]]).tolist() == [1.5, 1.5, 3]
    assert pearson(one, one * 0) is None
    given = {name: str(systems[name]) for name in "xyz"}
    compared = nerkit.compare(str(systems["gold"]), given, measures=["sets::span", "overlap-maxmax::span"])
    (found,) = correlations(compared.result).rows
    assert (found.systems, found.spearman) == (3, 1.0)


def test_what_does_not_compare(systems):
    """One system, or a measure of the corpus as a whole."""
    gold = str(systems["gold"])
    with pytest.raises(UsageError, match="at least two systems"):
        nerkit.compare(gold, {"a": gold})
    with pytest.raises(NerkitError, match="because the value is computed over the whole corpus"):
        nerkit.compare(gold, {"a": gold, "b": gold}, measures=["b_cubed"])


def test_measures_of_stored_results(run, systems, write):
    """-m chooses among those stored; what is decided when results are made is refused."""
    made = ("spans", "-g", systems["gold"], systems["x"], "-m", "sets::span", "-m", "overlap-maxmax::span")
    path = write("x.json", run(*made, "-f", "json").out)
    rows = [
        json.loads(row)
        for row in run(
            "compare", f"a={path}", f"b={path}", "-m", "sets::span", "-f", "jsonl"
        ).out.splitlines()
    ]
    assert {row["measure"] for row in rows} == {"sets::span"}
    for options, said in (
        (["-m", "sets::spam"], "did you mean 'sets::span'"),
        (["--map", path], "--map cannot be used with stored results"),
    ):
        done = run("compare", path, *options)
        assert (done.code, done.out) == (2, "")
        assert said in done.err


def test_measures_of_the_corpus_are_ranked(write):
    """By default spans with ids have measures of the corpus: these have a rank and no p, which is said."""
    gold = write("g.tsv", "".join(f"d{i}\t0\t4\tE{i % 2}\t1\tA\n" for i in range(8)))
    found = nerkit.compare(gold, {"a": gold, "b": gold}).result
    assert any(
        "muc" in note and "not tested, because it is computed over the whole corpus" in note
        for note in found.warnings
    )
    rows = {row.measure: row.extra for row in found.rows if row.system == "b"}
    assert (rows["b_cubed"]["rank"], rows["b_cubed"]["p"]) == (1, None)
    assert rows["strong_mention_match"]["p"] == 1


def test_order_and_baseline(run, systems):
    """--sort puts the best first or goes by names; differences are from --baseline, or the first given."""
    given = [f"{name}={systems[name]}" for name in "xyz"]
    sides = ["compare", "-g", systems["gold"], *given, "-m", "sets::span", "-f", "jsonl"]

    def rows(*options):
        return {row["system"]: row for row in map(json.loads, run(*sides, *options).out.splitlines())}

    assert list(rows("--sort", "sets::span")) == ["z", "y", "x"]
    assert list(rows("--sort", "name", "--baseline", "z")) == ["x", "y", "z"]
    plain, other = rows(), rows("--baseline", "z")
    assert plain["x"]["delta"] is None
    assert rows("--sort", "sets::span")["x"]["delta"] is None
    for name, mirrored in (("delta", "delta"), ("delta_low", "delta_high"), ("delta_high", "delta_low")):
        assert other["x"][name] == pytest.approx(-plain["z"][mirrored], abs=1e-9)
    for row in (plain["y"], plain["z"]):
        assert row["delta_low"] < row["delta"] < row["delta_high"]
    assert plain["y"]["delta_low"] < 0 < plain["z"]["delta_low"]
    for options, said in (
        (["--baseline", "w"], "unknown system"),
        (["--sort", "chunk"], "measure to sort by"),
    ):
        assert said in run(*sides, *options).err


def test_the_interval_of_a_difference_is_that_of_the_paired_bootstrap(monkeypatch):
    """A slow twin: the same draws, one after the other, and the quantiles of their differences."""
    monkeypatch.setattr("nerkit.stats.significance.FEWEST", 2)
    numbers = np.array([[1, 2, 1, 3], [3, 3, 3, 3], [0, 1, 0, 2], [2, 4, 2, 2]], float)
    better = numbers + np.array([[1, 0, 1, 0], [0, 0, 0, 0], [1, 0, 1, 0], [1, 0, 1, 0]])
    counts = {"a": counts_of({"m": numbers}), "b": counts_of({"m": better})}
    key = Key("m", (EVERYTHING, ALL_LABELS))
    how = PairedTest("bootstrap", 200, 7)
    found = differences(Units("document", counts), ("a", "b"), [key], how, interval=True)[key]
    slow = []
    for weights in np.concatenate(list(drawn(4, 200, 7))):
        f1 = []
        for table in (numbers, better):
            p_num, p_den, r_num, r_den = weights @ table
            p, r = p_num / p_den if p_den else 0, r_num / r_den if r_den else 0
            f1.append(2 * p * r / (p + r) if p + r else 0)
        slow.append(f1[1] - f1[0])
    low, high = np.quantile(slow, [0.025, 0.975], method="weibull")
    assert (found.low[0], found.high[0]) == (pytest.approx(low), pytest.approx(high))


def values(ids):
    """JSON lines of three documents, half of them right."""
    bodies = ('"x": 1, "y": 2', '"x": 3, "y": 0', '"x": 0, "y": 0')
    return "".join(
        f"{{{f'{name}, ' if ids else ''}{body}}}\n" for name, body in zip(ids or "abc", bodies, strict=True)
    )


def test_a_system_without_ids_is_tested_on_the_documents_of_gold(write, monkeypatch):
    """Beside a system with ids, what is paired by its order is called as gold calls it: equal answers do not
    differ in any resample, and there is one list of documents.
    """
    monkeypatch.setattr("nerkit.stats.significance.FEWEST", 2)
    ids = ['"id": "a"', '"id": "b"', '"id": "c"']
    gold = write("gold.jsonl", values(ids).replace("0", "4"))
    systems = {"ids": write("ids.jsonl", values(ids)), "order": write("order.jsonl", values([]))}
    comparison = nerkit.compare(gold, systems, task="json", measures=["json"])
    row = next(row for row in comparison.result.rows if (row.system, row.measure) == ("order", "json"))
    assert [row.extra[name] for name in ("delta", "delta_low", "delta_high", "p")] == [0, 0, 0, 1]
    assert [row.document for row in nerkit.evaluate(gold, systems["order"], by="document").rows][:3] == [
        "1",
        "2",
        "3",
    ]


def test_systems_without_a_document_in_common():
    """They cannot be tested against each other, as results stored with ids and with numbers."""
    units = Units(
        "document", {"ids": counts_of({"m": np.ones((3, 4))}), "order": counts_of({"m": np.ones((3, 4))})}
    )
    units.counts["order"].documents[:] = ["1", "2", "3"]
    units.counts["ids"].documents[:] = ["a", "b", "c"]
    with pytest.raises(UsageError, match="the systems have no document in common"):
        differences(units, ("ids", "order"), [Key("m", (EVERYTHING, ALL_LABELS))], PairedTest())


@pytest.mark.parametrize("method", ["randomization", "bootstrap", "exact"])
@pytest.mark.parametrize("shares", [[(1, 2), (2, 2), (0, 2)], [(1, 2), (1, 3), (0.25, 1)]])
def test_systems_that_are_scored_once_in_each_resample_have_the_same_numbers(method, shares):
    """Differences, p and intervals of every pair, of whole counts and others, are those of the pair alone."""
    chance = np.random.default_rng(3)
    counts = {}
    for name, (correct, size) in zip("abc", shares, strict=True):
        found = correct * chance.integers(0, 2, 24)
        counts[name] = counts_of({"m": np.stack([found, np.full(24, size), found, np.full(24, 2)], axis=1)})
    units, keys = Units("document", counts), [Key("m", (EVERYTHING, ALL_LABELS))]
    how = PairedTest(method, resamples=50)
    shared = SharedSheets(units, keys, how)
    assert shared.fit
    for pair in ("ab", "ac", "bc"):
        alone = differences(units, tuple(pair), keys, how, interval=True)
        assert repr(differences(units, tuple(pair), keys, how, interval=True, shared=shared)) == repr(alone)


def many(run, write, command, *options):
    """A command with five systems on two documents."""
    gold = write("gold.tsv", lines(("a", 0, 1), ("b", 0, 1)))
    some = [write(f"s{at}.tsv", lines(("a", 0, 1), ("b", at, at + 1))) for at in range(5)]
    return run(command, "-g", gold, "-s", *some, "-m", "sets::span", *options)


def test_too_many_pairs_of_systems_are_refused(run, write, monkeypatch):
    """Before a test is made; the command that the message gives ends well, and few systems may be tested."""
    monkeypatch.setattr(comparison, "FEW_SYSTEMS", 4)
    monkeypatch.setattr(comparison, "MOST_PAIRED", 10 * (2 + comparison.SET_UP) - 1)
    done = many(run, write, "compare")
    assert done.code == 2
    assert "5 systems make 10 pairs" in done.err
    assert "Compare at most 4 systems" in done.err
    assert many(run, write, "evaluate", "--paired", "randomization").code == 0
    monkeypatch.setattr(comparison, "FEW_SYSTEMS", 5)
    assert many(run, write, "compare").code == 0
    monkeypatch.setattr(comparison, "FEW_SYSTEMS", 4)
    monkeypatch.setattr(comparison, "MOST_PAIRED", 10 * (2 + comparison.SET_UP))
    assert many(run, write, "compare").code == 0


def test_exact_tests_of_too_many_steps_are_refused(run, write, monkeypatch):
    """The message names the option that draws exchanges, and it works."""
    monkeypatch.setattr(comparison, "MOST_EXACTLY", 0)
    done = many(run, write, "compare", "--paired", "exact")
    assert done.code == 2
    assert "--paired randomization" in done.err
    assert many(run, write, "compare", "--paired", "randomization").code == 0


def test_a_page_of_too_many_systems_has_no_tests(run, write, monkeypatch, tmp_path):
    """It is written, and a warning says what it lacks; a test that was asked for is an error."""
    monkeypatch.setattr(comparison, "FEW_SYSTEMS", 4)
    monkeypatch.setattr(comparison, "MOST_PAIRED", 1)
    done = many(run, write, "report", "-o", str(tmp_path / "page.html"))
    assert done.code == 0
    assert "no tests: 5 systems make 10 pairs" in done.err
    assert (tmp_path / "page.html").stat().st_size > 1_000
    page = str(tmp_path / "other.html")
    assert many(run, write, "report", "--paired", "randomization", "-o", page).code == 2
