"""What only this task knows: the user's formulas, and the work on a correspondence of variables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from nerkit.algorithms.correspondence import LIMIT
from nerkit.errors import UsageError

if TYPE_CHECKING:
    from nerkit.algebra.similarity import Metric
    from nerkit.algebra.toml import Formula

FORMATS = ("records",)


@dataclass(frozen=True)
class Options:
    """What only this task knows.

    metric   the user's formulas: files, one formula, or formulas by name
    limit    the work on one correspondence of variables (elementary steps); past it the result is a bound
    """

    metric: "Sequence[str] | Mapping[str, Metric] | Metric | str" = ()
    limit: int = LIMIT

    def __post_init__(self) -> None:
        from nerkit.algebra.levels import Solving

        Solving(self.limit)  # raises UsageError for what is no limit

    @cached_property
    def formulas(self) -> "dict[str, Formula]":
        """All formulas by name. Raises InputError for mistakes in a file, UsageError for two of one name."""
        from nerkit.algebra import files
        from nerkit.algebra.similarity import Metric
        from nerkit.algebra.toml import Formula

        metrics = {str(self.metric): self.metric} if isinstance(self.metric, Metric) else self.metric
        if isinstance(metrics, Mapping):
            return {name: Formula(name, metric) for name, metric in metrics.items()}
        formulas: dict[str, Formula] = {}
        for path in [metrics] if isinstance(metrics, str) else metrics:
            formula = files.read(path)
            if formula.name in formulas:
                raise UsageError(f"{path}: two metrics are called {formula.name!r}; set name in one of them")
            formulas[formula.name] = formula
        return formulas
