"""Calls for the type checker (`make types`): what is wrong here must be an error, or the comment on it is
one.
"""

from pathlib import Path

import nerkit

SPANS = [[(0, 5, "PER")]]


def right(documents: nerkit.Documents) -> float | None:
    """Calls that type checkers accept."""
    result = nerkit.evaluate(SPANS, SPANS, measures=["sets::span"], by="label", confidence=True)
    nerkit.evaluate("gold.bio", Path("system.bio"), task="bio", scheme="IOB2", matching=None)
    nerkit.evaluate(documents, {"a": documents}, task="spans", macro=True, map={"A": "B"}, jobs=2)
    nerkit.compare("gold.tsv", {"a": "a.tsv"}, paired="bootstrap", type_weights={("A", "B"): 0.5})
    nerkit.bio("gold.bio", ["a.bio", "b.bio"], scheme="IOB2").check("chunk>=0.5")
    nerkit.json([{"a": 1}], [{"a": 2}], documents="array", missing="empty")
    listed = [error.kind for error in nerkit.errors("g.bio", "s.bio", kinds="boundary", task="bio")]
    row = result["sets::span", "PER"]
    return row.f1 if listed else sum(each.p_den or 0 for each in result)


def wrong() -> None:
    """Misspelt names, other types, options of another task."""
    nerkit.evaluate("g", "s", mesures=["sets::span"])  # type: ignore[call-arg]
    nerkit.evaluate("g", "s", schem="IOB2")  # type: ignore[call-arg]
    nerkit.evaluate("g", "s", task="foo")  # type: ignore[arg-type]
    nerkit.evaluate("g", "s", missing="emty")  # type: ignore[arg-type]
    nerkit.evaluate("g", "s", measures=3)  # type: ignore[arg-type]
    nerkit.evaluate("g", "s", jobs="2")  # type: ignore[arg-type]
    nerkit.spans("g", "s", scheme="IOB2")  # type: ignore[call-arg]
    nerkit.bio("g", "s", task="bio")  # type: ignore[call-arg]
    nerkit.compare("g", {"a": "s"}, pared="bootstrap")  # type: ignore[call-arg]
    nerkit.evaluate(3, "s")  # type: ignore[arg-type]
