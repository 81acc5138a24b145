"""Warnings and notes as data: a key, a count and at most three examples; a table makes the sentence.

    Warned("documents-without-tokens", 2, ["a", "b"], side="sys.bio")
    sys.bio: 2 documents without any token, counted as empty: a, b

The warnings about two parts of a corpus add up: warnings with equal keys and values add their counts.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple, Self

from nerkit.exceptions import plural, short, some
from nerkit.ground.sentences import NOTES, READING_NOTES, SENTENCES, WHOLE

EXAMPLES = 3  # that a warning keeps
Facts = Mapping[str, Any]
RANKS = {key: rank for rank, key in enumerate(SENTENCES)}


class Warned(str):
    """The sentence that the table has for a key, with its data; empty if there is nothing to report.

    key       the key of the sentence
    number    how many things it is about; 0 says nothing, None that it is not about a number
    examples  the first names or places of these things
    values    further data in the sentence; only warnings with equal values add up
    facts     further data that add up: numbers, mappings of facts, anything with `|`; the first of two texts
              stays. The sentence is empty if a mapping has only zeros, or if the number `unless` is not 0
    detail    (the warning) -> further values of the sentence; None if there is nothing to say
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
        """The warning with this key; *values* are hashable."""
        made = cls._with("", (key, count, tuple(examples)[:EXAMPLES], values, facts or {}, detail))
        return made.reworded(made.sentence())

    @classmethod
    def _with(cls, text: str, data: tuple[Any, ...]) -> Self:
        warned = super().__new__(cls, text)
        warned.key, warned.number, warned.examples, warned.values, warned.facts, warned.detail = data
        return warned

    @property
    def data(self) -> tuple[Any, ...]:
        """Return all fields as one tuple."""
        return self.key, self.number, self.examples, self.values, self.facts, self.detail

    @property
    def group(self) -> tuple[Any, ...]:
        """The key and the values, which are equal in warnings that add up."""
        return self.key, *sorted(self.values.items())

    def __reduce__(self) -> tuple[Any, ...]:
        """The constructor and its arguments, so that warnings can be pickled in worker processes."""
        return Warned._with, (str(self), self.data)

    def reworded(self, text: str) -> Self:
        """Return this warning with another sentence."""
        return self._with(text, self.data)

    @classmethod
    def stored(cls, one: Any) -> Self:
        """The warning of the JSON of a result. Raises TypeError or KeyError for other data."""
        if isinstance(one, str):  # as results had them once
            return cls("other", said=one)
        return cls._with(str(one["text"]), (one["key"], one["count"], (), {"side": one["side"]}, {}, None))

    def told(self) -> dict[str, Any]:
        """The warning in the JSON of a result."""
        side = {**self.values, **self.facts}.get("side") or None
        return {"key": self.key, "text": str(self), "count": self.number, "side": side}

    def sentence(self) -> str:
        """The sentence of the table about this."""
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
        """The warning joined with the warning of another part."""
        count = None if self.number is None else self.number + (other.number or 0)
        examples, facts = self.examples + other.examples, _sum(self.facts, other.facts)
        return Warned(self.key, count, examples, facts=facts, detail=self.detail, **self.values)


Detail = Callable[[Warned], Facts | None]


class Names(NamedTuple):
    """The first names of a list with their total number: `{names}` in a sentence joins them by commas,
    `{names:; }` by semicolons.
    """

    number: int
    first: tuple[str, ...]

    @classmethod
    def of(cls, names: Sequence[str]) -> "Names":
        """The first few *names*, with their total number."""
        return cls(len(names), tuple(names[:EXAMPLES]))

    def __or__(self, other: "Names") -> "Names":
        """The first of both."""
        return Names(self.number + other.number, (self.first + other.first)[:EXAMPLES])

    def __format__(self, joint: str) -> str:
        more = self.number - len(self.first)
        names = (joint or ", ").join(map(short, self.first))
        return f"{names}{joint.rstrip()} and {more:,} more" if more > 0 else names


class _Number(int):
    """A number in a sentence: `{n}` is 1,234, `{n:span}` 1,234 spans, `{n:is|are}` the word that fits it."""

    def __format__(self, noun: str) -> str:
        if "|" in noun:
            return noun.split("|")[self != 1]
        return plural(int(self), noun) if noun else f"{int(self):,}"


class _Tally(dict[str, int]):
    """Numbers by name in a sentence: `{tally}` is 3 lost, 2 cut; `{tally:()}` lost (3), cut (2)."""

    def __format__(self, form: str) -> str:
        return some(f"{name} ({n:,})" if form else f"{n:,} {name}" for name, n in self.items() if n)


def _shown(value: Any) -> Any:
    """A value as sentences format it."""
    return _Number(value) if type(value) is int else _Tally(value) if isinstance(value, Mapping) else value


def _sum(one: Any, other: Any) -> Any:
    """The facts of two parts together."""
    if isinstance(one, Mapping):
        return {**one, **other, **{key: _sum(one[key], other[key]) for key in one.keys() & other.keys()}}
    return one or other if isinstance(one, str) else one + other if isinstance(one, int) else one | other


def listed(key: str, names: Sequence[str], **values: Any) -> list[Warned]:
    """The warning *key* about these names; empty list without names."""
    return [Warned(key, len(names), names, **values)] if names else []


def counted(key: str, count: int, examples: Iterable[str] = (), **values: Any) -> list[Warned]:
    """The warning *key* with a count; empty list if the count is 0."""
    return [Warned(key, count, examples, **values)] if count else []


def added(parts: Iterable[Sequence[str]]) -> list[str] | None:
    """Add up the warnings of all parts; None if a part cannot tell one of the warnings."""
    groups: dict[tuple[Any, ...], list[Warned]] = {}
    for warnings in parts:
        for one in warnings:
            if not isinstance(one, Warned) or one.key in WHOLE or one.values.get("is_whole"):
                return None
            groups.setdefault(one.group, []).append(one)
    sums = [reduce(Warned.with_part, group) for group in groups.values()]
    return [*sorted(filter(None, sums), key=lambda one: RANKS[one.key])]


def told(warnings: Iterable[str]) -> list[dict[str, Any]]:
    """The warnings in the JSON of a result."""
    every = (one if isinstance(one, Warned) else Warned("other", said=one) for one in warnings)
    return [one.told() for one in every]


def is_note(text: str) -> bool:
    """Whether a sentence among warnings warns of nothing."""
    return isinstance(text, Warned) and (text.key in NOTES or text.key in READING_NOTES)


def parted(messages: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Notes and warnings, each once, in their order."""
    distinct = tuple(dict.fromkeys(messages))
    notes = tuple(filter(is_note, distinct))
    return notes, tuple(text for text in distinct if not is_note(text))


def on_reading(notes: Iterable[str]) -> list[str]:
    """The notes that every command tells: nerkit read a file otherwise than it says."""
    return [note for note in notes if isinstance(note, Warned) and note.key in READING_NOTES]
