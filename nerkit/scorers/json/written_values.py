"""Values as compact JSON, for lists of errors."""

import json
from decimal import Decimal
from typing import Any

from nerkit.corpora.readings import Readings


def shown(value: Any) -> str:
    """Return a value as compact JSON, with decimals as they were written."""
    numbers: dict[str, str] = {}

    def written(one: Any) -> Any:
        """Return a value that JSON lacks in a form that JSON has."""
        if isinstance(one, Decimal):
            mark = f"\0{len(numbers)}\0"
            numbers[json.dumps(mark)] = str(one)
            return mark
        if isinstance(one, Readings):
            return {"any": one.values}
        return list(one) if isinstance(one, set | frozenset | tuple) else str(one)

    try:
        text = json.dumps(value, ensure_ascii=False, default=written)
    except (RecursionError, ValueError):
        return "a deeply nested value"
    for mark, number in numbers.items():
        text = text.replace(mark, number)
    return text
