"""Porter's stems of English words (Porter 1980), with the changes that nltk makes by default.

A word is [C](VC)^m[V] of runs of vowels and of consonants. m, its *measure*, is about the number of its
syllables:

    m = 0   tree, by      m = 1   trouble, oats      m = 2   troubles, private

Each of seven steps removes or replaces one ending if the rest is long enough:
`generalizations` -> generalization -> generalize -> general -> gener.

The changes: words of two letters stay. A table holds the stems of a few irregular words. `-ies` and `-ied` of
four letters become `-ie` (`died` is `die`). Some endings are cut that the paper keeps (`-fulli`, `-logi`).
"""

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

VOWELS = "aeiou"
IRREGULAR = {
    **dict.fromkeys(("sky", "skies"), "sky"),
    "dying": "die",
    "lying": "lie",
    "tying": "tie",
    **dict.fromkeys(("inning", "innings"), "inning"),
    **dict.fromkeys(("outing", "outings"), "outing"),
    **dict.fromkeys(("canning", "cannings"), "canning"),
    **{word: word for word in ("news", "howe", "proceed", "exceed", "succeed")},
}


class _Ending(NamedTuple):
    """An ending, its replacement, and a number that the measure of the rest must be above."""

    ending: str
    instead: str
    above: int = 0


DERIVED = (  # step 2
    ("ational", "ate"),
    ("tional", "tion"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("bli", "ble"),
    ("alli", "al"),
    ("entli", "ent"),
    ("eli", "e"),
    ("ousli", "ous"),
    ("ization", "ize"),
    ("ation", "ate"),
    ("ator", "ate"),
    ("alism", "al"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("biliti", "ble"),
    ("fulli", "ful"),
)
SHORTENED = (  # step 3
    ("icate", "ic"),
    ("ative", ""),
    ("alize", "al"),
    ("iciti", "ic"),
    ("ical", "ic"),
    ("ful", ""),
    ("ness", ""),
)
DROPPED = (  # step 4, if m > 1
    *("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent"),
    *("ion", "ou", "ism", "ate", "iti", "ous", "ive", "ize"),
)
STEPS = (
    tuple(_Ending(*pair) for pair in DERIVED),
    tuple(_Ending(*pair) for pair in SHORTENED),
    tuple(_Ending(ending, "", 1) for ending in DROPPED),
)


@lru_cache(maxsize=1 << 17)
def stem(word: str) -> str:
    """Return the stem of a word, in small letters.

    >>> [stem(word) for word in ("Generalizations", "theories", "parsing", "died")]
    ['gener', 'theori', 'pars', 'die']
    """
    word = word.lower()
    if word in IRREGULAR:
        return IRREGULAR[word]
    if len(word) <= 2:
        return word
    word = _past(_plural(word))
    if word.endswith("y") and len(word) > 2 and _is_consonant(word, len(word) - 2):
        word = f"{word[:-1]}i"
    for endings in STEPS:
        word = _shortened(word, endings)
    return _tidied(word)


def _is_consonant(word: str, place: int) -> bool:
    """Return whether a letter is a consonant; y behind a consonant is not."""
    if word[place] == "y":
        return place == 0 or not _is_consonant(word, place - 1)
    return word[place] not in VOWELS


def _measure(word: str) -> int:
    """Return the number of times that a consonant follows a vowel."""
    kinds = [_is_consonant(word, place) for place in range(len(word))]
    return sum(later and not earlier for earlier, later in pairwise(kinds))


def _is_short(word: str) -> bool:
    """Return whether a word ends in consonant, vowel, consonant other than w, x, y, or is vowel and
    consonant.
    """
    kinds = [_is_consonant(word, place) for place in range(len(word))]
    if len(word) == 2:
        return kinds == [False, True]
    return kinds[-3:] == [True, False, True] and word[-1] not in "wxy"


def _plural(word: str) -> str:
    """Do step 1a: remove the ending of a plural."""
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past(word: str) -> str:
    """Do step 1b: remove `-ed` and `-ing`."""
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    ending = next((one for one in ("ed", "ing") if word.endswith(one)), None)
    rest = word[: -len(ending)] if ending else ""
    if all(_is_consonant(rest, place) for place in range(len(rest))):  # no vowel
        return word
    if rest.endswith(("at", "bl", "iz")):
        return f"{rest}e"
    if rest[-1:] == rest[-2:-1] and _is_consonant(rest, len(rest) - 1):
        return rest if rest[-1] in "lsz" else rest[:-1]
    return f"{rest}e" if _measure(rest) == 1 and _is_short(rest) else rest


def _shortened(word: str, endings: tuple[_Ending, ...]) -> str:
    """Replace the first of *endings* that a word has, if the measure of the rest allows it."""
    if endings is STEPS[0]:
        if word.endswith("alli") and _measure(word[:-4]) > 0:
            return _shortened(word[:-2], endings)
        if word.endswith("logi"):
            return word[:-1] if _measure(word[:-3]) > 0 else word
    for one in endings:
        if not word.endswith(one.ending):
            continue
        rest = word[: -len(one.ending)]
        fits = _measure(rest) > one.above and (one.ending != "ion" or rest[-1] in "st")
        return f"{rest}{one.instead}" if fits else word
    return word


def _tidied(word: str) -> str:
    """Do step 5: remove a silent e, and one l of two."""
    if word.endswith("e"):
        rest = word[:-1]
        measure = _measure(rest)
        if measure > 1 or (measure == 1 and not _is_short(rest)):
            word = rest
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word
