"""Python in the files of others, which is read and never run."""

import ast
import warnings
from typing import Any

SHOWN = 40  # characters of a value in a message


class NotExpressionError(ValueError):
    """A statement that is not an expression."""


def parsed(code: str) -> ast.expr:
    """The expression that a text is. Raises ValueError if it is none, or too deep for Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes and names, which are told to who writes Python
            return ast.parse(code, mode="eval").body
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise ValueError(str(error)) from None


def statements(code: str) -> list[ast.expr]:
    """The expressions that a text is, on lines of their own or with semicolons between them.

    Raises NotExpressionError for other statements, ValueError for text that is not Python or too deep for it.
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
    """The value of a text of literals: texts, numbers, lists and the like. Raises ValueError for all else."""
    try:
        return ast.literal_eval(parsed(text.strip()))
    except (TypeError, RecursionError, MemoryError, OverflowError) as error:  # `{[]: 1}`, among others
        raise ValueError(str(error)) from None


def shown(value: Any) -> str:
    """The beginning of a value that was read, as a message shows it."""
    try:
        text = str(value)
    except (ValueError, RecursionError):  # an integer of very many digits
        return "the value is too large to show"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
