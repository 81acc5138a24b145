"""Convert Python objects with clusters, as in a notebook or a training loop, to the columns of a corpus.

    documents   a list of documents, or a mapping from document id to document
    document    a list of clusters, or a mapping from entity id to cluster
    cluster     a list of mentions
    mention     (start, end), half-open, counted from 0 over the words of the document

If the data are a single list of clusters, they are one document.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from nerkit.corpora.mentions import Mentions
from nerkit.corpora.spans import Spans
from nerkit.exceptions import InputError
from nerkit.readers.coref.coref_json import DEPTH, ClusterReading, depth
from nerkit.readers.coref.mention_table import MentionTable
from nerkit.readers.coref.span_mentions import of_spans
from nerkit.readers.json_text import Value
from nerkit.readers.members import is_whole
from nerkit.readers.spans.in_memory import documents_of

FORM = (
    "a document is a list of clusters, a cluster a list of mentions, a mention (start, end): "
    "[[(0, 2), (5, 6)]]"
)


def read(value: Any, name: str = "<memory>") -> Mentions:
    """Convert a collection of documents to a corpus of mentions; *name* is its name in messages.

    Raises InputError for values that are not documents, and for an entity without mentions.
    """
    if isinstance(value, Mentions):
        return value
    if isinstance(value, Spans):
        return of_spans(value)
    ids, documents, named = documents_of(_plain(value), _documents)
    table = MentionTable()
    table.has_words = table.has_sentences = False
    for own, document in zip(ids, documents, strict=True):
        table.document(own if named else None)
        held = _InMemory(document, f"{name}: document {own!r}", 0, "", 0, 0)
        ClusterReading(held, table, 0, FORM).chains(held.value)
    return table.mentions()


class _InMemory(Value):
    """A document of lists and dicts in memory, which raises errors without a place in a file."""

    def fail(self, problem: str, *path: str | int, remedy: str | None = None) -> NoReturn:
        """Raise InputError for the document, or for the entity at the beginning of *path*."""
        names = [str(key if isinstance(self.value, dict) else int(key) + 1) for key in path[:1]]
        place = "".join([self.source, *(f", entity {name!r}" for name in names)])
        raise InputError(problem, source=place, remedy=remedy)


def _documents(value: Any) -> list[Any]:
    """The documents of a list; a list of clusters is one document."""
    return value if isinstance(value, list) and depth(value) != DEPTH else [value]


def _plain(value: Any) -> Any:
    """A value converted to JSON types: collections to lists and dicts, integers of any type to int."""
    if type(value) in (list, tuple):
        return [each if type(each) is int else _plain(each) for each in value]
    if isinstance(value, Mapping):
        return {key if isinstance(key, str | int) else repr(key): _plain(each) for key, each in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return list(map(_plain, value))
    if is_whole(value):
        return int(value.__index__())
    return value if value is None or isinstance(value, bool | float | str) else repr(value)
