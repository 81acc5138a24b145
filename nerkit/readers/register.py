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

A format is asked, and its reader loaded, where the first text begins and has what files of the format have:
what that rules out, no reader recognises. So unknown content is refused at the price of a few features.
A comment says whose columns or keys it has (`as`), and what a number between these is for (`behind`).
"""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

JSON = "{["
SHAPED = "nerkit.writers.shaped"  # what writes a format from the shape that reads it
ESCAPE = "\\u00"  # of an ASCII character in JSON
NUMBERED = "|".join(f"\n{digit}" for digit in range(10))  # lines that begin with a number


class Format(NamedTuple):
    """A format.

    name     as typed after `--from` and `--to`
    module   the reader: a module that ends in READER (`format.Reader`)
    corpora  what tasks take of it, the first being that of the task it is for; each task takes one kind
    order    when recognition asks for it
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
    order: int
    begins: str = ""
    writer: str = ""
    named: tuple[str, ...] = ()
    binary: bool = False
    has: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()
    by_content: bool = True
    for_gold: bool = True

    @property
    def scored(self) -> bool:
        """Whether a task reads it; other formats are only converted."""
        return bool(self.corpora)

    def may_be(self, head: str) -> bool:
        """Whether a file that begins with this text may be in this format."""
        return not self.has or any(part in head for part in self.has)


