"""What is used in builds: the action's script, the hook, and the example of a test with gates."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import nerkit

ROOT = Path(__file__).parents[1]
BIO = ROOT / "demo" / "bio"
pytestmark = pytest.mark.skipif(not (ROOT / "action.yml").exists(), reason="not a checkout")


def action(tmp_path, **inputs):
    """The action's step, with nerkit on the path as its first step installs it."""
    home = tmp_path / "bin"
    home.mkdir(exist_ok=True)
    command = home / "nerkit"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m nerkit "$@"\n')
    command.chmod(0o755)
    python = home / "python3"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    environment = {f"NERKIT_{name.upper()}": value for name, value in inputs.items()}
    environment |= {"PATH": f"{home}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    script = ["bash", str(ROOT / "scripts" / "action.sh")]
    return subprocess.run(script, capture_output=True, text=True, cwd=BIO, env=environment)


def test_the_script_has_every_input_of_the_action():
    """Each stands in the environment under its name, and nowhere in the text of a step."""
    text = (ROOT / "action.yml").read_text()
    inputs = re.findall(r"^  ([a-z-]+):\n    description", text, re.MULTILINE)
    given = dict(re.findall(r"(NERKIT_\w+): \$\{\{ inputs\.([a-z-]+) \}\}", text))
    assert sorted(given.values()) == sorted(inputs)
    script = (ROOT / "scripts" / "action.sh").read_text()
    assert [name for name in given if name not in script] == []
    assert not re.search(r"run: .*\$\{\{", text)


def test_a_gate_is_a_line(tmp_path):
    """Blank lines are none; a gate that fails ends the step with 1 and an annotation."""
    done = action(
        tmp_path, gold="gold.bio", system="system.bio", gates="\nchunk=10%\n  chunk/PER:recall=20%\n"
    )
    assert done.returncode == 0, done.stderr
    done = action(
        tmp_path, gold="gold.bio", system="a=system.bio\n", task="bio", gates="chunk=10%\nchunk=90%"
    )
    assert done.returncode == 1
    assert "::error title=fail-under chunk=90%25" in done.stdout


def test_what_is_kept_is_compared_with(tmp_path):
    """The result is written though a gate fails, and a later step compares with it."""
    kept = tmp_path / "main.json"
    done = action(tmp_path, gold="gold.bio", system="x=system.bio", output=str(kept), gates="99%")
    assert done.returncode == 1
    done = action(
        tmp_path,
        gold="gold.bio",
        system="x=system.bio",
        compare_to=str(kept),
        tolerance="0",
        options="--percent",
    )
    assert done.returncode == 0, done.stderr
    worse = tmp_path / "worse.bio"
    worse.write_text(re.sub(r"[BI]-\w+", "O", (BIO / "system.bio").read_text()))
    done = action(tmp_path, gold="gold.bio", system=f"x={worse}", compare_to=str(kept))
    assert done.returncode == 1


def test_differences_are_a_table_and_the_page_is_a_file(tmp_path):
    """Both are written though a gate fails."""
    kept, table, page = (tmp_path / name for name in ("main.json", "t.md", "p.html"))
    system = "x=system.bio"
    assert action(tmp_path, gold="gold.bio", system=system, task="bio", output=str(kept)).returncode == 0
    worse = tmp_path / "worse.bio"
    worse.write_text(re.sub(r"[BI]-LOC", "O", (BIO / "system.bio").read_text()))
    wanted = {"compare_to": str(kept), "table": str(table), "page": str(page), "task": "bio"}
    done = action(tmp_path, gold="gold.bio", system=f"x={worse}", gates="99%", **wanted)
    assert done.returncode == 1, done.stderr
    old, new = (nerkit.evaluate(BIO / "gold.bio", path).f1 for path in (BIO / "system.bio", worse))
    last = table.read_text().splitlines()[-1]
    cells = [cell.strip() for cell in last.strip("|").split("|")]
    assert cells == ["chunk", f"{old:.3f}", f"{new:.3f}", f"{new - old:+.3f}"]
    assert page.read_text().startswith("<!doctype html>")
    done = action(tmp_path, gold="gold.bio", system=system, **wanted)
    assert (done.returncode, "+0.000" in table.read_text()) == (0, True), done.stderr
    page.unlink()
    done = action(tmp_path, gold="gold.bio", system=system, options="--exit-zero", **wanted)
    assert (done.returncode, page.exists()) == (0, False), done.stderr
    assert "::warning title=nerkit report::the page was not written" in done.stdout


@pytest.mark.parametrize(
    "options", ["--percent", "-d\n1\n--by=label", "-d2\n--percent", "--digits=1", "--digits\n5"]
)
def test_what_is_for_the_eye_is_not_for_the_stored_result(tmp_path, options):
    """Percent and digits are those of the table in the log; the result, and what is compared, is exact."""
    kept, table, output = (tmp_path / name for name in ("main.json", "t.md", "new.json"))
    first = {"gold": "gold.bio", "system": "x=system.bio", "task": "bio"}
    by = {"options": "--by=label"} if "--by" in options else {}
    assert action(tmp_path, output=str(kept), **first, **by).returncode == 0
    wanted = {"compare_to": str(kept), "table": str(table), "output": str(output), "gates": "10%"}
    done = action(tmp_path, options=options, **first, **wanted)
    assert done.returncode == 0, done.stderr
    one, other = (json.loads(path.read_text()) for path in (output, kept))
    assert one.pop("command") != other.pop("command")
    assert {gate["verdict"] for gate in one.pop("gates")} == {"passed"}
    assert one == other
    assert "+0.000" in table.read_text()
    assert "0.375 " not in done.stdout


def test_inputs_are_data(tmp_path):
    """A path that looks like a command is a path."""
    done = action(tmp_path, gold="gold.bio", system="$(touch ran).bio; touch ran")
    assert done.returncode == 2
    assert not (BIO / "ran").exists()


def test_nothing_of_the_workspace_is_run(tmp_path):
    """A pull request's pip.py, or a module that pip loads, is not what the action's installation runs."""
    text = (ROOT / "action.yml").read_text()
    for module in ("pip", "hatchling", "json", "sitecustomize"):
        (tmp_path / f"{module}.py").write_text("import os; open('ran', 'w'); os._exit(3)\n")
    starts = re.findall(r"(python3.* -m pip) install", text)
    assert len(starts) == 2
    for start in starts:
        command = [*start.replace("python3", sys.executable).split(), "--version"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, (tmp_path / "ran").exists()) == (0, False), done.stderr
    assert "working-directory: ${{ github.action_path }}" in text


def test_what_the_action_installs_is_pinned():
    """Required dependencies, and what builds the wheel, have a version and checksums of their files."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    lines = (ROOT / "scripts" / "action_requirements.txt").read_text().replace(" \\\n", " ").splitlines()
    pinned = [line for line in lines if not line.startswith("#")]
    assert all(re.match(r"[\w-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", line) for line in pinned)
    names = {line.split("==")[0] for line in pinned}
    needed = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    assert {re.match(r"[\w-]+", need)[0].lower() for need in needed} <= names


def test_the_licences_of_all_dependencies_are_told():
    """README has a row for each library that is required or an extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needs = [
        *project["dependencies"],
        *(need for extra in project["optional-dependencies"].values() for need in extra),
    ]
    rows = re.findall(
        r"^\| ([\w-]+)(?: \(`\w+`\))? \| [^|]+ \|", (ROOT / "README.md").read_text(), re.MULTILINE
    )
    assert {re.match(r"[\w-]+", need)[0] for need in needs} <= set(rows)


def test_modules_are_run_without_the_working_folder():
    """`python -m` of an installed module is written with -P, which leaves that folder out."""
    told = [
        f"{path.relative_to(ROOT)}: {line}"
        for folder in ("nerkit", "docs")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".md")
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"python3? -m (?!scripts\b|tests\b)", line) and "as every `python -m`" not in line
    ]
    assert told == []


