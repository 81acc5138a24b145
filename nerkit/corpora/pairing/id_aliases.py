"""Ids of documents under another name than the format's: `guid` beside `id`.

    gold    {"id": "d1", …} {"id": "d2", …}
    system  {"guid": "d2", …} {"guid": "d1", …}     read as d2, d1, which a warning says

A reader tells such a name where documents have no ids and each has another one there, no two the same
(`candidates`). It counts if its ids are the ids of the other side, or some of them (`under_one_name`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from nerkit.ground.patterns import regex
from nerkit.ground.warnings import Warned

HOLDERS = ("meta", "metadata")  # the objects of a document that its id may stand in
MARKS = regex(r"[\W_]+")
WORDS = ("doc", "document", "sent", "sentence", "snt", "example", "sample", "instance", "item", "record")
NAMES = frozenset(
    {"id", "guid", "uid", "uuid", "key", "dockey", "origid", "customid", "externalid", "pmid"}
    | {f"{word}{end}" for word in WORDS for end in ("id", "guid", "uid", "uuid")}
)  # names of ids, without marks and in lower case


class OtherIds(NamedTuple):
    """The ids of all documents of a side, and the name of their field."""

    key: str
    names: tuple[str, ...]


Found = Mapping[str, str]  # name -> id, of one document


def is_name(key: str) -> bool:
    """Whether a key says that it is an id.

    >>> is_name("guid"), is_name("docID"), is_name("text")
    (True, True, False)
    """
    return MARKS.sub("", key).lower() in NAMES


def found_in(body: Any) -> Found:
    """The members of a document that may be its id, by their keys."""
    if not isinstance(body, Mapping):
        return {}
    own = {key: body[key] for key in body if is_name(str(key))}
    for holder in HOLDERS:
        within = body.get(holder)
        if isinstance(within, Mapping):
            own |= {f"{holder}.{key}": within[key] for key in within if is_name(str(key))}
    return {key: str(value) for key, value in own.items() if type(value) in (str, int) and value != ""}


def candidates(found: Iterable[Found]) -> tuple[OtherIds, ...]:
    """The names under which each document has an id of its own."""
    every = list(found)
    keys = [key for key in every[0] if all(key in one for one in every)] if every else []
    listed = (OtherIds(key, tuple(one[key] for one in every)) for key in keys)
    return tuple(one for one in listed if len(set(one.names)) == len(one.names))


def under_one_name(sides: Sequence[Any], called: Sequence[str]) -> tuple[list[Any], list[str]]:
    """Gold and systems, named by *called*, with ids that they share under another name, and warnings."""
    corpora, warnings = list(sides), list[str]()
    for place in range(1, len(corpora)):
        gold, system = corpora[0], corpora[place]
        if (gold.named and system.named) or not (gold.documents and system.documents):
            continue
        shared = _shared(_of(gold), _of(system))
        if shared is None or (not (gold.named or system.named) and shared[0].names == shared[1].names):
            continue  # their order pairs them as well
        for at, own in zip((0, place), shared, strict=True):
            if not corpora[at].named:
                corpora[at] = replace(corpora[at], documents=list(own.names), named=True)
                warnings.append(Warned("ids-read-from", side=called[at], field=own.key))
    return corpora, warnings


def _of(corpus: Any) -> tuple[OtherIds, ...]:
    """The possible ids of a corpus: its own, and other fields that may be ids."""
    own = OtherIds("id", tuple(corpus.documents))
    return (own,) if corpus.named else tuple(getattr(corpus, "other_ids", ()))


def _shared(gold: Iterable[OtherIds], system: Sequence[OtherIds]) -> tuple[OtherIds, OtherIds] | None:
    """The ids of both sides, chosen so that all ids of one side are among the ids of the other; None if no
    choice is.

    Ids that agree only in part, like numbers from 0 and numbers from 1, do not pair.
    """
    for one in gold:
        for other in system:
            ours, theirs = set(one.names), set(other.names)
            if ours <= theirs or theirs <= ours:
                return one, other
    return None
