"""Arguments made of phrases, by rules that differ from scorer to scorer.

    phrases of one predicate        joined                       heads             joined by label
    A1 [0, 3)  C-A1 [5, 6)          A1 {[0, 3), [5, 6)}          A1 0  C-A1 5      A1 {0, 5}
    R-A0 [4, 5)  A0 [0, 1)          A0 {[0, 1)}  R-A0 {[4, 5)}   A0 0  R-A0 4      A0 {0}  R-A0 {4}, of {0}

An argument has a predicate, a label, and a shape: a number that is the same for the same set of phrases.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, Column, IntArray, joined
from nerkit.algorithms.keys import combine, first_of_each, places, ranked, set_codes
from nerkit.corpora.roles import CONTINUED, Roles
from nerkit.scorers.srl.comparison import ComparedRoles

REFERRING = "R-"


@dataclass(frozen=True)
class Arguments:
    """The arguments of both sides without repetitions, gold arguments before system arguments.

    side        0 for gold, 1 for the system
    predicate   the row of the predicate on its side
    label       the label of each argument
    shape       a number, equal for arguments made of the same phrases
    first       the first phrase of each argument, as a row of its side
    of          the argument of each phrase of gold, then of the system; NONE for repeated phrases, and for
                phrases whose label does not count
    repeated    the number of repeated arguments of each side
    """

    side: IntArray
    predicate: IntArray
    label: Column
    shape: IntArray
    first: IntArray
    of: IntArray
    repeated: int = 0

    def where(self, mask: BoolArray) -> "Arguments":
        """Return the arguments under a mask; phrases of other arguments belong to no argument."""
        place = np.append(np.where(mask, np.cumsum(mask) - 1, NONE), NONE)
        return Arguments(
            self.side[mask],
            self.predicate[mask],
            self.label.take(mask),
            self.shape[mask],
            self.first[mask],
            place[self.of],
            self.repeated,
        )

    def has_label(self, name: str) -> BoolArray:
        """Return a mask of the arguments with this label."""
        has: BoolArray = np.array([*(value == name for value in self.label.values), False])[self.label.codes]
        return has


def joined_phrases(compared: ComparedRoles) -> Arguments:
    """Return the arguments of spans. `C-X` continues the last X before it; without such an X it is an
    argument X.
    """
    return _arguments(compared, [_continuing(side) for side in compared.sides])


def head_words(compared: ComparedRoles) -> Arguments:
    """Return the arguments of heads as in CoNLL-2009: each word with its label is an argument."""
    return _arguments(compared, [(np.arange(len(side)), side.label) for side in compared.sides])


def joined_labels(compared: ComparedRoles) -> Arguments:
    """Return the arguments of heads as in PriMeSRL. X and all C-X of a predicate form one argument. R-X adds
    the heads of X to its own heads.
    """
    arguments = _arguments(compared, [_of_one_label(side) for side in compared.sides])
    if not len(arguments.side):
        return arguments
    codes = {name: code for code, name in enumerate(arguments.label.values)}
    referred = [
        codes.get(name.removeprefix(REFERRING), NONE) if name.startswith(REFERRING) else NONE
        for name in codes
    ]
    wanted = np.array([*referred, NONE], np.int64)[arguments.label.codes]  # the label of X for an R-X
    twice = (np.tile(column, 2) for column in (arguments.side, arguments.predicate))
    keys, sought = np.split(combine(*twice, np.concatenate([arguments.label.codes, wanted])), 2)
    order = np.argsort(keys, kind="stable")
    place = places(sought, keys[order])
    exists = (wanted != NONE) & (place != NONE)
    shape, _ = ranked(combine(arguments.shape, np.where(exists, arguments.shape[order[place]], NONE)))
    return replace(arguments, shape=shape)


def base(label: Column) -> tuple[Column, BoolArray]:
    """Return the labels without `C-`, and a mask of the phrases that had `C-`."""
    continued = [value.startswith(CONTINUED) for value in label.values]
    plain = label.map(lambda value: value.removeprefix(CONTINUED))
    return plain, np.array([*continued, False], bool)[label.codes]


def _arguments(compared: ComparedRoles, parts: Sequence[tuple[IntArray, Column]]) -> Arguments:
    """Return the arguments of phrases, given the argument of each phrase of each side, and its label."""
    gold, system = compared.sides
    sizes = [int(argument.max(initial=-1)) + 1 for argument, _ in parts]
    item = np.concatenate([parts[0][0], parts[1][0] + sizes[0]])
    label = joined([parts[0][1], parts[1][1]])
    start = np.concatenate([side.starts for side in compared.sides])
    length = np.concatenate([side.end - side.start for side in compared.sides])
    shape = set_codes(item, start * (compared.width + 1) + length, sum(sizes))
    first = np.full(sum(sizes), NONE)
    first[item[::-1]] = np.arange(len(item))[::-1]
    argument_label = label.take(first)  # the label of an argument is that of its first phrase, without C-
    side = (np.arange(sum(sizes)) >= sizes[0]).astype(np.int64)
    predicate = np.concatenate([gold.predicate, system.predicate])[first]
    counted = np.ones(sum(sizes), bool)
    if gold.labels is not None:
        counted = np.array([*(value in gold.labels for value in argument_label.values), False], bool)[
            argument_label.codes
        ]
    key = combine(side, predicate, argument_label.codes, shape)
    unique = np.zeros(len(key), bool)
    unique[first_of_each(key)] = True
    rows = np.flatnonzero(counted & unique)
    place = np.full(len(key), NONE)
    place[rows] = np.arange(len(rows))
    return Arguments(
        side[rows],
        predicate[rows],
        argument_label.take(rows),
        shape[rows],
        np.where(side[rows] == 0, first[rows], first[rows] - len(gold)),
        place[item] if len(place) else item,
        int((counted & ~unique).sum()),
    )


def begun(predicate: IntArray, label: IntArray, continued: BoolArray) -> IntArray:
    """Return for each phrase the first phrase of its argument; `C-X` continues the last X.

    Phrases of a predicate and a label come in their order; the label is a code, and `C-X` has the code of X.
    A phrase begins a new argument if it is the first or not *continued*.
    """
    first = np.arange(len(predicate))
    joining = np.zeros(int(predicate.max(initial=-1)) + 1, bool)
    joining[predicate[continued]] = True
    rows = np.flatnonzero(joining[predicate])  # all others are arguments by themselves
    group = combine(predicate[rows], label[rows])
    order = np.argsort(group, kind="stable")
    ordered, rows = group[order], rows[order]
    fresh = np.append(True, ordered[1:] != ordered[:-1])[: len(ordered)] | ~continued[rows]
    first[rows] = rows[fresh][np.cumsum(fresh) - 1]
    return first


def _continuing(side: Roles) -> tuple[IntArray, Column]:
    """Return the argument of each phrase if `C-X` continues the last X, and the labels without `C-`."""
    plain, continued = base(side.label)
    first = begun(side.predicate, plain.codes, continued)
    return (np.cumsum(first == np.arange(len(first))) - 1)[first], plain


def _of_one_label(side: Roles) -> tuple[IntArray, Column]:
    """Return the argument of each phrase if X and all C-X are one argument, but each R-X is an argument by
    itself.
    """
    plain, _ = base(side.label)
    referring = np.array([*(value.startswith(REFERRING) for value in side.label.values), False], bool)
    alone = np.where(referring[side.label.codes], np.arange(len(side)) + 1, 0)
    argument, _ = ranked(combine(side.predicate, plain.codes, alone))
    return _in_order(argument), plain


def _in_order(group: IntArray) -> IntArray:
    """Return the groups of rows, numbered in the order of their first rows."""
    if not len(group):
        return group
    first = first_of_each(group)
    place = np.empty(len(first), np.int64)
    place[np.argsort(first, kind="stable")] = np.arange(len(first))
    return place[group]
