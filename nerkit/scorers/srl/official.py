"""The counts of srl-eval.pl, its own readings of phrases included: `srl-conll05`.

Arguments are found by their first and last word, so among gold arguments between the same two words only the
last counts. Phrases in the brackets of an argument count as its pieces, like phrases that continue it.

    (A1*  (A2*)  *)        A1 [0, 3) of one piece [1, 2)    A2 [1, 2)
    (A1*)   *   (C-A1*)    A1 [0, 3) of two pieces [0, 1) and [2, 3)

An argument without pieces agrees with one of the same words and label, one with pieces with one of the same
pieces too. Arguments of a predicate do not count if gold lacks the predicate, or gives it another name.
"""

from dataclasses import dataclass

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray, joined
from nerkit.algorithms.keys import combine, first_of_each, join, set_codes, turns
from nerkit.corpora.roles import VERB
from nerkit.scorers.srl.arguments import base, begun
from nerkit.scorers.srl.comparison import ComparedRoles
from nerkit.scorers.srl.items import RoleItems


@dataclass(frozen=True)
class _Phrases:
    """The arguments of both sides, gold arguments before system arguments.

    split        the number of gold arguments
    predicate    the predicate of each argument, numbered through both sides
    first, last  the words of each argument, as a half-open range in its sentence
    piece        the argument of each piece, in the order of the file
    begin, until the words of each piece
    """

    split: int
    predicate: IntArray
    first: IntArray
    last: IntArray
    label: Column
    piece: IntArray
    begin: IntArray
    until: IntArray


@dataclass(frozen=True)
class Official:
    """The arguments of both sides as srl-eval.pl finds them, and the matched pairs.

    labelled, unlabelled   items with equal keys if srl-eval.pl takes them for equal, with the label compared
                           and without the label
    propositions           predicates of the gold side and their partners, equal where every argument is right
    """

    labelled: RoleItems
    unlabelled: RoleItems
    propositions: RoleItems


