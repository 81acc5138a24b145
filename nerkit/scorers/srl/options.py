"""The formats that `nerkit srl` reads, and its options."""

from dataclasses import dataclass

READS = "roles"  # what it takes of formats


@dataclass(frozen=True)
class Options:
    """The options of `nerkit srl`: none."""
