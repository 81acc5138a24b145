"""Parameter files of EVALB: the parts of a tree that are not compared, and names that count as equal.

    DELETE_LABEL X             words with the tag X are left out, and brackets with the label X are not
                               counted
    DELETE_LABEL_FOR_LENGTH X  words with the tag X do not count in the length of a sentence
    EQ_LABEL X Y, EQ_WORD X Y  labels (tags too) or words that are the same: symmetric, not transitive
    QUOTE_LABEL X              tags among which a word ' " or / can be mistaken for another (`pairs`)
    LABELED 0                  brackets are compared without labels
    CUTOFF_LEN N               length of a sentence up to which `cutoff` rows, and the second block of -f
                               evalb, take it
    DELETE_WORD X              words that are left out, whatever their tag (disco-dop)
    DELETE_ROOT_PRETERMS 1     words directly below a bracket that no other contains are left out (disco-dop)
    DISC_ONLY 1                discontinuous brackets alone count (disco-dop; its --disconly)

Lines that begin with `#` and lines of less than three characters are comments. DEBUG and MAX_ERROR, LA, TED
and DEP are read over: nothing stops a run. Other keywords are warned of.
"""

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from nerkit.exceptions import InputError, UsageError, hint
from nerkit.ground.warnings import Warned

IGNORED = ("DEBUG", "MAX_ERROR", "LA", "TED", "DEP")
LINE = re.compile(r"(\S++)(?:\s++(\S(?:.*\S)?))?\s*+\Z")
LEAST = 3  # characters of a line that is no comment
# what a bracket is called of whose label nothing is left, as the root of the Penn Treebank, ( (S …))
NAMELESS = "()"


@dataclass(frozen=True)
class Params:
    """The parameters of EVALB, as a file sets them; by default the parameters of EVALB without a file.

    feature  characters that begin morphological features in labels, which are removed first; empty
             for none
    """

    labeled: bool = True
    cutoff: int = 40
    deleted: frozenset[str] = frozenset()
    deleted_words: frozenset[str] = frozenset()
    not_in_length: frozenset[str] = frozenset()
    quotes: frozenset[str] = frozenset()
    same_labels: tuple[tuple[str, str], ...] = ()
    same_words: tuple[tuple[str, str], ...] = ()
    root_words: bool = True
    discontinuous_only: bool = False
    feature: str = ""
    warnings: tuple[str, ...] = field(default=(), compare=False)


COLLINS = Params(
    deleted=frozenset(["TOP", "-NONE-", ",", ":", "``", "''", "."]),
    not_in_length=frozenset(["-NONE-"]),
    same_labels=(("ADVP", "PRT"),),
)
NEW = replace(
    COLLINS,
    deleted=COLLINS.deleted | {"S1", "?", "!"},
    quotes=frozenset(["``", "''", "POS", "NN", "CD", "VBZ", ":"]),
)
SPMRL = Params(
    cutoff=70,
    deleted=frozenset(["TOP", "ROOT", "S1", "-NONE-", "VROOT", NAMELESS]),
    not_in_length=frozenset(["-NONE-"]),
    feature="##",
)
# the tags of punctuation of Negra and Tiger, Alpino and the Penn Treebank, and the signs themselves
PROPER = Params(
    deleted=frozenset(
        [
            *("NOPARSE", "TOP", "ROOT", "VROOT", NAMELESS, "$,", "$(", "$[", "$.", "PUNCT", "punct"),
            *("LET[]", "LET()", "LET", "let[]", "let()", "let", ",", ":", "``", "''", ".", "-NONE-"),
        ]
    ),
    deleted_words=frozenset(
        [
            *(".", ",", ":", ";", "'", "`", '"', "``", "''", "-", "(", ")", "/", "&", "$", "!", "!!!"),
            *("?", "??", "???", "..", "...", "«", "»"),
        ]
    ),
    same_labels=(("ADVP", "PRT"),),
    same_words=(("-LRB-", "("), ("-RRB-", ")")),
)
PRESETS = {
    "collins": COLLINS,
    "new": NEW,
    "nk": NEW,  # which differs in MAX_ERROR alone
    "spmrl": SPMRL,
    "proper": PROPER,
    "none": Params(),
}


def params(name: Any) -> Params:
    """Return the preset of this name, or the parameters in the file; a `Params` stays as it is.

    Raises InputError for a damaged file, and UsageError for a file that does not exist.
    """
    if isinstance(name, Params):
        return name
    if name in PRESETS:
        return PRESETS[name]
    if isinstance(name, str) and not os.path.exists(name):
        raise UsageError(f"params: {name!r} is neither a file nor a preset{hint(name, PRESETS)}")
    from nerkit.io import single

    with single(name) as source:
        return parse(source.lines(), source.name)


def parse(lines: Iterable[tuple[int, str]], name: str) -> Params:
    """Read the parameters in the numbered lines of the file *name*. Raises InputError for an invalid
    value.
    """
    values: dict[str, list[Any]] = {}
    unknown = []
    for number, line in lines:
        match = LINE.match(line)
        if line.startswith("#") or len(line.rstrip()) < LEAST or match is None:
            continue
        keyword, value = match[1], match[2]
        if keyword in IGNORED:
            continue
        if keyword not in KEYWORDS:
            unknown.append(f"{keyword} (line {number})")
            continue
        option, parsed, form = KEYWORDS[keyword]
        try:
            values.setdefault(option, []).append(parsed(value or ""))
        except ValueError:
            problem = f"{keyword} needs {form}, not {value!r}" if value else f"{keyword} needs {form}"
            column = match.start(2) + 1 if value else len(line.rstrip()) + 1
            remedy = "write lines as KEYWORD VALUE, and comments after #"
            raise InputError(
                problem, source=name, line=number, column=column, text=line, remedy=remedy
            ) from None
    keywords = ", ".join(unknown)
    warnings = (Warned("parameters-unknown", side=name, keywords=keywords),) if unknown else ()
    return _params(values, warnings)


def _params(values: dict[str, list[Any]], warnings: tuple[str, ...]) -> Params:
    """Return the parameters from the values of each option. The last value counts if an option takes one."""
    parameters: dict[str, Any] = {}
    for option, listed in values.items():
        default = getattr(Params, option)
        parameters[option] = type(default)(listed) if isinstance(default, frozenset | tuple) else listed[-1]
    return Params(**parameters, warnings=warnings)


def _number(value: str) -> int:
    return int(value.split(maxsplit=1)[0]) if value else int(value)


def _flag(value: str) -> bool:
    return _number(value) != 0


def _one(value: str) -> str:
    if not value:
        raise ValueError(value)
    return value


def _two(value: str) -> tuple[str, str]:
    first, second = value.split()
    return first, second


KEYWORDS: dict[str, tuple[str, Callable[[str], Any], str]] = {  # keyword -> option, its value, what that is
    "LABELED": ("labeled", _flag, "0 or 1"),
    "CUTOFF_LEN": ("cutoff", _number, "a number"),
    "DELETE_LABEL": ("deleted", _one, "a label"),
    "DELETE_WORD": ("deleted_words", _one, "a word"),
    "DELETE_LABEL_FOR_LENGTH": ("not_in_length", _one, "a label"),
    "QUOTE_LABEL": ("quotes", _one, "a label"),
    "EQ_LABEL": ("same_labels", _two, "two labels"),
    "EQ_WORD": ("same_words", _two, "two words"),
    "DELETE_ROOT_PRETERMS": ("root_words", lambda value: not _flag(value), "0 or 1"),
    "DISC_ONLY": ("discontinuous_only", _flag, "0 or 1"),
}
