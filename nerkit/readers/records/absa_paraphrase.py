"""Targets of the paraphrase generation of tuples of aspects: what a decoder makes of a text.

    food quality is great because pizza is tasty [SSEP] service is bad because it is slow

A piece is `CATEGORY is great|ok|bad because ASPECT is OPINION`, where `it` is the aspect that no words name
(NULL). A piece that does not come apart in one way is a tuple of empty texts.
"""

from typing import Any

from nerkit.readers.spans.span_table import Tally

SEPARATOR = "####"  # between a sentence and its target
BETWEEN = "[SSEP]"
POLARITIES = {"great": "positive", "ok": "neutral", "bad": "negative"}
IMPLICIT = "it"
NULL = "NULL"


def recognise(lines: list[str]) -> bool:
    """True when at least half of the lines, of which none is blank, have a tuple that can be decoded."""
    readable = [line for line in lines if any("unread" not in each for each in _tuples(line))]
    return 2 * len(readable) >= len(lines)


def sentence(line: str, tally: Tally) -> dict[str, Any]:
    """The document of a line, which is a target, or a sentence and its target."""
    text, separator, _ = line.partition(SEPARATOR)
    tuples = _tuples(line)
    unread = sum("unread" in each for each in tuples)
    tally.add("generated tuple", "that cannot be decoded (agrees with nothing)", unread)
    return {**({"text": text} if separator else {}), "tuples": tuples}


def _tuples(line: str) -> list[dict[str, Any]]:
    """The tuples of a line: none of a blank target."""
    text, separator, after = line.partition(SEPARATOR)
    target = after if separator else text
    return [_tuple(piece.strip()) for piece in target.split(BETWEEN)] if target.strip() else []


def _tuple(piece: str) -> dict[str, Any]:
    """The tuple of a piece; one of empty texts where it cannot be decoded."""
    try:
        judged, told = piece.split(" because ")
        (category, word), (aspect, opinion) = judged.split(" is "), told.split(" is ")
        polarity = POLARITIES[word]
    except (ValueError, KeyError):
        return {"type": "", "parts": [""] * 4, "unread": True}
    named = NULL if aspect.lower() == IMPLICIT else aspect
    return {"type": polarity, "parts": [named, category, polarity, opinion]}
