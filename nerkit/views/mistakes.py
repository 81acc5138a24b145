"""The grids of lists of mistakes: mistakes, their classes, labels against labels."""

from typing import Any

from nerkit.results.changes import BROKEN, FIXED
from nerkit.results.gains import GAINS
from nerkit.results.mistake_list import Confusion, MistakeList, MistakeSummary
from nerkit.results.mistake_parts import Mistake
from nerkit.results.mistakes import MISSED, SPURIOUS
from nerkit.views.grid import Grid, Style, number, signed

WHERE, PAIR, TEXT = "where", "gold → system", "text"
RED, GREEN, YELLOW, CYAN = "31", "32", "33", "36"  # as terminals number their colours
TINTS = {MISSED: RED, SPURIOUS: YELLOW}  # of classes
CHANGES = {FIXED: GREEN, BROKEN: RED}
WRONG = CYAN  # of all others: there is an item on both sides


def listed(mistakes: MistakeList, style: Style) -> Grid:
    """A line for each mistake: where it is, its class, the gold item and the system's, the text around.

    On a terminal, where room is short, items with a text have no offsets. Where it is: `file:line` of the
    system's item, of gold's where the system has none; the document where no line is known.
    """
    rows = mistakes.rows
    short = style.width is not None
    changed = any(row.change for row in rows)
    several = len({row.system for row in rows}) > 1 and not changed
    text = any(row.context for row in rows)
    extra = ["change"] if changed else ["system"] if several else []
    headers = [WHERE, *extra, "class", PAIR, *([TEXT] if text else [])]
    lines = [
        [
            _place(row),
            *([row.change or ""] if changed else [row.system] if several else []),
            row.kind,
            f"{_item(row.gold_item, short)} → {_item(row.system_item, short)}",
            *([row.context or "-"] if text else []),
        ]
        for row in rows
    ]
    place = headers.index("class")
    tints = {(i, place): TINTS.get(row.kind, WRONG) for i, row in enumerate(rows)}
    tints |= {(i, 1): CHANGES[row.change] for i, row in enumerate(rows) if row.change}
    return Grid(headers, lines, headers, prose=TEXT if text else None, bare=True, tints=tints)


def _place(mistake: Mistake) -> str:
    """`file:line` of the system's item or of gold's, as far as lines are known; else the document."""
    name, line = mistake.place
    return mistake.document if line is None else f"{name}:{line}"


def classes(summary: MistakeSummary, style: Style) -> Grid:
    """A line for each class: how many mistakes, which share of all, and what F1 would gain without them."""
    several = len({row["system"] for row in summary.rows}) > 1
    changed = any("change" in row for row in summary.rows)
    names = [*(["system"] if several else []), *(["change"] if changed else []), "class"]
    gain = any(row["gain"] is not None for row in summary.rows)
    headers = [*names, "errors", "share", *(["F1 gained", "with those above"] if gain else [])]
    lines = [
        [
            *(row[name] for name in names),
            str(row["errors"]),
            number(row["share"], style),
            *(signed(row[name], style) for name in GAINS if gain),
        ]
        for row in summary.rows
    ]
    return Grid(headers, lines, ("system", "change", "class"))


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


def _item(item: dict[str, Any], short: bool) -> str:
    """`PER 0-9 Anna Lind`, as far as there is such a thing; *short* where it has a text, `PER Anna Lind`."""
    unplaced = item["start"] is None or (short and item["text"])
    place = "" if unplaced else f"{item['start']}-{item['end']}"
    parts = [part for part in (item["label"], place, item["text"]) if part]
    return " ".join(map(str, parts)) or "-"
