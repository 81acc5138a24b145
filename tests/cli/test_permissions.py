"""Folders that may not be written or looked into, for a user without rights of their own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BIO = Path(__file__).parents[2] / "demo" / "bio"
PLAIN = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []

pytestmark = pytest.mark.skipif(
    bool(PLAIN)
    and (shutil.which(PLAIN[0]) is None or subprocess.run([*PLAIN, "true"], check=False).returncode != 0),
    reason="permissions do not hold for this user",
)


def plain(folder, *arguments, stdin=None):
    """What a command does for a user to whom permissions apply."""
    line = [*PLAIN, sys.executable, "-P", "-m", "nerkit", *map(str, arguments)]
    return subprocess.run(line, cwd=folder, capture_output=True, text=True, input=stdin, check=False)


@pytest.fixture
def closed(tmp_path):
    """A folder with data that may not be written."""
    for side in ("gold", "system"):
        (tmp_path / f"{side}.bio").write_text((BIO / f"{side}.bio").read_text())
    tmp_path.chmod(0o555)
    yield tmp_path
    tmp_path.chmod(0o755)


@pytest.mark.parametrize(
    ("command", "target"),
    [
        ("bio -g gold.bio -s system.bio -o out.json", "out.json: nerkit cannot write the file"),
        ("report -g gold.bio -s system.bio -o out.html", "out.html: nerkit cannot write the file"),
        ("convert gold.bio --to ie-jsonl -o out.jsonl", "out.jsonl: nerkit cannot write the file"),
        ("convert gold.bio --to brat -o out", "out"),
        ("demo --copy out", "out"),
    ],
)
def test_what_cannot_be_written(closed, command, target):
    """Is an error with its name, after which nothing is there that was not."""
    done = plain(closed, *command.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{target}: permission denied" in done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(path.name for path in closed.iterdir()) == ["gold.bio", "system.bio"]


def test_scores_need_no_folder_that_can_be_written(closed):
    """Of files as of a pipe."""
    for gold in ("gold.bio", "-"):
        done = plain(closed, "bio", "-g", gold, "-s", "system.bio", stdin=(BIO / "gold.bio").read_text())
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("pattern", ["data", "data/*/*.bio", "data/?/y.bio", "data/**/*.bio", "data/b/*"])
def test_a_folder_that_may_not_be_looked_into(tmp_path, pattern):
    """Its files are not left out of the scores: it is an error."""
    for name in ("a/x.bio", "b/y.bio"):
        (tmp_path / "data" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "data" / name).write_text("Ann B-PER\n")
    (tmp_path / "data" / "b").chmod(0)
    try:
        done = plain(tmp_path, "bio", "-g", pattern, "-s", "data/a/x.bio", "--missing", "ignore")
    finally:
        (tmp_path / "data" / "b").chmod(0o755)
    assert (done.returncode, done.stdout) == (2, "")
    assert "data/b: permission denied" in done.stderr
