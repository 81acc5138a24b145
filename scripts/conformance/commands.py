"""Commands and files of the comparisons: running the command, its rows, and golden data."""

import gc
import json
import traceback
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from nerkit.cli import main

COUNTS = ("p_num", "p_den", "r_num", "r_den")
SCORES = ("precision", "recall", "f1")
Row = dict[str, Any]


class Done(NamedTuple):
    """The output of a command, and its exit code."""

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
        except Exception:  # noqa: BLE001  (the comparison reports the traceback)
            traceback.print_exc()
            code = 1
    gc.collect()  # a command switches collection off
    return Done(code, out.getvalue(), err.getvalue())


def told(*arguments: str) -> Any:
    """The JSON output of a command. Raises RuntimeError if the command fails."""
    done = run(*arguments, "-f", "json", "-q")
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    return json.loads(done.stdout)


class Rows(dict[tuple[str, str, str], Row]):
    """Rows by (measure, document, label)."""

    def of(self, measure: str, document: str = "*", label: str = "*") -> Row | None:
        """The row of a measure, of everything if no document and no label is named; None without one."""
        return self.get((measure, document, label))


def rows(*arguments: str) -> Rows:
    """The rows a command prints, each with its task."""
    printed = told(*arguments)
    each = ({**row, "task": printed["task"]} for row in printed["rows"])
    return Rows({(row["measure"], row["document"], row["label"]): row for row in each})


def read(path: Path) -> Any:
    """The content of a file of JSON, or of JSON lines as a list."""
    text = path.read_text()
    return list(map(json.loads, text.splitlines())) if path.suffix == ".jsonl" else json.loads(text)


def sides(folder: Path, *files: Any) -> list[str]:
    """The options of gold and the system: a mapping that has both, or two paths."""
    gold, system = (files[0]["gold"], files[0]["system"]) if len(files) == 1 else files
    return ["-g", str(folder / gold), "-s", str(folder / system)]


def asked(names: Iterable[str]) -> list[str]:
    """The options of measures."""
    return [part for name in names for part in ("-m", name)]
