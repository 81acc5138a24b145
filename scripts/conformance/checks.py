"""What differs from the numbers of a published scorer, and whose numbers agree."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial, wraps
from pathlib import Path
from typing import Any, NamedTuple

from scripts.conformance.commands import Done, Row, read

OF_IE = {"num": "p_num", "n_sys": "p_den", "n_ref": "r_den", "p": "precision", "r": "recall", "f1": "f1"}


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


def each(compare: Callable[[Path, Any], Iterable[Check]], golden: Path, index: str = "index.json") -> Cases:
    """A case for each entry of an index."""
    listed = read(golden / index)
    for entry in listed if isinstance(listed, list) else listed.get("cases") or listed["entries"]:
        yield partial(compare, golden, entry)


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
    """Whether a value equals the expected value."""
    return Check(name, None if found == wanted else f"{found!r:.300} for {wanted!r:.300}")


def refused(name: str, done: Done, *words: str, code: int = 2) -> Check:
    """Whether a command ended with an error that has these words, without a traceback and without scores."""
    fine = done.returncode == code and not done.has_scores and "Traceback" not in done.stderr
    fine = fine and all(word in done.stderr for word in words)
    return Check(name, None if fine else f"exit {done.returncode}: {done.stderr.strip()}")


def titled(title: str, checks: Iterable[Check]) -> Checks:
    """Checks with a title before their names."""
    return (Check(f"{title}: {one.name}", one.problem) for one in checks)
