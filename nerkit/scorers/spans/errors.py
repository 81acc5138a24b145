"""The errors of spans: each span without an equal span on the other side, with the span it seems confused
with.

    correct                    same span, same label, and the same knowledge-base id if there are ids (all
                               NIL ids are the same)
    link value                 same span and label, linked to another id
    link spurious              same span and label, linked although gold is not
    link missed                same span and label, not linked although gold is
    label                      same span, another label
    text value                 (noisy text) compared with each other, but the texts differ too much
    entry value                (noisy text) compared with each other, but they find different entries of the
                               dictionary, or the system's span finds none
    merged                     adjacent gold spans that one system span covers in part or whole, and no other
    split                      adjacent system spans that lie on one gold span, and on no other
    boundary                   another span of the same label overlaps
    label+boundary             another span of another label overlaps
    missed, spurious           no free span of the other side overlaps
    format                     missed, in a document whose answer could not be read
    not in text                a string of the system that the text does not contain
    duplicate                  a system span that is listed twice

If more than 250,000 pairs of a document overlap, `algorithms.overlap_matching` pairs its spans, and a warning
names the document.

Classes are tried in this order. Each span is in one pair at most, except merged and split spans. Among spans
that overlap, nerkit takes the pairing with most equal labels, then with most overlap. For gold (0, 4, PER)
(6, 9, ORG) and the system (0, 4, PER) (6, 8, PER) the pairs are: correct, then label+boundary.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.algorithms.keys import combine, distinct, first_of_each, join
from nerkit.algorithms.overlap_matching import crowd_warning
from nerkit.corpora.corpus import Batch, places_of
from nerkit.corpora.spans import STRING, Spans
from nerkit.results.errors import CORRECT, FORMAT, MISSED, SPURIOUS, Errors, Items, OfRow, excerpt, piece
from nerkit.results.pairing_steps import GOLD, SYSTEM, Alone, Equal, ItemPairing, Near
from nerkit.scorers.columns import Columns
from nerkit.scorers.hipe import columns
from nerkit.scorers.hipe.measures import HipeMeasure
from nerkit.scorers.measure import computes
from nerkit.scorers.spans import incomplete_gold
from nerkit.scorers.spans.options import Options
from nerkit.scorers.task import Measure

TEXT, ENTRY = "text value", "entry value"
NOT_IN_TEXT = "not in text"

KINDS = (
    *(CORRECT, "link value", "link spurious", "link missed", "label", TEXT, ENTRY, "merged", "split"),
    *("boundary", "label+boundary", MISSED, SPURIOUS, NOT_IN_TEXT, FORMAT, "duplicate"),
)


def find(batch: Batch[Spans], measures: Sequence[Measure], options: Options) -> Errors:
    """Return the errors, span by span, with the texts of the documents if they are known.

    For a measure of a column, only the entities of this column are compared.
    """
    for one in computes(measures[:1], HipeMeasure):
        batch = columns.of_column(batch, one.column)
        return of_spans(batch, (columns.words_of(batch.gold), columns.words_of(batch.system)))
    judged, _warnings = incomplete_gold.judged(batch, options)
    gold, system = texts_of(judged)
    return of_spans(judged, (gold.text, system.text), (gold.around, system.around))


def of_spans(
    batch: Batch[Spans],
    text: tuple[OfRow, OfRow] | None = None,
    around: tuple[OfRow, OfRow] | None = None,
    sentence: tuple[IntArray, IntArray] | None = None,
) -> Errors:
    """Return the pairs of a batch of spans, whatever their unit.

    *text* gives the text of a row of each side, *around* the text around it, *sentence* the position of its
    sentence in the document.
    """
    pairing = SpanPairing(batch)
    if any(pairing.of_fields.id_sets):
        pairing.sharing_ids()
        pairing.run(STEPS[1:])
    else:
        pairing.run(STEPS)
    return pairing.listed(text, around, sentence)


def _linked(pairing: ItemPairing, gold: IntArray, system: IntArray) -> IntArray:
    """Return the class of each pair with equal span and label, by which side has an id, shape (pairs,)."""
    ours, theirs = (pairing.columns["link"][rows] != NONE for rows in (gold, system))
    kind = np.where(ours & theirs, pairing.code("link value"), pairing.code("link spurious"))
    return np.where(ours & ~theirs, pairing.code("link missed"), kind)


def _boundary(pairing: ItemPairing, gold: IntArray, system: IntArray) -> IntArray:
    """Return the class of each pair of overlapping spans, by their labels, shape (pairs,)."""
    same = pairing.columns["label"][gold] == pairing.columns["label"][system]
    return np.where(same, pairing.code("boundary"), pairing.code("label+boundary"))


RELABELLED = Equal("span", "label")
OVERLAPPING = Near("document", "label", _boundary, ("merged", "split"))
ALONE = (
    Alone(NOT_IN_TEXT, SYSTEM, "nowhere"),
    Alone(FORMAT, GOLD, "unread"),
    Alone(MISSED, GOLD),
    Alone(SPURIOUS, SYSTEM),
)
AFTER_TEXTS = (RELABELLED, OVERLAPPING, *ALONE)  # steps for noisy text, after texts were compared
STEPS = (Equal("span label link", CORRECT), Equal("span label", _linked), *AFTER_TEXTS)


class SpanPairing(ItemPairing):
    """The spans of a batch as rows, with the columns `span`, `label` and `link` (NONE for NIL).

    Repeated system spans are taken as duplicates. Repeated gold spans are left out.
    """

    def __init__(self, batch: Batch[Spans]) -> None:
        self.batch, self.of_fields = batch, Columns(batch)
        split, document = self.of_fields.split, self.of_fields.both("document")
        columns = {name: self.of_fields.both(name) for name in ("document", "start", "end")}
        columns |= {"label": self.of_fields.column("type").codes, "link": self.of_fields.column("kbid").codes}
        columns["span"] = combine(*self.of_fields.arrays("span"))
        columns["nowhere"] = self.of_fields.passing(STRING).astype(np.int64)
        columns["unread"] = self.of_fields.unreadable[document].astype(np.int64)
        super().__init__(KINDS, split, columns, np.zeros(len(document), bool))
        item = self.key("span label link")
        # in row order, so that pairs do not depend on labels elsewhere in the corpus
        self.free[first_of_each(item[:split])] = self.free[split + first_of_each(item[split:])] = True
        self.take_single(split + np.flatnonzero(~self.free[split:]), "duplicate")

    def sharing_ids(self) -> None:
        """Pair spans with equal labels that share an id. Items have sets of ids."""
        key, alike = self.key("span label"), self._alike("kbid")
        gold, system = self.sides()
        left, right = join(key[gold], key[system])
        fits = alike(gold[left], system[right])
        left, right = left[fits], right[fits]
        chosen = best_matching(left, right, np.ones(len(left)))
        self.take(gold[left[chosen]], system[right[chosen]], CORRECT)

    def listed(
        self,
        text: tuple[OfRow, OfRow] | None,
        around: tuple[OfRow, OfRow] | None,
        sentence: tuple[IntArray, IntArray] | None = None,
    ) -> Errors:
        """Return all pairs, document by document in the order of their offsets."""
        label = self.of_fields.column("type")
        gold, system = (
            Items(
                label.take(rows),
                spans.start,
                spans.end,
                text and text[i],
                around and around[i],
                places_of(spans.origins, spans.line),
                sentence and sentence[i],
                parts=partial(fragments_of, spans) if "fragments" in spans.fields else None,
            )
            for i, (spans, rows) in enumerate(
                ((self.batch.gold, slice(None, self.split)), (self.batch.system, slice(self.split, None)))
            )
        )
        documents = self.batch.documents
        crowded = distinct(self.columns["document"][self.crowded]).tolist()
        warnings = crowd_warning([documents[code] for code in crowded])
        found = self.errors(documents, (gold, system), "document start end system", warnings=warnings)
        return replace(found, agreeing=partial(self._agreeing, found))

    def _agreeing(self, found: Errors, measure: Measure) -> BoolArray:
        """Return a mask of the pairs with equal keys under a measure of sets, and of repeated spans, which
        count once.
        """
        pairs = np.zeros(len(found.gold), bool)
        if measure.equal:
            both = np.flatnonzero((found.gold != NONE) & (found.system != NONE))
            ours, theirs = found.gold[both], found.system[both] + self.split
            pairs[both] = np.all([self._alike(name)(ours, theirs) for name in measure.equal], axis=0)
            pairs |= found.kind == self.code("duplicate")
        return pairs

    def _alike(self, name: str) -> Callable[[IntArray, IntArray], BoolArray]:
        """Return a function that says whether pairs of rows are equal in a field; sets of ids must share
        an id.
        """
        if any(self.of_fields.id_sets):
            from nerkit.algorithms.credit import Credit
            from nerkit.scorers.spans.id_sets import tables

            if (table := tables(self.batch, {}).get(name)) is not None:
                column = self.of_fields.column(name)
                credit = Credit(column.values, table)
                return lambda ours, theirs: credit.of(column.codes[ours], column.codes[theirs]) > 0
        key = combine(*self.of_fields.arrays(name))
        return lambda ours, theirs: key[ours] == key[theirs]


class SpanTexts:
    """The texts of spans and the texts around them; *texts* holds the texts of the documents, or is empty."""

    def __init__(self, spans: Spans, texts: Sequence[str | None]) -> None:
        self.spans, self.texts = spans, texts
        self._own = spans.fields.get("text")

    def text(self, row: int) -> str | None:
        """Return a span's own text, or else the text at its place, with fragments joined by blanks."""
        own: str | None = self._own.value(row) if self._own else None
        text = self._whole(row)
        if own is not None or text is None:
            return own
        return " ".join(piece(text, start, end) for start, end in self._ranges(row)) or None

    def around(self, row: int) -> str | None:
        """Return the text around a span, its fragments in brackets; None if the text does not reach so
        far.
        """
        text = self._whole(row)
        return None if text is None or self.spans.start[row] < 0 else excerpt(text, self._ranges(row))

    def _whole(self, row: int) -> str | None:
        return self.texts[self.spans.document[row]] if self.texts else None

    def _ranges(self, row: int) -> list[tuple[int, int]]:
        whole = (int(self.spans.start[row]), int(self.spans.end[row]))
        return fragments_of(self.spans, row) or [whole]


def fragments_of(spans: Spans, row: int) -> list[tuple[int, int]]:
    """Return the half-open offsets of the fragments of a discontinuous span; empty for other spans."""
    fragments = spans.fields["fragments"].value(row) if "fragments" in spans.fields else None
    pieces = [] if fragments is None else [piece.partition("-") for piece in fragments.split(";")]
    return [(int(start), int(end)) for start, _, end in pieces]


def texts_of(batch: Batch[Spans]) -> tuple[SpanTexts, SpanTexts]:
    """Return the texts of both sides. If only one side has the text of a document, both sides use it."""
    gold, system = (side.texts or [None] * len(batch.documents) for side in (batch.gold, batch.system))
    return SpanTexts(batch.gold, _either(gold, system)), SpanTexts(batch.system, _either(system, gold))


def _either(texts: Sequence[str | None], others: Sequence[str | None]) -> list[str | None]:
    return [other if text is None else text for text, other in zip(texts, others, strict=True)]
