"""Simulate how often 95 % intervals hold the true value: writes tables of docs/statistics.md and testing.md.

    python -m scripts.interval_coverage [RUNS]

Each cell draws RUNS (2,000) made-up test sets of so many documents. A document has so many gold items as its
shape says; a system finds each with a probability that is the document's own (a beta distribution whose
parameters add up to 5), and guesses as often besides. The true score is that of a million such documents.
Intervals are made for all test sets of a cell at once; `tests/stats/test_small.py` compares them with those
of `nerkit.stats.confidence`. The lines of `COVERAGE` in nerkit/stats/small.py are printed.
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np
from scipy.special import ndtr, ndtri, stdtrit

from nerkit.algorithms.columns import BoolArray, FloatArray, IntArray
from nerkit.stats.confidence import quantiles
from nerkit.stats.options import BCA, PERCENTILE, T
from nerkit.stats.resampling import drawn
from nerkit.stats.small import DECIDING, FEW, FEWEST

DOCS = Path(__file__).parents[1] / "docs"
RUNS, RESAMPLES, TOGETHER = 2000, 1000, 100  # TOGETHER: test sets that are resampled with the same weights
LEVELS = np.array([0.025, 0.975])
SIZES = (6, 8, 10, 12, 15, 20, 25, 30, 60, 100, 200)
UNWARNED = (30, 40, 60, 100, 200)
SENTENCE = 4  # items
Draw = Callable[[np.random.Generator, tuple[int, ...]], tuple[IntArray, FloatArray]]


def lognormal(sigma: float, slope: float = 0.0, mean: float = 0.7) -> Draw:
    """Sizes with median 5; the score falls by *slope* per standard deviation of the logarithm."""

    def draw(chance: np.random.Generator, shape: tuple[int, ...]) -> tuple[IntArray, FloatArray]:
        z = chance.standard_normal(shape)
        sizes = np.maximum(1, np.rint(5 * np.exp(sigma * z))).astype(int)
        return sizes, np.clip(mean - slope * z, 0.15, 0.92)

    return draw


def equal(size: int, mean: float = 0.7) -> Draw:
    """Documents of one size."""
    return lambda _, shape: (np.full(shape, size), np.full(shape, mean))


def two_kinds(share: float, size: int, of_large: float, of_small: float = 0.8) -> Draw:
    """A share of large documents with their own mean score beside documents of 1 to 5 items."""

    def draw(chance: np.random.Generator, shape: tuple[int, ...]) -> tuple[IntArray, FloatArray]:
        large = chance.random(shape) < share
        sizes = np.where(large, size, chance.integers(1, 6, shape))
        return sizes, np.where(large, of_large, of_small)

    return draw


USUAL, SKEWED = "1 to 20 items", "5 % have 40 items, score .4, others 1 to 5, .8"
SHAPES: Mapping[str, Draw] = {
    "10 items each": equal(10),
    "3 items each": equal(3),
    "1 item each, score .5": equal(1, 0.5),
    "10 items each, score .9": equal(10, 0.9),
    "10 items each, score .98": equal(10, 0.98),
    USUAL: lambda chance, shape: (chance.integers(1, 21, shape), np.full(shape, 0.7)),
    "lognormal, σ .5": lognormal(0.5),
    "lognormal, σ 1": lognormal(1),
    "lognormal, σ 1.5": lognormal(1.5),
    "σ .5, large ones worse": lognormal(0.5, 0.12),
    "σ 1, large ones worse": lognormal(1, 0.12),
    "σ 1, large ones better": lognormal(1, -0.12),
    "σ 1.5, large ones worse": lognormal(1.5, 0.12),
    "5 % have 40 items, same score": two_kinds(0.05, 40, 0.8),
    SKEWED: two_kinds(0.05, 40, 0.4),
    "10 % have 20 items, worse": two_kinds(0.1, 20, 0.5),
    "20 % have 15 items, worse": two_kinds(0.2, 15, 0.5),
    "2 % have 100 items, score .4": two_kinds(0.02, 100, 0.4),
}


def documents(chance: np.random.Generator, draw: Draw, *shape: int) -> FloatArray:
    """Counts of made-up documents, shape (…, 4)."""
    gold, mean = draw(chance, shape)
    right = chance.binomial(gold, chance.beta(5 * mean, 5 * (1 - mean)))
    spurious = chance.binomial(gold, chance.beta(5 * (1 - mean), 5 * mean))
    return np.stack([right, right + spurious, right, gold], axis=-1).astype(np.float32)


def scores(sums: FloatArray) -> FloatArray:
    """F1, precision and recall of sums of counts, stacked in front; 0/0 is 0."""
    right, system, gold = sums[..., 0], sums[..., 1], sums[..., 3]
    below = (system + gold, system, gold)
    return np.stack(
        [top / np.maximum(one, 1e-9) for top, one in zip((2 * right, right, right), below, strict=True)]
    )


def ends(sets: FloatArray, seed: int) -> dict[str, FloatArray]:
    """Low and high of each kind of interval: test sets (sets, n, 4) to (3 scores, sets, 2)."""
    n = sets.shape[1]
    weights = np.concatenate(list(drawn(n, RESAMPLES, seed))).astype(np.float32)
    resampled = scores(np.matmul(weights, sets))
    total = sets.sum(axis=1, keepdims=True)
    value, left_out = scores(total), scores(total - sets)
    ordered = np.sort(resampled, axis=2).reshape(-1, RESAMPLES)
    flat, away = value.reshape(-1, 1), (left_out.mean(axis=2, keepdims=True) - left_out).reshape(-1, n)
    below = (ordered < flat - 1e-6).mean(axis=1) + (np.abs(ordered - flat) <= 1e-6).mean(axis=1) / 2
    bias = ndtri(np.clip(below, 0.5 / RESAMPLES, 1 - 0.5 / RESAMPLES))[:, np.newaxis]
    spread = 6 * (away**2).sum(axis=1) ** 1.5
    acceleration = ((away**3).sum(axis=1) / np.where(spread > 0, spread, 1))[:, np.newaxis]
    moved = bias + ndtri(LEVELS)
    reach = stdtrit(n - 1, LEVELS) * np.sqrt((n - 1) / n * (away**2).sum(axis=1, keepdims=True))
    found = {
        PERCENTILE: quantiles(ordered, np.broadcast_to(LEVELS, (len(ordered), 2))),
        BCA: quantiles(ordered, ndtr(bias + moved / (1 - acceleration * moved))),
        T: flat + reach,
    }
    return {kind: both.reshape(3, len(sets), 2) for kind, both in found.items()}


def warned(sets: FloatArray) -> BoolArray:
    """Whether few documents decide the F1 of each test set, by the rule of nerkit/stats/small.py."""
    left_out = scores(sets.sum(axis=1, keepdims=True) - sets)[0]
    squares = (left_out - left_out.mean(axis=1, keepdims=True)) ** 2
    fourth = (squares**2).sum(axis=1)
    few: BoolArray = (fourth > 0) & (squares.sum(axis=1) ** 2 < DECIDING * fourth)
    few |= sets.shape[1] < FEW
    return few


def cell(shape: str, n: int, runs: int) -> tuple[dict[str, FloatArray], float]:
    """The share of intervals of each kind that hold F1, P and R; the share of test sets with a warning."""
    chance = np.random.default_rng([n, *shape.encode()])
    true = scores(documents(chance, SHAPES[shape], 1_000_000).sum(axis=0, dtype=float))[:, np.newaxis]
    held: dict[str, list[BoolArray]] = {}
    doubtful = []
    for seed in range(-(-runs // TOGETHER)):
        sets = documents(chance, SHAPES[shape], TOGETHER, n)
        doubtful.append(warned(sets))
        for kind, both in ends(sets, seed).items():
            held.setdefault(kind, []).append((both[..., 0] <= true) & (true <= both[..., 1]))
    shares = {kind: np.concatenate(each, axis=1).mean(axis=1) for kind, each in held.items()}
    return shares, float(np.concatenate(doubtful).mean())


def by_sentence(n: int, runs: int) -> tuple[float, float]:
    """The share of percentile intervals over sentences that hold the F1 of other documents of the SKEWED
    shape, and that hold the F1 of other sentences of the same documents.
    """
    chance = np.random.default_rng(n)
    true = scores(documents(chance, SHAPES[SKEWED], 1_000_000).sum(axis=0, dtype=float))[0]
    others = same = 0
    for _ in range(runs):
        gold, mean = SHAPES[SKEWED](chance, (n,))
        found, guessed = chance.beta(5 * mean, 5 * (1 - mean)), chance.beta(5 * (1 - mean), 5 * mean)
        own = 2 * (gold * found).sum() / (gold * (1 + found + guessed)).sum()
        document = np.repeat(np.arange(n), -(-gold // SENTENCE))
        place = np.arange(len(document)) - np.searchsorted(document, document)
        size = np.minimum(gold[document] - SENTENCE * place, SENTENCE)
        right = chance.binomial(size, found[document])
        system = right + chance.binomial(size, guessed[document])
        table = np.stack([right, system, right, size], axis=1).astype(float)
        weights = chance.multinomial(len(table), np.full(len(table), 1 / len(table)), RESAMPLES)
        low, high = quantiles(np.sort(scores(weights @ table)[0])[np.newaxis], LEVELS[np.newaxis])[0]
        others += low <= true <= high
        same += low <= own <= high
    return others / runs, same / runs


def _percent(share: float) -> str:
    return f"{share * 100:.0f} %"


def by_number(runs: int) -> Iterator[str]:
    """The table of coverage of F1 by the number of documents; print the lines of COVERAGE."""
    numbers = sorted({*range(FEWEST, FEW), *SIZES})
    usual, skewed = ({n: cell(shape, n, runs)[0] for n in numbers} for shape in (USUAL, SKEWED))
    for n in range(FEWEST, FEW):
        shares = (usual[n][PERCENTILE], usual[n][T], skewed[n][PERCENTILE])
        print(f"    {n}: ({', '.join(f'{share[0]:.3f}' for share in shares)}),")
    yield "| documents | " + " | ".join(map(str, SIZES)) + " |"
    yield "|---" * (len(SIZES) + 1) + "|"
    for name, table in (("", usual), (", skewed", skewed)):
        for kind in (PERCENTILE, BCA, T):
            called = kind if kind == PERCENTILE else f"`--interval {kind}`"
            yield f"| {called}{name} | " + " | ".join(_percent(table[n][kind][0]) for n in SIZES) + " |"


def by_shape(runs: int) -> Iterator[str]:
    """The table of coverage and warnings by the shape of documents."""
    yield "| documents | " + " | ".join(map(str, UNWARNED)) + " |"
    yield "|---" * (len(UNWARNED) + 1) + "|"
    for shape in SHAPES:
        texts = []
        for n in UNWARNED:
            shares, doubtful = cell(shape, n, runs)
            least = shares[PERCENTILE].min()
            if doubtful < 0.5 and least < 0.915:
                print(f"{shape}, {n}: {least:.3f} without a warning in {1 - doubtful:.0%}")
            texts.append(f"{_percent(float(least))}, {doubtful * 100:.0f}")
        yield f"| {shape} | " + " | ".join(texts) + " |"


def main() -> None:
    """Write the tables between their marks, and print them."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    for mark, name, lines in (
        ("coverage", "statistics.md", by_number(runs)),
        ("shapes", "testing.md", by_shape(runs)),
    ):
        table = "\n".join(lines)
        print(table, flush=True)
        page = DOCS / name
        pattern = rf"(<!-- {mark} -->\n).*?(<!-- end -->)"
        text = page.read_text(encoding="utf-8")
        page.write_text(re.sub(pattern, rf"\1{table}\n\2", text, flags=re.DOTALL), encoding="utf-8")
    for n in (20, 60):
        others, same = by_sentence(n, runs // 2)
        print(f"{n} documents, sentences drawn: other documents {others:.3f}, these documents {same:.3f}")


if __name__ == "__main__":
    main()
