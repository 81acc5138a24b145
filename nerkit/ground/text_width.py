"""The width of text on a terminal.

Letters of East Asian scripts and emoji take two columns (East_Asian_Width W and F of Unicode), marks that
combine with the letter before them and invisible characters none, all others one.
"""

import re
from functools import lru_cache
from unicodedata import category, combining, east_asian_width

# characters whose width has to be looked up: not those of Latin, Greek, Cyrillic and Armenian, nor dashes,
# quotes and arrows, each of which takes one column
NARROW = (
    "\x00-\xac\xae-\u02ff\u0370-\u0377\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u0482\u048a-\u052f"
    "\u0531-\u0556\u2010-\u2027\u202f-\u205f\u2190-\u2319"
)
OTHERS = re.compile(f"[^{NARROW}]")
INVISIBLE = ("Mn", "Me", "Cf")  # general categories of marks without a width, and of format characters


def width(text: str) -> int:
    """The columns that a text takes."""
    if text.isascii():
        return len(text)
    others = OTHERS.findall(text)
    return len(text) - len(others) + sum(map(character_width, others))


@lru_cache(maxsize=1 << 12)
def character_width(character: str) -> int:
    """The columns that a character takes: 0, 1 or 2."""
    if character.isascii():
        return 1
    if combining(character) or category(character) in INVISIBLE:
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