def official(compared: ComparedRoles) -> Official:
    """Return the arguments of a batch as srl-eval.pl finds them."""
    phrases, name, position = _phrases(compared), compared.names[2], np.concatenate(compared.position)
    split, width, labels = len(compared.sides[0].word), compared.width, compared.sides[0].labels
    side = (phrases.predicate >= split).astype(np.int64)
    # a predicate of the system counts where gold has one of the same word and name
    keys = combine(position, name.codes)
    partner = np.append(np.arange(split), np.full(len(keys) - split, NONE))
    left, right = join(keys[:split], keys[split:])
    partner[split + right] = left
    predicate = partner[phrases.predicate]
    verb, listed = (
        np.array([*map(has, phrases.label.values), False], bool)[phrases.label.codes]
        for has in (VERB.__eq__, lambda value: labels is None or value in labels)
    )
    words = phrases.first * (width + 1) + phrases.last
    kept = listed & (predicate != NONE) & _is_last(combine(predicate, words), phrases.split)
    key = combine(predicate, words, _shapes(phrases, width))
    gold, system = np.flatnonzero(kept & (side == 0)), np.flatnonzero(kept & (side == 1))
    left, right = join(key[gold], key[system])
    gold, system = gold[left], system[right]

    def items(which: BoolArray, pairs: tuple[IntArray, IntArray], label: Column | None) -> RoleItems:
        """Return some arguments as items, with equal keys for the arguments of a pair."""
        key = np.arange(len(side))
        key[pairs[1]] = pairs[0]
        sentence = position[phrases.predicate] // width
        return RoleItems(side, key, sentence, name.take(phrases.predicate), label).take(which)

    same = phrases.label.codes[gold] == phrases.label.codes[system]
    equal, any_label = _taken(gold[same], system[same]), _taken(gold, system)
    either = verb[any_label[0]] | verb[any_label[1]]  # left out, as in the scorer's table of labels
    beside = kept & ~verb
    beside[any_label[0][either]] = beside[any_label[1][either]] = False
    wrong = kept & ~verb
    wrong[equal[0]] = wrong[equal[1]] = False
    return Official(
        items(kept, equal, phrases.label),
        items(beside, any_label, None),
        _propositions(position[:split] // width, name.take(np.arange(split)), predicate[wrong]),
    )


def _taken(gold: IntArray, system: IntArray) -> tuple[IntArray, IntArray]:
    """Return the matched pairs: in the order of the pairs, a gold argument is taken by the first system
    argument.
    """
    first = np.append(True, gold[1:] != gold[:-1])[: len(gold)]
    return gold[first], system[first]


def _phrases(compared: ComparedRoles) -> _Phrases:
    """Return the arguments of both sides, and their pieces."""
    sides = compared.sides
    predicate, around = (
        np.concatenate([ours, np.where(theirs == NONE, NONE, theirs + count)])
        for ours, theirs, count in (
            (sides[0].predicate, sides[1].predicate, len(sides[0].word)),
            (sides[0].around, sides[1].around, len(sides[0])),
        )
    )
    start = np.concatenate([side.starts for side in sides])
    end = start + np.concatenate([side.end - side.start for side in sides])
    # of phrases with the same predicate and words, which follow each other, the last is the innermost
    same = np.diff([predicate, start, end], axis=1, append=-1) == 0
    innermost = np.flatnonzero(~same.all(axis=0))
    plain, continued = base(joined([side.label for side in sides]))
    first = begun(predicate[innermost], plain.codes[innermost], continued[innermost])
    begins = first == np.arange(len(innermost))
    head = innermost[begins]  # the phrase that each argument begins with, in the order of phrases
    joins = innermost[~begins]  # phrases that continue an argument
    into = (np.cumsum(begins) - 1)[first[~begins]]
    last = end[head]
    last[into] = end[joins]  # of several the last one stays
    of_phrase = np.full(len(predicate), NONE)  # the argument that a phrase became
    of_phrase[head] = np.arange(len(head))
    final = np.where(of_phrase == NONE, end, np.append(last, 0)[of_phrase])
    inner = np.flatnonzero(around != NONE)
    inside = of_phrase[around[inner]]
    nested, inside = inner[inside != NONE], inside[inside != NONE]
    has_inner = np.bincount(inside, minlength=len(head)) > 0
    continued_ones = np.flatnonzero((np.bincount(into, minlength=len(head)) > 0) & ~has_inner)
    return _Phrases(
        int(np.searchsorted(head, len(sides[0]))),
        predicate[head],
        start[head],
        last,
        plain.take(head),
        np.concatenate([inside, continued_ones, into]),
        np.concatenate([start[nested], start[head][continued_ones], start[joins]]),
        np.concatenate([final[nested], end[head][continued_ones], end[joins]]),
    )


def _is_last(key: IntArray, split: int) -> BoolArray:
    """Return a mask of all system arguments, and of the gold arguments that are the last with their key."""
    last = np.arange(len(key)) >= split
    last[split - 1 - first_of_each(key[:split][::-1])] = True
    return last


def _shapes(phrases: _Phrases, width: int) -> IntArray:
    """Return a number for the pieces of each argument, equal for equal pieces; NONE for a system argument
    with a repeated piece.
    """
    item, value = phrases.piece, phrases.begin * (width + 1) + phrases.until
    shape = set_codes(item, value, len(phrases.predicate))
    repeated = item[turns(combine(item, value)) > 0]
    shape[repeated[repeated >= phrases.split]] = NONE
    return shape


def _propositions(sentence: IntArray, name: Column, wrong: IntArray) -> RoleItems:
    """Return every gold predicate as an item of both sides. Its system item has an equal key if no argument
    is *wrong* (a gold predicate for each wrong argument).
    """
    count = len(sentence)
    right = np.setdiff1d(np.arange(count), wrong)
    key = np.arange(2 * count)
    key[count + right] = right
    both = np.tile(np.arange(count), 2)
    return RoleItems(np.repeat([0, 1], count), key, sentence[both], name.take(both))
