"""The grids of lists of mistakes: mistakes, their classes, labels against labels."""

from typing import Any

from nerkit.results.mistake_list import Confusion, MistakeList, MistakeSummary
from nerkit.results.mistakes import MISSED, SPURIOUS
from nerkit.views.grid import Grid, Style, number


def listed(mistakes: MistakeList, _: Style) -> Grid:
    """A line for each mistake: class, gold item, system item, the text around."""
    rows = mistakes.rows
    several = len({row.system for row in rows}) > 1
    text = any(row.context for row in rows)
    headers = [
        *(["of"] if several else []),
        "document",
        "class",
        "gold",
        "system",
        *(["text"] if text else []),
    ]
    lines = [
        [
            *([row.system] if several else []),
            row.document,
            row.kind,
            _item(row.gold_item),
            _item(row.system_item),
            *([row.context or "-"] if text else []),
        ]
        for row in rows
    ]
    return Grid(headers, lines, headers)


def classes(summary: MistakeSummary, style: Style) -> Grid:
    """A line for each class: how many mistakes, and which share of all."""
    several = len({row["system"] for row in summary.rows}) > 1
    headers = [*(["system"] if several else []), "class", "errors", "share"]
    lines = [
        [*([row["system"]] if several else []), row["class"], str(row["errors"]), number(row["share"], style)]
        for row in summary.rows
    ]
    return Grid(headers, lines, ("system", "class"))


CELLS = 250_000  # of a table of labels against labels; a larger one, nearly all zeros, lists what occurs


def matrix(confusion: Confusion, _: Style) -> Grid:
    """Gold labels down, system labels across; what is missed and what is spurious last.

    Beyond CELLS there is a line for each pair of labels that occurs instead.
    """
    items = {(row["gold"], row["system_label"]): row["items"] for row in confusion.rows}
    down = [*sorted({gold for gold, _ in items} - {SPURIOUS}), SPURIOUS]
    across = [*sorted({system for _, system in items} - {MISSED}), MISSED]
    if len(down) * len(across) > CELLS:
        pairs = [[gold, system, str(number)] for (gold, system), number in items.items()]
        return Grid(["gold", "system label", "items"], pairs, ("gold", "system label"))
    lines = [[gold, *(str(items.get((gold, system), 0)) for system in across)] for gold in down]
    lines[-1][-1] = "-"  # what neither side has is not counted
    return Grid(["gold", *across], lines, ("gold",))


def _item(item: dict[str, Any]) -> str:
    """`PER 0-9 Anna Lind`, as far as there is such a thing."""
    place = "" if item["start"] is None else f"{item['start']}-{item['end']}"
    parts = [part for part in (item["label"], place, item["text"]) if part]
    return " ".join(map(str, parts)) or "-"
