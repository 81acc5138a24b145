"""The sides of tagged tokens, and the check that they have the same tokens."""

from collections.abc import Sequence
from dataclasses import field, replace
from typing import NoReturn

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray
from nerkit.corpora.corpus import Batch, Origin
from nerkit.corpora.schemes import Decoder, Scheme, as_spans
from nerkit.corpora.selection import Selection
from nerkit.corpora.spans import Spans
from nerkit.corpora.tags import OUTSIDE, Tag, Tagged
from nerkit.exceptions import InputError, UsageError, plural, source_and_line
from nerkit.ground.records import record, remembered
from nerkit.ground.warnings import Warned
from nerkit.scorers.slices import LENGTH, SEEN, SENTENCE, Seen, Slices, by_length, by_seen

OTHER = "nerkit bio needs the same tokens on both sides"
OTHER_NOISY = "; score texts that differ with nerkit noisy -m chunk"
OTHER_MARKED = (
    "; nerkit noisy -m chunk scores texts that differ, in files of words and tags (one "
    "document per file, no comments)"
)
SHORTER = 'missing="empty" scores cut or lost tokens as O'
SHORTER_NOISY = "; nerkit noisy -m chunk scores the texts as they are"
SHORTER_LISTS = 'missing="empty" scores the missing tags as O'
ALONE = (
    "without tokens nerkit cannot tell which tags belong together: give one list per gold "
    "sentence, with at most as many tags, or files with tokens"
)
WORDS_NOISY = "nerkit noisy -m chunk scores the text of the pieces; "
WORDS = "for nerkit bio write one tag per word, the tag of its first piece"
BEGIN_PIECES, END_PIECES = ("##", "\u2581", "\u0120"), ("@@", "</w>")  # marks of subword pieces


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
    def chunks(self, *, strict: bool) -> Spans:
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


def check(batch: Batch[Tagged]) -> list[Warned]:
    """Return warnings about documents of both sides with different token texts, or with different borders of
    sentences.

    Raises InputError for a document with different numbers of tokens on both sides, at the first different
    line.
    """
    gold, system = batch.gold, batch.system
    sizes = gold.sizes(), system.sizes()
    unequal = ((sizes[0] != sizes[1]) & (sizes[0] > 0) & (sizes[1] > 0)).nonzero()[0]
    if len(unequal):
        _check_shorter(batch, (sizes[0] > 0) & (sizes[1] > 0))
        _fail(batch, int(unequal[0]))
    if gold.text is None or system.text is None:
        return []
    shared = sizes[0] == sizes[1]  # documents that one side lacks are not compared
    if not shared.all():
        codes = np.where(shared, np.arange(len(shared)), NONE)
        gold, system = (side.in_documents(batch.documents, codes) for side in (gold, system))
    warnings = []
    if gold.text != system.text:
        pairs = enumerate(zip(gold.tokens(), system.tokens(), strict=True))
        differing = [row for row, (left, right) in pairs if left != right]
        place = f"{gold.place(differing[0])} and {system.place(differing[0])}"
        warnings.append(Warned("tokens-differ", len(differing), [place]))
    if not np.array_equal(gold.first, system.first):
        borders = np.setxor1d(gold.first, system.first)
        warnings.append(Warned("borders-differ", len(borders), [gold.place(int(borders[0]))]))
    return warnings


def _fail(batch: Batch[Tagged], document: int) -> NoReturn:
    """Raise the InputError for a document whose sides have different numbers of tokens."""
    sides = batch.gold, batch.system
    name = f"document {batch.documents[document]!r}: " if len(batch.documents) > 1 else ""
    alone = np.where(np.arange(len(batch.documents)) == document, 0, NONE)
    gold, system = (side.in_documents(batch.documents[:1], alone) for side in sides)
    if gold.text is None or system.text is None:
        _fail_unlike(gold, system, name)
    words = gold.tokens(), system.tokens()
    pairs = enumerate(zip(*words, strict=False))
    parting = next((i for i, (left, right) in pairs if left != right), min(map(len, words)))
    places, place = [], ""
    for side, listed in zip(sides, words, strict=True):
        place = side.place(int(side.sizes()[:document].sum()) + min(parting, len(listed) - 1))
        is_in = parting < len(listed)
        places.append(f"{place} has {listed[parting]!r}" if is_in else f"the text ends at {place}")
    source, line = source_and_line(place)
    counts = f"{name}{plural(len(words[1]), 'token')} where gold has {len(words[0]):,}"
    pieces = _pieces(*words, parting)
    plain = gold.plain and system.plain
    remedy = OTHER + (OTHER_NOISY if plain else OTHER_MARKED)
    raise InputError(
        f"{counts}{pieces}; the texts part here: {', '.join(places)}",
        source="system" if line is None else source,
        line=line,
        remedy=WORDS_NOISY * plain + WORDS if pieces else remedy,
    )


def _check_shorter(batch: Batch[Tagged], shared: BoolArray) -> None:
    """Raise the InputError for a system that has only the beginnings of gold sentences in the *shared*
    documents.
    """
    from nerkit.corpora.pairing.truncated_output import completed  # which is seldom needed

    names = [str(i) for i in range(len(shared))]
    codes = np.where(shared, np.arange(len(shared)), NONE)
    gold, system = (
        replace(side.in_documents(names, codes), named=True) for side in (batch.gold, batch.system)
    )
    found = completed(gold, system)
    if found is None or len(found.tagged) != len(gold):
        return
    short = found
    behind = system.place(short.behind)
    source, line = source_and_line(behind)
    what = "cut" if short.is_cut else "lost"
    words = gold.text is not None and system.text is not None
    raise InputError(
        f"{plural(len(system), 'token')} where gold has {len(gold):,}: {short}; "
        f"the first is {what} here: {gold.place(short.row)} / {behind}",
        source="system" if line is None else source,
        line=line,
        remedy=SHORTER + SHORTER_NOISY * (gold.plain and system.plain) if words else SHORTER_LISTS,
    )


def _fail_unlike(gold: Tagged, system: Tagged, name: str) -> NoReturn:
    """Raise the InputError for tags without tokens whose number cannot be made equal to gold by padding."""
    sides = [(len(side.first), len(side)) for side in (gold, system)]
    (sentences, tags), (own, own_tags) = sides
    counts = f"{name}{plural(own_tags, 'tag')} where gold has {tags:,}"
    if own != sentences:
        counts += f", in {plural(own, 'sentence')} where gold has {sentences:,}"
    raise InputError(counts, source="system", remedy=ALONE)


def _pieces(gold: Sequence[str], system: Sequence[str], parting: int) -> str:
    """Return the note on words that a tokenizer has cut into pieces, from the first different word on; empty
    without such words.
    """
    words, shown = set(gold), " ".join(system[parting : parting + 3])
    for mark in (*BEGIN_PIECES, *END_PIECES):
        has_mark = str.startswith if mark in BEGIN_PIECES else str.endswith
        if any(has_mark(word, mark) and word not in words for word in system):
            return f": the tokens of the system are subword pieces, marked by {mark} ({shown})"
    return ""
