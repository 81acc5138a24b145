"""The errors of systems as rows. A row is made each time it is read.

nerkit keeps no rows, because the texts of nested items and their contexts are many times as long as the data.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from nerkit.algorithms.columns import NONE
from nerkit.results.errors import Errors
from nerkit.results.rows import whole

PLACE = ("file", "line")  # where an item begins
LEAVES = ("gold_leaves", "system_leaves")


@dataclass(frozen=True)
class Error:
    """One wrong item.

    kind                     the error class, for example `missed` or `boundary`
    gold_item, system_item   label, start, end and text of the items; None for absent values
    context                  the text around one of the items gold_place, system_place file and 1-based line
                             on which the items begin; None if they are not known
    sentence                 1-based number of the gold item's sentence in its document, or of the system
                             item's sentence if there is no gold item
    change                   `fixed` or `broken`, if two systems are compared
    leaves                   the weights of the items, 0 for no item, if items have different weights
    """

    system: str
    document: str
    kind: str
    gold_item: dict[str, Any]
    system_item: dict[str, Any]
    context: str | None
    gold_place: tuple[str | None, int | None] = (None, None)
    system_place: tuple[str | None, int | None] = (None, None)
    sentence: int | None = None
    change: str | None = None
    leaves: tuple[float, float] | None = None

    @property
    def place(self) -> tuple[str | None, int | None]:
        """File and line of the system's item, or of the gold item if the system's is not known."""
        return self.gold_place if self.system_place[1] is None else self.system_place

    def to_dict(self) -> dict[str, Any]:
        """Return all fields in their fixed order."""
        gold = {f"gold_{name}": value for name, value in self.gold_item.items()}
        system = {f"system_{name}": value for name, value in self.system_item.items()}
        head = {"system": self.system, "document": self.document, "class": self.kind}
        sides = (("gold", self.gold_place), ("system", self.system_place))
        places = {f"{side}_{name}": of for side, at in sides for name, of in zip(PLACE, at, strict=True)}
        fields = head | gold | system | {"context": self.context} | places | {"sentence": self.sentence}
        fields |= dict(zip(LEAVES, self.leaves or (), strict=False))
        return fields if self.change is None else fields | {"change": self.change}


class SystemRows(Sequence[Error]):
    """The errors of a system, made each time they are read. *places* are their places among all pairs.

    change   `fixed` or `broken`, if two systems are compared
    """

    def __init__(self, system: str, errors: Errors, places: Sequence[int], change: str | None = None) -> None:
        self.system, self.errors, self.places, self.change = system, errors, places, change

    def __len__(self) -> int:
        return len(self.places)

    def __iter__(self) -> Iterator[Error]:
        return map(self._at, self.places)

    def __getitem__(self, place: Any) -> Any:
        chosen = self.places[place]
        return list(map(self._at, chosen)) if isinstance(chosen, Sequence) else self._at(chosen)

    def _at(self, place: int) -> Error:
        """Make the error of a pair. The context is the text around the gold item, or around the
        system item.
        """
        errors = self.errors
        gold, own = errors.items
        pair = int(errors.gold[place]), int(errors.system[place])
        items, row = (own, pair[1]) if pair[0] == NONE else (gold, pair[0])
        return Error(
            self.system,
            errors.documents[int(errors.document[place])],
            errors.kinds[int(errors.kind[place])],
            gold.fields(pair[0]),
            own.fields(pair[1]),
            items.around(row) if items.around else None,
            gold.where(pair[0]),
            own.where(pair[1]),
            None if items.sentence is None else int(items.sentence[row]),
            self.change,
            _leaves(errors, pair),
        )


def _leaves(errors: Errors, pair: tuple[int, int]) -> tuple[float, float] | None:
    """Return the weights of both items of a pair; None if all items count 1."""
    if errors.items[0].size is None or errors.items[1].size is None:
        return None
    gold, own = (
        whole(0.0 if row == NONE or side.size is None else float(side.size[row]))
        for side, row in zip(errors.items, pair, strict=True)
    )
    return gold, own


class ErrorRows(Sequence[Error]):
    """The errors of several systems, given as *parts*, one system after the other."""

    def __init__(self, parts: Iterable[Sequence[Error]]) -> None:
        self.parts = list(parts)

    @property
    def may_have_context(self) -> bool:
        """Whether an item can have a context. nerkit makes no row to find out."""
        return not all(
            isinstance(part, SystemRows) and all(side.around is None for side in part.errors.items)
            for part in self.parts
        )

    @property
    def heads(self) -> list[Error]:
        """Some errors that together show the system, the change and the field names of all rows."""
        return [row for part in self.parts for row in (part[:1] if isinstance(part, SystemRows) else part)]

    def first(self, number: int) -> "ErrorRows":
        """Return the first *number* rows over all systems."""
        return ErrorRows([list(islice(self, number))])

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    def __iter__(self) -> Iterator[Error]:
        return chain.from_iterable(self.parts)

    def __getitem__(self, place: Any) -> Any:
        every = range(len(self))
        if isinstance(place, slice):
            return [self[one] for one in every[place]]
        left = every[place]
        for part in self.parts:
            if left < len(part):
                return part[left]
            left -= len(part)
        raise IndexError(place)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]
