"""Measures of records made of formulas: equality in fields of a view, with the explanation of each."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from nerkit.algebra.operators import field, record, same
from nerkit.algebra.sets import match_sets
from nerkit.scorers.ie.held_fields import fields_of
from nerkit.scorers.ie.views import RecordFormula
from nerkit.scorers.task import Measure

PAPER = (
    "Chen, Gantt, Chen, White & Van Durme (2023), "
    "A unified view of evaluation metrics for structured prediction, EMNLP"
)
SCORES = (
    "precision  S(gold, system) / S(system, system)",
    "recall     S(gold, system) / S(gold, gold)",
    "S          the best matching, Σ over the matched pairs of their similarity",
)
EDGE_CASES = (
    "Collections without elements score 0.",
    "A repeated element counts once, with a warning.",
)


def equal(fields: Sequence[str]) -> Any:
    """Return the product of equalities of these fields."""
    return record(dict.fromkeys(fields, same))


def sets(compute: RecordFormula, *, duplicates: str = "set", constraint: str = "1:1") -> RecordFormula:
    """Return a formula whose metric is the F1 of a matching of items that are equal in these fields."""
    matching = match_sets(equal(compute.fields), constraint, "f1", duplicates=duplicates)
    return replace(compute, metric=field(compute.lists[0], matching))


def measure(compute: RecordFormula, summary: str, **about: Any) -> Measure:
    """Return the measure of a formula."""
    about = {"source": PAPER, "edge_cases": EDGE_CASES, **about}
    definition = about.pop("definition", f"{summary[:1].upper()}{summary[1:]}.")
    fields = about.pop("fields", fields_of(compute.lists, compute.fields))
    arithmetic = about.pop("arithmetic", SCORES)
    return Measure(
        compute.name,
        compute,
        definition=definition,
        fields=fields,
        summary=summary,
        formula=(str(compute.metric), *arithmetic),
        **about,
    )


def formula(name: str, fields: Sequence[str], **about: Any) -> RecordFormula:
    """Return the formula of a matching of the items of a view, which agree if these fields are equal."""
    duplicates, constraint = about.pop("duplicates", "set"), about.pop("constraint", "1:1")
    about = {"judged": True, "by_field": True, **about}
    bare = RecordFormula(name, same, fields=tuple(fields), **about)
    return sets(bare, duplicates=duplicates, constraint=constraint)
