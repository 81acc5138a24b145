"""The register of formats: each is named once, with what it is read as and when recognition asks for it.

    Format("dygie", "nerkit.readers.records.dygie", ("records", "spans", "mentions"), 30, JSON, …)

This is a table of words and numbers: it imports no module of a format, so that help and completion take their
names from here. A format is recognised by content, never by its file name. Formats are asked in the order of
their numbers, and those of one number in the order of the table:

    10  a first line, a bracket or a key that no other format has
    20  the columns or keys of another format, and more: it is asked before that one
    30  columns or keys of its own, some of which others have too
    40  few demands, which many files meet: it gets what the others leave
    50  any JSON, any text

A comment says whose columns or keys it has (`as`), and what a number between these is for (`behind`).
"""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

JSON = "{["


class Format(NamedTuple):
    """A format.

    name     as typed after `--from` and `--to`
    module   the reader: a module that ends in READER (`format.Reader`)
    corpora  what tasks take of it, the first being that of the task it is for; each task takes one kind
    order    when recognition asks for it
    begins   the characters that its files may begin with, behind blanks; any, where it is empty
    writer   the writer: a module that ends in WRITER (`writers.format.Writer`), if it is written
    named    further corpora that a task takes only where the format is named
    binary   whether its files are no text
    """

    name: str
    module: str
    corpora: tuple[str, ...]
    order: int
    begins: str = ""
    writer: str = ""
    named: tuple[str, ...] = ()
    binary: bool = False


def _format(
    name: str,
    place: str,
    corpora: str,
    order: int,
    begins: str = "",
    *,
    written: bool = False,
    named: str = "",
    binary: bool = False,
) -> Format:
    """A format of this package.

    *place* is the folder of its reader below `nerkit.readers`, whose modules are called as the formats are,
    or else the module; what is *written* has a module of the same name in `nerkit.writers`.
    """
    own = name.replace("-", "_")
    module = f"nerkit.readers.{place}" + ("" if "." in place else f".{own}")
    writer = f"nerkit.writers.{own}" if written else ""
    return Format(name, module, tuple(corpora.split()), order, begins, writer, tuple(named.split()), binary)


