"""All runs of one scorer, in the environment that holds it: `python cell.py ADAPTER SECONDS < RUNS`.

RUNS is a JSON list of `[gold, system, options]`; the last line printed is a list with, for each, `{"printed":
{key: number}}` or `{"stopped": message, "by": "refuses"|"crashes"}`. A scorer *refuses* with a message about
its input; it *crashes* with an error that speaks of its own code. Each run is a process of its own, forked
when the scorer is loaded, in a folder of its own, with a limit of time and of memory. Only the standard
library is imported here.
"""

import contextlib
import importlib.util
import io
import json
import os
import re
import resource
import signal
import sys
import tempfile
from os.path import abspath, dirname, join

MEMORY = 4 << 30  # bytes
OF_CODE = """
    ArithmeticError AssertionError AttributeError FloatingPointError ImportError IndexError KeyError
    LookupError MemoryError ModuleNotFoundError NameError NotImplementedError OverflowError RecursionError
    StopIteration SyntaxError TypeError UnboundLocalError UnicodeDecodeError ZeroDivisionError
"""
OWN_ERRORS = set(OF_CODE.split())


def main() -> None:
    """Score every run that standard input lists, and print the answers as one line of JSON."""
    name, seconds = sys.argv[1], int(sys.argv[2])
    runs = json.load(sys.stdin)
    folder = join(dirname(abspath(__file__)), "adapters")
    sys.path[:] = [path for path in sys.path if abspath(path or ".") != dirname(folder)]
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            adapter = _adapter(folder, name)
        except (Exception, SystemExit) as error:  # noqa: BLE001 (of whatever kind)
            answers = [stopped(error)] * len(runs)
        else:
            answers = [_apart(adapter, seconds, *run) for run in runs]
    print("\n" + json.dumps(answers))


def _adapter(folder: str, name: str) -> "object":
    """The module of an adapter, under another name than the library that it imports."""
    sys.path.append(folder)
    import inputs  # noqa: F401 (now it is loaded, and the folder hides no library)

    sys.path.remove(folder)
    spec = importlib.util.spec_from_file_location(f"adapter_{name}", join(folder, f"{name}.py"))
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look there for their module
    spec.loader.exec_module(module)
    return module


def _apart(adapter: "object", seconds: int, *run: "object") -> "dict[str, object]":
    """The answer of a run in a forked process."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.setpgid(0, 0)
        signal.alarm(seconds)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            answer = _scored(adapter, *run)
        os.write(writing, json.dumps(answer).encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        said = pipe.read()
    status = os.waitpid(child, 0)[1]
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # what the scorer started, and left
    if said:
        return json.loads(said)
    late = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM
    return {"stopped": f"no answer in {seconds} s" if late else "the process was ended", "by": "crashes"}


def _scored(adapter: "object", gold: str, system: str, options: "dict[str, object]") -> "dict[str, object]":
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        found = adapter.score(gold, system, options)
        return {"printed": {key: float(value) for key, value in found.items() if value is not None}}
    except (Exception, SystemExit) as error:  # noqa: BLE001 (of whatever kind)
        return stopped(error)


def stopped(error: BaseException) -> "dict[str, str]":
    """The message of an error, and whether it speaks of the input or of the scorer's own code."""
    said = " ".join(str(error).split())
    command = isinstance(error, SystemExit)  # of a command: its last line of error
    named = re.match(r"(?:\w+\.)*([A-Z]\w*)(:|$)", said) if command else None
    name = named[1] if named else type(error).__name__
    message = said if command else f"{name}: {said}"
    own = name in OWN_ERRORS or not said or "division by zero" in said
    return {"stopped": message, "by": "crashes" if own else "refuses"}


if __name__ == "__main__":
    main()
