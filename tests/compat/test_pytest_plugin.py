"""The plugin of pytest, in suites of its own."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import nerkit
from nerkit.evaluation.stored import failure_text

ROOT = Path(nerkit.__file__).parents[1]
BIO = ROOT / "demo" / "bio"
GOLD, SYSTEM = str(BIO / "gold.bio"), str(BIO / "system.bio")


@pytest.fixture
def suite(tmp_path):
    """Run pytest on a test file, in a folder of its own; gives what it printed, and the folder."""

    def ran(text, *options, plugin="nerkit.compat.pytest_plugin"):
        (tmp_path / "test_scores.py").write_text(f"import pytest\nG, S = {GOLD!r}, {SYSTEM!r}\n{text}")
        arguments = ["-p", "no:cacheprovider", "--strict-markers", *(["-p", plugin] if plugin else [])]
        environment = {
            "PYTHONPATH": str(ROOT),
            "PATH": os.environ["PATH"],
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            "COLUMNS": "200",
        }
        command = [sys.executable, "-m", "pytest", *arguments, *options]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environment)
        return done.returncode, done.stdout + done.stderr, tmp_path

    return ran


def test_a_check_that_fails_shows_what_to_mend(suite):
    """Value, gate, errors of the label that cost most, the line of the test, and no frame of nerkit."""
    code, out, _ = suite('def test(nerkit):\n    nerkit.evaluate(G, S).check("chunk/PER >= 0.85")\n')
    assert code == 1
    lines = [line.removeprefix("E").strip() for line in out.splitlines() if line.startswith("E ")]
    assert (
        lines
        == [
            f"AssertionError: chunk/PER of {SYSTEM} is 0.500, below 0.85",
            "errors of chunk, the costliest first:",
            f"{SYSTEM}:23  boundary  PER: 0-2 Vera Sand → 0-1 Vera  [Vera Sand] moved to Ellery ,",
            "1 of 1 error",
        ]
        or lines[0] == f"AssertionError: chunk/PER of {SYSTEM} is 0.500, below 0.85"
    )
    assert '>       nerkit.evaluate(G, S).check("chunk/PER >= 0.85")'[1:].strip() in out
    assert "pytest_plugin.py" not in out
    assert "nerkit/evaluation" not in out


@pytest.mark.parametrize("check", ["result.check('chunk>=0.85')", "nerkit.check(result, 'chunk>=0.85')"])
def test_a_check_without_the_fixture_ends_in_the_test(suite, check):
    """The last line of code that the traceback shows is the user's own."""
    made = "result = nerkit.evaluate([['B-A', 'B-B']], [['B-A', 'O']])"
    code, out, _ = suite(f"import nerkit\ndef test():\n    {made}\n    {check}\n")
    assert code == 1
    assert [line for line in out.splitlines() if line.startswith(">")] == [f">       {check}"]
    assert "nerkit/" not in out


def test_a_check_that_passes_gives_the_result(suite):
    """Checks follow one another, and rows and numbers are those of the result."""
    text = """
def test(nerkit):
    result = nerkit.evaluate(G, S).check("chunk/PER >= 0.5").check("0.3")
    assert (result.f1, result["chunk", "PER"].recall) == (0.375, 0.5)
"""
    assert suite(text)[0] == 0


def test_what_cannot_be_scored_ends_in_the_test(suite):
    """A file that is not there, and a row that is not."""
    text = """
def test_file(nerkit):
    nerkit.evaluate("nothing.bio", S)
def test_row(nerkit):
    nerkit.evaluate(G, S).check("chunk/NONE >= 0.5")
"""
    code, out, _ = suite(text)
    assert code == 1
    assert "E       nerkit.exceptions.NotFoundError: nothing.bio: no such file or directory" in out
    assert "E       nerkit.exceptions.UsageError: the result has no row 'chunk/NONE'" in out
    assert "test_scores.py:5: NotFoundError" in out
    assert "test_scores.py:7: UsageError" in out


