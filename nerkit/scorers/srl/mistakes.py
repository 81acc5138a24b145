"""The mistakes of semantic roles: predicates, and argument by argument.

    correct             predicate, label and words are right
    role                the words are right, the label is another one
    boundary            the label is right, the words are others that overlap
    pieces              the label is right, first and last word too, but not every piece between them
    role+boundary       the label is another one, the words are others that overlap
    head                the label is right, the word is another one (files of heads)
    sense               the predicate of this word has another sense (files of heads)
    predicate           the predicate of this word has another name (files of spans)
    missed, spurious    an argument without a partner, of a predicate that both sides have
    missed-predicate, spurious-predicate
                        the predicate is on one side alone (in files of spans, under its name), and so is each
                        of its arguments

Arguments are paired under the same predicate: first those with the same label and words, then with the same
words, then those that overlap, as well as possible, preferably with the same label; V is left out. The text
of an argument is `words ← predicate`, that of a predicate its name. Offsets are words of the document.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray
from nerkit.algorithms.intervals import Intervals
from nerkit.algorithms.keys import combine, contained, distinct, join, turns
from nerkit.algorithms.overlap_matching import pairs_to_match
from nerkit.corpora.corpus import Batch, places_of
from nerkit.corpora.roles import VERB, Roles
from nerkit.results.mistakes import CORRECT, MISSED, SPURIOUS, Items, Mistakes
from nerkit.scorers.srl.arguments import Arguments
from nerkit.scorers.srl.counting import RoleComparison
from nerkit.scorers.srl.measures import PRIME
from nerkit.scorers.srl.options import Options
from nerkit.scorers.task import Measure

ROLE, BOUNDARY, PIECES, BOTH, HEAD = "role", "boundary", "pieces", "role+boundary", "head"
SENSE, NAME = "sense", "predicate"
NO_SYSTEM, NO_GOLD = "missed-predicate", "spurious-predicate"
KINDS = (CORRECT, ROLE, BOUNDARY, PIECES, BOTH, HEAD, SENSE, NAME, MISSED, SPURIOUS, NO_SYSTEM, NO_GOLD)
AROUND = 5  # words on either side of an item that are shown
PREDICATE = "predicate"  # what a predicate is called among labels


def find(batch: Batch[Roles], measures: Sequence[Measure], _: Options) -> Mistakes:
    """The predicates and arguments of a batch, paired or alone, each of a class."""
    compared = RoleComparison(batch)
    if not (batch.gold.heads or batch.system.heads):
        arguments = compared.spans.where(~compared.spans.has_label(VERB))
    else:
        joined = any(PRIME in measure.groups for measure in measures[:1])
        arguments = compared.labels if joined else compared.heads
    listed = _Listed(compared, arguments)
    listed.predicates()
    listed.arguments()
    return listed.mistakes()


@dataclass(frozen=True)
class _Side:
    """The predicates and arguments of one side: predicate, half-open words (rows) and label of each."""

    predicate: IntArray
    first: IntArray
    last: IntArray
    label: Column


class _Listed:
    """Predicates and arguments of both sides, and the pairs found so far: rows of items, class."""

    def __init__(self, compared: RoleComparison, arguments: Arguments) -> None:
        self.compared, self.of = compared, arguments
        self.split = int((arguments.side == 0).sum())
        self.sizes = [len(side.word) for side in compared.roles.sides]
        self.sides = [self._side(i) for i in (0, 1)]
        self.pairs: list[tuple[IntArray, IntArray, IntArray]] = []

    def predicates(self) -> None:
        """Pair the predicates of both sides by their words."""
        compared, position = self.compared, self.compared.roles.position
        left, right = join(*position)
        other = SENSE if compared.gold.heads else NAME
        value = compared.sense if compared.gold.heads else compared.name.codes
        same = value[left] == value[right + self.sizes[0]]
        self.take(left, right, np.where(same, _code(CORRECT), _code(other)))
        self._alone(left, right, [np.arange(size) for size in self.sizes], (NO_SYSTEM, NO_GOLD))

    def arguments(self) -> None:
        """Pair the arguments of both sides under the same predicate."""
        rows = self.compared.rows(self.of)
        heads = self.compared.gold.heads
        predicate = (self.compared.position if heads else self.compared.named)[rows]
        label, shape = self.of.label.codes, self.of.shape
        free = np.ones(len(rows), bool)
        self._equal(free, combine(predicate, label, shape), CORRECT)
        self._equal(free, combine(predicate, shape), ROLE)
        if heads:
            self._equal(free, combine(predicate, label), HEAD)
        else:
            self._overlapping(free, predicate)
        every = self.compared.position if heads else self.compared.named
        known = distinct(every[: self.sizes[0]]), distinct(every[self.sizes[0] :])
        for i, (no_partner, no_predicate) in enumerate(((MISSED, NO_SYSTEM), (SPURIOUS, NO_GOLD))):
            alone = np.flatnonzero(free & (self.of.side == i))
            has = contained(predicate[alone], known[1 - i])
            kind = np.where(has, _code(no_partner), _code(no_predicate))
            none = np.full(len(alone), NONE)
            item = alone - i * self.split + self.sizes[i]
            gold, system = (item, none) if i == 0 else (none, item)
            self.take(gold, system, kind)

    def take(self, gold: IntArray, system: IntArray, kind: IntArray) -> None:
        """Note pairs of items, NONE for no partner."""
        self.pairs.append((gold, system, kind))

    def mistakes(self) -> Mistakes:
        """All pairs, document by document in the order of their words."""
        compared = self.compared
        gold, system, kind = (np.concatenate(column) for column in zip(*self.pairs, strict=True))
        places = [self._places(i) for i in (0, 1)]
        document, start = (
            np.where(gold == NONE, np.append(places[1][k], 0)[system], np.append(places[0][k], 0)[gold])
            for k in (0, 1)
        )
        order = np.lexsort((system, gold, start, document))
        items = [self._items(i, places[i]) for i in (0, 1)]
        columns = (document[order], KINDS, kind[order], gold[order], system[order])
        return Mistakes(
            compared.roles.batch.documents, *columns, (items[0], items[1]), warnings=compared.warnings
        )

    def _side(self, i: int) -> _Side:
        side, own = self.compared.roles.sides[i], self.of.side == i
        phrases = np.split(self.of.of, [len(self.compared.gold)])[i]
        used = phrases != NONE
        first, last = np.full(len(own), side.words), np.zeros(len(own), np.int64)
        np.minimum.at(first, phrases[used], side.start[used])
        np.maximum.at(last, phrases[used], side.end[used])
        label = self.of.label
        codes = np.concatenate([np.full(len(side.word), len(label.values)), label.codes[own]])
        return _Side(
            np.concatenate([np.arange(len(side.word)), self.of.predicate[own]]),
            np.concatenate([side.word, first[own]]),
            np.concatenate([side.word + 1, last[own]]),
            Column([*label.values, PREDICATE], codes),
        )

    def _equal(self, free: BoolArray, key: IntArray, kind: str) -> None:
        """Pair free arguments of equal keys, the first with the first and so on."""
        rows = [np.flatnonzero(free & (self.of.side == i)) for i in (0, 1)]
        full = combine(
            np.concatenate([key[each] for each in rows]), np.concatenate([turns(key[each]) for each in rows])
        )
        left, right = join(full[: len(rows[0])], full[len(rows[0]) :])
        self._pair(free, rows[0][left], rows[1][right], np.full(len(left), _code(kind)))

    def _overlapping(self, free: BoolArray, predicate: IntArray) -> None:
        """Pair free arguments that overlap, from their first to their last word."""
        rows = [np.flatnonzero(free & (self.of.side == i)) for i in (0, 1)]
        side = self.compared.roles.sides
        spans = []
        for i, own in enumerate(rows):
            item = own - i * self.split + self.sizes[i]
            first, last = self.sides[i].first[item], self.sides[i].last[item]
            start = side[i].within[first] if len(first) else first
            spans.append(Intervals(predicate[own], start, start + last - first))
        pairs = pairs_to_match(spans[0], spans[1])
        label = self.of.label.codes
        same = label[rows[0][pairs.left]] == label[rows[1][pairs.right]]
        length = [span.end - span.start for span in spans]
        part = pairs.shared / (length[0][pairs.left] + length[1][pairs.right])
        chosen = pairs.best(np.where(same, 1.0, 0.5) + part / 4)
        left, right = pairs.left[chosen], pairs.right[chosen]
        whole = (spans[0].start[left] == spans[1].start[right]) & (spans[0].end[left] == spans[1].end[right])
        kind = np.where(same[chosen], np.where(whole, _code(PIECES), _code(BOUNDARY)), _code(BOTH))
        self._pair(free, rows[0][left], rows[1][right], kind)

    def _pair(self, free: BoolArray, gold: IntArray, system: IntArray, kind: IntArray) -> None:
        free[gold] = free[system] = False
        self.take(gold + self.sizes[0], system - self.split + self.sizes[1], kind)

    def _alone(
        self, left: IntArray, right: IntArray, every: Sequence[IntArray], kinds: tuple[str, str]
    ) -> None:
        """Note items without a partner."""
        gold, system = (np.setdiff1d(rows, paired) for rows, paired in zip(every, (left, right), strict=True))
        self.take(gold, np.full(len(gold), NONE), np.full(len(gold), _code(kinds[0])))
        self.take(np.full(len(system), NONE), system, np.full(len(system), _code(kinds[1])))

    def _places(self, i: int) -> tuple[IntArray, IntArray, IntArray]:
        """Document, start and end of each item, in words of its document."""
        side, items = self.compared.roles.sides[i], self.sides[i]
        if not len(items.first):
            return items.first, items.first, items.first
        fresh = np.append(True, side.document[1:] != side.document[:-1])
        begin = side.begin[:-1][fresh][np.cumsum(fresh) - 1][side.sentence[items.first]]
        return side.document[side.sentence[items.first]], items.first - begin, items.last - begin

    def _items(self, i: int, places: tuple[IntArray, IntArray, IntArray]) -> Items:
        side, items = self.compared.roles.sides[i], self.sides[i]
        word = np.minimum(items.first, max(side.words - 1, 0))  # of an argument without words the last one
        lines = side.line[word] if side.words else items.first
        position = turns(side.document)[side.sentence[word]] + 1 if side.words else items.first
        place = places_of(side.origins, lines, word)
        belongs = places[1][items.predicate]  # predicates are the first items, in the order of their rows
        shown = self._text(i), _around(side, items)
        return Items(items.label, places[1], places[2], *shown, place, position, belongs=belongs)

    def _text(self, i: int) -> Callable[[int], str]:
        """Words of an argument and its predicate; the name of a predicate."""
        side, items = self.compared.roles.sides[i], self.sides[i]
        phrases = np.split(self.of.of, [len(self.compared.gold)])[i]
        order = np.argsort(phrases, kind="stable")
        ordered = phrases[order]

        def text(row: int) -> str:
            name = str(side.name.value(int(items.predicate[row])))
            if row < self.sizes[i]:
                return name
            argument = row - self.sizes[i] + i * self.split
            pieces = order[np.searchsorted(ordered, argument) : np.searchsorted(ordered, argument, "right")]
            return f"{' … '.join(_words(side, piece) for piece in np.sort(pieces).tolist())} ← {name}"

        return text


def _words(side: Roles, phrase: int) -> str:
    """The words of a phrase; where the format has none, their numbers in the sentence, from 1."""
    start, end = int(side.start[phrase]), int(side.end[phrase])
    if side.form is not None:
        return " ".join(str(side.form.value(row)) for row in range(start, end))
    first, last = int(side.within[start]) + 1, int(side.within[end - 1]) + 1
    return f"word {first}" if first == last else f"words {first}-{last}"


def _around(side: Roles, items: _Side) -> Callable[[int], str] | None:
    """The words of the sentence around an item, its own in brackets."""
    if side.form is None:
        return None
    form = side.form

    def around(row: int) -> str:
        first, last = int(items.first[row]), int(items.last[row])
        sentence = int(side.sentence[first])
        left = max(int(side.begin[sentence]), first - AROUND)
        right = min(int(side.begin[sentence + 1]), last + AROUND)
        words = [str(form.value(word)) for word in range(left, right)]
        inside = f"[{' '.join(words[first - left : last - left])}]"
        return " ".join([*words[: first - left], inside, *words[last - left :]])

    return around


def _code(kind: str) -> int:
    return KINDS.index(kind)
