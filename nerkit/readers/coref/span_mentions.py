"""Convert spans with ids to mentions; an id is an entity across all documents of the corpus.

As in neleval, `NIL…` is the id of an entity like any other id. A mention without an id, or with an empty id,
is a separate entity (in neleval, all such mentions are one entity). Offsets are half-open, as in the spans.
"""

import numpy as np

from nerkit.algorithms.columns import NONE
from nerkit.corpora.mentions import Fragments, Mentions
from nerkit.corpora.spans import Spans


def of_spans(spans: Spans) -> Mentions:
    """Convert a corpus of spans to a corpus of mentions."""
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
