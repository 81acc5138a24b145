"""Documents as JSON values. Readers of records build them, the scorer of formulas takes them.

Readers of relations and events give every document the same form, whatever its format:

    {"id": "d1", "tokens": ["Tolkien", "left", "Oxford"],       or "text": "…", or neither
     "entities": [{"type": "PER", "span": [0, 1]}],
     "relations": [{"type": "visit", "head": [0, 1], "tail": [2, 3], "head_type": "PER", "tail_type": "LOC"}],
     "events": [{"type": "Leave", "trigger": [1, 2], "arguments": [{"role": "Who", "span": [0, 1]}]}],
     "clusters": [[[0, 1], [7, 8]]]}

Offsets are half-open. They count the tokens of the document if it has tokens, otherwise characters. A
discontinuous span lists the two offsets of each fragment, `[0, 5, 9, 12]`. Some formats add further members.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any

from nerkit.algorithms.columns import NONE, IntArray
from nerkit.corpora.corpus import Origin, Place
from nerkit.exceptions import InputError
from nerkit.ground.meant import CHARACTERS, TOKENS, in_own_unit
from nerkit.ground.patterns import regex
from nerkit.ground.records import record

if TYPE_CHECKING:
    from nerkit.corpora.pairing.id_aliases import OtherIds
    from nerkit.corpora.selection import Selection
    from nerkit.corpora.spans import Hint
    from nerkit.readers.json_text import Value
    from nerkit.scorers.slices import Slices

INDEX = regex(r"\[(\d+)\]")
ITEM = regex(r"(\w+)\[(\d+)\]")  # first step of an item's path: list and position
SENTENCES = "first_tokens"  # key of the first tokens of sentences, followed by the number of tokens


@record(frozen=True)
class ItemLines:
    """The file of a document, and the 1-based lines of its items per list: `{"relations": [4, 9]}`.

    Nested lists are named by their paths, as in `annotators[0].edits`.
    """

    source: str
    of: Mapping[str, Sequence[int]]

    def line(self, path: str) -> int | None:
        """The line of the outermost item on a path whose line is known."""
        places = ((path[: index.start()], int(index[1])) for index in INDEX.finditer(path))
        return next((self.of[name][place] for name, place in places if name in self.of), None)


@record(frozen=True)
class Documents:
    """The documents of one side, each an object.

    documents   their ids; *named* is False if they are 1-based positions
    values      the objects; None for a document that this side lacks
    in_file     the place of each object in its file; empty for objects from memory
    form        the format from which they were read, if they have the form above
    characters  whether offsets count characters, not tokens
    strings     whether some spans are strings and not offsets
    selection   the choice of scored items; None for all
    slices      the slices of items that get rows of their own; None for no slices
    unread      name -> count, for items of the files that nerkit did not read
    beside      data about the documents from other files, such as `seen` facts or `clusters`
    hashed      whether the ids are Prodigy's numbers of texts
    other_ids   ids under other names, if documents have no ids
    item_lines  the lines of items, in formats with one item per line; empty in other formats
    hints, label_key, unsure   facts about entities, as in `Spans`
    """

    documents: list[str]
    values: list[Any]
    in_file: "tuple[tuple[Value, ...], ...]" = ()
    origins: tuple[Origin, ...] = ()
    warnings: tuple[str, ...] = ()
    named: bool = True
    form: str = ""
    characters: bool = False
    strings: bool = False
    selection: "Selection | None" = None
    slices: "Slices | None" = None
    unread: Mapping[str, int] = field(default_factory=dict)
    beside: frozenset[str] = frozenset()
    hashed: bool = False
    item_lines: "tuple[ItemLines | None, ...]" = ()
    other_ids: "tuple[OtherIds, ...]" = ()
    hints: "Mapping[str, Hint]" = field(default_factory=dict)
    label_key: str = ""
    unsure: bool = False

    def __len__(self) -> int:
        return len(self.values)

    @property
    def offset_unit(self) -> str | None:
        """The unit of spans: characters or tokens; None if no document has a text or tokens."""
        if self.characters:
            return CHARACTERS
        has_tokens = any(isinstance(body, dict) and "tokens" in body for body in self.values)
        return TOKENS if has_tokens else None

    @property
    def document_texts(self) -> list[str | None]:
        """The text of each document, or its tokens joined; None for a document without both."""
        return [
            body.get("text") or (" ".join(body["tokens"]) if body.get("tokens") else None)
            for body in self.values
        ]

    def in_documents(self, documents: list[str], codes: IntArray) -> "Documents":
        """File the objects under *documents*. Objects under one document are merged."""
        values: list[Any] = [None] * len(documents)
        in_file: list[tuple[Value, ...]] = [()] * len(documents)
        lines: list[ItemLines | None] = [None] * len(documents)
        for old, new in enumerate(codes.tolist()):
            if new == NONE:
                continue
            values[new] = self.values[old] if values[new] is None else merged(values[new], self.values[old])
            in_file[new] += self.in_file[old] if self.in_file else ()
            if self.item_lines:
                lines[new] = self.item_lines[old] if lines[new] is None else None
        return replace(
            self, documents=documents, values=values, in_file=tuple(in_file), item_lines=tuple(lines)
        )

    @property
    def places(self) -> tuple[str, ...]:
        """The `file:line` of each document, for messages."""
        return tuple(f"{values[0].source}:{values[0].line}" if values else "" for values in self.in_file)

    def place(self, document: int, path: str = "") -> Place | None:
        """File and line at which a document begins, if known.

        If items have their own lines, the line of the item at *path*, such as `events[0].arguments[2]`.
        """
        lines = self.item_lines[document] if self.item_lines else None
        if lines is not None and (line := lines.line(path)):
            return lines.source, line
        in_file = self.in_file[document] if self.in_file else ()
        return (in_file[0].source, in_file[0].line) if in_file else None

    def fail(self, problem: str, path: Sequence[str | int], remedy: str | None = None) -> None:
        """Raise the InputError for the value at *path*, with its place in the file if known.

        The path begins with the position of a document.
        """
        document, *inside = path
        lines = self.item_lines[int(document)] if self.item_lines else None
        text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in inside)
        if lines is not None and (line := lines.line(text[1:]) or min(chain(*lines.of.values()), default=0)):
            raise InputError(problem, source=lines.source, line=line, column=1, remedy=remedy)
        if self.in_file and len(self.in_file[int(document)]) == 1:
            self.in_file[int(document)][0].fail(problem, *inside, remedy=remedy)


def merged(first: Any, second: Any) -> Any:
    """Two objects joined: lists are concatenated, mappings are joined key by key, otherwise the first
    value counts.
    """
    if isinstance(first, list) and isinstance(second, list):
        return first + second
    if isinstance(first, dict) and isinstance(second, dict):
        both = {key: merged(value, second[key]) for key, value in first.items() if key in second}
        return {**first, **second, **both}
    return first


def as_characters(documents: Documents) -> Documents:
    """The documents with offsets that count characters of their text, or of their tokens joined by blanks.

    If the user named the unit of offsets, the documents are unchanged, and `nerkit.corpora.offsets` converts
    them.
    """
    if documents.characters:
        return documents
    convert = _as_text if in_own_unit() else _beside_text
    return replace(documents, values=list(map(convert, documents.values)), characters=True)


def _beside_text(body: dict[str, Any]) -> dict[str, Any]:
    """A document of tokens, with the text of its tokens joined by blanks added."""
    return body | {"text": " ".join(body["tokens"])} if "tokens" in body else body


def _as_text(body: dict[str, Any]) -> dict[str, Any]:
    """A document of tokens converted to a document of characters, with its tokens joined by blanks."""
    if "tokens" not in body:
        return body
    tokens = body["tokens"]
    first = list(accumulate((len(token) + 1 for token in tokens), initial=0))

    def placed(span: Any) -> Any:
        """The character offsets of a span of tokens; a string unchanged."""
        if not isinstance(span, list):
            return span
        pairs = zip(span[::2], span[1::2], strict=True)
        return [offset for start, end in pairs for offset in (first[start], first[end] - 1)]

    made = {key: value for key, value in body.items() if key != "tokens"}
    return {"text": " ".join(tokens), **in_places(made, placed)}


def moved(span: Any, starts: int, ends: int) -> Any:
    """A span with *starts* and *ends* added to its offsets; a string unchanged."""
    if not isinstance(span, list):
        return span
    return [offset + (ends if place % 2 else starts) for place, offset in enumerate(span)]


LISTS = ("entities", "relations", "events")
PLACES = ("span", "head", "tail", "trigger", "trigger_head")


def in_places(
    body: dict[str, Any], moved: Callable[[Any], Any], keys: Sequence[str] = PLACES
) -> dict[str, Any]:
    """A document with converted spans of entities, relations, events, arguments and clusters."""

    def item(value: dict[str, Any]) -> dict[str, Any]:
        """An entity, relation or event with converted spans, and its arguments too."""
        places = {key: moved(value[key]) for key in keys if value.get(key) is not None}
        inner = {"arguments": list(map(item, value["arguments"]))} if "arguments" in value else {}
        return {**value, **places, **inner}

    lists: dict[str, Any] = {key: list(map(item, body[key])) for key in LISTS if key in body}
    if "clusters" in body:
        lists["clusters"] = [list(map(moved, cluster)) for cluster in body["clusters"]]
    return {**body, **lists}
