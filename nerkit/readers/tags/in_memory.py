"""Tags in memory, as seqeval takes them: `[["B-PER", "O"], ["O"]]`.

documents   a list, or a mapping from document id to document
document    a list of sentences; a list of tags is a document of one sentence, and a flat list of tags one
            document
sentence    a list of tags (strings, spelt as in files)
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NoReturn

import numpy as np

from nerkit.algorithms.columns import Column, IntArray, Vocabulary
from nerkit.corpora.tags import Tagged
from nerkit.errors import InputError
from nerkit.readers.spans.in_memory import documents_of, has_text
from nerkit.readers.tags.spelling import column_of, named, names_of, wrong

SHAPE = 'tags are lists of strings, one list for each sentence: [["B-PER", "O"], ["O", "B-LOC"]]'


def is_tags(data: Any) -> bool:
    """Whether *data* is tags: a `Tagged`, or collections of strings, which may stand in further collections.

    Documents that are pairs of a text and spans are none.
    """
    if isinstance(data, Tagged):
        return True
    if isinstance(data, Mapping):
        return any(_leaf(value) and not has_text(value) for value in data.values() if value)
    return isinstance(data, Sequence) and _leaf(data) and not any(map(has_text, data))


def read(data: Any, name: str = "<memory>", *, label_names: Any = None, **_: Any) -> Tagged:
    """The tags of a collection of documents; *label_names* are those of ids of labels, or a file of them.

    Raises InputError for what is none.
    """
    if isinstance(data, Tagged):
        return data
    names = names_of(label_names)
    data = data if names is None else _with_texts(data)
    ids, documents, named = documents_of(data, _documents)
    try:
        sentences, document = _in_order(documents)
        lengths = np.fromiter(map(len, sentences), np.int64, len(sentences))
        spelt = Vocabulary()
        codes = spelt.codes(list(chain.from_iterable(sentences)))
    except TypeError:
        raise InputError("not tags", source=name, remedy=SHAPE) from None
    tagged = Tagged(
        documents=ids,
        first=np.cumsum(lengths) - lengths,
        document=document,
        line=np.zeros(len(sentences), np.int64),
        tags=Column([], codes),
        named=named,
    )
    return _parsed(tagged, list(spelt), name, names)


def _with_texts(data: Any) -> Any:
    """The same with ids of labels as texts."""
    if type(data) is int:
        return str(data)
    if isinstance(data, Mapping):
        return {name: _with_texts(value) for name, value in data.items()}
    if isinstance(data, Sequence) and not isinstance(data, str):
        return [_with_texts(value) for value in data]
    return data


def _parsed(tagged: Tagged, spelt: Sequence[Any], name: str, names: Mapping[str, str] | None) -> Tagged:
    for code, text in enumerate(spelt):
        if not isinstance(text, str):
            place = tagged.place(int(np.argmax(tagged.tags.codes == code)))
            raise InputError(f"{text!r} is not a tag", source=f"{name}: {place}", remedy=SHAPE)
    texts = [named(text, names) for text in spelt] if names else spelt

    def fail(code: int) -> NoReturn:
        place = tagged.place(int(np.argmax(tagged.tags.codes == code)))
        what, remedy = wrong(texts[code], texts, names)
        raise InputError(what, source=f"{name}: {place}", remedy=remedy)

    return replace(tagged, tags=column_of(texts, tagged.tags.codes, fail))


def _documents(data: Iterable[Any]) -> list[Any]:
    listed = list(data)
    return [listed] if listed and isinstance(listed[0], str) else listed


def _in_order(documents: Sequence[Any]) -> tuple[list[Any], IntArray]:
    """The sentences that have tags, and the code of each one's document.

    Lists of tags, which is what most have, are taken as they are: copies of a million tokens cost more than
    all counting.
    """
    if all(type(document) is list and (not document or type(document[0]) is str) for document in documents):
        lengths = np.fromiter(map(len, documents), np.int64, len(documents))
        return [document for document in documents if document], np.flatnonzero(lengths)
    listed = [[sentence for sentence in _sentences(document) if len(sentence)] for document in documents]
    numbers = np.fromiter(map(len, listed), np.int64, len(listed))
    return list(chain.from_iterable(listed)), np.repeat(np.arange(len(listed)), numbers)


def _sentences(document: Any) -> list[Any]:
    if isinstance(document, str):
        raise TypeError(document)
    listed = list(document)
    return listed if listed and not isinstance(listed[0], str) else [listed]


def _leaf(given: Any) -> bool:
    """Whether the first thing in *given* that is no collection is a string."""
    while isinstance(given, Sequence) and not isinstance(given, str):
        given = next((item for item in given if not isinstance(item, Sequence) or len(item)), None)
    return isinstance(given, str)
