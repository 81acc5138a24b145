"""The power of a gate: the rate of its false alarms, and the smallest loss that it catches.

    false_alarms  share of drawn test sets on which a system fails that is as good as the gate demands
    detectable    the smallest loss with which the gate fails in the wanted share of the test sets

Test sets are drawn with replacement from the documents (`nerkit.stats.losses`).
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from nerkit.evaluation.stored.bounds import bound, losses
from nerkit.evaluation.stored.gates import gated_rows, widened
from nerkit.evaluation.stored.thresholds import BOUNDS, WORSE, Threshold, parse
from nerkit.ground.warnings import Warned
from nerkit.results.printable import Printed
from nerkit.results.result import Result
from nerkit.results.rows import Row
from nerkit.results.signature import extended
from nerkit.stats.losses import Caught, caught, parts_of, parts_of_difference, worse_at
from nerkit.stats.power import PowerTest
from nerkit.stats.rows import key_of, units_of
from nerkit.stats.units import Units


@dataclass(frozen=True)
class GatePowerRow:
    """The false alarms of a gate, and the smallest loss that it catches, for a row of a result."""

    system: str
    measure: str
    document: str
    label: str
    gate: str
    false_alarms: float
    false_alarms_se: float
    detectable: float | None
    documents: int

    def to_dict(self) -> dict[str, Any]:
        """Return all fields."""
        return asdict(self)


@dataclass(frozen=True)
class GatePower(Printed):
    """The rows of all systems, and the result that they are computed from."""

    rows: Sequence[GatePowerRow]
    result: Result
    unit: str

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form with the rows of power."""
        return self.result.to_dict() | {"task": "power", "rows": [row.to_dict() for row in self.rows]}


def gate_power(result: Result, gate: str, how: PowerTest) -> GatePower:
    """Simulate the power of *gate*: a gate of `--fail-under`, or `worse`, which tests each system against
    the first.

    Raises UsageError for an unknown gate or row, and for a measure that is not a sum over units.
    """
    result.single("nerkit cannot compute the power of a gate")
    units, notes = units_of(result), result.notes
    if gate == WORSE:
        rows = _of_worse(result, units, how)
        alone = result.headline if len(result.counts) == 1 else ""
        notes = (*notes, *([Warned("one-system", measure=alone)] if alone else []))
    else:
        rows = _of_threshold(result, units, gate, how)
    stated = {"gate": gate, "level": f"{how.level:g}", "target": f"{how.target:g}"}
    stated |= {"simulations": str(how.simulations), "seed": str(how.seed), "unit": units.name}
    shown = replace(result, signature=extended(result.signature, stated), notes=notes)
    return GatePower(rows, shown, units.name)


def _of_worse(result: Result, units: Units, how: PowerTest) -> list[GatePowerRow]:
    """Return the rows of the paired test on the headline."""
    units.check([result.headline])
    first, *others = result.pooled(result.headline)
    lower = result.headline in result.lower_is_better
    rows = []
    for row in others or [first]:
        pair = dict.fromkeys((first.system, row.system))
        both = replace(units, counts={name: units.counts[name] for name in pair}).aligned()
        sheets = [next(iter(both.sheets(name, [key_of(row)]))) for name in pair]
        if others:
            parts = parts_of_difference(*sheets, lower=lower)
        else:
            parts = parts_of(sheets[0], 0, lower=lower).against_another(how.seed)
        found = caught(parts, worse_at(how.level), 0.0, how.seed, target=how.target, sets=how.simulations)
        rows.append(_row(row, WORSE, found, len(sheets[0].columns), how))
    return rows


def _of_threshold(result: Result, units: Units, gate: str, how: PowerTest) -> list[GatePowerRow]:
    """Return the rows of a gate on a value or on a bound."""
    threshold = parse(gate, is_most=True)  # accepts any number; the measure tells the direction later
    threshold, wide = widened(threshold, result)
    rows = []
    for row in gated_rows(threshold, wide):
        units.check([row.measure])
        least = parse(gate, is_most=row.measure in result.lower_is_better)
        found = _caught(least, row, wide, units, how)
        rows.append(_row(row, gate, found, len(units.counts[row.system].documents), how))
    return rows


def _caught(threshold: Threshold, row: Row, wide: Result, units: Units, how: PowerTest) -> Caught:
    """Simulate the losses of a gate on a value or a bound. If the value or bound does not exist, the gate
    always fails.
    """
    value = row.value if threshold.field in BOUNDS else getattr(row, threshold.field)
    end = bound(threshold, row, wide)[0] if threshold.field in BOUNDS else value
    if value is None or end is None:
        return Caught(1.0, 0.0)
    sets = {"seed": how.seed, "target": how.target, "sets": how.simulations}
    return losses(threshold, row, end, units, wide, as_good=True, **sets)


def _row(row: Row, gate: str, found: Caught, documents: int, how: PowerTest) -> GatePowerRow:
    alarms = found.false_alarms
    error = (alarms * (1 - alarms) / how.simulations) ** 0.5
    return GatePowerRow(
        row.system, row.measure, "*", str(row.label), gate, alarms, error, found.detectable, documents
    )
