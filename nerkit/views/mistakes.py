"""The grids of lists of mistakes: mistakes, their classes, labels against labels."""

from collections.abc import Mapping
from typing import Any

from nerkit.results.mistake_list import Confusion, MistakeList, MistakeSummary
from nerkit.results.mistakes import MISSED, SPURIOUS
from nerkit.views.grid import Grid, Style, number

WHERE, TEXT = "where", "text"
RED, YELLOW, CYAN = "31", "33", "36"  # as terminals number their colours
TINTS = {MISSED: RED, SPURIOUS: YELLOW}  # of classes
WRONG = CYAN  # of all others: there is an item on both sides


def listed(mistakes: MistakeList, _: Style) -> Grid:
    """A line for each mistake: where it is, its class, the gold item and the system's, the text around.

    Where it is: `file:line` of the system's item, of gold's where the system has none; the document where no
    line is known.
    """
    rows = mistakes.rows
    several = len({row.system for row in rows}) > 1
    text = any(row.context for row in rows)
    gold = next((one["name"] for one in mistakes.envelope.get("inputs", ()) if one["role"] == "gold"), "gold")
    headers = [WHERE, *(["system"] if several else []), "class", "gold → system", *([TEXT] if text else [])]
    lines = [
        [
            _place(row.to_dict(), gold),
            *([row.system] if several else []),
            row.kind,
            f"{_item(row.gold_item)} → {_item(row.system_item)}",
            *([row.context or "-"] if text else []),
        ]
        for row in rows
    ]
    place = headers.index("class")
    tints = {(i, place): TINTS.get(row.kind, WRONG) for i, row in enumerate(rows)}
    return Grid(headers, lines, headers, prose=TEXT if text else None, bare=True, tints=tints)


def _place(fields: Mapping[str, Any], gold: str) -> str:
    """`file:line` of the system's item or of gold's, as far as lines are known; else the document."""
    for name, line in ((fields["system"], fields.get("system_line")), (gold, fields.get("gold_line"))):
        if line is not None:
            return f"{name}:{line}"
    return str(fields["document"])


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
