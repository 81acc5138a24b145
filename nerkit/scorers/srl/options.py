"""The formats that `nerkit srl` reads, and its options."""

from dataclasses import dataclass

FORMATS = ("props", "conll12", "primesrl", "up", "conll09", "conll08")


@dataclass(frozen=True)
class Options:
    """The options of `nerkit srl`: none."""
