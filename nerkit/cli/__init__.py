"""The entry point of the command `nerkit`. Each command has a module, which nerkit imports when the command
runs.

Exit codes: 0 for a scored run, 1 for a failed gate, 2 for a usage, input or I/O error, 130 for an interrupt.
Data goes to stdout, everything else to stderr. To start fast, this module imports only modules that Python
has already loaded, and imports `program` last.
"""

import os
import sys

from nerkit.cli.commands import COMMANDS as COMMANDS
from nerkit.cli.commands import INTERRUPTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NoReturn

    from nerkit.cli.program import cli as cli


def main(args: "Sequence[str] | None" = None) -> "NoReturn":
    """Run the command line and exit.

    An interrupt while modules are loaded, or after all output, ends the process at once. Inside an import,
    Python's own interrupt could be caught or printed by other code.
    """
    whole_process = args is None and _ends_on_interrupt()
    try:
        from nerkit.cli.program import run

        if whole_process:
            import _signal  # type: ignore[import-not-found]

            _signal.signal(_signal.SIGINT, _signal.default_int_handler)
        code = run(args)
        if whole_process:
            _ends_on_interrupt()
    except KeyboardInterrupt:
        if not whole_process:
            raise
        _end()
    if whole_process and code == INTERRUPTED:
        os._exit(code)  # if the signal came during an `exec`, Python may end by the signal itself
    sys.exit(code)


def nerval() -> "NoReturn":
    """Run the command line `nerval`, which is `nerkit nerval`."""
    sys.argv.insert(1, "nerval")
    main()


def _ends_on_interrupt() -> bool:
    """Make an interrupt end the process at once, and return True. Return False if the program has its own
    handler of interrupts, or if this thread is not the main thread.
    """
    # the module `signal` imports modules that take a third of the start time
    import _signal

    try:
        mine = _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler
        if mine:
            _signal.signal(_signal.SIGINT, _end)
    except ValueError:
        return False
    return mine


def _end(*_: object) -> "NoReturn":
    """End the process with the exit code of an interrupt."""
    os.write(2, b"interrupted\n")
    os._exit(INTERRUPTED)


def __getattr__(name: str) -> "Any":
    if name != "cli":
        raise AttributeError(f"module 'nerkit.cli' has no attribute {name!r}")
    from nerkit.cli.program import cli

    return cli
