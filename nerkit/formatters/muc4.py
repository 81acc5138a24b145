"""The report of the MUC-4 scorer: counts of slots, subtotals and totals, percentages without decimals,
F-measures.

    POS ACT   fills of gold, fills of the system        COR PAR INC   correct, partially correct, incorrect
    ICR IPA   correct and partially correct fills that a judgement decided
    SPU MIS   spurious, missing                          NON           slots that are empty on both sides
    REC PRE OVG   recall, precision, overgeneration; * for 0/0
    FAL           fallout, for slots whose values come from a list

Percentages are cut off after one decimal, then rounded to whole numbers (5 to the even neighbour). F-measures
are computed from the rounded percentages. With several systems, each report is below the name of its system.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from nerkit.algorithms.columns import FloatArray
from nerkit.corpora.muc_slots import MUC_SLOTS, SET
from nerkit.exceptions import UsageError
from nerkit.formatters import Formatter, Needs, stacked
from nerkit.results.counts import ALL, NUMBERS, Counts, Label
from nerkit.results.result import Result
from nerkit.scorers.ie.templates.muc4 import EXTRAS, percent
from nerkit.scorers.ie.templates.muc4_measures import NAME
from nerkit.views.grid import Style

SETS = "SET FILLS ONLY"
TOTALS = {  # row title -> row of the measure
    "MATCHED/MISSING": f"{NAME}/matched-missing",
    "MATCHED/SPURIOUS": f"{NAME}/matched-spurious",
    "MATCHED ONLY": f"{NAME}/matched-only",
    "ALL TEMPLATES": NAME,
    SETS: f"{NAME}/set-fills",
    "STRING FILLS ONLY": f"{NAME}/string-fills",
}
TEMPLATES = f"{NAME}/templates"
SUBTOTALS = ("inc", "perp", "phys-tgt", "hum-tgt")  # prefixes of slots that get a subtotal
HEAD = "SLOT                  POS ACT|COR PAR INC|ICR IPA|SPU MIS NON|REC PRE OVG FAL\n"
LINE = "-" * 29 + "+-----------+-------+-----------+---------------\n"
WIDTH = 20  # width of the column of row names
WRONG = "possible_incorrect"  # the column that is not printed
BETAS = {"P&R": 1.0, "2P&R": 0.5, "P&2R": 2.0}


def reports(result: Result, _: Style) -> dict[str, str]:
    """The MUC-4 report of each system. Raises UsageError for a result without the measure."""
    missing = [name for name in (*TOTALS.values(), TEMPLATES) if name not in result.measures]
    if missing:
        raise UsageError(f"-f muc4 shows {NAME} and its parts; score with -m {NAME}")
    return {name: _report(counts) for name, counts in result.counts.items()}


def _report(counts: Counts) -> str:
    pooled = counts.pooled()

    def tallies(measure: str, label: Label = ALL) -> FloatArray:
        row: FloatArray = pooled[counts.measures.index(measure), counts.labels.index(label)]
        return row

    slots = {label[0][1]: tallies(NAME, label) for label in counts.labels if label and label[0][0] == "slot"}
    ordered = [*(name for name in MUC_SLOTS if name in slots), *sorted(slots.keys() - MUC_SLOTS.keys())]
    text = HEAD + LINE + _row("template-id", tallies(TEMPLATES))
    text += "".join(_row(name, slots[name]) for name in ordered) + LINE
    for prefix in SUBTOTALS:
        own = [slots[name] for name in ordered if name.startswith(f"{prefix}-")]
        text += _row(f"{prefix}-total", np.sum(own, axis=0)) if own else ""
    text += LINE if any(name in MUC_SLOTS for name in ordered) else ""
    text += "".join(_row(title, tallies(measure)) for title, measure in TOTALS.items())
    return text + LINE + _f_row(f_measures(tallies(NAME)))


def percentages(tallies: FloatArray) -> tuple[int | None, int | None, int | None]:
    """Recall, precision and overgeneration for a row of counts, in whole percent. None for 0/0."""
    named = _named(tallies)
    right, possible, actual = tallies[0], tallies[3], tallies[1]
    return _percent(right, possible), _percent(right, actual), _percent(named["spu"], actual)


def _percent(part: float, whole: float) -> int | None:
    return int(percent(np.array([part]), np.array([whole]))[0]) if whole else None


def f_measures(tallies: FloatArray) -> dict[str, float]:
    """Weight -> F-measure, from the rounded percentages of a row of counts. 0 if recall or precision is 0 or
    0/0.
    """
    recall, precision, _ = percentages(tallies)
    if not recall or not precision:
        return dict.fromkeys(BETAS, 0.0)
    return {
        name: round((beta**2 + 1) * precision * recall / (beta**2 * precision + recall), 2)
        for name, beta in BETAS.items()
    }


def _named(tallies: FloatArray) -> Mapping[str, float]:
    return dict(zip(EXTRAS, tallies[len(NUMBERS) :].tolist(), strict=False))


def _row(title: str, tallies: FloatArray) -> str:
    named = _named(tallies)
    numbers = [tallies[3], tallies[1], *(named[column] for column in EXTRAS if column != WRONG)]
    possible, actual, *others = (f"{number:.0f}" for number in numbers)
    cells = [f"{actual:>3}|"] + [f"{n:>3}{end}" for n, end in zip(others, "  | |  |", strict=True)]
    shares = "".join(_share(share) for share in percentages(tallies))
    if title == SETS or (title in MUC_SLOTS and MUC_SLOTS[title].kind == SET):
        shares += _share(_percent(named["inc"] + named["spu"], named[WRONG]))
    return f"{title:<{WIDTH}} {possible:>4} {''.join(cells)}{shares}".rstrip() + "\n"


def _share(share: Any) -> str:
    return "  * " if share is None else f"{share:3d} "


def _f_row(measures: Mapping[str, float]) -> str:
    def row(title: str, cells: Iterable[str]) -> str:
        return f"{title:<{2 * WIDTH}}" + "".join(f"{cell:>9}" for cell in cells) + "\n"

    return row("", measures) + row("F-MEASURES", (f"{value:g}" for value in measures.values()))


FORMATTER = Formatter(stacked, reports, takes=Result, needs=Needs((NAME,), by=("slot",), tasks=("ie",)))
