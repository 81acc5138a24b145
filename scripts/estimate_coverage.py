"""Simulated coverage and width of `nerkit estimate`: writes the table of docs/estimate.md and its figure.

    python -m scripts.estimate_coverage

A population is drawn once for each row: documents of 1 to 12 items, a system that finds and invents some, a
judge whose copy of gold has each item wrong with the probability of the column. 600 samples of n gold and N
other documents are drawn from it; an interval covers where F1 of the whole population lies in it.
"""

import re
from pathlib import Path

import numpy as np
from matplotlib.ticker import PercentFormatter

from nerkit.stats.estimation import Estimation, Parts, estimates
from nerkit.views.plots.paper import FAINT, look, sheet, style

DOCS = Path(__file__).parents[1] / "docs"
PAGE, PICTURE = DOCS / "estimate.md", DOCS / "pictures" / "estimate.svg"
SAMPLES = 600
POPULATION = 20_000
REFUSED = ((15, 500),)  # `nerkit estimate` refuses so few gold documents
SIZES = ((30, 500), (100, 1000), (300, 1500))
ERRORS = (0.0, 0.1, 0.4)
DRAWN = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5)  # errors of the judge in the figure


def population(error: float, chance: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Counts of the system against gold, and against the judge; shape (documents, 4) each."""
    gold = chance.integers(1, 13, POPULATION)
    skill = chance.beta(6, 2, POPULATION)  # differs by document
    found = chance.binomial(gold, skill)
    invented = chance.poisson(1.2 * (1 - skill) * gold * 0.5)
    kept_found = chance.binomial(found, 1 - error)  # right items that the judge has too
    kept_missed = chance.binomial(gold - found, 1 - error)
    shared = chance.binomial(invented, error / 2)  # inventions that the judge shares
    own = chance.binomial(gold, error / 2)
    agreed = kept_found + shared
    system = found + invented
    judge = kept_found + kept_missed + shared + own
    both = ([found, system, found, gold], [agreed, system, agreed, judge])
    against_gold, against_judge = (np.stack(counts, axis=1).astype(float) for counts in both)
    return against_gold, against_judge


def cell(n: int, others: int, error: float) -> tuple[float, float, float]:
    """Share of intervals that cover, mean width over that of gold alone, coverage of gold alone."""
    chance = np.random.default_rng(20261123)
    against_gold, against_judge = population(error, chance)
    right, of_system, _, of_gold = against_gold.sum(axis=0)
    truth = 2 * right / (of_system + of_gold)
    covers, alone, widths = 0, 0, []
    for _ in range(SAMPLES):
        drawn = chance.choice(POPULATION, n + others, replace=False)
        parts = Parts(against_gold[drawn[:n]], against_judge[drawn[:n]], against_judge[drawn[n:]])
        found = estimates(parts, Estimation())["f1"]
        covers += found.low <= truth <= found.high
        alone += found.gold_only_low <= truth <= found.gold_only_high
        widths.append((found.high - found.low) / (found.gold_only_high - found.gold_only_low))
    return covers / SAMPLES, float(np.mean(widths)), alone / SAMPLES


def draw() -> None:
    """Write the figure: the mean width, with that of gold alone as 1, against the error of the judge."""
    with style():
        figure, (axes,) = sheet(12)
        axes.axhline(1, color=FAINT, linewidth=0.6)
        for place, (n, others) in enumerate(SIZES):
            widths = [cell(n, others, error)[1] for error in DRAWN]
            axes.plot(DRAWN, widths, label=f"{n} gold documents, {others:,} others", **look(place))
        named = {"xlabel": "items that the judge has wrong", "ylabel": "width / width of gold alone"}
        axes.set(**named, ylim=(0, 1.05))
        axes.xaxis.set_major_formatter(PercentFormatter(1))
        axes.legend(loc="lower right")
        figure.savefig(PICTURE)


def main() -> None:
    """Write the table between its marks, and print it; draw the figure."""
    lines = ["| gold, others | " + " | ".join(f"judge errs in {e:.0%}" for e in ERRORS) + " | gold alone |"]
    lines.append("|---" * (len(ERRORS) + 2) + "|")
    for n, others in (*REFUSED, *SIZES):
        cells = [cell(n, others, error) for error in ERRORS]
        alone = cells[0][2]
        texts = [f"{covered:.3f} × {width:.2f}" for covered, width, _ in cells]
        lines.append(f"| {n}, {others:,} | " + " | ".join(texts) + f" | {alone:.3f} |")
    table = "\n".join(lines)
    print(table)
    text = PAGE.read_text(encoding="utf-8")
    marked = re.sub(r"(<!-- coverage -->\n).*?(<!-- end -->)", rf"\1{table}\n\2", text, flags=re.DOTALL)
    PAGE.write_text(marked, encoding="utf-8")
    draw()


if __name__ == "__main__":
    main()
