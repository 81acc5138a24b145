"""Parse and write tags: `O`, or a letter and a type: `B-PER`, `B_NP`, or `PER-B` in suffix style.

Letters are B I E S L U M W. The type follows `-` or `_`, and can contain blanks and hyphens. A single letter
is a tag with the type `_`. All tags of a file have one style.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn

from nerkit.algorithms.columns import Column, IntArray, Vocabulary
from nerkit.corpora.tags import OUTSIDE, Tag
from nerkit.exceptions import plural
from nerkit.ground.patterns import regex
from nerkit.readers.conditions import LETTERS, WORDS

PREFIX = regex(rf"(?P<letter>[{LETTERS}])(?:[-_](?P<type>.+))?\Z", re.DOTALL)
SUFFIX = regex(rf"(?:(?P<type>.+)[-_])?(?P<letter>[{LETTERS}])\Z", re.DOTALL)
NAMES = "give the names with label_names=O,B-PER,… (or a file), in the order of the ids from 0"
CAPITALS = "if the tags are the last column, convert them with awk '{$NF=toupper($NF)}1' FILE > NEWFILE"
BESIDE = (
    "to score the tags, put them beside the gold tokens, line by line: paste GOLD {} | tr "
    "'\\t' ' ' | nerkit bio -"
)
STYLES = (PREFIX, SUFFIX)
is_tag = WORDS["tag"]  # whether a text is a tag in either style
UNTYPED = "_"
NUMBERED = regex(r"(?:LABEL_)?(?P<number>[0-9]{1,9})\Z")  # numbers of labels, as models write them
FORM = (
    f"a tag must be O, or one of {' '.join(LETTERS)}, a hyphen (or _) and a type, as in B-PER; "
    "column=… chooses the column"
)


def parse(text: str, style: re.Pattern[str]) -> Tag | None:
    """Parse a tag in this style; None if *text* is not a tag."""
    if text == OUTSIDE.letter:
        return OUTSIDE
    match = style.match(text)
    return Tag(match["letter"], match["type"] or UNTYPED) if match else None


def style_of(texts: Iterable[str]) -> re.Pattern[str]:
    """The style in which more of these texts are tags; the prefix style if both styles have equally many."""
    texts = [text for text in texts if text != OUTSIDE.letter]  # O is a tag in both styles
    return max(STYLES, key=lambda style: sum(map(bool, map(style.match, texts))))


def column_of(
    spelt: Iterable[str],
    codes: IntArray,
    names: Mapping[str, str] | None,
    fail: Callable[[int, str, str], NoReturn],
) -> Column:
    """Parse a column of tags in its most frequent style.

    spelt  the distinct texts of the column
    codes  the index into *spelt* for each row, shape (rows,)
    names  number of a label -> its tag, or None
    fail   function (index into *spelt*, problem, remedy) that raises the error for a text that is not a tag
    """
    texts = [named(text, names) if names else text for text in spelt]
    style, tags, parsed = style_of(texts), Vocabulary(), list[Tag]()
    for place, text in enumerate(texts):
        tag = parse(text, style)
        if tag is None:
            fail(place, *wrong(text, texts, names))
        parsed.append(tag)
    recode = tags.codes(parsed)
    return Column(list(tags), recode[codes] if parsed else codes)


def names_of(given: str | Iterable[Any] | None) -> Mapping[str, str] | None:
    """Number of a label -> its name, from any input of `label_names.read`; None if *given* is None."""
    if given is None:
        return None
    from nerkit.readers import label_names  # loaded here because it is rarely needed

    return label_names.read(given)


def named(text: str, names: Mapping[str, str]) -> str:
    """The name of a label that is given by number, `3` or `LABEL_3`; other texts stay unchanged."""
    match = NUMBERED.match(text)
    return names.get(str(int(match["number"])), text) if match else text


def wrong(text: str, texts: Iterable[str], names: Mapping[str, str] | None = None) -> tuple[str, str]:
    """The problem and the remedy for a text that is not a tag.

    *texts* are all texts of its column, and *names* the names of labels.
    """
    number = NUMBERED.match(text)
    if number and names is not None:
        return f"label {text!r} has no name: label_names=… gives {plural(len(names), 'name')}", NAMES
    if number and text == number["number"]:
        others = [each for each in texts if not NUMBERED.match(each) and each != OUTSIDE.letter]
        if text == "0" and any(map(is_tag, others)):
            return "tag '0' is a zero, not the letter O", 'label_names="O" reads 0 as O'
        return f"tag {text!r} is a number: the id of a label", NAMES
    if number:
        return f"tag {text!r} is a model's placeholder for a label without a name", NAMES
    capital = text.upper()
    if text[:1] != capital[:1] and is_tag(capital):
        what = problem(text) if len(text) > 1 else f"tag {text!r} is a small letter"
        return what, f"write tags in capitals ({capital}); {CAPITALS}"
    return problem(text), FORM


def problem(text: str) -> str:
    """The problem with a text that is not a tag."""
    if re.fullmatch(rf"[{LETTERS}][-_]", text):
        return (
            f"tag {text!r} has nothing after its {text[1]!r}; write a tag without a type as the letter alone"
        )
    if text[:1] in LETTERS + LETTERS.lower() and text[1:2] in ("-", "_"):
        return f"tag {text!r} has a small letter as its prefix"
    return f"tag {text!r} has no known prefix"


def spelt(tag: Tag, style: re.Pattern[str] = PREFIX, delimiter: str = "-") -> str:
    """The text of a tag in this style; *delimiter* separates the letter and the type."""
    if tag.type is None or tag.type == UNTYPED:
        return tag.letter
    parts = (tag.letter, tag.type) if style is PREFIX else (tag.type, tag.letter)
    return delimiter.join(parts)
