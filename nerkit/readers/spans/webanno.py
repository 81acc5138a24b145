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
  are fields. nerkit counts relations (`#T_RL`) and other chains, but does not read them.
- `#T_CH` lines are layers of chains. A layer of chains is read if you name it or if there is no layer of
  spans. Coreference prefers chains. `he[2]` is in chain 2, and `coref->2-1` is its first link. The rows of a
  link are one annotation. Adjacent rows of one chain without link numbers are one annotation, too. The label
  is the type of the element; the relation (`coref`) is a field. The id is the chain, `NIL/2`, preceded by the
  file name if there are several files.
- A file names only layers with annotations. Therefore nerkit reads a file without the layer as a document
  without spans. If no file has the layer that you name, this is an error.
- Offsets in the file count UTF-16 units; nerkit converts them to characters. The text is in the `#Text`
  lines. The file lacks the text between sentences, which nerkit replaces by blanks. A warning counts empty
  spans.
- The document's id is the path of the file below the folder, without suffix. A single file has no id.
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
from nerkit.readers.columns.text import TextRow, rows
from nerkit.readers.coref.span_mentions import of_spans
from nerkit.readers.format import Reader
from nerkit.readers.leniency import Forgiveness, forgive, where
from nerkit.readers.spans.label_studio import characters_of_units
from nerkit.readers.spans.span_table import SpanTable, Tally

FIXED = 3  # columns before the columns of layers: number, offsets, token
SPANS, CHAINS, RELATIONS = "#T_SP=", "#T_CH=", "#T_RL="
NAMED_ENTITY, VALUE = "NamedEntity", "value"
NO_LAYER = "the file has no layer of spans (#T_SP) or chains (#T_CH)"
TEXT = "#Text="
NOTHING, WITHOUT_VALUE = "_", "*"
OFFSETS = regex(r"(\d{1,15})-(\d{1,15})")
STACKED = regex(r"(?:\\.|[^\\|])+", re.DOTALL)  # a value between bars that are not escaped
NUMBERED = regex(r"((?:\\.|[^\\\[])*+)\[(\d+)\]", re.DOTALL)
LINK = regex(r"((?:\\.|[^\\])*?)->(?:\d+-)?(\d+)", re.DOTALL)  # a link of a chain: its relation and number
ESCAPED = regex(r"\\(->|[trn]|.)", re.DOTALL)
WHITE = {"t": "\t", "r": "\r", "n": "\n"}
NOT_READ = "not read, because nerkit reads another layer"
FORM = "write rows of sentence-token, tab, begin-end, tab, token, and one column per feature of the layers"
IDENTIFIER = "identifier"
CHAIN = "NIL/"  # the prefix of ids that are not in a knowledge base
WITHOUT_LAYER = Forgiveness("file", "without the chosen layer of spans, read as without spans")
RESERVED = ("type", "score", "eid", "text", "start", "end", "line")  # fields of spans that are not features


@dataclass(frozen=True, slots=True)
class WebAnnoLayer:
    """A layer of spans or chains.

    name      its name
    features  the names of its features; can be empty
    column    the 0-based column of the first feature
    chains    whether it is a layer of chains
    """

    name: str
    features: Sequence[str]
    column: int
    chains: bool = False

    @property
    def short(self) -> str:
        """The name of the layer without its package."""
        return self.name.rpartition(".")[2]

    @property
    def end(self) -> int:
        """The column behind its last column; a layer without features has one column."""
        return self.column + max(len(self.features), 1)


class Asked(NamedTuple):
    """Options of the reader: a layer and a feature, or None, and whether chains come before spans."""

    layer: str | None
    feature: str | None
    chains: bool


