"""The register of formats: each format once, with the evidence by which nerkit recognises it.

    Format("rams", "nerkit.readers.records.rams", ("records", "spans"), FormatEvidence("{[", record="{ent…}"))

This table imports no module of a format, because help and completion take names from it. The content of a
file decides, never its name. nerkit compares the evidence of all formats of a command, and their order
decides nothing (`readers.recognised`). A format wins over the formats that it *extends*. A *fallback* counts
only if no other format fits.

Evidence is data, so recognition loads a reader only for a format with `code` or `roles` whose other evidence
fits.
"""

from collections.abc import Iterable
from functools import cache
from re import ASCII, MULTILINE
from typing import Any, NamedTuple

from nerkit.ground.patterns import regex
from nerkit.readers.conditions import (
    CALLS,
    CLUSTERED,
    MENTION_LISTS,
    NOTED,
    OFFSET_ROW,
    POSITIONS,
    PREDICTED,
    RELATION,
    SPANS,
    TAGGED,
    TAGS,
    WITH_ENTITIES,
)

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
SHAPED = "nerkit.writers.shaped"  # the module that writes a format from its SHAPE
NUMBERED = "|".join(f"\n{digit}" for digit in range(10))  # lines that begin with a number

TAB = "\t"


def _rows(cells: str) -> Any:
    """The pattern of a line whose cells match *cells* and are separated by tabs or by blanks.

    In *cells*, `{0}` is the separator, and `{1}` the character that a cell does not contain.
    """
    return regex(rf"(?m)^(?:{cells.format(TAB, TAB)}|{cells.format(' +', ' ')} *)$")


