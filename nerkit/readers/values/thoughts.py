"""Removes a model's thoughts before its answer."""

import re

from nerkit.ground.patterns import regex

THOUGHT = regex(r"<(/?)think>", re.IGNORECASE)  # a tag that begins or ends a thought


def without_thoughts(text: str) -> str:
    """The text with a blank in place of each `<think>…</think>`. An unclosed `<think>` stays."""
    pieces, begin, opened = list[str](), 0, -1
    for mark in THOUGHT.finditer(text):
        if not mark[1] and opened < 0:
            opened = mark.start()
        elif mark[1] and opened >= 0:
            pieces.append(text[begin:opened])
            begin, opened = mark.end(), -1
    return " ".join([*pieces, text[begin:]])
