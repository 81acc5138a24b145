"""Clusters in memory: what a notebook or a training loop has, as the columns that scorers take.

    documents   a list of documents, or a mapping from document id to document
    document    a list of clusters, or a mapping from entity id to cluster
    cluster     a list of mentions
    mention     (start, end), half-open, counted from 0 over the words of the document

A list of clusters alone is one document.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from nerkit.algorithms.columns import LARGEST
from nerkit.corpora.mentions import Mentions
from nerkit.corpora.spans import Spans
from nerkit.exceptions import InputError
from nerkit.ground.meant import after
from nerkit.readers.coref.mention_table import MentionTable
from nerkit.readers.coref.span_mentions import of_spans
from nerkit.readers.members import whole
from nerkit.readers.spans.in_memory import documents_of

FORM = (
    "a document is a list of clusters, a cluster a list of mentions, a mention (start, end): "
    "[[(0, 2), (5, 6)]]"
)
DEPTH = 3  # collections from clusters down to an offset


def read(value: Any, name: str = "<memory>") -> Mentions:
    """The mentions of a collection of documents.

    Raises InputError for what is none, and for an entity without mentions.
    """
    if isinstance(value, Mentions):
        return value
    if isinstance(value, Spans):
        return of_spans(value)
    ids, documents, named = documents_of(value, _documents)
    table = MentionTable()
    table.has_words = table.has_sentences = False
    for code, document in enumerate(documents):
        place = f"{name}: document {ids[code]!r}"
        table.document(ids[code] if named else None)
        for entity, cluster in _clusters(document, place):
            mentions = [
                _offsets(mention, f"{place}, entity {entity!r}") for mention in _listed(cluster, place)
            ]
            if not mentions:
                raise InputError(
                    "an entity without mentions", source=f"{place}, entity {entity!r}", remedy=FORM
                )
            code_of = table.another(entity)
            for offsets in mentions:
                table.mention(code_of, 0, (offsets,))
    return table.mentions()


def _documents(value: Iterable[Any]) -> list[Any]:
    """The documents of a list; clusters alone are one document."""
    listed = list(value)
    return [listed] if _depth(listed) == DEPTH else listed


def _depth(value: Any) -> int:
    """How many collections are around the first thing that is none; 0 where there is no such thing."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        return 0
    for each in value.values() if isinstance(value, Mapping) else value:
        if isinstance(each, str) or not isinstance(each, Iterable):
            return 1
        if below := _depth(each):
            return below + 1
    return 0


def _clusters(document: Any, place: str) -> list[tuple[str, Any]]:
    """Names and clusters of a document."""
    if isinstance(document, Mapping):
        return [(str(name), cluster) for name, cluster in document.items()]
    return [(str(i + 1), cluster) for i, cluster in enumerate(_listed(document, place))]


def _listed(value: Any, place: str) -> list[Any]:
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        raise InputError(f"{value!r} is not a list", source=place, remedy=FORM)
    return list(value)


def _offsets(mention: Any, place: str) -> tuple[int, int]:
    try:
        start, end = map(whole, mention)
    except (AttributeError, TypeError, ValueError):
        raise InputError(f"{mention!r} is not a mention", source=place, remedy=FORM) from None
    end += after(0)
    if not 0 <= start < end:
        problem = f"start {start} is negative" if start < 0 else f"end {end} is not after start {start}"
        raise InputError(f"{problem} (offsets are half-open)", source=place, remedy=FORM)
    if end >= LARGEST:
        raise InputError(f"end {end} is beyond 2**53", source=place, remedy=FORM)
    return start, end
