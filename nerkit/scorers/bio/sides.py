"""One side of tagged tokens as it is scored."""

from dataclasses import replace

import numpy as np

from nerkit.algorithms.columns import Column, IntArray
from nerkit.corpora.corpus import Origin
from nerkit.corpora.schemes import Decoder, Scheme, as_spans
from nerkit.corpora.selection import Selection
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import Tagged
from nerkit.errors import UsageError
from nerkit.ground.records import record, remembered
from nerkit.scorers.bio import tokens
from nerkit.scorers.slices import LENGTH, SEEN, SENTENCE, Seen, Slices, by_length, by_seen


@record(frozen=True)
class TaggedSide:
    """One side as it is scored: its tokens, how their tags are read, which chunks count, and the slices that
    they are in.
    """

    tagged: Tagged
    scheme: Scheme
    selection: Selection
    slicing: "Slicing | None" = None

    @property
    def documents(self) -> list[str]:
        """The ids of the documents."""
        return self.tagged.documents

    @property
    def named(self) -> bool:
        """Whether the documents have ids of their own."""
        return self.tagged.named

    @property
    def origins(self) -> tuple[Origin, ...]:
        """The files that were read."""
        return self.tagged.origins

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings of the reader."""
        return self.tagged.warnings

    def __len__(self) -> int:
        return len(self.tagged)

    def in_documents(self, documents: list[str], codes: IntArray) -> "TaggedSide":
        """The same tokens filed under *documents*."""
        return replace(self, tagged=self.tagged.in_documents(documents, codes))

    @remembered
    def chunks(self, *, strict: bool = False) -> Spans:
        """The chunks that count, in tokens; with *strict* those alone that are written as the scheme does."""
        decoder = Decoder(self.tagged)
        chunks = decoder.strict(self.scheme) if strict else decoder.lenient()
        spans = as_spans(self.tagged, chunks, decoder.types)
        return self.selection.apply(spans if self.slicing is None else self.slicing.of(self.tagged, spans))

    def selected_tags(self) -> Tagged:
        """The tokens with their types renamed, and those of types that do not count tagged `O`."""
        return tokens.selected(self.tagged, self.selection)


@record(frozen=True)
class Slicing:
    """The slices that chunks are in.

    sentence   the sentence of each token, a column of names
    """

    slices: Slices
    sentence: Column

    def of(self, tagged: Tagged, chunks: Spans) -> Spans:
        """The chunks with the fields that the slices need."""
        fields: dict[str, Column] = {}
        if SENTENCE in self.slices.fields:
            size = tagged.sizes()
            first = (np.cumsum(size) - size)[chunks.document] + chunks.start
            fields[SENTENCE] = self.sentence.take(first)
        if LENGTH in self.slices.fields:
            fields[LENGTH] = by_length(chunks.end - chunks.start)
        if self.slices.known is not None:
            fields[SEEN] = by_seen(self.slices.known, items_of(tagged, chunks))
        return replace(chunks, fields=chunks.fields | fields)


def items_of(tagged: Tagged, chunks: Spans) -> list[Seen]:
    """Text and label of each chunk. Raises UsageError for tags without words."""
    if tagged.text is None:
        raise UsageError("tags without words, so that nobody can say whether a chunk was seen")
    words, size = tagged.tokens(), tagged.sizes()
    offset = (np.cumsum(size) - size)[chunks.document]
    places = zip((chunks.start + offset).tolist(), (chunks.end + offset).tolist(), strict=True)
    types = chunks.fields["type"]
    return [(" ".join(words[start:end]), types.value(row)) for row, (start, end) in enumerate(places)]
