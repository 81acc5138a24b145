"""What a command loads, for whoever waits for its answer: modules are counted, not seconds.

A small run costs little more than `python -c 'import click, numpy'` as long as it defines and compiles what
it uses, and nothing else.
"""

import json
import subprocess
import sys

import pytest

from nerkit.scorers import SCORERS

REPORT = """
import dataclasses, json, re, sys
written, compiled = [], []
create, compile = dataclasses._process_class, re._compiler.compile
dataclasses._process_class = lambda cls, init, *more: (
    written.append(f"{cls.__module__}.{cls.__name__}") if init else None, create(cls, init, *more)
)[1]
re._compiler.compile = lambda text, flags: (compiled.append(str(text)), compile(text, flags))[1]
import click, numpy
del compiled[:], written[:]
before = set(sys.modules)
from nerkit.cli import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
loaded = sorted(set(sys.modules) - before)
print(json.dumps([loaded, written, compiled]), file=sys.stderr)
"""
HEAVY = {"scipy", "tabulate", "importlib.metadata", "pandas", "tomllib", "pathlib", "statistics", "difflib"}
HEAVY |= {"urllib.parse", "argparse", "tempfile", "multiprocessing", "concurrent.futures", "fractions", "ast"}
HEAVY |= {"decimal", "email", "random", "zipfile", "numpy.ma"}
FILES = {  # a task, a file of it, and how many modules of ours its run may load
    "bio": ("A B-PER\nB O\n", 111),
    "spans": ("d\t0\t1\t\t\tPER\n", 115),
    "noisy": ("A B-PER\nB O\n", 105),
    "dep": ("1\tsee\t_\tVERB" + "\t_" * 2 + "\t0\troot" + "\t_" * 2 + "\n\n", 107),
    "coref": ("#begin document (d); part 000\nd\t0\t0\tw\t(1)\n\n#end document\n", 114),
}
FRONT = {"evaluate": 113, "errors": 141}  # commands of any task, and modules that a run on tags may load
OF_READERS = ("nerkit.readers.values", "nerkit.readers.texts.answers", "nerkit.corpora.json_documents")


def loaded(*arguments, cwd="/"):
    """The modules that a command loads besides click and numpy, its dataclasses and its patterns."""
    done = subprocess.run(
        [sys.executable, "-c", REPORT, *arguments], capture_output=True, text=True, check=True, cwd=cwd
    )
    assert done.stdout
    return json.loads(done.stderr.splitlines()[-1])


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["spans", "--help"], ["evaluate", "--help"]]
)
def test_help_loads_no_heavy_module(arguments):
    """`nerkit --help` and `--version` import no numpy, scipy or tabulate, nor what costs as much."""
    code = (
        "import sys\nfrom nerkit.cli import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'scipy', 'tabulate', 'importlib.metadata', 'pandas', 'tomllib'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True, cwd="/"
    )
    assert done.stderr == "[]\n"
    assert done.stdout


@pytest.mark.parametrize("task", FILES)
def test_a_small_run_loads_what_it_uses(task, tmp_path):
    """A bounded number of our modules, none that costs much, hardly a dataclass with written methods, and few
    patterns.
    """
    text, most = FILES[task]
    (tmp_path / "a").write_text(text)
    modules, written, compiled = loaded(task, "-g", "a", "-s", "a", cwd=tmp_path)
    assert not HEAVY & set(modules)
    assert not [name for name in modules if name.startswith(OF_READERS)]
    assert sum(name.startswith("nerkit") for name in modules) <= most
    assert len(written) <= 6, written  # those of which a corpus has many
    assert len(compiled) <= 20, compiled


@pytest.mark.parametrize("command", FRONT)
def test_a_small_run_of_any_task_loads_what_it_uses(command, tmp_path):
    """Also if the task is found from the files, and if errors are listed."""
    (tmp_path / "a").write_text("A B-PER\nB B-LOC\n")
    (tmp_path / "b").write_text("A B-PER\nB B-PER\n")
    modules, _, _ = loaded(command, "-g", "a", "-s", "b", cwd=tmp_path)
    assert not HEAVY & set(modules)
    assert not [name for name in modules if name.startswith(OF_READERS)]
    assert sum(name.startswith("nerkit") for name in modules) <= FRONT[command]


@pytest.mark.parametrize(
    ("command", "task"),
    [
        (["evaluate"], "spans"),
        (["errors"], "spans"),
        (["errors", "--summary"], "spans"),
        (["errors", "--task", "bio"], "bio"),
        (["errors", "--task", "noisy", "--threshold", "0.1"], "noisy"),
    ],
)
def test_no_module_of_another_task_is_loaded(command, task, tmp_path):
    """But the options of tasks, which say what they read and take, and spans beneath tags and texts."""
    text, _ = FILES[task]
    (tmp_path / "a").write_text(text)
    (tmp_path / "b").write_text(text.replace("PER", "LOC"))
    modules, _, _ = loaded(*command, "-g", "a", "-s", "b", cwd=tmp_path)
    own = {"spans", "bio", task} if task != "spans" else {"spans"}
    tasks = [name.split(".")[2:] for name in modules if name.startswith("nerkit.scorers.")]
    strange = [name for name in tasks if name[0] in SCORERS and len(name) > 1 and name[0] not in own]
    assert [name for name in strange if name[1] != "options"] == []
    assert not [name for name in modules if name.startswith("nerkit.evaluation.agreement.gamma")]


@pytest.mark.parametrize(("form", "shown"), [("table", False), ("tsv", False), ("json", True)])
def test_digests_of_inputs_are_computed_where_they_are_shown(form, shown, tmp_path):
    """To load the library that computes them takes some milliseconds."""
    (tmp_path / "a").write_text(FILES["bio"][0])
    modules, _, _ = loaded("bio", "-g", "a", "-s", "a", "-f", form, cwd=tmp_path)
    assert ("hashlib" in modules) is shown


def test_agreement_loads_the_measures_that_are_asked_for(tmp_path):
    """Alpha of tags loads no scorer, no test of significance, no gamma and no random numbers."""
    for name in ("a", "b"):
        (tmp_path / name).write_text(FILES["bio"][0])
    modules, _, _ = loaded("agree", "-m", "alpha", "a", "b", cwd=tmp_path)
    unused = ("nerkit.scorers.spans.", "nerkit.scorers.noisy.", "nerkit.stats.", "numpy.random", "hashlib")
    unused += ("nerkit.evaluation.agreement.gamma", "nerkit.evaluation.agreement.pair_scores")
    odd = [name for name in modules if name.startswith(unused) and not name.endswith(".options")]
    assert odd == []
    assert sum(name.startswith("nerkit") for name in modules) <= 171
