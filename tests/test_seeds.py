"""seeds.md: every row has an output, and the check of the documentation sees when it is another one."""

import html
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tries import each

import nerkit
from scripts import ilp, make_docs
from scripts.make_docs import ROW, tabled

PAGE = Path(__file__).parent / "seeds.md"
ROWS = list(ROW.finditer(PAGE.read_text(encoding="utf-8")))
NUMBERED = re.compile(r"\bEq\. ([0-9–, ]+)")
EQUATIONS = 47  # of the paper


def printed(row):
    """What a row says that its command prints."""
    cell = row["output"].removeprefix(" ")
    lines = [line.removeprefix("`").removesuffix("`") for line in cell.split("<br>")]
    return html.unescape("\n".join(lines).replace("\\|", "|"))


def test_every_row_is_compared_with_what_its_command_prints(monkeypatch):
    """A command that prints anything else changes its row, and so the page."""
    page = PAGE.read_text(encoding="utf-8")
    tables = [line for line in page.splitlines() if line.startswith("| ") and "| output | why |" not in line]
    assert [row[0] for row in ROWS] == tables
    outputs = [row["output"].removeprefix(" ") for row in ROWS]
    assert all(output.startswith("`") and not output.startswith("`error") for output in outputs)
    assert not any("Traceback" in output or "not found" in output for output in outputs)
    monkeypatch.setattr(make_docs, "output_of", lambda _: "this | that\n")
    assert [row[0] for row in ROW.finditer(tabled(page))] == [
        f"| {row['statement']} | `$ {row['command']}` | `this \\| that`{row['why']} |" for row in ROWS
    ]


@each("number", range(len(ROWS)))
def test_a_mutation_of_a_row_fails_the_check(monkeypatch, number):
    """With an output that was changed by one letter the page is not what the commands make of it."""
    recorded = {row["command"].replace("\\|", "|"): printed(row) for row in ROWS}
    monkeypatch.setattr(make_docs, "output_of", lambda command: recorded[command])
    page, row = PAGE.read_text(encoding="utf-8"), ROWS[number]
    assert tabled(row[0]) == row[0]
    output = printed(row)
    for mutated in (output[:-1] + chr(ord(output[-1]) + 1), output + "0", output[1:]):
        cell = "<br>".join(f"`{line.replace('|', chr(92) + '|')}`" for line in mutated.split("\n"))
        wrong = row[0].replace(f"{row['output']}{row['why']} |", f" {cell}{row['why']} |")
        changed = page.replace(row[0], wrong)
        assert changed != page
        assert tabled(changed) == page


def test_every_row_says_why():
    """By arithmetic, by definition, by a proof, or by a program with its version."""
    assert [row["statement"] for row in ROWS if not (row["why"] or "").strip(" |")] == []


PEER = re.compile(r"(?:Nerval|neleval|mtool|CoVal|eval|smatch|conlleval|nltk)\S* prints")


def test_a_program_that_is_named_has_a_version():
    """`NAME@VERSION`, or whose it is."""
    told = [row["why"] for row in ROWS if PEER.search(row["why"])]
    assert told
    assert [why for why in told if not re.search(r"@\d| of [A-Z]", why)] == []


BROKEN = [  # the beginning of a statement; module, what stands there, and what breaks it
    (
        "Tolkien and Tolkieene",
        "scorers/noisy/matching.py",
        "else rate <= self.threshold",
        "else rate * 2 <= self.threshold",
    ),
    ("All 18 punctuation", "scorers/mrp/normal.py", 'PUNCTUATION = ".?!', 'PUNCTUATION = "?!'),
    (
        "Labels of edges are compared without case",
        "scorers/mrp/normal.py",
        "return str(value).lower() if lower",
        "return str(value) if lower",
    ),
    (
        "Attributes of edges too",
        "scorers/mrp/normal.py",
        "return str(value).lower() if lower",
        "return str(value) if lower",
    ),
    (
        "Tags as the slide writes them",
        "readers/tags/spelling.py",
        "(?:[-_](?P<type>.+))?",
        "(?:-(?P<type>.+))?",
    ),
    ("Eq. 4–7", "results/scores.py", '"j": (p_num, p_den + r_den - p_num)', '"j": (p_num, p_den + r_den)'),
    ("Eq. 38 at every depth", "algebra/values.py", "2.0 ** (common", "3.0 ** (common"),
    (
        "Recall MAX, precision SUM",
        "scorers/spans/aggregators.py",
        'MAXSUM = _overlap(\n    "max", "sum"',
        'MAXSUM = _overlap(\n    "max", "max"',
    ),
    (
        "neighbours melt",
        "readers/texts/noisy_bio.py",
        'BEGINNING, CLOSING = "BSU"',
        'BEGINNING, CLOSING = ""',
    ),
    (
        "Every parse is returned",
        "grammar/derivations.py",
        "while place < self.number():",
        "while place < self.number() // 2:",
    ),
]


@pytest.mark.parametrize(("statement", "module", "before", "after"), BROKEN, ids=[one[0] for one in BROKEN])
def test_what_breaks_a_feature_breaks_its_row(tmp_path, statement, module, before, after):
    """The command prints what the row says, and in a copy of the package that is broken, another thing."""
    package = Path(nerkit.__file__).parent
    copied = shutil.copytree(package, tmp_path / "nerkit", ignore=shutil.ignore_patterns("demo"))
    broken = copied / module
    text = broken.read_text(encoding="utf-8")
    assert text.count(before) == 1
    (row,) = (row for row in ROWS if statement in row["statement"])
    command = row["command"].replace("\\|", "|")
    assert shown(command, tmp_path) == printed(row)
    broken.write_text(text.replace(before, after), encoding="utf-8")
    assert shown(command, tmp_path) != printed(row)


def shown(command, folder):
    """What a command prints with the package of a folder, as `make docs` shows it."""
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=PAGE.parents[1],
        env={**os.environ, "PATH": tools, "PYTHONPATH": str(folder), "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
    )
    return done.stdout.rstrip("\n").replace("\t", "  ")


def test_every_equation_of_the_paper_has_a_row():
    """Eq. 1 to 47, one by one or as a range."""
    named = set()
    for row in ROWS:
        for match in NUMBERED.finditer(row["statement"]):
            for part in filter(None, match[1].strip(" ,").split(",")):
                first, _, last = part.strip().partition("–")
                named |= set(range(int(first), int(last or first) + 1))
    assert named == set(range(1, EQUATIONS + 1))


@pytest.mark.parametrize("seed", range(40))
def test_the_integer_linear_program_has_the_same_optimum(seed):
    """Eq. 40 to 44, solved by scipy under each constraint."""
    totals = ilp.both(seed)
    assert len(totals) == 5
    assert set(totals.values()) == {totals["nerkit"]}
