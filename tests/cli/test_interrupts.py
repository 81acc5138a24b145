"""An interrupt from the first line of ours to the last: exit 130 and a word, never a traceback."""

import os
import signal
import subprocess
import sys
import sysconfig

import pytest

from nerkit.cli import main

WAYS = {
    "script": [os.path.join(sysconfig.get_path("scripts"), "nerkit")],
    "module": [sys.executable, "-m", "nerkit"],
}
INTERRUPTING = """
import atexit, os, sys

WHERE = os.environ["INTERRUPTED_AT"]


def interrupt():
    os.kill(os.getpid(), 2)


class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == WHERE and "nerkit.cli" in sys.modules:
            interrupt()


sys.meta_path.insert(0, Finder())
if WHERE == "end":
    atexit.register(interrupt)
"""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "where",
    ["nerkit.cli.program", "click", "click.core", "click.types", "nerkit.cli.task_commands", "numpy", "end"],
)
def test_an_interrupt_while_modules_are_loaded(way, where, tmp_path):
    """Before the first command is known, in the midst of other people's modules, and when all is done."""
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTING)
    (tmp_path / "a.tsv").write_text("d\t0\t1\tPER\n")
    done = subprocess.run(
        [*WAYS[way], "spans", "-g", "a.tsv", "-s", "a.tsv"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path), "INTERRUPTED_AT": where},
    )
    assert done.returncode == 130, done.stderr
    assert "interrupted" in done.stderr
    assert "Traceback" not in done.stderr
    assert bool(done.stdout) == (where == "end")


def test_what_interrupts_do_elsewhere_is_left_alone(tmp_path):
    """A program that calls the command line keeps its own way with them; so does one that ignores them."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with pytest.raises(SystemExit):
            main(["--version"])
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    code = (
        "import signal, sys; signal.signal(2, signal.SIG_IGN); sys.argv = ['nerkit', '--version']\n"
        "from nerkit.cli import main\n"
        "try:\n    main()\nfinally:\n    print(signal.getsignal(2) is signal.SIG_IGN)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.endswith("True\n")