TABLE = (
    # columns of tokens with tags, and spans of tokens or characters
    _format("bio", "tags", "tags", 30, written=True),
    _format("span-tsv", "spans", "spans mentions", 30, written=True),
    _format("brackets", "tags", "tags", 49, written=True),  # behind answers
    _format("csv-tags", "tags", "tags spans", 30),
    _format("csv", "spans.csv_spans", "spans", 30),
    _format("hipe", "spans", "spans", 30),
    _format("aida", "spans", "spans", 10, "-"),
    _format("nif", "spans", "spans texts", 30),
    # meaning graphs
    _format("penman", "graphs", "graphs", 10, "(#", written=True),
    _format("triples-tsv", "graphs", "graphs", 30, written=True),
    _format("dot", "graphs", "", 10, written=True, named="graphs"),
    _format("mrp", "graphs", "meaning-graphs graphs", 10, JSON, written=True),
    _format("ucca-xml", "graphs", "", 10, "<"),
    _format("eds", "graphs", "", 32),
    _format("sdp", "graphs", "", 32),  # behind the columns of roles
    # dependency trees
    _format("conllu", "trees", "trees", 30),
    _format("conllx", "trees", "trees", 30, written=True),
    # semantic roles
    _format("props", "roles", "roles", 20, written=True),  # as span-tsv
    _format("conll12", "roles", "roles", 30),
    _format("primesrl", "roles", "roles", 20),  # as up
    _format("up", "roles", "roles", 21),  # behind primesrl, as conllu
    _format("conll09", "roles", "roles", 30),
    _format("conll08", "roles", "roles", 30),
    # bracketed trees
    _format("ptb", "trees", "constituents", 30, written=True),
    _format("discbracket", "trees", "constituents", 30, written=True),
    _format("export", "trees", "constituents", 10, written=True),
    # coreference
    _format("conll-coref", "coref", "mentions", 20),  # as bio, span-tsv
    _format("semeval", "coref", "mentions", 20),
    _format("corefud", "coref", "mentions", 20),  # as conllu
    _format("arrau", "coref", "mentions", 10),
    _format("coref-json", "coref", "mentions", 40, JSON),
    # entities, relations, events
    _format("ie-jsonl", "records", "records spans mentions", 31, JSON, written=True),  # behind dygie
    _format("oneie", "records", "records spans", 20, JSON, written=True),  # as wikievents
    _format("wikievents", "records", "records spans mentions", 30, JSON, written=True),
    _format("dygie", "records", "records spans mentions", 30, JSON, written=True),
    _format("docred", "records", "records spans mentions", 10, JSON, written=True),
    _format("rams", "records", "records spans", 10, JSON, written=True),
    _format("spert", "records", "records spans", 20, JSON, written=True),  # as ie-jsonl
    _format("scirex", "records", "records spans mentions", 20, JSON, written=True),  # as dygie
    _format("gliner-train", "records", "spans", 20, JSON),  # as dygie
    _format("sentiment", "records", "records", 10, JSON),
    _format("absa", "records", "records", 10),
    _format("muc4", "records", "records", 10),
    # annotation tools, libraries and taggers
    _format("doccano", "records", "records spans texts", 20, JSON, written=True),  # as ie-jsonl, spacy
    _format("prodigy", "spans", "spans texts records", 20, JSON, written=True, named="mentions"),  # as spacy
    _format("label-studio", "spans", "spans texts records", 30, JSON, written=True, named="mentions"),
    _format("brat", "spans", "spans texts records", 30, written=True, named="mentions"),
    _format("spacy", "spans", "spans texts", 40, JSON, written=True, named="mentions"),
    _format("spacy-bin", "spans", "spans texts", 10, "x", binary=True),
    _format("webanno", "spans", "spans texts mentions", 10, "#", written=True),
    _format("hf-datasets", "tags", "tags spans", 40, "{[P", written=True, binary=True),  # behind coref-json
    _format("hf-pipeline", "spans", "spans", 20, JSON),  # as gliner
    _format("gliner", "spans", "spans", 30, JSON),
    _format("langextract", "spans", "spans texts", 10, JSON),
    _format("uie", "spans", "spans", 30, JSON),
    # templates
    _format("grit", "records", "records", 10, JSON, written=True),
    _format("gtt", "records", "records", 10, JSON, written=True),
    _format("iterx", "records", "records", 10, JSON, written=True),
    # texts and answers of models
    _format("noisy-bio", "texts", "texts", 10),  # asked where its task is named alone
    _format("inline", "texts", "texts", 48),  # behind answers
    _format("universalner", "texts", "spans", 10, JSON),
    _format("uie-sel", "texts", "texts spans", 10, "<"),
    _format("instructuie", "texts", "spans", 43),  # behind answers
    _format("entity-json", "texts", "texts spans", 41),  # behind spacy
    _format("answers", "texts", "texts spans", 42),  # behind entity-json
    # tool calls
    _format("calls", "calls", "calls", 30, JSON),
    # any values
    _format("records", "records.jsonl", "records", 50),
    _format("json", "values.json_values", "values calls", 51),  # behind records
    _format("model-output", "values", "values calls", 52),  # behind json
)
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


def in_order(names: Iterable[str], head: str | None = None) -> list[str]:
    """Formats as recognition asks them; with the first text of an input only those that may begin so."""
    first = None if head is None else head.lstrip().removeprefix("\ufeff").lstrip()[:1]
    may_be = (
        name for name in names if first is None or not FORMATS[name].begins or first in FORMATS[name].begins
    )
    return sorted(may_be, key=lambda name: FORMATS[name].order)


ASKED = tuple(in_order(FORMATS))
