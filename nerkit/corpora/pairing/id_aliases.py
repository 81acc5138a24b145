"""Ids of documents in a field with another name, for example `guid` instead of `id`.

    gold    {"id": "d1", …} {"id": "d2", …}
    system  {"guid": "d2", …} {"guid": "d1", …}     read as d2, d1, with a warning

If documents have no ids, readers report the fields that have a different value in every document
(`candidates`). Such a field counts as the id if its values are ids of the other side (`under_one_name`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from nerkit.ground.patterns import regex
from nerkit.ground.warnings import Warned

HOLDERS = ("meta", "metadata")  # objects of a document that can contain its id
MARKS = regex(r"[\W_]+")
WORDS = ("doc", "document", "sent", "sentence", "snt", "example", "sample", "instance", "item", "record")
NAMES = frozenset(
    {"id", "guid", "uid", "uuid", "key", "dockey", "origid", "customid", "externalid", "pmid"}
    | {f"{word}{end}" for word in WORDS for end in ("id", "guid", "uid", "uuid")}
)  # names of ids, without marks and in lower case


class OtherIds(NamedTuple):
    """The possible ids of all documents of a side, and the name of their field."""

    key: str
    names: tuple[str, ...]


Found = Mapping[str, str]  # name -> id, of one document


def is_name(key: str) -> bool:
    """Whether the name of a field looks like the name of an id.

    >>> is_name("guid"), is_name("docID"), is_name("text")
    (True, True, False)
    """
    return MARKS.sub("", key).lower() in NAMES


def found_in(body: Any) -> Found:
    """Key -> value, for the members of a document that could be its id."""
    if not isinstance(body, Mapping):
        return {}
    own = {key: body[key] for key in body if is_name(str(key))}
    for holder in HOLDERS:
        within = body.get(holder)
        if isinstance(within, Mapping):
            own |= {f"{holder}.{key}": within[key] for key in within if is_name(str(key))}
    return {key: str(value) for key, value in own.items() if type(value) in (str, int) and value != ""}


def candidates(found: Iterable[Found]) -> tuple[OtherIds, ...]:
    """The fields that have a different id in each document."""
    every = list(found)
    keys = [key for key in every[0] if all(key in one for one in every)] if every else []
    listed = (OtherIds(key, tuple(one[key] for one in every)) for key in keys)
    return tuple(one for one in listed if len(set(one.names)) == len(one.names))


def under_one_name(sides: Sequence[Any], called: Sequence[str]) -> tuple[list[Any], list[str]]:
    """Gold and systems with ids that both sides share under different names, and warnings. *called* names
    the sides.
    """
    corpora, warnings = list(sides), list[str]()
    for place in range(1, len(corpora)):
        gold, system = corpora[0], corpora[place]
        if (gold.named and system.named) or not (gold.documents and system.documents):
            continue
        shared = _shared(_of(gold), _of(system))
        if shared is None or (not (gold.named or system.named) and shared[0].names == shared[1].names):
            continue  # order pairs the documents equally well
        for at, own in zip((0, place), shared, strict=True):
            if not corpora[at].named:
                corpora[at] = replace(corpora[at], documents=list(own.names), named=True)
                warnings.append(Warned("ids-read-from", side=called[at], field=own.key))
    return corpora, warnings


def _of(corpus: Any) -> tuple[OtherIds, ...]:
    """The possible ids of a corpus: its ids, and other fields that can be ids."""
    own = OtherIds("id", tuple(corpus.documents))
    return (own,) if corpus.named else tuple(getattr(corpus, "other_ids", ()))


def _shared(gold: Iterable[OtherIds], system: Sequence[OtherIds]) -> tuple[OtherIds, OtherIds] | None:
    """The id fields of both sides for which all ids of one side are ids of the other side; None without
    such fields.

    Ids that agree only in part, like numbers from 0 and numbers from 1, do not pair.
    """
    for one in gold:
        for other in system:
            ours, theirs = set(one.names), set(other.names)
            if ours <= theirs or theirs <= ours:
                return one, other
    return None
