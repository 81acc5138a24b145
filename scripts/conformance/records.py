"""Relations and events read from their own formats: TextEE, gen-arg, DocRED, tables by hand, counts of files.

Numbers of other conventions that stand beside them in the golden folder (metametric as it is, DyGIE++, OneIE,
multisets) are documented in `nerkit explain` and not compared. The 77 clusters of one DyGIE++ file are empty
lists, one for each sentence: entities without mentions, so none.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nerkit import readers
from nerkit.io import expand
from scripts.conformance.checks import Case, Check, against, differences, rows

TOLERANCE = 1e-9
NUMBERS = {"num": "p_num", "n_sys": "p_den", "n_ref": "r_den", "p": "precision", "r": "recall", "f1": "f1"}
RELATIONS = {
    "set_typed": ("relation", ()),
    "set_untyped": ("relation-untyped", ()),
    "set_typed_undirected": ("relation", ("--undirected",)),
}
EVENTS = {
    "textee_trigger_id": "trigger-i",
    "textee_trigger_cls": "trigger-c",
    "textee_argument_id": "argument-i",
    "textee_argument_cls": "argument-c",
    "textee_argument_attached_id": "argument-i-attached",
    "textee_argument_attached_cls": "argument-c-attached",
    "paper_eq16_labelled_empty0_micro": "event-eq16",
}
SCORERS = {  # by the beginning of the names of the golden data
    "textee": "TextEE's scorer.py",
    "paper": "the equations of the paper, by an independent script",
    "arg": "gen-arg's scorer.py",
    "coref": "gen-arg's scorer.py",
}
WIKIEVENTS = {
    "arg_identification": "wikievents-i",
    "arg_classification": "wikievents-c",
    "coref_arg_identification": "wikievents-coref-i",
    "coref_arg_classification": "wikievents-coref-c",
}


def records(golden: Path) -> Iterator[Case]:
    """All comparisons of relations, events and DocRED's facts, and of what readers find in files."""
    index = {case["name"]: case for case in json.loads((golden / "index.json").read_text())}
    for name in ("relations_hand", "relations_rand100"):
        yield lambda name=name: relations(golden, index[name])
    for name in ("events_hand", "events_rand80"):
        yield lambda name=name: scored(golden, index[name], EVENTS)
    yield lambda: scored(golden, index["wikievents_args_a"], WIKIEVENTS)
    yield lambda: docred(golden, index["docred_rand20"])
    yield lambda: counts(golden)


def compared(name: str, row: dict[str, Any] | None, expected: dict[str, Any]) -> Check:
    """A row against the numbers of the golden data."""
    wanted = {NUMBERS[key]: expected[key] for key in NUMBERS} | {"r_num": expected["num"]}
    return Check(name, differences(row, wanted, TOLERANCE))


def files(golden: Path, case: dict[str, Any]) -> list[str]:
    return ["-g", str(golden / case["files"]["ref"]), "-s", str(golden / case["files"]["sys"])]


@against("counts by an independent script")
def relations(golden: Path, case: dict[str, Any]) -> list[Check]:
    """Typed, untyped and undirected relations, each type, and the mean over the types."""
    paths, expected = files(golden, case), case["expected"]
    checks = []
    for key, (measure, options) in RELATIONS.items():
        row = rows("ie", *paths, "-m", measure, *options).get((measure, "*", "*"))
        checks.append(compared(f"{case['name']} {key}", row, expected[key]))
    by_type = rows("ie", *paths, "--by", "label", "--macro")
    for label, numbers in expected["set_typed_per_type"].items():
        checks.append(compared(f"{case['name']} {label}", by_type.get(("relation", "*", label)), numbers))
    wanted = {NUMBERS[key]: value for key, value in expected["set_typed_macro_over_types"].items()}
    macro = by_type.get(("relation", "*", "macro"))
    return [*checks, Check(f"{case['name']} macro", differences(macro, wanted, TOLERANCE))]


def scored(golden: Path, case: dict[str, Any], measures: dict[str, str]) -> list[Check]:
    """The measures of a case, by the names of the golden data; the format is recognised."""
    asked = [part for measure in measures.values() for part in ("-m", measure)]
    found = rows("evaluate", *files(golden, case), *asked)
    checks = []
    for key, measure in measures.items():
        with against(SCORERS[key.partition("_")[0]]):
            row = found.get((measure, "*", "*"))
            checks.append(compared(f"{case['name']} {key}", row, case["expected"][key]))
    return checks