# patterns for `FormatEvidence.finds`
LINES = r"\A(?:.*+\n){0,99}?"  # up to 99 lines before the line to find
AIDA = regex(r"\A\s*+-DOCSTART-[ \t]++\(.*\)[^\S\n]*+\n(?:.*+\n)*?[^\t\n]++\tB\t[^\t\n]++\t[^\t\n]")
ANYTHING = regex(r"\S")
ARRAU = regex(rf"{LINES}[^\t\n]*+\t[BI]-markable_[^=@\t\n]++=[^@\t\n]++(?=[@\t\n]|\Z)")
BRAT = regex(r"(?m)^T\S*\t\S+ \d+ \d+(?:;\d+ \d+)*[ ]*(?:\t.*)?$")
CHUNK = regex(rf"{LINES}(?:.*?[^\S\n])?\[[A-Za-z][^\s\[\]]*+[^\S\n]++[^\s\[\]][^\[\]\n]*+\](?=\s|\Z)")
CONLL08 = _rows("1(?:{0}[^{1}\n]+){{7}}{0}[0-9]+{0}[^{1}0-9\n][^{1}\n]*(?:{0}[^{1}\n]+)+")
CONLL09 = _rows(
    "1(?:{0}[^{1}\n]+){{7}}(?:{0}(?:[0-9]+|[_-])){{2}}(?:{0}[^{1}\n]+){{2}}{0}[Y_-](?:{0}[^{1}\n]+)+"
)
UPOS = (
    *("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN"),
    *("PUNCT", "SCONJ", "SYM", "VERB", "X", "_"),
)
_CELL, _END = r"[^\t\n]*", r"(?=\n|\Z)"
_TEN = rf"1(?:-[0-9]+)?(?:\t{_CELL}){{5}}\t(?:[0-9]+|_)(?:\t{_CELL}){{3}}{_END}"
_FIRST_LINES = r"(?:.*+\n){0,199}?"
CONLLU = regex(  # lines of ten columns, and in the first lines anything that CoNLL-X lacks
    rf"\A(?=(?:.*+\n)*?{_TEN})(?:{_FIRST_LINES}"
    rf"(?:#|[0-9]+[-.][0-9]+(?:\t|{_END})|(?:{_CELL}\t){{8}}(?:{_CELL}:{_CELL}\t{_CELL}|{_CELL}\t{_CELL}={_CELL}){_END})"
    rf"|(?!{_FIRST_LINES}(?:{_CELL}\t){{3}}(?!(?:{'|'.join(UPOS)})\t){_CELL}(?:\t{_CELL}){{6}}{_END}))"
)
CONLLX = _rows("1(?:{0}[^{1}\n]+){{5}}{0}[0-9]+{0}[^{1}\n]+(?:(?:{0}[^{1}\n]+){{2}})?")
CELL = r"\|*(?:\([^()|\s]++\)?\|*|[^()|\s]++\)\|*)+"  # a cell of brackets that open and close mentions
_BEGIN = r"#[^\S\n]*begin document\b"
COREF = regex(rf"(?m)^{_BEGIN}")
COREF_ROW = regex(rf"\A(?:.*\s)?(?:[-_*]|{CELL})\s*")
SEMEVAL = regex(rf"\A(?=(?:\s|#.*\n)*?{_BEGIN})(?:\s|#.*\n)*+1\t")
NUMBERED_ROW, NUMBERED_TWICE = regex(r"\A[0-9]+\t.*"), regex(r"(?m)^([0-9]+)\t.*\n\1\t")
COREFUD = regex(r"(?m)^#\s*global\.Entity\s*=")
CALLED_ENTITIES = regex(r'\\?"entities\\?"\s*:')  # answers that list entities, also in arguments of a tool
_LETTER = "[BIESLUMW]"  # of a tag
DIFF = regex(  # a diff whose first line does not end in a tag or a label without a name
    rf"\A(?:diff|---|Index:)(?= )"
    rf"(?!.*[ \t](?:O|{_LETTER}(?:[-_][^ \t\n]+)?|(?:[^ \t\n]+[-_])?{_LETTER}|LABEL_[^ \t\n]*)"
    rf"[ \t]*$|.*\t(?:{_LETTER}[-_][^\t\n]+|[^\t\n]+[-_]{_LETTER}|LABEL_[^\t\n]*)\t* *$)",
    MULTILINE,
)
DOCBIN = regex("\\Ax\ufffd")  # the first two bytes of zlib data; the second byte cannot be decoded as text
QUOTED = r'"(?:[^"\\]|\\.)*+"'
DOT = regex(
    rf"\A\s*digraph {QUOTED} {{\s*"
    rf"(?:\}}|n0 \[label=(?=\"(?:[^\"\\]|\\.)*? / ){QUOTED}(?:, peripheries=2)?\];)"
)
EDS = regex(r"\A\s*+(#\S+[^\S\n]*+\n\s*+)?\{[^\s:{}]*:\s*+[^\s:]+:[^\s<]+<")
EXPORT = regex(r"(?m)^#(?:FORMAT [34]|BOS \d+\b)")
HIPE = regex(
    r"\A(?:[^\S\n]*\n)*TOKEN\t(?:[^\n]*\t)?"
    r"(?:NE-(?:COARSE|FINE)-(?:LIT|METO)|NE-FINE-COMP|NE-NESTED|NEL-(?:LIT|METO))(?=[\t\n]|\Z)"
)
ANSWER_LABEL = r"[^\W\d_][\w/.&-]*(?: [\w/.&-]+){0,4}"
_ANSWER = rf"(?>[^\S\n]*+(?:{ANSWER_LABEL}:.*|(?:(?i:none|\[\])[^\S\n]*+)?(?:\.[^\S\n]*+)?)(?:\n|\Z))"
INSTRUCTUIE = regex(  # the first 20 lines are answers, and one of them has a label and no tab
    rf"\A(?!\s*(?:{{|\[\s*[\[{{\"\]]))(?=(?:.*\n){{0,19}}?[^\S\n]*{ANSWER_LABEL}:[^\t\n]*(?:\n|\Z))"
    rf"(?:{_ANSWER}{{20}}|{_ANSWER}*+\Z)"
)
MUC4 = regex(r"\A(?:\s*+;.*)*+\s*+0\.\s*+MESSAGE: ID\s", ASCII)
HEADER = regex(  # several cells, and no cell between tabs is a number
    r"\A\s*+(?=.*[,;\t])(?!(?:.*\t)?[\d²³¹⁰-⁹₀-₉]+(?:[\t\n]|\Z))"
)
NIF = regex(r"(?im)\A\s*[<#]|^@?(?:prefix|base)\s")
_TAGGED = r"(?:[^ \t\n]++[ \t]++(?:[BIESLUM]-.*|(?:.*[ \t])?(?:O|[BIESLUM]-[^ \t\n]*+)[ \t]*)|[^\S\n]*)"
_TAG_LINE = rf"(?>{_TAGGED}\n)"
NOISY = regex(rf"\A(?=\s*\S)(?:{_TAG_LINE}{{50}}|{_TAG_LINE}++.*\Z|{_TAGGED}\Z)")
OBJECT = regex(r"\A\s*\{")
OBJECT_OR_LIST = regex(r"\A\s*[{[]")
PARQUET_OR_JSON = regex("\\A(?:PAR1|[\ufeff\\s]*[{[])")
PENMAN = regex(r"\A(?:\s*#[ \t]*::|\s*(?:#.*\n\s*)*\(\s*(?:\)|[^\s()/:\"]+[ \t]*/))")
PRIMESRL = regex(r"(?m)^[0-9]+(?:\t[^\t\n]*){5}\t[0-9]+\t[^\t\n]*\tY\t[^\t\n]+(?:\t[^\t\n]*)+$")
SDP = regex(r"\A(?:#SDP 2015|#\S+\n1\t[^\t\n]+\t[^\t\n]+\t[^\t\n]+\t[+-]\t[+-]\t)")
SEL = regex("\\A[\ufeff \t\r\n]*<extra_id_0>")
_TREE = r"\A(?:\s*+\*x\*.*)*+\s*+\([^\s()]*+\s*+(?:\(|[^\s()/:]++\s*+\)|\))"
TREE = regex(_TREE)
_WORD = r"(?:(?!\([^\s()]*+[^\S\n]++[^\s()]*+[^\S\n]*+\)).)*+"  # the text before a bracket with tag and word
_NUMBERED = r"\([^\s()]*+[^\S\n]++\d+=[^\s()]*+[^\S\n]*+\)"
_FIRST_WORDS = rf"\A(?:{_WORD}\n)*+(?:{_WORD}{_NUMBERED})++{_WORD}(?=\n|\Z)"  # the first line with words
NUMBERED_WORDS, NUMBERED_TREE = regex(_FIRST_WORDS), regex(rf"(?={_TREE}){_FIRST_WORDS}")
TRIPLES = regex(r"\A[ \n]*+(?:#.*\n[ \n]*+)*[^\t\n]*+\t[^\t\n]++\t(?:instance|TOP)\t")
UCCA = regex(r"(?s)\A(?=.{0,1990}passageID=)\s*<")
UP = regex(
    r"(?m)^#\s*+global\.columns\s*+=\s*+(?:\S++[^\S\n]++)*?UP:PRED(?!\S)"
    r"|^[0-9]+(?:\t[^\t\n]*){5}\t[0-9]+(?:\t[^\t\n]*){3}\t[^\t\n]+(?:\t[^\t\n]*)*$"
    r"|^[0-9]+(?:\t[^\t\n]*){9}\t[^\t\n]+\t[^\t\n|:]+:[0-9]+(?:\|[^\t\n]*)?(?:\t[^\t\n]*)?$"
)
WEBANNO = regex(r"\A#FORMAT=WebAnno TSV 3")
# patterns for `FormatEvidence.rows`
PART = r"(?:\([^()*\s]++)*+\*(?:[^()*\s]*+\))*+"
PROPS = regex(rf"\A\s*+(?:-|(?![(*])\S++(?:\s++{PART})++)\s*+\Z")
CONLL12 = regex(rf"\A\s*+\S++(?:\s++[0-9]++){{2}}(?:\s++\S++){{8}}(?:\s++{PART}(?=\s+\S))*+\s++\S++\s*+\Z")


