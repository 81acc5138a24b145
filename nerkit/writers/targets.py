"""Which formats can be converted to which: it depends on the kind of corpus that is read and written."""

from collections.abc import Sequence

from nerkit import readers
from nerkit.corpora.amr import Graphs
from nerkit.corpora.brackets import Constituents
from nerkit.corpora.mrp import MrpGraphs
from nerkit.corpora.roles import Roles
from nerkit.corpora.spans import Spans, Texts
from nerkit.corpora.tags import Tagged
from nerkit.corpora.trees import Dependencies
from nerkit.errors import UsageError
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.writers import WRITERS, writer

WRITTEN: dict[type, tuple[type, ...]] = {  # the class of a corpus -> those that it can be converted to
    Tagged: (Tagged, Spans),
    Spans: (Spans, Tagged),
    Texts: (Spans,),
    Graphs: (Graphs, MrpGraphs),
    MrpGraphs: (MrpGraphs, Graphs),
    Dependencies: (Dependencies,),
    Constituents: (Constituents,),
    Roles: (Roles,),
}
TAIL = "name its format with form=… if it is another one"


def targets(form: str) -> list[str]:
    """The formats that the format *form* can be converted to."""
    return [name for name in WRITERS if _becomes(readers.reader(form), writer(name).takes)]


def format_of(sources: Sequence[Source], to: str, form: str | None = None) -> str:
    """The format of inputs that are to be converted to *to*: the one that is named, else by content.

    Blank inputs have the first format that can be converted. Raises UsageError for a format that cannot be
    converted to it, and InputError for inputs that are not recognised.
    """
    takes = writer(to).takes
    if form is not None:
        if not _becomes(readers.reader(form), takes):
            raise UsageError(_refusal(form, to))
        return form
    possible = readers.Formats(lambda one: one.by_content and _becomes(one, takes))
    if name := readers.recognised(sources, possible):
        return name
    if name := readers.recognised(sources, readers.Formats(lambda one: one.by_content)):
        raise UsageError(f"{sources[0].name} is taken for {name}: {_refusal(name, to)}; {TAIL}")
    return readers.sniff(sources, possible) or next(iter(possible))


def _becomes(reader: Reader, kind: type) -> bool:
    """Whether what a reader makes can be converted to this class.

    Spans of characters tag no tokens, and heads of arguments make no spans of words.
    """
    impossible = (reader.characters and kind is Tagged) or (reader.heads and kind is Roles)
    return kind in WRITTEN.get(reader.makes, ()) and not impossible


def _refusal(form: str, to: str) -> str:
    possible = targets(form)
    if not possible:
        return f"{form} cannot be converted to another format"
    return f"{form} cannot be converted to {to}; it can be converted to {', '.join(possible)}"
