"""Which formats can be converted to which: it depends on the kind of corpus that is read and written."""

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

WRITTEN: dict[type, tuple[type, ...]] = {  # the class of a corpus -> those that it can be converted to
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
    """The format of inputs *to* convert to `to`: the named format, or by content without a name.

    Blank inputs have the first format that can be converted. Raises UsageError for a format that cannot be
    converted to it, and InputError for inputs that are not recognised.
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
    """Whether the writer accepts the corpus that a reader makes.

    Characters are not tokens (but texts are cut into tokens that get tags), and heads of arguments make no
    spans of words. Templates make only templates. Any JSON, and tags without tokens, make nothing.
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
