"""Relations and events read from their own formats: TextEE, gen-arg, DocRED, tables by hand, counts of files.

Numbers of other conventions that stand beside them in the golden folder (metametric as it is, DyGIE++, OneIE,
multisets) are documented in `nerkit explain` and not compared. The 77 clusters of one DyGIE++ file are empty
lists, one for each sentence: entities without mentions, so none.
"""

from functools import partial
from pathlib import Path
from typing import Any

from nerkit import readers
from nerkit.io import expand
from scripts.conformance.checks import OF_IE, Cases, Checks, against, check, check_ie
from scripts.conformance.commands import asked, read, rows, sides

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


FILES = {  # file of golden data -> its format
    "dygiepp_scierc_article.json": "dygie",
    "dygiepp_ace_event_article.json": "dygie",
    "wikievents_test_3docs.jsonl": "wikievents",
    "redocred_dev_5docs.json": "docred",
    "prodigy_rel_10.jsonl": "prodigy",
    "labelstudio_sample.json": "label-studio",
}
DOCRED = {  # measure -> number -> its name in the golden data
    "docred": {
        "p_num": "correct", "p_den": "n_sys", "r_den": "n_ref", "precision": "re_p", "recall": "re_r",
        "f1": "re_f1",
    },
    "docred-evidence": {
        "p_num": "evi_correct", "p_den": "evi_sys", "r_den": "evi_ref", "precision": "evi_p",
        "recall": "evi_r", "f1": "evi_f1",
    },
}  # fmt: skip


def cases(golden: Path) -> Cases:
    """All comparisons of relations, events and DocRED's facts, and of what readers find in files."""
    index = {case["name"]: case for case in read(golden / "index.json")}
    for name in ("relations_hand", "relations_rand100"):
        yield partial(relations, golden, index[name])
    for name in ("events_hand", "events_rand80"):
        yield partial(scored, golden, index[name], EVENTS)
    yield partial(scored, golden, index["wikievents_args_a"], WIKIEVENTS)
    yield partial(docred, golden, index["docred_rand20"])
    yield partial(counts, golden)


def files(golden: Path, case: dict[str, Any]) -> list[str]:
    return sides(golden, case["files"]["ref"], case["files"]["sys"])


@against("counts by an independent script")
def relations(golden: Path, case: dict[str, Any]) -> Checks:
    """Typed, untyped and undirected relations, each type, and the mean over the types."""
    paths, expected, name = files(golden, case), case["expected"], case["name"]
    for key, (measure, options) in RELATIONS.items():
        found = rows("ie", *paths, "-m", measure, *options)
        yield check_ie(f"{name} {key}", found.of(measure), expected[key])
    by_type = rows("ie", *paths, "--by", "label", "--macro")
    for label, numbers in expected["set_typed_per_type"].items():
        yield check_ie(f"{name} {label}", by_type.of("relation", label=label), numbers)
    wanted = {OF_IE[key]: value for key, value in expected["set_typed_macro_over_types"].items()}
    yield check(f"{name} macro", by_type.of("relation", label="macro"), wanted)


def scored(golden: Path, case: dict[str, Any], measures: dict[str, str]) -> Checks:
    """The measures of a case, by the names of the golden data; the format is recognised."""
    found = rows("evaluate", *files(golden, case), *asked(measures.values()))
    for key, measure in measures.items():
        with against(SCORERS[key.partition("_")[0]]):
            yield check_ie(f"{case['name']} {key}", found.of(measure), case["expected"][key])


@against("DocRED's evaluation.py")
def docred(golden: Path, case: dict[str, Any]) -> Checks:
    """F1, evidence F1, and Ign F1 against two training files."""
    expected = case["expected"]
    for train in ("annotated", "distant"):
        seen = str(golden / case["files"][f"train_{train}"])
        found = rows("ie", *files(golden, case), "--seen", seen)
        wanted = {
            measure: {n: expected[key] for n, key in names.items()} for measure, names in DOCRED.items()
        }
        ign = {"p_num": expected["correct"] - expected[f"in_{train}"], "f1": expected[f"ign_{train}_f1"]}
        for measure, numbers in {**wanted, "docred-ign": ign}.items():
            for number, value in numbers.items():
                yield check(f"{train} {measure} {number}", found.of(measure), {number: value})


def counts(golden: Path) -> Checks:
    """How many documents, entities, relations, events, arguments and mentions of clusters files hold."""
    table = read(golden / "reader_counts.json")
    for name, form in (FILES | {name: "brat" for name in table if name.startswith("brat/")}).items():
        held = held_in(golden / "data" / name, form)
        expected = table[name] | ({"clusters": 0} if name == NO_CLUSTERS else {})
        wanted = {HELD[key]: value for key, value in expected.items() if key in HELD}
        if form == "brat":  # a trigger is a span and no entity
            wanted["discontinuous"] = expected["discontinuous"]
        for key, value in wanted.items():
            yield check(f"{name} {key}", held, {key: value})


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
