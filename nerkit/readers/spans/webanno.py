"""WebAnno TSV 3, which WebAnno and INCEpTION export: one file per document.

    #FORMAT=WebAnno TSV 3.3
    #T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|identifier|value

    #Text=Edith Tolkien danced.
    1-1     0-5     Edith     *[1]  PER[1]
    1-2     6-13    Tolkien   *[1]  PER[1]
    1-3     14-20   danced    _     _

- `#T_SP` lines are layers of spans with one column per feature (a layer without features has one column). `_`
  means no annotation, and `*` an annotation without a value. `PER[1]` on several rows is one annotation. `|`
  separates annotations of one token. Rows `1-3.1` are parts of a token.
- nerkit reads one layer: the layer that you name, NamedEntity, or the only layer. The label is the feature
  that you name, `value`, or the only feature. `identifier` is the id in a knowledge base, and other features
  are fields. nerkit only counts relations (`#T_RL`) and other chains.
- `#T_CH` lines are layers of chains. nerkit reads them if you name a layer or if there is no layer of spans;
  coreference prefers chains. `he[2]` is in chain 2, and `coref->2-1` its first link. Rows of one link are one
  annotation, and so are adjacent rows without such numbers. The label is the type of the element; the
  relation (`coref`) is a field. The id is the chain, `NIL/2`, preceded by the file name if there are several
  files.
- A file names only layers with annotations. nerkit therefore reads a file without the layer as a document
  without spans. If no file has the layer that you name, this is an error.
- Offsets count UTF-16 units in the file; nerkit converts them to characters. The text is in the `#Text`
  lines. Blanks replace the text between sentences, which the file lacks. A warning counts empty spans.
- The document's id is the file's path below the folder without suffix; a file by itself has none.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, NoReturn

from nerkit.corpora.mentions import Mentions
from nerkit.corpora.spans import Hint, Spans
from nerkit.exceptions import InputError, plural, some
from nerkit.ground.patterns import regex
from nerkit.ground.warnings import Warned
from nerkit.io import Source
from nerkit.readers.columns.text import ColumnLine, lines
from nerkit.readers.coref.span_mentions import of_spans
from nerkit.readers.format import Reader
from nerkit.readers.leniency import Forgiveness, forgive, where
from nerkit.readers.spans.label_studio import characters_of_units
from nerkit.readers.spans.span_table import SpanTable, Tally

FIXED = 3  # columns before those of layers: number, offsets, token
SPANS, CHAINS, RELATIONS = "#T_SP=", "#T_CH=", "#T_RL="
FORMAT, TEXT = "#FORMAT=WebAnno TSV 3", "#Text="
NAMED_ENTITY, VALUE, IDENTIFIER = "NamedEntity", "value", "identifier"
CHAIN = "NIL/"  # an id that no knowledge base has
NOTHING, WITHOUT_VALUE = "_", "*"
OFFSETS = regex(r"(\d{1,15})-(\d{1,15})")
STACKED = regex(r"(?:\\.|[^\\|])+", re.DOTALL)  # a cell between bars that are not escaped
NUMBERED = regex(r"((?:\\.|[^\\\[])*+)\[(\d+)\]", re.DOTALL)
LINK = regex(r"((?:\\.|[^\\])*?)->(?:\d+-)?(\d+)", re.DOTALL)  # of a chain: its relation and its number
ESCAPED = regex(r"\\(->|[trn]|.)", re.DOTALL)
WHITE = {"t": "\t", "r": "\r", "n": "\n"}
NO_LAYER = "the file has no layer of spans (#T_SP) or chains (#T_CH)"
WITHOUT_LAYER = Forgiveness("file", "without the chosen layer of spans, read as without spans")
NOT_READ = "not read, because nerkit reads another layer"
FORM = "write rows of sentence-token, tab, begin-end, tab, token, and one column per feature of the layers"


def read(
    sources: Iterable[Source],
    *,
    layer: str | None = None,
    feature: str | None = None,
    chains: bool = False,
    **_: Any,
) -> Spans:
    """All files as one corpus; *layer* and *feature* are those of the labels, *chains* go before spans.

    Raises InputError (file, line, column, remedy) for a layer or feature that is not there, or several among
    which none is named, a row with too few columns, offsets that are none, sentences that overlap.
    """
    sources = list(sources)
    table = SpanTable("text")
    documents: list[_WebAnnoDocument] = []
    for source in sources:
        document = _WebAnnoDocument(source, (layer, feature), table.tally)
        document.prefers_chains = chains
        document.read()
        documents.append(document)
    _of_one_kind(documents, chains=chains)
    for source, document in zip(sources, documents, strict=True):
        table.source(source)
        document.fill(table)
    fails = [document.fail_without_layer for document in documents if document.chosen is None]
    if layer is not None and fails and len(fails) == len(documents):
        fails[0]()
    for fail in fails:
        forgive(WITHOUT_LAYER, fail)
    return _with_hint(table.spans(sources), where(sources))


def _with_hint(spans: Spans, place: str) -> Spans:
    """The spans; where none has a label, with what is known of other features that may be it."""
    if spans.fields["type"].values or not len(spans):
        return spans
    found = {
        name: some(map(str, column.values), 3)
        for name, column in spans.fields.items()
        if name not in RESERVED and column.values
    }
    if not found:
        return replace(spans, hints={"type": Hint(f"the layer of {place} has no feature with a value")})
    held = "; ".join(f"{name} holds {values}" for name, values in found.items())
    said = f"{place}: the feature with the label is empty; {held}"
    told = Warned("label-feature-empty", side=place, held=held)
    return replace(spans, hints={"type": Hint(said, is_trace=True)}, warnings=(*spans.warnings, told))


def _of_one_kind(documents: Sequence["_WebAnnoDocument"], *, chains: bool) -> None:
    """Leave out what was read of chains where other files have spans, or the other way round (*chains*)."""
    kinds = {document.chosen.chains for document in documents if document.chosen is not None}
    for document in documents if len(kinds) > 1 else ():
        if document.chosen is not None and document.chosen.chains != chains:
            what = "chain" if document.chosen.chains else "span"
            document.tally.add(what, NOT_READ, len(document.annotations))
            document.chosen = None


@dataclass(frozen=True, slots=True)
class WebAnnoLayer:
    """A layer of spans or *chains*: its name, its features (empty for one without), their first column."""

    name: str
    features: Sequence[str]
    column: int
    chains: bool = False

    @property
    def short(self) -> str:
        """The name without that of its package."""
        return self.name.rpartition(".")[2]


class UnitRow(NamedTuple):
    """A row of a sentence: its line, where it begins and ends in UTF-16 units, and its cells."""

    line: ColumnLine
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
    chain: str | None = None


class _WebAnnoDocument:
    """One file of WebAnno."""

    def __init__(self, source: Source, asked: tuple[str | None, str | None], tally: Tally) -> None:
        self.source, self.asked, self.tally = source, asked, tally
        self.layers: list[WebAnnoLayer] = []
        self.others: dict[int, str] = {}  # columns that are not read -> what they hold
        self.prefers_chains = self.is_decided = False
        self.last_row: dict[str, tuple[int, str]] = {}  # chain -> its last row without a link, and its key
        self.columns = FIXED
        self.chosen: WebAnnoLayer | None = None
        self.pieces: list[str] = []  # of the text
        self.units = self.characters = 0  # of the text so far
        self.lines: list[str] = []  # of the text of the sentence
        self.rows: list[UnitRow] = []  # of the sentence
        self.annotations: dict[str, Annotated] = {}  # by number, and by line where there is none

    def read(self) -> None:
        """Read all lines."""
        for line in lines(self.source):
            if line.text.startswith((SPANS, CHAINS, RELATIONS)):
                self._layer(line.text)
            elif line.text.startswith(TEXT):
                self._begin(line.text)
            elif line.text.strip() and not (line.text.startswith("#") and "\t" not in line.text):
                self._row(line)
        self._sentence()
        if not self.is_decided:
            self._choose()

    def _begin(self, line: str) -> None:
        """A line of text: it begins a sentence, if rows stand before it."""
        if self.rows:
            self._sentence()
        self.lines.append(_plain(line.removeprefix(TEXT)))

    def _layer(self, line: str) -> None:
        kind = line[: len(SPANS)]
        name, *features = line[len(SPANS) :].rstrip("\t").split("|")
        features = [each for each in features if each]
        if kind in (SPANS, CHAINS):
            self.layers.append(WebAnnoLayer(name, features, self.columns, kind == CHAINS))
        else:
            self.others[self.columns] = "relation"
        self.columns += max(len(features), 1)

    def _row(self, line: ColumnLine) -> None:
        cells = line.text.split("\t")
        match = OFFSETS.fullmatch(cells[1]) if len(cells) >= FIXED else None
        if match is None:
            _fail(line, "the second column has no offsets begin-end", min(len(cells), 2) - 1)
        if len(cells) < self.columns:
            problem = f"{plural(len(cells), 'column')} where the layers need {self.columns}"
            _fail(line, problem, len(cells) - 1)
        begin, end = map(int, match.groups())
        if end < begin:
            _fail(line, f"end {end} is before begin {begin}", 1)
        self.rows.append(UnitRow(line, begin, end, cells))
        if not self.is_decided:
            self._choose()
        for column, kind in self.others.items():
            if cells[column] != NOTHING:
                self.tally.add(kind, NOT_READ, len(STACKED.findall(cells[column])))

    def _sentence(self) -> None:
        """Add the sentence that has been read: its text, and the annotations of its rows."""
        if not self.rows:
            return
        if not self.is_decided:
            self._choose()
        text = "\n".join(self.lines) if self.lines else None
        begin = self.rows[0].begin
        if text is not None:
            before = text.find(_plain(self.rows[0].cells[2]))
            begin -= _units(text[: max(before, 0)])
        else:
            text = _of_tokens(self.rows, begin)
        if begin < self.units:
            problem = f"the sentence begins at {begin}, but the sentence before it ends at {self.units}"
            _fail(self.rows[0].line, problem, 1)
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
            _fail(row.line, f"the offsets {row.cells[1]} fit no token of this sentence", 1)
        start, end = (self.characters + places[unit - begin] for unit in (row.begin, row.end))
        layer = self.chosen
        if layer is None:
            return
        cells = row.cells[layer.column : layer.column + max(len(layer.features), 1)]
        if all(cell == NOTHING for cell in cells):
            return
        stacks = [STACKED.findall(cell) for cell in cells]
        if len(set(map(len, stacks))) > 1:
            problem = "the columns of the layer have different numbers of annotations"
            _fail(row.line, problem, layer.column)
        for place, values in enumerate(zip(*stacks, strict=True)):
            if all(value == NOTHING for value in values):
                continue
            numbers = [match for value in values if (match := NUMBERED.fullmatch(value))]
            key = numbers[0][2] if numbers else f"{row.line.number}:{place}"
            bare = [match[1] if (match := NUMBERED.fullmatch(value)) else value for value in values]
            chain = None
            if layer.chains:
                chain, key, bare = self._link(key if numbers else None, row.line.number, bare)
            annotation = self.annotations.setdefault(key, Annotated(row.line.number, start, end, chain=chain))
            annotation.start, annotation.end = min(annotation.start, start), max(annotation.end, end)
            annotation.values = annotation.values or [
                None if value in (NOTHING, WITHOUT_VALUE) else _plain(value) for value in bare
            ]

    def _link(self, chain: str | None, number: int, values: list[str]) -> tuple[str | None, str, list[str]]:
        """The chain of an annotation of the row *number*, what it is known by, and its values as labels.

        Without the number of a link it goes on from the row before, where that one has the same label.
        """
        links = [LINK.fullmatch(value) for value in values]
        plain = [match[1] if match else value for match, value in zip(links, values, strict=True)]
        link = next((match[2] for match in links if match), None)
        if link is not None:
            return chain, f"{chain}-{link}", plain
        kind = f"{chain}:{'|'.join(plain)}"
        last, key = self.last_row.get(kind, (0, ""))
        key = key if chain is not None and last == number - 1 else f"{kind}:{number}"
        self.last_row[kind] = number, key
        return chain, key, plain

    def fail_without_layer(self) -> NoReturn:
        """Raise the InputError for a file without the layer that nerkit reads, or without layers."""
        names = ", ".join(layer.name for layer in self.layers)
        what = (
            f"the file has no layer {self.asked[0]!r} of spans; its layers are {names}" if names else NO_LAYER
        )
        raise InputError(what, source=self.source.name, line=None if names else 1)

    def _choose(self) -> None:
        """Choose the layer that is read; what other layers of chains hold is counted."""
        self.chosen, self.is_decided = self._choice(), True
        self.others |= {one.column: "chain" for one in self.layers if one.chains and one is not self.chosen}

    def _choice(self) -> WebAnnoLayer | None:
        """The layer that is read; None where it is not there. Raises InputError where it is not clear."""
        asked = self.asked[0]
        if asked is not None or not self.layers:
            named = (layer for layer in self.layers if asked in (layer.name, layer.short))
            return next(named, None)
        spans, chains = ([one for one in self.layers if one.chains == kind] for kind in (False, True))
        wanted = (chains or spans) if self.prefers_chains else (spans or chains)
        fitting = [layer for layer in wanted if layer.short == NAMED_ENTITY] or wanted
        if len(fitting) > 1:
            kind = "chains" if fitting[0].chains else "spans"
            what = f"{plural(len(fitting), 'layer')} of {kind}: {', '.join(one.name for one in fitting)}"
            raise InputError(what, source=self.source.name, remedy="choose a layer with layer=…")
        return fitting[0]

    def _label(self, layer: WebAnnoLayer) -> int | None:
        """The place of the feature that is the label; None for a layer without features."""
        asked, names = self.asked[1], ", ".join(layer.features)
        if asked is not None:
            if asked not in layer.features:
                what = f"{layer.name} has no feature {asked!r}; its features are {names or 'none'}"
                raise InputError(what, source=self.source.name)
            return layer.features.index(asked)
        if VALUE in layer.features:
            return layer.features.index(VALUE)
        if layer.chains and layer.features:
            relation = next((i for i, name in enumerate(layer.features) if name.endswith("Relation")), 1)
            return min(set(range(len(layer.features))) - {relation}, default=0)
        if len(layer.features) > 1:
            what = f"{plural(len(layer.features), 'feature')} of {layer.name}: {names}"
            raise InputError(what, source=self.source.name, remedy="choose the label with feature=…")
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
        prefix = CHAIN + (f"{self.source.stem}/" if self.source.listed else "")
        for annotation in self.annotations.values():
            fields = {name: annotation.values[place] for place, name in names.items()}
            if annotation.chain is not None:
                fields["eid"] = f"{prefix}{annotation.chain}"
            value = None if label is None else annotation.values[label]
            if not (covered := text[annotation.start : annotation.end]):
                table.tally.add("span", "not read, because it covers no character")
                continue
            table.span(annotation.start, annotation.end, annotation.line, type=value, text=covered, **fields)


RESERVED = ("type", "score", "eid", "text", "start", "end", "line")  # fields of a span that no feature is


def _fail(line: ColumnLine, problem: str, cell: int) -> NoReturn:
    """Raise the InputError for a cell of a line."""
    line.fail(problem, FORM, cell, tabs=True)


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


def read_mentions(sources: Iterable[Source], *, layer: str | None = None, **_: Any) -> Mentions:
    """The annotations of a layer as mentions.

    Chains are numbered in each file, so they are entities of one document. Where a layer of spans is read
    instead (it is named, or there are no chains), the ids of its annotations are entities, across all
    documents. Raises InputError as `read` does.
    """
    spans = read(sources, layer=layer, chains=True)
    mentions = of_spans(spans)
    in_chains = all(name.startswith(CHAIN) for name in mentions.entities)
    return replace(mentions, corpus_wide=not in_chains, texts=spans.texts)


READER = Reader(
    read,
    Spans,
    characters=True,
    others={Mentions: read_mentions},
    options=("layer", "feature"),
    forgives=(WITHOUT_LAYER,),
)
