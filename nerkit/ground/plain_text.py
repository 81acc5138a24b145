"""Text of other people on its way to people: what could steer a terminal or a build server is shown instead.

Ids, labels, excerpts and file names are data of files. Two things may not happen where they are printed:

    visible     a control or bidirectional character takes effect: it is shown by its code, `\\x1b`, `\\u202e`
    inert       a line is read as a command by the server that runs the build: `::error::` at the beginning of
                a line, `##[warning]` anywhere in it; the character that makes it one is shown by its code

Tables, drawings and messages go through these; formats for programs (json, csv, tsv) are exact.
"""

import re

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


def visible(text: str, keep: str = "") -> str:
    """The text with control and bidirectional characters shown by their codes, but for those in *keep*.

    So is the bracket of `##[warning]`, here already, as the width of a cell is that of what it shows.
    """
    if "##" in text:
        text = re.sub(ANYWHERE, r"\1\\x5b", text)
    if text.isascii() and text.isprintable():
        return text
    return re.sub(SHOWN_BY_CODE, lambda match: match[0] if match[0] in keep else _code(match[0]), text)


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
