"""What is said of an evaluation and is no warning: what is normal, and good to know."""

from collections.abc import Iterable


class Note(str):
    """A sentence among warnings that warns of nothing, as the scheme that was recognised."""

    __slots__ = ()


def parted(messages: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Notes and warnings, each once, in their order."""
    distinct = tuple(dict.fromkeys(messages))
    notes = tuple(text for text in distinct if isinstance(text, Note))
    return notes, tuple(text for text in distinct if not isinstance(text, Note))
