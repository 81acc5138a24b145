"""Simulate how often 95 % intervals of F1 hold the true value.

    python -m scripts.interval_coverage [RUNS] [UNITS …]

Made-up test sets of so many documents: gold has 1 to 20 items in each, a system finds each with a probability
that is the document's own (beta, mean 0.7, standard deviation 0.19), and guesses as often besides. The true
F1 is that of a million such documents. `COVERAGE` in nerkit/stats/small.py has the columns of percentiles and
of t; the others say what bca and Dirichlet weights (Rubin 1981) would have done. Behind each stands the mean
width.
"""

import sys
from collections.abc import Iterator

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.results.counts import ALL, Counts, Part
from nerkit.results.rows import EVERYTHING
from nerkit.stats.confidence import Bootstrap, intervals
from nerkit.stats.options import INTERVALS
from nerkit.stats.units import Key, Units

SIZES = [*range(6, 20), 25, 30, 50]
RESAMPLES = 1000
KEY = Key("f1", (EVERYTHING, ALL))


def documents(chance: np.random.Generator, count: int) -> FloatArray:
    """Counts of made-up documents, shape (count, 4)."""
    gold = chance.integers(1, 21, count)
    right = chance.binomial(gold, chance.beta(3.5, 1.5, count))
    spurious = chance.binomial(gold, chance.beta(1.5, 3.5, count))
    return np.stack([right, right + spurious, right, gold], axis=1).astype(float)


def f1(sums: FloatArray) -> FloatArray:
    """F1 of sums of counts of which one is above 0."""
    return np.asarray(2 * sums[..., 0] / (sums[..., 1] + sums[..., 3]))


def ends(table: FloatArray, chance: np.random.Generator) -> Iterator[tuple[str, float, float]]:
    """The name, low and high of each kind of interval."""
    n = len(table)
    codes = np.zeros(n, np.int64)
    counts = Counts.collect([str(i) for i in range(n)], (), [Part("f1", np.arange(n), [ALL], codes, table)])
    units = Units("document", {"a": counts})
    for kind in INTERVALS:
        how = Bootstrap(0.95, RESAMPLES, int(chance.integers(2**31)), kind)
        low, high = intervals(units, "a", [KEY], how).bounds[0, 0].tolist()
        yield kind, low, high
    resampled = f1(chance.dirichlet(np.ones(n), RESAMPLES) @ table)
    yield "dirichlet", *np.quantile(resampled, [0.025, 0.975]).tolist()


def main() -> None:
    """Print a line for each number of documents: shares of intervals that hold, and mean widths."""
    runs, *sizes = map(int, sys.argv[1:] or [2000])
    chance = np.random.default_rng(12345)
    true = float(f1(documents(chance, 1_000_000).sum(axis=0)))
    for n in sizes or SIZES:
        held: dict[str, int] = {}
        width: dict[str, float] = {}
        for _ in range(runs):
            for kind, low, high in ends(documents(chance, n), chance):
                held[kind] = held.get(kind, 0) + (low <= true <= high)
                width[kind] = width.get(kind, 0.0) + high - low
        text = (f"{kind} {held[kind] / runs:.3f} {width[kind] / runs:.3f}" for kind in held)
        print(f"{n:3}", "  ".join(text), flush=True)


if __name__ == "__main__":
    main()
