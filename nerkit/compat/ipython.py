"""Notebooks: `%load_ext nerkit`, then a command line of nerkit as `%nerkit spans -g gold.tsv -s system.tsv`.

The command runs in a separate process, without a shell. Tables are shown as HTML. Commands without tables,
and command lines with `-f`, give text. Messages on stderr are passed on unchanged.
"""

import shlex
import subprocess
import sys
from typing import Any

OF_TABLES = ("evaluate", "errors", "compare", "agree")  # commands that write tables, besides the tasks
WORKED = (0, 1)  # exit codes of a command that has written its result; 1: a gate failed


class HtmlText(str):
    """The HTML output of a command as a string. A notebook displays it as HTML."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """The HTML that a notebook displays."""
        return str(self)


def load_ipython_extension(shell: Any) -> None:
    """Add the magic `%nerkit` to an IPython shell; `%load_ext nerkit` calls this function.

    >>> from unittest.mock import Mock
    >>> shell = Mock()
    >>> nerkit.load_ipython_extension(shell)
    >>> shell.register_magic_function.call_args.kwargs["magic_name"]
    'nerkit'
    """
    shell.register_magic_function(magic, magic_kind="line", magic_name="nerkit")


def magic(line: str) -> HtmlText | None:
    """Run a command line. Return its output if it is HTML; otherwise print the output and return None."""
    from nerkit.scorers import SCORERS

    try:
        words = shlex.split(line)
    except ValueError as error:  # a quote that is not closed
        print(f"error: {error}", file=sys.stderr)
        return None
    asked = any(word.startswith(("-f", "--format", "-o", "--output", "--help")) for word in words)
    tables = words[:1] and words[0] in (*SCORERS, *OF_TABLES) and not asked
    more = ["-f", "html"] if tables else []
    command = [sys.executable, "-P", "-m", "nerkit", *words, *more]
    done = subprocess.run(  # noqa: S603  (the words are the user's own)
        command, capture_output=True, encoding="utf-8", errors="replace", check=False
    )
    print(done.stderr, end="", file=sys.stderr)
    if tables and done.returncode in WORKED:
        return HtmlText(done.stdout)
    print(done.stdout, end="")
    return None
