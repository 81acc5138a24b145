"""pytest plugin: the fixture `nerkit`. If a check fails, the message shows the errors that cost most.

    def test_names(nerkit):
        nerkit.evaluate("dev.bio", "system.bio").check("chunk/PER >= 0.85")

    nerkit.evaluate(…).compare("scores/dev.json")            fails if a row is worse than in the stored result
    ….compare("scores/dev.json", fail_if="worse")            fails if a paired test shows a loss
    @pytest.mark.nerkit_values({"chunk/PER:recall": 0.5})    the values that all results of the test must have
    pytest --nerkit-update                                   writes the stored results anew
    pytest --nerkit-report DIR                               writes a report of each failure to DIR

pytest loads the plugin by the entry point `nerkit` of `pytest11` (disable it with `-p no:nerkit`). The rest
of nerkit is imported when a test uses the fixture. Numbers come from `nerkit.evaluate`, gates from
`Result.check`. Tracebacks show only the code of the test.
"""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from zlib import crc32

import pytest

if TYPE_CHECKING:
    from nerkit.results.result import Result

MARKER = "nerkit_values(values, abs=0.0005): values of rows, [MEASURE[/LABEL][:FIELD]] -> number"
CLOSE = 0.0005  # how far a known value may be off: half of the third decimal
Made = TypeVar("Made")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the two options of the plugin."""
    group = parser.getgroup("nerkit")
    group.addoption("--nerkit-update", action="store_true", help="rewrite the stored results of nerkit")
    group.addoption("--nerkit-report", metavar="DIR", help="write nerkit's page of each failed check to DIR")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker `nerkit_values`, so that --strict-markers accepts it."""
    config.addinivalue_line("markers", MARKER)


@pytest.fixture
def nerkit(request: pytest.FixtureRequest) -> "Evaluations":
    """A fixture with `evaluate`, whose results have checks that show the errors."""
    return Evaluations(request)


class Evaluations:
    """The value of the fixture `nerkit` in one test."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        self.update = bool(request.config.getoption("--nerkit-update"))
        self.folder: str | None = request.config.getoption("--nerkit-report")
        self.name: str = request.node.nodeid
        self.values = list(request.node.iter_markers("nerkit_values"))
        self.pages = 0

    def evaluate(self, gold: Any, system: Any, **asked: Any) -> "CheckedResult":
        """The result of `nerkit.evaluate`. Its values are compared with the markers `nerkit_values` of the
        test.
        """
        __tracebackhide__ = True
        from nerkit.evaluation.public import evaluate

        checked = CheckedResult(_bare(lambda: evaluate(gold, system, **asked)), self)
        for mark in self.values:
            checked.known(*mark.args, **mark.kwargs)
        return checked

    def failed(self, result: "Result", problem: str) -> AssertionError:
        """The exception for a failed check, with the problem and the path of the report."""
        page = f"\nthe page is {self._page(result)}" if self.folder and result.scored else ""
        return AssertionError(problem + page)

    def _page(self, result: "Result") -> Path:
        """Write the report of a result to the report folder, under the name of the test, and return
        its path.
        """
        self.pages += 1
        stem = re.sub(r"[^\w.-]+", "-", self.name)[-80:].lstrip("-.")
        path = Path(self.folder or "") / f"{stem}-{crc32(self.name.encode()):08x}-{self.pages}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(result.report(), encoding="utf-8")
        return path


class CheckedResult:
    """A result with all its attributes. Its checks fail with detailed messages."""

    def __init__(self, result: "Result", test: Evaluations) -> None:
        self.result, self._test = result, test

    def __getattr__(self, name: str) -> Any:
        return getattr(self.result, name)

    def __getitem__(self, key: Any) -> Any:
        return self.result[key]

    def check(self, gate: str, **against: Any) -> "CheckedResult":
        """Fail if the result does not pass the gate, such as `chunk/PER >= 0.85`. Works as `Result.check`;
        the message adds the 95 % interval and the errors that cost most.
        """
        __tracebackhide__ = True
        from nerkit.evaluation.stored.failure_text import failed_gate

        problem = _bare(lambda: failed_gate(self.result, gate, **against))
        if problem:
            raise self._test.failed(self.result, problem)
        return self

    def compare(
        self, path: str, tolerance: float = 0.0, *, fail_if: str | None = None, **how: Any
    ) -> "CheckedResult":
        """Fail if a row is worse than in the stored result by more than *tolerance*. With --nerkit-update,
        store this result instead.

        fail_if   `worse`: fail only if a paired test shows a loss
        how       arguments `alpha` and `margin` of the test, as in `Result.check`
        """
        __tracebackhide__ = True
        from nerkit.evaluation.stored.failure_text import failed_gate, worse

        if self._test.update:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).write_text(self._stored(by_document=fail_if is not None), encoding="utf-8")
        elif not Path(path).exists():
            raise AssertionError(f"{path} does not exist; pytest --nerkit-update writes the file")
        gate = fail_if
        problem = _bare(
            lambda: (
                worse(self.result, path, tolerance)
                if gate is None
                else failed_gate(self.result, gate, compare_to=path, **how)
            )
        )
        if problem:
            raise self._test.failed(self.result, f"{problem}\n--nerkit-update stores the new values")
        return self

    def _stored(self, *, by_document: bool) -> str:
        """The result as JSON: with the counts of documents if *by_document*, otherwise with its rows."""
        if not by_document:
            return self.result.render("json")
        from nerkit.evaluation.stored.results import counts_of

        return json.dumps(counts_of(self.result), indent=1, ensure_ascii=False)

    def known(self, values: Mapping[str, float], abs: float = CLOSE) -> "CheckedResult":
        """Fail if the value of a row differs from the known value by more than *abs*."""
        __tracebackhide__ = True
        from nerkit.evaluation.stored.failure_text import not_known

        problem = _bare(lambda: not_known(self.result, values, abs))
        if problem:
            raise self._test.failed(self.result, problem)
        return self


def _bare(made: "Callable[[], Made]") -> "Made":
    """Call a function and return its value. UsageError and InputError lose the frames inside nerkit."""
    __tracebackhide__ = True
    from nerkit.exceptions import NerkitError

    try:
        return made()
    except NerkitError as error:
        raise error.with_traceback(None) from None
