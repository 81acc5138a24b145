"""Builds documents of relations and events, for all record formats.

`corpora.records` describes a document. Errors are offsets that are not integers, end before they start or lie
outside the text, and references to missing items.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from typing import Any, NamedTuple, NoReturn, TypeVar

from nerkit.algorithms.columns import LARGEST
from nerkit.corpora.corpus import Origin
from nerkit.corpora.pairing.id_aliases import candidates, found_in
from nerkit.corpora.records import Documents, ItemLines
from nerkit.exceptions import InputError, plural
from nerkit.ground.meant import after, in_own_unit, otherwise
from nerkit.io import Source
from nerkit.readers.json_text import Value, shown
from nerkit.readers.leniency import BEYOND_TEXT, forgive, where
from nerkit.readers.spans.span_table import ReadingTable, places

Made = TypeVar("Made")
Body = dict[str, Any]  # a document, or a part of one
HALF_OPEN = "offsets count from 0, and ends are exclusive"
INCLUSIVE = "offsets count from 0, and ends are inclusive"


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit of a format's offsets.

    name   `token` or `character`
    after  the distance from a written end to the exclusive end: 0 for exclusive ends, 1 for inclusive ends
    cut    whether spans that end beyond the text are cut at its end, as in scorers that compare tokens
    """

    name: str = "token"
    after: int = 0
    cut: bool = False

    @property
    def rule(self) -> str:
        """The rule for offsets, as error messages print it."""
        return INCLUSIVE if self.after else HALF_OPEN


def as_written(unit: Unit) -> Unit:
    """The unit, with inclusive or exclusive ends if the user chose them with an option."""
    behind = after(unit.after)
    return unit if behind == unit.after else replace(unit, after=behind)


