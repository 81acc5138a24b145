"""Check the types of values in Python objects: whole numbers (not True, not 1.0), and texts."""

from typing import Any


def is_whole(value: Any) -> bool:
    """Whether a value is an integer of Python or numpy, and not a bool."""
    return hasattr(type(value), "__index__") and type(value).__name__ not in ("bool", "bool_")


def whole(value: Any) -> int:
    """The value as a Python int; raises TypeError if it is not an integer, or if it is a bool."""
    if not is_whole(value):
        raise TypeError(value)
    return int(value.__index__())


def text(value: Any) -> str:
    """A label, which can be an integer, as text; raises TypeError for other values."""
    return str.__str__(value) if isinstance(value, str) else str(whole(value))
