"""InstructUIE's answers, one line per text: `LABEL: string, LABEL: string`, or `None`.

    PER: Tolkien, LOC: Oxford, PER: Edith Tolkien

A string can contain commas and colons, because a new entity begins only with a comma, a label and a colon. A
text is a label if an answer begins with it. It is also a label if it has the case (capitals, capitalised,
lower case) of labels at the beginning of answers, and not more words. For example, in `ORG: O'Neil, Inc.,
PER: Ann` the comma before Inc. is part of a name.
"""

import re
from collections.abc import Sequence
from functools import partial

from nerkit.corpora.corpus import CLEAN
from nerkit.readers.register import ANSWER_LABEL
from nerkit.readers.texts.absence import says_nothing
from nerkit.readers.texts.answer_entities import AnswerEntity
from nerkit.readers.texts.answers import NONE_IN_WORDS, UNREAD, AnswerShape, ReadAnswer

BEGINNING = re.compile(rf"\s*({ANSWER_LABEL}): ?")
NEXT = re.compile(rf", ?({ANSWER_LABEL}): ?")
NOTHING = re.compile(r"\s*+(?:(?:none|\[\])\s*+)?(?:\.\s*+)?", re.IGNORECASE)


def parse(text: str, known: frozenset[str] = frozenset()) -> ReadAnswer:
    """Parse a line; *known* are labels at the beginning of other lines.

    >>> parse("ORG: O'Neil, Inc., PER: Ann").entities
    [AnswerEntity(string="O'Neil, Inc.", label='ORG'), AnswerEntity(string='Ann', label='PER')]
    """
    if NOTHING.fullmatch(text):
        return ReadAnswer([], CLEAN)
    first = BEGINNING.match(text)
    if first is None:
        return NONE_IN_WORDS if says_nothing(text) else UNREAD
    labels = known | {first[1]}
    starts = [first, *(match for match in NEXT.finditer(text, first.end()) if _is_label(match[1], labels))]
    ends = [*(match.start() for match in starts[1:]), len(text)]
    strings = [text[match.end() : end].strip() for match, end in zip(starts, ends, strict=True)]
    return ReadAnswer(
        [AnswerEntity(string, match[1]) for match, string in zip(starts, strings, strict=True) if string],
        CLEAN,
        strings.count(""),
    )


def _is_label(text: str, known: frozenset[str]) -> bool:
    """Whether a text between a comma and a colon is a label, by the labels *known*."""
    if text in known:
        return True
    spelt = {_spelling(label) for label in known}
    return _spelling(text) in spelt and len(text.split()) <= max(len(label.split()) for label in known)


def _spelling(text: str) -> str:
    if text.isupper():
        return "capitals"
    return "small" if text.islower() else "capitalised"


def _beginning(texts: Sequence[str]) -> frozenset[str]:
    """The labels at the beginning of the lines of texts."""
    lines = (line for text in texts for line in text.split("\n"))
    return frozenset(match[1] for line in lines if (match := BEGINNING.match(line)))


SHAPE = AnswerShape(lambda texts: partial(parse, known=_beginning(texts)))
READER = SHAPE.reader()
