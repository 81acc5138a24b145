"""What is asked for, besides the data: the request that an evaluation carries out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from nerkit.corpora.pairing import DUPLICATES, EXTRA, MISSING
from nerkit.corpora.selection import Selection, parse_only, read_names
from nerkit.errors import UsageError, unknown
from nerkit.evaluation.presets import preset as preset_named
from nerkit.results.rows import Scoring
from nerkit.results.scores import EMPTY

EXACT = 12  # decimals after which binary fractions are no longer the numbers that were meant


def fraction(text: str) -> float:
    """A number given as 0.9 or 90%. Raises ValueError for anything else."""
    return round(float(text[:-1]) / 100, EXACT) if text.endswith("%") else float(text)


@dataclass(frozen=True)
class Request:
    """Everything that is asked for besides the data; None stands for the default of the task or format."""

    task: str | None = None
    measures: tuple[str, ...] = ()
    scoring: Scoring = field(default_factory=Scoring)
    selection: Selection = field(default_factory=Selection)
    missing: str | None = None
    extra: str | None = None
    duplicates: str | None = None
    form: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    preset: str | None = None
    workers: int = 1
    # rows that gates name, MEASURE or MEASURE/LABEL: labels are counted though no row may show them
    gated: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name, value, known in (
            ("missing", self.missing, MISSING),
            ("extra", self.extra, EXTRA),
            ("duplicates", self.duplicates, DUPLICATES),
            ("empty", self.scoring.empty, tuple(EMPTY)),
        ):
            if value is not None and value not in known:
                raise unknown(f"value of {name}", value, known)
        if not 0 < self.scoring.beta < float("inf"):
            raise UsageError(f"beta must be a positive number, not {self.scoring.beta}")

    def with_preset(self) -> "Request":
        """The same with what its preset adds to it. Raises UsageError for a preset that does not exist or is for another task."""
        if self.preset is None:
            return self
        found = preset_named(self.preset, self.task)
        return replace(
            self,
            task=found.task,
            measures=self.measures or found.measures,
            form=self.form or found.form,
            options={**found.options, **self.options},
        )

    def changed(self) -> dict[str, Any]:
        """The options that are not at their defaults, by the names they have on the command line."""
        given = {
            "by": list(self.scoring.by),
            "macro": self.scoring.macro,
            "labels": list(self.selection.labels or ()),
            "map": dict(self.selection.names),
            "only": {name: sorted(values) for name, values in self.selection.only.items()},
            "missing": self.missing,
            "extra": self.extra,
            "duplicates": self.duplicates,
            "beta": self.scoring.beta if self.scoring.beta != 1 else None,
        }
        return {name: value for name, value in given.items() if value} | dict(self.options)


def request_of(
    *,
    measures: Sequence[str] | str = (),
    by: Sequence[str] | str = (),
    macro: bool = False,
    labels: Sequence[str] | str | None = None,
    label_map: Mapping[str, str] | str | None = None,
    only: Sequence[str] | str = (),
    beta: float = 1.0,
    empty: str = "zero",
    **given: Any,
) -> Request:
    """The request that the keyword arguments of `evaluate` describe; options that are None are left at their defaults.

    Raises UsageError for values that do not exist, InputError for a damaged file of labels.
    """
    names = label_map if isinstance(label_map, Mapping) else read_names(label_map) if label_map else {}
    plain = ("task", "form", "missing", "extra", "duplicates", "preset", "workers")
    return Request(
        measures=_several(measures),
        scoring=Scoring(_several(by), macro, beta, empty),
        selection=Selection(
            names, _several(labels) if labels is not None else None, parse_only(_several(only))
        ),
        options={name: value for name, value in given.items() if name not in plain and value is not None},
        **{name: given[name] for name in plain if name in given},
    )


def _several(names: Sequence[str] | str) -> tuple[str, ...]:
    """A single name is a list of one."""
    return (names,) if isinstance(names, str) else tuple(names)
