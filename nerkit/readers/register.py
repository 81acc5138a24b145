"""The register of formats: each is named once, with what it is read as and how recognition tells it.

    Format("dygie", "nerkit.readers.records.dygie", ("records", "spans", "mentions"), JSON, …)

This table imports no module of a format, so that help and completion take their names from it. nerkit
recognises a format by content, never by the name of a file. Recognition asks all formats of a command, and
their order here decides nothing (`readers.recognised`): a format wins over the formats that it *extends*, and
a *fallback* counts only if no other format fits.

nerkit asks a format, and loads its reader, only if the first text begins as files of the format do and has
one of their parts. So unknown content is refused at the price of a few features.
"""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from nerkit.ground.patterns import regex

JSON = "{["
# fmt: off
ITEM_KEYS = frozenset({  # keys of JSON records that hold items of some format
    *("annotations", "answers", "calls", "clusters", "coref", "conversations", "edges", "ent_spans", "ents"),
    *("entities", "entity_mentions", "event_mentions", "events", "evt_triggers", "extractions", "extracts"),
    *("gold_evt_links", "h_idx", "label", "labels", "links", "mentions", "n_ary_relations", "ner"),
    *("ner_tags", "nodes", "opinions", "output", "predicted_clusters", "predicted_events", "predicted_ner"),
    *("predicted_relations", "prediction", "predictions", "quads", "relation_mentions", "relations"),
    *("response", "result", "span_clusters", "spans", "tags", "templates", "tool_calls", "triggers"),
    *("triples", "triplets", "tuples", "vertexSet"),
})
TEXT_KEYS = frozenset({  # keys of JSON records that hold the text of a document
    *("text", "data", "doctext", "sentence", "sentences", "sents", "tokenized_text", "tokens", "words"),
})
# fmt: on
SHAPED = "nerkit.writers.shaped"  # what writes a format from the shape that reads it
CELLS = regex("[,;\t]")  # between cells
ESCAPE = "\\u00"  # of an ASCII character in JSON
NUMBERED = "|".join(f"\n{digit}" for digit in range(10))  # lines that begin with a number


class Format(NamedTuple):
    """A format.

    name     as typed after `--from` and `--to`
    module   the reader: a module that ends in READER (`format.Reader`)
    corpora  what tasks take of it, the first being that of the task it is for; each task takes one kind
    extends  the formats whose evidence it has too, with more of its own: it wins over these, and over the
             formats that they extend
    fallback whether it takes much that other formats have: it counts only if no other format fits
    header   whether the first line names columns, so that it is not one cell, and none between tabs a number
    keys     the keys of ITEM_KEYS that its reader reads, or leaves on purpose; None if it takes any key
    begins   the characters that its files may begin with, behind blanks; any, where it is empty
    writer   the writer, if it is written: a module that ends in WRITER (`writers.format.Writer`), or SHAPED
    named    further corpora that a task takes only where the format is named
    binary   whether its files are no text
    has      parts of a text, one of which each of its files has in its beginning; none, where that is empty
    meant    parts of a text, one of which is in the beginning of what no format recognises and its reader may
             guess to be meant for it; it guesses nothing, where that is empty
    by_content, for_gold   whether it is recognised, and gold may be in it, where no task is named: not, where
             files of other tasks look the same, and where only models answer so
    """

    name: str
    module: str
    corpora: tuple[str, ...]
    begins: str = ""
    writer: str = ""
    named: tuple[str, ...] = ()
    binary: bool = False
    has: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()
    by_content: bool = True
    for_gold: bool = True
    extends: tuple[str, ...] = ()
    fallback: bool = False
    header: bool = False
    keys: tuple[str, ...] | None = None

    @property
    def scored(self) -> bool:
        """Whether a task reads it; other formats are only converted."""
        return bool(self.corpora)

    def may_be(self, head: str) -> bool:
        """Whether a file that begins with this text may be in this format."""
        if self.header:
            line = head.lstrip().partition("\n")[0]
            if not CELLS.search(line) or any(map(str.isdigit, line.split("\t"))):
                return False
        return not self.has or any(part in head for part in self.has)


def _format(
    name: str,
    place: str,
    corpora: str,
    begins: str = "",
    *,
    written: bool = False,
    shaped: bool = False,
    named: str = "",
    has: str = "",
    meant: str = "",
    extends: str = "",
    keys: str | None = None,
    **more: bool,
) -> Format:
    """A format of this package.

    *place* is the folder of its reader below `nerkit.readers`, whose modules are called as the formats are,
    or else the module; what is *written* has a module of the same name in `nerkit.writers`, unless its shape
    (SHAPE of its reader) says how it is (*shaped*). Parts of texts are separated by `|`.
    """
    own = name.replace("-", "_")
    module = f"nerkit.readers.{place}" + ("" if "." in place else f".{own}")
    writer = SHAPED if shaped else f"nerkit.writers.{own}" if written else ""
    corpora_of, named_of = tuple(corpora.split()), tuple(named.split())
    parts, guessed = (tuple(filter(None, text.split("|"))) for text in (has, meant))
    return Format(
        name,
        module,
        corpora_of,
        begins,
        writer,
        named_of,
        has=parts,
        meant=guessed,
        extends=tuple(extends.split()),
        keys=None if keys is None else tuple(keys.split()),
        **more,
    )


