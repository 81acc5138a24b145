"""The output of Hugging Face's pipeline for token classification, with every aggregation strategy.

    [[{"entity_group": "PER", "score": 0.99, "word": "tolkien", "start": 0, "end": 7}, …], …]
    [{"entity": "B-PER", "score": 0.99, "index": 1, "word": "tolkien", "start": 0, "end": 7}, …]

Each inner list is a document. A file can also have one list of spans per line, or be a single list. Documents
have no ids and are paired in order.

- Without aggregation (`none`), an item is a piece of a word. As in the pipeline, a piece continues an entity
  if its `index` follows, its type is equal and its tag does not begin with `B-`. Tags without a prefix are
  inside tags, so adjacent entities with the same type become one entity. If every tag has a prefix, nerkit
  also reads other schemes (`S-`, `U-`, `E-`, `L-` and so on). The score of an entity is the mean over its
  pieces. Pieces tagged `O` are ignored.
- Offsets count characters, and ends are exclusive. Tokenizers without offsets leave offsets null. Then an
  entity is only a string, its `word` (pieces joined). It is counted, and matches only in measures of strings.
- Some tokenizers lower-case `word`, so nerkit ignores `word` if there are offsets.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from nerkit.corpora.spans import STRING, Spans
from nerkit.io import Source
from nerkit.readers.conditions import LETTERS
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Path, shown
from nerkit.readers.records.document_table import Body, Unit
from nerkit.readers.records.shape import EntityList, Shape, ShapedReading
from nerkit.readers.spans.listed_spans import in_list, span_lists
from nerkit.readers.spans.span_table import SpanTable, score_of

PREFIX = re.compile(r"([BI])-(.*)", re.DOTALL)  # the prefixes that the pipeline reads
ANY_PREFIX = re.compile(rf"([{LETTERS}])[-_](.+)", re.DOTALL)
OPENING = "BSU"  # letters that begin an entity
OUTSIDE = "O"
NO_PLACE = "without offsets, which only measures of strings can score"
FORM = (
    'an entity is {"entity_group": "PER", "score": 0.99, "word": "tolkien", "start": 0, "end": 7}, '
    'or with "entity" and "index" for each piece of a word; a document is a list of them'
)


class WordPiece(NamedTuple):
    """An item of the pipeline's output: a piece of a word, or a group of pieces.

    line     its line in the file, 1-based
    offsets  [start, end] in characters, or None
    tag      its tag, or the label of a group
    number   its number among the pieces of the text; None for a group
    score    its score, or None
    word     its text as the tokenizer writes it
    """

    line: int
    offsets: list[int] | None
    tag: str
    number: int | None
    score: float | None
    word: str


def read(sources: Iterable[Source], **_: Any) -> Spans:
    """Read all documents of files with the pipeline's output as one corpus.

    Raises InputError (file, line, column, remedy) for text that is not JSON, and for values that are not
    lists of entities.
    """
    sources = list(sources)
    table = SpanTable("text", STRING)
    SHAPE.know(table)
    listed = [[made.body["entities"] for made in SHAPE.each(source, table)] for source in sources]
    every = chain.from_iterable(chain.from_iterable(listed))
    tags = {piece.tag for piece in every if piece.number is not None and piece.tag != OUTSIDE}
    prefix = ANY_PREFIX if all(map(ANY_PREFIX.fullmatch, tags)) else PREFIX
    for source, documents in zip(sources, listed, strict=True):
        table.source(source)
        for pieces in documents:
            table.document(None)
            for label, group in _groups(pieces, prefix):
                _add(label, group, table)
    return table.spans(sources)


class PieceList(EntityList):
    """A list of pieces or of groups of pieces."""

    labels = ("entity_group", "entity")

    def read(self, reading: ShapedReading, body: Any) -> list[Any]:
        """Read the list as `WordPiece` objects; raises InputError for items with errors."""
        return [self._piece(reading, item, path) for path, item in in_list(reading, body, self.key)]

    def _piece(self, reading: ShapedReading, item: Body, path: Path) -> WordPiece:
        key = self.labels[0] if self.labels[0] in item else self.labels[1]
        tag, word = reading.text(item, key, *path), reading.text(item, "word", *path)
        score = score_of(reading.value, item.get("score"), *path, "score")
        ends = item.get("start"), item.get("end")
        offsets = None if ends == (None, None) else reading.span(*ends, *path)
        index = item.get("index") if key == "entity" else None
        if key == "entity" and type(index) is not int:
            problem = (
                "the piece has no index" if index is None else f"the index {shown(index)} is not an integer"
            )
            reading.fail(problem, *path, *(["index"] if "index" in item else []))
        reading.table.keys.see(item, tag)
        return WordPiece(reading.value.line, offsets, tag, index, score, word)


def _groups(pieces: Sequence[WordPiece], prefix: re.Pattern[str]) -> Iterator[tuple[str, list[WordPiece]]]:
    """The label and the pieces of each entity of a document."""
    label, group = "", list[WordPiece]()
    for piece in pieces:
        if piece.tag == OUTSIDE:
            continue
        match = prefix.fullmatch(piece.tag) if piece.number is not None else None
        letter, type_ = match.groups() if match else ("I", piece.tag)
        follows = bool(group) and piece.number is not None and group[-1].number == piece.number - 1
        if follows and type_ == label and letter not in OPENING:
            group.append(piece)
            continue
        if group:
            yield label, group
        label, group = type_, [piece]
    if group:
        yield label, group


def _add(label: str, group: Sequence[WordPiece], table: SpanTable) -> None:
    """Add an entity with these pieces to the current document of the table."""
    scores = [piece.score for piece in group if piece.score is not None]
    fields = {"type": label, "score": sum(scores) / len(scores) if scores else None}
    offsets = [offset for piece in group for offset in piece.offsets or ()]
    if offsets:
        table.span(min(offsets), max(offsets), group[0].line, **fields)
        return
    # a piece that begins with ## continues the word before it
    words = (piece.word.replace("▁", " ").replace("Ġ", " ") for piece in group)
    text = "".join(f" {word}".removeprefix(" ##") for word in words)
    table.unplaced(" ".join(text.split()), group[0].line, **fields)
    table.tally.add("string", NO_PLACE)


SHAPE = Shape(
    "hf-pipeline",
    entities=[PieceList("", "a span", "entity")],
    unit=Unit("character"),
    keys=("index", "is_subword"),
    form=FORM,
    lists=True,
    documents=span_lists,
)
READER = Reader(read, Spans, characters=True)
