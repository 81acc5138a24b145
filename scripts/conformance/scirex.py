"""SciREX's relations: the scores of its script, those of the paper, and counts of its files."""

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nerkit import readers
from nerkit.io import expand
from scripts.conformance.checks import Case, Check, against, differences, rows

TOLERANCE = 1e-9
SCORES = {"p": "precision", "r": "recall", "f1": "f1"}
MEASURES = {"salient_clusters": "scirex/entities", "binary": "scirex/binary", "nary4": "scirex/nary"}
PAPER = {"num": "p_num", "n_sys": "p_den", "n_ref": "r_den", **SCORES}
PARTS = ("relations", "clusters", "ner")
FILES = ("scirex_000f9038.json", "scirex_023cc7f9.json")


def scirex(golden: Path) -> Iterator[Case]:
    """All comparisons of SciREX's relations."""
    for case in json.loads((golden / "index.json").read_text()):
        if case["name"].startswith("scirex"):
            yield lambda case=case: scored(golden, case, in_folder=False)
            yield lambda case=case: scored(golden, case, in_folder=True)
    yield lambda: counts(golden)


def scored(golden: Path, case: dict[str, Any], *, in_folder: bool) -> list[Check]:
    """The measures of a case, the three files of the system in a folder or by their options."""
    paths = {key: golden / path for key, path in case["files"].items()}
    gold = ["-g", str(paths["gold"]), "-m", "scirex", "-m", "scirex-paper"]
    if not in_folder:
        beside = ("--clusters", str(paths["clusters"]), "--mentions", str(paths["ner"]))
        return compared(case, rows("ie", *gold, "-s", str(paths["relations"]), *beside))
    with TemporaryDirectory() as folder:
        for number, key in enumerate(PARTS):
            (Path(folder) / f"{number}.jsonl").write_bytes(paths[key].read_bytes())
        return compared(case, rows("ie", *gold, "-s", folder))


def compared(case: dict[str, Any], found: dict[Any, dict[str, Any]]) -> list[Check]:
    """The rows of all documents against the numbers of the golden data."""
    expected = case["expected"]
    checks = []
    for key, measure in MEASURES.items():
        numbers = expected["scirex_official_mean_over_docs"][key]
        wanted = {column: numbers[name] for name, column in SCORES.items()}
        row = found.get((measure, "*", "*"))
        with against("SciREX's scirex_relation_evaluate.py"):
            checks.append(Check(f"{case['name']} {key}", differences(row, wanted, TOLERANCE)))
    wanted = {column: expected["paper_eq29_31_micro_4ary"][name] for name, column in PAPER.items()}
    row = found.get(("scirex-paper", "*", "*"))
    with against("the equations of the paper, by an independent script"):
        return [*checks, Check(f"{case['name']} paper", differences(row, wanted, TOLERANCE))]


def counts(golden: Path) -> list[Check]:
    """How many words, mentions, entities and relations files hold."""
    table = json.loads((golden / "reader_counts.json").read_text())
    checks = []
    for name in FILES:
        sources = expand(str(golden / "data" / name))
        assert readers.sniff(sources, readers.BY_CONTENT) == "scirex"
        (body,) = readers.reading("scirex", "records")(expand(str(golden / "data" / name))).values
        entities = body["named"].values()
        held = {
            "words": len(body["tokens"]),
            "ner": len(body["entities"]),
            "coref_entities": len(entities),
            "entities_without_mentions": sum(not spans for spans in entities),
            "mentions": sum(map(len, entities)),
            "n_ary_relations": len(body["nary"]),
        }
        checks.append(Check(name, differences(held, table[name], TOLERANCE)))
    return checks
