"""Warn about types in the column of ids, for example span-tsv files with PER or LOC in the fourth column.

nerkit distinguishes ids and types by their values. There are many ids, with digits, slashes or NIL. Types are
a few words that are in capitals or known as types, or occur often.
"""

from collections.abc import Mapping, Sequence
from re import DOTALL
from typing import NamedTuple

import numpy as np

from nerkit.algorithms.columns import NONE
from nerkit.corpora.spans import Hint, Spans
from nerkit.exceptions import plural, some
from nerkit.ground.patterns import regex
from nerkit.ground.warnings import Warned

MOST = 50  # largest number of types in a corpus
OFTEN = 5  # least average frequency of values that are types only by their frequency
MANY = 20  # least number of annotations for a decision by frequency
CAPITALS = regex(r"(?:[BIESLU]-)?[A-Z][A-Z_&/-]{1,24}")
WORDS = frozenset({  # names of types
    "per", "pers", "person", "people", "loc", "location", "place", "org", "organisation",
    "organization", "misc", "miscellaneous", "gpe", "norp", "fac", "facility", "date", "time", "event",
    "product", "work", "money", "percent", "quantity", "ordinal", "cardinal", "language", "law",
    "drug", "disease", "chemical", "gene", "protein", "species",
})  # fmt: skip
NO_TYPE = regex(r"NIL.*|.*[0-9:].*|.*//.*|.{41,}", DOTALL)  # matches ids that cannot be types


class Found(NamedTuple):
    """A summary of the columns of ids and types.

    total   the number of annotations
    linked  the number of annotations with an id; 0 if any annotation has a type
    typed   whether any annotation has a type
    ids     the first distinct ids, at most MOST + 1; empty if any annotation has a type
    """

    total: int
    linked: int
    typed: bool
    ids: tuple[str, ...]

    @classmethod
    def of(cls, spans: Spans) -> "Found":
        """Count the spans of a corpus and their ids, and note whether spans have types."""
        eid, type_ = spans.fields["eid"], spans.fields["type"]
        typed = bool((type_.codes != NONE).any())
        if typed:
            return cls(len(spans), 0, typed, ())
        return cls(len(spans), int(np.sum(eid.codes != NONE)), typed, tuple(eid.values[: MOST + 1]))

    def __or__(self, other: "Found") -> "Found":
        """The summary of two parts of a file together."""
        total, linked, typed = self.total + other.total, self.linked + other.linked, self.typed or other.typed
        return Found(total, linked, typed, tuple(dict.fromkeys((*self.ids, *other.ids)))[: MOST + 1])

    @property
    def are_types(self) -> bool:
        """Whether the column of ids holds types by accident."""
        if self.typed or not self.linked or len(self.ids) > MOST or any(map(NO_TYPE.fullmatch, self.ids)):
            return False
        words = all(CAPITALS.fullmatch(name) or name.casefold() in WORDS for name in self.ids)
        return words or (self.linked >= MANY and len(self.ids) * OFTEN <= self.linked)


def warning(place: str, found: Found) -> Warned:
    """The warning about a file whose ids are types; it is not shown for other files."""
    return Warned("types-as-ids", facts={"found": found}, detail=_held, side=place)


def _held(warned: Warned) -> dict[str, str] | None:
    """The content of the column of ids for the warning; None if the ids are not types."""
    found: Found = warned.facts["found"]
    held = f"{_shown(found.ids)} for {plural(found.linked, 'annotation')}"
    return {"held": held} if found.are_types else None


def hints(place: str, found: Found) -> Mapping[str, Hint]:
    """Hints for messages about missing types or ids: the columns where nerkit reads them."""
    if found.typed or not found.total:
        return {}
    if not found.linked:
        return {
            "type": Hint(f"the type is column 6 of {place}"),
            "eid": Hint(f"the id is column 4 of {place}"),
        }
    text = f"column 4 of {place} is the id and holds {_shown(found.ids)}; the type is column 6"
    return {"type": Hint(text, found.are_types)}


def _shown(ids: Sequence[str]) -> str:
    """A short list of ids for a message."""
    listed = some((name if len(name) <= 40 else f"{name[:40]}…" for name in ids[:MOST]), 3)
    return listed if len(ids) <= MOST else f"{listed} and others"
