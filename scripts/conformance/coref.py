"""Coreference against scorer.pl, CoVal, corefud-scorer and neleval, and in exact rationals."""

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Case, Check, against, differences, rows, run

NAMES = {
    "bcub": "b_cubed",
    "ceafm": "ceaf_m",
    "ceafe": "ceaf_e",
    "blanc_c": "blanc/links",
    "blanc_n": "blanc/non-links",
    "mention_ceaf": "ceaf_m",
    "entity_ceaf": "ceaf_e",
}
NUMBERS = {"recall_num": "r_num", "recall_den": "r_den", "precision_num": "p_num", "precision_den": "p_den"}
SIDES = tuple(NUMBERS.values())
REFUSED = {  # cases that must be an error, and what it must say
    "error-unclosed_mention": "does not end",
    # here it is no error: only the last column counts
    "error-token_text_looks_like_bracket_space_separated": None,
    "edge-duplicate_document_name": "given more than once",
    "corefud-edge-response_fewer_sentences": "both sides must have the same words",
    "corefud-edge-newdoc_differs": "",
    "corefud-edge-no_global_entity": "global.Entity",
    "corefud-edge-unclosed_mention": "",
}
SCORED = (  # cases that must be scored although the peer stops, or scores by a rule that we do not follow
    "corefud-edge-no_newdoc",
    "corefud-edge-token_form_differs",
    # the same words in two entities of the system count once
    "corefud-edge-same_span_two_entities_in_response",
    "corefud-TC-A-9",
    "error-token_text_looks_like_bracket_space_separated",
)
ARRAU = {"all": (), "all min": ("--match", "min"), "all remove_singletons": ("--singletons", "drop")}
ARRAU["all min remove_singletons"] = (*ARRAU["all min"], *ARRAU["all remove_singletons"])
MINIMUM = {"all": (), "all min_span": ("--match", "min"), "all remove_singletons": ("--singletons", "drop")}
# of corefud-scorer by default, and of the preset
COREFUD = ("--match", "head", "--singletons", "drop", "--zeros", "dependent", "--blanc", "luo2014")
ROUNDED = 0.00501  # of a percentage with two decimals


def coref(golden: Path) -> Iterator[Case]:
    """Every entry of the index: scorer.pl, CoVal, corefud-scorer, neleval, and exact rationals.

    Followed instead of the peer, as the reference page says: `exact` where scorer.pl keeps repeated gold
    mentions or CoVal any repeated mention, and counts that the tool's own alignment implies where
    corefud-scorer contradicts it; a comment line that is no token (the case is then a system equal to
    gold). Refused where the peer scores: documents of one name, missing sentences, a mention that is not
    closed. Scored where the peer stops: see SCORED and zeros without parents, of which only the exit code
    is compared; the same words in two entities of a side, where corefud-scorer takes the last, count once.
    Not compared: CoVal's `NP_only`, `remove_nested` and `keep_non_referring`, which nerkit does not have,
    and CoVal without singletons where mentions are repeated.
    """
    index = json.loads((golden / "index.json").read_text())
    for case in index["cases"]:
        yield lambda case=case: coref_entry(golden, case)


def coref_entry(golden: Path, case: dict[str, Any]) -> list[Check]:
    name, pointer = case["name"].rpartition(":")[0], case["pointer"].strip("/")
    expected = json.loads((golden / case["expected"]).read_text())
    files = [str(golden / file) for file in case["files"]]
    sides = ("-g", files[0], files[1])
    if name in REFUSED or name in SCORED:
        checks = [outcome(name, sides)]
    elif name.startswith("crossdoc"):
        checks = crossdoc(sides, expected, pointer)
    elif pointer == "runs" and "coval" in case["tool"]:
        checks = rounded(sides, expected["runs"], ARRAU)
    elif pointer == "coval_options":
        checks = rounded(sides, expected["coval_options"], MINIMUM)
    elif pointer in ("runs", "corefud_scorer"):
        ending = ".conllu" if pointer == "corefud_scorer" else ""
        checks = corefud_runs(("-g", files[0] + ending, files[1] + ending), expected[pointer])
    elif pointer == "neleval_per_document_sum":
        checks = neleval_sums(("-g", f"{files[0]}.tsv", f"{files[1]}.tsv"), expected[pointer])
    else:
        checks = columns(name, sides, expected, pointer)
    return [Check(f"{name} {pointer}: {check.name}", check.problem) for check in checks]


def outcome(name: str, sides: tuple[str, ...]) -> Check:
    """A case that is refused with the right message, or scored."""
    done = run("coref", *sides, "-f", "json")
    if name in SCORED:
        return Check("must be scored", None if done.returncode == 0 else done.stderr.strip())
    refused = done.returncode == 2 and not done.has_scores and "Traceback" not in done.stderr
    fine = refused and REFUSED[name] in done.stderr
    return Check("must be refused", None if fine else f"exit {done.returncode}: {done.stderr.strip()}")


