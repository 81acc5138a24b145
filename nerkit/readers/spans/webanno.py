"""WebAnno TSV 3, which WebAnno and INCEpTION export: a file for each document.

    #FORMAT=WebAnno TSV 3.3
    #T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|identifier|value

    #Text=Edith Tolkien danced.
    1-1     0-5     Edith     *[1]  PER[1]
    1-2     6-13    Tolkien   *[1]  PER[1]
    1-3     14-20   danced    _     _

- `#T_SP` lines are layers of spans with their features, a column each (a layer without features has one).
  `_` is no annotation, `*` one without a value; `PER[1]` on several rows is one annotation; `|` parts those
  that stand on one token; rows `1-3.1` are parts of a token.
- One layer is read: NamedEntity, else the only one, or the one that is named. Its label is the feature
  `value`, else its only one, or the one that is named; `identifier` is the id in a knowledge base, and other
  features are fields. What relations and chains (`#T_RL`, `#T_CH`) hold is counted.
- A file names only the layers that it has annotations of: one without spans, or without those of the layer
  that is read, is forgiven as a document without spans, unless no file has the layer that is named.
- Offsets count UTF-16 units in the file, and characters here. The text is that of the `#Text` lines; what
  lies between sentences is not in the file, and blanks stand for it.
- The document's id is the file's path below the folder without suffix; a file by itself has none.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn

from nerkit.corpora.spans import Spans
from nerkit.errors import InputError, plural
from nerkit.ground.patterns import regex
from nerkit.io import Source
from nerkit.readers.forgiving import Forgiveness, forgive
from nerkit.readers.format import Reader
from nerkit.readers.spans.label_studio import characters_of_units
from nerkit.readers.spans.span_table import SpanTable, Tally

FIXED = 3  # columns before those of layers: number, offsets, token
SPANS, CHAINS, RELATIONS = "#T_SP=", "#T_CH=", "#T_RL="
KINDS = {SPANS: "span", CHAINS: "chain", RELATIONS: "relation"}
FORMAT, TEXT = "#FORMAT=WebAnno TSV 3", "#Text="
NAMED_ENTITY, VALUE, IDENTIFIER = "NamedEntity", "value", "identifier"
NOTHING, WITHOUT_VALUE = "_", "*"
OFFSETS = regex(r"(\d{1,15})-(\d{1,15})")
STACKED = regex(r"(?:\\.|[^\\|])+", re.DOTALL)  # a cell between bars that are not escaped
NUMBERED = regex(r"((?:\\.|[^\\\[])*+)\[(\d+)\]", re.DOTALL)
ESCAPED = regex(r"\\(->|[trn]|.)", re.DOTALL)
WHITE = {"t": "\t", "r": "\r", "n": "\n"}
NO_LAYER = "no layer of spans (#T_SP)"
WITHOUT_LAYER = Forgiveness("file", "without the layer of spans that is read, taken as without spans")
FORM = "a row is: sentence-token, tab, begin-end, tab, token, and a column for each feature of the layers"


def recognise(head: str) -> bool:
    """True when the first line says that it is WebAnno TSV 3."""
    return head.startswith(FORMAT)


def read(
    sources: Iterable[Source], *, layer: str | None = None, feature: str | None = None, **_: Any
) -> Spans:
    """All files as one corpus; *layer* and *feature* are those of the labels.

    Raises InputError (file, line, column, remedy) for a layer or feature that is not there, or several among
    which none is named, a row with too few columns, offsets that are none, sentences that overlap.
    """
    sources = list(sources)
    table = SpanTable("text")
    documents: list[_WebAnnoDocument] = []
    for source in sources:
        table.source(source)
        document = _WebAnnoDocument(source, (layer, feature), table.tally)
        document.read()
        document.fill(table)
        documents.append(document)
    fails = [document.fail_without_layer for document in documents if document.chosen is None]
    if layer is not None and fails and len(fails) == len(documents):
        fails[0]()
    for fail in fails:
        forgive(WITHOUT_LAYER, fail)
    return table.spans(sources)


@dataclass(frozen=True, slots=True)
class WebAnnoLayer:
    """A layer of spans: its name, its features (empty for one without), and their first column."""

    name: str
    features: Sequence[str]
    column: int

    @property
    def short(self) -> str:
        """The name without that of its package."""
        return self.name.rpartition(".")[2]


class UnitRow(NamedTuple):
    """A row of a sentence: the line it is on, where it begins and ends in UTF-16 units, and its cells."""

    number: int
    begin: int
    end: int
    cells: list[str]


@dataclass(slots=True)
class Annotated:
    """An annotation: its first line, its offsets in characters, and the values of its features."""

    line: int
    start: int
    end: int
    values: list[str | None] = field(default_factory=list)


class _WebAnnoDocument:
    """One file."""

    def __init__(self, source: Source, asked: tuple[str | None, str | None], tally: Tally) -> None:
        self.source, self.asked, self.tally = source, asked, tally
        self.layers: list[WebAnnoLayer] = []
        self.others: dict[int, str] = {}  # columns of relations and chains -> what they hold
        self.columns = FIXED
        self.chosen: WebAnnoLayer | None = None
        self.pieces: list[str] = []  # of the text
        self.units = self.characters = 0  # of the text so far
        self.lines: list[str] = []  # of the text of the sentence
        self.rows: list[UnitRow] = []  # of the sentence
        self.annotations: dict[str, Annotated] = {}  # by number, and by line where there is none
        self.at = (0, "")  # the line that is read: number, text

    def read(self) -> None:
        """Read all lines."""
        for number, line in self.source.lines():
            self.at = number, line
            if line.startswith(tuple(KINDS)):
                self._layer(line)
            elif line.startswith(TEXT):
                self._begin(line)
            elif line.strip() and not (line.startswith("#") and "\t" not in line):
                self._row(line)
        self._sentence()
        if self.chosen is None:
            self.chosen = self._choice()

    def _begin(self, line: str) -> None:
        """A line of text: it begins a sentence, if rows stand before it."""
        if self.rows:
            self._sentence()
        self.lines.append(_plain(line.removeprefix(TEXT)))

    def _layer(self, line: str) -> None:
        kind = line[: len(SPANS)]
        name, *features = line[len(SPANS) :].rstrip("\t").split("|")
        features = [each for each in features if each]
        if kind == SPANS:
            self.layers.append(WebAnnoLayer(name, features, self.columns))
        else:
            self.others[self.columns] = KINDS[kind]
        self.columns += max(len(features), 1)

    def _row(self, line: str) -> None:
        cells = line.split("\t")
        match = OFFSETS.fullmatch(cells[1]) if len(cells) >= FIXED else None
        if match is None:
            self._fail("no offsets begin-end in the second column", min(len(cells), 2) - 1)
        if len(cells) < self.columns:
            problem = f"{plural(len(cells), 'column')} where the layers need {self.columns}"
            self._fail(problem, len(cells) - 1)
        begin, end = map(int, match.groups())
        if end < begin:
            self._fail(f"end {end} is before begin {begin}", 1)
        self.rows.append(UnitRow(self.at[0], begin, end, cells))
        for column, kind in self.others.items():
            if cells[column] != NOTHING:
                self.tally.add(kind, "not read (no spans)", len(STACKED.findall(cells[column])))

    def _sentence(self) -> None:
        """Add the sentence that has been read: its text, and the annotations of its rows."""
        if not self.rows:
            return
        if self.chosen is None:
            self.chosen = self._choice()
        text = "\n".join(self.lines) if self.lines else None
        begin = self.rows[0].begin
        if text is not None:
            before = text.find(_plain(self.rows[0].cells[2]))
            begin -= _units(text[: max(before, 0)])
        else:
            text = _of_tokens(self.rows, begin)
        if begin < self.units:
            self.at = self.rows[0].number, "\t".join(self.rows[0].cells)
            self._fail(f"the sentence begins at {begin}, and the one before it ends at {self.units}", 1)
        gap = begin - self.units
        self.pieces += ["\n" * min(gap, 1) + " " * (gap - 1), text]
        self.characters += gap
        places = characters_of_units(text)
        for row in self.rows:
            self._place(row, begin, places)
        self.units = begin + len(places) - 1
        self.characters += len(text)
        self.lines, self.rows = [], []

    def _place(self, row: UnitRow, begin: int, places: Sequence[int]) -> None:
        """Add the annotations of a row of the sentence that begins at the unit *begin*."""
        if row.end - begin >= len(places) or row.begin < begin:
            self.at = row.number, "\t".join(row.cells)
            self._fail(f"the offsets {row.cells[1]} are not those of a token of this sentence", 1)
        start, end = (self.characters + places[unit - begin] for unit in (row.begin, row.end))
        layer = self.chosen
        if layer is None:
            return
        cells = row.cells[layer.column : layer.column + max(len(layer.features), 1)]
        if all(cell == NOTHING for cell in cells):
            return
        stacks = [STACKED.findall(cell) for cell in cells]
        if len(set(map(len, stacks))) > 1:
            self.at = row.number, "\t".join(row.cells)
            self._fail("the columns of the layer have not as many annotations each", layer.column)
        for place, values in enumerate(zip(*stacks, strict=True)):
            if all(value == NOTHING for value in values):
                continue
            numbers = [match for value in values if (match := NUMBERED.fullmatch(value))]
            key = numbers[0][2] if numbers else f"{row.number}:{place}"
            bare = [match[1] if (match := NUMBERED.fullmatch(value)) else value for value in values]
            annotation = self.annotations.setdefault(key, Annotated(row.number, start, end))
            annotation.start, annotation.end = min(annotation.start, start), max(annotation.end, end)
            annotation.values = annotation.values or [
                None if value in (NOTHING, WITHOUT_VALUE) else _plain(value) for value in bare
            ]

    def fail_without_layer(self) -> NoReturn:
        """Raise the InputError for a file that has not the layer that is read, or none."""
        names = ", ".join(layer.name for layer in self.layers)
        what = f"no layer {self.asked[0]!r} of spans; there is {names}" if names else NO_LAYER
        raise InputError(what, source=self.source.name, line=None if names else 1)

    def _choice(self) -> WebAnnoLayer | None:
        """The layer that is read; None where it is not there. Raises InputError where it is not clear."""
        asked, names = self.asked[0], ", ".join(layer.name for layer in self.layers)
        if asked is not None or not self.layers:
            named = (layer for layer in self.layers if asked in (layer.name, layer.short))
            return next(named, None)
        fitting = [layer for layer in self.layers if layer.short == NAMED_ENTITY] or self.layers
        if len(fitting) > 1:
            what = f"{plural(len(fitting), 'layer')} of spans: {names}"
            raise InputError(what, source=self.source.name, remedy="say which one with layer=…")
        return fitting[0]

    def _label(self, layer: WebAnnoLayer) -> int | None:
        """The place of the feature that is the label; None for a layer without features."""
        asked, names = self.asked[1], ", ".join(layer.features)
        if asked is not None:
            if asked not in layer.features:
                what = f"no feature {asked!r} of {layer.name}; there is {names or 'none'}"
                raise InputError(what, source=self.source.name)
            return layer.features.index(asked)
        if VALUE in layer.features:
            return layer.features.index(VALUE)
        if len(layer.features) > 1:
            what = f"{plural(len(layer.features), 'feature')} of {layer.name}: {names}"
            raise InputError(
                what, source=self.source.name, remedy="say which one is the label with feature=…"
            )
        return 0 if layer.features else None

    def fill(self, table: SpanTable) -> None:
        """Add the document and its spans to a table."""
        layer, text = self.chosen, "".join(self.pieces)
        label = None if layer is None else self._label(layer)
        table.document(self.source.stem if self.source.listed else None, text)
        if layer is None:
            return
        names = {
            place: "eid" if name == IDENTIFIER else f"{name}_feature" if name in RESERVED else name
            for place, name in enumerate(layer.features)
            if place != label
        }
        table.names = tuple(dict.fromkeys([*table.names, *names.values()]))
        for annotation in self.annotations.values():
            fields = {name: annotation.values[place] for place, name in names.items()}
            value = None if label is None else annotation.values[label]
            covered = text[annotation.start : annotation.end]
            table.span(annotation.start, annotation.end, annotation.line, type=value, text=covered, **fields)

    def _fail(self, problem: str, cell: int) -> NoReturn:
        number, line = self.at
        column = 1 + sum(len(each) + 1 for each in line.split("\t")[:cell])
        raise InputError(problem, source=self.source.name, line=number, column=column, text=line, remedy=FORM)


RESERVED = ("type", "score", "eid", "text", "start", "end", "line")  # fields of a span that no feature is


def _plain(text: str) -> str:
    """A text without its escapes."""
    return ESCAPED.sub(lambda match: WHITE.get(match[1], match[1]), text) if "\\" in text else text


def _units(text: str) -> int:
    """The number of UTF-16 units of a text."""
    return len(text.encode("utf-16-le")) // 2


def _of_tokens(rows: Sequence[UnitRow], begin: int) -> str:
    """The text of a sentence without a line of text: its tokens at their offsets, blanks between them."""
    text, units = "", 0
    for row in rows:
        token = _plain(row.cells[2])
        if row.begin - begin >= units:
            text += " " * (row.begin - begin - units) + token
            units = row.begin - begin + _units(token)
    return text


READER = Reader(
    recognise, read, Spans, characters=True, options=("layer", "feature"), forgives=(WITHOUT_LAYER,)
)
