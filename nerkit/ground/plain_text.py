"""Make text from input files safe to print. Characters that could control a terminal or a build server are
replaced by their codes.

Ids, labels, excerpts and file names come from input files, so they can contain any character. Two functions
protect the output, and a third measures it:

    visible     shows control and bidirectional characters by their codes, such as `\\x1b` and `\\u202e`
    inert       breaks commands to build servers, such as `::error::` at the beginning of a line or
                `##[warning]` anywhere, by showing the first character by its code

Tables, drawings and messages use these functions. Formats for programs (json, csv, tsv) do not.

    width       text on a terminal: letters of East Asian scripts and emoji take two columns (East_Asian_Width
                W and F of Unicode). Marks that combine with the letter before them and invisible characters
                take none, all others one. Text is padded, or cut to fit
"""

import re
from functools import lru_cache

# C0, C1 and DEL; marks, embeddings, overrides and isolates of direction; separators of lines and paragraphs;
# halves of surrogate pairs; what is no character at all; tags, which nobody sees; patterns are compiled at
# their first use
SHOWN_BY_CODE = (
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff"
    "\U000e0000-\U000e007f]"
)
SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
# GitHub's runner skips blanks before `::`; `##[` is its older form, `##vso[` and `##teamcity[` are of others
AT_THE_BEGINNING = r"(?m)^([\s\u200b-\u200f\u2060\ufeff]*):(?=:)"
ANYWHERE = r"(##\w*)\["
# characters whose width has to be looked up: not those of Latin, Greek, Cyrillic and Armenian, nor dashes,
# quotes and arrows, each of which takes one column
NARROW = (
    "\x00-\xac\xae-\u02ff\u0370-\u0377\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u0482\u048a-\u052f"
    "\u0531-\u0556\u2010-\u2027\u202f-\u205f\u2190-\u2319"
)
BEHIND_BLANKS, BEHIND_BARS = r"[^ ]+ ?| ", r"[^|]+\|?|\|"  # parts that a line can be wrapped after
OTHERS = f"[^{NARROW}]"
CUT, LEFT_OUT = "…", " … "  # marks for omitted text: letters, words
INVISIBLE = ("Mn", "Me", "Cf")  # general categories of marks without a width, and of format characters


def visible(text: str, keep: str = "") -> str:
    """Replace control and bidirectional characters by their codes, except characters in *keep*.

    The bracket of `##[warning]` is also replaced here, so that the result already has its final width.
    """
    if "##" in text:
        text = re.sub(ANYWHERE, r"\1\\x5b", text)
    if text.isascii() and text.isprintable():
        return text
    return re.sub(SHOWN_BY_CODE, lambda match: match[0] if match[0] in keep else _code(match[0]), text)


def visible_value(value: object) -> str:
    """The text of a value, made safe by `visible`."""
    return visible(str(value))


def inert(text: str) -> str:
    """Replace the first character of each command of a build server in the text by its code."""
    if "::" in text:
        text = re.sub(AT_THE_BEGINNING, r"\1\\x3a", text)
    return re.sub(ANYWHERE, r"\1\\x5b", text) if "##" in text else text


def message(text: str) -> str:
    """A message of nerkit with text from input files, made safe for the terminal."""
    return inert(visible(text, "\n\t"))


def _code(character: str) -> str:
    number = ord(character)
    known = SHORT.get(character)
    return known or (f"\\x{number:02x}" if number < 0x100 else repr(character)[1:-1])


def width(text: str) -> int:
    """The width of a text on a terminal, in columns."""
    if text.isascii():
        return len(text)
    others = re.findall(OTHERS, text)
    return len(text) - len(others) + sum(map(character_width, others))


@lru_cache(maxsize=1 << 12)
def character_width(character: str) -> int:
    """The width of a character on a terminal: 0, 1 or 2 columns."""
    if character.isascii():
        return 1
    from unicodedata import category, combining, east_asian_width

    if combining(character) or category(character) in INVISIBLE:
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def padded(text: str, columns: int, side: str) -> str:
    """Pad a text with blanks to a width; *side* is the alignment, `left` or `right`."""
    blanks = " " * (columns - width(text))
    return text + blanks if side == "left" else blanks + text


