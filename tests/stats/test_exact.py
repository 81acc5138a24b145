"""The exact test against all exchanges, one by one in fractions, and the laws that it obeys."""

import itertools
import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from makers import counts_of

from nerkit.results.counts import ALL, Headline
from nerkit.results.rows import EVERYTHING, MACRO
from nerkit.stats.exact import distributions, exchanges, rows, transform
from nerkit.stats.exact.distributions import ExchangeSteps, distinct_rows, turned
from nerkit.stats.exact.formatting import fraction_text
from nerkit.stats.exact.quotients import scale_of
from nerkit.stats.significance import PairedTest, differences
from nerkit.stats.units import Key, Units

KEY = Key("m", (EVERYTHING, ALL))
MEAN_KEY = Key("m", (MACRO, ALL))
SIDES = (False, "greater", "less")
VALUE, PRECISION, RECALL, F1 = range(4)


def exact_p(first, second, key=KEY, *, headlines=None, beta=1.0, empty="zero", **how):
    """The four p of a test of two tables of counts by document."""
    names = [f"d{i}" for i in range(len(first))]
    counts = {
        name: counts_of({"m": np.array(table, float)}, names=names)
        for name, table in (("a", first), ("b", second))
    }
    if headlines:
        counts = {name: replace(own, headlines=headlines) for name, own in counts.items()}
    units = Units("document", counts, beta, empty)
    return differences(units, ("a", "b"), [key], PairedTest("exact", **how))[key].exact


def slow_f(counts, beta2, empty):
    """F of four fractions; None where it is null."""
    p_num, p_den, r_num, r_den = counts
    if not p_den and not r_den:
        return {"zero": Fraction(0), "one": Fraction(1), "null": None}[empty]
    bottom = beta2 * p_num * r_den + r_num * p_den
    return (1 + beta2) * p_num * r_num / bottom if bottom else Fraction(0)


def slow_ratio(top, bottom, empty):
    if bottom:
        return top / bottom
    return {"zero": Fraction(0), "one": Fraction(1), "null": None}[empty]


def slow_scores(table, beta2, empty):
    sums = [sum(column) for column in zip(*table, strict=True)]
    return (
        slow_f(sums, beta2, empty),
        slow_ratio(sums[0], sums[1], empty),
        slow_ratio(sums[2], sums[3], empty),
        slow_f(sums, Fraction(1), empty),
    )


def slow_p(first, second, beta2=Fraction(1), empty="zero", scores=slow_scores):
    """The p of each score and side, by trying everything."""
    first, second = ([[Fraction(x) for x in row] for row in table] for table in (first, second))
    trials = []
    for choice in itertools.product([False, True], repeat=len(first)):
        one = [b if swap else a for a, b, swap in zip(first, second, choice, strict=True)]
        other = [a if swap else b for a, b, swap in zip(first, second, choice, strict=True)]
        of_one, of_other = scores(one, beta2, empty), scores(other, beta2, empty)
        trials.append(
            [None if a is None or b is None else b - a for a, b in zip(of_one, of_other, strict=True)]
        )
    found = {}
    for place in range(4):
        observed = trials[0][place]
        exist = [trial[place] for trial in trials if trial[place] is not None]
        for side in SIDES:
            if observed is None:
                found[place, side] = None
                continue
            extreme = {
                False: lambda d, o=observed: abs(d) >= abs(o),
                "greater": lambda d, o=observed: d >= o,
                "less": lambda d, o=observed: d <= o,
            }[side]
            found[place, side] = Fraction(sum(map(extreme, exist)), len(exist))
    return found


@st.composite
def pairs(draw, *, same=True, most=6):
    """Two tables of counts of the same documents: gold has as many items in both."""
    first, second = [], []
    for _ in range(draw(st.integers(2, most))):
        gold = draw(st.integers(0, 4))
        for table in (first, second):
            right = draw(st.integers(0, gold))
            also = right if same else draw(st.integers(0, gold))
            table.append((right, right + draw(st.integers(0, 3)), also, gold))
    return first, second


