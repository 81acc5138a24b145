"""Time nerkit against the scorers it stands in for: docs/benchmarks.csv, and the table of docs/benchmarks.md.

usage: python -m scripts.benchmark [NAME ...]

Both commands score the same made-up corpus as whole processes, in turn (A B A B …), and the ratio is taken
pair by pair, so that it holds when the machine's speed drifts. CPU time is user + system of the process and
its children; memory the peak of the largest process. Peers are installed into `.venv-peers`, with the
mechanical fixes that current Python needs.
"""

import argparse
import csv
import os
import platform
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from scripts.benchmark.runs import Place, Rows, compare, peers

ROOT = Path(__file__).parents[2]
PAGE, TABLE = ROOT / "docs" / "benchmarks.md", ROOT / "docs" / "benchmarks.csv"

MODULES = {  # module -> the sections whose rows it makes, in a function each
    "spans": "start spans coref statistics", "text": "bio objects noisy", "systems": "compare errors",
    "graphs": "amr mrp", "roles": "srl", "trees": "dep", "brackets": "tree", "values": "json",
    "grammars": "cky", "agreement": "agree",
}  # fmt: skip
SECTIONS = (
    *("start", "spans", "bio", "objects", "in-memory", "noisy", "coref", "algebra", "records", "statistics"),
    *("compare", "errors", "files", "amr", "mrp", "srl", "dep", "tree", "shards", "json", "calls", "cky"),
    *("agree", "readers"),
)
FIELDS = (
    *("section", "what", "pairs", "nerkit CPU", "nerkit wall", "nerkit memory", "peer", "peer CPU"),
    *("peer memory", "ratio", "lowest", "highest", "numbers", "times split", "load", "page"),
)
HEADER = (
    "| peer | what | times as fast | nerkit: CPU, memory | peer: CPU, memory | times `str.split` |\n"
    "|---|---|---|---|---|---|"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sections", nargs="*", help=f"of {', '.join(SECTIONS)}; all if none is named")
    parser.add_argument("--peers", type=Path, default=ROOT / ".venv-peers")
    parser.add_argument("--sources", type=Path, help="checkouts of scorers that are no packages, by name")
    parser.add_argument("--golden", type=Path, help="the folder of conformance, whose AMR is scored too")
    parser.add_argument("--page", action="store_true", help="only the rows that the page shows")
    arguments = parser.parse_args()
    python = peers(arguments.peers)
    table = list(csv.DictReader(TABLE.read_text().splitlines())) if TABLE.exists() else []
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments.sections or SECTIONS:
            place = Place(Path(folder), python, arguments.sources, arguments.golden)
            for what in section(name)(place):
                if what.on_page or not arguments.page:
                    row = {"section": name, **compare(what)}
                    print(*(f"{key} {value};" for key, value in row.items() if value), flush=True)
                    table = [old for old in table if _key(old) != _key(row)] + [row]
            write(table)


def section(name: str) -> Callable[[Place], Rows]:
    """What makes the rows of a section."""
    function = name.replace("-", "_")
    module = next((each for each, names in MODULES.items() if name in names.split()), function)
    make: Callable[[Place], Rows] = getattr(import_module(f"scripts.benchmark.{module}"), function)
    return make


def _key(row: dict[str, str]) -> tuple[str, ...]:
    """What one row of the table is about."""
    return row["section"], row["what"], row.get("peer", "")


def write(table: list[dict[str, str]]) -> None:
    """Write all rows into docs/benchmarks.csv, and those of the page into its table."""
    order = SECTIONS
    table.sort(key=lambda row: order.index(row["section"]))
    with TABLE.open("w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
    shown = [row for row in table if row["page"]]
    loads = [float(row["load"]) for row in shown]
    load = f"{min(loads, default=0)} to {max(loads, default=0)}"
    machine = f"Python {platform.python_version()}, {os.cpu_count()} processors, load {load}."
    lines = [HEADER, *map(line, shown), "", machine]
    head, _, rest = PAGE.read_text().partition(HEADER.partition("\n")[0])
    PAGE.write_text(head + "\n".join(lines) + "\n" + rest[rest.find("\n\n#") + 1 :])


def line(row: dict[str, str]) -> str:
    """A row of the page."""
    cells = [
        row["peer"],
        f"{row['section']}: {row['what']}",
        f"**{row['ratio']}** ({row['lowest']} to {row['highest']})",
        f"{row['nerkit CPU']}, {row['nerkit memory']}",
        f"{row['peer CPU']}, {row['peer memory']}",
        row.get("times split", ""),
    ]
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
