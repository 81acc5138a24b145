"""Writers of the formats that `nerkit convert` writes, one module per format. The register lists them.

A writer module ends in `WRITER`, a `format.Writer`. `shaped` writes formats that a shape describes
completely. `convert` converts a file to another format. `convert_tags` defines the conversions of tagged
tokens and spans, `convert_graphs` of meaning graphs, and `convert_records` of relations and events.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from nerkit.exceptions import unknown
from nerkit.readers.register import FORMATS, SHAPED

if TYPE_CHECKING:
    from nerkit.writers.format import Writer

WRITERS = tuple(name for name, one in FORMATS.items() if one.writer)  # names for --to


def writer(name: str) -> "Writer":
    """The writer of the format *name*; raises UsageError for an unknown name."""
    if name not in WRITERS:
        raise unknown("output format", name, WRITERS)
    one = FORMATS[name]
    module = import_module(one.writer)
    record: Writer = (
        module.writer_of(import_module(one.module).SHAPE) if one.writer == SHAPED else module.WRITER
    )
    return record