@given(pairs(), st.sampled_from(["zero", "one", "null"]), st.sampled_from([(1.0, 1), (2.0, 4), (0.5, "1/4")]))
def test_p_is_the_share_of_all_exchanges(tables, empty, beta):
    """Of F, P, R and F1, two-sided and one-sided, whatever 0/0 is: the fraction itself."""
    wanted = slow_p(*tables, Fraction(beta[1]), empty)
    for side in SIDES:
        for place, one in enumerate(exact_p(*tables, beta=beta[0], empty=empty, one_sided=side)):
            assert one.fraction == wanted[place, side]


@given(pairs(same=False, most=5))
def test_p_of_differing_numerators(tables):
    """F depends on four sums where p_num is not r_num, as of overlaps."""
    wanted = slow_p(*tables)
    for side in SIDES:
        assert [one.fraction for one in exact_p(*tables, one_sided=side)] == [
            wanted[place, side] for place in range(4)
        ]


@given(pairs(same=False))
def test_every_way_gives_the_same_p(tables):
    """An integer, a table and a transform, where sizes would have taken all exchanges."""
    wanted = [one.p for one in exact_p(*tables)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exchanges, "ENUMERATED", 0)
        patch.setattr(rows, "ENUMERATED", 0)
        patch.setattr(rows, "HALVED", 0)
        patch.setattr(exchanges, "SLAB", 3)
        found = exact_p(*tables)
        assert {one.method for one in found} <= {"table", "enumeration"}
        assert [one.p for one in found] == wanted
        patch.setattr(exchanges, "INTEGER_BITS", 0)
        found = exact_p(*tables)
        assert [one.p for one in found] == pytest.approx(wanted, rel=1e-12)
        assert all(one.p == 1 or one.error > 0 for one in found if one.method == "table")
        patch.setattr(exchanges.Exchanges, "method", "transform")
        assert [one.p for one in exact_p(*tables)] == pytest.approx(wanted, abs=1e-11)


def test_a_large_table_agrees_with_the_integer(monkeypatch):
    """300 documents: floats to twelve digits, the transform to its error."""
    chance = np.random.default_rng(4)
    gold = chance.integers(1, 6, 300)
    tables = []
    for rate in (0.7, 0.75):
        right = chance.binomial(gold, rate)
        tables.append(np.stack([right, right + chance.binomial(2, 0.4, 300), right, gold], axis=1))
    exact = exact_p(*tables)
    assert [one.method for one in exact] == ["table"] * 4
    assert all(one.fraction is not None for one in exact)
    monkeypatch.setattr(exchanges, "INTEGER_BITS", 0)
    table = exact_p(*tables)
    assert [one.p for one in table] == pytest.approx([one.p for one in exact], rel=1e-12)
    monkeypatch.setattr(exchanges.Exchanges, "method", "transform")
    assert [one.p for one in exact_p(*tables)] == pytest.approx([one.p for one in exact], abs=1e-12)


@given(pairs())
def test_the_systems_may_change_places(tables):
    """p(A, B) = p(B, A), and greater + less - 1 is the probability of the observed difference."""
    first, second = tables
    assert [one.fraction for one in exact_p(first, second)] == [
        one.fraction for one in exact_p(second, first)
    ]
    greater, less = (exact_p(first, second, one_sided=side) for side in ("greater", "less"))
    turned_round = exact_p(second, first, one_sided="less")
    assert [one.fraction for one in greater] == [one.fraction for one in turned_round]
    for up, down in zip(greater, less, strict=True):
        assert up.fraction + down.fraction - 1 > 0


@given(pairs())
def test_counts_times_three_change_nothing(tables):
    """Neither does another order of the documents."""
    wanted = [one.fraction for one in exact_p(*tables)]
    threefold = [[tuple(3 * x for x in row) for row in table] for table in tables]
    assert [one.fraction for one in exact_p(*threefold)] == wanted
    assert [one.fraction for one in exact_p(*(table[::-1] for table in tables))] == wanted


