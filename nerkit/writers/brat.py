"""brat standoff annotation: the lines of one document, or a file for each of several and the text beside it."""

from collections.abc import Iterator
from typing import Any

from nerkit.corpora.records import Documents
from nerkit.errors import UsageError
from nerkit.writers.format import OFFSETS, Writer
from nerkit.writers.record_parts import (
    ATTRIBUTES,
    ENTITIES,
    EVENTS,
    FRAGMENTS,
    RELATIONS,
    Body,
    as_spans,
    words,
)


def write(documents: Documents) -> Iterator[str]:
    """The annotations of the one document. Raises UsageError where there are several."""
    if len(documents) > 1:
        raise UsageError(
            f"brat has a file for each document, and there are {len(documents):,}: name a folder"
        )
    for _, text in files(documents):
        yield text
        return


def files(documents: Documents) -> Iterator[tuple[str, str]]:
    """The annotations and the text of each document, and the names of the files."""
    for name, body in zip(documents.documents, documents.values, strict=True):
        yield f"{name}.ann", "".join(f"{line}\n" for line in _StandoffLines(as_spans(body)).lines())
        if "text" in body:
            yield f"{name}.txt", body["text"]


class _StandoffLines:
    """The lines of one document."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self.ids: dict[tuple[int, ...], str] = {}
        self.spans, self.others, self.attributes = list[str](), list[str](), list[str]()

    def lines(self) -> list[str]:
        for entity in self.body.get(ENTITIES) or ():
            name = self._span(entity.get("type") or "Entity", entity["span"])
            self.ids.setdefault(tuple(entity["span"]), name)
            self._attributes(name, entity)
        for number, relation in enumerate(self.body.get(RELATIONS) or (), 1):
            ends = [self._id(relation[key], relation.get(f"{key}_type")) for key in ("head", "tail")]
            self.others.append(f"R{number}\t{relation['type']} Arg1:{ends[0]} Arg2:{ends[1]}\t")
            self._attributes(f"R{number}", relation)
        for number, event in enumerate(self.body.get(EVENTS) or (), 1):
            trigger = self._span(event["type"], event["trigger"])
            used: dict[str, int] = {}
            words_of = [f"{event['type']}:{trigger}"]
            for argument in event["arguments"]:
                role = argument["role"]
                used[role] = used.get(role, 0) + 1
                again = str(used[role]) if used[role] > 1 else ""
                words_of.append(f"{role}{again}:{self._id(argument['span'], None)}")
            self.others.append(f"E{number}\t{' '.join(words_of)}")
            self._attributes(f"E{number}", event)
        return [*self.spans, *self.others, *self.attributes]

    def _span(self, label: str, span: list[int]) -> str:
        """The id of a new span."""
        name = f"T{len(self.spans) + 1}"
        places = ";".join(f"{start} {end}" for start, end in zip(span[::2], span[1::2], strict=True))
        covered = " ".join(words(self.body, span).split())
        self.spans.append(f"{name}\t{label} {places}" + (f"\t{covered}" if covered else ""))
        return name

    def _id(self, span: list[int], label: str | None) -> str:
        """The id of the entity at a place, which is made where there is none."""
        if tuple(span) not in self.ids:
            self.ids[tuple(span)] = self._span(label or "Entity", span)
        return self.ids[tuple(span)]

    def _attributes(self, name: str, item: dict[str, Any]) -> None:
        for key, value in (item.get("attributes") or {}).items():
            shown = "" if value is True else f" {value}"
            self.attributes.append(f"A{len(self.attributes) + 1}\t{key} {name}{shown}")


HOLDS = frozenset((ENTITIES, RELATIONS, EVENTS, ATTRIBUTES, FRAGMENTS))
WRITER = Writer(write, takes=Documents, holds=HOLDS, unit=OFFSETS, files=files)
