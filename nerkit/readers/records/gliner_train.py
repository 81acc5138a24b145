"""GLiNER's training data: for each text, the tokens and the spans of the entities.

    [{"tokenized_text": ["Tolkien", "left", "Oxford"], "ner": [[0, 0, "person"], [2, 2, "place"]]}, …]

Offsets are tokens from 0, **ends inclusive**; `ner` may be absent. `nerkit spans` joins the tokens by blanks
and counts characters, because models predict spans of this text (`gliner`). nerkit keeps labels as written.
GLiNER's own evaluation lower-cases labels; use `--map` to do this. Documents pair by `id` if all have an id,
or by order. nerkit ignores relations.
"""

from collections.abc import Iterable
from typing import Any

from nerkit.corpora.records import as_characters
from nerkit.corpora.spans import Spans, covering
from nerkit.io import Source
from nerkit.readers.records.as_spans import spans_of
from nerkit.readers.records.document_table import Unit
from nerkit.readers.records.event_parts import Unread
from nerkit.readers.records.shape import EntityList, Shape, TokenList
from nerkit.readers.spans.span_records import IDS

FORM = 'a text is {"tokenized_text": ["Tolkien", "left"], "ner": [[0, 0, "person"]]}; the last is inclusive'


def read_spans(sources: Iterable[Source], **_: Any) -> Spans:
    """The entities as spans. Offsets count the characters of the tokens joined by blanks."""
    return covering(spans_of(as_characters(SHAPE.read(sources))))


SHAPE = Shape(
    "gliner-train",
    TokenList("tokenized_text"),
    IDS,
    [EntityList("ner", "[first, last, label]", 2, (0, 1))],
    unit=Unit(after=1),
    form=FORM,
    parts=[Unread("relations", "relation")],
)
READER = SHAPE.reader(others={Spans: read_spans}, meant_for=lambda _: "spans")
