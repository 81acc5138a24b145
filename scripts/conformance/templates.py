"""Role fillers and templates: GRIT, GTT, IterX, the formulas of the paper, and counts of their files."""

from functools import partial
from pathlib import Path
from typing import Any

from nerkit import readers
from nerkit.io import expand
from scripts.conformance.checks import Cases, Checks, against, check, check_ie
from scripts.conformance.commands import read, rows, sides

PAPER = "the equations of the paper, by an independent script"
BETTER = "better_product_eq47(phi_subset,1:1)"
MEASURES = {  # key of the golden data -> measure, perhaps with a similarity of mentions
    "paper_ceaf_ree_phi_subset(empty0)": "ree",
    "paper_ceaf_ree_phi3(empty0)": "template phi3",
    "paper_ceaf_ree_phi4(empty0)": "template phi4",
    "paper_ceaf_rme_phi_subset(empty0)": "rme-subset-paper",
    "paper_ceaf_rme_phi3(empty0)": "rme-phi3-paper",
    "iterx_phi_subset": "rme-subset",
    "iterx_phi-subset": "rme-subset",
    "iterx_phi3": "rme-phi3",
    "iterx_phi-3": "rme-phi3",
    "paper_eq32_exact_entity": "template exact",
    "paper_eq32_phi_subset_1:1": "template",
    "paper_eq32_phi3_1:1": "template phi3",
    "paper_eq32_phi4_1:1": "template phi4",
    "paper_eq32_any_overlap_1:1": "template any",
    "paper_rme_phi_subset_N:1": "rme-subset-paper",
    "paper_rme_phi3_N:1": "rme-phi3-paper",
}
FILES = {  # file of golden data -> its format
    "muc4_gtt_preds_templates_only.json": "gtt",
    "muc4_gtt_test_8docs.jsonl": "gtt",
    "muc4_gtt_test_templates_only.jsonl": "gtt",
    "muc4_grit_test_extracts_only.jsonl": "grit",
    "muc4_iterx_bert-base_preds.jsonl": "iterx",
    "muc4_iterx_bart-large_preds.jsonl": "iterx",
}


def cases(golden: Path) -> Cases:
    """All comparisons of role fillers and templates."""
    for case in read(golden / "index.json"):
        if case["name"].startswith(("ree_", "templates_")):
            yield partial(scored, golden, case)
    yield partial(counts, golden)


def scored(golden: Path, case: dict[str, Any]) -> Checks:
    """The measures of a case; the format is recognised."""
    command = ["ie", *sides(golden, case["files"]["ref"], case["files"]["sys"])]
    for key, expected in case["expected"].items():
        if key == "grit_official":
            with against("GRIT's eval.py"):
                yield from by_slot(case["name"], command, "ree", expected["strict"])
        elif key == "gtt_official":
            with against("GTT's eval.py"):
                yield from by_slot(case["name"], command, "template-gtt", expected)
        elif key == BETTER:
            yield from product(case["name"], command, expected)
        elif key in MEASURES:
            measure, *similarity = MEASURES[key].split()
            options = [f"--mention-similarity={one}" for one in similarity]
            with against("IterX's metric" if key.startswith("iterx") else PAPER):
                row = rows(*command, "-m", measure, *options).of(measure)
                yield check_ie(f"{case['name']} {key}", row, expected)


@against(PAPER)
def product(name: str, command: list[str], expected: dict[str, Any]) -> Checks:
    """BETTER's product, and its two factors."""
    found = rows(*command, "-m", "better")
    for factor in ("template", "slot"):
        yield check_ie(f"{name} better/{factor}s", found.of(f"better/{factor}s"), expected[factor])
    yield check(f"{name} better", found.of("better"), {"value": expected["product"]})


def by_slot(name: str, command: list[str], measure: str, expected: dict[str, Any]) -> Checks:
    """The rows of all slots, and that of all together."""
    found = rows(*command, "-m", measure, "--by", "slot")
    for slot, numbers in expected.items():
        row = found.of(measure, label="*" if slot == "micro_avg" else f"slot={slot}")
        if row is not None or numbers["n_sys"] or numbers["n_ref"]:
            yield check_ie(f"{name} {measure} {slot}", row, numbers)


def counts(golden: Path) -> Checks:
    """How many documents, templates, fillers and mentions files hold, before gold's copies are left out."""
    table = read(golden / "reader_counts.json")
    for name, form in FILES.items():
        held = held_in(golden / "data" / name, form)
        for key in table[name]:
            if key in held:
                yield check(f"{name} {key}", held, {key: table[name][key]})


def held_in(path: Path, form: str) -> dict[str, int]:
    """What the reader of a format finds in a file."""
    assert readers.sniff(expand(str(path)), readers.BY_CONTENT) == form
    corpus = readers.reading(form, "records")(expand(str(path)))
    lists = [body.get("templates", [body]) for body in corpus.values]
    fillers = [each for templates in lists for one in templates for each in one["fillers"]]
    held = {"docs": len(corpus.documents), "docs_without_templates": sum(not one for one in lists)}
    if not corpus.warnings:  # copies of templates are left out
        held["templates"] = sum(map(len, lists))
        held["entities"] = len(fillers)
        held["mentions"] = sum(len(each["mentions"]) for each in fillers)
    return held
