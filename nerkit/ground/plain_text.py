"""Text of strangers, made safe to print: characters that could steer a terminal or a build server are shown
by their codes.

Ids, labels, excerpts and file names are data of files. Two things must not happen when they are printed:

    visible     a control or bidirectional character takes effect: it is shown by its code, `\\x1b`, `\\u202e`
    inert       the server that runs the build reads a line as a command: `::error::` at the beginning of a
                line, `##[warning]` anywhere in it. The character that makes the command is shown by its code

Tables, drawings and messages go through these; formats for programs (json, csv, tsv) are exact.

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
BEHIND_BLANKS, BEHIND_BARS = r"[^ ]+ ?| ", r"[^|]+\|?|\|"  # parts of a line, which may be folded behind them
OTHERS = f"[^{NARROW}]"
CUT, LEFT_OUT = "…", " … "  # stand for text that was left out: for letters, and for words
INVISIBLE = ("Mn", "Me", "Cf")  # general categories of marks without a width, and of format characters


def visible(text: str, keep: str = "") -> str:
    """The text with control and bidirectional characters shown by their codes, except characters in *keep*.

    The bracket of `##[warning]` is also shown by its code here, because the width of a cell is the width of
    its visible text.
    """
    if "##" in text:
        text = re.sub(ANYWHERE, r"\1\\x5b", text)
    if text.isascii() and text.isprintable():
        return text
    return re.sub(SHOWN_BY_CODE, lambda match: match[0] if match[0] in keep else _code(match[0]), text)


def visible_value(value: object) -> str:
    """A value as a text that is `visible`."""
    return visible(str(value))


def inert(text: str) -> str:
    """The text without a line that a build server takes for a command: the character that begins it is shown
    by its code.
    """
    if "::" in text:
        text = re.sub(AT_THE_BEGINNING, r"\1\\x3a", text)
    return re.sub(ANYWHERE, r"\1\\x5b", text) if "##" in text else text


def message(text: str) -> str:
    """Lines of our own with text of others in them, as they go to a terminal."""
    return inert(visible(text, "\n\t"))


def _code(character: str) -> str:
    number = ord(character)
    known = SHORT.get(character)
    return known or (f"\\x{number:02x}" if number < 0x100 else repr(character)[1:-1])


def width(text: str) -> int:
    """The columns that a text takes."""
    if text.isascii():
        return len(text)
    others = re.findall(OTHERS, text)
    return len(text) - len(others) + sum(map(character_width, others))


@lru_cache(maxsize=1 << 12)
def character_width(character: str) -> int:
    """The columns that a character takes: 0, 1 or 2."""
    if character.isascii():
        return 1
    from unicodedata import category, combining, east_asian_width

    if combining(character) or category(character) in INVISIBLE:
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def padded(text: str, columns: int, side: str) -> str:
    """The text with blanks up to a width; *side* is its place, `left` or `right`."""
    blanks = " " * (columns - width(text))
    return text + blanks if side == "left" else blanks + text


def cut_in_the_middle(text: str, columns: int) -> str:
    """The beginning and the end of a text, if it is wider than that many columns."""
    if width(text) <= columns:
        return text
    room = max(columns - 1, 0)
    end = room // 2
    return beginning(text, room - end) + CUT + ending(text, end) if columns > 0 else ""


def cut_between_words(text: str, columns: int) -> str:
    """The first and the last words of a text that is wider than that many columns.

    A word that is too wide for them alone is cut in its middle.
    """
    if width(text) <= columns:
        return text
    room = columns - width(LEFT_OUT)
    last = last_words(text, room // 2)
    first = first_words(text, room - width(last))
    return f"{first}{LEFT_OUT}{last}" if first and last else cut_in_the_middle(text, columns)


def cut_around(text: str, columns: int) -> str:
    """The words of a text around its part in brackets, if the text is wider than that many columns."""
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
    """Return the first words that fit. In scripts with wide letters each letter is a word."""
    kept = beginning(text, columns)
    if kept == text or not kept or text[len(kept)] == " " or _is_between(text, len(kept)):
        return kept
    return kept.rpartition(" ")[0]


def last_words(text: str, columns: int) -> str:
    """Return the last words that fit. In scripts with wide letters each letter is a word."""
    kept = ending(text, columns)
    place = len(text) - len(kept)
    if not place or not kept or text[place - 1] == " " or _is_between(text, place):
        return kept
    return kept.partition(" ")[2]


def _is_between(text: str, place: int) -> bool:
    """Whether a letter beside this place is wide, so that the text may be cut here."""
    return max(character_width(text[place - 1]), character_width(text[place])) == 2


def folded(text: str, columns: int | None, indent: str = "  ", used: int = 0, after: str = " ") -> str:
    """Return a line of text in lines of at most that many columns, all but the first behind an indent.

    A line ends behind one of the characters *after*, and words stay whole. With *columns* None there is no
    limit. On the first line, *used* columns are taken before the text.
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
    """The longest beginning of a text that fits, with marks beside their letters."""
    used = 0
    for place, character in enumerate(text):
        used += character_width(character)
        if used > columns:
            return text[:place]
    return text


def ending(text: str, columns: int) -> str:
    """The longest end of a text that fits; a mark is left out with its letter."""
    used, first = 0, len(text)
    for place in range(len(text) - 1, -1, -1):
        own = character_width(text[place])
        used += own
        if used > columns:
            break
        if own:
            first = place
    return text[first:]
