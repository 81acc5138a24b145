"""Role fillers and templates as their measures see them: normalised mentions, labels of types.

    fillers     {"fillers": [{"role": "Victim", "mentions": ["juan", "juan perez"]}]}
    templates   {"templates": [{"type": "attack", "labels": ["attack"], "fillers": […]}]}

A filler is an entity: its mentions. Mentions are lower-cased, without punctuation, articles and repeated
blanks, as GRIT, GTT and IterX compare them.
"""

import re
import string
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import Documents
from nerkit.scorers.ie.judged.values import GOLD, SYSTEM, judged_fillers
from nerkit.scorers.ie.options import Options
from nerkit.scorers.ie.views import PATH, Body, BothSides, documents, listed

TYPE = "incident_type"  # the slot of the type
PUNCTUATION = str.maketrans("", "", string.punctuation)
ARTICLE = re.compile(r"\b(?:a|an|the)\b")


@lru_cache(maxsize=1 << 16)
def comparable(mention: str) -> str:
    """Return a mention in the form that is compared: lower case, no punctuation, then no articles, single
    blanks.

    >>> comparable("The U.S. Embassy")
    'us embassy'
    """
    return " ".join(ARTICLE.sub(" ", mention.lower().translate(PUNCTUATION)).split())


def _comparable(_: str, mention: str) -> str:
    """Return a mention in the form that is compared in every slot."""
    return comparable(mention)


class FillerReading:
    """A reader of the fillers of one side; it has the side, and the judgements of fillers."""

    def __init__(self, side: int, options: Options) -> None:
        self.side = side
        path = options.judgements
        self.judged = None if path is None else judged_fillers(path, _comparable)

    def entities(self, body: Body, path: tuple[Any, ...] = ()) -> Iterator[Body]:
        """Return the fillers of a document, or of the template at a path."""
        before = f"templates[{path[1]}]." if path else ""
        for place, entity in enumerate(listed(body, "fillers")):
            role, mentions = entity["role"], [comparable(mention) for mention in entity["mentions"]]
            marks = [] if self.judged is None else self.judged.marks(self.side, role, mentions)
            yield {
                "role": role,
                "mentions": mentions,
                "judged": marks,
                PATH: f"{before}fillers[{place}]",
            }

    def templates(self, body: Body) -> Iterator[Body]:
        """Return the templates of a document. Fillers without templates make one template."""
        if "templates" not in body and listed(body, "fillers"):
            yield {"type": "", "labels": [""], "fillers": list(self.entities(body)), PATH: "fillers"}
        for place, template in enumerate(listed(body, "templates")):
            yield {
                "type": template["type"],
                "labels": [template["type"]],
                "fillers": list(self.entities(template, ("templates", place))),
                PATH: f"templates[{place}]",
            }

    def flat(self, body: Body) -> list[Body]:
        """Return the fillers of a document, from all templates."""
        if "templates" not in body:
            return list(self.entities(body))
        distinct: dict[Any, Body] = {}
        for place, template in enumerate(listed(body, "templates")):
            for entity in self.entities(template, ("templates", place)):
                distinct.setdefault((entity["role"], tuple(entity["mentions"])), entity)
        return list(distinct.values())


def _read(
    batch: Batch[Documents],
    options: Options,
    key: str,
    items: Callable[[FillerReading, Body], Iterable[Body]],
) -> BothSides:
    """Return the documents with one list, at a key; the function *items* gives its items."""
    readings = (FillerReading(side, options) for side in (GOLD, SYSTEM))
    return BothSides(
        *(
            [{key: list(items(reading, body))} for body in side]
            for reading, side in zip(readings, documents(batch), strict=True)
        )
    )


def fillers(batch: Batch[Documents], options: Options) -> BothSides:
    """Return the fillers of roles of each document, without repetitions; for templates, the fillers of all
    templates.
    """
    return _read(batch, options, "fillers", FillerReading.flat)


def templates(batch: Batch[Documents], options: Options) -> BothSides:
    """Return the templates of each document. A document with only fillers has one template."""
    return _read(batch, options, "templates", FillerReading.templates)


def of_labels(batch: Batch[Documents], options: Options) -> BothSides:
    """Return the templates. A type `A / B` means two labels, in documents where the system has fillers."""
    sides = templates(batch, options)
    for gold, system in zip(*sides, strict=True):
        if any(template["fillers"] for template in system["templates"]):
            for template in (*gold["templates"], *system["templates"]):
                template["labels"] = [label.strip() for label in template["type"].split("/")]
    return sides


def of_parts(batch: Batch[Documents], options: Options) -> BothSides:
    """Return the templates. A gold type comes with all system types that are part of its string."""
    sides = templates(batch, options)
    wanted = {template["type"] for body in sides.system for template in body["templates"]}
    for template in (template for body in sides.gold for template in body["templates"]):
        kind = template["type"]
        template["labels"] = sorted({kind, *(other for other in wanted if other in kind)})
    return sides


def fillers_by_slot(gold: Body, system: Body) -> dict[str, tuple[Body, Body]]:
    """Return the fillers of each slot of a document."""
    return {
        slot: (_only(gold, slot), _only(system, slot))
        for slot in dict.fromkeys(each["role"] for body in (gold, system) for each in body["fillers"])
    }


def _only(body: Body, slot: str) -> Body:
    return {"fillers": [each for each in body["fillers"] if each["role"] == slot]}


def by_slot(gold: Body, system: Body) -> dict[str, tuple[Body, Body]]:
    """Return for each slot of a document its templates, in which only the fillers of this slot are
    `counted`.
    """
    slots = dict.fromkeys(
        each["role"] for body in (gold, system) for one in body["templates"] for each in one["fillers"]
    )
    return {slot: (_counted(gold, slot), _counted(system, slot)) for slot in slots}


def by_slot_and_type(gold: Body, system: Body) -> dict[str, tuple[Body, Body]]:
    """Return the templates of each slot of a document, with the type as a further slot."""
    typed = {TYPE: (_counted(gold, None), _counted(system, None))}
    return {**(typed if gold["templates"] or system["templates"] else {}), **by_slot(gold, system)}


def _counted(body: Body, slot: str | None) -> Body:
    """Return a document reduced to one slot; None reduces the document to the type."""
    return {
        "templates": [
            {
                **template,
                "counted": [each for each in template["fillers"] if each["role"] == slot],
                "typed": [TYPE] if slot is None else [],
            }
            for template in body["templates"]
        ]
    }
