"""Determine the formats that a format can be converted to, by the kinds of corpus in which they are read."""

from collections.abc import Sequence

from nerkit import readers
from nerkit.corpora.amr import Graphs
from nerkit.corpora.brackets import Constituents
from nerkit.corpora.mentions import Mentions
from nerkit.corpora.mrp import MrpGraphs
from nerkit.corpora.records import Documents
from nerkit.corpora.roles import Roles
from nerkit.corpora.spans import Spans, Texts
from nerkit.corpora.tags import Tagged
from nerkit.corpora.trees import Dependencies
from nerkit.exceptions import UsageError
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.writers import WRITERS, writer
from nerkit.writers.format import TOKENS, Writer

WRITTEN: dict[type, tuple[type, ...]] = {  # class of a corpus -> classes that it can be converted to
    Tagged: (Tagged, Spans, Documents),
    Spans: (Spans, Tagged, Documents),
    Texts: (Spans, Tagged, Documents),
    Documents: (Documents, Spans, Tagged),
    Graphs: (Graphs, MrpGraphs),
    MrpGraphs: (MrpGraphs, Graphs),
    Dependencies: (Dependencies,),
    Constituents: (Constituents,),
    Roles: (Roles,),
    Mentions: (Mentions,),
}
TAIL = "if the file has another format, name the format with form=…"


def targets(form: str) -> list[str]:
    """The formats that the format *form* can be converted to."""
    return [name for name in WRITERS if _becomes(readers.reader(form), writer(name))]


def format_of(sources: Sequence[Source], to: str, form: str | None = None) -> str:
    """The format of inputs, for a conversion to the format *to*: *form*, or recognised by content if None.

    Blank inputs get the first format that can be converted to *to*. Raises UsageError for a format that
    cannot be converted to *to*, and InputError for inputs that are not recognised.
    """
    target = writer(to)
    if form is not None:
        if not _becomes(readers.reader(form), target):
            raise UsageError(_refusal(form, to))
        return form
    possible = readers.Formats(lambda one: one.by_content, lambda one: _becomes(one, target))
    if name := readers.recognised(sources, possible):
        return name
    if name := readers.recognised(sources, readers.Formats(lambda one: one.by_content)):
        raise UsageError(f"nerkit reads {sources[0].name} as {name}: {_refusal(name, to)}; {TAIL}")
    return readers.sniff(sources, possible) or next(iter(possible))


def _becomes(reader: Reader, target: Writer) -> bool:
    """Whether a reader's corpus can be converted for a writer.

    Offsets in characters cannot become offsets in tokens. Arguments that are given by their heads cannot
    become spans of words. Templates can only become templates. JSON without a known structure, and tags
    without tokens, cannot be converted.
    """
    counts_characters = reader.characters or reader.makes is Texts
    needs_tokens = target.unit == TOKENS
    impossible = (counts_characters and needs_tokens) or (reader.heads and target.takes is Roles)
    if reader.templates or target.templates:
        return reader.templates and target.templates
    any_json = reader.makes is Documents and not reader.others
    nothing = any_json or reader.without_tokens
    return target.takes in WRITTEN.get(reader.makes, ()) and not impossible and not nothing


def _refusal(form: str, to: str) -> str:
    possible = targets(form)
    if not possible:
        return f"{form} cannot be converted to another format"
    return f"{form} cannot be converted to {to}; it can be converted to {', '.join(possible)}"