# fmt: off
TABLE = (
    # columns of tokens with tags, and spans of tokens or characters
    _format("bio", "tags", "tags", written=True, meant="\n"),
    _format("span-tsv", "spans", "spans mentions", written=True, meant="\t", has="\t"),
    _format("brackets", "tags", "tags", written=True, has="[", extends="json", fallback=True),
    _format("tag-lists", "tags", "tags", JSON, has='"'),
    _format("csv-tags", "tags", "tags spans", has=",|;|\t", header=True),
    _format("csv", "spans.csv_spans", "spans", has=",|;|\t", header=True),
    _format("hipe", "spans", "spans", has="TOKEN\t", extends="bio"),
    _format("aida", "spans", "spans", "-", has="-DOCSTART-"),
    _format("nif", "spans", "spans texts", has="ontologies/nif-core#"),
    # meaning graphs
    _format("penman", "graphs", "graphs", "(#", written=True, meant="(", extends="ptb"),
    _format("triples-tsv", "graphs", "graphs", written=True, has="\tinstance\t|\tTOP\t"),
    _format("dot", "graphs", "", written=True, named="graphs", has="digraph"),
    _format("mrp", "graphs", "meaning-graphs graphs", JSON, written=True, meant="\n",
            has='framework"|nodes"|flavor"', keys="nodes edges"),
    _format("ucca-xml", "graphs", "", "<", has="passageID="),
    _format("eds", "graphs", "", "#{", has="<"),
    _format("sdp", "graphs", "", "#"),
    # dependency trees
    _format("conllu", "trees", "trees", meant="\t", has="\n1", extends="conllx"),
    _format("conllx", "trees", "trees", written=True, has="\n1"),
    # semantic roles
    _format("props", "roles", "roles", written=True, meant="(|*", has="*|-", extends="span-tsv"),
    _format("conll12", "roles", "roles", by_content=False, extends="props"),
    _format("primesrl", "roles", "roles", has="\tY\t", extends="up"),
    _format("up", "roles", "roles", has=f"{NUMBERED}|global.columns", extends="conllu"),
    _format("conll09", "roles", "roles", has="\n1", extends="conllx up"),
    _format("conll08", "roles", "roles", has="\n1", extends="conllx up"),
    # bracketed trees
    _format("ptb", "trees", "constituents", "(*", written=True, meant="("),
    _format("discbracket", "trees", "constituents", "(*", written=True, extends="ptb"),
    _format("export", "trees", "constituents", written=True, has="#BOS |#FORMAT "),
    # coreference
    _format("conll-coref", "coref", "mentions", meant="#begin document", has="begin document",
            extends="span-tsv bio"),
    _format("semeval", "coref", "mentions", has="begin document", extends="conll-coref"),
    _format("corefud", "coref", "mentions", meant="\t", has="global.Entity", extends="conllu"),
    _format("arrau", "coref", "mentions", has="markable_"),
    _format("coref-json", "coref", "mentions", JSON, written=True, meant="{|[",
            keys="clusters predicted_clusters span_clusters coref mentions links ner"),
    # entities, relations, events
    _format("ie-jsonl", "records", "records spans mentions", JSON, written=True,
            has='relations"|events"|triples"|triplets"|clusters"', extends="coref-json spacy",
            keys="entities mentions relations events clusters triples triplets triggers templates"),
    _format("oneie", "records", "records spans", JSON, shaped=True, has='_mentions"', extends="wikievents",
            keys="entity_mentions relation_mentions event_mentions"),
    _format("wikievents", "records", "records spans mentions", JSON, shaped=True, has='_mentions"',
            keys="entity_mentions relation_mentions event_mentions clusters"),
    _format("dygie", "records", "records spans mentions", JSON, shaped=True, has='ner"|relations"|events"',
            extends="coref-json ie-jsonl",
            keys="ner relations events clusters predicted_ner predicted_relations predicted_events"
                 " predicted_clusters"),
    _format("docred", "records", "records spans mentions", JSON, shaped=True, has='vertexSet"|h_idx"',
            keys="vertexSet labels h_idx"),
    _format("rams", "records", "records spans", JSON, shaped=True,
            has='_evt_links"|evt_triggers"|ent_spans"',
            keys="ent_spans evt_triggers gold_evt_links predictions"),
    _format("spert", "records", "records spans", JSON, shaped=True, has='"relations"', extends="ie-jsonl",
            keys="entities relations"),
    _format("scirex", "records", "records spans mentions", JSON, written=True, has='"doc_id"',
            extends="dygie", keys="n_ary_relations predicted_relations clusters ner coref"),
    _format("gliner-train", "records", "spans", JSON, has='"tokenized_text"', extends="dygie",
            keys="ner relations"),
    _format("sentiment", "records", "records", JSON, has='"opinions"', keys="opinions"),
    _format("absa", "records", "records", has="####| because |{",
            keys="tuples quads triplets triples labels label predictions prediction output"),
    _format("muc4", "records", "records", has="MESSAGE:"),
    # annotation tools, libraries and taggers
    _format("doccano", "records", "records spans texts", JSON, shaped=True, has='start_offset"|"label',
            extends="ie-jsonl spacy", keys="label labels entities relations annotations"),
    _format("prodigy", "spans", "spans texts records", JSON, written=True, named="mentions",
            has='_hash"|_id"|answer"', extends="spacy ie-jsonl", keys="spans relations label"),
    _format("label-studio", "spans", "spans texts records", JSON, written=True, named="mentions",
            has='data"|tion|labels"', extends="spacy"),
    _format("brat", "spans", "spans texts records", written=True, named="mentions", has="\nT"),
    _format("spacy", "spans", "spans texts", JSON, written=True, named="mentions", meant="{|[",
            keys="ents entities spans"),
    _format("spacy-bin", "spans", "spans texts", "x", binary=True),
    _format("webanno", "spans", "spans texts mentions", "#", written=True, has="#FORMAT=WebAnno"),
    _format("hf-datasets", "tags", "tags spans", "{[P", written=True, binary=True, has='"tokens"|PAR1',
            keys="ner_tags tags labels label ner"),
    _format("hf-pipeline", "spans", "spans", JSON, has='"entity', extends="gliner"),
    _format("gliner", "spans", "spans", JSON, has='"start"'),
    _format("langextract", "spans", "spans texts", JSON, has='"extraction', keys="extractions"),
    _format("uie", "spans", "spans", JSON, has='"start"'),
    # templates
    _format("grit", "records", "records", JSON, shaped=True, has='extracts"', keys="extracts"),
    _format("gtt", "records", "records", JSON, shaped=True, has='templates"', keys="templates"),
    _format("iterx", "records", "records", JSON, shaped=True, has='"incident_type"'),
    # texts and answers of models
    # asked where its task is named alone
    _format("noisy-bio", "texts", "texts", by_content=False, meant="\n", extends="inline"),
    _format("inline", "texts", "texts", has="</|[", extends="brackets", fallback=True),
    _format("universalner", "texts", "spans", JSON, has='"conversations"', keys="conversations"),
    _format("uie-sel", "texts", "texts spans", "<", has="<extra_id_"),
    _format("instructuie", "texts", "spans", by_content=False, extends="inline", fallback=True),
    _format("entity-json", "texts", "texts spans", for_gold=False, meant="{|[", has="{", extends="answers",
            fallback=True),
    _format("answers", "texts", "texts spans", for_gold=False, meant="{|[",
            extends="inline instructuie records", fallback=True),
    # tool calls
    _format("calls", "calls", "calls", JSON),
    # any values
    _format("records", "records.jsonl", "records", by_content=False, extends="json", fallback=True),
    _format("json", "values.json_values", "values calls", extends="model-output", fallback=True),
    _format("model-output", "values", "values calls", by_content=False, fallback=True),
)
# fmt: on
FORMATS = {one.name: one for one in TABLE}