def test_the_hook_takes_every_name_for_a_file(tmp_path):
    """A file whose name begins with a dash is no option of the command."""
    (tmp_path / "--help.bio").write_text("a B-PER\n")
    (entry,) = re.findall(r"entry: nerkit (.+)", (ROOT / ".pre-commit-hooks.yaml").read_text())
    command = [sys.executable, "-m", "nerkit", *entry.split(), "--help.bio"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, "No such option" in done.stderr) == (0, False), done.stderr


def test_the_hook_runs_a_command_that_takes_files(tmp_path):
    """pre-commit appends file names to the entry; findings are exit code 1."""
    text = (ROOT / ".pre-commit-hooks.yaml").read_text()
    (entry,) = re.findall(r"entry: nerkit (.+)", text)
    bad = tmp_path / "bad.bio"
    bad.write_text("a I-PER\nb O\n\nc B-LOC\nd I-PER\n")
    for files, code in (([BIO / "gold.bio"], 0), ([BIO / "gold.bio", bad], 1)):
        done = subprocess.run(
            [sys.executable, "-m", "nerkit", *entry.split(), *map(str, files)], capture_output=True, cwd=ROOT
        )
        assert done.returncode == code, done.stderr
    (pattern,) = re.findall(r"files: (.*)", text)
    assert re.search(pattern, "data/dev.conllu")
    assert not re.search(pattern, "README.md")


def test_gates_in_a_test():
    """The example of docs/ci.md: a result checks its gates, and says what is missing."""
    result = nerkit.evaluate(BIO / "gold.bio", BIO / "system.bio", task="bio", by="label")
    result.check("chunk>=0.35")
    with pytest.raises(AssertionError, match="chunk/PER"):
        result.check("chunk/PER:recall>=99%")


def test_nothing_says_to_install_by_name():
    """The name is not ours on the package index yet, so whoever installed it by name would run other code."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    by_name = re.compile(
        r"\b(?:pipx?|uvx?|conda) (?:install|add|run)\b[^\n`]*[ '\"]nerkit(?:-eval)?(?![\w/.-])"
    )
    assert by_name.search("pip install -U 'nerkit[zst]'")
    assert by_name.search("pip install nerkit-eval")
    assert not by_name.search("pip install ./nerkit-0.1.0.whl")
    told = []
    for name in listed.splitlines():
        path = ROOT / name
        if path.suffix in (".md", ".yml", ".yaml", ".toml", ".py") and name != "tests/test_builds.py":
            told += [f"{name}: {match[0]}" for match in by_name.finditer(path.read_text(encoding="utf-8"))]
    assert told == []