class FormatEvidence(NamedTuple):
    """Conditions on the beginning of a file, by which nerkit recognises a format. All conditions must hold.

    begins  the possible first nonblank characters of a file; empty for any character
    has     texts; the file contains at least one text, unless there are none
    finds   a pattern that the file contains
    lacks   a pattern that the file does not contain
    rows    a pattern that each of the first lines matches; blank lines and comments (#) do not count
    half    a pattern that at least half of the first lines match
    cells   a condition (`conditions`) on the list of the first lines that count, which are lists: the line,
            and its cells
    split   what separates cells: a tab, or a blank for tabs if the line has one, and otherwise blanks
    counts  the condition of the lines that count
    bare    a condition on the lines that count; lines that fulfil it need no header
    header  a condition on the header, which is an object (`sample.header`)
    roles   the module below `nerkit.readers` that has the ROLES of the columns in the header
    unlike  a format whose evidence the sample must not have, unless its lines are `bare`
    record  a condition on the record that decides, for JSON
    of      the condition that the record that decides is the first to fulfil; empty for `Sample.told`
    fenced  whether the JSON can be between code fences
    code    whether the function `recognise` of the format's module must agree
    words   the evidence in words, for the documentation; empty if the docstring of `recognise` has the words
    suffix  the suffix of the files that nerkit reads in a directory; empty if it reads all files
    """

    begins: str = ""
    has: tuple[str, ...] = ()
    finds: Any = None
    lacks: Any = None
    rows: Any = None
    half: Any = None
    cells: str = ""
    split: str = "\t"
    counts: str = "any"
    bare: str = ""
    header: str = ""
    roles: str = ""
    unlike: str = ""
    record: str = ""
    of: str = ""
    fenced: bool = False
    code: bool = False
    suffix: str = ""
    words: str = ""


