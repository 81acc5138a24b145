"""Warnings and notes as data: a key, a count and at most three examples. A table of templates makes the
sentence.

    Warned("documents-without-tokens", 2, ["a", "b"], side="sys.bio")
    sys.bio: 2 documents without any token, counted as empty: a, b

Warnings about parts of a corpus can be added: the counts of warnings with equal keys and values are summed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple, Self

from nerkit.exceptions import plural, short, some
from nerkit.ground.sentences import NOTES, READING_NOTES, SENTENCES, WHOLE

EXAMPLES = 3  # maximum number of examples in a warning
Facts = Mapping[str, Any]
RANKS = {key: rank for rank, key in enumerate(SENTENCES)}


class Warned(str):
    """A warning: a sentence from the table of templates, together with its data. The text is empty if there
    is nothing to report.

    key       the key of the sentence
    number    the number of affected items; 0 makes the sentence empty, None means that there is no number
    examples  the first names or places of affected items
    values    further data in the sentence; only warnings with equal values add up
    facts     further data that are added: numbers, mappings of facts, objects with `|`; of two texts the
              first is kept. The sentence is empty if a mapping has
              only zeros, or if the number `unless` is not 0
    detail    function (warning) -> further values for the sentence, or None to make the sentence empty
    """

    __slots__ = ("detail", "examples", "facts", "key", "number", "values")
    key: str
    number: int | None
    examples: tuple[str, ...]
    values: Facts
    facts: Facts
    detail: "Detail | None"

    def __new__(
        cls,
        key: str,
        count: int | None = None,
        examples: Iterable[str] = (),
        *,
        facts: Facts | None = None,
        detail: "Detail | None" = None,
        **values: Any,
    ) -> Self:
        """Make the warning with this key. *values* must be hashable."""
        made = cls._with("", (key, count, tuple(examples)[:EXAMPLES], values, facts or {}, detail))
        return made.reworded(made.sentence())

    @classmethod
    def _with(cls, text: str, data: tuple[Any, ...]) -> Self:
        warned = super().__new__(cls, text)
        warned.key, warned.number, warned.examples, warned.values, warned.facts, warned.detail = data
        return warned

    @property
    def data(self) -> tuple[Any, ...]:
        """All fields as one tuple."""
        return self.key, self.number, self.examples, self.values, self.facts, self.detail

    @property
    def group(self) -> tuple[Any, ...]:
        """The key and the values. Warnings with equal groups can be added."""
        return self.key, *sorted(self.values.items())

    def __reduce__(self) -> tuple[Any, ...]:
        """The constructor and its arguments, so that warnings can be pickled in worker processes."""
        return Warned._with, (str(self), self.data)

    def reworded(self, text: str) -> Self:
        """A copy of this warning with another sentence."""
        return self._with(text, self.data)

    @classmethod
    def stored(cls, one: Any) -> Self:
        """Restore a warning from the JSON of a result. Raises TypeError or KeyError for malformed data."""
        if isinstance(one, str):  # form of warnings in old results
            return cls("other", said=one)
        return cls._with(str(one["text"]), (one["key"], one["count"], (), {"side": one["side"]}, {}, None))

    def told(self) -> dict[str, Any]:
        """The warning as a dictionary for the JSON of a result."""
        side = {**self.values, **self.facts}.get("side") or None
        return {"key": self.key, "text": str(self), "count": self.number, "side": side}

    def sentence(self) -> str:
        """Fill the template of the warning with its data."""
        is_empty = self.number == 0 or any(
            not any(one.values()) for one in self.facts.values() if isinstance(one, Mapping)
        )
        further = None if is_empty or self.facts.get("unless") else self.detail(self) if self.detail else {}
        if further is None:
            return ""
        self.number = further.get("count", self.number)
        number = len(self.examples) if self.number is None else self.number
        known = {**self.facts, **self.values, "examples": Names(number, self.examples), **further}
        known = {"first": "".join(map(short, self.examples[:1])), **known, "count": number}
        return SENTENCES[self.key].format_map({name: _shown(one) for name, one in known.items()})

    def with_part(self, other: "Warned") -> "Warned":
        """The sum of this warning and the warning of another part of the corpus."""
        count = None if self.number is None else self.number + (other.number or 0)
        examples, facts = self.examples + other.examples, _sum(self.facts, other.facts)
        return Warned(self.key, count, examples, facts=facts, detail=self.detail, **self.values)


Detail = Callable[[Warned], Facts | None]


class Names(NamedTuple):
    """The number of names in a list, and the first names. `{names}` in a template joins them by commas,
    `{names:; }` by semicolons.
    """

    number: int
    first: tuple[str, ...]

    @classmethod
    def of(cls, names: Sequence[str]) -> "Names":
        """Make an object from a list of names."""
        return cls(len(names), tuple(names[:EXAMPLES]))

    def __or__(self, other: "Names") -> "Names":
        """The sum of two lists: the total number, and the first names."""
        return Names(self.number + other.number, (self.first + other.first)[:EXAMPLES])

    def __format__(self, joint: str) -> str:
        more = self.number - len(self.first)
        names = (joint or ", ").join(map(short, self.first))
        return f"{names}{joint.rstrip()} and {more:,} more" if more > 0 else names


class _Number(int):
    """An integer in a template: `{n}` becomes 1,234, `{n:span}` becomes 1,234 spans, `{n:is|are}` becomes the
    right verb.
    """

    def __format__(self, noun: str) -> str:
        if "|" in noun:
            return noun.split("|")[self != 1]
        return plural(int(self), noun) if noun else f"{int(self):,}"


class _Tally(dict[str, int]):
    """Counts by name in a template: `{tally}` becomes 3 lost, 2 cut; `{tally:()}` becomes lost (3),
    cut (2).
    """

    def __format__(self, form: str) -> str:
        return some(f"{name} ({n:,})" if form else f"{n:,} {name}" for name, n in self.items() if n)


def _shown(value: Any) -> Any:
    """Wrap a value so that templates can format it."""
    return _Number(value) if type(value) is int else _Tally(value) if isinstance(value, Mapping) else value


def _sum(one: Any, other: Any) -> Any:
    """The sum of two facts: numbers are added, mappings are merged, and of two texts the first is kept."""
    if isinstance(one, Mapping):
        return {**one, **other, **{key: _sum(one[key], other[key]) for key in one.keys() & other.keys()}}
    return one or other if isinstance(one, str) else one + other if isinstance(one, int) else one | other


def listed(key: str, names: Sequence[str], **values: Any) -> list[Warned]:
    """The warning *key* about these names, in a list. Empty without names."""
    return [Warned(key, len(names), names, **values)] if names else []


def counted(key: str, count: int, examples: Iterable[str] = (), **values: Any) -> list[Warned]:
    """The warning *key* with a count, in a list. Empty if the count is 0."""
    return [Warned(key, count, examples, **values)] if count else []


def added(parts: Iterable[Sequence[str]]) -> list[str] | None:
    """Add up the warnings of all parts. None if some warning can only be computed on the whole corpus."""
    groups: dict[tuple[Any, ...], list[Warned]] = {}
    for warnings in parts:
        for one in warnings:
            if not isinstance(one, Warned) or one.key in WHOLE or one.values.get("is_whole"):
                return None
            groups.setdefault(one.group, []).append(one)
    sums = [reduce(Warned.with_part, group) for group in groups.values()]
    return [*sorted(filter(None, sums), key=lambda one: RANKS[one.key])]


def told(warnings: Iterable[str]) -> list[dict[str, Any]]:
    """The warnings as dictionaries for the JSON of a result."""
    every = (one if isinstance(one, Warned) else Warned("other", said=one) for one in warnings)
    return [one.told() for one in every]


def is_note(text: str) -> bool:
    """Whether a message is a note and not a warning."""
    return isinstance(text, Warned) and (text.key in NOTES or text.key in READING_NOTES)


def parted(messages: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split messages into (notes, warnings), without duplicates and in order."""
    distinct = tuple(dict.fromkeys(messages))
    notes = tuple(filter(is_note, distinct))
    return notes, tuple(text for text in distinct if not is_note(text))


def on_reading(notes: Iterable[str]) -> list[str]:
    """The notes that every command prints, about files that nerkit read differently than they say."""
    return [note for note in notes if isinstance(note, Warned) and note.key in READING_NOTES]
