"""What the comparisons with published scorers share: running the command, and finding what differs."""

import gc
import json
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
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


@dataclass(frozen=True)
class Done:
    """What a command printed, and its exit code."""

    returncode: int
    stdout: str
    stderr: str


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
    """The rows a command prints, by (measure, document, label)."""
    done = run(*arguments, "-f", "json", "-q")
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    listed = json.loads(done.stdout)["rows"]
    return {(row["measure"], row["document"], row["label"]): row for row in listed}


def differences(got: dict[str, Any] | None, expected: dict[str, float], tolerance: float) -> str | None:
    if got is None:
        return "no such row"
    wrong = [
        f"{name} {got[name]!r} instead of {value!r}"
        for name, value in expected.items()
        if got[name] is None or abs(got[name] - value) > tolerance
    ]
    return ", ".join(wrong) or None
