"""Run another scorer's own tests against a drop-in: `python -m scripts.conformance.peer_suite PEER TESTS`.

The peer's module names stand for those of `nerkit.compat` while the tests run. Prints a JSON object: test ->
its outcome.
"""

import json
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy.testing
import pytest

MODULES = {  # peer -> its modules
    "seqeval": ("", ".metrics", ".metrics.sequence_labeling", ".metrics.v1", ".scheme", ".reporters"),
    "nervaluate": ("", ".evaluator", ".entities", ".loaders", ".strategies", ".utils"),
    "smatch": ("",),
}


class Outcomes:
    """Keeps what became of each test."""

    def __init__(self) -> None:
        self.of: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test failed if it, its setup or its teardown did."""
        name = report.nodeid.rpartition("/")[2]
        if report.when == "call" or report.outcome != "passed":
            self.of[name] = report.outcome

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that cannot be collected is a test that failed."""
        if report.failed:
            self.of[report.nodeid.rpartition("/")[2]] = "not collected"


def without_scikit_learn() -> None:
    """What seqeval's tests take from scikit-learn, where it is not installed."""
    from nerkit.compat.seqeval.averages import UndefinedMetricWarning

    alike = ("assert_array_almost_equal", "assert_array_equal")
    contents: dict[str, dict[str, object]] = {
        "sklearn": {},
        "sklearn.exceptions": {"UndefinedMetricWarning": UndefinedMetricWarning},
        "sklearn.utils": {},
        "sklearn.utils._testing": {name: getattr(numpy.testing, name) for name in alike},
    }
    for name, content in contents.items():
        sys.modules[name] = ModuleType(name)
        vars(sys.modules[name]).update(content)


def outcomes(peer: str, tests: Path, left_out: tuple[str, ...] = ()) -> dict[str, str]:
    """The outcome of each test of a folder; those whose names hold one of *left_out* do not run."""
    for module in MODULES[peer]:
        sys.modules[f"{peer}{module}"] = import_module(f"nerkit.compat.{peer}{module}")
    try:
        import_module("sklearn.exceptions")
    except ImportError:
        without_scikit_learn()
    plugin = Outcomes()
    chosen = ["-k", " and ".join(f"not {name}" for name in left_out)] if left_out else []
    pytest.main([*chosen, "-q", "-p", "no:cacheprovider", "--capture=sys", str(tests)], plugins=[plugin])
    return plugin.of


if __name__ == "__main__":
    wanted = sys.stdout
    sys.stdout = sys.stderr
    found = outcomes(sys.argv[1], Path(sys.argv[2]), tuple(sys.argv[3:]))
    wanted.write(json.dumps(found))
