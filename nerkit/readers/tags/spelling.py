"""Tags as they are spelt: `O`, or a letter and a type, `B-PER`, `B_NP`, or `PER-B` in suffix style.

Letters are B I E S L U M W; between letter and type stands `-` or `_`, and whatever follows is the type,
blanks and further hyphens included. A letter alone is a tag without type, which is called `_`. All tags of a
file are spelt in one style.
"""

import re
from collections.abc import Iterable

from nerkit.corpora.tags import OUTSIDE, Tag
from nerkit.ground.patterns import regex

LETTERS = "BIESLUMW"
PREFIX = regex(rf"(?P<letter>[{LETTERS}])(?:[-_](?P<type>.+))?\Z", re.DOTALL)
SUFFIX = regex(rf"(?:(?P<type>.+)[-_])?(?P<letter>[{LETTERS}])\Z", re.DOTALL)
STYLES = (PREFIX, SUFFIX)
UNTYPED = "_"
FORM = (
    f"a tag is O, or one of {' '.join(LETTERS)}, a hyphen (or _) and a type, as in B-PER; "
    "column=… chooses the column of the tags"
)


def parse(text: str, style: re.Pattern[str]) -> Tag | None:
    """The tag that *text* spells in this style, None if it is none."""
    if text == OUTSIDE.letter:
        return OUTSIDE
    match = style.match(text)
    return Tag(match["letter"], match["type"] or UNTYPED) if match else None


def is_tag(text: str) -> bool:
    """Whether *text* is a tag in either style."""
    return any(parse(text, style) for style in STYLES)


def style_of(texts: Iterable[str]) -> re.Pattern[str]:
    """The style in which more of these texts are tags; prefixes if both do equally well."""
    texts = list(texts)
    return max(STYLES, key=lambda style: sum(parse(text, style) is not None for text in texts))


def problem(text: str) -> str:
    """What is wrong with a text that is no tag."""
    if re.fullmatch(rf"[{LETTERS}][-_]", text):
        return f"tag {text!r} has nothing after its {text[1]!r}; a tag without type is the letter alone"
    if text[:1] in LETTERS + LETTERS.lower() and text[1:2] in ("-", "_"):
        return f"tag {text!r} has a small letter as its prefix"
    return f"tag {text!r} has no known prefix"


def spelt(tag: Tag, style: re.Pattern[str] = PREFIX, delimiter: str = "-") -> str:
    """The text of a tag."""
    if tag.type is None or tag.type == UNTYPED:
        return tag.letter
    parts = (tag.letter, tag.type) if style is PREFIX else (tag.type, tag.letter)
    return delimiter.join(parts)
