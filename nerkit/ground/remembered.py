"""Results of a method, kept in its object.

A cache of a bound method in the object itself would be a circle: it stays behind, with all arrays that it
holds, until the collector looks for it. So results are kept by name instead, and go with their object.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

Own = TypeVar("Own")
Asked = ParamSpec("Asked")
Given = TypeVar("Given")


def remembered(method: Callable[Concatenate[Own, Asked], Given]) -> Callable[Concatenate[Own, Asked], Given]:
    """The method, computed once for the same arguments as long as its object lives."""
    own = f"_{method.__name__}_remembered"

    @wraps(method)
    def again(self: Own, *given: Asked.args, **named: Asked.kwargs) -> Given:
        results: dict[Any, Given] = self.__dict__.setdefault(own, {})
        asked = (given, *named.items())
        if asked not in results:
            results[asked] = method(self, *given, **named)
        return results[asked]

    return again  # type: ignore[return-value]
