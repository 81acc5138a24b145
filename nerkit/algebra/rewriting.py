"""Copies of formulas in which other similarities replace some parts."""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from nerkit.algebra.operators import Field, Same
from nerkit.algebra.similarity import Metric, Similarity

Formula = TypeVar("Formula", bound=Metric)


def rewritten(formula: Formula, change: Callable[[Similarity], Similarity | None]) -> Formula:
    """A copy of the formula in which every part for which *change* returns a similarity is replaced by it.

    *change* returns None for a part that is not replaced; then the parts inside are looked at.

    >>> from nerkit.algebra import edit, match_sets, same
    >>> print(rewritten(match_sets(same), lambda part: edit() if part is same else None))
    Σ[1:1](edit)
    """
    new: Formula = _rewritten(formula, change)
    return new


def _rewritten(part: Any, change: Callable[[Similarity], Similarity | None]) -> Any:
    if isinstance(part, Similarity) and (other := change(part)) is not None:
        return other
    if isinstance(part, tuple) and any(isinstance(one, Metric) for one in part):
        return tuple(_rewritten(one, change) for one in part)
    if isinstance(part, Mapping):
        return {key: _rewritten(one, change) for key, one in part.items()}
    if not isinstance(part, Metric) or not is_dataclass(part):
        return part
    own = {each.name: getattr(part, each.name) for each in fields(part)}
    new = {name: _rewritten(value, change) for name, value in own.items()}
    changed = {name: value for name, value in new.items() if not _same(value, own[name])}
    return replace(part, **changed) if changed else part


def _same(new: Any, old: Any) -> bool:
    """Whether a part is unchanged."""
    if isinstance(old, tuple):
        return all(one is other for one, other in zip(new, old, strict=True))
    if isinstance(old, Mapping):
        return all(new[key] is old[key] for key in old)
    return new is old


def with_credit(formula: Formula, names: tuple[str, ...], credit: Similarity) -> Formula:
    """A copy of the formula that compares fields with these *names* by *credit* instead of equality."""

    def change(part: Similarity) -> Similarity | None:
        if isinstance(part, Field) and part.name in names and isinstance(part.inner, Same):
            return Field(credit, part.name)
        return None

    return rewritten(formula, change)
