"""Output of data: one module for each format that `nerkit convert` writes, named in WRITERS.

A writer module has `write(corpus) -> Iterator[str]`, the text in pieces, each ending in a newline, and names the kind of corpus it takes
in `TAKES`.
"""

from importlib import import_module
from types import ModuleType

from nerkit.errors import unknown

WRITERS = {  # name for --to -> module
    "bio": "nerkit.writers.bio",
    "span-tsv": "nerkit.writers.span_tsv",
    "brackets": "nerkit.writers.brackets",
    "penman": "nerkit.writers.penman",
    "triples-tsv": "nerkit.writers.triples_tsv",
    "dot": "nerkit.writers.dot",
    "mrp": "nerkit.writers.mrp",
    "conllx": "nerkit.writers.conllx",
}


def writer(name: str) -> ModuleType:
    """The module that writes the format *name*; UsageError for a name that is none."""
    if name not in WRITERS:
        raise unknown("output format", name, WRITERS)
    return import_module(WRITERS[name])
