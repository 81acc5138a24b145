"""A pytest plugin that tries mutants in one warm process, started by `scripts/mutants.py`.

Everything is imported and collected once. Then every mutant is a fork in which the code of the changed
function is exchanged, and the tests that reach its lines run, quick ones first, until one fails. What a
module or a class runs as it is imported cannot be exchanged; such mutants have processes of their own.
"""

import ast
import gc
import json
import os
import resource
import shutil
import signal
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import CodeType, FunctionType

import coverage
import pytest
from _pytest.runner import runtestprotocol
from hypothesis import Phase, settings
from mutants import changes

SECONDS = 120  # of the processor, for the tests of one mutant: what runs longer has noticed
MEMORY = 6 << 30
Live = dict[tuple[str, int], list[FunctionType]]  # name and first line of functions -> all that were made
Patch = dict[FunctionType, CodeType]
FUNCTION = 1  # co_flags of functions: what modules and classes run themselves has no such flag


def pytest_collection() -> None:
    """A failing example is enough: none is made smaller, or kept."""
    phases = (Phase.explicit, Phase.generate)
    own = settings.get_profile("nerkit")
    profile = settings(own, phases=phases, database=None, report_multiple_bugs=False)
    settings.register_profile("mutants", profile)
    settings.load_profile("mutants")


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Try the wanted mutants instead of running the tests; the outcomes are lines of a file."""
    work = json.loads(os.environ["MUTANTS"])
    path = Path(work["path"])
    folder = Path(work["outcomes"]).parent / "warm"
    with Path(work["outcomes"]).open("w", encoding="utf-8") as outcomes:

        def tell(number: int, outcome: str) -> None:
            outcomes.write(f"{number}\t{outcome}\n")
            outcomes.flush()

        reached, seconds = _measured(session.items, path, folder)
        order = sorted(range(len(session.items)), key=seconds.__getitem__)
        live = _live(path)
        running: dict[int, int] = {}  # process -> number of the mutant
        text = path.read_text(encoding="utf-8")
        whole = compile(ast.parse(text), str(path), "exec")
        for number, change in enumerate(changes(text)):
            if number not in work["wanted"]:
                continue
            patch = _patch(whole, compile(change.tree, str(path), "exec"), live)
            tests = {test for line in change.lines for test in reached.get(line, ())}
            if patch is None or not tests:
                tell(number, "cold")
                continue
            while len(running) >= work["jobs"]:
                _collect(running, tell)
            items = [session.items[test] for test in order if test in tests]
            running[_fork(items, patch, folder / str(number))] = number
        while running:
            _collect(running, tell)
    return True


def _measured(items: list[pytest.Item], path: Path, folder: Path) -> tuple[dict[int, list[int]], list[float]]:
    """Which tests reach each line of the module, and how long each takes; in a process of its own."""
    folder.mkdir(exist_ok=True)
    answer = folder / "reached.json"

    def measure() -> int:
        cover = coverage.Coverage(data_file=None, include=[str(path)], config_file=False)
        cover.start()
        seconds = []
        for i, item in enumerate(items):
            cover.switch_context(str(i))
            began = time.perf_counter()
            reports = runtestprotocol(item, nextitem=items[i + 1] if i + 1 < len(items) else None, log=False)
            seconds.append(time.perf_counter() - began)
            for report in reports:
                assert not report.failed, report.longreprtext
        cover.stop()
        lines = cover.get_data().contexts_by_lineno(str(path))
        reached = {line: [int(test) for test in tests if test] for line, tests in lines.items()}
        answer.write_text(json.dumps([reached, seconds]), encoding="utf-8")
        return 0

    if _ended(_forked(measure, folder / "measured")) != 0:
        pytest.exit(f"the tests of {path} fail without a change", returncode=1)
    reached, seconds = json.loads(answer.read_text(encoding="utf-8"))
    return {int(line): tests for line, tests in reached.items()}, seconds


def _functions(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    """The outermost functions of a module, those of its classes too: (name and first line, code)."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if inner.co_flags & FUNCTION:
                yield (inner.co_qualname, inner.co_firstlineno), inner
            else:
                yield from _functions(inner)


def _shell(code: CodeType) -> list[object]:
    """What a module and its classes run themselves."""
    inner = [one for one in code.co_consts if isinstance(one, CodeType) and not one.co_flags & FUNCTION]
    values = [repr(one) for one in code.co_consts if not isinstance(one, CodeType)]
    return [code.co_code, code.co_names, values, *map(_shell, inner)]


def _live(path: Path) -> Live:
    """The functions of the module that were made, decorated ones too."""
    live: Live = {}
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename == str(path):
            live.setdefault((one.__code__.co_qualname, one.__code__.co_firstlineno), []).append(one)
    return live


def _patch(whole: CodeType, other: CodeType, live: Live) -> Patch | None:
    """The functions to change and their code; None where a fork cannot have what was imported."""
    before, after = list(_functions(whole)), list(_functions(other))
    double = {key for key, times in Counter(key for key, _ in before).items() if times > 1}
    if _shell(whole) != _shell(other) or [key for key, _ in before] != [key for key, _ in after]:
        return None
    patch = {}
    for (key, old), (_, new) in zip(before, after, strict=True):
        if old != new:
            if key in double or key not in live:
                return None
            patch |= dict.fromkeys(live[key], new)
    return patch


def _fork(items: list[pytest.Item], patch: Patch, folder: Path) -> int:
    def attempt() -> int:
        for function, code in patch.items():
            function.__code__ = code
        for i, item in enumerate(items):
            reports = runtestprotocol(item, nextitem=items[i + 1] if i + 1 < len(items) else None, log=False)
            if any(report.failed for report in reports):
                return 1
        return 0

    return _forked(attempt, folder)


def _forked(work: Callable[[], int], folder: Path) -> int:
    """A process that does the work, with its own folder for temporary files, and ends with what it gives."""
    if process := os.fork():
        return process
    code = 1
    try:
        os.setpgrp()
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.alarm(5 * SECONDS)
        folder.mkdir(parents=True)
        os.environ["PYTEST_DEBUG_TEMPROOT"] = os.environ["TMPDIR"] = str(folder)
        tempfile.tempdir = None
        code = work()
        shutil.rmtree(folder, ignore_errors=True)
    except BaseException:  # noqa: BLE001 -- whatever a mutant does ends with it
        traceback.print_exc()
    os._exit(code)


def _ended(process: int) -> int:
    """The status of a process that has ended, with those it started."""
    _, status = os.waitpid(process, 0)
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
    return status


def _collect(running: dict[int, int], tell: Callable[[int, str], None]) -> None:
    process, status = os.wait()
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
    tell(running.pop(process), "killed" if status else "survived")
