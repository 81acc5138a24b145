"""The mistakes of spans: each one without an equal on the other side, with what it seems confused with.

    correct                    same span, same label, and the same knowledge-base id where there are ids (all
                               NIL ids are the same)
    wrong link                 same span and label, linked to another id
    nil-as-link, link-as-nil   same span and label, linked though gold has none; not linked though gold is
    label                      same span, another label
    text                       (noisy text) compared with each other, but their texts differ too much
    entry                      (noisy text) compared with each other, but they find different entries of the
                               dictionary, or the system's finds none
    merged                     gold spans beside each other that one system span covers in part or whole, and
                               no other
    split                      system spans beside each other that lie on one gold span, and on no other
    boundary                   another span of the same label overlaps
    label+boundary             another span of another label overlaps
    missed, spurious           nothing of the other side that is not taken overlaps
    format                     missed, in a document whose answer could not be read
    not in text                a string of the system that is nowhere in the text
    duplicate                  a system span that stands there twice

In a document where more than 250,000 pairs overlap the pairing is that of `algorithms.overlap_matching`, and
a warning says so.

Classes are tried in this order; each span is in one pair at most, but for merged and split. Of several spans
that overlap, the pairing with most labels in common is taken, then that with most overlap. For gold (0, 4,
PER) (6, 9, ORG) and the system (0, 4, PER) (6, 8, PER) the pairs are: correct, then label+boundary.
"""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.algorithms.credit import Credit
from nerkit.algorithms.intervals import Intervals
from nerkit.algorithms.keys import combine, first_of_each, join
from nerkit.algorithms.overlap_matching import OverlappingPairs, crowd_warning, crowded_groups, pairs_to_match
from nerkit.corpora.corpus import Batch, places_of
from nerkit.corpora.spans import STRING, Spans
from nerkit.results.mistakes import CORRECT, FORMAT, MISSED, SPURIOUS, Items, Mistakes, OfRow, excerpt, piece
from nerkit.scorers.columns import Columns
from nerkit.scorers.spans import hipe, id_sets, incomplete_gold
from nerkit.scorers.spans.language import Expression
from nerkit.scorers.spans.options import Options
from nerkit.scorers.task import Measure

TEXT, ENTRY = "text", "entry"
NOT_IN_TEXT = "not in text"
SETS = "sets"  # the aggregator that compares keys

KINDS = (
    CORRECT,
    "wrong link",
    "nil-as-link",
    "link-as-nil",
    "label",
    TEXT,
    ENTRY,
    "merged",
    "split",
    "boundary",
    "label+boundary",
    MISSED,
    SPURIOUS,
    NOT_IN_TEXT,
    FORMAT,
    "duplicate",
)


def find(batch: Batch[Spans], measures: Sequence[Measure], options: Options) -> Mistakes:
    """The mistakes, span by span, with the texts of the documents where they are known.

    Of a measure of a column it is the entities of that column.
    """
    compute = measures[0].compute
    if isinstance(compute, hipe.HipeMeasure):
        batch = hipe.of_column(batch, compute.column)
        return of_spans(batch, (hipe.words_of(batch.gold), hipe.words_of(batch.system)))
    judged, _warnings = incomplete_gold.judged(batch, options)
    gold, system = texts_of(judged)
    return of_spans(judged, (gold.text, system.text), (gold.around, system.around))


def of_spans(
    batch: Batch[Spans],
    text: tuple[OfRow, OfRow] | None = None,
    around: tuple[OfRow, OfRow] | None = None,
    sentence: tuple[IntArray, IntArray] | None = None,
) -> Mistakes:
    """The pairs of a batch of spans, whatever their unit.

    *text* gives the text of a row of each side, *around* the text around it, *sentence* the position of its
    sentence in the document.
    """
    pairs = ItemPairs(batch)
    pairs.equal()
    pairs.overlapping()
    pairs.alone()
    return pairs.mistakes(text, around, sentence)


