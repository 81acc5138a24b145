"""Lists of tags, as seqeval takes them, in Python and in JSON: `[["B-PER", "O"], ["O"]]`.

documents   a list, one a line of a file, or a mapping from document id to document
document    a list of sentences; a list of tags is a document of one sentence, and a flat list of tags one
            document
sentence    a list of tags (strings, spelt as in files)

There are no tokens. Tags are strings in Python, and decoded JSON strings in files.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any, NamedTuple, NoReturn

import numpy as np

from nerkit.algorithms.columns import IntArray, Vocabulary
from nerkit.corpora.corpus import Origin
from nerkit.corpora.tags import Tagged
from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Path, Value, documents, shown
from nerkit.readers.sample import Sample
from nerkit.readers.spans.in_memory import documents_of
from nerkit.readers.tags.spelling import column_of, is_tag, names_of

SHAPE = 'write tags as lists of strings, one list per sentence: [["B-PER", "O"], ["O", "B-LOC"]]'
SEEN = 50  # tags that recognition looks at


def recognise(sample: Sample) -> bool:
    """Whether a record is lists of tags alone, or has them under its ids."""
    told = sample.told
    under_id = isinstance(told, dict)
    strings = _strings(list(told.values()) if under_id else told)
    return strings is not None and are_tags(strings, under_id=under_id)


def _strings(value: Any) -> list[Any] | None:
    """The first strings in lists of lists, if there is nothing else in these; None for anything else."""
    if not isinstance(value, list) or not value:
        return None
    if all(isinstance(one, str) for one in value):
        return value
    return (
        next(filter(None, map(_strings, value)), None)
        if all(isinstance(one, list) for one in value)
        else None
    )


def are_tags(items: Iterable[Any], *, under_id: bool = False) -> bool:
    """Whether the first of some items are tags; *under_id* they might be names, as of the bomber B-52, and
    one must be O.
    """
    seen = list(islice(items, SEEN))
    texts = {one for one in seen if isinstance(one, str)}  # each is looked at once
    if not seen or [one for one in seen if not isinstance(one, str)] or not all(map(is_tag, texts)):
        return False
    return "O" in texts or (not under_id and max(map(len, texts)) > 1)


# raises the InputError: (problem, remedy, document, sentence among those with tags, token)
# all numbers start at 0, and the token is -1 if the document is not a list of tags
Fail = Callable[[str, str, int, int, int], NoReturn]


class _Document(NamedTuple):
    """A document of a file: the value that it is in, and its key there, if it has one."""

    value: Value
    key: str | None

    @property
    def lists(self) -> Any:
        """The lists of the document."""
        return self.value.value if self.key is None else self.value.value[self.key]


def read(sources: Iterable[Source], *, label_names: str | None = None, **_: Any) -> Tagged:
    """The tags of files; *label_names* are those of ids of labels, or a file of them.

    Raises InputError (file, line, column, remedy) for what is not JSON or not lists of tags.
    """
    listed, origins = list[_Document](), list[Origin]()
    tokens = 0
    for source in sources:
        first = len(listed)
        for value in documents(source, SHAPE):
            if isinstance(value.value, dict):
                listed += [_Document(value, key) for key in value.value]
            elif isinstance(value.value, list):
                listed.append(_Document(value, None))
            else:
                value.fail(f"{shown(value.value)} is not a list of tags", remedy=SHAPE)
        origins.append(Origin(source.name, source.sha256, tokens))
        tokens += sum(_size(one.lists) for one in listed[first:])
    ids, is_named = (
        [one.key or "" for one in listed],
        bool(listed) and all(one.key is not None for one in listed),
    )
    if not is_named:
        ids = [str(place) for place in range(1, len(listed) + 1)]

    def fail(problem: str, remedy: str, document: int, sentence: int, token: int) -> NoReturn:
        one = listed[document]
        path = (() if one.key is None else (one.key,)) + _path(one.lists, sentence, token)
        one.value.fail(problem, *path, remedy=remedy)

    tagged = _tagged((ids, [one.lists for one in listed], is_named), names_of(label_names), fail)
    lines = np.array([one.value.line for one in listed], np.int64)
    return replace(tagged, origins=tuple(origins), line=lines[tagged.document], flat=True)


def of_objects(data: Any, name: str = "<memory>", *, label_names: Any = None, **_: Any) -> Tagged:
    """The tags of a collection of documents in Python; *label_names* as in `read`.

    Raises InputError for what is none.
    """
    if isinstance(data, Tagged):
        return data
    names = names_of(label_names)
    data = data if names is None else _with_texts(data)
    collection = documents_of(data, _documents)

    def fail(problem: str, remedy: str, document: int, sentence: int, token: int) -> NoReturn:
        full = (filter(len, _sentences(one, 0, fail)) for one in collection[1][:document])
        before = sum(len(list(sentences)) for sentences in full)
        where = f"{name}: sentence {before + sentence + 1}, token {token + 1}" if token >= 0 else name
        raise InputError(problem, source=where, remedy=remedy) from None

    return _tagged(collection, names, fail)


def _tagged(
    collection: tuple[list[str], list[Any], bool], names: Mapping[str, str] | None, fail: Fail
) -> Tagged:
    """The tags of a collection: ids, documents, whether the ids are given. *fail* raises the errors."""
    ids, listed, is_named = collection
    sentences, document = _in_order(listed, fail)
    lengths = np.fromiter(map(len, sentences), np.int64, len(sentences))
    first = lengths.cumsum() - lengths
    spelt = Vocabulary()
    try:
        codes = spelt.codes(list(chain.from_iterable(sentences)))
    except TypeError:
        at = next(i for i, one in enumerate(sentences) if not _is_hashable(one))
        fail("not tags", SHAPE, int(document[at]), 0, -1)

    def fail_at(code: int, problem: str, remedy: str = SHAPE) -> NoReturn:
        token = int(np.argmax(codes == code))
        sentence = int(np.searchsorted(first, token, "right")) - 1
        within = sentence - int(np.searchsorted(document, document[sentence]))
        fail(problem, remedy, int(document[sentence]), within, token - int(first[sentence]))

    for code, tag in enumerate(spelt):
        if not isinstance(tag, str):
            fail_at(code, f"{tag!r} is not a tag")
    tags = column_of(spelt, codes, names, fail_at)
    return Tagged(ids, first, document, np.zeros(len(sentences), np.int64), tags, named=is_named)


def _with_texts(data: Any) -> Any:
    """The same with ids of labels as texts."""
    if type(data) is int:
        return str(data)
    if isinstance(data, Mapping):
        return {name: _with_texts(value) for name, value in data.items()}
    if isinstance(data, Sequence) and not isinstance(data, str):
        return [_with_texts(value) for value in data]
    return data


def _documents(data: Iterable[Any]) -> list[Any]:
    listed = list(data)
    return [listed] if listed and isinstance(listed[0], str) else listed


def _in_order(listed: Sequence[Any], fail: Fail) -> tuple[list[Any], IntArray]:
    """The sentences that have tags, and the code of each one's document.

    Lists of tags, which is what most have, are taken as they are: copies of a million tokens cost more than
    all counting.
    """
    if set(map(type, listed)) <= {list} and {type(one[0]) for one in listed if one} <= {str}:
        lengths = np.fromiter(map(len, listed), np.int64, len(listed))
        return [document for document in listed if document], lengths.nonzero()[0]
    sentences = [
        [sentence for sentence in _sentences(document, code, fail) if len(sentence)]
        for code, document in enumerate(listed)
    ]
    numbers = np.fromiter(map(len, sentences), np.int64, len(sentences))
    return list(chain.from_iterable(sentences)), np.repeat(np.arange(len(sentences)), numbers)


def _sentences(document: Any, code: int, fail: Fail) -> list[Any]:
    """The sentences of a document. *fail* raises the error if it has none."""
    if isinstance(document, str | Mapping) or not isinstance(document, Iterable):
        fail("not tags", SHAPE, code, 0, -1)
    listed = list(document)
    if not listed or isinstance(listed[0], str):
        return [listed]
    if any(isinstance(one, str | Mapping) or not isinstance(one, Sequence) for one in listed):
        fail("not tags", SHAPE, code, 0, -1)
    return listed


def _path(document: Any, sentence: int, token: int) -> Path:
    """Where a tag is in its document."""
    if token < 0:
        return ()
    if not document or isinstance(document[0], str) or not isinstance(document[0], list):
        return (token,)
    return [place for place, one in enumerate(document) if len(one)][sentence], token


def _size(document: Any) -> int:
    """How many tags a document has."""
    is_list = isinstance(document, list)
    return sum(len(one) if isinstance(one, list) else 1 for one in document) if is_list else 0


def _is_hashable(sentence: Iterable[Any]) -> bool:
    try:
        return bool(set(sentence)) or True
    except TypeError:
        return False


READER = Reader(read, Tagged, options=("label_names",), without_tokens=True)