class Format(NamedTuple):
    """A format in the register.

    name        the name of the format for `--from` and `--to`
    module      the module of its reader, which ends in READER (`format.Reader`)
    corpora     the kinds of corpus that the format can be read as; the first is the kind for its own task
    evidence    the evidence by which nerkit recognises the format
    writer      the module of its writer, which ends in WRITER (`writers.format.Writer`), or SHAPED
    named       further kinds of corpus that the format can be read as, but only if you name the format
    meant       texts; if an unrecognised file contains one, the reader is asked whether it guesses that the
                file was meant for the format
    extends     the formats whose evidence a file of this format has, too; this format wins over them, and
                over the formats that they extend
    keys        the keys of ITEM_KEYS that its reader reads, or skips on purpose; None if it reads any key
    binary      whether its files are binary
    fallback    whether it counts only if no other format fits
    permissive  whether its evidence also fits texts of other formats. If you name no format, nerkit does not
                recognise such a text if it is surely in a format that nerkit does not read
    by_content  whether nerkit recognises it without a task; False if files of other tasks look like its files
    for_gold    whether nerkit recognises it in gold files without a task; False if only models write it
    """

    name: str
    module: str
    corpora: tuple[str, ...]
    evidence: FormatEvidence
    writer: str = ""
    named: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()
    extends: tuple[str, ...] = ()
    keys: tuple[str, ...] | None = None
    binary: bool = False
    fallback: bool = False
    permissive: bool = False
    by_content: bool = True
    for_gold: bool = True

    @property
    def scored(self) -> bool:
        """Whether a task reads the format; other formats are only converted."""
        return bool(self.corpora)


def _format(
    name: str,
    place: str,
    corpora: str,
    begins: str = "",
    *,
    written: bool = False,
    shaped: bool = False,
    extends: str = "",
    named: str = "",
    meant: str = "",
    keys: str | None = None,
    has: str = "",
    **more: Any,
) -> Format:
    """The `Format` of a format in this package.

    place    the folder below `nerkit.readers` that has a module with the name of the format, or a module
             with a dot
    written  whether `nerkit.writers` has a module with the name of the format
    shaped   whether the SHAPE of the reader also describes how the format is written
    more     further fields of `Format` and `FormatEvidence`

    *corpora*, *extends*, *named* and *keys* are words between blanks. *meant* and *has* are texts between
    `|`. The other parameters are fields of `Format` and `FormatEvidence`.
    """
    own = name.replace("-", "_")
    evidence = {key: more.pop(key) for key in FormatEvidence._fields if key in more}
    return Format(
        name,
        f"nerkit.readers.{place}" + ("" if "." in place else f".{own}"),
        tuple(corpora.split()),
        FormatEvidence(begins, _parts(has), **evidence),
        SHAPED if shaped else f"nerkit.writers.{own}" if written else "",
        tuple(named.split()),
        _parts(meant),
        tuple(extends.split()),
        None if keys is None else tuple(keys.split()),
        **more,
    )


def _parts(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split("|")))


