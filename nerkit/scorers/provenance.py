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
    """A scorer with its version, and in how many cases its numbers were equal on a day.

    target   what `make conformance` calls the comparison
    """

    scorer: str
    cases: int
    compared: date
    target: str

    def __str__(self) -> str:
        return (
            f"{self.scorer}: equal in {self.cases} cases, {self.compared} (make conformance: {self.target})"
        )


@cache
def table() -> dict[str, dict[str, Any]]:
    """The comparisons by target, as the file has them."""
    text = (resources.files(__package__ or "") / TABLE).read_text(encoding="utf-8")
    return tomllib.loads(text)


def comparisons(task: str, measure: str) -> Iterator[EqualNumbers]:
    """The comparisons of a measure of a task; none for one that is compared with no other program."""
    for target, entries in table().items():
        for scorer, which in entries.items():
            if isinstance(which, str):
                own, *patterns = which.split()
                if own == task and any(fnmatchcase(measure, pattern) for pattern in patterns):
                    yield EqualNumbers(scorer, entries["cases"], entries["compared"], target)


def anchor(task: str, measure: str) -> str:
    """The anchor of a measure of a task: its words, lower-cased, with hyphens between them."""
    return "-".join([task, *re.findall(r"\w+", measure.replace("+", " plus ").lower())])


def address(task: str, measure: str) -> str:
    """The place of a measure in the manual."""
    return f"docs/measures.md#{anchor(task, measure)}"
