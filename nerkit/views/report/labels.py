"""The labels of a page: the numbers of all systems side by side."""

from collections.abc import Sequence
from typing import NamedTuple

from nerkit.results.result import Result
from nerkit.results.rows import Pooled, Row
from nerkit.views.report.repair_bars import GainRow, of_kind

LABEL_ROWS = 2_000  # about the number of rows of the table of labels
FEWEST = 20  # the smallest number of labels that are shown


class LabelLine(NamedTuple):
    """A label with its numbers under the headline measure.

    rows   the row of each system, None for a system without the label
    gain   the F1 that the last system gains if you repair its errors of the label; without gains the number
           of these errors
    """

    label: str
    rows: list[Row | None]
    gain: float

    @property
    def gold(self) -> float | None:
        """The number of gold items with the label."""
        return next((row.r_den for row in self.rows if row is not None), None)

    @property
    def weight(self) -> float:
        """The number of items with the label on all sides."""
        return sum((row.p_den or 0) + (row.r_den or 0) for row in self.rows if row is not None)

    @property
    def difference(self) -> float | None:
        """F1 of the last system minus F1 of the first system."""
        first, last = self.rows[0], self.rows[-1]
        if first is None or last is None or first.f1 is None or last.f1 is None:
            return None
        return last.f1 - first.f1


def label_lines(result: Result, gained: Sequence[GainRow]) -> list[LabelLine]:
    """A line for each slot of the headline measure, or for each label if there are no slots.

    The label with the largest gain in the last system comes first.
    """
    systems = list(dict.fromkeys(row.system for row in result.rows))
    gains = {
        row.name: bar.length
        for row in of_kind(gained, "label")
        for bar in row.bars
        if bar.system == systems[-1]
    }
    for cut in ("slot", "label"):
        again = [] if cut in result.scoring.by else result.cut_by(cut, result.headline)
        named: dict[str, dict[str, Row]] = {}
        for row in (*result.rows, *again):
            own = any(name == cut and not isinstance(value, Pooled) for name, value in row.cut[1])
            if own and row.measure == result.headline and isinstance(row.cut[0], Pooled):
                named.setdefault(row.label, {})[row.system] = row
        if named:
            systems = [system for system in systems if any(system in own for own in named.values())]
            lines = [
                LabelLine(label, [own.get(system) for system in systems], gains.get(label, 0))
                for label, own in named.items()
            ]
            return sorted(lines, key=lambda line: (-line.gain, -line.weight))
    return []


def most_frequent(lines: list[LabelLine], systems: int) -> list[LabelLine]:
    """The lines of the most frequent labels: at least FEWEST labels, at most LABEL_ROWS rows of
    all systems.
    """
    number = max(LABEL_ROWS // max(systems, 1), FEWEST)
    if number >= len(lines):
        return lines
    kept = {line.label for line in sorted(lines, key=lambda line: -line.weight)[:number]}
    return [line for line in lines if line.label in kept]
