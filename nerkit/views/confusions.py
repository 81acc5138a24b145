"""Labels of gold against labels of a system, as tables: of pages and of figures."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE
from nerkit.results.mistake_list import MistakeList
from nerkit.results.mistakes import MISSED, SPURIOUS, Mistakes


class ConfusionTable(NamedTuple):
    """Gold labels down, system labels across, and how many items have both; the most that one cell has."""

    system: str
    down: list[str]
    across: list[str]
    items: Mapping[tuple[str, str], int]
    most: int


def confusion_tables(listed: MistakeList) -> Iterator[ConfusionTable]:
    """A table for each system; none where labels of both sides do not mean the same."""
    if listed.labels is None:
        return
    for system, mistakes in listed.by_system.items():
        items: Counter[tuple[str, str]] = Counter()
        own_pairs = np.ones(len(mistakes.gold), bool) if mistakes.further is None else ~mistakes.further
        columns = (side[own_pairs].tolist() for side in (mistakes.gold, mistakes.system))
        for pair in zip(*columns, strict=True):
            gold, own = (item_label(mistakes, side, row) for side, row in enumerate(pair))
            items[gold or SPURIOUS, own or MISSED] += 1
        down = [*sorted({gold for gold, _ in items} - {SPURIOUS}), SPURIOUS]
        across = [*sorted({own for _, own in items} - {MISSED}), MISSED]
        yield ConfusionTable(system, down, across, items, max(items.values(), default=0))


def item_label(mistakes: Mistakes, side: int, row: int) -> str | None:
    """The label of an item of gold (0) or the system (1), `-` for one without; None for no item."""
    if row == NONE:
        return None
    value = mistakes.items[side].label.value(row)
    return "-" if value is None else str(value)