@given(pairs(), st.tuples(st.integers(0, 3), st.integers(0, 3)))
def test_an_equal_document_does_not_change_recall(tables, extra):
    """A document that is the same in both changes the difference of F alone."""
    right, more = extra
    row = (right, right + more, right, right + 1)
    before, after = exact_p(*tables), exact_p(*([*table, row] for table in tables))
    assert before[RECALL].fraction == after[RECALL].fraction
    assert before[RECALL].units == after[RECALL].units


@given(pairs(most=6))
def test_means_over_documents(tables):
    """All exchanges of the documents' scores, also in two halves."""

    def means(table, beta2, empty):
        scores = [slow_scores([row], beta2, empty) for row in table]
        return [sum(own) / len(own) for own in zip(*scores, strict=True)]

    wanted = slow_p(*tables, scores=means)
    for side in SIDES:
        found = exact_p(*tables, MEAN_KEY, one_sided=side)
        assert [one.fraction for one in found] == [wanted[place, side] for place in range(4)]


@given(st.lists(st.integers(-9, 9), max_size=9), st.integers(-20, 20))
def test_two_halves(numbers, least):
    """Counting by halves is counting all sums; also of integers beyond 64 bits."""
    sums = [sum(some) for k in range(len(numbers) + 1) for some in itertools.combinations(numbers, k)]
    wanted = sum(one >= least for one in sums)
    assert rows.ways_at_least(numbers, least) == wanted
    large = 10**30
    assert rows.ways_at_least([number * large for number in numbers], least * large) == wanted


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=8))
def test_distributions(steps):
    """All four count the same ways to each cell."""
    steps = ExchangeSteps(turned(np.array(steps)))
    if not steps.units:
        return
    wanted = {}
    for choice in itertools.product([0, 1], repeat=steps.units):
        cell = tuple((np.array(choice) @ steps.ordered).tolist())
        wanted[cell] = wanted.get(cell, 0) + 1
    whole = 2**steps.units
    for make in (
        distributions.all_ways,
        distributions.ways_in_an_integer,
        distributions.shares_in_a_table,
        transform.shares_by_transform,
    ):
        ways = make(steps)
        for cell, count in wanted.items():
            here = np.ones(np.broadcast_shapes(*(sums.shape for sums in ways.sums)), bool)
            for sums, place in zip(ways.sums, cell, strict=True):
                here &= sums == place
            share = ways.among(here)
            assert float(share) == pytest.approx(count / (whole if ways.fields is None else 1))


def test_half_credits_and_thirds_have_a_scale():
    """The least number that makes all counts integers; none above 10,080, and none of sums that are no
    fractions.
    """
    assert scale_of(np.array([1.0, 4.0])) == 1
    assert scale_of(np.array([0.5, 1 / 3, 7.25])) == 12
    assert scale_of(np.array([1 / 101, 1 / 103])) is None
    assert scale_of(np.array([2**0.5])) is None


@pytest.mark.parametrize("normalizer", ["p", "r", "j", "f0.5", "sum"])
def test_other_headlines(normalizer):
    """The value of a measure may be another quotient of counts; its p is that of all exchanges."""
    first = [(1, 2, 1, 3), (0, 1, 0, 1), (2, 2, 2, 2), (1, 3, 1, 1), (0, 2, 0, 2)]
    second = [(2, 2, 2, 3), (1, 1, 1, 1), (1, 2, 1, 2), (1, 1, 1, 1), (1, 2, 1, 2)]

    def scores(table, _beta2, empty):
        p_num, p_den, r_num, r_den = (sum(column) for column in zip(*table, strict=True))
        value = {
            "p": slow_ratio(p_num, p_den, empty),
            "r": slow_ratio(r_num, r_den, empty),
            "j": slow_ratio(p_num, p_den + r_den - p_num, empty),
            "f0.5": slow_f((p_num, p_den, r_num, r_den), Fraction(1, 4), empty),
            "sum": p_num,
        }[normalizer]
        return (value,) * 4

    wanted = slow_p(first, second, scores=scores)
    for side in SIDES:
        found = exact_p(first, second, headlines={"m": Headline(normalizer)}, one_sided=side)
        assert found[VALUE].fraction == wanted[VALUE, side]


