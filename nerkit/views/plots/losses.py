"""The figure of losses: 1 - F1 of each system, divided into the shares of its error classes.

Take F1 = 2c / (g + s), with c correct items among g gold and s system items. Then 1 - F1 is the number of
wrong items of both sides over g + s. An item in errors of several classes counts for each class in equal
parts.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from nerkit.algorithms.columns import NONE, BoolArray
from nerkit.exceptions import UsageError
from nerkit.results.errors import Errors
from nerkit.results.repair_gains import HeadlineCounts
from nerkit.results.result import Result
from nerkit.views.grid import short_names
from nerkit.views.plots.cuts import alone
from nerkit.views.plots.paper import COLOURS, FAINT, named_lines, sheet, short

HATCHES = ("", "////", "....", "xxxx", "\\\\\\\\", "oo", "++")
MOST_CLASSES = len(COLOURS)
OTHERS = "others"


def loss(result: Result) -> Figure:
    """The figure with a bar for each system, as long as 1 - F1, divided into the classes of its errors.

    The largest class comes first. Raises UsageError if F1 of the headline is not a ratio of counts of the
    listed items.
    """
    result = alone(result.single("the task has no classes of errors"))
    listed = result.errors()
    headline, _ = listed.sums.counted()
    if headline is None:
        raise UsageError("no system made an error")
    shares = {system: _shares(errors, headline, system) for system, errors in listed.by_system.items()}
    totals = Counter[str]()
    for own in shares.values():
        totals.update(own)
    kinds = [kind for kind, _ in totals.most_common()]
    kept = kinds if len(kinds) <= MOST_CLASSES else kinds[: MOST_CLASSES - 1]
    named = [*kept, *([OTHERS] if len(kept) < len(kinds) else [])]
    figure, (axes,) = sheet(1.3 * len(shares) + 3.2 + (len(named) + 2) // 3)
    for line, own in enumerate(shares.values()):
        left = 0.0
        for place, kind in enumerate(named):
            part = own.get(kind, 0.0) if kind in kept else sum(own[one] for one in own if one not in kept)
            label = kind if line == 0 else None
            how: dict[str, Any] = {
                "color": COLOURS[place],
                "hatch": HATCHES[place],
                "edgecolor": "white",
                "linewidth": 0.3,
            }
            axes.barh(line, part, left=left, height=0.7, label=label, **how)
            left += part
        axes.text(left, line, f" {left:.3f}", va="center", fontsize=6.5, color=FAINT)
    named_lines(axes, [short(name) for name in short_names(list(shares))])
    axes.grid(visible=True, axis="x")
    axes.set_axisbelow(True)
    axes.margins(x=0.12)
    axes.set_xlim(left=0)
    axes.set_xlabel(f"1 − F1 of {short(result.headline, 34)}")
    figure.legend(loc="outside lower center", ncols=3, handlelength=1.6)
    figure.caption = f"The loss, 1 − F1 of {result.headline}, by class of error."
    return figure


def _shares(errors: Errors, headline: HeadlineCounts, system: str) -> Mapping[str, float]:
    """Class of errors -> its share of 1 - F1."""
    numbers = headline.counts.get(system)
    if numbers is None or numbers[0] != numbers[2]:
        raise UsageError(
            f"{headline.measure.name} is not an F1 of counts, so its errors do not add up to 1 − F1"
        )
    wanted: BoolArray = errors.kind > 0  # 0 is correct
    if errors.agreeing is not None:
        wanted &= ~errors.agreeing(headline.measure)
    shares = Counter[str]()
    whole = float(numbers[1] + numbers[3])
    for items, rows in zip(errors.items, (errors.gold, errors.system), strict=True):
        there = wanted & (rows != NONE)
        distinct, place, times = np.unique(rows[there], return_inverse=True, return_counts=True)
        weight = np.ones(len(distinct)) if items.size is None else items.size[distinct]
        each = (weight / times)[place] / whole
        for kind, part in zip(errors.kind[there].tolist(), each.tolist(), strict=True):
            shares[errors.kinds[kind]] += part
    if not np.isclose(sum(shares.values()) * whole, whole - 2 * float(numbers[0]), atol=1e-6):
        raise UsageError(f"{headline.measure.name} does not count the items that are listed")
    return shares