class DocumentReading:
    """The reading of one document: its value, and methods that check parts of the value.

    size   the number of tokens or characters of the document, which bounds offsets
    bound  the name of the counted thing, for messages
    """

    __slots__ = ("anywhere", "bound", "form", "size", "unit", "value")

    def __init__(self, value: Value, form: str, unit: Unit, size: int = LARGEST) -> None:
        self.value, self.form, self.size = value, form, size
        self.unit, self.anywhere, self.bound = as_written(unit), not in_own_unit(), "text"

    def fail(self, problem: str, *path: str | int, remedy: str | None = None) -> NoReturn:
        """Raise the InputError for the part at *path*."""
        self.value.fail(problem, *path, remedy=remedy or self.form)

    def items(self, body: Any, key: str, *path: str | int) -> list[Any]:
        """The list at *key* of an object, or an empty list; InputError if the value is not a list."""
        value = body.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            self.fail(f"{key} is {shown(value)}, not a list", *path, key)
        return value

    def need(
        self, is_right: object, value: Any, what: str, *path: str | int, remedy: str | None = None
    ) -> None:
        """Raise the InputError for the value at *path*, which is not *what*, unless it is right."""
        if not is_right:
            self.fail(f"{shown(value)} is not {what}", *path, remedy=remedy)

    def record(self, value: Any, what: str, *path: str | int) -> Body:
        """The value as an object; InputError if it is not an object."""
        self.need(isinstance(value, dict), value, what, *path)
        return value  # type: ignore[no-any-return]

    def text(self, body: Body, key: str, *path: str | int) -> str:
        """The string at *key*; InputError if there is no string."""
        value = body.get(key)
        if not isinstance(value, str):
            problem = f"no {key}" if value is None else f"{key} is {shown(value)}, not a string"
            self.fail(problem, *path, key)
        return value

    def own_text(self, body: Body, *path: str | int) -> str | None:
        """The `text` of a document or a span, or None if it has no text; InputError if it is not a string."""
        text = body.get("text")
        if not (text is None or isinstance(text, str)):
            self.fail(f"the text is {shown(text)}, not a string", *path, "text")
        return text

    def label(self, body: Body, key: str, *path: str | int) -> str | None:
        """The label at *key*, or None if there is no label; InputError if it is not a string."""
        return None if body.get(key) is None else self.text(body, key, *path)

    def span(
        self, start: Any, end: Any, *path: str | int, first: Any = "start", last: Any = "end"
    ) -> list[int]:
        """Half-open offsets from written offsets; *first* and *last* are the keys that errors point to."""
        behind, size = self.unit.after, LARGEST if self.anywhere else self.size
        if type(start) is int and type(end) is int and 0 <= start < end + behind <= size:
            return [start, end + behind]
        fail = partial(self._wrong_span, (start, end), path, (first, last))
        if not (self.unit.cut and type(start) is int and type(end) is int and 0 <= start < self.size < end):
            fail()
        forgive(BEYOND_TEXT, fail)
        return [start, self.size]

    @property
    def whole(self) -> str:
        """The name of a document in messages."""
        return "document"

    def no_entity(
        self, name: str, value: Any, *path: str | int, remedy: str, what: str = "entity"
    ) -> NoReturn:
        """Raise the InputError for an end of a relation or event that is not a *what* of the document."""
        article = "an" if what[0] in "aeiou" else "a"
        self.fail(f"{name} {shown(value)} is not {article} {what} of the {self.whole}", *path, remedy=remedy)

    def pair(self, value: Any, *path: str | int) -> list[int]:
        """Half-open offsets of a span written as a list of two integers."""
        is_pair = isinstance(value, list) and len(value) == 2
        self.need(is_pair, value, "a span", *path, remedy="a span is [start, end]")
        return self.span(value[0], value[1], *path, first=0, last=1)

    def clusters(self, chains: Sequence[Any], key: str, mention: Callable[..., Made]) -> list[list[Made]]:
        """The list of clusters at a key. *mention* converts each mention, given the mention and its path.

        Raises InputError for an empty cluster.
        """
        made = []
        for place, cluster in enumerate(chains):
            if not isinstance(cluster, list) or not cluster:
                self.fail("an entity without mentions", key, place)
            made.append([mention(each, key, place, i) for i, each in enumerate(cluster)])
        return made

    def _wrong_span(
        self, offsets: tuple[Any, Any], path: Sequence[str | int], keys: tuple[Any, Any]
    ) -> NoReturn:
        rule = self.unit.rule
        for name, offset, key in zip(("start", "end"), offsets, keys, strict=True):
            if offset is None:
                self.fail(f"a span without {name}", *path, key)
            if type(offset) is not int:
                self.fail(f"{name} {shown(offset)} is not an integer", *path, key, remedy=rule)
        start, end = offsets
        if start < 0:
            self.fail(f"start {start} is negative", *path, keys[0], remedy=rule)
        if end + self.unit.after <= start:
            relation = "before" if self.unit.after else "not after"
            rule = otherwise(0) * (not self.unit.after and end == start) + rule
            self.fail(f"end {end} is {relation} start {start}", *path, keys[1], remedy=rule)
        size = "2**53"
        if self.size < LARGEST:
            size = f"the {self.bound}, which has {plural(self.size, self.unit.name)}"
        rule = otherwise(1) * (self.unit.after and end == self.size) + rule
        self.fail(f"end {end} is beyond {size}", *path, keys[1], remedy=rule)


class DocumentRead(NamedTuple):
    """A document after reading: its id, its members, and its JSON value unless it is part of a larger
    value.
    """

    name: str | None
    body: Body
    value: Value | None = None


