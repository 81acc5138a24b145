"""Recognise answers of a model that say in words that there are no entities: "No entities found."

Such an answer counts as an empty list `[]`, not as unreadable. It is short, its first sentence denies
entities, and the other sentences have neither quotes nor lists.
"""

import re

from nerkit.ground.patterns import regex
from nerkit.readers.values.thoughts import without_thoughts

LONGEST = 300  # characters of such an answer
WHAT = (
    r"(?:entit(?:y|ies)|mentions?|spans?|names|people|persons?|organi[sz]ations?|locations?|places?|results?)"
)
KIND = r"(?:named |such |relevant |explicit |identifiable |recogni[sz]able |valid |specific |other )"
OPENING = r"(?:(?:sorry|unfortunately|okay|ok|sure|well)[,.!:] |(?:answer|output|result|response|entities): )"
TEXT = r"(?:the|this|your) (?:\w+ ){1,3}"
HAS_NONE = rf"(?:contains|has|mentions|includes|lists) no {KIND}*{WHAT}"
HAS_NOT = rf"(?:does not|doesn't) (?:contain|have|mention|include|list) any {KIND}*{WHAT}"
THERE = rf"(?:there (?:are|is|were|was) |i (?:found|see|identified) )?no {KIND}*{WHAT}"
FAILED = (
    r"(?:i |there )?(?:could not|couldn't|cannot|can't|did not|didn't|do not|don't|are not|aren't) "
    rf"(?:find |see |identify |detect |recogni[sz]e )?any {KIND}*{WHAT}"
)
ALONE = r"(?:none|nothing|n/a|null|empty|no)(?: (?:was |were )?found)?"
NOTHING = regex(
    rf"(?:{OPENING})?(?:(?:{THERE}|{FAILED}|{TEXT}(?:{HAS_NONE}|{HAS_NOT}))(?=\W|\Z)[^.:!\n]*+|{ALONE})"
    r"(?:[.!][^:\"“”\[{<|*]*+)?",
    re.IGNORECASE,
)
YET = regex(r"\b(?:but|however|except|although|though|only)\b", re.IGNORECASE)


def says_nothing(text: str) -> bool:
    """Whether an answer says in words that there are no entities.

    >>> says_nothing("There are no named entities in this text."), says_nothing("No entities but Oslo.")
    (True, False)
    """
    answer = without_thoughts(text).strip("\ufeff \t\r\n`*_\"'")
    if len(answer) > LONGEST or NOTHING.fullmatch(" ".join(answer.split()).replace("’", "'")) is None:
        return False
    return YET.search(answer) is None
