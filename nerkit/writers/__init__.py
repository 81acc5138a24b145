"""Output of data: one module for each format that `nerkit convert` writes, named in WRITERS.

A writer module ends in `WRITER`, a `format.Writer`. `convert` goes from a file to the text of another format;
`convert_tags`, `convert_graphs` and `convert_records` say what can be made of tagged tokens and spans, of
meaning graphs, and of relations and events.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from nerkit.errors import unknown

if TYPE_CHECKING:
    from nerkit.writers.format import Writer

WRITERS = {  # name for --to -> module
    "bio": "nerkit.writers.bio",
    "span-tsv": "nerkit.writers.span_tsv",
    "brackets": "nerkit.writers.brackets",
    "penman": "nerkit.writers.penman",
    "triples-tsv": "nerkit.writers.triples_tsv",
    "dot": "nerkit.writers.dot",
    "mrp": "nerkit.writers.mrp",
    "conllx": "nerkit.writers.conllx",
    "props": "nerkit.writers.props",
    "ptb": "nerkit.writers.ptb",
    "discbracket": "nerkit.writers.discbracket",
    "export": "nerkit.writers.export",
    "ie-jsonl": "nerkit.writers.ie_jsonl",
    "oneie": "nerkit.writers.oneie",
    "wikievents": "nerkit.writers.wikievents",
    "dygie": "nerkit.writers.dygie",
    "docred": "nerkit.writers.docred",
    "rams": "nerkit.writers.rams",
    "spert": "nerkit.writers.spert",
    "scirex": "nerkit.writers.scirex",
    "doccano": "nerkit.writers.doccano",
    "prodigy": "nerkit.writers.prodigy",
    "label-studio": "nerkit.writers.label_studio",
    "brat": "nerkit.writers.brat",
    "spacy": "nerkit.writers.spacy",
    "webanno": "nerkit.writers.webanno",
    "hf-datasets": "nerkit.writers.hf_datasets",
    "grit": "nerkit.writers.grit",
    "gtt": "nerkit.writers.gtt",
    "iterx": "nerkit.writers.iterx",
}


def writer(name: str) -> "Writer":
    """The writer of the format *name*; UsageError for a name that is none."""
    if name not in WRITERS:
        raise unknown("output format", name, WRITERS)
    record: Writer = import_module(WRITERS[name]).WRITER
    return record
