"""Clusters of mentions as JSON, the way repositories of coreference models write them.

    {"doc_key": "d1", "sentences": [["The", "queen"], ["She", "left"]], "clusters": [[[0, 1], [2, 2]]]}
    [[[0, 1], [2, 2]]]
    {"d1": [[[0, 1], [2, 2]]]}
    {"doc_id": "d1", "coref": {"the queen": [[0, 2], [2, 3]]}}
    {"type": "graph", "mentions": [[0, 1], [2, 2], [3, 3]], "links": [[[0, 1], [2, 2]]]}

- A document is an object with `predicted_clusters`, `clusters`, `span_clusters` or `coref` (the first of
  these that is there), or its clusters alone. A file holds one document, one a line, a list of them, or an
  object of document ids and documents.
- Clusters are a list of lists of mentions, or an object of ids and lists of mentions.
- A mention is `[start, end]`, counted from 0 over the words of the document. **Ends are inclusive**, as in
  e2e-coref, AllenNLP and what followed them, except in `span_clusters` (wl-coref), `coref` (SciREX), and in
  documents that have a `text` and no words, whose offsets are characters (fastcoref): there they are
  exclusive. `[sentence, start, end]` counts from the beginning of a sentence.
- Words are `sentences` (lists of words, or the number of words of each), else `tokens`, `words`,
  `cased_words` or `document`; a mention is checked against them. Without words it is not.
- A document's id is its `doc_key`, `doc_id`, `document_id` or `id`; in a folder, for want of one, it is
  that of the file.
- Objects with a `type` are read as scorch takes them: `{"type": "clusters", …}`, `{"type": "graph", …}`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np

from nerkit.algorithms.columns import LARGEST
from nerkit.corpora.mentions import Mentions
from nerkit.corpora.pairing.id_aliases import found_in
from nerkit.ground.limits import MOST_WORDS
from nerkit.ground.meant import after, in_own_unit, otherwise
from nerkit.io import Source
from nerkit.readers.coref.mention_table import MentionTable
from nerkit.readers.coref.scorch_json import add as add_scorch
from nerkit.readers.coref.scorch_json import is_scorch
from nerkit.readers.format import Reader, is_json
from nerkit.readers.json_text import Path, Value, longest_line, shown, values
from nerkit.readers.sample import Sample
from nerkit.readers.spans.span_records import name_of

CLUSTERS = ("predicted_clusters", "clusters", "span_clusters", "coref")  # in order of preference
HALF_OPEN = ("span_clusters", "coref")  # those whose ends are exclusive
WORDS = ("tokens", "words", "cased_words", "document")
IDS = ("doc_key", "doc_id", "document_id", "id")
ELSEWHERE = ("ents", "entities")  # documents with these are those of another format
END = object()  # of a list
DEPTH = 3  # lists from clusters down to an offset
FORM = 'a document is {"doc_key": …, "clusters": [[[start, end], …], …]}, or its list of clusters alone'
ENDS = "a mention is [start, end], words from 0, ends inclusive"
EXCLUSIVE = "a mention is [start, end], counted from 0, ends exclusive"


def recognise(sample: Sample) -> bool:
    """True when the first value is a document with clusters, or clusters of pairs of numbers."""
    value = sample.told
    if isinstance(value, list):
        return depth(value) in (DEPTH - 1, DEPTH) and not _of_strings(value)  # a list was taken apart
    if not isinstance(value, dict) or any(key in value for key in ELSEWHERE):
        return False
    return _is_document(value) or any(
        _is_document(each) if isinstance(each, dict) else depth(each) == DEPTH and not _of_strings(each)
        for each in value.values()
    )


def read(sources: Iterable[Source], **_: Any) -> Mentions:
    """All documents of the files as one corpus.

    Raises InputError (file, line, column, remedy) for what is not JSON or not a list of clusters, an entity
    without mentions, a mention that is not two integers, ends before it starts, or is outside the words of
    its document.
    """
    table = MentionTable()
    for source in sources:
        table.source(source)
        for value in values(source.name, source.lines(longest_line(source)), FORM):
            for path, name in _documents(value):
                _ClusterDocument(value, table, path).read(name)
    return table.mentions()


def depth(value: Any) -> int:
    """How many lists are around the first thing that is no list; 0 where there is no such thing."""
    opened: list[Iterator[Any]] = [iter([value])]
    while opened:
        each = next(opened[-1], END)
        if each is END:
            opened.pop()
        elif isinstance(each, list):
            opened.append(iter(each))
        else:
            return len(opened) - 1
    return 0


def _of_strings(value: Any) -> bool:
    """Whether the first thing in lists that is no list is no number."""
    while isinstance(value, list):
        value = next((each for each in value if each != []), 0)
    return type(value) is not int


def _is_document(body: dict[str, Any]) -> bool:
    """Whether an object says that it is a document with clusters."""
    clusters = next((body[key] for key in CLUSTERS if key in body), 0)
    if clusters is None or clusters in ([], {}):
        return True
    if isinstance(clusters, list):
        return depth(clusters) >= DEPTH
    if isinstance(clusters, dict):
        return depth(list(clusters.values())) >= DEPTH or is_scorch(body)
    return "doc_key" in body or is_scorch(body)


def _documents(value: Value) -> Iterator[tuple[Path, str | None]]:
    """Where the documents of a value stand, and their ids if those stand before them."""
    body = value.value
    if isinstance(body, list) and body and (isinstance(body[0], dict) or depth(body) > DEPTH):
        yield from (((place,), None) for place in range(len(body)))
    elif isinstance(body, list):
        yield (), None
    elif not isinstance(body, dict):
        value.fail(f"{shown(body)} is not a document with clusters", remedy=FORM)
    elif any(key in body for key in CLUSTERS) or is_scorch(body) or _are_entities(body):
        yield (), None
    else:
        if not body or not all(
            isinstance(each, list) or (isinstance(each, dict) and any(key in each for key in CLUSTERS))
            for each in body.values()
        ):
            value.fail("the object has no clusters", remedy=FORM)
        yield from (((name,), name) for name in body)


def _are_entities(body: dict[str, Any]) -> bool:
    """Whether the values of an object are lists of mentions."""
    return (
        bool(body)
        and depth(list(body.values())) == DEPTH
        and all(isinstance(each, list) for each in body.values())
    )


@dataclass(frozen=True, slots=True)
class _WordsOfDocument:
    """The words of a document, as far as they are known.

    sentences   the first word of each sentence
    size, unit  how many words or characters there are, and which of the two offsets count
    exclusive   whether the ends of mentions are exclusive
    """

    sentences: list[int] | None
    size: int
    unit: str
    exclusive: bool


class _ClusterDocument:
    """One document of clusters in JSON on its way into the table."""

    def __init__(self, value: Value, table: MentionTable, path: Path) -> None:
        self.value, self.table, self.path = value, table, path
        self.after, self.anywhere = (after(0), after(1)), not in_own_unit()

    def read(self, name: str | None) -> None:
        """Add the document, its words and its mentions."""
        table, body = self.table, self.value.part(*self.path)
        members = body if isinstance(body, dict) else {}
        own = next((own for key in IDS if (own := name_of(members.get(key))) is not None), None)
        table.document(own if name is None else name)
        if own is None and name is None:
            table.others.append(found_in(members))
        if is_scorch(body):
            add_scorch(self.value, self.path, table)
            return
        keys = [key for key in CLUSTERS if members.get(key) is not None]
        key = keys[0] if keys else None
        for unread in keys[1:]:
            table.tally.add("document", f"whose {unread!r} are not read, because it has {key!r}")
        if isinstance(body, dict) and key is None and not _are_entities(body):
            self.value.fail("the object has no clusters", *self.path, remedy=FORM)
        text = self._text(body if key else {}, key)
        self._clusters(body if key is None else body[key], (*self.path, key) if key else self.path, text)

    def _text(self, body: dict[str, Any], key: str | None) -> _WordsOfDocument:
        """Add the words of a document to the table, as it gives them."""
        listed, table = body.get("sentences") or [], self.table
        exclusive = key in HALF_OPEN
        sentences: list[int] | None = None
        forms: list[str] | None = next((body[each] for each in WORDS if _all(body.get(each), str)), None)
        if listed and _all(listed, list) and all(_all(each, str) for each in listed):
            forms = [word for sentence in listed for word in sentence]
            sentences = [0, *accumulate(map(len, listed))][:-1]
        elif listed and _all(listed, int) and min(listed) >= 0:  # numbers of words
            table.has_forms = False
            if table.word_count + sum(listed) > MOST_WORDS:
                problem = f"the sentences have more than {MOST_WORDS:,} words in total"
                self.value.fail(
                    problem, *self.path, "sentences", remedy="leave the sentences out, or list the words"
                )
            forms = [""] * sum(listed)
            sentences = [0, *accumulate(listed)][:-1]
        elif listed and _all(listed, list) and all(_all(each, int) and each for each in listed):
            sentences = [each[0] for each in listed]
        if sentences is None:
            table.has_sentences = False
        if forms is not None:
            table.words(forms, np.full(len(forms), self.value.line))
            return _WordsOfDocument(sentences, len(forms), "word", exclusive)
        table.has_words = False
        if isinstance(text := body.get("text"), str):
            table.texts[-1] = text
            return _WordsOfDocument(sentences, len(text), "character", True)
        return _WordsOfDocument(sentences, LARGEST, "word", exclusive)

    def _clusters(self, body: Any, path: Path, text: _WordsOfDocument) -> None:
        """Add the mentions of all clusters."""
        if isinstance(body, dict):
            named: Sequence[tuple[str | int, str, Any]] = [(name, name, each) for name, each in body.items()]
        elif isinstance(body, list):
            named = [(place, str(place + 1), each) for place, each in enumerate(body)]
        else:
            self.value.fail(f"{shown(body)} is not a list of clusters", *path, remedy=FORM)
        starts = np.array(text.sentences or [0])
        for key, name, cluster in named:
            if not isinstance(cluster, list):
                self.value.fail(f"{shown(cluster)} is not a list of mentions", *path, key, remedy=FORM)
            if not cluster:
                self.value.fail("an entity without mentions", *path, key, remedy="leave it out")
            entity = self.table.another(name)
            for place, mention in enumerate(cluster):
                start, end = self._offsets(mention, (*path, key, place), text)
                sentence = int(np.searchsorted(starts, start, "right")) - 1
                self.table.mention(entity, self.value.line, ((start, end),), sentence=sentence)

    def _offsets(self, mention: Any, path: Path, text: _WordsOfDocument) -> tuple[int, int]:
        """The half-open offsets of a mention in its document."""
        behind = self.after[not text.exclusive]
        remedy = ENDS if behind else EXCLUSIVE
        if not isinstance(mention, list) or not len(mention) - (text.sentences is not None) <= 2 <= len(
            mention
        ):
            self.value.fail(f"{shown(mention)} is not a mention", *path, remedy=remedy)
        for place, offset in enumerate(mention):
            if type(offset) is not int or not 0 <= offset < LARGEST:
                problem = "negative" if type(offset) is int and offset < 0 else "not an integer"
                self.value.fail(f"offset {shown(offset)} is {problem}", *path, place, remedy=remedy)
        *sentence, start, end = mention
        size, whole, shift = text.size, "document", 0
        if sentence:
            size, shift = self._sentence(sentence[0], path, text)
            whole = "sentence"
        if end + behind <= start:
            problem = f"end {end} is {'before' if behind else 'not after'} start {start}"
            self.value.fail(problem, *path, len(mention) - 1, remedy=remedy)
        end += behind
        if end > size and not self.anywhere:
            problem = (
                f"end {mention[-1]} is beyond the {whole}, which has {size:,} {text.unit}{'s' * (size != 1)}"
            )
            remedy = otherwise(1) * (end == size + 1 and behind) + remedy
            self.value.fail(problem, *path, len(mention) - 1, remedy=remedy)
        return start + shift, end + shift

    def _sentence(self, place: int, path: Path, text: _WordsOfDocument) -> tuple[int, int]:
        """The size of a sentence and its first word."""
        assert text.sentences is not None
        if place >= len(text.sentences):
            self.value.fail(
                f"no sentence {place} among {len(text.sentences)}, counted from 0", *path, 0, remedy=ENDS
            )
        first, last = [*text.sentences, text.size][place : place + 2]
        return last - first, first


def _all(value: Any, kind: type) -> bool:
    """Whether a value is a list of values of this type."""
    return isinstance(value, list) and all(type(each) is kind for each in value)


def _meant(head: str, formats: Sequence[str]) -> bool:
    """Whether a text that no format recognises is read here: any JSON, where mentions are expected."""
    return is_json(head) and "bio" not in formats


READER = Reader(read, Mentions, guess=_meant, inclusive=True, cut="json lines")