def _format(
    name: str,
    place: str,
    corpora: str,
    order: int,
    begins: str = "",
    *,
    written: bool = False,
    shaped: bool = False,
    named: str = "",
    has: str = "",
    meant: str = "",
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
    return Format(name, module, corpora_of, order, begins, writer, named_of, has=parts, meant=guessed, **more)


# fmt: off
TABLE = (
    # columns of tokens with tags, and spans of tokens or characters
    _format("bio", "tags", "tags", 30, written=True, meant="\n"),
    _format("span-tsv", "spans", "spans mentions", 30, written=True, meant="\t", has="\t"),
    _format("brackets", "tags", "tags", 49, written=True, has="["),  # behind answers
    _format("tag-lists", "tags", "tags", 20, JSON, has='"'),  # as answers, entity-json
    _format("csv-tags", "tags", "tags spans", 30, has=",|;|\t"),
    _format("csv", "spans.csv_spans", "spans", 30, has=",|;|\t"),
    _format("hipe", "spans", "spans", 30, has="TOKEN\t"),
    _format("aida", "spans", "spans", 10, "-", has="-DOCSTART-"),
    _format("nif", "spans", "spans texts", 30, has="ontologies/nif-core#"),
    # meaning graphs
    _format("penman", "graphs", "graphs", 10, "(#", written=True, meant="("),
    _format("triples-tsv", "graphs", "graphs", 30, written=True, has="\tinstance\t|\tTOP\t"),
    _format("dot", "graphs", "", 10, written=True, named="graphs", has="digraph"),
    _format("mrp", "graphs", "meaning-graphs graphs", 10, JSON,
            written=True, meant="\n", has='framework"|nodes"|flavor"'),
    _format("ucca-xml", "graphs", "", 10, "<", has="passageID="),
    _format("eds", "graphs", "", 32, "#{", has="<"),
    _format("sdp", "graphs", "", 32, "#"),  # behind the columns of roles
    # dependency trees
    _format("conllu", "trees", "trees", 30, meant="\t", has="\n1"),
    _format("conllx", "trees", "trees", 30, written=True, has="\n1"),
    # semantic roles
    _format("props", "roles", "roles", 20, written=True, meant="(|*", has="*|-"),  # as span-tsv
    _format("conll12", "roles", "roles", 30, by_content=False),
    _format("primesrl", "roles", "roles", 20, has="\tY\t"),  # as up
    _format("up", "roles", "roles", 21, has=f"{NUMBERED}|global.columns"),  # behind primesrl, as conllu
    _format("conll09", "roles", "roles", 30, has="\n1"),
    _format("conll08", "roles", "roles", 30, has="\n1"),
    # bracketed trees
    _format("ptb", "trees", "constituents", 30, "(*", written=True, meant="("),
    _format("discbracket", "trees", "constituents", 30, "(*", written=True),
    _format("export", "trees", "constituents", 10, written=True, has="#BOS |#FORMAT "),
    # coreference
    _format("conll-coref", "coref", "mentions", 20,
            meant="#begin document", has="begin document"),  # as bio, span-tsv
    _format("semeval", "coref", "mentions", 20, has="begin document"),
    _format("corefud", "coref", "mentions", 20, meant="\t", has="global.Entity"),  # as conllu
    _format("arrau", "coref", "mentions", 10, has="markable_"),
    _format("coref-json", "coref", "mentions", 40, JSON, written=True, meant="{|["),
    # entities, relations, events
    _format("ie-jsonl", "records", "records spans mentions", 31, JSON,
            written=True, has='relations"|events"'),  # behind dygie
    _format("oneie", "records", "records spans", 20, JSON, written=True, has='_mentions"'),  # as wikievents
    _format("wikievents", "records", "records spans mentions", 30, JSON, written=True, has='_mentions"'),
    _format("dygie", "records", "records spans mentions", 30, JSON,
            written=True, has='ner"|relations"|events"'),
    _format("docred", "records", "records spans mentions", 10, JSON, written=True, has='vertexSet"|h_idx"'),
    _format("rams", "records", "records spans", 10, JSON,
            written=True, has='_evt_links"|evt_triggers"|ent_spans"'),
    _format("spert", "records", "records spans", 20, JSON, shaped=True, has='"relations"'),  # as ie-jsonl
    _format("scirex", "records", "records spans mentions", 20, JSON,
            written=True, has='"doc_id"'),  # as dygie
    _format("gliner-train", "records", "spans", 20, JSON, has='"tokenized_text"'),  # as dygie
    _format("sentiment", "records", "records", 10, JSON, has='"opinions"'),
    _format("absa", "records", "records", 10, has="####| because |{"),
    _format("muc4", "records", "records", 10, has="MESSAGE:"),
    # annotation tools, libraries and taggers
    _format("doccano", "records", "records spans texts", 20, JSON,
            written=True, has='start_offset"|"label'),  # as ie-jsonl, spacy
    _format("prodigy", "spans", "spans texts records", 20, JSON,
            written=True, named="mentions", has='_hash"|_id"|answer"'),  # as spacy
    _format("label-studio", "spans", "spans texts records", 30, JSON,
            written=True, named="mentions", has='data"|tion|labels"'),
    _format("brat", "spans", "spans texts records", 30, written=True, named="mentions", has="\nT"),
    _format("spacy", "spans", "spans texts", 40, JSON, written=True, named="mentions", meant="{|["),
    _format("spacy-bin", "spans", "spans texts", 10, "x", binary=True),
    _format("webanno", "spans", "spans texts mentions", 10, "#", written=True, has="#FORMAT=WebAnno"),
    _format("hf-datasets", "tags", "tags spans", 40, "{[P",
            written=True, binary=True, has='"tokens"|PAR1'),  # behind coref-json
    _format("hf-pipeline", "spans", "spans", 20, JSON, has='"entity'),  # as gliner
    _format("gliner", "spans", "spans", 30, JSON, has='"start"'),
    _format("langextract", "spans", "spans texts", 10, JSON, has='"extraction'),
    _format("uie", "spans", "spans", 30, JSON, has='"start"'),
    # templates
    _format("grit", "records", "records", 10, JSON, shaped=True, has='extracts"'),
    _format("gtt", "records", "records", 10, JSON, shaped=True, has='templates"'),
    _format("iterx", "records", "records", 10, JSON, shaped=True, has='"incident_type"'),
    # texts and answers of models
    # asked where its task is named alone
    _format("noisy-bio", "texts", "texts", 10, by_content=False, meant="\n"),
    _format("inline", "texts", "texts", 48, has="</|["),  # behind answers
    _format("universalner", "texts", "spans", 10, JSON, has='"conversations"'),
    _format("uie-sel", "texts", "texts spans", 10, "<", has="<extra_id_"),
    _format("instructuie", "texts", "spans", 43, by_content=False),  # behind answers
    _format("entity-json", "texts", "texts spans", 41, for_gold=False, meant="{|[", has="{"),  # behind spacy
    _format("answers", "texts", "texts spans", 42, for_gold=False, meant="{|["),  # behind entity-json
    # tool calls
    _format("calls", "calls", "calls", 30, JSON),
    # any values
    _format("records", "records.jsonl", "records", 50, by_content=False),
    _format("json", "values.json_values", "values calls", 51),  # behind records
    _format("model-output", "values", "values calls", 52, by_content=False),  # behind json
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


def in_order(names: Iterable[str], head: str | None = None) -> list[str]:
    """Formats as recognition asks them; with the first text of an input only those that may be so: by its
    first character, and by what their files have. A text with escapes of JSON may have it otherwise.
    """
    asked = [FORMATS[name] for name in names]
    if head is not None:
        first = head.lstrip().removeprefix("\ufeff").lstrip()[:1]
        asked = [one for one in asked if not one.begins or first in one.begins]
        if ESCAPE not in head:
            text = f"\n{head}"
            asked = [one for one in asked if one.may_be(text)]
    return [one.name for one in sorted(asked, key=lambda one: one.order)]


def guessing(names: Iterable[str], head: str) -> list[str]:
    """The formats whose readers may guess that an unknown text is meant for them, as recognition asks."""
    text = f"\n{head}"
    return [name for name in in_order(names) if any(part in text for part in FORMATS[name].meant)]


ASKED = tuple(in_order(FORMATS))
