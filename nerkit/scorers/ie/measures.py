"""The measures of records: formulas with a name, in display order. A measure's `compute` is its formula."""

from nerkit.algebra.operators import field, record, same
from nerkit.algebra.sets import match_sets
from nerkit.algebra.similarity import Metric
from nerkit.algebra.toml import Formula
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
    "An element that repeats another one counts once, with a warning.",
)


def formula(name: str, metric: Metric, summary: str) -> Measure:
    """The measure of a formula, scored by default where the documents have the fields that it looks at."""
    return Measure(
        name,
        Formula(name, metric),
        definition=f"{summary}.",
        summary=summary,
        formula=(str(metric), *SCORES),
        source=PAPER,
        edge_cases=EDGE_CASES,
        default=True,
    )


RELATION = field("relations", match_sets(record(type=same, head=same, tail=same), normalize="f1"))

MEASURES = (formula("relation", RELATION, "typed relations between a head and a tail, all three equal"),)
