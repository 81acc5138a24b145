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

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from nerkit.corpora.mentions import Mentions
from nerkit.corpora.spans import Hint, Spans
from nerkit.exceptions import some
from nerkit.ground.warnings import Warned
from nerkit.io import Source
from nerkit.readers.coref.span_mentions import of_spans
from nerkit.readers.format import Reader
from nerkit.readers.leniency import Forgiveness, forgive, where
from nerkit.readers.spans.span_table import SpanTable
from nerkit.readers.spans.webanno_document import NOT_READ, WebAnnoDocument
from nerkit.readers.spans.webanno_layers import Asked

IDENTIFIER = "identifier"
CHAIN = "NIL/"  # the prefix of ids that are not in a knowledge base
WITHOUT_LAYER = Forgiveness("file", "without the chosen layer of spans, read as without spans")
RESERVED = ("type", "score", "eid", "text", "start", "end", "line")  # fields of spans that are not features


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
