"""What the comparisons with published scorers share: running the command, and finding what differs."""

import gc
import json
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from typing import Any

from nerkit.cli import main


@dataclass(frozen=True)
class Check:
    """One comparison: what was compared, and what is wrong, if anything."""

    name: str
    problem: str | None = None


Case = Callable[[], list[Check]]
AGREED: Counter[tuple[str, str, str]] = (
    Counter()
)  # rows that agree so far: (scorer, task, measure) -> how many
_SCORERS: list[str] = []  # those whose numbers are compared with, the innermost last


@contextmanager
def against(scorer: str) -> Iterator[None]:
    """Say whose numbers those within are: what agrees is counted for it. Decorates functions too."""
    _SCORERS.append(scorer)
    try:
        yield
    finally:
        _SCORERS.pop()


def agreed(row: dict[str, Any] | None) -> None:
    """Count a row that agrees, if it is of a task and somebody's numbers; a family of measures is one."""
    if _SCORERS and row and "task" in row:
        family, of_fields, _ = row["measure"].partition("::")
        AGREED[_SCORERS[-1], row["task"], f"{family}::*" if of_fields else family] += 1


@dataclass(frozen=True)
class Done:
    """What a command printed, and its exit code."""

    returncode: int
    stdout: str
    stderr: str

    @property
    def has_scores(self) -> bool:
        """Whether something but an error stands on stdout; with -f json an error is an object there."""
        return bool(self.stdout) and not self.stdout.startswith('{"error":')


def run(*arguments: str) -> Done:
    """The command, run in this process: starting thousands of processes would take most of the time."""
    out, err, code = StringIO(), StringIO(), 0
    with redirect_stdout(out), redirect_stderr(err):
        try:
            main(arguments)
        except SystemExit as end:
            code = int(end.code or 0)
        except Exception:  # noqa: BLE001  (a traceback is what the comparison is to see)
            traceback.print_exc()
            code = 1
    gc.collect()  # a command switches collection off
    return Done(code, out.getvalue(), err.getvalue())


def rows(*arguments: str) -> dict[tuple[str, str, str], dict[str, Any]]:
    """The rows a command prints, by (measure, document, label), each with its task."""
    done = run(*arguments, "-f", "json", "-q")
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    told = json.loads(done.stdout)
    return {
        (row["measure"], row["document"], row["label"]): {**row, "task": told["task"]} for row in told["rows"]
    }


def differences(got: dict[str, Any] | None, expected: dict[str, float], tolerance: float) -> str | None:
    if got is None:
        return "no such row"
    wrong = [
        f"{name} {got[name]!r} instead of {value!r}"
        for name, value in expected.items()
        if got[name] is None or abs(got[name] - value) > tolerance
    ]
    if not wrong:
        agreed(got)
    return ", ".join(wrong) or None
