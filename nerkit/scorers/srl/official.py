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
from nerkit.algorithms.keys import combine, contained, distinct, first_of_each, join, set_codes, turns
from nerkit.corpora.roles import VERB, Roles
from nerkit.scorers.srl.arguments import base, begun
from nerkit.scorers.srl.comparison import ComparedRoles
from nerkit.scorers.srl.items import RoleItems


@dataclass(frozen=True)
class _Phrases:
    """The arguments of one side: phrase (a row), predicate, start and end in the sentence, and pieces.

    piece    the argument of each piece, in the order of the file;  start, end  the words of each piece
    """

    row: IntArray
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
    gold, system = (_phrases(side) for side in compared.sides)
    position = compared.position
    names = compared.names
    # a predicate of the system counts where gold has one of the same word and name
    keys = combine(np.concatenate(position), np.concatenate(names[:2]))
    split = len(position[0])
    has_gold = contained(keys[split:], distinct(keys[:split]))
    partner = np.full(len(has_gold), NONE)
    left, right = join(keys[:split], keys[split:])
    partner[right] = left
    label = joined([gold.label, system.label])
    counted = _counted(compared, label)
    is_counted = has_gold[system.predicate] & counted[len(gold.row) :]
    last = _last_of_each(gold, compared.width) & counted[: len(gold.row)]
    shape = _shapes(gold, system, compared.width)
    pairs = _pairs(gold, system, (partner, is_counted, last), shape, compared.width)
    ours, theirs = label.codes[: len(gold.row)][pairs[0]], label.codes[len(gold.row) :][pairs[1]]
    same = ours == theirs
    rows = (np.flatnonzero(last), np.flatnonzero(is_counted))
    labelled = _items(compared, (gold, system), label, rows, _taken(pairs[0][same], pairs[1][same]))
    unlabelled = _items(compared, (gold, system), label, rows, _taken(*pairs), verbs=False)
    propositions = _propositions(compared, labelled, partner, (gold, system), rows)
    return Official(labelled, unlabelled, propositions)


def _taken(gold: IntArray, system: IntArray) -> tuple[IntArray, IntArray]:
    """Return the matched pairs: in the order of the pairs, a gold argument is taken by the first system
    argument.
    """
    first = np.append(True, gold[1:] != gold[:-1])[: len(gold)]
    return gold[first], system[first]


def _phrases(side: Roles) -> _Phrases:
    """Return the arguments of a side, and their pieces."""
    start = side.starts
    end = side.end - side.start + start
    innermost = _innermost(side, start, end)
    plain, continued = base(side.label)
    first = begun(side.predicate[innermost], plain.codes[innermost], continued[innermost])
    begins = first == np.arange(len(innermost))
    head = innermost[begins]  # the phrase that each argument begins with, in the order of phrases
    joins = innermost[~begins]  # phrases that continue an argument
    into = (np.cumsum(begins) - 1)[first[~begins]]
    last = end[head]
    last[into] = end[joins]  # of several the last one stays
    of_phrase = np.full(len(side), NONE)  # the argument that a phrase became
    of_phrase[head] = np.arange(len(head))
    final = np.where(of_phrase == NONE, end, np.append(last, 0)[of_phrase])
    inner = np.flatnonzero(side.around != NONE)
    inside = of_phrase[side.around[inner]]
    nested, inside = inner[inside != NONE], inside[inside != NONE]
    has_inner = np.bincount(inside, minlength=len(head)) > 0
    continued_ones = np.flatnonzero((np.bincount(into, minlength=len(head)) > 0) & ~has_inner)
    piece = np.concatenate([inside, continued_ones, into])
    return _Phrases(
        head,
        side.predicate[head],
        start[head],
        last,
        plain.take(head),
        piece,
        np.concatenate([start[nested], start[head][continued_ones], start[joins]]),
        np.concatenate([final[nested], end[head][continued_ones], end[joins]]),
    )


def _innermost(side: Roles, start: IntArray, end: IntArray) -> IntArray:
    """Return the phrases to keep, ascending: of phrases with the same predicate and words, the innermost.

    Phrases of the same words follow each other, the innermost last.
    """
    differs = np.ones(len(side), bool)  # from the next one
    for column in (side.predicate, start, end):
        differs[:-1] &= column[1:] == column[:-1]
    differs[:-1] = ~differs[:-1]
    return np.flatnonzero(differs)


def _counted(compared: ComparedRoles, label: Column) -> BoolArray:
    labels = compared.sides[0].labels
    counted: BoolArray = np.array(
        [*(labels is None or value in labels for value in label.values), False], bool
    )[label.codes]
    return counted


