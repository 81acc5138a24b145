"""Checks of relations and events: documents that cannot be read (D1…), and items that look wrong (D2…).

A document that cannot be read has one finding, its first error. The checks cover all formats with relations
or events. In brat, Prodigy and Label Studio files, the warnings of span readers are findings, too (R201).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nerkit import readers
from nerkit.checks.any_format import WARNED, warned
from nerkit.checks.checks import Checks, Finding
from nerkit.corpora.records import Documents
from nerkit.exceptions import InputError, UnreadableError, plural
from nerkit.io import Source

REFUSED = {  # pattern of a reader's problem -> code; the first match counts
    re.compile(r"beyond|a sentence of the document"): "D103",
    re.compile(r"is negative|is not after|is before|is not an integer|a span without|fragments"): "D104",
    re.compile(r"is not an? (?:entity|trigger|event|region) of"): "D105",
    re.compile(r"given twice"): "D106",
    re.compile(r"an entity without mentions"): "D107",
    re.compile(r"not valid JSON|expected|list is not closed|nested too deeply"): "D101",
}
MESSAGES = {
    "D101": "not JSON",
    "D102": "a document, or a part of a document, in the wrong form",
    "D103": "offsets outside the text",
    "D104": "invalid offsets: not integers, or an end that is not after its start",
    "D105": "a reference to an entity, a trigger, an event or a region that does not exist",
    "D106": "an id given twice in a document",
    "D107": "an entity without mentions",
    "D201": "a document id given twice",
    "D202": "a relation given twice: it counts once",
    "D203": "an event given twice, its arguments included",
    "D204": "an argument given twice in its event: it counts once",
    "D205": "a relation of a span with itself",
    "D206": "an entity given twice, type included",
    WARNED: "a warning of the format's reader",
}


def findings(sources: Sequence[Source], form: str) -> Iterator[Finding]:
    """Yield the findings of each file: unreadable parts in order, then suspicious parts.

    Raises InputError for a file that cannot be opened or decoded.
    """
    for source in sources:
        if not source.head.strip():
            continue
        refused: list[InputError] = []
        found: list[Finding] = []
        try:
            corpus: Documents = readers.reading(form, "records")([source], refused=refused)
            found = [*_doubts(corpus, source.name), *warned(source, corpus.warnings)]
        except UnreadableError:
            raise
        except InputError as error:
            refused.append(error)
        yield from (Finding(each.place, _code(each.problem), each.problem) for each in refused)
        yield from found


def _code(problem: str) -> str:
    return next((code for pattern, code in REFUSED.items() if pattern.search(problem)), "D102")


def _doubts(corpus: Documents, name: str) -> Iterator[Finding]:
    seen: set[str] = set()
    for place, (document, body) in enumerate(zip(corpus.documents, corpus.values, strict=True)):
        at = corpus.place(place)
        where = name if at is None else ":".join(map(str, at))
        if corpus.named and document in seen:
            yield Finding(where, "D201", f"the document {document} once more")
        seen.add(document)
        for code, count in _counts(body).items():
            if count:
                yield Finding(where, code, f"{document}: {plural(count, NOUNS[code])}")


NOUNS = {
    "D202": "repeated relation",
    "D203": "repeated event",
    "D204": "repeated argument",
    "D205": "reflexive relation",
    "D206": "repeated entity",
}


def _counts(body: Mapping[str, Any]) -> dict[str, int]:
    relations, events = body.get("relations") or (), body.get("events") or ()
    return {
        "D202": _repeated([(each["type"], each["head"], each["tail"]) for each in relations]),
        "D203": _repeated([(e["type"], e.get("trigger"), e.get("id"), _arguments(e)) for e in events]),
        "D204": sum(_repeated(_arguments(event)) for event in events),
        "D205": sum(each["head"] == each["tail"] for each in relations),
        "D206": _repeated([(each.get("type"), each["span"]) for each in body.get("entities") or ()]),
    }


def _arguments(event: Mapping[str, Any]) -> list[Any]:
    return [(each["role"], each["span"]) for each in event["arguments"]]


def _repeated(items: list[Any]) -> int:
    return len(items) - len({repr(item) for item in items})


CHECKS = Checks(MESSAGES, findings)
