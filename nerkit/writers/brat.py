"""Write brat standoff annotation: the lines of one document, or two files per document."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from nerkit.corpora.records import Documents
from nerkit.exceptions import UsageError, plural
from nerkit.writers.format import OFFSETS, cell
from nerkit.writers.record_parts import (
    ATTRIBUTES,
    ENTITIES,
    EVENTS,
    FRAGMENTS,
    IDS,
    RELATIONS,
    Body,
    as_spans,
    folder,
    items_of,
    words,
)

LINES = "\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"  # tabs, and characters that some programs read as line ends
NO_BLANK = LINES + " \x1f\xa0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


def files(documents: Documents) -> Iterator[tuple[str, str]]:
    """The name and the content of each file: the annotations and the text of each document."""
    names = documents.documents
    if not documents.named:  # numbers of equal length, because files are read in the order of their names
        names = [f"{n + 1:0{len(str(len(names)))}}" for n in range(len(names))]
    for name, body in zip(names, documents.values, strict=True):
        yield f"{name}.ann", "".join(f"{line}\n" for line in _StandoffLines(as_spans(body)).lines())
        if "text" in body:
            yield f"{name}.txt", body["text"]


class _StandoffLines:
    """A writer of the annotation lines of one document."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self.ids: dict[tuple[int, ...], str] = {}
        self.spans, self.others, self.attributes = list[str](), list[str](), list[str]()
        self.references: list[str] = []
        self.events: dict[tuple[int, ...], str] = {}  # trigger -> id of the event

    def lines(self) -> list[str]:
        """The annotation lines in brat's order: spans, relations and events, attributes, references."""
        for entity in items_of(self.body, ENTITIES):
            label = "_".join((entity.get("type") or "Entity").split())
            name = self._span(label, entity["span"])
            self.ids.setdefault(tuple(entity["span"]), name)
            self._attributes(name, entity)
            if entity.get("eid"):
                eid = "_".join(entity["eid"].split())
                self.references.append(f"N{len(self.references) + 1}\tReference {name} {_name(eid)}\t")
        events = items_of(self.body, EVENTS)
        triggers = [self._span(event["type"], event["trigger"]) for event in events]
        names = _names(events)
        for name, event in zip(names, events, strict=True):
            self.events.setdefault(tuple(event["trigger"]), name)
        for number, relation in enumerate(items_of(self.body, RELATIONS), 1):
            ends = [self._id(relation[key], relation.get(f"{key}_type")) for key in ("head", "tail")]
            label = _name(relation["type"])
            self.others.append(f"R{number}\t{label} Arg1:{ends[0]} Arg2:{ends[1]}\t")
            self._attributes(f"R{number}", relation)
        for name, trigger, event in zip(names, triggers, events, strict=True):
            used: dict[str, int] = {}
            words_of = [f"{_name(event['type'], NO_BLANK + ':')}:{trigger}"]
            for argument in event["arguments"]:
                role = _name(argument["role"], NO_BLANK + ":")
                used[role] = used.get(role, 0) + 1
                again = str(used[role]) if used[role] > 1 else ""
                words_of.append(f"{role}{again}:{self._id(argument['span'], None)}")
            self.others.append(f"{name}\t{' '.join(words_of)}")
            self._attributes(name, event)
        return [*self.spans, *self.others, *self.attributes, *self.references]

    def _span(self, label: str, span: list[int]) -> str:
        """Add a span and return its id."""
        name = f"T{len(self.spans) + 1}"
        places = ";".join(f"{start} {end}" for start, end in zip(span[::2], span[1::2], strict=True))
        covered = " ".join(words(self.body, span).split())
        self.spans.append(f"{name}\t{_name(label)} {places}" + (f"\t{covered}" if covered else ""))
        return name

    def _id(self, span: list[int], label: str | None) -> str:
        """The id of the entity or event with this span; adds an entity if there is none."""
        if tuple(span) not in self.ids and tuple(span) in self.events:
            return self.events[tuple(span)]
        if tuple(span) not in self.ids:
            self.ids[tuple(span)] = self._span(label or "Entity", span)
        return self.ids[tuple(span)]

    def _attributes(self, name: str, item: dict[str, Any]) -> None:
        for key, value in (item.get("attributes") or {}).items():
            shown = "" if value is True else f" {cell(str(value), 'value', 'brat', LINES)}"
            self.attributes.append(f"A{len(self.attributes) + 1}\t{_name(key)} {name}{shown}")


def _name(text: str, refused: str = NO_BLANK) -> str:
    """Check a type, role or id, and return it. Raises UsageError if it is empty or has a blank."""
    if not text:
        raise UsageError("brat cannot hold an empty type or role")
    return cell(text, "name", "brat", refused)


def _names(events: Sequence[Body]) -> list[str]:
    """The ids of events if all are distinct and valid in brat; otherwise new ids E1, E2, …."""
    own = [str(event.get("id")) for event in events]
    fit = len(set(own)) == len(own) and all(EVENT.fullmatch(name) for name in own)
    return own if fit else [f"E{number}" for number in range(1, len(own) + 1)]


def lost(documents: Documents) -> list[str]:
    """Phrases that count the labels and ids with blanks, which brat cannot hold."""
    entities = [entity for body in documents.values for entity in items_of(body, ENTITIES)]
    counts = {
        f"{noun} with a blank": sum(any(map(str.isspace, entity.get(key) or "")) for entity in entities)
        for noun, key in (("label", "type"), ("id", "eid"))
    }
    return [plural(count, noun) for noun, count in counts.items() if count]


EVENT = re.compile(r"E\w+")
WRITER = folder("brat", files, lost, OFFSETS, ENTITIES, RELATIONS, EVENTS, ATTRIBUTES, FRAGMENTS, IDS)
