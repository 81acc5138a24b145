"""Spans with ids as mentions: an id is an entity, across all documents of the corpus.

The ids are neleval's: `NIL…` names an entity as any other id does. A mention without an id, or with an
empty one, is an entity of its own (there all of them are one). Offsets are what they are in the spans,
half-open.
"""

import numpy as np

from nerkit.algorithms.columns import NONE
from nerkit.corpora.mentions import Fragments, Mentions
from nerkit.corpora.spans import Spans


def of_spans(spans: Spans) -> Mentions:
    """The mentions of a corpus of spans."""
    column = spans.fields["eid"]
    values = [*column.values]
    codes = column.codes.copy()
    empty = [code for code, value in enumerate(values) if value == ""]
    alone = np.flatnonzero(np.isin(codes, [NONE, *empty]))
    codes[alone] = len(values) + np.arange(len(alone))
    used, entity = np.unique(codes, return_inverse=True)
    names = [str(value) for value in values] + [""] * len(alone)
    return Mentions(
        documents=spans.documents,
        document=spans.document,
        entity=entity,
        entities=[names[code] for code in used.tolist()],
        span=Fragments.ranges(spans.start, spans.end),
        line=spans.line,
        head=np.full(len(spans), NONE),
        corpus_wide=True,
        origins=spans.origins,
        warnings=spans.warnings,
        named=spans.named,
    )
