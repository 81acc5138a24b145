"""From a file to the text of another format."""

from collections.abc import Iterable

from nerkit import readers
from nerkit.corpora.amr import Graphs
from nerkit.corpora.mrp import MrpGraphs
from nerkit.corpora.trees import Dependencies
from nerkit.io import expand
from nerkit.writers import writer
from nerkit.writers.convert_graphs import GraphOptions, convert_graphs
from nerkit.writers.convert_tags import TagOptions, convert_tags
from nerkit.writers.targets import format_of


def convert(
    target: str,
    to: str,
    form: str | None = None,
    *,
    tags: TagOptions | None = None,
    graphs: GraphOptions | None = None,
) -> tuple[Iterable[str], list[str]]:
    """The text of *target* in the format *to*, in pieces, and warnings.

    *form* is the format of the input (by content if it is None); *tags* and *graphs* are what only these
    have.

    Raises InputError for input that does not parse or cannot be written, UsageError for a format that cannot
    be converted to *to*, and where tokens are needed.
    """
    sources = expand(target)
    blank = [] if any(source.head.strip() for source in sources) else [f"{target}: blank, nothing to convert"]
    kind = writer(to).takes
    pieces: Iterable[str]
    if kind in (Graphs, MrpGraphs):
        pieces, warnings = convert_graphs(sources, to, form, graphs or GraphOptions())
    elif kind is Dependencies:
        trees = readers.reader(format_of(sources, to, form)).read(sources)
        pieces, warnings = writer(to).write(trees), list(trees.warnings)
    else:
        pieces, warnings = convert_tags(sources, to, form, tags or TagOptions())
    return pieces, [*blank, *warnings]