class DocumentTable(ReadingTable):
    """The documents read so far, with their places and the warnings about them."""

    def __init__(
        self, form: str, *, characters: bool = False, refused: list[InputError] | None = None
    ) -> None:
        ReadingTable.__init__(self, refused)
        self.form, self.characters = form, characters
        self.values: list[Any] = []
        self.in_file: list[tuple[Value, ...]] = []
        self.item_lines: list[ItemLines | None] = []
        self.strings = False  # whether spans are strings

    def add(self, name: str | None, body: Body, *in_file: Value, lines: ItemLines | None = None) -> None:
        """Add a document. *lines* are the lines of its items, if the document covers several lines."""
        self.ids.append(name)
        self.values.append(body)
        self.in_file.append(in_file)
        self.item_lines.append(lines)

    def finish(self, source: Source, first: int) -> None:
        """Record that the documents from *first* on come from *source*.

        In a folder, documents without an id get the name of their file.
        """
        self.origins.append(Origin(source.name, source.sha256, first))
        own = self.ids[first:]
        self.ids[first:] = [
            name if each is None else each for each, name in zip(own, places(source, len(own)), strict=True)
        ]

    def documents(self, sources: Sequence[Source]) -> Documents:
        """The corpus of all documents."""
        named = bool(self.ids) and None not in self.ids
        place = where(sources)
        self._label_entities()
        names = [str(name if named else place) for place, name in enumerate(self.ids, 1)]
        return Documents(
            names,
            self.values,
            tuple(self.in_file),
            tuple(self.origins),
            (*self.keys.notes(place), *self.tally.warnings(sources), *self.keys.warnings(place)),
            named=named,
            form=self.form,
            characters=self.characters,
            strings=self.strings,
            hashed=self.hashed,
            unread=self.tally.unread(),
            item_lines=tuple(self.item_lines) if any(self.item_lines) else (),
            other_ids=()
            if named
            else candidates(found_in(values[0].value if values else None) for values in self.in_file),
            hints=self.keys.hints(place),
            label_key=self.keys.label_key,
            unsure=self.keys.unsure,
        )

    def _label_entities(self) -> None:
        """Give entities without a label the label under another key of the file.

        Raises InputError if the format requires labels and no key has them.
        """
        labels = self.keys.column()
        if labels is None:
            if self.unlabelled is not None:
                self.attempt(self.unlabelled)
            return
        entities = (entity for body in self.values for entity in body.get("entities") or ())
        for row, entity in enumerate(entities):
            entity["type"] = labels.value(row)


def joined_tokens(
    reading: DocumentReading, sentences: Sequence[Any], *path: str | int
) -> tuple[list[str], list[int]]:
    """The tokens of a list of sentences, and the first token of each sentence, followed by the number of
    tokens.

    Raises InputError if a sentence is not a list of strings.
    """
    for place, sentence in enumerate(sentences):
        check_tokens(reading, sentence, *path, place)
    return [token for sentence in sentences for token in sentence], [0, *accumulate(map(len, sentences))]


def check_tokens(reading: DocumentReading, tokens: Any, *path: str | int) -> list[str]:
    """Return the tokens; InputError if they are not a list of strings."""
    if not isinstance(tokens, list) or not set(map(type, tokens)) <= {str}:
        reading.fail("not a list of tokens", *path)
    return tokens


def name_in(reading: DocumentReading, body: Body, keys: Sequence[str]) -> str | None:
    """The id of a document, from the first of *keys* that the document has; InputError for an invalid id."""
    for key in keys:
        name = body.get(key)
        if name is not None:
            return reading.value.id(name, key, remedy=reading.form)
    return None


def at_id(known: dict[Any, Made], name: Any) -> Made | None:
    """The value of *known* at an id; None if the id is unknown, or is neither a string nor an integer."""
    return known.get(name) if isinstance(name, str | int) else None


def by_id(
    reading: DocumentReading, items: Sequence[Any], what: str, *path: str | int, key: str = "id"
) -> dict[Any, Body]:
    """Id -> object, for a list of objects; InputError for an id that occurs twice."""
    known: dict[Any, Body] = {}
    for place, item in enumerate(items):
        name = reading.record(item, what, *path, place).get(key)
        if name is None:
            continue
        if not isinstance(name, str | int):
            reading.fail(f"the id {shown(name)} is neither text nor an integer", *path, place, key)
        if name in known:
            reading.fail(
                f"the id {shown(name)} is given twice",
                *path,
                place,
                key,
                remedy="ids are unique in a document",
            )
        known[name] = item
    return known