def test_what_is_too_large_is_sampled():
    """Fractions on the axes of F of four counts: drawn, with a standard error, the seed deciding."""
    chance = np.random.default_rng(1)
    tables = [chance.integers(1, 60, (30, 4)) / 60 + [0, 1, 0, 1] for _ in range(2)]
    one = exact_p(*tables, resamples=2000)[VALUE]
    assert (one.method, one.fraction, one.error) == ("sampled", None, None)
    assert one.se == pytest.approx((one.p * (1 - one.p) / 2000) ** 0.5)
    assert one.p * 2001 == pytest.approx(round(one.p * 2001))
    assert exact_p(*tables, resamples=2000)[VALUE] == one


def test_fractions_as_text():
    """Lowest terms; powers of two above 2^64 as such; none of more digits than Python reads."""
    assert fraction_text(Fraction(6, 128)) == "3/64"
    assert fraction_text(Fraction(1)) == "1/1"
    assert fraction_text(Fraction(1, 2**64)) == f"1/{2**64}"
    assert fraction_text(Fraction(5, 2**80)) == "5/2^80"
    assert fraction_text(Fraction(2, 3 * 2**80)) == f"1/{3 * 2**79}"
    assert fraction_text(Fraction(10**4300 + 1, 2**20000)) is None


def test_rows_and_notes(run, write):
    """`p_exact` beside p in JSON, the fraction in a note; the signature needs no seed."""
    gold = write("g.tsv", "".join(f"{d}\t0\t1\n" for d in "abcdefgh"))
    worse = write("w.tsv", "".join(f"{d}\t0\t{1 + (d > 'b')}\n" for d in "abcdefgh"))
    asked = ["spans", "-g", gold, f"good={gold}", f"bad={worse}", "-m", "sets::span", "--paired", "exact"]
    done = run(*asked)
    assert done.out == (
        "measure     system        P      R     F1       Δ      p    correct    sys    gold\n"
        "sets::span  good      1.000  1.000  1.000       -      -          8      8       8\n"
        "sets::span  bad       0.250  0.250  0.250  -0.750  0.031          2      8       8\n"
    )
    assert done.err == "note: p = 1/32\nspans|sets::span|paired:exact|unit:document|empty:zero|v:0.1.0\n"
    first, second = json.loads(run(*asked, "--one-sided=less", "-f", "json").out)["rows"]
    assert {name: second[name] for name in ("p", "p_exact", "p_method", "p_units", "p_error", "p_se")} == {
        "p": 1 / 64,
        "p_exact": "1/64",
        "p_method": "enumeration",
        "p_units": 6,
        "p_error": 0.0,
        "p_se": None,
    }
    assert (second["precision_p_exact"], second["recall_delta"], second["f1_p"]) == ("1/64", -0.75, 1 / 64)
    assert first.keys() == second.keys()
    assert first["p_exact"] is first["p_method"] is first["p_units"] is None


def test_compare_takes_the_exact_test_where_sizes_allow_it(run, write):
    """Else randomization, and a note says which."""
    lines = [f"d{i}\t0\t{1 + i % 3}\n" for i in range(40)]
    gold = write("g.tsv", "".join(lines))
    systems = [
        f"{name}={write(f'{name}.tsv', ''.join(line for i, line in enumerate(lines) if i % of))}"
        for name, of in (("a", 3), ("b", 4))
    ]
    done = run("compare", "-g", gold, *systems, "-m", "sets::span")
    assert (
        "note: p-values are exact (all permutations); --paired randomization samples permutations\n"
    ) in done.err
    assert "|paired:exact|delta-interval:0.95|" in done.err
    drawn = run("compare", "-g", gold, *systems, "-m", "sets::span", "--paired", "randomization")
    assert "|paired:randomization|trials:10000|seed:12345|delta-interval:0.95|" in drawn.err
    assert "note:" not in drawn.err


