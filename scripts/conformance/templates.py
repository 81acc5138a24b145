"""Role fillers and templates: GRIT, GTT, IterX, the formulas of the paper, and counts of their files."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nerkit import readers
from nerkit.io import expand
from scripts.conformance.checks import Case, Check, against, differences, rows

TOLERANCE = 1e-9
NUMBERS = {"num": "p_num", "n_sys": "p_den", "n_ref": "r_den", "p": "precision", "r": "recall", "f1": "f1"}
BETTER = "better_product_eq47(phi_subset,1:1)"
MEASURES = {  # key of the golden data -> measure, options
    "paper_ceaf_ree_phi_subset(empty0)": ("ree", ()),
    "paper_ceaf_ree_phi3(empty0)": ("template", ("--mention-similarity", "phi3")),
    "paper_ceaf_ree_phi4(empty0)": ("template", ("--mention-similarity", "phi4")),
    "paper_ceaf_rme_phi_subset(empty0)": ("rme-subset-paper", ()),
    "paper_ceaf_rme_phi3(empty0)": ("rme-phi3-paper", ()),
    "iterx_phi_subset": ("rme-subset", ()),
    "iterx_phi-subset": ("rme-subset", ()),
    "iterx_phi3": ("rme-phi3", ()),
    "iterx_phi-3": ("rme-phi3", ()),
    "paper_eq32_exact_entity": ("template", ("--mention-similarity", "exact")),
    "paper_eq32_phi_subset_1:1": ("template", ()),
    "paper_eq32_phi3_1:1": ("template", ("--mention-similarity", "phi3")),
    "paper_eq32_phi4_1:1": ("template", ("--mention-similarity", "phi4")),
    "paper_eq32_any_overlap_1:1": ("template", ("--mention-similarity", "any")),
    "paper_rme_phi_subset_N:1": ("rme-subset-paper", ()),
    "paper_rme_phi3_N:1": ("rme-phi3-paper", ()),
}


def templates(golden: Path) -> Iterator[Case]:
    """All comparisons of role fillers and templates."""
    for case in json.loads((golden / "index.json").read_text()):
        if case["name"].startswith(("ree_", "templates_")):
            yield lambda case=case: scored(golden, case)
    yield lambda: counts(golden)


def scored(golden: Path, case: dict[str, Any]) -> list[Check]:
    """The measures of a case; the format is recognised."""
    paths = ["-g", str(golden / case["files"]["ref"]), "-s", str(golden / case["files"]["sys"])]
    checks = []
    for key, expected in case["expected"].items():
        if key == "grit_official":
            with against("GRIT's eval.py"):
                checks += by_slot(case["name"], paths, "ree", expected["strict"])
        elif key == "gtt_official":
            with against("GTT's eval.py"):
                checks += by_slot(case["name"], paths, "template-gtt", expected)
        elif key == BETTER:
            checks += product(case["name"], paths, expected)
        elif key in MEASURES:
            measure, options = MEASURES[key]
            row = rows("ie", *paths, "-m", measure, *options).get((measure, "*", "*"))
            other = key.startswith("iterx")
            with against(
                "IterX's metric" if other else "the equations of the paper, by an independent script"
            ):
                checks.append(compared(f"{case['name']} {key}", row, expected))
    return checks


@against("the equations of the paper, by an independent script")
def product(name: str, paths: list[str], expected: dict[str, Any]) -> list[Check]:
    """BETTER's product, and its two factors."""
    found = rows("ie", *paths, "-m", "better")
    factors = {"better/templates": expected["template"], "better/slots": expected["slot"]}
    checks = [
        compared(f"{name} {measure}", found.get((measure, "*", "*")), numbers)
        for measure, numbers in factors.items()
    ]
    wanted = {"value": expected["product"]}
    return [*checks, Check(f"{name} better", differences(found.get(("better", "*", "*")), wanted, TOLERANCE))]


def by_slot(name: str, paths: list[str], measure: str, expected: dict[str, Any]) -> list[Check]:
    """The rows of all slots, and that of all together."""
    found = rows("ie", *paths, "-m", measure, "--by", "slot")
    checks = []
    for slot, numbers in expected.items():
        row = found.get((measure, "*", "*" if slot == "micro_avg" else f"slot={slot}"))
        if row is None and not numbers["n_sys"] and not numbers["n_ref"]:
            continue
        checks.append(compared(f"{name} {measure} {slot}", row, numbers))
    return checks


def compared(name: str, row: dict[str, Any] | None, expected: dict[str, Any]) -> Check:
    """A row against the numbers of the golden data."""
    wanted = {column: expected[key] for key, column in NUMBERS.items()}
    wanted["r_num"] = expected.get("num_r", expected["num"])
    return Check(name, differences(row, wanted, TOLERANCE))


def counts(golden: Path) -> list[Check]:
    """How many documents, templates, fillers and mentions files hold, before gold's copies are left out."""
    table = json.loads((golden / "reader_counts.json").read_text())
    checks = []
    for name, form in (
        ("muc4_gtt_preds_templates_only.json", "gtt"),
        ("muc4_gtt_test_8docs.jsonl", "gtt"),
        ("muc4_gtt_test_templates_only.jsonl", "gtt"),
        ("muc4_grit_test_extracts_only.jsonl", "grit"),
        ("muc4_iterx_bert-base_preds.jsonl", "iterx"),
        ("muc4_iterx_bart-large_preds.jsonl", "iterx"),
    ):
        held = held_in(golden / "data" / name, form)
        checks += [
            Check(f"{name} {key}", differences(held, {key: value}, TOLERANCE))
            for key, value in table[name].items()
            if key in held
        ]
    return checks


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
