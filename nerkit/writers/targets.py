"""Which formats can be converted to which: it depends on the kind of corpus that is read and written."""

from collections.abc import Sequence

from nerkit import readers
from nerkit.corpora.amr import Graphs
from nerkit.corpora.mrp import MrpGraphs
from nerkit.corpora.spans import Spans, Texts
from nerkit.corpora.tags import Tagged
from nerkit.corpora.trees import Dependencies
from nerkit.errors import UsageError
from nerkit.io import Source
from nerkit.writers import WRITERS, writer

WRITTEN: dict[type, tuple[type, ...]] = {  # the class of a corpus -> those that it can be converted to
    Tagged: (Tagged, Spans),
    Spans: (Spans, Tagged),
    Texts: (Spans,),
    Graphs: (Graphs, MrpGraphs),
    MrpGraphs: (MrpGraphs, Graphs),
    Dependencies: (Dependencies,),
}
TAIL = "name its format with --from if it is another one"


def targets(form: str) -> list[str]:
    """The formats that the format *form* can be converted to; spans that count characters tag no tokens."""
    reader = readers.reader(form)
    kinds = [kind for kind in WRITTEN.get(reader.makes, ()) if not (reader.characters and kind is Tagged)]
    return [name for name in WRITERS if writer(name).takes in kinds]


def format_of(sources: Sequence[Source], to: str, form: str | None = None) -> str:
    """The format of inputs that are to be converted to *to*: the one that is named, else by content.

    Blank inputs have the first format that can be converted. Raises UsageError for a format that cannot be
    converted to it, and InputError for inputs that are not recognised.
    """
    if form is not None:
        if to not in targets(form):
            raise UsageError(_refusal(form, to))
        return form
    possible = [name for name in readers.READERS if readers.reader(name).by_content and to in targets(name)]
    if name := readers.recognised(sources, possible):
        return name
    if name := readers.recognised(sources, readers.Formats(lambda one: one.by_content)):
        raise UsageError(f"{sources[0].name} is taken for {name}: {_refusal(name, to)}; {TAIL}")
    return readers.sniff(sources, possible) or possible[0]


def _refusal(form: str, to: str) -> str:
    possible = targets(form)
    if not possible:
        return f"{form} cannot be converted to another format"
    return f"{form} cannot be converted to {to}; it can be converted to {', '.join(possible)}"