def test_merged_shards_have_the_p_of_the_whole(run, write):
    """To the byte of the rows."""
    names = [f"d{i}" for i in range(10)]
    sides = {
        side: [f"{d}\t{k}0\t{k}5\n" for i, d in enumerate(names) for k in range(3) if (i * 7 + k * 3) % of]
        for side, of in (("gold", 99), ("a", 4), ("b", 3))
    }
    whole = {side: write(f"{side}.tsv", "".join(lines)) for side, lines in sides.items()}
    stored = []
    for part in (names[:4], names[4:]):
        cut = {
            side: write(f"{side}-{part[0]}.tsv", "".join(x for x in lines if x.split("\t")[0] in part))
            for side, lines in sides.items()
        }
        systems = [f"{name}={cut[name]}" for name in "ab"]
        done = run("spans", "-g", cut["gold"], *systems, "-m", "sets::span", "--counts-only")
        stored.append(write(f"{part[0]}.json", done.out))
    asked = ["--paired", "exact", "-f", "jsonl", "-q"]
    systems = [f"{name}={whole[name]}" for name in "ab"]
    at_once = run("spans", "-g", whole["gold"], *systems, "-m", "sets::span", *asked)
    assert run("merge", *stored, *asked).out == at_once.out
    assert json.loads(at_once.out.splitlines()[1])["p"] < 1


DRAWS, PART = 1_000_000, 20_000


