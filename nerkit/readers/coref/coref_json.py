"""Clusters of mentions as JSON, as in the repositories of coreference models.

    {"doc_key": "d1", "sentences": [["The", "queen"], ["She", "left"]], "clusters": [[[0, 1], [2, 2]]]}
    [[[0, 1], [2, 2]]]
    {"d1": [[[0, 1], [2, 2]]]}
    {"doc_id": "d1", "coref": {"the queen": [[0, 2], [2, 3]]}}
    {"type": "graph", "mentions": [[0, 1], [2, 2], [3, 3]], "links": [[[0, 1], [2, 2]]]}

- A document is a list of clusters, or an object with `predicted_clusters`, `clusters`, `span_clusters` or
  `coref`. The first of these keys counts. A file holds one document, one document per line, a list of
  documents, or an object of document ids and documents.
- Clusters are a list of lists of mentions, or an object of ids and lists of mentions.
- A mention is `[start, end]`, counted from 0 over the words of the document. **Ends are inclusive**, as in
  e2e-coref, AllenNLP and their successors. Ends are exclusive in `span_clusters` (wl-coref), in `coref`
  (SciREX), and in documents with a `text` but no words, whose offsets count characters (fastcoref).
  `[sentence, start, end]` counts from the beginning of a sentence.
- Words are in `sentences` (lists of words, or the number of words per sentence), otherwise in `tokens`,
  `words`, `cased_words` or `document`. If a document has words, nerkit checks that mentions are within them.
- A document's id is its `doc_key`, `doc_id`, `document_id` or `id`; in a folder, a document without an id is
  named after its file.
- Objects with a `type` are in the format of scorch: `{"type": "clusters", …}`, `{"type": "graph", …}`. The
  entities of a graph are its connected components; a mention without a link is an entity. A mention can be
  any JSON value. `[start, end]` means the words from start to end, inclusive. Other values are only compared.
"""

import json
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import accumulate, chain
from typing import Any

import numpy as np

from nerkit.algorithms.columns import LARGEST
from nerkit.corpora.mentions import Mentions
from nerkit.corpora.pairing.id_aliases import found_in
from nerkit.ground.limits import MOST_WORDS
from nerkit.ground.meant import after
from nerkit.io import Source
from nerkit.readers.conditions import CLUSTERS, condition
from nerkit.readers.coref.mention_table import MentionTable
from nerkit.readers.format import Reader, is_json
from nerkit.readers.json_text import Value, longest_line, shown, values
from nerkit.readers.records.document_table import Body, DocumentReading, Unit, as_written
from nerkit.readers.spans.span_records import name_of

HALF_OPEN = ("span_clusters", "coref")  # keys of clusters whose ends are exclusive
WORDS = ("tokens", "words", "cased_words", "document")
IDS = ("doc_key", "doc_id", "document_id", "id")
TEXTS, SENTENCES, NUMBERS, RANGES = map(
    condition, ("[* text]", "[* [* text]]", "[* int]", "[* ([* int] [any ...])]")
)
DEPTH = 3  # nested lists around an offset in clusters
FORM = 'a document is {"doc_key": …, "clusters": [[[start, end], …], …]}, or its list of clusters alone'
IS_SCORCH = condition("{type:=clusters clusters | type:=graph mentions}")
PAIR, RANGE = condition("[any, any]"), condition("[int, int]")
SCORCH = (
    '{"type": "clusters", "clusters": {id: [mention]}} or '
    '{"type": "graph", "mentions": [mention], "links": [[mention, mention]]}'
)


def read(sources: Iterable[Source], **_: Any) -> Mentions:
    """Read all documents of the files as one corpus of mentions.

    Raises InputError (file, line, column, remedy) for text that is not JSON, values that are not lists of
    clusters, and an entity without mentions. Further errors are a mention that is not two integers, ends
    before it starts, or is outside the words of its document.
    """
    return MentionTable().read(sources, _add)


def _add(source: Source, table: MentionTable) -> None:
    """Add the documents of a file to the table."""
    for value in values(source.name, source.lines(longest_line(source)), FORM):
        for document, name in _documents(value):
            ClusterReading(document, table).document(name)


def depth(value: Any) -> int:
    """The number of nested lists around the first value that is not a list; 0 if all lists are empty."""
    for each in value if isinstance(value, list) else ():
        below = depth(each)
        if below or not isinstance(each, list):
            return below + 1
    return 0


