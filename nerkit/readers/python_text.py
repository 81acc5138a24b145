"""Parse Python expressions in data files, without running them."""

import ast
import warnings
from typing import Any

SHOWN = 40  # characters of a value in a message


class NotExpressionError(ValueError):
    """Raised if a text has a statement that is not an expression."""


def parsed(code: str) -> ast.expr:
    """The syntax tree of a Python expression; raises ValueError if Python cannot parse the text."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # warnings about style are for authors of Python code
            return ast.parse(code, mode="eval").body
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise ValueError(str(error)) from None


def statements(code: str) -> list[ast.expr]:
    """The syntax trees of the expressions in a text, which are separated by line ends or semicolons.

    Raises NotExpressionError for other statements, and ValueError for a text that cannot be parsed.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            body = ast.parse(code).body
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise ValueError(str(error)) from None
    found = [one.value for one in body if isinstance(one, ast.Expr)]
    if len(found) < len(body):
        raise NotExpressionError("a statement that is not an expression")
    return found


def literal(text: str) -> Any:
    """The value of a Python literal, such as a text, a number or a list; raises ValueError for other text."""
    try:
        return ast.literal_eval(parsed(text.strip()))
    except (TypeError, RecursionError, MemoryError, OverflowError) as error:  # for example `{[]: 1}`
        raise ValueError(str(error)) from None


def shown(value: Any) -> str:
    """A value for a message: its first SHOWN characters."""
    try:
        text = str(value)
    except (ValueError, RecursionError):  # an integer of very many digits
        return "the value is too large to show"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