def cut_in_the_middle(text: str, columns: int) -> str:
    """Shorten a text to *columns* by removing its middle."""
    if width(text) <= columns:
        return text
    room = max(columns - 1, 0)
    end = room // 2
    return beginning(text, room - end) + CUT + ending(text, end) if columns > 0 else ""


def cut_between_words(text: str, columns: int) -> str:
    """Shorten a text to *columns* by removing words in the middle.

    If no whole word fits on a side, the text is cut inside words.
    """
    if width(text) <= columns:
        return text
    room = columns - width(LEFT_OUT)
    last = last_words(text, room // 2)
    first = first_words(text, room - width(last))
    return f"{first}{LEFT_OUT}{last}" if first and last else cut_in_the_middle(text, columns)


def cut_around(text: str, columns: int) -> str:
    """Shorten a text to *columns*, keeping the words near its part in brackets."""
    if width(text) <= columns:
        return text
    before, opening, rest = text.partition("[")
    inside, closing, after = rest.rpartition("]")
    if not (opening and closing):
        return cut_between_words(text, columns)
    marked = f"[{cut_between_words(inside, max(columns * 2 // 3, 1))}]"
    room = max((columns - width(marked)) // 2 - width(CUT), 0)
    left, right = last_words(before, max(room, 2 * room - width(after))), ""
    right = first_words(after, 2 * room - width(left))
    cut = f"{'' if left == before else CUT}{left}{marked}{right}{'' if right == after else CUT}"
    return beginning(cut, columns)


def first_words(text: str, columns: int) -> str:
    """The first words of a text that fit into *columns*. In scripts with wide letters, each letter counts as
    a word.
    """
    kept = beginning(text, columns)
    if kept == text or not kept or text[len(kept)] == " " or _is_between(text, len(kept)):
        return kept
    return kept.rpartition(" ")[0]


def last_words(text: str, columns: int) -> str:
    """The last words of a text that fit into *columns*. In scripts with wide letters, each letter counts as a
    word.
    """
    kept = ending(text, columns)
    place = len(text) - len(kept)
    if not place or not kept or text[place - 1] == " " or _is_between(text, place):
        return kept
    return kept.partition(" ")[2]


def _is_between(text: str, place: int) -> bool:
    """Whether a text can be cut before index *place*, because a letter beside that place is wide."""
    return max(character_width(text[place - 1]), character_width(text[place])) == 2


def folded(text: str, columns: int | None, indent: str = "  ", used: int = 0, after: str = " ") -> str:
    """Wrap a line of text to *columns*; all lines but the first get *indent*.

    Lines break only after one of the characters in *after*. With *columns* None, the text is not wrapped. The
    first *used* columns of the first line are already occupied.
    """
    if columns is None or used + width(text) <= columns:
        return text
    lines, room = [""], columns - used
    words = re.findall(BEHIND_BLANKS, text)
    if "|" in after:
        words = [part for word in words for part in re.findall(BEHIND_BARS, word)]
    for word in words:
        if width(word.rstrip(" ")) > room and (lines[-1] or used):
            lines, room, used = [*lines, ""], columns - width(indent), 0
        lines[-1] += word
        room -= width(word)
    return f"\n{indent}".join(line.rstrip(" ") for line in lines)


def beginning(text: str, columns: int) -> str:
    """The longest beginning of a text that fits into *columns*. Combining marks stay with their letters."""
    used = 0
    for place, character in enumerate(text):
        used += character_width(character)
        if used > columns:
            return text[:place]
    return text


def ending(text: str, columns: int) -> str:
    """The longest end of a text that fits into *columns*. Combining marks stay with their letters."""
    used, first = 0, len(text)
    for place in range(len(text) - 1, -1, -1):
        own = character_width(text[place])
        used += own
        if used > columns:
            break
        if own:
            first = place
    return text[first:]
