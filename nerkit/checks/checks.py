"""The checks of a format: one record, at the end of each module of checks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nerkit.io import Source


class Finding(NamedTuple):
    """A complaint: its place, its code, its message."""

    place: str
    code: str
    message: str


@dataclass(frozen=True)
class Checks:
    """The checks of one or more formats.

    messages  what there is to find, by code
    findings  (inputs, format) -> what is wrong with them, in their order
    with_scheme   (scheme of tags) -> the checks against this scheme; None for formats without tags
    """

    messages: Mapping[str, str]
    findings: Callable[[Sequence[Source], str], Iterator[Finding]]
    with_scheme: "Callable[[str], Checks] | None" = None
