"""A dictionary of names and their entries, in which texts that may spell a name differently find its entry.

A name is within reach of a text if their edit distance / the length of the name is within the threshold. The
nearest name decides, by distance; where several entries have a name at that distance, none is found.

Finding the names at a distance k from a text. If a name is cut into k + 1 pieces, at least one piece occurs
unchanged in the text. It is at most k places from its place in the name. Small distances are tried first.
Names that are so long that they may be far away are compared one by one.
"""

import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property

from nerkit.exceptions import InputError
from nerkit.io import single
from nerkit.scorers.noisy.matching import Acceptance

FAR = 32  # edits within reach of a name above which it is compared by itself


class Dictionary:
    """Names of entries, which can be looked up by texts with other spellings.

    names   (name, type) -> the entries of the name; the type is None for names of any type
    """

    def __init__(self, names: Mapping[tuple[str, str | None], set[str]], accept: Acceptance) -> None:
        self.entries: dict[str, dict[str | None, set[str]]] = defaultdict(dict)
        for (name, type_), entries in names.items():
            self.entries[name][type_] = set(entries)
        self.accept = accept
        self._found: dict[tuple[str, str | None], str | None] = {}
        self._by_piece: dict[int, dict[tuple[int, int, str], list[str]]] = {}

    def find(self, text: str, type_: str | None) -> str | None:
        """Return the entry of a text; None if no name is near enough, or if the nearest names have several
        entries.
        """
        key = (text, type_)
        if key not in self._found:
            self._found[key] = self._nearest(text, type_)
        return self._found[key]

    def _nearest(self, text: str, type_: str | None) -> str | None:
        far = self._far(text)
        for steps in range(
            max([*(self._reach[length] for length in self._lengths(text)), *far.values(), -1]) + 1
        ):
            names = [*self._at(steps, text), *(name for name, distance in far.items() if distance == steps)]
            entries = {entry for name in names for entry in self._of(name, type_)}
            if entries:
                return entries.pop() if len(entries) == 1 else None
        return None

    def _of(self, name: str, type_: str | None) -> set[str]:
        """Return the entries of a name for entities of a type."""
        of_type = self.entries.get(name, {})
        return of_type.get(type_, set()) | of_type.get(None, set())

    def _at(self, steps: int, text: str) -> Iterator[str]:
        """Return the names at an edit distance of *steps* from a text, among names with suitable lengths."""
        from nerkit.algorithms.edits import distance

        holding = self._holding(steps)
        for length in self._lengths(text, steps):
            candidates = {
                name
                for start, end in _pieces(length, steps)
                for begin in range(max(0, start - steps), start + steps + 1)
                for name in holding.get((length, start, text[begin : begin + end - start]), ())
            }
            yield from (name for name in candidates if distance(name, text, score_cutoff=steps) == steps)

    @cached_property
    def _reach(self) -> dict[int, int]:
        """The lengths of names, ascending, and the largest allowed distance for each length."""
        return {length: self.accept.reach(length) for length in sorted({len(name) for name in self.entries})}

    def _lengths(self, text: str, steps: int | None = None) -> list[int]:
        """Return the lengths of names that may be near a text, or at a distance of *steps*. Lengths of far
        names are left out.
        """
        return [
            length
            for length, reach in self._reach.items()
            if reach <= FAR
            and abs(length - len(text)) <= (reach if steps is None else steps)
            and (steps is None or steps <= reach)
        ]

    def _far(self, text: str) -> dict[str, int]:
        """Return the long names that are near a text, and their distances."""
        from nerkit.algorithms.edits import distance

        lengths = {
            length: reach
            for length, reach in self._reach.items()
            if reach > FAR and abs(length - len(text)) <= reach
        }
        far = {}
        for name in self.entries if lengths else ():
            most = lengths.get(len(name), -1)
            if most >= 0 and (edits := distance(name, text, score_cutoff=most)) <= most:
                far[name] = edits
        return far

    def _holding(self, steps: int) -> dict[tuple[int, int, str], list[str]]:
        """Return (length, start, piece) -> the names of this length with the piece at this start, among names
        that may be *steps* away.
        """
        if steps not in self._by_piece:
            self._by_piece[steps] = holding = dict[tuple[int, int, str], list[str]]()
            for name in self.entries:
                for start, end in _pieces(len(name), steps) if self.accept.reach(len(name)) >= steps else ():
                    holding.setdefault((len(name), start, name[start:end]), []).append(name)
        return self._by_piece[steps]


def _pieces(length: int, steps: int) -> list[tuple[int, int]]:
    """Return the (start, end) of the *steps* + 1 pieces of names of a length; some pieces may be empty."""
    return list(itertools.pairwise(length * i // (steps + 1) for i in range(steps + 2)))


def dictionary(given: "str | Mapping[str, str]", accept: Acceptance) -> Dictionary:
    """Return the dictionary of a file, or of a mapping from names to entries."""
    if isinstance(given, Mapping):
        return Dictionary({(name, None): {str(entry)} for name, entry in given.items()}, accept)
    return read(given, accept)


def read(path: str, accept: Acceptance) -> Dictionary:
    """Read the dictionary of a file: a line is `name`, `name TAB entry` or `name TAB entry TAB type`. A name
    without an entry is an entry itself. Raises InputError for any other line.
    """
    names: dict[tuple[str, str | None], set[str]] = defaultdict(set)
    with single(path) as source:
        for number, line in source.lines():
            if not line.strip():
                continue
            name, *rest = line.split("\t")
            if not name.strip() or len(rest) > 2 or not all(part.strip() for part in rest):
                problem = "write lines of a dictionary as name TAB entry, or name TAB entry TAB type"
                raise InputError(problem, source=source.name, line=number, column=1, text=line)
            names[name, rest[1] if len(rest) > 1 else None].add(rest[0] if rest else name)
    return Dictionary(names, accept)
