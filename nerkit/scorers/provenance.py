"""Provenance of measures: whose number a measure's is, at which version, in how many cases, and when last
compared; and its address in the manual. The table is `provenance.toml`.
"""

import re
import tomllib
from collections.abc import Iterator
from datetime import date
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

TABLE = "provenance.toml"


class EqualNumbers(NamedTuple):
    """A scorer with its version, a date, and the number of cases in which its numbers equalled a measure's.

    rows     the kind of rows in these cases: all items, a document, a label
    target   the name of the comparison in `make conformance`
    """

    scorer: str
    cases: int
    rows: int
    compared: date
    target: str

    def __str__(self) -> str:
        cases = "1 case" if self.cases == 1 else f"{self.cases} cases"
        rows = "1 row" if self.rows == 1 else f"{self.rows:,} rows"
        return f"{self.scorer}: equal in {cases} ({rows}), {self.compared} (make conformance: {self.target})"


@cache
def table() -> dict[str, dict[str, dict[str, Any]]]:
    """Return the comparisons by target and scorer, as the file has them."""
    text = (resources.files(__package__ or "") / TABLE).read_text(encoding="utf-8")
    return tomllib.loads(text)


def comparisons(task: str, measure: str) -> Iterator[EqualNumbers]:
    """Return the comparisons of a measure of a task; empty if no other program was compared."""
    for target, scorers in table().items():
        for scorer, entries in scorers.items():
            for key, counted in entries.items():
                own, _, pattern = key.partition(" ")
                if own == task and fnmatchcase(measure, pattern):
                    cases, rows = counted
                    yield EqualNumbers(scorer, cases, rows, entries["compared"], target)


def anchor(task: str, measure: str) -> str:
    """Return the anchor of a measure of a task: its words in lower case, joined by hyphens."""
    return "-".join([task, *re.findall(r"\w+", measure.replace("+", " plus ").lower())])


def address(task: str, measure: str) -> str:
    """Return the address of a measure in the manual."""
    return f"docs/measures/{task}.md#{anchor(task, measure)}"