@cache
def of_corpus(corpus: str) -> tuple[str, ...]:
    """The formats that tasks take this kind of corpus of: those whose first kind it is, then the others."""
    own = [one.name for one in TABLE if one.corpora[:1] == (corpus,)]
    return (*own, *(one.name for one in TABLE if corpus in one.corpora[1:]))


@cache
def only_named(corpus: str) -> tuple[str, ...]:
    """The formats of which tasks take this kind of corpus where they are named."""
    return tuple(one.name for one in TABLE if corpus in one.named)


def possible(names: Iterable[str], text: str) -> list[str]:
    """The formats among *names* that an input with this first text may be in: by its first character, and by
    the parts that their files have. A text with escapes of JSON may have these in another spelling.
    """
    first = text.lstrip().removeprefix("\ufeff").lstrip()[:1]
    asked = [one for one in map(FORMATS.__getitem__, names) if not one.begins or first in one.begins]
    if ESCAPE not in text:
        lines = f"\n{text}"
        asked = [one for one in asked if one.may_be(lines)]
    return [one.name for one in asked]


def guessing(names: Iterable[str], head: str) -> list[str]:
    """The formats whose readers may guess that an unknown text is meant for them."""
    text = f"\n{head}"
    return [name for name in names if any(part in text for part in FORMATS[name].meant)]


@cache
def extended(name: str) -> frozenset[str]:
    """The formats that a format extends, and those that they extend."""
    direct = FORMATS[name].extends
    return frozenset(direct).union(*map(extended, direct))


def readers_of(key: str) -> list[str]:
    """The formats whose readers read a key of ITEM_KEYS."""
    return [one.name for one in TABLE if one.keys is not None and key in one.keys]
