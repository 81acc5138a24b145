"""What only `nerkit srl` knows: the formats it reads."""

from dataclasses import dataclass

FORMATS = ("props", "conll12", "primesrl", "up", "conll09", "conll08")


@dataclass(frozen=True)
class Options:
    """What only this task knows: nothing."""
