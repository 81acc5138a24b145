"""docs/seeds.md: every row has an output, and the check of the documentation sees when it is another one."""

from pathlib import Path

from scripts import make_docs
from scripts.make_docs import ROW, tabled

PAGE = Path(__file__).parents[1] / "docs" / "seeds.md"


def test_every_row_is_compared_with_what_its_command_prints(monkeypatch):
    """A command that prints anything else changes its row, and so the page."""
    page = PAGE.read_text(encoding="utf-8")
    tables = [line for line in page.splitlines() if line.startswith("| ") and "| output |" not in line]
    rows = list(ROW.finditer(page))
    assert [row[0] for row in rows] == tables
    outputs = [row[0].rsplit("` | ", 1)[1] for row in rows]
    assert all(output.startswith("`") and not output.startswith("`error") for output in outputs)
    monkeypatch.setattr(make_docs, "output_of", lambda _: "this | that\n")
    assert [row[0] for row in ROW.finditer(tabled(page))] == [
        f"| {row['statement']} | `$ {row['command']}` | `this \\| that` |" for row in rows
    ]
