"""The record of a format's checks, which each module of checks defines at its end."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nerkit.io import Source


class Finding(NamedTuple):
    """A problem found in a file: its place, its code, its message."""

    place: str
    code: str
    message: str


@dataclass(frozen=True)
class Checks:
    """The checks of one or more formats.

    messages      code -> message, for all possible findings
    findings      function (inputs, format) -> the findings in order
    with_scheme   function (tag scheme) -> the checks against this scheme; None for formats without tags
    """

    messages: Mapping[str, str]
    findings: Callable[[Sequence[Source], str], Iterator[Finding]]
    with_scheme: "Callable[[str], Checks] | None" = None
