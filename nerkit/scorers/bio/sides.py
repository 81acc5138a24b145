"""One side of tagged tokens as it is scored."""

from dataclasses import field, replace

import numpy as np

from nerkit.algorithms.columns import Column, IntArray
from nerkit.corpora.corpus import Origin
from nerkit.corpora.schemes import Decoder, Scheme, as_spans
from nerkit.corpora.selection import Selection
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import OUTSIDE, Tag, Tagged
from nerkit.exceptions import UsageError
from nerkit.ground.records import record, remembered
from nerkit.scorers.slices import LENGTH, SEEN, SENTENCE, Seen, Slices, by_length, by_seen


@record(frozen=True)
class TaggedSide:
    """One side as it is scored: its tokens, the scheme of its tags, the chunks that count, and their slices.
    A side of one document can be `cut` into its sentences.
    """

    tagged: Tagged
    scheme: Scheme
    selection: Selection
    slicing: "Slicing | None" = None
    whole: "TaggedSide | None" = None
    decoder: Decoder | None = field(default=None, compare=False, repr=False)  # of its tokens, if it is known

    def cut(self, names: list[str], sentence: IntArray) -> "TaggedSide":
        """Return the side of one document with its sentences as documents of these names, by *sentence*."""
        tagged = replace(self.tagged, documents=names, document=sentence, named=False)
        return replace(self, tagged=tagged, whole=self, decoder=None)

    @property
    def documents(self) -> list[str]:
        """The ids of the documents."""
        return self.tagged.documents

    @property
    def sentence_count(self) -> int:
        """The number of sentences."""
        return self.tagged.sentence_count

    @property
    def named(self) -> bool:
        """Whether documents have ids from the file."""
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
        """Assign the tokens to *documents*. Returns the side itself, with its known chunks, if it already has
        these documents.
        """
        if documents == self.documents and np.array_equal(codes, np.arange(len(documents))):
            return self
        return replace(self, tagged=self.tagged.in_documents(documents, codes), whole=None, decoder=None)

    @remembered
    def chunks(self, *, strict: bool = False) -> Spans:
        """Return the chunks that count, in tokens; with *strict*, only chunks whose tags follow the scheme
        exactly.
        """
        if self.whole is not None and not self.selection.only:  # which may be about places in documents
            return _refiled(self.whole.chunks(strict=strict), self.tagged)
        decoder = self.decoder or Decoder(self.tagged)
        chunks = decoder.strict(self.scheme) if strict else decoder.lenient()
        spans = as_spans(self.tagged, chunks, decoder.types)
        return self.selection.apply(spans if self.slicing is None else self.slicing.of(self.tagged, spans))

    def selected_tags(self) -> Tagged:
        """Return the tokens with renamed types; tokens of types that do not count are tagged `O`."""
        labels, names = self.selection.labels, self.selection.names

        def of(tag: Tag) -> Tag:
            """Return the tag with the new name of its type; `O` if the type is not kept."""
            if tag.type is None:
                return OUTSIDE
            type_ = names.get(tag.type, tag.type)
            return Tag(tag.letter, type_) if labels is None or type_ in labels else OUTSIDE

        return replace(self.tagged, tags=self.tagged.tags.map(of))


def begins_of(tagged: Tagged, document: IntArray) -> IntArray:
    """Return the first token of each of these documents."""
    size = tagged.sizes()
    begins: IntArray = (np.cumsum(size) - size)[document]
    return begins


def _refiled(chunks: Spans, tagged: Tagged) -> Spans:
    """Return the chunks of one document under the documents that their sentences have in *tagged*."""
    document = tagged.document[np.searchsorted(tagged.first, chunks.start, "right") - 1]
    begin = begins_of(tagged, document)
    return replace(
        chunks,
        documents=tagged.documents,
        document=document,
        start=chunks.start - begin,
        end=chunks.end - begin,
        named=tagged.named,
    )


@record(frozen=True)
class Slicing:
    """The slices of chunks.

    sentence   the sentence of each token, a column of names
    """

    slices: Slices
    sentence: Column

    def of(self, tagged: Tagged, chunks: Spans) -> Spans:
        """Return the chunks with the fields that the slices need."""
        fields: dict[str, Column] = {}
        if SENTENCE in self.slices.fields:
            fields[SENTENCE] = self.sentence.take(begins_of(tagged, chunks.document) + chunks.start)
        if LENGTH in self.slices.fields:
            fields[LENGTH] = by_length(chunks.end - chunks.start)
        if self.slices.known is not None:
            fields[SEEN] = by_seen(self.slices.known, items_of(tagged, chunks))
        return replace(chunks, fields=chunks.fields | fields)


def items_of(tagged: Tagged, chunks: Spans) -> list[Seen]:
    """Yield text and label of each chunk. Raises UsageError for tags without words."""
    if tagged.text is None:
        raise UsageError("the tags have no words, so nerkit cannot tell if a chunk was seen")
    offset = begins_of(tagged, chunks.document)
    places = zip((chunks.start + offset).tolist(), (chunks.end + offset).tolist(), strict=True)
    types = chunks.fields["type"]
    return [(tagged.words(start, end), types.value(row)) for row, (start, end) in enumerate(places)]
