"""docs/coming-from: nerkit's lines print the numbers that stand beside the lines of the other scorers, and so
do those lines themselves where the scorer is installed (`make peers`).
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.make_docs import ROW

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "coming-from").glob("[!R]*.md"))
ROWS = [(page.stem, row) for page in PAGES for row in ROW.finditer(page.read_text(encoding="utf-8"))]

SHELL = re.compile(r"`\$ .*(\\\||;).*` \|")  # a command with a pipe, or of several


def numbers(statement):
    """What another scorer prints: the numbers behind the arrow."""
    return re.findall(r"\d+\.\d+", statement.partition(" → ")[2])


def test_there_are_thirteen_pages_with_a_number_each():
    assert len(PAGES) == 13
    told = {page for page, row in ROWS if numbers(row["statement"])}
    assert {page.stem for page in PAGES} - told == {"bfcl"}


@pytest.mark.parametrize(
    "row", [row for _, row in ROWS], ids=[f"{page}-{at}" for at, (page, _) in enumerate(ROWS)]
)
def test_the_numbers_are_equal_where_the_page_does_not_say_otherwise(row):
    """Digit by digit, in what nerkit prints today."""
    printed = row[0].rpartition("` | `")[2]
    shown = [number in printed for number in numbers(row["statement"])]
    assert shown == ([False] if "≠" in row["statement"] else [True] * len(shown))


@pytest.mark.parametrize("command", sorted({row["command"] for _, row in ROWS if not SHELL.search(row[0])}))
def test_what_is_shown_is_what_it_prints(run, monkeypatch, command):
    """Without those that need a shell: `make docs CHECK=--check` has all of them."""
    words = shlex.split(command)
    monkeypatch.chdir(ROOT / words[1])
    shown = next(row[0].rpartition(" | ")[2] for _, row in ROWS if row["command"] == command)
    done = run(*words[4:])
    assert done.code == 0
    assert shown == " | ".join(["`" + "`<br>`".join(done.out.replace("|", "\\|").splitlines()) + "` |"])


def tags(name):
    """The tags of a file of the first data, sentence by sentence."""
    text = (ROOT / "demo" / "start" / name).read_text(encoding="utf-8")
    sentences = re.sub(r"# newdoc.*\n", "", text).split("\n\n")
    return [[line.split()[-1] for line in one.splitlines() if line] for one in sentences if one.strip()]


PEERS = {"seqeval": "seqeval.metrics", "nervaluate": "nervaluate"}


@pytest.mark.parametrize(("page", "row"), [each for each in ROWS if each[0] in PEERS])
def test_the_line_of_the_peer_prints_its_numbers(page, row):
    """Evaluated as it stands, by the library itself."""
    names = dict(vars(pytest.importorskip(PEERS[page])))
    names |= {"gold": tags("dev.bio"), "system": tags("words_1.bio")}
    if page == "seqeval":
        names["IOB2"] = pytest.importorskip("seqeval.scheme").IOB2
    else:
        evaluator = names["Evaluator"](
            names["gold"], names["system"], tags=["LOC", "MISC", "ORG", "PER"], loader="list"
        )
        names["evaluated"] = evaluator.evaluate()["overall"]
    line = re.match(r"`(.*?)` →", row["statement"])[1]
    printed = str(eval(line, names))
    assert [number for number in numbers(row["statement"]) if number not in printed] == []


def test_smatch_prints_its_numbers():
    """Its command line, with the files in its order."""
    pytest.importorskip("smatch")
    row = next(row for page, row in ROWS if page == "smatch")
    arguments = shlex.split(re.match(r"`smatch.py (.*?)`", row["statement"])[1])
    done = subprocess.run(
        [sys.executable, "-m", "smatch", *arguments],
        cwd=ROOT / "demo" / "amr",
        capture_output=True,
        text=True,
    )
    assert [number for number in numbers(row["statement"]) if number not in done.stdout] == []