@against("DocRED's evaluation.py")
def docred(golden: Path, case: dict[str, Any]) -> list[Check]:
    """F1, evidence F1, and Ign F1 against two training files."""
    paths, expected = files(golden, case), case["expected"]
    checks = []
    for train in ("annotated", "distant"):
        seen = str(golden / case["files"][f"train_{train}"])
        found = rows("ie", *paths, "--seen", seen)
        counted, ign = expected["correct"], expected[f"in_{train}"]
        wanted = {
            ("docred", "p_num"): counted, ("docred", "p_den"): expected["n_sys"],
            ("docred", "r_den"): expected["n_ref"],
            ("docred", "precision"): expected["re_p"], ("docred", "recall"): expected["re_r"],
            ("docred", "f1"): expected["re_f1"], ("docred-evidence", "p_num"): expected["evi_correct"],
            ("docred-evidence", "p_den"): expected["evi_sys"],
            ("docred-evidence", "r_den"): expected["evi_ref"],
            ("docred-evidence", "precision"): expected["evi_p"],
            ("docred-evidence", "recall"): expected["evi_r"],
            ("docred-evidence", "f1"): expected["evi_f1"], ("docred-ign", "p_num"): counted - ign,
            ("docred-ign", "f1"): expected[f"ign_{train}_f1"],
        }  # fmt: skip
        for (measure, number), value in wanted.items():
            row = found.get((measure, "*", "*"))
            checks.append(Check(f"{train} {measure} {number}", differences(row, {number: value}, TOLERANCE)))
    return checks


def counts(golden: Path) -> list[Check]:
    """How many documents, entities, relations, events, arguments and mentions of clusters files hold."""
    table = json.loads((golden / "reader_counts.json").read_text())
    checks = []
    for name, form in (
        ("dygiepp_scierc_article.json", "dygie"),
        ("dygiepp_ace_event_article.json", "dygie"),
        ("wikievents_test_3docs.jsonl", "wikievents"),
        ("redocred_dev_5docs.json", "docred"),
        ("prodigy_rel_10.jsonl", "prodigy"),
        ("labelstudio_sample.json", "label-studio"),
        *((name, "brat") for name in table if name.startswith("brat/")),
    ):
        expected = table[name]
        held = held_in(golden / "data" / name, form)
        expected = expected | ({"clusters": 0} if name == NO_CLUSTERS else {})
        wanted = {HELD[key]: value for key, value in expected.items() if key in HELD}
        if form == "brat":  # a trigger is a span and no entity
            wanted["discontinuous"] = expected["discontinuous"]
        checks += [
            Check(f"{name} {key}", differences(held, {key: value}, TOLERANCE))
            for key, value in wanted.items()
        ]
    return checks


NO_CLUSTERS = "dygiepp_ace_event_article.json"
HELD = {  # the words of the golden table -> what is counted here
    "docs": "documents", "tasks": "documents", "tokens": "tokens", "entity_mentions": "entities",
    "ner": "entities",
    "mentions": "entities", "spans": "entities", "labels": "entities", "relations": "relations",
    "R": "relations",
    "event_mentions": "events", "events": "events", "E": "events", "arguments": "arguments",
    "event_arguments": "arguments", "clusters": "clusters", "entities": "clusters", "evidence": "evidence",
    "T": "spans",
}  # fmt: skip


def held_in(path: Path, form: str) -> dict[str, int]:
    """What the reader of a format finds in a file."""
    corpus = readers.reading(form, "records")(expand(str(path)))
    spans = readers.reading(form, "spans")(expand(str(path)))
    assert readers.sniff(expand(str(path)), readers.BY_CONTENT) == form
    bodies = corpus.values
    fragments = spans.fields.get("fragments")
    every = {key: [item for body in bodies for item in body.get(key, ())] for key in ("relations", "events")}
    return {
        "documents": len(corpus.documents),
        "tokens": sum(len(body.get("tokens", ())) for body in bodies),
        "entities": sum(len(body["entities"]) for body in bodies),
        "relations": len(every["relations"]),
        "evidence": sum(len(each.get("evidence", ())) for each in every["relations"]),
        "events": len(every["events"]),
        "arguments": sum(len(event["arguments"]) for event in every["events"]),
        "clusters": sum(len(body.get("clusters", ())) for body in bodies),
        "spans": len(spans),
        "discontinuous": 0 if fragments is None else int((fragments.codes >= 0).sum()),
    }
