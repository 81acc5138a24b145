"""Members of objects in Python, checked for their types: whole numbers (not True, not 1.0), and texts."""

from typing import Any


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number, of Python or numpy, and not a bool."""
    return hasattr(type(value), "__index__") and type(value).__name__ not in ("bool", "bool_")


def whole(value: Any) -> int:
    """A whole number as Python's; raises TypeError for anything else, True and False included."""
    if not is_whole(value):
        raise TypeError(value)
    return int(value.__index__())


def text(value: Any) -> str:
    """A label as text, also one that is a whole number; raises TypeError for anything else."""
    return str.__str__(value) if isinstance(value, str) else str(whole(value))
