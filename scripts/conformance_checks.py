"""What the comparisons with published scorers share: running the command, and finding what differs."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Check:
    """One comparison: what was compared, and what is wrong, if anything."""

    name: str
    problem: str | None = None


Case = Callable[[], list[Check]]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("nerkit")), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


def rows(*arguments: str) -> dict[tuple[str, str, str], dict[str, Any]]:
    """The rows a command prints, by (measure, document, label)."""
    done = run(*arguments, "-f", "json", "-q")
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    found = json.loads(done.stdout)["rows"]
    return {(row["measure"], row["document"], row["label"]): row for row in found}


def differences(got: dict[str, Any] | None, expected: dict[str, float], tolerance: float) -> str | None:
    if got is None:
        return "no such row"
    wrong = [
        f"{name} {got[name]!r} instead of {value!r}"
        for name, value in expected.items()
        if got[name] is None or abs(got[name] - value) > tolerance
    ]
    return ", ".join(wrong) or None