def test_known_values_are_those_of_every_evaluation(suite):
    """Half of the third decimal off is as known, more is not; the abs of the marker says otherwise."""
    text = """
@pytest.mark.nerkit_values({"chunk": 0.3754, "chunk/PER:recall": 0.5})
def test_near(nerkit):
    nerkit.evaluate(G, S)
@pytest.mark.nerkit_values({"chunk": 0.3756})
def test_off(nerkit):
    nerkit.evaluate(G, S)
@pytest.mark.nerkit_values({"chunk": 0.3756}, abs=0.001)
def test_wide(nerkit):
    nerkit.evaluate(G, S)
"""
    code, out, _ = suite(text)
    assert (code, "1 failed, 2 passed" in out) == (1, True), out
    assert f"chunk of {SYSTEM} is 0.375, but the expected value is 0.3756" in out


def test_stored_results_are_written_when_asked(suite):
    """Without the file the test says how it is made; a better stored result is a failure."""
    text = 'def test(nerkit):\n    nerkit.evaluate(G, {}, task="bio").compare("scores/a.json")\n'
    code, out, folder = suite(text.format("S"))
    assert (code, "scores/a.json does not exist; pytest --nerkit-update writes the file" in out) == (1, True)
    assert not (folder / "scores").exists()
    assert suite(text.format("S"), "--nerkit-update")[0] == 0
    assert suite(text.format("S"))[0] == 0
    stored = (folder / "scores" / "a.json").read_text()
    assert stored == nerkit.evaluate(GOLD, SYSTEM, task="bio").render("json")
    (folder / "empty.bio").write_text(
        "".join(line.rsplit(" ", 1)[0] + " O\n" if " " in line else line + "\n"
                for line in Path(SYSTEM).read_text().split("\n"))
    )  # fmt: skip
    code, out, _ = suite(text.format("'empty.bio'"))
    assert code == 1
    assert "chunk of empty.bio is" in out
    assert "--nerkit-update stores the new values" in out


def test_a_page_is_left_for_each_failure(suite):
    """In the folder that is named, under the name of the test, whatever that is; none for what passes."""
    text = """
@pytest.mark.parametrize("gate", ["0.9", "0.1", "chunk/LOC >= 0.9"])
def test(nerkit, gate):
    nerkit.evaluate(G, S).check(gate)
"""
    code, out, folder = suite(text, "--nerkit-report", "pages")
    pages = sorted((folder / "pages").iterdir())
    assert (code, len(pages)) == (1, 2)
    assert all(page.read_text().startswith("<!doctype html>") for page in pages)
    assert all(f"the page is pages/{page.name}" in out for page in pages)


def test_suites_that_do_not_use_it_load_nothing(suite):
    """No module of nerkit but the plugin and the two packages around it; no numpy."""
    text = """
import sys
def test():
    ours = {name for name in sys.modules if name.split(".")[0] == "nerkit"}
    assert ours == {"nerkit", "nerkit.version", "nerkit.compat", "nerkit.compat.pytest_plugin"}
    assert "numpy" not in sys.modules
"""
    code, out, _ = suite(text)
    assert code == 0, out


def test_the_entry_point_is_the_plugin():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["entry-points"]["pytest11"] == {"nerkit": "nerkit.compat.pytest_plugin"}


def test_an_interval_stands_below_the_value():
    """As `confidence()` has it, of the row and the field that the gate is about."""
    tags = [["B-PER", "O"], ["B-LOC", "B-PER"], ["O", "B-PER"]] * 20
    system = [["B-PER", "O"], ["B-PER", "O"], ["O", "B-PER"]] * 20
    result = nerkit.evaluate(tags, system, by=["label"])
    row = result.confidence()["chunk", "PER"]
    low, high = row.extra["recall_low"], row.extra["recall_high"]
    text = failure_text.failed_gate(result, "chunk/PER:recall >= 99%")
    assert text.splitlines()[:2] == [
        "chunk/PER:recall of system is 0.667, below 99%",
        f"95% interval: {low:.3f} to {high:.3f}",
    ]
    without = failure_text.failed_gate(nerkit.evaluate(tags, system), "chunk/PER:recall >= 99%")
    assert without == text
    assert failure_text.failed_gate(result, "chunk/PER:recall >= 0.6") == ""
