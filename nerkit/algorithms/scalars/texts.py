"""Normal forms of texts by the names of normalisers, and how similar two texts are.

    nfc nfkc    the Unicode normalisation forms
    camel       a blank between a small and a capital letter (`birthPlace` is `birth Place`)
    underscores blanks in their place
    casefold    without case (`STRASSE` and `straße` are the same)
    accents     without marks: NFD without category M
    punct       without characters of category P ("5%" is "5"; "$5" stays)
    words       blanks in place of all but letters, digits and _ ("6:30" is "6 30")
    remark      without the part in brackets at the end
    marks       words without characters of category P at their ends
    articles    without the English words a, an, the
    space       runs of white space as one blank, none at the ends
    stem:porter the stems of English words, as `porter` makes them
    sort        words in the order of their characters
    bfcl        as the checker of BFCL: without blanks and , . / - _ * ^, lower case, " for '

They are applied in this order, whatever the order they are named in. If nothing is left of a text, it is
compared as it was, without white space at its ends.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from nerkit.exceptions import UsageError, unknown
from nerkit.ground.limits import MOST_EDITS
from nerkit.ground.patterns import regex

ARTICLES = regex(r"(?<!\w)(?:a|an|the)(?!\w)", re.IGNORECASE)
SPACE = regex(r"\s+")
NO_WORD = regex(r"\W")
CAMEL = regex(r"([a-z])([A-Z])")
REMARK = regex(r"(?<=\S)\s+\([^()]*\)\s*\Z")
BFCL = regex(r"[ ,./\-_*^]")
Normaliser = Callable[[str], str]


def _without(text: str, category: str) -> str:
    if text.isalnum() and text.isascii():
        return text
    return "".join(letter for letter in text if not unicodedata.category(letter).startswith(category))


def _bare(word: str) -> str:
    """Return a word without punctuation at its ends."""
    first, end = 0, len(word)
    while first < end and unicodedata.category(word[first]).startswith("P"):
        first += 1
    while end > first and unicodedata.category(word[end - 1]).startswith("P"):
        end -= 1
    return word[first:end]


def _stems(text: str) -> str:
    from nerkit.algorithms.scalars.porter import stem

    return " ".join(map(stem, text.split()))


NORMALISERS: dict[str, Normaliser] = {  # in the order of application
    "nfc": lambda text: unicodedata.normalize("NFC", text),
    "nfkc": lambda text: unicodedata.normalize("NFKC", text),
    "camel": lambda text: CAMEL.sub(r"\1 \2", text),
    "underscores": lambda text: text.replace("_", " "),
    "casefold": str.casefold,
    "accents": lambda text: text if text.isascii() else _without(unicodedata.normalize("NFD", text), "M"),
    "punct": lambda text: _without(text, "P"),
    "words": lambda text: NO_WORD.sub(" ", text),
    "remark": lambda text: REMARK.sub("", text),
    "marks": lambda text: " ".join(filter(None, map(_bare, text.split()))),
    "articles": lambda text: ARTICLES.sub("", text),
    "space": lambda text: SPACE.sub(" ", text).strip(),
    "stem:porter": _stems,
    "sort": lambda text: " ".join(sorted(text.split())),
    "bfcl": lambda text: BFCL.sub("", text).lower().replace("'", '"'),
}


def normal_names(names: str | Iterable[str]) -> tuple[str, ...]:
    """Return names of normalisers, `A,B` or several, in the order in which they are applied; `none` gives
    none.

    Raises UsageError for an unknown name, and for a value that is not a list of names.
    """
    listed = names.split(",") if isinstance(names, str) else names
    listed = list(listed) if isinstance(listed, Iterable) else [listed]
    if not all(isinstance(name, str) for name in listed):
        raise UsageError(f"normalisers must be a list of names, not {names!r}")
    named = {name.strip() for name in listed} - {"", "none"}
    for name in named:
        if name not in NORMALISERS:
            raise unknown("normaliser", name, [*NORMALISERS, "none"])
    return tuple(name for name in NORMALISERS if name in named)


def normaliser(names: str | Iterable[str]) -> Normaliser:
    """Return the function text -> normal form under these normalisers.

    >>> normaliser("casefold,punct")("A.B., Ltd.")
    'ab ltd'
    """
    steps = [NORMALISERS[name] for name in normal_names(names)]

    def normal(text: str) -> str:
        """Return the normal form of a text; the stripped text if nothing is left of it."""
        form = text
        for step in steps:
            form = step(form)
        return form if form.strip() or not steps else text.strip()

    return normal


def indel_similarity(left: str, right: str) -> float:
    """Return 2 · length of the longest common subsequence / sum of both lengths; 1 for two empty texts.

    >>> indel_similarity("abc", "axc")
    0.6666666666666666
    """
    from nerkit.algorithms.edits import distance

    if len(left) * len(right) > MOST_EDITS:
        raise _too_long(left, right)
    total = len(left) + len(right)
    return (total - distance(left, right, weights=(1, 1, 2))) / total if total else 1.0


def joined_halves(text: str) -> str:
    """Return a text in which each two halves of a surrogate pair are one character."""
    if not any("\ud800" <= letter <= "\udfff" for letter in text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def edit_distance(left: Sequence[object], right: Sequence[object]) -> int:
    """Return Levenshtein's distance of two sequences of characters or words.

    A column of the table is two integers, whose bits show where the column rises and falls (Myers 1999, Hyyrö
    2003). Raises UsageError if the sequences are too long.
    """
    shorter, longer = sorted((left, right), key=len)
    first, end = 0, len(shorter)
    while first < end and shorter[first] == longer[first]:
        first += 1
    beyond = len(longer) - end
    while end > first and shorter[end - 1] == longer[end - 1 + beyond]:
        end -= 1
    size = end - first
    if size * (size + beyond) > MOST_EDITS:
        raise _too_long(longer, shorter)
    if not size:
        return beyond
    places: dict[object, int] = {}
    for bit, one in enumerate(shorter[first:end]):
        places[one] = places.get(one, 0) | 1 << bit
    every, last = (1 << size) - 1, 1 << size - 1
    rises, falls, distance = every, 0, size
    for one in longer[first : end + beyond]:
        equal = places.get(one, 0)
        diagonal = ((equal & rises) + rises ^ rises) | equal | falls
        rises_across, falls_across = falls | ~(diagonal | rises) & every, diagonal & rises
        distance += (rises_across & last > 0) - (falls_across & last > 0)
        rises_across, falls_across = rises_across << 1 | 1, falls_across << 1
        rises = (falls_across | ~(diagonal | rises_across)) & every
        falls = rises_across & diagonal & every
    return distance


def _too_long(left: Sequence[object], right: Sequence[object]) -> UsageError:
    return UsageError(
        f"texts of {len(left):,} and {len(right):,} units are too long for an edit distance; "
        f"the product of their differing parts must be at most {MOST_EDITS:,}"
    )


def edit_similarity(left: str, right: str) -> float:
    """Return 1 - Levenshtein's distance / the longer length, in characters; 1 for two empty texts."""
    longer = max(len(left), len(right))
    return 1 - edit_distance(left, right) / longer if longer else 1.0


def word_edit_similarity(left: str, right: str) -> float:
    """Return 1 - Levenshtein's distance / the longer length, in words between white space; 1 without
    words.
    """
    words = left.split(), right.split()
    longer = max(map(len, words))
    return 1 - edit_distance(*words) / longer if longer else 1.0


def token_similarity(left: str, right: str) -> float:
    """Return F1 of the words of two texts as bags; 1 for two texts without words."""
    words = Counter(left.split()), Counter(right.split())
    total = words[0].total() + words[1].total()
    return 2 * (words[0] & words[1]).total() / total if total else 1.0
