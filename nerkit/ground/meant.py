"""The meaning of offsets in input files, if the user overrides the meaning in the format.

    after(0)      the number to add to a written end to get the exclusive end, in a format with exclusive ends
    after(1)      the number to add to a written end, in a format with inclusive ends
    limit(size)   the largest offset allowed in a text of this size; no limit if offsets count units that
                  differ from the units of the format
    stands_in_units(…)   whether offsets count UTF-16 units, judged by the text of a span

`nerkit.corpora.offsets` converts the units of a corpus that has been read.
"""

from contextvars import ContextVar
from functools import lru_cache
from typing import Any

from nerkit.ground.records import record

ENDS = (EXCLUSIVE, INCLUSIVE) = ("exclusive", "inclusive")
UNITS = (CHARACTERS, TOKENS, UTF_16) = ("characters", "tokens", "utf-16")
ANYWHERE = 2**53  # beyond the end of any text
LAST_OF_ONE_UNIT = "\uffff"  # characters behind it are two units of UTF-16


@record(frozen=True)
class Meant:
    """The meaning of the offsets in an input. None means the usual meaning in its format.

    ends      `exclusive` or `inclusive`
    offsets   `characters`, `tokens` or `utf-16`
    option    the name of the option that sets `ends`
    """

    ends: str | None = None
    offsets: str | None = None
    option: str = "ends"


@record(frozen=True)
class ReadAs:
    """The offset from written ends to exclusive ends, in the gold file and in a system file: 0 or 1."""

    gold: int = 0
    system: int = 0

    def option(self, by: int) -> str:
        """The options that move system ends by *by* characters so that they fit the gold ends. Empty if no
        option does this.
        """
        if self.system + by in (0, 1):
            return f'system_ends="{ENDS[self.system + by]}"'
        if self.gold - by in (0, 1):
            return f'ends="{ENDS[self.gold - by]}" and system_ends="{ENDS[self.system]}"'
        return ""


AS_WRITTEN = Meant()
_meant: ContextVar[Meant] = ContextVar("meant", default=AS_WRITTEN)


class Meanwhile:
    """A context manager that sets a context variable."""

    def __init__(self, variable: ContextVar[Any], value: Any) -> None:
        self.variable, self.value = variable, value

    def __enter__(self) -> None:
        self.token = self.variable.set(self.value)

    def __exit__(self, *_: object) -> None:
        self.variable.reset(self.token)


def meaning(meant: Meant) -> Meanwhile:
    """A context in which the offsets of all data that nerkit reads have the meaning *meant*."""
    return Meanwhile(_meant, meant)


def after(own: int) -> int:
    """The number to add to a written end to get the exclusive end. It is 0 or 1, by default *own*, the number
    of the format.
    """
    ends = _meant.get().ends
    return own if ends is None else int(ends == INCLUSIVE)


def otherwise(own: int) -> str:
    """Advice to read ends the other way: names the option for inclusive ends if *own* is 0, for exclusive
    ends if 1. Empty if the user already gave the option.
    """
    meant = _meant.get()
    other = ENDS[1 - own]
    return "" if meant.ends is not None else f'{meant.option}="{other}" reads {other} ends; '


def in_units() -> str:
    """The beginning of a remedy: names the option that reads offsets in UTF-16 units."""
    return f'{_meant.get().option.replace("ends", "offsets")}="{UTF_16}" reads them; '


def limit(size: int) -> int:
    """The largest end that is valid in a document of this size. Very large if offsets count units that differ
    from the units of the format.
    """
    return size if _meant.get().offsets is None else ANYWHERE


def in_own_unit() -> bool:
    """Whether offsets count the usual unit of the format."""
    return _meant.get().offsets is None


def stands_in_units(text: str, surface: str, start: int, end: int) -> bool:
    """Whether *surface* is the text between *start* and *end* if offsets count UTF-16 units.

    >>> stands_in_units("I 😊 Oslo", "Oslo", 5, 9), stands_in_units("I :) Oslo", "Oslo", 6, 10)
    (True, False)
    """
    if text.isascii() or max(text) <= LAST_OF_ONE_UNIT:
        return False
    return _units(text)[2 * start : 2 * end] == _units(surface)


@lru_cache(maxsize=2)  # a text and one of its spans
def _units(text: str) -> bytes:
    """A text in UTF-16, with two bytes per unit."""
    return text.encode("utf-16-le", "surrogatepass")