def drawn_p(first, second, chance):
    """The share of draws of exchanges whose |ΔF1| and |ΔR| are at least the observed ones."""
    a, b = np.array(first, float), np.array(second, float)
    total, found = (a + b).sum(axis=0), np.zeros(2)

    def apart(sums):
        other = total - sums
        f1, recall = [], []
        for side in (other, sums):
            f1.append(2 * side[..., 0] / (side[..., 1] + side[..., 3]))
            recall.append(side[..., 2] / side[..., 3])
        return np.abs([f1[1] - f1[0], recall[1] - recall[0]])

    observed = apart(b.sum(axis=0))
    for _ in range(DRAWS // PART):
        taken = chance.integers(0, 2, (PART, len(a))).astype(float)
        drawn = apart(taken @ a + (1 - taken) @ b)
        found += (drawn >= observed[:, np.newaxis] - 1e-12).sum(axis=1)
    return found / DRAWS


@pytest.mark.slow
@pytest.mark.parametrize(("size", "most"), [(12, 6), (35, 8), (120, 3), (300, 4), (600, 12)])
def test_a_million_draws_agree_within_three_standard_errors(size, most):
    """Five corpora, from those that are enumerated to those of large tables."""
    chance = np.random.default_rng(size)
    gold = chance.integers(1, most + 1, size)
    tables = []
    for rate in (0.6, 0.66):
        right, spurious = chance.binomial(gold, rate), chance.binomial(gold, 0.2)
        tables.append(np.stack([right, right + spurious, right, gold], axis=1).tolist())
    wanted = drawn_p(*tables, chance)
    found = exact_p(*tables)
    for place, score in enumerate((F1, RECALL)):
        error = np.sqrt(max(found[score].p * (1 - found[score].p), 1 / DRAWS) / DRAWS)
        assert abs(found[score].p - wanted[place]) <= 3 * error
        assert found[score].method != "sampled"


def test_a_p_that_no_transform_can_tell_takes_none(monkeypatch):
    """To the byte: of systems that are far apart, on either side, and of some that are nearly equal."""
    chance = np.random.default_rng(11)
    gold = chance.integers(1, 6, 4000)
    right = [chance.binomial(gold, rate) for rate in (0.5, 0.6, 0.605)]
    tables = [np.stack([one, one + chance.binomial(2, 0.4, 4000), one, gold], axis=1) for one in right]
    found = [
        (one.p, one.method)
        for pair in itertools.permutations(tables, 2)
        for side in SIDES
        for one in exact_p(*pair, one_sided=side)
    ]
    taken = []
    negligible = exchanges.Exchanges.negligible

    def never(self, side):
        taken.append(negligible(self, side))
        return False

    monkeypatch.setattr(exchanges.Exchanges, "negligible", never)
    assert found == [
        (one.p, one.method)
        for pair in itertools.permutations(tables, 2)
        for side in SIDES
        for one in exact_p(*pair, one_sided=side)
    ]
    assert True in taken
    assert False in taken
    assert "transform" in {method for _, method in found}


@pytest.mark.parametrize("units", [21, 60])
def test_however_many_cells_integers_decide(units, monkeypatch):
    """A table gives the same p to the byte, on either side."""
    chance = np.random.default_rng(units)
    gold = chance.integers(1, 4, units)
    both = [chance.binomial(gold, rate) for rate in (0.6, 0.7)]
    tables = [np.stack([own, own + chance.binomial(2, 0.3, units), own, gold], axis=1) for own in both]
    few = [list(exact_p(*tables, one_sided=side)) for side in SIDES]
    monkeypatch.setattr(exchanges, "CLOSE", 0.02)
    assert few == [list(exact_p(*tables, one_sided=side)) for side in SIDES]
    assert few[0][VALUE].method == "table"


@pytest.mark.parametrize("units", [5_000, 50_000, 100_000])
def test_the_error_of_a_transform_grows_with_its_units(units):
    """The tails beyond 8.5 standard deviations are below 1e-15 (Hoeffding); what is there is rounding."""
    chance = np.random.default_rng(1)
    kinds = np.array([[1, 1], [1, 0], [0, 1], [1, 2], [2, 1], [1, -1], [2, 2], [2, 0]])
    steps = ExchangeSteps(chance.choice(kinds, units, p=[0.32, 0.3, 0.27, 0.03, 0.03, 0.02, 0.02, 0.01]))
    ways = transform.shares_by_transform(steps)
    first, second = (sums - total / 2 for sums, total in zip(ways.sums, steps.totals.tolist(), strict=True))
    spread = np.sqrt(steps.counts @ (steps.distinct[:, 0] - 0.9 * steps.distinct[:, 1]) ** 2.0) / 2
    beyond = np.abs(first - 0.9 * second) > 8.5 * spread
    assert abs(ways.shares[beyond].sum()) < distributions.transform_error(units)
    assert distributions.transform_error(16_384) == 1e-12
    assert distributions.transform_error(16_385) == 2e-12


def all_products(steps):
    """The shares by transform where no product of cosines is taken for 0."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transform, "LEAST", -np.inf)
        return transform.shares_by_transform(ExchangeSteps(steps)).shares


@given(st.integers(0, 2**32), st.integers(1, 3000), st.integers(1, 3))
def test_products_that_are_left_out_change_no_share(seed, units, axes):
    """To the last bit: of steps on one to three axes, few and many."""
    chance = np.random.default_rng(seed)
    steps = turned(chance.integers(-2, 3, (min(units, 3000 // 20 ** (axes - 1)), axes)))
    if len(steps):
        assert np.array_equal(transform.shares_by_transform(ExchangeSteps(steps)).shares, all_products(steps))


@given(
    hnp.arrays(
        np.int64,
        st.tuples(st.integers(1, 30), st.integers(1, 3)),
        elements=st.one_of(st.integers(-3, 3), st.integers(-(2**40), 2**40)),
    )
)
def test_distinct_steps_are_those_of_a_sort_of_rows(steps):
    """In the same order, also where no number has room for a step."""
    distinct, counts = distinct_rows(steps)
    expected = np.unique(steps, axis=0, return_counts=True)
    assert np.array_equal(distinct, expected[0])
    assert np.array_equal(counts, expected[1])