def _documents(value: Value) -> list[tuple[Value, str | None]]:
    """The documents in a JSON value; each has an id if the value is an object of ids and documents."""
    body = value.value
    if isinstance(body, list):
        several = body and (isinstance(body[0], dict) or depth(body) > DEPTH)
        return [(value.within(place), None) for place in range(len(body))] if several else [(value, None)]
    if not isinstance(body, dict):
        value.fail(f"{shown(body)} is not a document with clusters", remedy=FORM)
    if _has_clusters(body) or IS_SCORCH(body) or _are_entities(body):
        return [(value, None)]
    if not body or not all(
        isinstance(each, list) or (isinstance(each, dict) and _has_clusters(each)) for each in body.values()
    ):
        value.fail("the object has no clusters", remedy=FORM)
    return [(value.within(name), name) for name in body]


def _has_clusters(body: Body) -> bool:
    return not body.keys().isdisjoint(CLUSTERS)


def _are_entities(body: Body) -> bool:
    """Whether an object maps ids of entities to lists of mentions."""
    return depth(list(body.values())) == DEPTH and all(isinstance(each, list) for each in body.values())


class ClusterReading(DocumentReading):
    """A reader of one document of clusters, which adds its words and mentions to the table.

    first      the first word of each sentence, and the end of the last sentence; empty without sentences
    is_scorch  whether the document is an object of scorch, whose mentions can be any values
    """

    __slots__ = ("first", "is_scorch", "table")

    def __init__(self, value: Value, table: MentionTable, after: int = 1, form: str = FORM) -> None:
        super().__init__(value, form, Unit("word", after))
        self.table, self.first, self.is_scorch = table, list[int](), False

    def document(self, name: str | None) -> None:
        """Add the document, its words and its mentions; *name* is its id, None if the object has its id."""
        table, body = self.table, self.value.value
        members = body if isinstance(body, dict) else {}
        if name is None:
            name = next((own for key in IDS if (own := name_of(members.get(key))) is not None), None)
        table.document(name)
        if name is None:
            table.others.append(found_in(members))
        if IS_SCORCH(body):
            table.has_words = table.has_sentences = False
            self.form, self.is_scorch = SCORCH, True
            clusters = _components(self.value) if body["type"] == "graph" else body["clusters"]
            if not isinstance(clusters, dict):
                self.fail(f"{shown(clusters)} is not an object of clusters", "clusters")
            self.chains(clusters, "clusters")
            return
        keys = [key for key in CLUSTERS if members.get(key) is not None]
        for unread in keys[1:]:
            table.tally.add("document", f"whose {unread!r} are not read, because it has {keys[0]!r}")
        if not keys and isinstance(body, dict) and not _are_entities(body):
            self.fail("the object has no clusters")
        if keys and keys[0] in HALF_OPEN:
            self.unit = as_written(Unit("word"))
        self._words(members if keys else {})
        self.chains(self.value.part(*keys[:1]), *keys[:1])

    def _words(self, body: Body) -> None:
        """Add the words of a document to the table, and set `first`, `size` and `unit`."""
        listed, table = body.get("sentences") or [], self.table
        forms: list[str] | None = next((body[each] for each in WORDS if TEXTS(body.get(each))), None)
        sizes: Iterable[int] | None = None
        if not listed:
            table.has_sentences = False
        elif SENTENCES(listed):
            forms, sizes = [*chain(*listed)], map(len, listed)
        elif NUMBERS(listed) and min(listed) >= 0:  # the number of words of each sentence
            table.has_forms = False
            if table.word_count + sum(listed) > MOST_WORDS:
                problem = f"the sentences have more than {MOST_WORDS:,} words in total"
                self.fail(problem, "sentences", remedy="leave the sentences out, or list the words")
            forms, sizes = [""] * sum(listed), listed
        elif RANGES(listed):
            self.first = [each[0] for each in listed]
        else:
            table.has_sentences = False
        if forms is not None:
            table.words(forms, np.full(len(forms), self.value.line))
            self.size = len(forms)
        else:
            table.has_words = False
            if isinstance(text := body.get("text"), str):
                table.texts[-1] = text
                self.unit, self.size = as_written(Unit("character")), len(text)
        if sizes is not None:
            self.first = [*accumulate(sizes, initial=0)]
        elif self.first:
            self.first.append(self.size)

    def chains(self, body: Any, *path: str) -> None:
        """Add the mentions of the clusters *body*, which are at *path* of the document."""
        if not isinstance(body, dict | list):
            self.fail(f"{shown(body)} is not a list of clusters", *path)
        for place, key in enumerate(body):
            own: Any = key if isinstance(body, dict) else place
            at, cluster = (*path, own), body[own]
            if not isinstance(cluster, list):
                self.fail(f"{shown(cluster)} is not a list of mentions", *at)
            if not cluster:
                remedy = self.form if self.is_scorch else "leave it out"
                self.fail("an entity without mentions", *at, remedy=remedy)
            entity = self.table.another(str(key if isinstance(body, dict) else place + 1))
            for number, mention in enumerate(cluster):
                start, end = _range(mention) if self.is_scorch else self._mention(mention, *at, number)
                sentence = bisect_right(self.first, start, hi=len(self.first) - 1) - 1 if self.first else 0
                self.table.mention(entity, self.value.line, ((start, end),), sentence=sentence)

    def _mention(self, mention: Any, *path: str | int) -> Sequence[int]:
        """The half-open offsets of a mention in its document. Raises InputError if it is malformed."""
        if isinstance(mention, list) and len(mention) == 2:
            return self.span(*mention, *path, first=0, last=1)
        if not isinstance(mention, list) or len(mention) != 3 or not self.first:
            ends = "inclusive" if self.unit.after else "exclusive"
            remedy = f"a mention is [start, end], {self.unit.name}s from 0, ends {ends}"
            self.fail(f"{shown(mention)} is not a mention", *path, remedy=remedy)
        (number, start, end), size = mention, self.size
        if type(number) is not int or not 0 <= number < len(self.first) - 1:
            problem = f"no sentence {shown(number)} among {len(self.first) - 1}, counted from 0"
            self.fail(problem, *path, 0, remedy="a mention is [sentence, start, end]")
        before, after = self.first[number : number + 2]
        self.size, self.bound = after - before, "sentence"
        span = self.span(start, end, *path, first=1, last=2)
        self.size, self.bound = size, "text"
        return [offset + before for offset in span]


