"""Judgements of parts of items: the ends of relations, triggers, arguments, parts of opinions, types.

The path is the name of the field (`head`, `trigger`, `type`), or, of an argument's `span`, its role. A place
is looked up by its text, in lower case and with single blanks. An entity that is a number is looked up by any
of its names, and other values as written. An item has a list of marks (`judged`) beside each of its fields.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import Documents
from nerkit.scorers.ie.document_text import DocumentText
from nerkit.scorers.ie.judged.values import FIELDS, MARKS, judged_fillers
from nerkit.scorers.ie.views import Body, BothSides
from nerkit.scorers.judgements import Judgement

SAID = {"source": "holder", "target": "about", "expression": "span"}  # parts of opinions -> their texts


def comparable_text(_: str, text: str) -> str:
    """Return a text in the form that is compared in every field."""
    return " ".join(text.lower().split())


def values_of(judgement: Judgement, side: str) -> list[str]:
    """Return the forms of a judged value of a side: a text, any name of a list, or JSON."""
    value = judgement.gold if side == "gold" else judgement.system
    if isinstance(value, str):
        return [value]
    names = value if isinstance(value, list) and all(isinstance(one, str) for one in value) else []
    return [*names, json.dumps(value, default=str)]


class Places(NamedTuple):
    """The text and names of a document, which turn a position into words.

    text    the text of the document
    names   the names of each entity, if entities are numbers
    """

    text: DocumentText | None
    names: Sequence[Sequence[str]]

    @classmethod
    def of(cls, batch: Batch[Documents]) -> "tuple[list[Places], list[Places]]":
        """Return one record per document, for gold and for the system. Each side fills its gaps from the
        other side.
        """
        bodies = [[body or {} for body in corpus.values] for corpus in (batch.gold, batch.system)]
        texts = [list(map(DocumentText.of, side)) for side in bodies]

        def places(own: int) -> list[Places]:
            other = 1 - own
            return [
                cls(text or further, body.get("names") or elsewhere.get("names") or ())
                for text, further, body, elsewhere in zip(
                    texts[own], texts[other], bodies[own], bodies[other], strict=True
                )
            ]

        return places(0), places(1)

    def forms(self, name: str, item: Body) -> list[str]:
        """Return the forms in which a judgement may write a field of an item, normalised for comparison."""
        value = item[SAID[name]] if item.get(SAID.get(name, "")) is not None else item[name]
        covered = None if self.text is None else self.text.covered(value)
        texts = [*self._names(value), *([covered] if covered else [])]
        texts.append(value if isinstance(value, str) else json.dumps(value, default=str))
        return [comparable_text(name, text) for text in texts]

    def said(self, value: Any) -> Any:
        """Return a value as a judgement writes it: the first name, the text, or the value itself."""
        covered = self.text and self.text.covered(value)
        return next(iter(self._names(value)), covered or value)

    def _names(self, value: Any) -> Sequence[str]:
        """Return the names of an entity that is given as a number."""
        return self.names[value] if type(value) is int and 0 <= value < len(self.names) else ()


def marked(sides: BothSides, batch: Batch[Documents], lists: Sequence[str], path: str) -> BothSides:
    """Return the documents of a view; the items of its lists carry marks of the lines that judge their
    fields.
    """
    fillers = judged_fillers(path, comparable_text, values_of)

    def item_marked(item: Body, side: int, places: Places) -> Body:
        """Return an item of a side with marks of the lines that judge its fields; arguments, too."""
        marks: Body = {}
        for name in FIELDS:
            paths = [name, str(item["role"])] if name == "span" and "role" in item else [name]
            forms = [] if item.get(name) is None else places.forms(name, item)
            marks[f"{MARKS}{name}"] = [mark for each in paths for mark in fillers.marks(side, each, forms)]
        nested = item.get("arguments")
        if isinstance(nested, list):
            marks["arguments"] = [item_marked(each, side, places) for each in nested]
        return {**item, **marks}

    made: tuple[list[Body], list[Body]] = ([], [])
    for side, (bodies, of_side) in enumerate(zip(sides, Places.of(batch), strict=True)):
        for body, places in zip(bodies, of_side, strict=True):
            items = {
                name: [item_marked(item, side, places) for item in body[name]]
                for name in lists
                if body.get(name)
            }
            made[side].append({**body, **items})
    return BothSides(*made)
