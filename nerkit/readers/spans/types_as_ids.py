"""Warns of types in the column of ids: span TSV with PER or LOC in the fourth column, the id.

nerkit tells ids from types by their values. Ids are many, with digits, slashes or NIL. Types are a few words,
in capitals or known as types, that are repeated often.
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

MOST = 50  # types that a corpus has
OFTEN = 5  # how often a type stands there, at least, if nothing else tells that it is one
MANY = 20  # annotations of which that can be said
CAPITALS = regex(r"(?:[BIESLU]-)?[A-Z][A-Z_&/-]{1,24}")
WORDS = frozenset({  # names of types
    "per", "pers", "person", "people", "loc", "location", "place", "org", "organisation",
    "organization", "misc", "miscellaneous", "gpe", "norp", "fac", "facility", "date", "time", "event",
    "product", "work", "money", "percent", "quantity", "ordinal", "cardinal", "language", "law",
    "drug", "disease", "chemical", "gene", "protein", "species",
})  # fmt: skip
NO_TYPE = regex(r"NIL.*|.*[0-9:].*|.*//.*|.{41,}", DOTALL)  # what an id looks like, and no type


class Found(NamedTuple):
    """The contents of the columns of ids and types: annotations, those with an id, whether any has a type,
    and the first distinct ids, of so many that no types are as many.
    """

    total: int
    linked: int
    typed: bool
    ids: tuple[str, ...]

    @classmethod
    def of(cls, spans: Spans) -> "Found":
        """The contents of the ids and types of annotations; of ids beside types nothing is asked."""
        eid, type_ = spans.fields["eid"], spans.fields["type"]
        typed = bool((type_.codes != NONE).any())
        if typed:
            return cls(len(spans), 0, typed, ())
        return cls(len(spans), int(np.sum(eid.codes != NONE)), typed, tuple(eid.values[: MOST + 1]))

    def __or__(self, other: "Found") -> "Found":
        """The contents of both parts of a file."""
        total, linked, typed = self.total + other.total, self.linked + other.linked, self.typed or other.typed
        return Found(total, linked, typed, tuple(dict.fromkeys((*self.ids, *other.ids)))[: MOST + 1])

    @property
    def are_types(self) -> bool:
        """Whether the ids are types by error."""
        if self.typed or not self.linked or len(self.ids) > MOST or any(map(NO_TYPE.fullmatch, self.ids)):
            return False
        words = all(CAPITALS.fullmatch(name) or name.casefold() in WORDS for name in self.ids)
        return words or (self.linked >= MANY and len(self.ids) * OFTEN <= self.linked)


def warning(place: str, found: Found) -> Warned:
    """The warning about a file whose ids are types; empty for other files."""
    return Warned("types-as-ids", facts={"found": found}, detail=_held, side=place)


def _held(warned: Warned) -> dict[str, str] | None:
    """The content of the column of ids, if the ids are types."""
    found: Found = warned.facts["found"]
    held = f"{_shown(found.ids)} for {plural(found.linked, 'annotation')}"
    return {"held": held} if found.are_types else None


def hints(place: str, found: Found) -> Mapping[str, Hint]:
    """Where types and ids should be, and what stands where ids are."""
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
    """Ids as a message lists them."""
    listed = some((name if len(name) <= 40 else f"{name[:40]}…" for name in ids[:MOST]), 3)
    return listed if len(ids) <= MOST else f"{listed} and others"
