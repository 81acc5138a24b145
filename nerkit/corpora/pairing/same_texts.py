"""Documents of programs that number them by themselves, known by their texts instead.

    gold   d1 "Tolkien left."   d2 "He wrote."
    system 7  "He wrote."       8  "Tolkien left."        read as d2, d1

Exports of annotation tools and of language models have ids that mean nothing elsewhere (`Spans.own_ids`).
Two sides pair by them if they share one; else each document has the id of the one of gold with its text,
where all texts are there and no two the same. Where some are not there and the sides have other numbers of
documents, so that their order pairs nothing, these keep their own ids; else documents have no ids, and pair
by order.
"""

from collections.abc import Sequence
from dataclasses import replace

from nerkit.corpora.spans import Spans


def in_common(sides: Sequence[Spans]) -> list[Spans]:
    """Gold and systems, whose documents have the ids of gold where a program numbered those of one side."""
    gold, *systems = sides
    if not any(side.own_ids for side in sides):
        return list(sides)
    return [gold, *(_named(gold, system) for system in systems)]


def _named(gold: Spans, system: Spans) -> Spans:
    """A system whose documents have the ids of gold, or none."""
    known = set(gold.documents)
    if not (gold.named and system.named) or not (gold.own_ids or system.own_ids):
        return system
    if any(name in known for name in system.documents) or not (gold.documents and system.documents):
        return system
    names = _by_text(gold)
    listed = [names.get(text) if text is not None else None for text in system.texts]
    shared = [name for name in listed if name is not None]
    in_order = len(gold.documents) == len(system.documents)
    if shared and len(set(shared)) == len(shared) and (len(shared) == len(listed) or not in_order):
        own = zip(listed, system.documents, strict=True)
        return replace(system, documents=[one or other for one, other in own], own_ids=False)
    return replace(system, named=False)


def _by_text(gold: Spans) -> dict[str, str | None]:
    """The id of the document with each text; None for a text of several."""
    names: dict[str, str | None] = {}
    for name, text in zip(gold.documents, gold.texts, strict=False):
        if text is not None:
            names[text] = None if text in names else name
    return names