class ItemPairs:
    """Pairs of gold and system spans, found step by step; what is in a pair is not free any more.

    span, typed, linked   codes of all rows that are equal where spans are, where labels are equal too, and
                          ids too
    gold, system          the rows of distinct items of each side
    free                  which of them are in no pair so far
    """

    def __init__(self, batch: Batch[Spans]) -> None:
        self.batch, self.columns = batch, Columns(batch)
        self.split = split = self.columns.split
        self.type, self.link = (self.columns.column(name).codes for name in ("type", "kbid"))
        self.span = combine(*self.columns.arrays("span"))
        self.typed = combine(self.span, self.type)
        self.linked = linked = combine(self.typed, self.link)
        # in the order of their rows, so that pairs do not depend on what labels the corpus has elsewhere
        self.gold, self.system = (np.sort(first_of_each(own)) for own in (linked[:split], linked[split:]))
        self.system += split
        self.free = np.zeros(len(linked), bool)
        self.free[self.gold] = self.free[self.system] = True
        self._pairs: list[tuple[IntArray, IntArray, IntArray]] = []
        self._warnings: list[str] = []
        duplicates = np.setdiff1d(np.arange(split, len(linked)), self.system)
        self._take(np.full(len(duplicates), NONE), duplicates, "duplicate")

    def take(self, gold: IntArray, system: IntArray, kind: IntArray) -> None:
        """Pair these rows (-1 for no partner); *kind* is the class of each pair, a place in KINDS."""
        self._pairs.append((gold, system, kind))
        self.free[gold[gold != NONE]] = self.free[system[system != NONE]] = False

    def equal(self) -> None:
        """Pairs of the same span: correct, or with another link or label."""
        in_sets = any(self.columns.id_sets)
        equal = self._matched(self.typed, self._alike("kbid")) if in_sets else self._matched(self.linked)
        self._take(*equal, CORRECT)
        gold, system = self._matched(self.typed)
        gold_linked, system_linked = self.link[gold] != NONE, self.link[system] != NONE
        kind = np.where(gold_linked & system_linked, _code("wrong link"), _code("nil-as-link"))
        self.take(gold, system, np.where(gold_linked & ~system_linked, _code("link-as-nil"), kind))
        self.relabelled()

    def relabelled(self) -> None:
        """Pairs of the same span with another label."""
        self._take(*self._matched(self.span), "label")

    def overlapping(self) -> None:
        """Pairs of spans that overlap: merged, split, and the best one-to-one pairing of the others."""
        pairs = self._overlaps()
        gold, system, shared, _ = pairs
        partners = [
            np.bincount(rows, minlength=len(self.free)) for rows in (gold, system)
        ]  # how many each has
        only = [partners[0][gold] == 1, partners[1][system] == 1]
        undisputed = np.ones(len(self.free), bool)  # spans whose partners have no other partner
        undisputed[system[~only[0]]] = undisputed[gold[~only[1]]] = False
        merged = undisputed[system] & (partners[1][system] > 1) & self._disjoint(system, shared)
        split = undisputed[gold] & (partners[0][gold] > 1) & self._disjoint(gold, shared)
        self._take(gold[merged], system[merged], "merged")
        self._take(gold[split], system[split], "split")
        pairs = pairs.take(~(merged | split))
        gold, system, shared, _ = pairs
        same_label = self.type[gold] == self.type[system]
        length = self.columns.both("end") - self.columns.both("start")
        part = shared / (length[gold] + length[system])
        chosen = pairs.best(np.where(same_label, 1.0, 0.5) + part / 4)
        kind = np.where(same_label[chosen], _code("boundary"), _code("label+boundary"))
        self.take(gold[chosen], system[chosen], kind)

    def alone(self) -> None:
        """The free spans have no partner: strings without a place, gold of answers that were not read, and
        missed and spurious ones.
        """
        nowhere = self.system[self.free[self.system] & self.columns.passing(STRING)[self.system]]
        self._take(np.full(len(nowhere), NONE), nowhere, NOT_IN_TEXT)
        unread = self.gold[self.free[self.gold]]
        unread = unread[self.columns.unreadable[self.columns.both("document")[unread]]]
        self._take(unread, np.full(len(unread), NONE), FORMAT)
        for side, kind in ((self.gold, MISSED), (self.system, SPURIOUS)):
            rows = side[self.free[side]]
            none = np.full(len(rows), NONE)
            gold, system = (rows, none) if kind == MISSED else (none, rows)
            self._take(gold, system, kind)

    def mistakes(
        self,
        text: tuple[OfRow, OfRow] | None,
        around: tuple[OfRow, OfRow] | None,
        sentence: tuple[IntArray, IntArray] | None = None,
    ) -> Mistakes:
        """All pairs, document by document in the order of their offsets."""
        gold, system, kind = (np.concatenate(column) for column in zip(*self._pairs, strict=True))
        placed = np.where(gold == NONE, system, gold)  # a pair stands where its gold span does, if it has one
        document, start, end = (self.columns.both(name)[placed] for name in ("document", "start", "end"))
        order = np.lexsort((system, end, start, document))
        system = np.where(system == NONE, NONE, system - self.split)
        types = self.columns.column("type")
        sides = [
            Items(
                types.take(rows),
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
        ]
        columns = (document[order], KINDS, kind[order], gold[order], system[order])
        return Mistakes(
            self.batch.documents,
            *columns,
            (sides[0], sides[1]),
            warnings=self._warnings,
            agreeing=lambda measure: self._agreeing(measure, gold[order], system[order], kind[order]),
        )

    def _agreeing(self, measure: Measure, gold: IntArray, system: IntArray, kind: IntArray) -> BoolArray:
        """The pairs with the same key of a measure of sets, and repeated spans, which count once there."""
        pairs = np.zeros(len(gold), bool)
        if isinstance(measure.compute, Expression) and measure.compute.aggregator.name == SETS:
            both = np.flatnonzero((gold != NONE) & (system != NONE))
            ours, theirs = gold[both], system[both] + self.split
            pairs[both] = np.all([self._alike(name)(ours, theirs) for name in measure.compute.key], axis=0)
            pairs |= kind == _code("duplicate")
        return pairs

    def _alike(self, name: str) -> Callable[[IntArray, IntArray], BoolArray]:
        """The test whether pairs of rows are equal in a field; for sets of ids, whether they share one."""
        table = id_sets.tables(self.batch, {}).get(name)
        if table is not None:
            column = self.columns.column(name)
            credit = Credit(column.values, table)
            return lambda ours, theirs: credit.of(column.codes[ours], column.codes[theirs]) > 0
        key = combine(*self.columns.arrays(name))
        return lambda ours, theirs: key[ours] == key[theirs]

    def _matched(
        self, keys: IntArray, alike: Callable[[IntArray, IntArray], BoolArray] | None = None
    ) -> tuple[IntArray, IntArray]:
        """Free spans with equal keys that are *alike* besides, one to one."""
        gold, system = self.gold[self.free[self.gold]], self.system[self.free[self.system]]
        left, right = join(keys[gold], keys[system])
        if alike is not None:
            fits = alike(gold[left], system[right])
            left, right = left[fits], right[fits]
        chosen = best_matching(left, right, np.ones(len(left)))
        return gold[left[chosen]], system[right[chosen]]

    def _disjoint(self, spans: IntArray, shared: IntArray) -> BoolArray:
        """Whether the partners of each span share no more positions with it, in total, than it has."""
        total = np.bincount(spans, shared, len(self.free))[spans]
        fits: BoolArray = total <= (self.columns.both("end") - self.columns.both("start"))[spans]
        return fits

    def _overlaps(self) -> OverlappingPairs:
        """Free spans that overlap, as rows, and how many positions they share."""
        sides = [side[self.free[side]] for side in (self.gold, self.system)]
        document, start, end = (self.columns.both(name) for name in ("document", "start", "end"))
        pairs = pairs_to_match(*(Intervals(document[side], start[side], end[side]) for side in sides))
        pairs = pairs._replace(left=sides[0][pairs.left], right=sides[1][pairs.right])
        crowded = crowded_groups(pairs, document).tolist()
        self._warnings += crowd_warning([self.batch.documents[code] for code in crowded])
        return pairs

    def _take(self, gold: IntArray, system: IntArray, kind: str) -> None:
        self.take(gold, system, np.full(len(gold), _code(kind)))


def _code(kind: str) -> int:
    return KINDS.index(kind)


class SpanTexts:
    """The texts of spans and the texts around them; *texts* are those of the documents, empty without any."""

    def __init__(self, spans: Spans, texts: Sequence[str | None]) -> None:
        self.spans, self.texts = spans, texts
        self._own = spans.fields.get("text")

    def text(self, row: int) -> str | None:
        """A span's own text if it has one, else what stands at its place, fragments joined by blanks."""
        own: str | None = self._own.value(row) if self._own else None
        text = self._whole(row)
        if own is not None or text is None:
            return own
        return " ".join(piece(text, start, end) for start, end in self._ranges(row)) or None

    def around(self, row: int) -> str | None:
        """The text around a span, its fragments in brackets; None where no text reaches so far."""
        text = self._whole(row)
        return None if text is None or self.spans.start[row] < 0 else excerpt(text, self._ranges(row))

    def _whole(self, row: int) -> str | None:
        return self.texts[self.spans.document[row]] if self.texts else None

    def _ranges(self, row: int) -> list[tuple[int, int]]:
        whole = (int(self.spans.start[row]), int(self.spans.end[row]))
        return fragments_of(self.spans, row) or [whole]


def fragments_of(spans: Spans, row: int) -> list[tuple[int, int]]:
    """The half-open offsets of the fragments of a discontinuous span; none of any other."""
    fragments = spans.fields["fragments"].value(row) if "fragments" in spans.fields else None
    pieces = [] if fragments is None else [piece.partition("-") for piece in fragments.split(";")]
    return [(int(start), int(end)) for start, _, end in pieces]


def texts_of(batch: Batch[Spans]) -> tuple[SpanTexts, SpanTexts]:
    """The texts of both sides; where a document has a text on one side only, both are shown in that."""
    gold, system = (side.texts or [None] * len(batch.documents) for side in (batch.gold, batch.system))
    return SpanTexts(batch.gold, _either(gold, system)), SpanTexts(batch.system, _either(system, gold))


def _either(texts: Sequence[str | None], others: Sequence[str | None]) -> list[str | None]:
    return [other if text is None else text for text, other in zip(texts, others, strict=True)]
