"""The errors of semantic roles: predicates, and argument by argument.

    correct                   predicate, label and words are right
    argument label            the words are right, the label is wrong
    argument boundary         the label is right, the words differ and overlap
    argument pieces           label, first and last word are right, some pieces between them are not
    argument label+boundary   the label is wrong, the words differ and overlap
    argument head             the label is right, the word is wrong (files of heads)
    predicate label           the sense is wrong (in files of spans: the name)
    argument missed           only gold has the argument, both sides have its predicate
    argument spurious         only the system has the argument, both sides have its predicate
    predicate missed          only gold has the predicate; each of its arguments is listed so, too
    predicate spurious        only the system has the predicate; so for its arguments

In files of spans predicates have names.

Arguments are paired under the same predicate: first arguments with the same label and words, then with the
same words. Then overlapping arguments are paired as well as possible, preferably with the same label. V is
left out. The text of an argument is `words ← predicate`. The text of a predicate is its name. Offsets are
words of the document.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from nerkit.algorithms.columns import NONE, Column, IntArray
from nerkit.algorithms.keys import contained, distinct, turns
from nerkit.corpora.corpus import Batch, places_of
from nerkit.corpora.roles import VERB, Roles
from nerkit.results.errors import CORRECT, Errors, Items
from nerkit.results.pairing_steps import GOLD, SYSTEM, Alone, Equal, ItemPairing, Near
from nerkit.scorers.srl.arguments import Arguments
from nerkit.scorers.srl.counting import RoleComparison
from nerkit.scorers.srl.measures import PRIME
from nerkit.scorers.srl.options import Options
from nerkit.scorers.task import Measure

LABEL, BOUNDARY, PIECES, BOTH, HEAD, MISSED, SPURIOUS = OF_ARGUMENTS = (
    *("argument label", "argument boundary", "argument pieces", "argument label+boundary", "argument head"),
    *("argument missed", "argument spurious"),
)
NAME, NO_SYSTEM, NO_GOLD = "predicate label", "predicate missed", "predicate spurious"
KINDS = (CORRECT, *OF_ARGUMENTS, NAME, NO_SYSTEM, NO_GOLD)
AROUND = 5  # words on either side of an item that are shown
PREDICATE = "predicate"  # what a predicate is called among labels


def find(batch: Batch[Roles], measures: Sequence[Measure], _: Options) -> Errors:
    """Return the predicates and arguments of a batch, paired or alone, each with a class."""
    compared = RoleComparison(batch)
    if not (batch.gold.heads or batch.system.heads):
        arguments = compared.spans.where(~compared.spans.has_label(VERB))
    else:
        joined = any(PRIME in measure.groups for measure in measures[:1])
        arguments = compared.labels if joined else compared.heads
    return _RolePairing(compared, arguments).listed()


@dataclass(frozen=True)
class _Side:
    """The predicates and arguments of one side: predicate, half-open words (rows) and label of each item."""

    predicate: IntArray
    first: IntArray
    last: IntArray
    label: Column


def _named(pairing: ItemPairing, gold: IntArray, system: IntArray) -> IntArray:
    """Return the class of each pair of predicates, by their names or senses."""
    same = pairing.columns["name"][gold] == pairing.columns["name"][system]
    return np.where(same, pairing.code(CORRECT), pairing.code(NAME))


def _bounded(pairing: ItemPairing, gold: IntArray, system: IntArray) -> IntArray:
    """Return the class of each pair of overlapping arguments, by their labels, first and last words."""
    same, start, end = (
        pairing.columns[name][gold] == pairing.columns[name][system] for name in ("label", "start", "end")
    )
    kind = np.where(start & end, pairing.code(PIECES), pairing.code(BOUNDARY))
    return np.where(same, kind, pairing.code(BOTH))


OF_PREDICATES = (Equal("predicate", _named), Alone(NO_SYSTEM, GOLD), Alone(NO_GOLD, SYSTEM))
EQUAL = (Equal("predicate label shape", CORRECT), Equal("predicate shape", LABEL))
ALONE = (
    *(Alone(MISSED, GOLD, "known"), Alone(SPURIOUS, SYSTEM, "known")),
    *(Alone(NO_SYSTEM, GOLD), Alone(NO_GOLD, SYSTEM)),
)
OF_SPANS = (*EQUAL, Near("predicate", "label", _bounded), *ALONE)
OF_HEADS = (*EQUAL, Equal("predicate label", HEAD), *ALONE)


class _RolePairing(ItemPairing):
    """The predicates of each side as rows, followed by the arguments.

    Columns: `predicate` joins a predicate of both sides and its arguments, `known` tells whether the other
    side has the predicate. `start` and `end` are words of the sentence, `word` is the first word in the
    document.
    """

    def __init__(self, compared: RoleComparison, arguments: Arguments) -> None:
        self.compared, self.of = compared, arguments
        self.of_gold = int((arguments.side == 0).sum())
        self.sizes = [len(side.word) for side in compared.roles.sides]
        self.sides_of = [self._side(i) for i in (0, 1)]
        self.places = [self._places(i) for i in (0, 1)]
        every = compared.position if compared.gold.heads else compared.named
        sides = np.split(every, [self.sizes[0]])
        predicate = every[compared.rows(arguments)]
        known = np.where(arguments.side == 0, *(contained(predicate, distinct(side)) for side in sides[::-1]))
        of_predicates, of_arguments = np.zeros(sum(self.sizes), np.int64), np.zeros(len(predicate), np.int64)
        first, length = (
            np.concatenate(each)
            for each in zip(
                *(
                    (np.append(side.within, 0)[items.first], items.last - items.first)
                    for side, items in zip(compared.roles.sides, self.sides_of, strict=True)
                ),
                strict=True,
            )
        )
        name = compared.sense if compared.gold.heads else compared.name.codes
        columns = {
            "document": np.concatenate([places[0] for places in self.places]),
            "word": np.concatenate([places[1] for places in self.places]),
            "start": first,
            "end": first + length,
            "predicate": self._column(compared.position, predicate),
            "name": self._column(name, of_arguments),
            "label": self._column(of_predicates, arguments.label.codes),
            "shape": self._column(of_predicates, arguments.shape),
            "known": self._column(of_predicates, known),
        }
        self.argument = self._column(of_predicates, of_arguments + 1) == 1
        super().__init__(KINDS, self.sizes[0] + self.of_gold, columns, ~self.argument)

    def _column(self, of_predicates: IntArray, of_arguments: IntArray) -> IntArray:
        """Return the column of all rows: the values of all predicates, then of all arguments."""
        predicates = np.split(of_predicates, [self.sizes[0]])
        arguments = np.split(of_arguments, [self.of_gold])
        return np.concatenate([predicates[0], arguments[0], predicates[1], arguments[1]])

    def listed(self) -> Errors:
        """Return all pairs, document by document in the order of their words. Predicates are paired first."""
        compared = self.compared
        self.run(OF_PREDICATES)
        self.free = self.argument.copy()
        self.run(OF_HEADS if compared.gold.heads else OF_SPANS)
        return self.errors(
            compared.roles.batch.documents,
            (self._items(0), self._items(1)),
            "document word gold system",
            warnings=compared.warnings,
        )

    def _side(self, i: int) -> _Side:
        side, of_side = self.compared.roles.sides[i], self.of.side == i
        phrases = np.split(self.of.of, [len(self.compared.gold)])[i]
        used = phrases != NONE
        first, last = np.full(len(of_side), side.words), np.zeros(len(of_side), np.int64)
        np.minimum.at(first, phrases[used], side.start[used])
        np.maximum.at(last, phrases[used], side.end[used])
        label = self.of.label
        codes = np.concatenate([np.full(len(side.word), len(label.values)), label.codes[of_side]])
        return _Side(
            np.concatenate([np.arange(len(side.word)), self.of.predicate[of_side]]),
            np.concatenate([side.word, first[of_side]]),
            np.concatenate([side.word + 1, last[of_side]]),
            Column([*label.values, PREDICATE], codes),
        )

    def _places(self, i: int) -> tuple[IntArray, IntArray, IntArray]:
        """Return document, start and end of each item, in words of its document."""
        side, items = self.compared.roles.sides[i], self.sides_of[i]
        if not len(items.first):
            return items.first, items.first, items.first
        fresh = np.append(True, side.document[1:] != side.document[:-1])
        begin = side.begin[:-1][fresh][np.cumsum(fresh) - 1][side.sentence[items.first]]
        return side.document[side.sentence[items.first]], items.first - begin, items.last - begin

    def _items(self, i: int) -> Items:
        side, items, places = self.compared.roles.sides[i], self.sides_of[i], self.places[i]
        word = np.minimum(items.first, max(side.words - 1, 0))  # of an argument without words the last one
        lines = side.line[word] if side.words else items.first
        position = turns(side.document)[side.sentence[word]] + 1 if side.words else items.first
        place = places_of(side.origins, lines, word)
        belongs = places[1][items.predicate]  # predicates are the first items, in the order of their rows
        shown = self._text(i), _around(side, items)
        return Items(items.label, places[1], places[2], *shown, place, position, belongs=belongs)

    def _text(self, i: int) -> Callable[[int], str]:
        """Return a function from a row of one side to its text; *i* is 0 for gold, 1 for the system."""
        side, items = self.compared.roles.sides[i], self.sides_of[i]
        phrases = np.split(self.of.of, [len(self.compared.gold)])[i]
        order = np.argsort(phrases, kind="stable")
        ordered = phrases[order]

        def text(row: int) -> str:
            """Return the words of an argument and its predicate, or the name of a predicate."""
            name = str(side.name.value(int(items.predicate[row])))
            if row < self.sizes[i]:
                return name
            argument = row - self.sizes[i] + i * self.of_gold
            pieces = order[np.searchsorted(ordered, argument) : np.searchsorted(ordered, argument, "right")]
            return f"{' … '.join(_words(side, piece) for piece in np.sort(pieces).tolist())} ← {name}"

        return text


def _words(side: Roles, phrase: int) -> str:
    """Return the words of a phrase, or their 1-based numbers in the sentence if the format has no words."""
    start, end = int(side.start[phrase]), int(side.end[phrase])
    if side.form is not None:
        return " ".join(str(side.form.value(row)) for row in range(start, end))
    first, last = int(side.within[start]) + 1, int(side.within[end - 1]) + 1
    return f"word {first}" if first == last else f"words {first}-{last}"


def _around(side: Roles, items: _Side) -> Callable[[int], str] | None:
    """Return a function from a row to the words around its item; None if the format has no words."""
    if side.form is None:
        return None
    form = side.form

    def around(row: int) -> str:
        """Return the words of the sentence around an item, with the item in brackets."""
        first, last = int(items.first[row]), int(items.last[row])
        sentence = int(side.sentence[first])
        left = max(int(side.begin[sentence]), first - AROUND)
        right = min(int(side.begin[sentence + 1]), last + AROUND)
        words = [str(form.value(word)) for word in range(left, right)]
        inside = f"[{' '.join(words[first - left : last - left])}]"
        return " ".join([*words[: first - left], inside, *words[last - left :]])

    return around
