"""`nervaluate.loaders`: read entities from CoNLL text, lists of tags, or lists of dictionaries."""

from collections.abc import Sequence
from itertools import chain
from reprlib import repr as shown
from typing import Any

from nerkit.compat.nervaluate.entities import InclusiveEntity
from nerkit.compat.seqeval.counting import chunks_of
from nerkit.corpora.tags import OUTSIDE, Tag

KEYS = ("label", "start", "end")
Loaded = list[list[InclusiveEntity]]


class ConllLoader:
    """A loader for lines `token TAB tag`, with blank lines between documents."""

    def load(self, data: str) -> Loaded:
        """The entities of each document. Raises ValueError for a line without a tab and for a
        malformed tag.
        """
        if not isinstance(data, str):
            raise ValueError("the conll loader needs a string")
        return entities_of(tags_of_lines(data)) if data else []


class ListLoader:
    """A loader for lists of tags, one list per document."""

    def load(self, data: list[list[str]]) -> Loaded:
        """The entities of each document. Raises ValueError for values that are not lists of tags."""
        if not isinstance(data, list):
            raise ValueError("the list loader needs a list")
        if not all(isinstance(document, list) for document in data):
            raise ValueError("a document must be a list of tags")
        return entities_of(data)


class DictLoader:
    """A loader for lists of dictionaries with `label`, `start` and `end` (inclusive), one list per
    document.
    """

    def load(self, data: list[list[dict[str, Any]]]) -> Loaded:
        """The entities of each document. Raises ValueError for missing keys or wrong values."""
        if not isinstance(data, list):
            raise ValueError("the dict loader needs a list")
        return [[_entity(entry) for entry in _document(document)] for document in data]


def tags_of_lines(text: str) -> list[list[str]]:
    """The tags of each document of CoNLL text. Raises ValueError for a line without a tab."""
    documents: list[list[str]] = [[]]
    blank = 0
    for number, line in enumerate(text.replace("\r\n", "\n").rstrip().split("\n"), 1):
        if not line.strip():
            blank += 1
            continue
        if blank and (number > blank + 1 or documents[-1]):
            documents.append([])
        blank = 0
        columns = line.split("\t")
        if len(columns) < 2:
            raise ValueError(f"line {number} has no tab: {line!r}")
        documents[-1].append(columns[1])
    return documents


def entities_of(documents: Sequence[Sequence[str]], *, checked: bool = True) -> Loaded:
    """The entities in each list of tags. An entity begins at B, at a change of type, and after `O`.

    If *checked*, raises ValueError for a tag that begins with a letter other than B or I.
    """
    if not all(isinstance(text, str) for text in {*chain.from_iterable(documents)}):
        raise ValueError("a tag must be a string")
    entities: Loaded = [[] for _ in documents]
    for document, start, end, kind in chunks_of(documents, _tag):
        text = documents[document][start]
        if checked and not text.startswith(("B-", "I-")):
            raise ValueError(f"a tag must be O, B-LABEL or I-LABEL, not {text!r}")
        entities[document].append(InclusiveEntity(kind, start, end - 1))
    return entities


def _tag(text: str) -> Tag:
    """Parse a tag into its first letter and its label. The label begins at the third character. Letters other
    than B continue an entity.
    """
    return OUTSIDE if text == OUTSIDE.letter else Tag("B" if text[:1] == "B" else "I", text[2:])


def _document(document: Any) -> list[Any]:
    if not isinstance(document, list):
        raise ValueError("a document must be a list of dicts")
    return document


def _entity(entry: Any) -> InclusiveEntity:
    if not isinstance(entry, dict) or not all(key in entry for key in KEYS):
        raise ValueError(f"an entity must be a dict with {', '.join(KEYS)}, not {shown(entry)}")
    label, start, end = (entry[key] for key in KEYS)
    if not isinstance(label, str) or not isinstance(start, int) or not isinstance(end, int):
        raise ValueError(f"a label must be a string, and start and end must be integers, not {shown(entry)}")
    return InclusiveEntity(label, start, end)
