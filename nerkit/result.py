"""The result of an evaluation: rows, how they were made, and what to know about them."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from nerkit import __version__, scores
from nerkit.counts import Counts
from nerkit.errors import NerkitError, nearest, unknown
from nerkit.scores import Composite, Grouping, Row

SCHEMA = 1  # of the JSON form


@dataclass(frozen=True)
class Scoring:
    """How counts become rows: which groupings, averages, beta, the value of 0/0; fields whose rows are always shown, and
    those that are averaged over when none is asked for; those by whose macro average systems are ranked.
    """

    by: tuple[str, ...] = ()
    macro: bool = False
    beta: float = 1.0
    empty: str = "zero"
    always: tuple[str, ...] = ()
    averaged: tuple[str, ...] = scores.AVERAGED
    ranked: tuple[str, ...] = ()

    @property
    def plan(self) -> list[Grouping]:
        """The groupings whose rows are made."""
        return scores.groupings(
            self.by, macro=self.macro, always=self.always, averaged=self.averaged, ranked=self.ranked
        )


@dataclass(frozen=True)
class Result:
    """Scores of one or more systems against the same gold.

    `result.f1`, `.precision`, `.recall`, `.value`: of the first system on the first measure, everything pooled.
    `result["sets::span"]`, `result["sets::span", "PER"]`, `result["sets::span", "PER", "doc1"]`: single rows.
    `result + other`: the same measures over the documents of both.

    counts      one `Counts` per system, by its name
    composites  of the measures that are formulas over the counts of others, by name
    inputs      role, name, sha256, number of documents and items of everything read
    """

    task: str
    signature: str
    measures: tuple[str, ...]
    counts: dict[str, Counts]
    scoring: Scoring = field(default_factory=Scoring)
    options: dict[str, Any] = field(default_factory=dict)
    inputs: tuple[dict[str, Any], ...] = ()
    warnings: tuple[str, ...] = ()
    composites: dict[str, Composite] = field(default_factory=dict)

    @cached_property
    def rows(self) -> list[Row]:
        """All rows: systems as given, measures as asked, documents in gold order, labels in code-point order, `*` last."""
        how = self.scoring
        return [
            row
            for system, counts in self.counts.items()
            for row in scores.rows(
                counts,
                system,
                self.measures,
                how.plan,
                composites=self.composites,
                macro=how.macro,
                beta=how.beta,
                empty=how.empty,
            )
        ]

    def pooled(self, measure: str) -> list[Row]:
        """The rows of one measure with everything pooled, one for each system."""
        return [row for row in self.rows if (row.measure, row.document, row.label) == (measure, "*", "*")]

    @property
    def head(self) -> Row:
        """The row of the first system on the first measure, everything pooled."""
        return self[self.measures[0]]

    @property
    def value(self) -> float | None:
        """The headline number of the first measure."""
        return self.head.value

    @property
    def f1(self) -> float | None:
        """F1 of the first measure."""
        return self.head.f1

    @property
    def precision(self) -> float | None:
        """Precision of the first measure."""
        return self.head.precision

    @property
    def recall(self) -> float | None:
        """Recall of the first measure."""
        return self.head.recall

    def __float__(self) -> float:
        return float("nan") if self.value is None else self.value

    def __getitem__(self, key: str | tuple[str, ...]) -> Row:
        measure, label, document, *_ = (*((key,) if isinstance(key, str) else key), "*", "*")
        for row in self.rows:
            if (row.measure, row.label, row.document) == (measure, label, document):
                return row
        for what, name, known in (
            ("measure", measure, {row.measure for row in self.rows}),
            ("label", label, {row.label for row in self.rows}),
            ("document", document, {row.document for row in self.rows}),
        ):
            if name not in known:
                raise KeyError(f"no row with {what} {name!r}{nearest(name, sorted(known))}")
        raise KeyError(f"no row with label {label!r} and document {document!r}; ask for it with by=…")

    def __add__(self, other: "Result") -> "Result":
        """The result over the documents of both. Raises NerkitError unless both were made in the same way."""
        if self.signature != other.signature or list(self.counts) != list(other.counts):
            raise NerkitError(
                f"results of different kinds do not add: {self.signature} and {other.signature}"
            )
        wide = {
            name for counts in (*self.counts.values(), *other.counts.values()) for name in counts.corpus_wide
        }
        if wide:
            raise NerkitError(
                f"{', '.join(sorted(wide))}: computed over a corpus as a whole, results do not add"
            )
        for system in self.counts:
            shared = set(self.counts[system].documents) & set(other.counts[system].documents)
            if shared:
                raise NerkitError(
                    f"both results have documents of the same name: {', '.join(sorted(shared)[:5])}"
                )
        return replace(
            self,
            counts={system: counts + other.counts[system] for system, counts in self.counts.items()},
            inputs=self.inputs + other.inputs,
            warnings=tuple(dict.fromkeys(self.warnings + other.warnings)),
        )

    def to_dict(self, style: str | None = None) -> dict[str, Any]:
        """The JSON form: everything, numbers at full precision.

        With the *style* `seqeval`, the dictionary of its `classification_report`: label or average -> precision, recall, f1-score,
        support; of several systems one such dictionary each, by name. It needs a result by label.
        """
        if style is not None:
            return self._styled(style)
        return {
            "schema": SCHEMA,
            "nerkit": __version__,
            "task": self.task,
            "signature": self.signature,
            "options": self.options,
            "inputs": list(self.inputs),
            "rows": [row.to_dict() for row in self.rows],
            "warnings": list(self.warnings),
        }

    def _styled(self, style: str) -> dict[str, Any]:
        from nerkit.formatters import seqeval

        if style != "seqeval":
            raise unknown("style", style, ["seqeval"])
        tables = seqeval.tables(self)
        return dict(next(iter(tables.values())) if len(tables) == 1 else tables)

    def to_dataframe(self) -> Any:
        """The rows as a pandas data frame, one column per field. Raises ImportError without pandas."""
        import pandas as pd

        return pd.DataFrame([row.to_dict() for row in self.rows])

    def render(self, form: str = "table", **style: Any) -> str:
        """The result as text in one of the output formats, as `nerkit -f` prints it."""
        from nerkit.formatters import render

        return render(self, form, **style)

    def __str__(self) -> str:
        return self.render().rstrip("\n")

    def _repr_html_(self) -> str:
        return self.render("html")
