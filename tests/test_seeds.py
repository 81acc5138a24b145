"""docs/seeds.md: every row has an output, and the check of the documentation sees when it is another one."""

import html
import re
from pathlib import Path

import pytest

from scripts import ilp, make_docs
from scripts.make_docs import ROW, tabled

PAGE = Path(__file__).parents[1] / "docs" / "seeds.md"
ROWS = list(ROW.finditer(PAGE.read_text(encoding="utf-8")))
NUMBERED = re.compile(r"\bEq\. ([0-9–, ]+)")
EQUATIONS = 47  # of the paper


def printed(row):
    """What a row says that its command prints."""
    cell = row[0].rsplit("` | ", 1)[1].removesuffix(" |")
    lines = [line.removeprefix("`").removesuffix("`") for line in cell.split("<br>")]
    return html.unescape("\n".join(lines).replace("\\|", "|"))


def test_every_row_is_compared_with_what_its_command_prints(monkeypatch):
    """A command that prints anything else changes its row, and so the page."""
    page = PAGE.read_text(encoding="utf-8")
    tables = [line for line in page.splitlines() if line.startswith("| ") and "| output |" not in line]
    assert [row[0] for row in ROWS] == tables
    outputs = [row[0].rsplit("` | ", 1)[1] for row in ROWS]
    assert all(output.startswith("`") and not output.startswith("`error") for output in outputs)
    assert not any("Traceback" in output or "not found" in output for output in outputs)
    monkeypatch.setattr(make_docs, "output_of", lambda _: "this | that\n")
    assert [row[0] for row in ROW.finditer(tabled(page))] == [
        f"| {row['statement']} | `$ {row['command']}` | `this \\| that` |" for row in ROWS
    ]


@pytest.mark.parametrize("number", range(len(ROWS)))
def test_a_mutation_of_a_row_fails_the_check(monkeypatch, number):
    """With an output that was changed by one letter the page is not what the commands make of it."""
    recorded = {row["command"].replace("\\|", "|"): printed(row) for row in ROWS}
    monkeypatch.setattr(make_docs, "output_of", lambda command: recorded[command])
    page, row = PAGE.read_text(encoding="utf-8"), ROWS[number]
    assert tabled(row[0]) == row[0]
    output = printed(row)
    for mutated in (output[:-1] + chr(ord(output[-1]) + 1), output + "0", output[1:]):
        cell = "<br>".join(f"`{line.replace('|', chr(92) + '|')}`" for line in mutated.split("\n"))
        wrong = row[0].replace(row[0].rsplit("` | ", 1)[1], f"{cell} |")
        changed = page.replace(row[0], wrong)
        assert changed != page
        assert tabled(changed) == page


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