def _last_of_each(gold: _Phrases, width: int) -> BoolArray:
    """Return a mask of the gold arguments that are the last with the same first and last word."""
    last = np.ones(len(gold.row), bool)
    longer = np.zeros(int(gold.predicate.max(initial=-1)) + 1, bool)
    longer[gold.predicate[gold.piece]] = True
    rows = np.flatnonzero(longer[gold.predicate])  # without pieces no two have the same words
    key = combine(gold.predicate[rows], gold.first[rows] * (width + 1) + gold.last[rows])
    last[rows] = False
    last[rows[len(key) - 1 - first_of_each(key[::-1])]] = True
    return last


def _shapes(gold: _Phrases, system: _Phrases, width: int) -> tuple[IntArray, IntArray]:
    """Return a number for the pieces of each argument, equal for equal pieces; NONE for a system argument
    with a repeated piece.
    """
    count = len(gold.row)
    item = np.concatenate([gold.piece, system.piece + count])
    begin, until = (np.concatenate(pair) for pair in ((gold.begin, system.begin), (gold.until, system.until)))
    value = begin * (width + 1) + until
    shape = set_codes(item, value, count + len(system.row))
    repeated = item[turns(combine(item, value)) > 0] if len(item) else item
    shape[repeated[repeated >= count]] = NONE
    return shape[:count], shape[count:]


def _pairs(
    gold: _Phrases,
    system: _Phrases,
    sides: tuple[IntArray, BoolArray, BoolArray],
    shape: tuple[IntArray, IntArray],
    width: int,
) -> tuple[IntArray, IntArray]:
    """Return pairs of arguments with the same predicate, first word, last word and pieces. The *sides* are
    the partner of each system predicate, and masks of the system and gold arguments that count.
    """
    partner, kept, last = sides
    ours, theirs = np.flatnonzero(last), np.flatnonzero(kept)
    predicate = np.concatenate([gold.predicate[ours], partner[system.predicate[theirs]]])
    words = [
        np.concatenate([a[ours], b[theirs]])
        for a, b in ((gold.first, system.first), (gold.last, system.last))
    ]
    key = combine(
        predicate, words[0] * (width + 1) + words[1], np.concatenate([shape[0][ours], shape[1][theirs]])
    )
    left, right = join(key[: len(ours)], key[len(ours) :])
    return ours[left], theirs[right]


def _items(
    compared: ComparedRoles,
    sides: tuple[_Phrases, _Phrases],
    label: Column,
    rows: tuple[IntArray, IntArray],
    pairs: tuple[IntArray, IntArray],
    *,
    verbs: bool = True,
) -> RoleItems:
    """Return the arguments that count, with equal keys for paired arguments.

    Without *verbs*, pairs with V on either side are left out, as in the scorer's table of labels.
    """
    count = len(sides[0].row)
    key = np.arange(count + len(sides[1].row))
    key[count + pairs[1]] = pairs[0]
    keep = np.zeros(len(key), bool)
    keep[rows[0]] = keep[count + rows[1]] = True
    if not verbs and VERB in label.values:
        verb = label.codes == label.values.index(VERB)
        either = verb[pairs[0]] | verb[count + pairs[1]]
        keep &= ~verb
        keep[pairs[0][either]] = keep[count + pairs[1][either]] = False
    side = (np.arange(len(key)) >= count).astype(np.int64)
    column = compared.names[2]
    code = [names[each.predicate] for names, each in zip(compared.names[:2], sides, strict=True)]
    sentence = [
        compared.sentence[i][compared.sides[i].of_predicate][each.predicate] for i, each in enumerate(sides)
    ]
    items = RoleItems(
        side,
        key,
        np.concatenate(sentence),
        Column(column.values, np.concatenate(code)),
        label if verbs else None,
    )
    return items.take(keep)


def _propositions(
    compared: ComparedRoles,
    labelled: RoleItems,
    partner: IntArray,
    sides: tuple[_Phrases, _Phrases],
    rows: tuple[IntArray, IntArray],
) -> RoleItems:
    """Return every gold predicate as an item of both sides. Its system item has an equal key if all arguments
    are right.
    """
    gold = compared.sides[0]
    count = len(gold.word)
    split = labelled.split
    of_gold, of_system = labelled.key[:split], labelled.key[split:]
    assert labelled.label is not None
    is_verb = np.array([*(value == VERB for value in labelled.label.values), False])[labelled.label.codes]
    missed = ~contained(of_gold, distinct(of_system)) & ~is_verb[:split]
    excess = ~contained(of_system, distinct(of_gold)) & ~is_verb[split:]
    wrong = np.zeros(count, bool)
    wrong[sides[0].predicate[rows[0]][missed]] = True
    wrong[partner[sides[1].predicate[rows[1]][excess]]] = True
    key = np.arange(2 * count)
    key[count:][~wrong] = np.flatnonzero(~wrong)
    sentence = compared.sentence[0][gold.of_predicate]
    name = Column(compared.names[2].values, np.tile(compared.names[0], 2))
    side = np.repeat([0, 1], count)
    return RoleItems(side, key, np.tile(sentence, 2), name)
