"""Words, labels and ids as corpora have them: many forms of which few are frequent, some not ASCII.

The form of rank *r* is drawn as often as 1 / *r* (Zipf 1949): of 60,000 forms the first hundred make 45 % of
a text, and a million words have nearly all of them.
"""

import random
from functools import cache
from itertools import accumulate

FORMS = 60_000
# the 18 of OntoNotes
TYPES = (
    "PERSON NORP FAC ORG GPE LOC PRODUCT EVENT WORK_OF_ART LAW LANGUAGE DATE TIME PERCENT MONEY QUANTITY "
    "ORDINAL CARDINAL"
)
LETTERS = "b c d f g h k l m n p r s t v w z br ch cl dr gr pl pr sh st th tr"
ROUND = "a e i o u a e i o u ai ea ou ü é ö ø ą и"
LABELS, ONSETS, VOWELS = (tuple(listed.split()) for listed in (TYPES, LETTERS, ROUND))
CODAS = ("", "", "", "n", "r", "s", "l", "t", "nd", "st", "ng", "ß", "ж")
SENTENCE, DOCUMENT = 20, 25  # words of a sentence on average, sentences of a document


@cache
def vocabulary() -> tuple[list[str], list[float]]:
    """The forms, all different, and their cumulated weights; one in nine begins with a capital."""
    chance = random.Random(60_000)
    forms = dict.fromkeys(
        ["the", ",", ".", "of", "and", "to", "a", "in", "that", '"', "'s", "is", "for", "-", "said"]
    )
    while len(forms) < FORMS:
        syllables = chance.choice((1, 2, 2, 3, 3, 4))
        form = "".join(
            chance.choice(ONSETS) + chance.choice(VOWELS) + chance.choice(CODAS) for _ in range(syllables)
        )
        forms[form.capitalize() if chance.random() < 1 / 9 else form] = None
    return list(forms), list(accumulate(1 / rank for rank in range(1, FORMS + 1)))


def words(chance: random.Random, count: int) -> list[str]:
    """So many words of a text."""
    forms, weights = vocabulary()
    return chance.choices(forms, cum_weights=weights, k=count)


def labels(chance: random.Random, count: int) -> list[str]:
    """So many labels; the first of the eighteen is ten times as frequent as the last."""
    return chance.choices(LABELS, weights=range(len(LABELS) + 2, 2, -1), k=count)


def document_id(number: int) -> str:
    """The id of a document, as those of news wires."""
    return f"nw/wsj/{number % 25:02}/NYT_ENG_{number:08}.{number * 37 % 9973:04}"
