"""The offsets of the files that are read, as the user says that they are meant.

    after(0)      how far behind an end as it is written a span ends, in a format whose ends are exclusive
    after(1)      the same in a format whose ends are inclusive
    limit(size)   the largest offset allowed in a text of this size; no limit if offsets count other units
                  than the format's
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
    """The meaning of the offsets of an input; None means the meaning in its format.

    ends      `exclusive` or `inclusive`
    offsets   `characters`, `tokens` or `utf-16`
    option    the option that says what ends are
    """

    ends: str | None = None
    offsets: str | None = None
    option: str = "ends"


@record(frozen=True)
class ReadAs:
    """The ends of the gold side and a system as they were read: how far behind them spans end, 0 or 1."""

    gold: int = 0
    system: int = 0

    def option(self, by: int) -> str:
        """The options that move system ends by *by* characters to fit the gold ends; empty if no option
        does.
        """
        if self.system + by in (0, 1):
            return f'system_ends="{ENDS[self.system + by]}"'
        if self.gold - by in (0, 1):
            return f'ends="{ENDS[self.gold - by]}" and system_ends="{ENDS[self.system]}"'
        return ""


AS_WRITTEN = Meant()
_meant: ContextVar[Meant] = ContextVar("meant", default=AS_WRITTEN)


class Meanwhile:
    """Sets a context variable inside `with`."""

    def __init__(self, variable: ContextVar[Any], value: Any) -> None:
        self.variable, self.value = variable, value

    def __enter__(self) -> None:
        self.token = self.variable.set(self.value)

    def __exit__(self, *_: object) -> None:
        self.variable.reset(self.token)


def meaning(meant: Meant) -> Meanwhile:
    """Offsets of data that are read meanwhile have this meaning."""
    return Meanwhile(_meant, meant)


def after(own: int) -> int:
    """The distance from an end as it is written to the end of the span; *own* is the distance in the
    format.
    """
    ends = _meant.get().ends
    return own if ends is None else int(ends == INCLUSIVE)


def otherwise(own: int) -> str:
    """The option for the other kind of ends than the format's kind (0 exclusive, 1 inclusive); empty if the
    user gave it.
    """
    meant = _meant.get()
    other = ENDS[1 - own]
    return "" if meant.ends is not None else f'{meant.option}="{other}" reads {other} ends; '


def in_units() -> str:
    """The option that reads offsets as units of UTF-16, to begin a remedy."""
    return f'{_meant.get().option.replace("ends", "offsets")}="{UTF_16}" reads them; '


def limit(size: int) -> int:
    """The largest end in a document of this size: none if offsets count other units than the format's."""
    return size if _meant.get().offsets is None else ANYWHERE


def in_own_unit() -> bool:
    """Whether offsets count the unit of the format."""
    return _meant.get().offsets is None


def stands_in_units(text: str, surface: str, start: int, end: int) -> bool:
    """Whether the text of a span stands at its offsets if these count units of UTF-16.

    >>> stands_in_units("I 😊 Oslo", "Oslo", 5, 9), stands_in_units("I :) Oslo", "Oslo", 6, 10)
    (True, False)
    """
    if text.isascii() or max(text) <= LAST_OF_ONE_UNIT:
        return False
    return _units(text)[2 * start : 2 * end] == _units(surface)


@lru_cache(maxsize=2)  # a text and one of its spans
def _units(text: str) -> bytes:
    """A text in UTF-16, two bytes a unit."""
    return text.encode("utf-16-le", "surrogatepass")
