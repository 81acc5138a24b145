"""Documents as they stand in a file of JSON values: what the reader of records makes and the scorer of formulas takes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from nerkit.algorithms.columns import NONE, IntArray
from nerkit.corpora.corpus import Origin

if TYPE_CHECKING:
    from nerkit.readers.json_text import Value


@dataclass(frozen=True, slots=True)
class Documents:
    """The documents of one side, each an object.

    documents   their ids; *named* is False where they are 1-based positions
    values      the objects; None for a document that this side lacks
    found       where each object stands in its file; empty for objects from memory
    """

    documents: list[str]
    values: list[Any]
    found: "tuple[tuple[Value, ...], ...]" = ()
    origins: tuple[Origin, ...] = ()
    warnings: tuple[str, ...] = ()
    named: bool = True

    def __len__(self) -> int:
        return len(self.values)

    def in_documents(self, documents: list[str], codes: IntArray) -> "Documents":
        """The same objects filed under *documents*; what two of them list in one place stands behind each other."""
        values: list[Any] = [None] * len(documents)
        found: list[tuple[Value, ...]] = [()] * len(documents)
        for old, new in enumerate(codes.tolist()):
            if new == NONE:
                continue
            values[new] = self.values[old] if values[new] is None else merged(values[new], self.values[old])
            found[new] += self.found[old] if self.found else ()
        return replace(self, documents=documents, values=values, found=tuple(found))

    def fail(self, problem: str, path: Sequence[str | int], remedy: str | None = None) -> None:
        """Raise the InputError for what stands at *path*, which begins with the place of a document, if a file is known."""
        place, *rest = path
        if self.found and len(self.found[int(place)]) == 1:
            self.found[int(place)][0].fail(problem, *rest, remedy=remedy)


def merged(one: Any, other: Any) -> Any:
    """Two objects as one: lists behind each other, mappings key by key; of anything else the first."""
    if isinstance(one, list) and isinstance(other, list):
        return one + other
    if isinstance(one, dict) and isinstance(other, dict):
        return {
            key: merged(one[key], other[key]) if key in one and key in other else one.get(key, other.get(key))
            for key in {**one, **other}
        }
    return one