def _components(value: Value) -> dict[str, list[Any]]:
    """Number of an entity of a graph -> its mentions; numbers follow the order of first mentions."""
    mentions, links = value.value["mentions"], value.value.get("links", [])
    for key, member in (("mentions", mentions), ("links", links)):
        if not isinstance(member, list):
            value.fail(f"{shown(member)} is not a list", key, remedy=SCORCH)
    place = {_canonical(mention): i for i, mention in enumerate(mentions)}
    group = [[i] for i in range(len(mentions))]  # for each mention, the list of connected mentions
    for i, link in enumerate(links):
        if not PAIR(link):
            value.fail(f"{shown(link)} is not a pair of mentions", "links", i, remedy=SCORCH)
        ends = []
        for side, mention in enumerate(link):
            if _canonical(mention) not in place:
                value.fail(f"{shown(mention)} is not one of the mentions", "links", i, side, remedy=SCORCH)
            ends.append(group[place[_canonical(mention)]])
        small, large = sorted(ends, key=len)
        if small is not large:
            large += small
            for each in small:
                group[each] = large
    groups = {id(each): sorted(each) for each in group}.values()
    return {str(i): [mentions[each] for each in one] for i, one in enumerate(groups, 1)}


def _canonical(mention: Any) -> str:
    return json.dumps(mention, sort_keys=True)


def _range(mention: Any) -> tuple[int, int]:
    """The half-open range of a mention [start, end]; for other values, one position that is a 60-bit hash."""
    if RANGE(mention):
        start, end = mention
        if 0 <= start < end + after(1) <= LARGEST:
            return start, end + after(1)
    code = int.from_bytes(blake2b(_canonical(mention).encode(), digest_size=8).digest()) >> 4
    return code, code + 1


def _meant(head: str, formats: Sequence[str]) -> bool:
    """Guess whether an unrecognised text was meant for coref-json: it is JSON, and bio is not possible."""
    return is_json(head) and "bio" not in formats


READER = Reader(read, Mentions, guess=_meant, inclusive=True, cut="json lines")
