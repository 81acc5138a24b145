"""The width of text on a terminal.

Letters of East Asian scripts and emoji take two columns (East_Asian_Width W and F of Unicode), marks that
combine with the letter before them and invisible characters none, all others one.
"""

import re
from unicodedata import category, combining, east_asian_width

OTHERS = re.compile(r"[^\x00-\x7f]")  # characters whose width has to be looked up
INVISIBLE = ("Mn", "Me", "Cf")  # general categories of marks without a width, and of format characters


def width(text: str) -> int:
    """The columns that a text takes."""
    if text.isascii():
        return len(text)
    others = OTHERS.findall(text)
    return len(text) - len(others) + sum(map(character_width, others))


def character_width(character: str) -> int:
    """The columns that a character takes: 0, 1 or 2."""
    if character.isascii():
        return 1
    if combining(character) or category(character) in INVISIBLE:
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
