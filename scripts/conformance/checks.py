"""What the comparisons with published scorers share: running the command, and finding what differs."""

import gc
import json
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from functools import partial, wraps
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from nerkit.cli import main

COUNTS = ("p_num", "p_den", "r_num", "r_den")
SCORES = ("precision", "recall", "f1")
OF_IE = {"num": "p_num", "n_sys": "p_den", "n_ref": "r_den", "p": "precision", "r": "recall", "f1": "f1"}
Row = dict[str, Any]


class Check(NamedTuple):
    """One comparison: what was compared, and what is wrong, if anything."""

    name: str
    problem: str | None = None


Checks = Iterator[Check]
Case = Callable[[], Iterable[Check]]
Cases = Iterator[Case]
AGREED = Counter[tuple[str, str, str]]()  # (scorer, task, measure) -> rows that agree so far
_SCORERS: list[str] = []  # those whose numbers are compared with, the innermost last


class against:  # noqa: N801
    """Say whose numbers those within are: what agrees is counted for it. Decorates generators too."""

    def __init__(self, scorer: str) -> None:
        self.scorer = scorer

    def __enter__(self) -> None:
        _SCORERS.append(self.scorer)

    def __exit__(self, *_: object) -> None:
        _SCORERS.pop()

    def __call__(self, function: Callable[..., Iterable[Check]]) -> Callable[..., list[Check]]:
        @wraps(function)
        def within(*arguments: Any, **named: Any) -> list[Check]:
            with self:
                return list(function(*arguments, **named))

        return within


def agreed(row: Row | None) -> None:
    """Count a row that agrees, if it is of a task and somebody's numbers; a family of measures is one."""
    if _SCORERS and row and "task" in row:
        family, of_fields, _ = row["measure"].partition("::")
        AGREED[_SCORERS[-1], row["task"], f"{family}::*" if of_fields else family] += 1


class Done(NamedTuple):
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


def told(*arguments: str) -> Any:
    """What a command tells as JSON; RuntimeError where it fails."""
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


def each(compare: Callable[[Path, Any], Iterable[Check]], golden: Path, index: str = "index.json") -> Cases:
    """A case for each entry of an index."""
    listed = read(golden / index)
    for entry in listed if isinstance(listed, list) else listed.get("cases") or listed["entries"]:
        yield partial(compare, golden, entry)


def sides(folder: Path, *files: Any) -> list[str]:
    """The options of gold and the system: a mapping that has both, or two paths."""
    gold, system = (files[0]["gold"], files[0]["system"]) if len(files) == 1 else files
    return ["-g", str(folder / gold), "-s", str(folder / system)]


def asked(names: Iterable[str]) -> list[str]:
    """The options of measures."""
    return [part for name in names for part in ("-m", name)]


def differences(got: Row | None, expected: Mapping[str, float], tolerance: float) -> str | None:
    """What differs from the numbers that are expected; None if nothing does."""
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


def check(name: str, got: Row | None, expected: Mapping[str, float], tolerance: float = 1e-9) -> Check:
    """Whether a row has the numbers that are expected."""
    return Check(name, differences(got, expected, tolerance))


def check_ie(name: str, got: Row | None, expected: Mapping[str, Any]) -> Check:
    """Whether a row has the six numbers of the golden data of information extraction."""
    wanted = {ours: expected[theirs] for theirs, ours in OF_IE.items()}
    return check(name, got, wanted | {"r_num": expected.get("num_r", expected["num"])})


def same(name: str, found: object, wanted: object = True) -> Check:
    """Whether something is what is wanted."""
    return Check(name, None if found == wanted else f"{found!r:.300} for {wanted!r:.300}")


def refused(name: str, done: Done, *words: str, code: int = 2) -> Check:
    """Whether a command ended with an error that has these words, without a traceback and without scores."""
    fine = done.returncode == code and not done.has_scores and "Traceback" not in done.stderr
    fine = fine and all(word in done.stderr for word in words)
    return Check(name, None if fine else f"exit {done.returncode}: {done.stderr.strip()}")


def titled(title: str, checks: Iterable[Check]) -> Checks:
    """Checks with a title before their names."""
    return (Check(f"{title}: {one.name}", one.problem) for one in checks)