def columns(name: str, sides: tuple[str, ...], expected: dict[str, Any], pointer: str) -> list[Check]:
    """Column files: scorer.pl, CoVal, and the exact rationals."""
    without = "remove_singletons" in pointer
    options = ("--singletons", "drop") if without else ()
    repeated = expected["duplicate_mentions_in_key"] or expected["duplicate_mentions_in_response"]
    comment = name == "edge-comment_line_counts_as_token"
    ours = repeated or comment or "lacks_document" in name  # CoVal does not score the last
    if pointer.startswith("coval") and ours:
        if without:
            return [outcome_of(sides)]
        pointer = "exact"
    if pointer == "perl_v8.01" and (expected["duplicate_mentions_in_key"] or comment):
        pointer = "exact"
    if pointer == "perl_v8.01":
        options = ("--preset", "ontonotes")
    table = scored((*sides, *options, "--extra", "ignore", "--by", "document", "--macro"))
    wanted = expected
    for part in pointer.split("/"):
        wanted = wanted[part]
    if pointer == "perl_v8.01":
        return perl(table, wanted)
    with against("exact fractions, by an independent script" if pointer == "exact" else "CoVal 87071a6"):
        checks = compare(table, wanted, perfect=comment)
    if pointer == "exact" and not comment:
        checks += exact(table, expected, ("--blanc", "luo2014", *sides, "--extra", "ignore"))
    return checks


@against("exact fractions, by an independent script")
def exact(table: dict[Any, Any], expected: dict[str, Any], luo: tuple[str, ...]) -> list[Check]:
    """BLANC under both conventions, the CoNLL average, documents and their means, without singletons."""
    checks = [
        Check("blanc", score_differences(table["blanc", "*", "*"], expected["exact"]["blanc_perl"])),
        Check("blanc", score_differences(scored(luo)["blanc", "*", "*"], expected["exact"]["blanc_luo2014"])),
        Check(
            "conll",
            differences(table["conll", "*", "*"], {"f1": expected["exact"]["conll_average_f1"]}, 1e-9),
        ),
    ]
    for document, wanted in expected.get("exact_per_document", {}).items():
        checks += compare(table, wanted, document=document)
    for name, wanted in expected.get("exact_macro_over_key_documents", {}).items():
        if name != "blanc_luo2014":
            row = table[NAMES.get(name, name).replace("blanc_perl", "blanc"), "macro", "*"]
            checks.append(Check(f"macro {name}", score_differences(row, wanted)))
    if "exact_remove_singletons" in expected:
        fewer = scored((*luo[2:], "--singletons", "drop"))
        checks += compare(fewer, expected["exact_remove_singletons"])
    return checks


@against("scorer.pl 8.01")
def perl(table: dict[Any, Any], wanted: dict[str, Any]) -> list[Check]:
    """Numerators and denominators as scorer.pl prints them, of every metric and of its mentions."""
    checks = []
    for name, numbers in wanted.items():
        names = ["blanc_c", "blanc_n"] if name == "blanc" else [name]
        for i, part in enumerate(names):
            four = dict(zip(SIDES, numbers["values"][4 * i : 4 * i + 4], strict=True))
            checks.append(Check(part, close(table[NAMES.get(part, part), "*", "*"], four)))
        mentions = dict(zip(SIDES, numbers["mentions"], strict=True))
        checks.append(Check(f"{name} mentions", close(table["mentions", "*", "*"], mentions)))
    return checks


def compare(
    table: dict[Any, Any], wanted: dict[str, Any], *, document: str = "*", perfect: bool = False
) -> list[Check]:
    """The four numbers of each measure; *perfect* takes the denominators for the numerators too."""
    checks = []
    for name, numbers in wanted.items():
        if name == "conll_score":
            checks.append(Check(name, differences(table["conll", "*", "*"], {"f1": numbers / 100}, 1e-9)))
        elif isinstance(numbers, dict) and "recall_num" in numbers:
            four = {ours: float(Fraction(numbers[theirs])) for theirs, ours in NUMBERS.items()}
            if perfect:
                four |= {"r_num": four["r_den"], "p_num": four["p_den"]}
            checks.append(
                Check(f"{document} {name}", close(table[NAMES.get(name, name), document, "*"], four))
            )
    return checks


def corefud_runs(sides: tuple[str, ...], runs: dict[str, Any]) -> list[Check]:
    """corefud-scorer with every combination of its options."""
    checks = []
    for key, wanted in runs.items():
        chosen = dict(part.split("=") for part in key.split(","))
        singletons = "keep" if chosen["keep_singletons"] == "true" else "drop"
        zeros = chosen.get("zero", "dependent")
        options = (
            "--match",
            chosen["match"],
            "--singletons",
            singletons,
            "--zeros",
            zeros,
            "--blanc",
            "luo2014",
        )
        if options == COREFUD:
            options = ("--preset", "corefud")
        if "error" in wanted:
            checks.append(outcome_of((*sides, *options)))
            continue
        table = scored((*sides, *options))
        checks += [Check(f"{key} {c.name}", c.problem) for c in corefud_run(table, wanted)]
    return checks


