"""docs/tutorial.md: its commands, typed one after another in an empty folder, print what the page shows."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.make_docs import CONSOLE

PAGE = (Path(__file__).parents[2] / "docs" / "tutorial.md").read_text(encoding="utf-8")
BLOCKS = list(CONSOLE.finditer(PAGE))


def test_it_is_short():
    """At most twelve commands and 1,800 words, and every step has its one command."""
    assert 0 < len(BLOCKS) <= 12
    assert len(PAGE.split()) <= 1800
    assert re.findall(r"^\*\*(\d+)\.", PAGE, re.MULTILINE) == [str(1 + at) for at in range(len(BLOCKS))]


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """What one shell prints of all the blocks, and the folder that it began in."""
    empty = tmp_path_factory.mktemp("tutorial")
    tools = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    script = "".join(f"{block['command']}\necho '--- next'\n" for block in BLOCKS)
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=empty,
        env={"PATH": tools, "LANG": "C.UTF-8", "HOME": str(empty)},
        capture_output=True,
        text=True,
    )
    assert "error:" not in done.stderr
    return done.stdout.split("--- next\n")[:-1], empty


def test_each_block_prints_what_is_shown(printed):
    shown, _ = printed
    assert shown == [block["output"] for block in BLOCKS]


def test_the_page_at_the_end_holds_both_systems(printed):
    page = (printed[1] / "start" / "report.html").read_text(encoding="utf-8")
    assert page.lower().startswith("<!doctype html>")
    assert "words_1.bio" in page
    assert "shapes_1.bio" in page


@pytest.mark.parametrize("said", ["0.231", "0.295", "Mizen Head"])
def test_the_prose_speaks_of_what_is_shown(said):
    """A number or a name in a sentence stands in the output before it."""
    at = PAGE.index(said)
    assert any(block.start("output") <= at < block.end("output") for block in BLOCKS)
    assert PAGE.count(said) > 1
