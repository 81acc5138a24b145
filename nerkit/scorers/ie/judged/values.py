"""Judgements of fillers: looked up by slot and by how fillers are compared, and as an operator of formulas.

A filler that a judgement names carries its mark, `3:0.5` for the fourth line with a credit of 0.5, in its
list `judged`. Two fillers that share a mark are worth that credit, whatever the rules say of them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algebra.operators import Field, Same, Wrapper, same
from nerkit.algebra.rewriting import rewritten
from nerkit.algebra.similarity import Metric, Similarity, SparsePairs, similarity
from nerkit.algorithms.columns import FloatArray, IntArray
from nerkit.algorithms.keys import contained
from nerkit.scorers import judgements
from nerkit.scorers.judgements import Judgement

Judged = TypeVar("Judged", bound=Metric)
GOLD, SYSTEM = 0, 1
PLACES = ("head", "tail", "trigger", "span")  # fields of items that judgements may decide
SETS = ("source", "target", "expression")  # those that are sets of tokens
FIELDS = (*PLACES, *SETS, "type", "head_type", "tail_type", "event", "role", "aspect", "parts")
MARKS = "\0judged "  # before the name of a field: the list of its marks
Normal = Callable[[str, str], str]  # (slot, filler as a judgement writes it) -> as it is compared
FormsOf = Callable[[Judgement, str], list[str]]  # (judgement, "gold" or "system") -> the forms of that value


class JudgedFillers:
    """Judgements as marks of fillers. The function *normal* gives the compared form of a filler of a slot.
    The function *texts* gives the forms in which a line writes a filler of one side.

    Raises InputError if two lines judge one pair differently.
    """

    def __init__(self, lines: Sequence[Judgement], normal: Normal, texts: FormsOf) -> None:
        self._marks: dict[tuple[int, str, str], list[str]] = {}
        self._equal: dict[tuple[int, str, str], list[str]] = {}
        known: dict[tuple[str, str, str], Judgement] = {}
        for place, one in enumerate(lines):
            forms = [[normal(one.path, text) for text in texts(one, side)] for side in ("gold", "system")]
            for gold in forms[GOLD]:
                for system in forms[SYSTEM]:
                    if known.setdefault((one.path, gold, system), one).credit != one.credit:
                        raise one.contradicting(known[one.path, gold, system])
            for side, own in enumerate(forms):
                for text in dict.fromkeys(own):
                    self._marks.setdefault((side, one.path, text), []).append(f"{place}:{one.credit!r}")
                    if one.credit == 1:
                        value = text.partition(": ")[0]
                        self._equal.setdefault((side, one.path, value), []).append(f"\0{place}")

    def marks(self, side: int, slot: str, forms: Iterable[str]) -> list[str]:
        """Return the marks of a filler that may be written in any of these forms."""
        return list(dict.fromkeys(mark for form in forms for mark in self._marks.get((side, slot, form), ())))

    def equals(self, side: int, slots: Sequence[str], forms: Iterable[str]) -> list[str]:
        """The names that fillers of both sides share because they were judged to be equal."""
        keys = ((side, slot, form) for form in forms for slot in slots)
        return list(dict.fromkeys(name for key in keys for name in self._equal.get(key, ())))


def mentions_of(judgement: Judgement, side: str) -> list[str]:
    """Return the mentions of a filler of a side: of a string, or of a list."""
    value = judgement.gold if side == "gold" else judgement.system
    texts = value if isinstance(value, list) else [value]
    if not texts or not all(isinstance(text, str) for text in texts):
        problem = f"{side} must be a filler: a string, or a list of the filler's mentions"
        raise judgement.fail(problem, max(judgement.text.find(f'"{side}"') + 1, 1))
    return texts


@cache
def _judged(path: str, _digest: str, normal: Normal, texts: FormsOf) -> JudgedFillers:
    return JudgedFillers(judgements.read(path)[0], normal, texts)


def judged_fillers(path: str, normal: Normal, texts: FormsOf = mentions_of) -> JudgedFillers:
    """Read the judgements of a file.

    The function *normal* gives the compared form of a filler of a slot, and *texts* the forms in which a line
    writes a value.
    """
    return _judged(path, judgements.read(path)[1], normal, texts)


@dataclass(frozen=True, eq=False, repr=False)
class Decided(Wrapper):
    """A similarity of fillers in which judged pairs have their credit times the largest possible value.

    marks   the name of the list of marks in a filler
    """

    marks: str = "judged"

    @property
    def pointwise(self) -> bool:  # type: ignore[override]
        """False, because a judged pair may have a value where the rule gives none, so pairs are listed."""
        return False

    def decisions(self, level: Level, block: IntArray) -> SparsePairs:
        """Return the judged pairs of rows of one block, with their credits (also 0)."""
        return judged_pairs(level, block, self.marks)

    def pairs(self, level: Level, block: IntArray) -> SparsePairs:
        """Return the pairs of the rule. Judged pairs have their credit times the largest possible value."""
        pairs = self.inner.pairs(level, block)
        decisions = self.decisions(level, block)
        if not len(decisions):
            return pairs
        width = max(len(level), 1)
        by_rule = pairs.take(~contained(pairs.keys(width), np.sort(decisions.keys(width))))
        own = self.inner.own(level)
        most = np.minimum(own[decisions.gold], own[decisions.system])
        return by_rule.join(decisions.valued(decisions.value * most), width)

    def own(self, level: Level) -> FloatArray:
        """Return the value of each filler with itself, by the rule."""
        return self.inner.own(level)

    def text(self, name: str = "") -> str:
        """Return the formula of the rule as text; the signature names the judgements."""
        return self.inner.text(name)


def judged_pairs(level: Level, block: IntArray, name: str = "judged") -> SparsePairs:
    """Return the judged pairs of fillers of one block, with their credits (also 0); the highest of several
    credits.

    *name* is the name of the list of marks.
    """
    marks = level.field(name).elements()
    none = np.empty(0, np.int64)
    if not len(marks):
        return SparsePairs(none, none, np.empty(0))
    shared = same.pairs(marks, block[marks.parent])
    credit = np.array([float(marks.values[row].partition(":")[2]) for row in shared.gold.tolist()])
    width = max(len(level), 1)
    keys, place = np.unique(
        marks.parent[shared.gold] * width + marks.parent[shared.system], return_inverse=True
    )
    value = np.zeros(len(keys))
    np.maximum.at(value, place, credit)
    return SparsePairs(keys // width, keys % width, value)


def judged_credit(level: Level, gold: IntArray, system: IntArray) -> FloatArray:
    """Return the highest credit of each judged pair of fillers, and 1 for other pairs."""
    marks = level.field("judged").values
    credit = np.ones(len(gold))
    for place, pair in enumerate(zip(gold.tolist(), system.tolist(), strict=True)):
        shared = set(marks[pair[0]]).intersection(marks[pair[1]]) if marks[pair[0]] else ()
        if shared:
            credit[place] = max(float(mark.partition(":")[2]) for mark in shared)
    return credit


def decided(inner: Any) -> Similarity:
    """Return a similarity of fillers in which judged pairs have their credit."""
    return Decided(similarity(inner))


def by_judgements(metric: Judged) -> Judged:
    """Return a metric in which judged pairs of fields have their credit, and other pairs the value of the
    rule.
    """

    def change(part: Similarity) -> Similarity | None:
        """Return the field with the credit of judged pairs; None for a part that judgements do not decide."""
        if not isinstance(part, Field) or part.name not in FIELDS:
            return None
        if part.name in SETS or isinstance(part.inner, Same):
            return Decided(part, f"{MARKS}{part.name}")
        return None

    return rewritten(metric, change)
