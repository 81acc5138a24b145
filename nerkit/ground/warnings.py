"""Notes, and warnings that count something, so that those of parts of a corpus make those of the whole."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self

from nerkit.exceptions import plural, short
from nerkit.ground.records import record


class Note(str):
    """A sentence among warnings that warns of nothing, as the scheme that was recognised."""

    __slots__ = ()


class ReadingNote(Note):
    """A note that a file was read otherwise than it says, which every command tells."""

    __slots__ = ()


class Added(str):
    """A warning that counts: those of the parts of a corpus make those of the whole.

    together   (such warnings of the parts, in their order) -> the sentences about the whole
    data       what `together` takes of it
    rank       the place of its sentences among the warnings that stand together
    """

    __slots__ = ("data", "rank", "together")
    together: "Callable[[Sequence[Added]], list[Added]]"
    data: Any
    rank: int

    def __new__(
        cls, text: str, together: "Callable[[Sequence[Added]], list[Added]]", data: Any, rank: int = 0
    ) -> Self:
        """The warning with this text."""
        warning = super().__new__(cls, text)
        warning.together, warning.data, warning.rank = together, data, rank
        return warning

    def __reduce__(self) -> tuple[Any, ...]:
        """Warnings cross from worker processes to the main one."""
        return type(self), (str(self), self.together, self.data, self.rank)


@record(frozen=True)
class SummedWarning:
    """A sentence about a number of things, `before` it and `after` their name: parts add their numbers."""

    before: str
    noun: str
    after: str
    rank: int = 0

    def warning(self, count: int) -> Added:
        """The warning of so many."""
        return Added(f"{self.before}{plural(count, self.noun)}{self.after}", self, count, self.rank)

    def __call__(self, parts: Sequence[Added]) -> list[Added]:
        """The warning with the sum of all parts."""
        return [self.warning(sum(part.data for part in parts))]


MORE = " and {} more"  # of names in a row


@record(frozen=True)
class ShownWarning:
    """A sentence about a number of things of which the first few are shown: parts add their numbers.

    It reads `before`, the number and the noun, `between`, the names or places, `after`; *shown* of these at
    most, *joint* between them, *more* behind them where there are further ones.
    """

    before: str
    noun: str
    between: str
    after: str = ""
    rank: int = 0
    shown: int = 5
    joint: str = ", "
    more: str = MORE

    def warning(self, count: int, first: Sequence[str]) -> Added:
        """The warning of so many, given the *first* of them, or all."""
        first = list(first[: self.shown])
        names = self.joint.join(map(short, first))
        if count > len(first):
            names += self.more.format(f"{count - len(first):,}")
        text = f"{self.before}{plural(count, self.noun)}{self.between}{names}{self.after}"
        return Added(text, self, (count, first), self.rank)

    def of(self, names: Sequence[str]) -> list[Added]:
        """The warning of these, if there are any."""
        return [self.warning(len(names), names)] if names else []

    def __call__(self, parts: Sequence[Added]) -> list[Added]:
        """The warning with the sum of all parts and the first names of them."""
        first = [name for part in parts for name in part.data[1]]
        return [self.warning(sum(part.data[0] for part in parts), first)]


def constant(text: str, rank: int = 0) -> Added:
    """A warning about the request, which all parts share."""
    return Added(text, once, None, rank)


def once(parts: Sequence[Added]) -> list[Added]:
    """Each warning of the parts once."""
    return list(dict.fromkeys(parts))


def listed(parts: Sequence[Added]) -> list[Added]:
    """Warnings that stand for themselves, each about a file of its own."""
    return list(parts)


def added(parts: Iterable[Sequence[str]]) -> list[str] | None:
    """The warnings about a whole, from those of its parts; None where one of them does not add up."""
    groups: dict[tuple[int, Any], list[Added]] = {}
    for warnings in parts:
        for warning in warnings:
            if not isinstance(warning, Added):
                return None
            groups.setdefault((warning.rank, warning.together), []).append(warning)
    ordered = sorted(groups.items(), key=lambda group: group[0][0])
    return [sentence for (_, together), warnings in ordered for sentence in together(warnings)]


def parted(messages: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Notes and warnings, each once, in their order."""
    distinct = tuple(dict.fromkeys(messages))
    notes = tuple(text for text in distinct if isinstance(text, Note))
    return notes, tuple(text for text in distinct if not isinstance(text, Note))


def on_reading(notes: Iterable[str]) -> list[str]:
    """The notes that every command tells."""
    return [note for note in notes if isinstance(note, ReadingNote)]
