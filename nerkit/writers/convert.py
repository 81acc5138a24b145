"""Convert a file to the text of another format."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from nerkit import readers
from nerkit.corpora import binary_brackets
from nerkit.corpora.amr import Graphs
from nerkit.corpora.brackets import Constituents
from nerkit.corpora.mentions import Mentions
from nerkit.corpora.mrp import MrpGraphs
from nerkit.corpora.records import Documents
from nerkit.corpora.roles import Roles
from nerkit.corpora.tags import Tagged
from nerkit.corpora.trees import Dependencies
from nerkit.exceptions import UsageError
from nerkit.io import expand
from nerkit.writers import writer
from nerkit.writers.convert_graphs import GraphOptions, convert_graphs
from nerkit.writers.convert_records import convert_records, prepared, read_records, warnings_of
from nerkit.writers.convert_tags import TagOptions, convert_tags, read_tokens
from nerkit.writers.targets import format_of


@dataclass(frozen=True)
class BinaryOptions:
    """The options for the binarisation of bracketed trees.

    side        "left" or "right", or "no" to undo a binarisation
    horizontal  the number of children that new labels name; None for all children
    vertical    the number of ancestors that labels name
    """

    side: str
    horizontal: int | None = None
    vertical: int = 0


def convert(
    target: str,
    to: str,
    form: str | None = None,
    *,
    tags: TagOptions | None = None,
    graphs: GraphOptions | None = None,
    binary: BinaryOptions | None = None,
    lossy: bool = False,
) -> tuple[Iterable[str], list[str]]:
    """Convert the file or folder *target* to the format *to*; return the text in pieces, and warnings.

    form    the format of the input; None to recognise it by content
    tags    options for tagged tokens
    graphs  options for meaning graphs
    binary  options for the binarisation of bracketed trees
    lossy   whether data that the format cannot hold are left out; otherwise they are an error

    Raises InputError for input that cannot be parsed or written. Raises UsageError if the format of the input
    cannot be converted to *to*, and if tokens are missing. Raises UsageError for *binary* with other data
    than bracketed trees.
    """
    sources = expand(target)
    blank = (
        []
        if any(source.head.strip() for source in sources)
        else [f"{target}: the file is blank, so nerkit has nothing to convert"]
    )
    kind = writer(to).takes
    if binary is not None and kind is not Constituents:
        raise UsageError(f"binary=… needs bracketed trees; {to} holds none")
    if tags is not None and tags.by_sentence and kind not in (Documents, Tagged):
        raise UsageError(f"by_sentence=True needs annotated texts or tags; {to} is neither")
    pieces: Iterable[str]
    if kind in (Graphs, MrpGraphs):
        pieces, warnings = convert_graphs(sources, to, form, graphs or GraphOptions())
    elif kind in (Dependencies, Roles, Mentions, Constituents):
        corpus = _binary(readers.reader(format_of(sources, to, form)).read(sources), binary)
        losses = writer(to).lost(corpus)
        if kind is Constituents:
            lost = [f"{to} does not hold {loss}" for loss in losses]
        else:
            lost = warnings_of(losses, to, lossy=lossy)
        pieces, warnings = writer(to).write(corpus), [*corpus.warnings, *lost]
    elif kind is Documents:
        pieces, warnings = convert_records(read_records(sources, to, form, *_of_tags(tags)), to, lossy=lossy)
    else:
        pieces, warnings = convert_tags(sources, to, form, tags or TagOptions(), lossy=lossy)
    return pieces, [*sources.warnings, *blank, *warnings]


def convert_files(
    target: str, to: str, form: str | None = None, *, tags: TagOptions | None = None, lossy: bool = False
) -> tuple[Iterable[tuple[str, str]], list[str]]:
    """Convert *target* to a format with one file per document; return names and texts of files, and warnings.

    Raises the errors of `convert`, and UsageError for a format that is one file.
    """
    files = writer(to).files
    if files is None:
        raise UsageError(f"{to} is one file, not a folder of files")
    sources = expand(target)
    documents, warnings = prepared(read_records(sources, to, form, *_of_tags(tags)), to, lossy=lossy)
    return files(documents), [*sources.warnings, *warnings]


def _of_tags(options: TagOptions | None) -> tuple[Tagged | None, bool]:
    """The tokens that offsets of spans count (None if no file is given), and `by_sentence`."""
    options = options or TagOptions()
    return None if options.tokens is None else read_tokens(options.tokens), options.by_sentence


def _binary(trees: Any, options: BinaryOptions | None) -> Any:
    if options is None:
        return trees
    if options.side == "no":
        return binary_brackets.plain(trees)
    return binary_brackets.binary(
        trees, options.side, horizontal=options.horizontal, vertical=options.vertical
    )
