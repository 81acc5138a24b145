"""Pairs document ids that differ only by `; part 000`.

    gold   (bc/cctv/00/cctv_0000); part 000        system   bc/cctv/00/cctv_0000

Column formats mark the parts of a document; other formats have no parts. One side may have only part 000 of a
document, and the other side the document without a part. Then both are one document.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from nerkit.corpora.mentions import Mentions
from nerkit.ground.patterns import regex
from nerkit.ground.warnings import Warned

IN_PART = "nerkit renames documents in a part"  # not additive, so the input must be one shard
PART = regex(r"\s*(?:part\s+([0-9]+)\s*)?")  # the text after the last semicolon of an id
FIRST = 0  # the number of the only part of a document


def without_parts(corpora: Sequence[Mentions]) -> tuple[list[Mentions], list[str]]:
    """The systems, with gold ids if the ids differ only by `; part 000`, and notes that count the changed
    ids.
    """
    gold, *systems = corpora
    sides, notes = [gold], list[str]()
    for system in systems:
        names = _same(gold.documents, system.documents) if gold.named and system.named else {}
        sides.append(
            replace(system, documents=[names.get(name, name) for name in system.documents])
            if names
            else system
        )
        if names:
            own, of_gold = next(iter(names.items()))
            notes.append(Warned("parts-paired", len(names), own=own, of_gold=of_gold))
    return sides, notes


def are_parted(corpora: Sequence[Mentions]) -> bool:
    """Whether exactly one side has a part 000, and the other side may have the document without a part."""
    gold, *systems = corpora
    alone = {name for system in systems for name in {*gold.documents}.symmetric_difference(system.documents)}
    return any(part == FIRST for _, part in map(_parted, alone))


def _same(gold: Sequence[str], system: Sequence[str]) -> dict[str, str]:
    """System id -> gold id, for documents with only part 000 on one side and no part on the other side."""
    alone = set(gold).symmetric_difference(system)
    if not any(part == FIRST for _, part in map(_parted, alone)):
        return {}
    of_gold, of_system = _by_document(gold), _by_document(system)
    names = {}
    for document, own in of_system.items():
        partner = of_gold.get(document, [])
        if len(own) == len(partner) == 1 and own[0] != partner[0]:
            parts = {_parted(own[0])[1], _parted(partner[0])[1]}
            if parts == {None, FIRST}:
                names[own[0]] = partner[0]
    return names


def _by_document(names: Iterable[str]) -> dict[str, list[str]]:
    """Document -> the ids of its parts."""
    documents = defaultdict[str, list[str]](list)
    for name in names:
        documents[_parted(name)[0]].append(name)
    return documents


def _parted(name: str) -> tuple[str, int | None]:
    """The document and the part number of an id; None for an id without a part.

    >>> _parted("(a/b); part 000"), _parted("a/b")
    (('a/b', 0), ('a/b', None))
    """
    before, semicolon, behind = name.rpartition(";")
    match = PART.fullmatch(behind) if semicolon else None
    document = before.rstrip() if match else name
    if document.startswith("(") and document.endswith(")"):
        document = document[1:-1]
    return document, int(match[1]) if match and match[1] else None
