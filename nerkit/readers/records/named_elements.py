"""Resolves references to entities by id, text or place in their list, and to events by id.

    "entities": [{"id": "a", "span": [0, 1]}, {"id": "b", "span": [2, 3]}], "relations": [{"head": "a", …}]

- An id never scores, because nerkit replaces it by the span of the element. Entities, `mentions`, `triggers`
  and events may have an id, at `id` or another key of IDS. The id of an event means its trigger.
- An integer is an id if an id of an element could be an integer. Otherwise the integer is the place of an
  entity in its list, from 0.
- A string that is not an id is a text. In a document with ids the text must be the text of an entity, because
  the string could be a broken reference. For triggers and arguments, any text of the document will do.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from nerkit.readers.json_text import Path, shown, text_at
from nerkit.readers.records.document_table import Body, DocumentReading

IDS = ("id", "entity_id", "mention_id", "eid", "uid")  # the keys of ids, best first
TEXTS = ("text", "name")  # keys of the text of an element without a span
BESIDE = ("mentions", "triggers")  # lists of elements beside the entities
EVENTS = ("event", "event_id")  # members that name events
SEVERAL: Body = {}  # replaces elements whose ids are equal
SHOWN = 3  # ids that a remedy names


class NamedElements:
    """The elements of one document by id or list position. The index is built at the first lookup.

    reading         the reading of the document, which raises errors
    body            the document as written
    entities        the entities read so far, with `span` and `type`
    known, events   id -> element, id -> event
    """

    def __init__(self, reading: DocumentReading, body: Body, entities: list[Body]) -> None:
        self.reading, self.body, self.entities = reading, body, entities
        beside = [element for key in BESIDE for element in _listed(body, key)]
        self.known = _by_id(beside, place_of) | _by_id(entities, place_of)
        self.events = _by_id(_listed(body, "events"), self._trigger)

    @cached_property
    def text(self) -> str:
        """The text of the document; empty if unknown."""
        tokens = self.body.get("tokens")
        return self.body.get("text") or "" if tokens is None else " ".join(tokens)

    @cached_property
    def texts(self) -> dict[str, Any]:
        """Text of each entity -> type of the first entity with this text."""
        return {
            text: entity.get("type")
            for entity in reversed(self.entities)
            for text in (self._covered(entity["span"]), *map(entity.get, TEXTS))
            if isinstance(text, str)
        }

    def is_named(self, value: Any) -> bool:
        """Whether a value is an id or a text of an element. Also true for all values except strings."""
        return not isinstance(value, str) or value in self.known or value in self.texts

    def named(self, name: str | int, what: str, path: Path, *, in_text: bool = False) -> Body | None:
        """The element with an id or at a list position. None for a text; if *in_text*, for any text of the
        document.

        Raises InputError for an id or position of no element, and for an id of several elements.
        """
        first, second = (self.events, self.known) if what in EVENTS else (self.known, self.events)
        element = first.get(str(name), second.get(str(name)))
        if element is SEVERAL:
            problem = f"the id {shown(name)} is given twice"
            self.reading.fail(problem, *path, remedy="ids are unique in a document")
        if isinstance(name, int):
            return self._numbered(name, element, what, path)
        if element is not None or not self.known:
            return element
        if not (name in self.texts or (in_text and self.is_in_text(name))):
            remedy = f"the value must be the id or the text of an entity{self._some()}"
            self.reading.no_entity(what, name, *path, remedy=remedy)
        return element

    def _numbered(self, number: int, element: Body | None, what: str, path: Path) -> Body:
        """The element whose id is a number, otherwise the entity at this list position."""
        has_numbers = any(name.isdecimal() for name in self.known)
        at_place = None if has_numbers else self.entities[number : number + 1] if number >= 0 else []
        if at_place and element is not None:
            problem = (
                f"{what} {number} may be the event with this id, or the entity at this place of its list"
            )
            self.reading.fail(problem, *path, remedy="give ids to the entities")
        if element is None and not at_place:
            remedy = f"nerkit numbers entities without ids from 0, and there are {len(self.entities)}"
            if has_numbers:
                remedy = f"ids of entities count{self._some()}; leave out ids to count places in the list"
            self.reading.no_entity(what, number, *path, remedy=remedy)
        return element or at_place[0]  # type: ignore[index]

    def _trigger(self, event: Body) -> Any:
        """The span of the trigger of an event. The trigger may be given by the id of an element."""
        trigger = event.get("trigger")
        if isinstance(trigger, str | int):
            return self.known.get(str(trigger), {}).get("span", trigger)
        return trigger if isinstance(trigger, list) else place_of(trigger)

    def is_in_text(self, words: str) -> bool:
        """Whether the document contains these words, without a letter or digit directly before or after."""
        at = self.text.find(words)
        while at >= 0 and (self.text[at - 1 : at].isalnum() or self.text[at + len(words) :][:1].isalnum()):
            at = self.text.find(words, at + 1)
        return at >= 0

    def _covered(self, span: Any) -> str | None:
        """The text that a span covers; None if unknown."""
        if isinstance(span, str):
            return span
        if not (source := self.body.get("tokens") or self.body.get("text")):
            return None
        after = self.reading.unit.after
        parts = [source[start : end + after] for start, end in zip(span[::2], span[1::2], strict=True)]
        return " ".join(part if isinstance(part, str) else " ".join(part) for part in parts)

    def _some(self) -> str:
        names = [*self.known][:SHOWN]
        return f" ({', '.join(names)}{', …' * (len(self.known) > SHOWN)})" if names else ""


def place_of(element: Any) -> Any:
    """The span of an element, or its text if it has no span; None if it has neither."""
    if not isinstance(element, dict):
        return None
    if element.get("span") is not None:
        return element["span"]
    if type(element.get("start")) is int and type(element.get("end")) is int:
        return [element["start"], element["end"]]
    return text_at(element, TEXTS)


def id_of(element: Body) -> str | None:
    """The id of an element as text."""
    name = next((element[key] for key in IDS if element.get(key) is not None), None)
    return str(name) if type(name) in (str, int) else None


def _by_id(elements: list[Body], place: Callable[[Body], Any]) -> dict[str, Body]:
    """Id -> elements with a span."""
    known: dict[str, Body] = {}
    for element in elements:
        name, span = id_of(element), place(element)
        if name is not None and span is not None:
            made = {"span": span, "type": element.get("type")}
            known[name] = made if known.get(name, made) == made else SEVERAL
    return known


def _listed(body: Body, key: str) -> list[Body]:
    """The objects in the list of a document at one key."""
    listed = body.get(key)
    return [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
