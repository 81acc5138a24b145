"""docs/i-have.md: each command runs on the demo data, as it stands, and prints a result."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "i-have.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| .* \| .* \| `(nerkit .*)` \|$", re.MULTILINE)


def commands():
    """Each command with the demo folder that the heading of its table names."""
    for part in PAGE.split("\n## ")[1:]:
        folder = re.search(r"`(\w+)`$", part.splitlines()[0])[1]
        yield from ((command, folder) for command in ROW.findall(part))


def test_there_are_sixty_rows():
    """No command twice, and none outside a table."""
    assert len(set(commands())) == len(ROW.findall(PAGE)) >= 60


@pytest.fixture(scope="module")
def demos(tmp_path_factory):
    """The demo data, as `nerkit demo NAME --copy` writes it."""
    demos = tmp_path_factory.mktemp("have") / "demo"
    shutil.copytree(ROOT / "demo", demos)
    return demos


@pytest.mark.parametrize(("command", "folder"), list(commands()))
def test_it_runs(run, monkeypatch, demos, command, folder):
    """In the folder of its table; it prints a result, or writes it where it says."""
    monkeypatch.chdir(demos / folder)
    program, *arguments = shlex.split(command)
    done = run(*arguments)
    assert program == "nerkit"
    assert done.code == (1 if arguments[0] == "validate" else 0), done.err
    assert done.out or Path("report.html").stat().st_size > 10_000