class Layers:
    """The layers of one file.

    known    all layers of spans and chains
    others   column that is not read -> kind of its annotations
    columns  the number of columns of each row
    chosen   the layer to read; None if the file does not have it
    """

    def __init__(self, source: str, asked: Asked) -> None:
        self.source, self.asked = source, asked
        self.known: list[WebAnnoLayer] = []
        self.others: dict[int, str] = {}
        self.columns = FIXED
        self.chosen: WebAnnoLayer | None = None
        self.is_decided = False

    def add(self, line: str) -> None:
        """Add the layer that a line declares."""
        kind = line[: len(SPANS)]
        name, *features = line[len(SPANS) :].rstrip("\t").split("|")
        features = [each for each in features if each]
        layer = WebAnnoLayer(name, features, self.columns, kind == CHAINS)
        if kind == RELATIONS:
            self.others[self.columns] = "relation"
        else:
            self.known.append(layer)
        self.columns = layer.end

    def choose(self) -> None:
        """Choose the layer to read, once; nerkit counts the annotations of other layers of chains."""
        if self.is_decided:
            return
        self.chosen, self.is_decided = self._choice(), True
        self.others |= {one.column: "chain" for one in self.known if one.chains and one is not self.chosen}

    def _choice(self) -> WebAnnoLayer | None:
        """The layer to read; None if the file does not have it. Raises InputError if several are possible."""
        asked = self.asked.layer
        if asked is not None or not self.known:
            named = (layer for layer in self.known if asked in (layer.name, layer.short))
            return next(named, None)
        spans, chains = ([one for one in self.known if one.chains == kind] for kind in (False, True))
        wanted = (chains or spans) if self.asked.chains else (spans or chains)
        fitting = [layer for layer in wanted if layer.short == NAMED_ENTITY] or wanted
        if len(fitting) > 1:
            kind = "chains" if fitting[0].chains else "spans"
            what = f"{plural(len(fitting), 'layer')} of {kind}: {', '.join(one.name for one in fitting)}"
            raise InputError(what, source=self.source, remedy="choose a layer with layer=…")
        return fitting[0]

    def fail(self) -> NoReturn:
        """Raise the InputError for a file without the layer that nerkit reads, or without layers."""
        names = ", ".join(layer.name for layer in self.known)
        what = (
            f"the file has no layer {self.asked.layer!r} of spans; its layers are {names}"
            if names
            else NO_LAYER
        )
        raise InputError(what, source=self.source, line=None if names else 1)

    def label(self, layer: WebAnnoLayer) -> int | None:
        """The index of the feature that is the label; None for a layer without features.

        Raises InputError if the feature does not exist, or if several are possible.
        """
        asked, names = self.asked.feature, ", ".join(layer.features)
        if asked is not None:
            if asked not in layer.features:
                what = f"{layer.name} has no feature {asked!r}; its features are {names or 'none'}"
                raise InputError(what, source=self.source)
            return layer.features.index(asked)
        if VALUE in layer.features:
            return layer.features.index(VALUE)
        if layer.chains and layer.features:
            relation = next((i for i, name in enumerate(layer.features) if name.endswith("Relation")), 1)
            return min(set(range(len(layer.features))) - {relation}, default=0)
        if len(layer.features) > 1:
            what = f"{plural(len(layer.features), 'feature')} of {layer.name}: {names}"
            raise InputError(what, source=self.source, remedy="choose the label with feature=…")
        return 0 if layer.features else None


class UnitRow(NamedTuple):
    """A row of a sentence, and its begin and end in UTF-16 units."""

    row: TextRow
    begin: int
    end: int


@dataclass(slots=True)
class Annotated:
    """An annotation.

    line        the number of its first line
    start, end  its offsets in characters
    values      the values of its features
    chain       the number of its chain, or None
    """

    line: int
    start: int
    end: int
    values: list[str | None] = field(default_factory=list)
    chain: str | None = None


