"""Answers as words: exact match and F1 of SQuAD (Rajpurkar et al. 2016, 2018), TriviaQA and DROP.

squad, triviaqa   F1 of two bags of words. Readings with an empty normal form are dropped. If no reading is
                  left, only an empty answer is right
drop              answers are spans, which are paired 1:1 as sets of words. Two spans have F1 0 if gold's
                  numbers are not in the answer. The score is the mean over the spans of the longer side, to
                  two decimals
"""

import string
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from nerkit.algorithms.assignment import best_matching
from nerkit.ground.patterns import regex

ARTICLES = regex(r"\b(a|an|the)\b")
GAPS = regex("[ -]")
NO_PUNCTUATION = str.maketrans("", "", string.punctuation)
SPACED = str.maketrans(dict.fromkeys(f"{string.punctuation}‘’´`", " "))
Scored = tuple[Fraction, Fraction]  # F1 and exact match
RIGHT, WRONG = Fraction(1), Fraction(0)


def squad_form(text: str) -> str:
    """Return the normal form of SQuAD: without case, punctuation and articles.

    >>> squad_form("The Levi's  Stadium!")
    'levis stadium'
    """
    return _joined(ARTICLES.sub(" ", text.lower().translate(NO_PUNCTUATION)))


def triviaqa_form(text: str) -> str:
    """Return the normal form of TriviaQA: as in SQuAD, but punctuation and `_` are blanks.

    >>> triviaqa_form("Rock_’n’ Roll")
    'rock n roll'
    """
    return _joined(ARTICLES.sub(" ", text.replace("_", " ").lower().translate(SPACED)))


def _joined(text: str) -> str:
    return " ".join(text.split())


def bag_score(readings: Sequence[str], answer: str, form: Callable[[str], str]) -> tuple[Scored, int | None]:
    """Return the best F1 and exact match of an answer, and the place of the reading with the best F1.

    form   the function that returns the normal form of a text

    The place is None if no reading has words.
    """
    normal = [(place, form(one)) for place, one in enumerate(readings)]
    told: list[tuple[int | None, str]] = [(place, one) for place, one in normal if one] or [(None, "")]
    own = form(answer)
    scores = [(_bag_f1(one, own), Fraction(one == own)) for _, one in told]
    best = max(range(len(told)), key=lambda at: scores[at])
    return (scores[best][0], max(exact for _, exact in scores)), told[best][0]


def _bag_f1(gold: str, system: str) -> Fraction:
    ours, theirs = gold.split(), system.split()
    if not ours or not theirs:
        return Fraction(ours == theirs)
    common = sum((Counter(ours) & Counter(theirs)).values())
    return Fraction(2 * common, len(ours) + len(theirs))


def drop_form(text: str) -> str:
    """Return the normal form of DROP: words without case, punctuation and articles, split at hyphens.

    Numbers are written as Python writes them.

    >>> drop_form("the $1,000 ten-yard line")
    '1000.0 ten yard line'
    """
    words = (_drop_word(word) for word in GAPS.split(text))
    return " ".join(word for word in words if word)


def _drop_word(word: str) -> str:
    word = word.lower()
    if not _is_number(word):
        word = word.translate(NO_PUNCTUATION)
    return _joined(ARTICLES.sub(" ", str(float(word)) if _is_number(word) else word))


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def drop_score(readings: Sequence[Sequence[str]], answer: Sequence[str]) -> tuple[Scored, int | None]:
    """Return the best F1 and exact match of an answer's spans, and the place of the reading with the best F1.

    Readings that begin with a blank span never count.
    """
    best, place = (WRONG, WRONG), None
    own = list(map(drop_form, answer))
    for at, reading in enumerate(readings):
        if not reading or not reading[0].strip():
            continue
        gold = list(map(drop_form, reading))
        exact = Fraction(set(gold) == set(own) and len(gold) == len(own))
        f1 = _aligned([set(one.split()) for one in gold], [set(one.split()) for one in own])
        if place is None or f1 > best[0]:
            place = at
        best = max(best[0], f1), max(best[1], exact)
    return best, place


def _aligned(gold: Sequence[set[str]], system: Sequence[set[str]]) -> Fraction:
    """Return the mean F1 of the best pairing of spans, to two decimals, half to even."""
    pairs = [(i, j, _set_f1(one, other)) for i, one in enumerate(gold) for j, other in enumerate(system)]
    pairs = [pair for pair in pairs if pair[2]]
    rows, columns = (np.array([pair[side] for pair in pairs], np.int64) for side in (0, 1))
    chosen = best_matching(rows, columns, np.array([float(pair[2]) for pair in pairs]))
    total = sum((pairs[int(at)][2] for at in np.flatnonzero(chosen)), start=WRONG)
    return Fraction(round(100 * total / max(len(gold), len(system), 1)), 100)


def _set_f1(gold: set[str], system: set[str]) -> Fraction:
    numbers = set(filter(_is_number, gold))
    if numbers and not numbers & system:
        return WRONG
    common = len(gold & system)
    precision = Fraction(common, len(system)) if system else RIGHT
    recall = Fraction(common, len(gold)) if gold else RIGHT
    return 2 * precision * recall / (precision + recall) if precision + recall else WRONG


TEXT_FORMS: dict[str, Callable[[str], str]] = {"squad": squad_form, "triviaqa": triviaqa_form}