@against("corefud-scorer 1.2")
def corefud_run(table: dict[Any, Any], wanted: dict[str, Any]) -> list[Check]:
    checks = []
    for name, numbers in wanted["metrics"].items():
        four = {ours: numbers[theirs] for theirs, ours in NUMBERS.items()}
        if "exact" in numbers:
            four = dict(zip(SIDES, (float(Fraction(text)) for text in numbers["exact"]), strict=True))
        if name == "zero" and "zero_by_alignment" in wanted:
            four = {ours: wanted["zero_by_alignment"][theirs] for theirs, ours in NUMBERS.items()}
        checks.append(Check(name, close(table[NAMES.get(name, name), "*", "*"], four)))
    if all(numbers.get("tool_agrees_with_own_alignment", True) for numbers in wanted["metrics"].values()):
        conll = {"f1": wanted["conll_score"] / 100}
        blanc = dict(zip(("recall", "precision", "f1"), wanted["blanc"], strict=True))
        checks.append(Check("conll", differences(table["conll", "*", "*"], conll, 1e-9)))
        checks.append(Check("blanc", differences(table["blanc", "*", "*"], blanc, 1e-9)))
    return checks


def crossdoc(sides: tuple[str, ...], expected: dict[str, Any], pointer: str) -> list[Check]:
    """Clusters over the corpus, as `coref` and as `spans` score them."""
    table = scored(sides)
    if pointer == "exact":
        with against("exact fractions, by an independent script"):
            return compare(table, expected["exact"])
    wanted = {name: ptp(numbers) for name, numbers in expected["neleval"].items()}
    with against("neleval 3.1.1"):
        return [
            *(Check(n, close(table[NAMES.get(n, n), "*", "*"], four)) for n, four in wanted.items()),
            *spans(sides, wanted),
        ]


@against("neleval 3.1.1")
def neleval_sums(sides: tuple[str, ...], expected: dict[str, Any]) -> list[Check]:
    """neleval document by document, as `coref` and as `spans` score them."""
    checks = []
    for task, names in (("coref", NAMES), ("spans", {"pairwise_negative": "pairwise_negative::span"})):
        chosen = [part for name in expected for part in ("-m", names.get(name, name))]
        table = rows(task, *sides, *chosen, "--by", "document")
        for name, numbers in expected.items():
            four = {ours: numbers[theirs] for theirs, ours in NUMBERS.items()}
            measure = names.get(name, name)
            each = [row for key, row in table.items() if key[0] == measure and key[1] != "*"]
            total = {ours: sum(row[ours] for row in each) for ours in four}
            checks.append(Check(f"{task} {name}", close({**total, "task": task, "measure": measure}, four)))
    return checks


def spans(sides: tuple[str, ...], wanted: dict[str, dict[str, float]]) -> list[Check]:
    table = rows("spans", *sides, *(part for name in wanted for part in ("-m", name)))
    return [Check(f"spans {name}", close(table[name, "*", "*"], four)) for name, four in wanted.items()]


@against("CoVal 87071a6")
def rounded(sides: tuple[str, ...], runs: dict[str, Any], known: dict[str, tuple[str, ...]]) -> list[Check]:
    """CoVal's printed percentages, for the options that nerkit has too."""
    checks = []
    for key, options in known.items():
        table = scored((*sides, *options))
        for name, numbers in runs[key]["scores"].items():
            row = table[NAMES.get(name, name), "*", "*"]
            four = dict(zip(("recall", "precision", "f1"), (n / 100 for n in numbers), strict=True))
            checks.append(Check(f"{key} {name}", differences(row, four, ROUNDED / 100)))
    return checks


@cache
def scored(arguments: tuple[str, ...]) -> dict[tuple[str, str, str], dict[str, Any]]:
    measures = () if "--preset" in arguments else ("-m", "all")
    return rows("coref", *measures, *arguments)


@cache
def outcome_of(arguments: tuple[str, ...]) -> Check:
    done = run("coref", *arguments, "-f", "json")
    return Check("must be scored", None if done.returncode == 0 else done.stderr.strip())


def ptp(numbers: dict[str, float]) -> dict[str, float]:
    """neleval's true and false positives and negatives as our numbers."""
    return {
        "p_num": numbers["ptp"],
        "p_den": numbers["ptp"] + numbers["fp"],
        "r_num": numbers["rtp"],
        "r_den": numbers["rtp"] + numbers["fn"],
    }


def score_differences(row: dict[str, Any] | None, wanted: dict[str, Any]) -> str | None:
    scores = {name: float(Fraction(wanted[name])) for name in ("precision", "recall", "f1")}
    return differences(row, scores, 1e-9)


def close(row: dict[str, Any] | None, four: dict[str, float]) -> str | None:
    """Numbers that are equal but for the peer's own rounding."""
    return differences(row, four, 1e-9 * max(1.0, *four.values()))
