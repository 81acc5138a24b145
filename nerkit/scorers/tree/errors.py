"""The errors in bracketed trees, bracket by bracket.

    correct     words and label are right, and the words of the bracket above
    attachment  words and label are right, and the bracket above has other words
    label       the words are right, the label is wrong
    missed, spurious    no bracket of the other side has these words

Offsets count words of the sentence, including words that are left out. The text of a bracket is its words;
the context has words of its sentence.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, IntArray
from nerkit.algorithms.keys import combine
from nerkit.corpora.brackets import Constituents
from nerkit.corpora.corpus import Batch, places_of
from nerkit.results.errors import CORRECT, MISSED, SPURIOUS, Errors, Items, joined_words, shortened
from nerkit.results.pairing_steps import Equal, ItemPairing
from nerkit.scorers.task import Measure
from nerkit.scorers.tree.brackets import Brackets
from nerkit.scorers.tree.comparison import ComparedTrees
from nerkit.scorers.tree.gaps import terminals_of
from nerkit.scorers.tree.options import Options

KINDS = (CORRECT, "attachment", "label", MISSED, SPURIOUS)
UNLABELED = "unlabeled"  # the measure that looks at no labels
WORDS = ("start", "end", "shape")  # columns that are the same for brackets of the same words
AROUND = 4  # words on either side
FAR = 100  # words of a gap above which those in the middle are left out


def find(batch: Batch[Constituents], _: Sequence[Measure], options: Options) -> Errors:
    """Return the scored brackets of both sides as pairs, each with an error class."""
    return listed(ComparedTrees(batch, options), batch.documents)


def listed(compared: ComparedTrees, documents: Sequence[str]) -> Errors:
    """Return the scored brackets of compared trees as pairs, each with an error class."""
    sides = compared.sides.gold, compared.sides.system
    trees = [words.trees for words in compared.pairs.sides]
    columns = {name: [getattr(side, name) for side in sides] for name in ("pair", *WORDS)}
    columns["document"] = [compared.pairs.document[pair] for pair in columns["pair"]]
    pairing = ItemPairing.of_sides(KINDS, columns)
    above = _words_above(trees, sides)
    gold, system = compared.matched()
    system = system + pairing.split
    pairing.take(gold, system, np.where(above[gold] == above[system], 0, 1))
    pairing.run([Equal(" ".join(("pair", *WORDS)), "label")])
    pairing.alone()
    items = _items(trees[0]), _items(trees[1])
    errors = pairing.errors(documents, items, "pair start -end gold system")
    constituents = [
        np.append(side.row, NONE)[rows]
        for side, rows in zip(sides, (errors.gold, errors.system), strict=True)
    ]
    return replace(errors, gold=constituents[0], system=constituents[1], agreeing=_Agreeing(errors.kind))


@dataclass(frozen=True)
class _Agreeing:
    """The pairs that a measure takes for matches, by error class. No measure looks at the bracket above; an
    unlabelled measure does not look at the label, either.
    """

    kind: IntArray

    def __call__(self, measure: Measure) -> BoolArray:
        matches = ("attachment", "label") if measure.name == UNLABELED else ("attachment",)
        return np.isin(self.kind, [KINDS.index(name) for name in matches])


def _words_above(trees: Sequence[Constituents], sides: Sequence[Brackets]) -> IntArray:
    """Return a key for the words of the bracket above each gold bracket, then above each system bracket;
    brackets at the top share one key.
    """
    above = [_above(tree, side) for tree, side in zip(trees, sides, strict=True)]
    return combine(
        *(
            np.concatenate(
                [np.append(getattr(side, name), NONE)[rows] for side, rows in zip(sides, above, strict=True)]
            )
            for name in WORDS
        )
    )


def _above(trees: Constituents, side: Brackets) -> IntArray:
    """Return the position of the parent of each bracket among the scored brackets; NONE at the top."""
    place = np.full(len(trees) + 1, NONE)
    place[side.row] = np.arange(len(side))
    ancestor = np.append(np.where(place[:-1] == NONE, trees.parent, np.arange(len(trees))), NONE)
    for _ in range(int(trees.level.max(initial=0)).bit_length()):  # the way up, twice as far each time
        ancestor = ancestor[ancestor]
    above: IntArray = place[ancestor[trees.parent[side.row]]]
    return above


def _items(trees: Constituents) -> Items:
    first = trees.begin[trees.sentence]
    line = np.where(trees.at > 0, trees.at, trees.line[trees.sentence])
    return Items(
        trees.label,
        trees.first - first,
        trees.last - first,
        _text(trees),
        _around(trees),
        places_of(trees.origins, line, trees.sentence),
        trees.sentence + 1,
    )


def _text(trees: Constituents) -> Callable[[int], str]:
    """Return a function from a row to the words of its constituent, with … for a gap."""

    def text(row: int) -> str:
        """Return the words of the constituent, joined by blanks, and by … at a gap."""
        return " … ".join(joined_words(trees.words, *stretch) for stretch in _stretches(trees, row))

    return text


def _around(trees: Constituents) -> Callable[[int], str]:
    """Return a function from a row to the words around its constituent, with the constituent in brackets."""

    def around(row: int) -> str:
        """Return the words of the constituent, with at most AROUND words before and after it. A gap of more
        than FAR words is shortened to its ends.
        """
        sentence = int(trees.sentence[row])
        begin, end = int(trees.begin[sentence]), int(trees.begin[sentence + 1])
        stretches = _stretches(trees, row)
        position = max(begin, stretches[0][0] - AROUND)
        shown = list[str]()
        for first, last in stretches:
            if first - position > FAR:
                shown += [*trees.words(range(position, position + AROUND)), "…"]
                position = first - AROUND
            shown += [
                *trees.words(range(position, first)),
                f"[{shortened(joined_words(trees.words, first, last))}]",
            ]
            position = last
        return " ".join([*shown, *trees.words(range(position, min(end, position + AROUND)))])

    return around


def _stretches(trees: Constituents, row: int) -> list[tuple[int, int]]:
    """Return the terminals of a constituent as half-open stretches without gaps: [(first, end), …]."""
    first, last = int(trees.first[row]), int(trees.last[row])
    if trees.size[row] == last - first:
        return [(first, last)]
    terminals = terminals_of(trees, np.array([row]))[1]
    ends = np.flatnonzero(np.diff(terminals) != 1)
    return list(
        zip(
            terminals[np.append(0, ends + 1)].tolist(),
            (terminals[np.append(ends, len(terminals) - 1)] + 1).tolist(),
            strict=True,
        )
    )
