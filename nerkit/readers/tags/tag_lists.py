"""Lists of tags, the input of seqeval, in Python and in JSON: `[["B-PER", "O"], ["O"]]`.

    documents   a list of documents, a file with one document per line, or a mapping from ids to documents
    document    a list of sentences, or the tags of a single sentence
    sentence    a list of tags, which are strings

If the whole data are a flat list of tags, they are one document. There are no tokens.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any, NoReturn

import numpy as np

from nerkit.algorithms.columns import IntArray, Vocabulary
from nerkit.corpora.corpus import Origin
from nerkit.corpora.tags import Tagged
from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.conditions import SEEN, TAGS, condition
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Path, Value, documents, shown
from nerkit.readers.spans.in_memory import documents_of
from nerkit.readers.tags.spelling import column_of, names_of

SHAPE = 'write tags as lists of strings, one list per sentence: [["B-PER", "O"], ["O", "B-LOC"]]'


def are_tags(items: Iterable[Any], *, under_id: bool = False) -> bool:
    """Whether the first SEEN items are tags.

    With *under_id*, a tag must be O, because values of an object can also be names, such as `B-52`.
    """
    some = "[+ =O]" if under_id else "([+ =O] | [+ several])"
    return condition(f"{TAGS} {some}")(list(islice(items, SEEN)))


# function (problem, remedy, document, sentence, token) that raises the InputError; all numbers are 0-based,
# sentences without tags do not count, and the token is -1 if the document is not a list of tags
Fail = Callable[[str, str, int, int, int], NoReturn]


def read(sources: Iterable[Source], *, label_names: str | None = None, **_: Any) -> Tagged:
    """Read lists of tags from JSON files; *label_names* are names for tags that are numbers, or their file.

    Raises InputError (file, line, column, remedy) for text that is not JSON, and values that are not lists of
    tags.
    """
    listed = list[tuple[Value, tuple[str, ...], Any]]()  # a JSON value, and the path and value of a document
    origins, tokens = list[Origin](), 0
    for source in sources:
        first = len(listed)
        for value in documents(source, SHAPE):
            if isinstance(value.value, dict):
                listed += [(value, (key,), lists) for key, lists in value.value.items()]
            elif isinstance(value.value, list):
                listed.append((value, (), value.value))
            else:
                value.fail(f"{shown(value.value)} is not a list of tags", remedy=SHAPE)
        origins.append(Origin(source.name, source.sha256, tokens))
        tokens += sum(_size(lists) for _, _, lists in listed[first:])
    is_named = bool(listed) and all(path for _, path, _ in listed)
    ids = [path[0] if is_named else str(place) for place, (_, path, _) in enumerate(listed, 1)]

    def fail(problem: str, remedy: str, document: int, sentence: int, token: int) -> NoReturn:
        """Raise the InputError with the place in the file."""
        value, path, lists = listed[document]
        value.fail(problem, *path, *_path(lists, sentence, token), remedy=remedy)

    tagged = _tagged((ids, [lists for _, _, lists in listed], is_named), names_of(label_names), fail)
    lines = np.array([value.line for value, _, _ in listed], np.int64)
    return replace(tagged, origins=tuple(origins), line=lines[tagged.document], flat=True)


def of_objects(data: Any, name: str = "<memory>", *, label_names: Any = None, **_: Any) -> Tagged:
    """Convert Python lists of tags to a corpus.

    data         the documents
    name         a name for the data in messages
    label_names  names for tags that are numbers, or a file of names

    Raises InputError for values that are not lists of tags.
    """
    if isinstance(data, Tagged):
        return data
    names = names_of(label_names)
    data = data if names is None else _with_texts(data)
    collection = documents_of(data, _documents)

    def fail(problem: str, remedy: str, document: int, sentence: int, token: int) -> NoReturn:
        """Raise the InputError with the numbers of the sentence and the token."""
        full = (filter(len, _sentences(one, 0, fail)) for one in collection[1][:document])
        before = sum(len(list(sentences)) for sentences in full)
        where = f"{name}: sentence {before + sentence + 1}, token {token + 1}" if token >= 0 else name
        raise InputError(problem, source=where, remedy=remedy) from None

    return _tagged(collection, names, fail)


def _tagged(
    collection: tuple[list[str], list[Any], bool], names: Mapping[str, str] | None, fail: Fail
) -> Tagged:
    """The corpus of a collection, which is (ids, documents, whether the ids are given)."""
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
        """Raise the error for the first token with this tag."""
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
    """A copy of the data with integers as texts."""
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
    """The sentences with tags, and the document of each sentence, shape (sentences,).

    Documents that are flat lists of tags are not copied, because copying a million tokens would take longer
    than scoring.
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
    """The sentences of a document. Calls *fail* if the document is not a list of tags or sentences."""
    if isinstance(document, str | Mapping) or not isinstance(document, Iterable):
        fail("not tags", SHAPE, code, 0, -1)
    listed = list(document)
    if not listed or isinstance(listed[0], str):
        return [listed]
    if any(isinstance(one, str | Mapping) or not isinstance(one, Sequence) for one in listed):
        fail("not tags", SHAPE, code, 0, -1)
    return listed


def _path(document: Any, sentence: int, token: int) -> Path:
    """The path of a tag in its document; *sentence* does not count sentences without tags."""
    if token < 0:
        return ()
    if not document or isinstance(document[0], str) or not isinstance(document[0], list):
        return (token,)
    return [place for place, one in enumerate(document) if len(one)][sentence], token


def _size(document: Any) -> int:
    """The number of tags in a document; 0 if it is not a list."""
    is_list = isinstance(document, list)
    return sum(len(one) if isinstance(one, list) else 1 for one in document) if is_list else 0


def _is_hashable(sentence: Iterable[Any]) -> bool:
    try:
        return bool(set(sentence)) or True
    except TypeError:
        return False


READER = Reader(read, Tagged, options=("label_names",), without_tokens=True)
