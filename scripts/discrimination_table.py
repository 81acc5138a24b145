"""Write which measures tell systems apart, for docs/measures.md: `python -m scripts.discrimination_table
GOLDEN`.

GOLDEN is a folder of public outputs (`ie/data`: MUC-4, in the split of GRIT and GTT). Only numbers are
written, to scripts/discrimination.md, which `make docs` puts into the page.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import Request
from nerkit.stats.discrimination import DiscriminationRow, discrimination

ROOT = Path(__file__).parents[1]
ABOUT = """## Which measure tells systems apart

Of all pairs of systems, those that exact tests tell apart at 5 %, without and with Holm's correction, and how
often two halves of the documents order a pair differently (`nerkit compare --discrimination`,
[statistics.md](statistics.md)). The numbers compare measures on these gold data and these systems alone, and
a high share can also mean that a measure rewards something irrelevant.

| data | systems | measure | pairs | told apart | with Holm | swap at N/2 |
|---|---|---|---|---|---|---|
"""
MUC4 = "MUC-4, 200 documents"
FILES = {
    "GRIT": "muc4_grit_preds_extracts_only.json",
    "GTT": "muc4_gtt_preds_templates_only.json",
    "IterX-BERT": "muc4_iterx_bert-base_preds.jsonl",
    "IterX-BART": "muc4_iterx_bart-large_preds.jsonl",
}
SEVEN = "`demo/seven`, made up"


def lines(name: str, gold: Path, systems: dict[str, Path], task: str, measures: Sequence[str]) -> list[str]:
    """A line for each measure."""
    paths = {system: str(path) for system, path in systems.items()}
    result = evaluate_systems(str(gold), paths, Request(task=task, measures=tuple(measures)))
    return [_line(name, row) for row in discrimination(result).rows]


def _line(name: str, row: DiscriminationRow) -> str:
    told = f"{row.pairs} | {row.told_apart} | {row.told_apart_holm} | {row.swap or 0:.3f}"
    return f"| {name} | {row.systems} | `{row.measure}` | {told} |"


def main() -> None:
    """Write the table."""
    folder, seven = Path(sys.argv[1]) / "ie" / "data", ROOT / "demo" / "seven"
    muc4 = {name: folder / file for name, file in FILES.items()}
    gold = folder / "muc4_gtt_test_templates_only.jsonl"
    made_up = {path.stem: path for path in sorted(seven.glob("*.conll")) if path.stem != "gold"}
    table = lines(MUC4, gold, muc4, "ie", ["ree"])
    del muc4["GRIT"]  # which has fillers, and no templates
    of_templates = ["template", "template-gtt", "rme-phi3", "rme-subset"]
    table += lines(f"{MUC4}, without GRIT", gold, muc4, "ie", of_templates)
    table += lines(SEVEN, seven / "gold.conll", made_up, "bio", ["chunk", "partial", "type", "token"])
    (ROOT / "scripts" / "discrimination.md").write_text(ABOUT + "\n".join(table) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