class WebAnnoDocument:
    """A parser of one WebAnno file, and its annotations."""

    def __init__(self, source: Source, asked: Asked, tally: Tally) -> None:
        self.source, self.tally, self.layers = source, tally, Layers(source.name, asked)
        self.last_row: dict[str, tuple[int, str]] = {}  # chain -> its last row without a link, and its key
        self.pieces: list[str] = []  # the pieces of the text
        self.units = self.characters = 0  # the length of the text so far, in UTF-16 units and characters
        self.lines: list[str] = []  # the lines of text of the current sentence
        self.rows: list[UnitRow] = []  # the rows of the current sentence
        self.annotations: dict[str, Annotated] = {}  # number of an annotation, or its line -> annotation

    def read(self) -> "WebAnnoDocument":
        """Parse all lines of the file; return the document."""
        for row in rows(self.source):
            if row.text.startswith((SPANS, CHAINS, RELATIONS)):
                self.layers.add(row.text)
            elif row.text.startswith(TEXT):  # begins a new sentence if rows precede it
                self._sentence()
                self.lines.append(_plain(row.text.removeprefix(TEXT)))
            elif row.cells and not (row.text.startswith("#") and len(row.cells) == 1):
                self._row(row)
        self._sentence()
        self.layers.choose()
        return self

    def _row(self, row: TextRow) -> None:
        cells = row.cells
        match = OFFSETS.fullmatch(cells[1]) if len(cells) >= FIXED else None
        if match is None:
            row.fail(min(len(cells), 2) - 1, "the second column has no offsets begin-end", FORM)
        if len(cells) < self.layers.columns:
            problem = f"{plural(len(cells), 'column')} where the layers need {self.layers.columns}"
            row.fail(len(cells) - 1, problem, FORM)
        begin, end = map(int, match.groups())
        if end < begin:
            row.fail(1, f"end {end} is before begin {begin}", FORM)
        self.rows.append(UnitRow(row, begin, end))
        self.layers.choose()
        for column, kind in self.layers.others.items():
            if cells[column] != NOTHING:
                self.tally.add(kind, NOT_READ, len(STACKED.findall(cells[column])))

    def _sentence(self) -> None:
        """Finish the current sentence: add its text, and the annotations of its rows."""
        if not self.rows:
            return
        row, begin, _ = self.rows[0]
        if self.lines:
            text = "\n".join(self.lines)
            begin -= _units(text[: max(text.find(_plain(row.cells[2])), 0)])
        else:
            text = _of_tokens(self.rows, begin)
        if begin < self.units:
            problem = f"the sentence begins at {begin}, but the sentence before it ends at {self.units}"
            row.fail(1, problem, FORM)
        gap = begin - self.units
        self.pieces += ["\n" * min(gap, 1) + " " * (gap - 1), text]
        self.characters += gap
        places = characters_of_units(text)
        for each in self.rows:
            self._place(each, begin, places)
        self.units = begin + len(places) - 1
        self.characters += len(text)
        self.lines, self.rows = [], []

    def _place(self, unit_row: UnitRow, begin: int, places: Sequence[int]) -> None:
        """Add the annotations of a row of the current sentence.

        *begin* is the UTF-16 unit where the sentence begins; *places* has the character of each of its units.
        """
        (row, *units), layer = unit_row, self.layers.chosen
        if units[1] - begin >= len(places) or units[0] < begin:
            row.fail(1, f"the offsets {row.cells[1]} fit no token of this sentence", FORM)
        start, end = (self.characters + places[unit - begin] for unit in units)
        cells = [] if layer is None else row.cells[layer.column : layer.end]
        if layer is None or set(cells) == {NOTHING}:
            return
        stacks = [STACKED.findall(cell) for cell in cells]
        if len(set(map(len, stacks))) > 1:
            problem = "the columns of the layer have different numbers of annotations"
            row.fail(layer.column, problem, FORM)
        for place, values in enumerate(zip(*stacks, strict=True)):
            if set(values) == {NOTHING}:
                continue
            matches = [NUMBERED.fullmatch(value) for value in values]
            number = next((match[2] for match in matches if match), None)
            bare = [match[1] if match else value for match, value in zip(matches, values, strict=True)]
            key, chain = number or f"{row.line}:{place}", None
            if layer.chains:
                chain, key, bare = self._link(number, row.line, bare)
            one = self.annotations.setdefault(key, Annotated(row.line, start, end, chain=chain))
            one.start, one.end = min(one.start, start), max(one.end, end)
            one.values = one.values or [
                None if value in (NOTHING, WITHOUT_VALUE) else _plain(value) for value in bare
            ]

    def _link(self, chain: str | None, number: int, values: list[str]) -> tuple[str | None, str, list[str]]:
        """The chain, the key and the plain values of a chain annotation in the row *number*.

        Rows with equal keys are one annotation. Without a link number, the row has the key of the row before
        it if both have the same chain and values.
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


def _plain(text: str) -> str:
    """A text with its escape sequences decoded."""
    return ESCAPED.sub(lambda match: WHITE.get(match[1], match[1]), text) if "\\" in text else text


def _units(text: str) -> int:
    """The number of UTF-16 units of a text."""
    return len(text.encode("utf-16-le")) // 2


def _of_tokens(rows: Sequence[UnitRow], begin: int) -> str:
    """The text of a sentence without a `#Text` line: its tokens at their offsets, and blanks between."""
    text, units = "", 0
    for row, start, _ in rows:
        token = _plain(row.cells[2])
        if start - begin >= units:
            text += " " * (start - begin - units) + token
            units = start - begin + _units(token)
    return text


def read(
    sources: Iterable[Source],
    *,
    layer: str | None = None,
    feature: str | None = None,
    chains: bool = False,
    **_: Any,
) -> Spans:
    """Read all files as one corpus of spans.

    layer    the name of the layer to read
    feature  the name of the feature to read as the label
    chains   whether layers of chains are preferred to layers of spans

    Raises InputError (file, line, column, remedy) for a layer or feature that does not exist, and for several
    layers or features if you name none. Further errors are a row with too few columns, wrong offsets, and
    sentences that overlap.
    """
    sources = list(sources)
    table = SpanTable("text")
    asked = Asked(layer, feature, chains)
    documents = [WebAnnoDocument(source, asked, table.tally).read() for source in sources]
    _of_one_kind(documents, chains=chains)
    for source, document in zip(sources, documents, strict=True):
        table.source(source)
        _fill(document, table)
    fails = [document.layers.fail for document in documents if document.layers.chosen is None]
    if layer is not None and fails and len(fails) == len(documents):
        fails[0]()
    for fail in fails:
        forgive(WITHOUT_LAYER, fail)
    return _with_hint(table.spans(sources), where(sources))


def _with_hint(spans: Spans, place: str) -> Spans:
    """Add a hint and a warning about features with values to spans without labels."""
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


def _of_one_kind(documents: Sequence["WebAnnoDocument"], *, chains: bool) -> None:
    """If some files have chains and others have spans, keep only the chains (if *chains*) or the spans."""
    chosen = [document.layers.chosen for document in documents]
    several = len({layer.chains for layer in chosen if layer is not None}) > 1
    for document, layer in zip(documents, chosen, strict=True):
        if several and layer is not None and layer.chains != chains:
            document.tally.add("chain" if layer.chains else "span", NOT_READ, len(document.annotations))
            document.layers.chosen = None


def _fill(document: WebAnnoDocument, table: SpanTable) -> None:
    """Add a document and its spans to the table."""
    layer, text = document.layers.chosen, "".join(document.pieces)
    label = None if layer is None else document.layers.label(layer)
    table.document(document.source.stem if document.source.listed else None, text)
    if layer is None:
        return
    names = {
        place: "eid" if name == IDENTIFIER else f"{name}_feature" if name in RESERVED else name
        for place, name in enumerate(layer.features)
        if place != label
    }
    table.names = tuple(dict.fromkeys([*table.names, *names.values()]))
    prefix = CHAIN + (f"{document.source.stem}/" if document.source.listed else "")
    for annotation in document.annotations.values():
        fields = {name: annotation.values[place] for place, name in names.items()}
        if annotation.chain is not None:
            fields["eid"] = f"{prefix}{annotation.chain}"
        value = None if label is None else annotation.values[label]
        if not (covered := text[annotation.start : annotation.end]):
            table.tally.add("span", "not read, because it covers no character")
            continue
        table.span(annotation.start, annotation.end, annotation.line, type=value, text=covered, **fields)


def read_mentions(sources: Iterable[Source], *, layer: str | None = None, **_: Any) -> Mentions:
    """Read the annotations of a layer as mentions.

    Chains are numbered per file, so each chain is an entity of one document. If you name a layer of spans, or
    if there are no chains, the ids of the layer's annotations are entities across all documents. Raises the
    errors of `read`.
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
