"""Calls for the type checker (`make types`): what is wrong here must be an error, or the comment on it is
one.
"""

import nerkit

SPANS = [[(0, 5, "PER")]]


def right(documents: nerkit.Documents, task: str) -> float | None:
    """Calls that type checkers accept."""
    result = nerkit.evaluate(SPANS, SPANS, measures=["sets::span"], by="label")
    nerkit.evaluate("gold.bio", "system.bio", task="bio", scheme="IOB2", matching=None)
    nerkit.evaluate(documents, documents, task=task, macro=True)
    nerkit.compare("gold.tsv", {"a": "a.tsv"}, paired="bootstrap", type_weights={("A", "B"): 0.5})
    return result.f1


def wrong() -> None:
    """Misspelt names, other types, options of another task."""
    nerkit.evaluate("g", "s", mesures=["sets::span"])  # type: ignore[call-overload]
    nerkit.evaluate("g", "s", measures=3)  # type: ignore[call-overload]
    nerkit.evaluate("g", "s", task="spans", scheme="IOB2")  # type: ignore[call-overload]
    nerkit.evaluate("g", "s", workers="2")  # type: ignore[call-overload]
    nerkit.compare("g", {"a": "s"}, pared="bootstrap")  # type: ignore[call-overload]
    nerkit.evaluate(3, "s")  # type: ignore[call-overload]