# fmt: off
TABLE = (
    # columns of tokens with tags, and spans of tokens or characters
    _format("bio", "tags", "tags", written=True, meant="\n", lacks=DIFF, split=" ",
            counts="[!blank !document-mark ...]"
                   " ([!comment, !=-X- ...] | [comment spaced ...] | [comment, any ... tag])",
            cells=f"[any ...] [+ {TAGGED} (![any, any, decimal, decimal, any ...] | [... several])]"
                  f" ([half {TAGGED}] | [half [spaced ...]])",
            bare=f"[{TAGGED} ...]", unlike="csv-tags",
            words="when at least half of the first hundred lines end in a tag after at least one other "
                  "column. A file does not count if offsets precede the tags and no tag has a type, or if a "
                  "header names columns"),
    _format("span-tsv", "spans", "spans mentions", written=True, meant="\t", has="\t",
            counts=f"{OFFSET_ROW} | [!comment, any, any, any ...]", cells=f"[+ {OFFSET_ROW}]",
            bare="[([any, any, integer ...] | [any, any, any, integer ...]) ...]",
            header=f"{{{POSITIONS}}}", roles="spans.csv_spans",
            words="when one of the first hundred lines has integers in its second and third tab-separated "
                  "column. A header before these lines must name the two columns as starts and ends"),
    _format("brackets", "tags", "tags", written=True, has="[", extends="json", fallback=True,
            finds=CHUNK, lacks=OBJECT, permissive=True,
            words="when a line holds a chunk in brackets, and the text is not a JSON object"),
    _format("tag-lists", "tags", "tags", JSON, has='"',
            record=f"@({TAGS}) (@[+ =O] | [...] @[+ several])",
            words="when a record is a list of tags or of lists of tags, or an object whose values are such "
                  "lists"),
    _format("csv-tags", "tags", "tags spans", has=",|;|\t", roles="tags.csv_tags",
            finds=HEADER,
            header="{!(start end) (word tag | !tabs regular names:[* !tag] below:[+ [+ typed]])}",
            words="when the first line names a column of words and a column of tags, but no columns of "
                  "offsets. Between commas or semicolons, columns with other names count if they hold tags "
                  "with types"),
    _format("csv", "spans.csv_spans", "spans", has=",|;|\t", roles="spans.csv_spans", finds=HEADER,
            header=f"{{start end (document | type) !(tabs {POSITIONS})}}",
            words="when the first line names columns of starts, of ends, and of documents or labels. A line "
                  "with tabs whose names have the order of the format span-tsv does not count"),
    _format("hipe", "spans", "spans", has="TOKEN\t", extends="bio", finds=HIPE,
            words="when the first line names a column of tokens and a column of entities or links"),
    _format("aida", "spans", "spans", "-", has="-DOCSTART-", finds=AIDA,
            words="when documents begin with their ids in parentheses, and a mention has an entity"),
    _format("nif", "spans", "spans texts", finds=NIF,
            has="http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#",
            words="Turtle that names the vocabulary of NIF"),
    # meaning graphs
    _format("penman", "graphs", "graphs", "(#", written=True, meant="(", extends="ptb", finds=PENMAN,
            permissive=True,
            words="when the first text after comments is a node"),
    _format("triples-tsv", "graphs", "graphs", written=True, has="\tinstance\t|\tTOP\t", finds=TRIPLES,
            words="when the first line is a concept or a top"),
    _format("dot", "graphs", "", written=True, named="graphs", has="digraph", finds=DOT,
            words="when the first graph has no nodes, or begins with a node in this notation"),
    _format("mrp", "graphs", "meaning-graphs graphs", JSON, written=True, meant="\n", keys="nodes edges",
            record="{id (framework | nodes | flavor)}",
            words="when the first line is an object with an id and a framework, nodes or a flavor"),
    _format("ucca-xml", "graphs", "", "<", has="passageID=", finds=UCCA, suffix=".xml",
            words="XML whose root has a passage id"),
    _format("eds", "graphs", "", "#{", has="<", finds=EDS,
            words="when the first graph opens with a top and a node with an anchor"),
    _format("sdp", "graphs", "", "#", finds=SDP,
            words="when the file names the format, or begins with an id and a token"),
    # dependency trees
    _format("conllu", "trees", "trees", meant="\t", has="\n1", extends="conllx", finds=CONLLU,
            words="when lines have ten columns, and comments, ids like 1-2, features, enhanced edges or "
                  "universal parts of speech"),
    _format("conllx", "trees", "trees", written=True, has="\n1", finds=CONLLX,
            words="when a line has the columns of a first word with a head"),
    # semantic roles
    _format("props", "roles", "roles", written=True, meant="(|*", has="*|-", extends="span-tsv",
            rows=PROPS,
            words="when every line is a predicate or `-` with cells of brackets, or `-` alone"),
    _format("conll12", "roles", "roles", by_content=False, extends="props", rows=CONLL12,
            words="when every line has the columns of CoNLL-2012, and cells of brackets for arguments"),
    _format("primesrl", "roles", "roles", has="\tY\t", extends="up", finds=PRIMESRL,
            words="when a line has the columns of a predicate"),
    _format("up", "roles", "roles", has=f"{NUMBERED}|global.columns", extends="conllu", finds=UP,
            words="when `global.columns` names such columns, or a line has more columns than CoNLL-U"),
    _format("conll09", "roles", "roles", has="\n1", extends="conllx up", finds=CONLL09,
            words="when a line has CoNLL-2009's columns of a first word"),
    _format("conll08", "roles", "roles", has="\n1", extends="conllx up", finds=CONLL08,
            words="when a line has CoNLL-2008's columns of a first word"),
    # bracketed trees
    _format("ptb", "trees", "constituents", "(*", written=True, meant="(", finds=TREE, lacks=NUMBERED_WORDS,
            permissive=True,
            words="when the text begins with a bracket that opens a tree, and words have no numbers"),
    _format("discbracket", "trees", "constituents", "(*", written=True, extends="ptb", finds=NUMBERED_TREE,
            permissive=True,
            words="when the text begins with a bracket that opens a tree, and words have numbers"),
    _format("export", "trees", "constituents", written=True, has="#BOS |#FORMAT ", finds=EXPORT,
            words="when a line begins a sentence or names the format"),
    # coreference
    _format("conll-coref", "coref", "mentions", meant="#begin document", has="begin document",
            extends="span-tsv bio", finds=COREF, half=COREF_ROW,
            words="when a document begins in it whose lines end in cells of brackets"),
    _format("semeval", "coref", "mentions", has="begin document", extends="conll-coref", finds=SEMEVAL,
            lacks=NUMBERED_TWICE, rows=NUMBERED_ROW, half=COREF_ROW,
            words="when a document begins in it whose first column numbers the words, and lines end in cells "
                  "of brackets"),
    _format("corefud", "coref", "mentions", meant="\t", has="global.Entity", extends="conllu",
            finds=COREFUD,
            words="when the attributes of entities are declared in it"),
    _format("arrau", "coref", "mentions", has="markable_", finds=ARRAU, suffix=".CONLL",
            words="when a line has a markable in its second column"),
    _format("coref-json", "coref", "mentions", JSON, written=True, meant="{|[",
            keys="clusters predicted_clusters span_clusters coref mentions links ner", permissive=True,
            record=f"[[int ...] ...] | [[[int ...] ...] ...]"
                   f" | {{!ents !entities ({CLUSTERED} | +:({{{CLUSTERED}}} | [[[int ...] ...] ...]))}}",
            words="when the first value is a document with clusters, or clusters of pairs of numbers"),
    # entities, relations, events
    _format("ie-jsonl", "records", "records spans mentions", JSON, written=True,
            has='relations"|events"|triples"|triplets"|clusters"', extends="coref-json spacy",
            keys="entities mentions relations events clusters triples triplets triggers templates",
            of=f"!{{}} | {{{NOTED} | relations:[{{+:any}} ...] | events:[{{+:any}} ...]}}",
            record=f"{{{NOTED} | !relations:[{{+:any}} ...] !events:[{{+:any}} ...]"
                   " <id doc_id doc_key docid relations events tokens text entities clusters>"
                   " (relations:[...] | events:[...])}",
            words="when a document has relations with two ends, or events, and no document before it has "
                  "them in another form. Documents with only empty lists of relations and events count, too"),
    _format("oneie", "records", "records spans", JSON, shaped=True, extends="wikievents",
            keys="entity_mentions relation_mentions event_mentions",
            record=f"{{{MENTION_LISTS} (wnd_id | sent_id | tokens !sentences)}}",
            words="when the first document has lists of mentions and is a sentence or a window, or has "
                  "tokens"),
    _format("wikievents", "records", "records spans mentions", JSON, shaped=True,
            keys="entity_mentions relation_mentions event_mentions clusters",
            record=f"{{doc_id !wnd_id !sent_id {MENTION_LISTS} (sentences | clusters | !tokens)}}",
            words="when the first document has events and is neither a sentence nor a window"),
    _format("dygie", "records", "records spans mentions", JSON, shaped=True, has='ner"|relations"|events"',
            extends="coref-json ie-jsonl",
            keys="ner relations events clusters predicted_ner predicted_relations predicted_events"
                 " predicted_clusters",
            record="{(ner | relations | events | predicted_ner | predicted_relations | predicted_events)"
                   f" !relations:[{RELATION} ...] ((sentences | doc_key) !evt_triggers"
                   " | !sentences !doc_key (ner:!falsy | relations:!falsy | events:!falsy)"
                   " (!ner | ner:(falsy | [[* [...]] ...]))"
                   " (!relations | relations:(falsy | [[* [...]] ...]))"
                   " (!events | events:(falsy | [[* [...]] ...])))}",
            words="when the first document has sentences, and entities, relations or events by sentence"),
    _format("docred", "records", "records spans mentions", JSON, shaped=True,
            keys="vertexSet labels h_idx", record="{title (vertexSet | h_idx t_idx)}",
            words="when the first value is a document with a vertexSet, or a fact"),
    _format("rams", "records", "records spans", JSON, shaped=True,
            keys="ent_spans evt_triggers gold_evt_links predictions",
            record="{gold_evt_links | evt_triggers | ent_spans}",
            words="when the first document has triggers, links or predictions of RAMS"),
    _format("spert", "records", "records spans", JSON, shaped=True, extends="ie-jsonl",
            keys="entities relations", of="{relations:some}",
            record="{tokens entities:(falsy | [{type start !id !entity_id !mention_id !eid !uid} ...])"
                   " relations:(falsy | [{head:int type tail} ...]) !events:!falsy}",
            words="when the first sentence with relations has tokens, entities with start and without "
                  "ids, and relations between numbers, but no events"),
    _format("scirex", "records", "records spans mentions", JSON, written=True,
            extends="dygie", keys="n_ary_relations predicted_relations clusters ner coref",
            record="{doc_id (n_ary_relations | predicted_relations | coref:{} | clusters:{}"
                   " | ner:[...] !sentences)}",
            words="when the first document has relations of SciREX, clusters by their names, or "
                  "mentions alone"),
    _format("gliner-train", "records", "spans", JSON, extends="dygie",
            keys="ner relations", record="{tokenized_text}",
            words="when the first text has tokens under GLiNER's key"),
    _format("sentiment", "records", "records", JSON, keys="opinions",
            record="{opinions:[{Polar_expression} ...] | opinions:![any ...] sent_id}",
            words="when the first sentence has opinions with polar expressions, or no opinions but "
                  "an id"),
    _format("absa", "records", "records", has="####| because |{",
            keys="tuples quads triplets triples labels label predictions prediction output",
            code=True),
    _format("muc4", "records", "records", has="MESSAGE:", finds=MUC4,
            words="when the first line is the id of a message"),
    # annotation tools, libraries and taggers
    _format("doccano", "records", "records spans texts", JSON, shaped=True,
            extends="ie-jsonl spacy", keys="label labels entities relations annotations",
            of="{annotations:[any ...] !data | (data | !annotations:[...])"
               " (entities:[any ...] | label:[any ...] | labels:[any ...])}",
            record="{(text | data) (annotations:[{start_offset} ...] !data | (data | !annotations:[...])"
                   " (entities:[{start_offset} ...] | !entities:[any ...]"
                   " (label:[[any, any, any] ...] | !label labels:[[any, any, any] ...])))}",
            words="when the first document with an annotation has a text, and entities of doccano or "
                  "triples as label"),
    _format("prodigy", "spans", "spans texts records", JSON, written=True, named="mentions",
            extends="spacy ie-jsonl", keys="spans relations label",
            record="{text (_input_hash | _task_hash | _view_id | _session_id | _annotator_id | answer)}",
            words="when the first document has a text and one of the keys that Prodigy adds"),
    _format("label-studio", "spans", "spans texts records", JSON, written=True, named="mentions",
            extends="spacy",
            record="{data (annotations | completions | predictions) | annotations:[+ {result}]"
                   " | completions:[+ {result}] | predictions:[+ {result}] | annotation_id"
                   " | +:([any ...] [* {labels:[...] | hypertextlabels:[...]}])}",
            words="when the first task has data and results, or regions with labels, as JSON-MIN has "
                  "them"),
    _format("brat", "spans", "spans texts records", written=True, named="mentions", has="\nT",
            finds=BRAT, suffix=".ann",
            words="when a line describes a span"),
    _format("spacy", "spans", "spans texts", JSON, written=True, named="mentions", meant="{|[",
            keys="ents entities spans",
            record="[text, {}] | {(ents:some | entities:some | spans:some | ents | (entities | spans) text)"
                   f" {SPANS}}}", permissive=True,
            words="when a document has spans with offsets, with a text or without one, or is a "
                  "training pair"),
    _format("spacy-bin", "spans", "spans texts", "x", binary=True, finds=DOCBIN, suffix=".spacy",
            words="data that begins like zlib's compressed data"),
    _format("webanno", "spans", "spans texts mentions", "#", written=True, finds=WEBANNO,
            words="when the first line says that it is WebAnno TSV 3"),
    _format("hf-datasets", "tags", "tags spans", "{[P", written=True, binary=True, has='"tokens"|PAR1',
            keys="ner_tags tags labels label ner",
            record="{tokens:[...] (ner_tags:[...] | ner:[...] | tags:[...] | labels:[...])}",
            finds=PARQUET_OR_JSON,
            words="Parquet, and JSON whose first row has tokens and a list of tags"),
    _format("hf-pipeline", "spans", "spans", "[", extends="gliner",
            record="[{word (entity_group | entity)} ...] | {word (entity_group | entity)}",
            words="when the first span of lists of spans has a word, and a group or the tag of an entity"),
    _format("gliner", "spans", "spans", "[", has='"start"', of="[any ...] | {+:any}",
            record=f"[{PREDICTED} ...] | {PREDICTED}",
            words="when the first span of lists of spans has offsets, a possible label, and a text or a "
                  "score"),
    _format("langextract", "spans", "spans texts", JSON, keys="extractions",
            record="{extractions:(null | [] | [{extraction_class} ...])}",
            words="when the first document has extractions, and the first extraction has a class"),
    _format("uie", "spans", "spans", JSON, record="{*:[* {text start end}] +:[any ...]}",
            words="when the first document with a span has a list under the label, with text and offsets"),
    # templates
    _format("grit", "records", "records", JSON, shaped=True, keys="extracts",
            record="{docid extracts !templates | !docid *:(null | {}) +:{pred_extracts}}",
            words="when the first document has extracts and no templates, or predicted extracts"),
    _format("gtt", "records", "records", JSON, shaped=True, keys="templates",
            record="{docid templates | !docid *:(null | {}) +:{pred_templates}}",
            words="when the first document has templates, or predicted templates"),
    _format("iterx", "records", "records", JSON, shaped=True, has='"incident_type"',
            record="{1:[* {incident_type}]}",
            words="when the first object has one member, a list of templates, and one of the first "
                  "templates has a type"),
    # texts and answers of models
    # recognised only if you name its task
    _format("noisy-bio", "texts", "texts", by_content=False, meant="\n", extends="inline",
            finds=NOISY, words="when each of the first lines that are not blank has a word and a tag"),
    _format("inline", "texts", "texts", has="</|[", extends="brackets", fallback=True, code=True,
            permissive=True),
    _format("universalner", "texts", "spans", JSON, keys="conversations", record="{conversations}",
            words="when the first record has turns of human and gpt"),
    _format("uie-sel", "texts", "texts spans", "<", has="<extra_id_", finds=SEL,
            words="when the first line begins with the token that opens"),
    _format("instructuie", "texts", "spans", by_content=False, extends="inline", fallback=True,
            finds=INSTRUCTUIE, permissive=True,
            words="when each of the first lines is `None` or begins with a label, and one has a label"),
    _format("entity-json", "texts", "texts spans", for_gold=False, meant="{|[", has="{", extends="answers",
            fallback=True, permissive=True, record=WITH_ENTITIES, fenced=True,
            words="when a document holds lists of strings under labels, or a list of entities. The JSON can "
                  "be between code fences"),
    _format("answers", "texts", "texts spans", for_gold=False, meant="{|[",
            extends="inline instructuie records", fallback=True, code=True, permissive=True),
    # tool calls
    _format("calls", "calls", "calls", JSON, lacks=CALLED_ENTITIES, of=CALLS, record=CALLS,
            words="JSON whose first record holds a tool call, and text with a tag around a call"),
    # any values
    _format("records", "records.jsonl", "records", by_content=False, extends="json", fallback=True,
            finds=OBJECT_OR_LIST, permissive=True,
            words="text that begins like a JSON object or list"),
    _format("json", "values.json_values", "values calls", JSON, extends="model-output", fallback=True,
            record="!null", permissive=True,
            words="text that begins with a JSON object or array, which may be cut off, or is empty"),
    _format("model-output", "values", "values calls", by_content=False, fallback=True, finds=ANYTHING,
            words="any text that is not blank"),
)
# fmt: on
FORMATS = {one.name: one for one in TABLE}


@cache
def of_corpus(corpus: str) -> tuple[str, ...]:
    """The formats that can be read as this kind of *corpus*; formats with this default kind come first."""
    own = [one.name for one in TABLE if one.corpora[:1] == (corpus,)]
    return (*own, *(one.name for one in TABLE if corpus in one.corpora[1:]))


@cache
def only_named(corpus: str) -> tuple[str, ...]:
    """The formats that can be read as this kind of *corpus* only if you name the format."""
    return tuple(one.name for one in TABLE if corpus in one.named)


def guessing(names: Iterable[str], head: str) -> list[str]:
    """The formats among *names* that are asked whether the unrecognised text *head* was meant for them."""
    text = f"\n{head}"
    return [name for name in names if any(part in text for part in FORMATS[name].meant)]


@cache
def extended(name: str) -> frozenset[str]:
    """The formats that a format extends, directly or through other formats."""
    direct = FORMATS[name].extends
    return frozenset(direct).union(*map(extended, direct))


def readers_of(key: str) -> list[str]:
    """The formats that list *key*, one of ITEM_KEYS, as a key that they read."""
    return [one.name for one in TABLE if one.keys is not None and key in one.keys]
