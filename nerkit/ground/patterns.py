"""Regular expressions that are compiled when they are first used, at 0.2 ms each; a command knows fifty
and a small run uses ten.
"""

import re
from typing import TYPE_CHECKING, Any

__all__ = ["LazyPattern", "regex"]


class LazyPattern:
    """The pattern `re.compile(text, flags)`, compiled at its first use."""

    def __init__(self, text: Any, flags: int = 0) -> None:
        self.arguments = text, flags

    def __getattr__(self, name: str) -> Any:
        """A method or an attribute of the pattern, which is ours from then on."""
        own = getattr(self.compiled(), name)
        setattr(self, name, own)
        return own

    def compiled(self) -> re.Pattern[Any]:
        """The pattern itself."""
        return re.compile(*self.arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        """Records with patterns travel between processes."""
        return LazyPattern, self.arguments


if TYPE_CHECKING:
    from re import compile as regex
else:
    regex = LazyPattern
