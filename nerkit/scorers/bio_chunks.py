"""Chunks of a tagged text as spans, with offsets in tokens from the beginning of their document."""

from dataclasses import replace

import numpy as np

from nerkit.algebra.schemes import Chunks
from nerkit.model import Column, IntArray, Origin, Spans, Tagged


def as_spans(tagged: Tagged, chunks: Chunks | None, types: list[str]) -> Spans:
    """The chunks (ranges of tokens of the whole corpus) as spans of their documents, with the field `type`."""
    none = np.empty(0, np.int64)
    start, end, type_ = chunks or (none, none, none)
    sentence = np.searchsorted(tagged.first, start, "right") - 1
    document = tagged.document[sentence]
    sizes = tagged.sizes()
    offset = (np.cumsum(sizes) - sizes)[document]
    return Spans(
        documents=tagged.documents,
        document=document,
        start=start - offset,
        end=end - offset,
        line=tagged.lines(start),
        fields={"type": Column(list(types), type_)},
        origins=_origins(tagged, start),
        named=tagged.named,
    )


def _origins(tagged: Tagged, start: IntArray) -> tuple[Origin, ...]:
    """Where the chunks come from, in rows of chunks."""
    first_rows = np.searchsorted(start, [origin.first_row for origin in tagged.origins])
    return tuple(
        replace(origin, first_row=int(row)) for origin, row in zip(tagged.origins, first_rows, strict=True)
    )
