"""What is said of an evaluation and is no warning: what is normal, and good to know."""

from collections.abc import Iterable


class Note(str):
    """A sentence among warnings that warns of nothing, as the scheme that was recognised."""

    __slots__ = ()


class ReadingNote(Note):
    """A note that a file was read otherwise than it says, which every command tells."""

    __slots__ = ()


def parted(messages: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Notes and warnings, each once, in their order."""
    distinct = tuple(dict.fromkeys(messages))
    notes = tuple(text for text in distinct if isinstance(text, Note))
    return notes, tuple(text for text in distinct if not isinstance(text, Note))


def on_reading(notes: Iterable[str]) -> list[str]:
    """The notes that every command tells."""
    return [note for note in notes if isinstance(note, ReadingNote)]
