"""Coreference against scorer.pl, CoVal, corefud-scorer and neleval, and in exact rationals.

Followed instead of the peer, as the reference page says: `exact` where scorer.pl keeps repeated gold mentions
or CoVal any repeated mention, and counts that the tool's own alignment implies where corefud-scorer
contradicts it; a comment line that is no token (the case is then a system equal to gold). Refused where the
peer scores: documents of one name, missing sentences, a mention that is not closed. Scored where the peer
stops: see SCORED and zeros without parents, of which only the exit code is compared; the same words in two
entities of a side, where corefud-scorer takes the last, count once. Not compared: CoVal's `NP_only`,
`remove_nested` and `keep_non_referring`, which nerkit does not have, and CoVal without singletons where
mentions are repeated.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Check, Checks, against, check, differences, refused, titled
from scripts.conformance.commands import SCORES, Row, Rows, asked, read, rows, run

NAMES = {
    "bcub": "b_cubed", "ceafm": "ceaf_m", "ceafe": "ceaf_e", "blanc_c": "blanc/links",
    "blanc_n": "blanc/non-links", "mention_ceaf": "ceaf_m", "entity_ceaf": "ceaf_e",
}  # fmt: skip
NUMBERS = {"recall_num": "r_num", "recall_den": "r_den", "precision_num": "p_num", "precision_den": "p_den"}
SIDES = tuple(NUMBERS.values())
EXACT = "exact fractions, by an independent script"
REFUSED = {  # cases that must be an error, and what it must say
    "error-unclosed_mention": "does not end",
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
    "error-token_text_looks_like_bracket_space_separated",  # only the last column counts
)
ARRAU = {"all": (), "all min": ("--match", "min"), "all remove_singletons": ("--singletons", "drop")}
ARRAU["all min remove_singletons"] = (*ARRAU["all min"], *ARRAU["all remove_singletons"])
MINIMUM = {"all": (), "all min_span": ("--match", "min"), "all remove_singletons": ("--singletons", "drop")}
# of corefud-scorer by default, and of the preset
COREFUD = ("--match", "head", "--singletons", "drop", "--zeros", "dependent", "--blanc", "luo2014")
ROUNDED = 0.00501  # of a percentage with two decimals


def case(golden: Path, case: dict[str, Any]) -> Checks:
    name, pointer = case["name"].rpartition(":")[0], case["pointer"].strip("/")
    expected = read(golden / case["expected"])
    files = [str(golden / file) for file in case["files"]]
    sides = ("-g", files[0], files[1])
    if name in REFUSED or name in SCORED:
        checks = outcome(name, sides)
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
    return titled(f"{name} {pointer}", checks)


def outcome(name: str, sides: tuple[str, ...]) -> Checks:
    """A case that is refused with the right message, or scored."""
    if name in SCORED:
        yield outcome_of(sides)
    else:
        yield refused("must be refused", run("coref", *sides, "-f", "json"), REFUSED[name])


def columns(name: str, sides: tuple[str, ...], expected: dict[str, Any], pointer: str) -> Checks:
    """Column files: scorer.pl, CoVal, and the exact rationals."""
    without = "remove_singletons" in pointer
    options = ("--singletons", "drop") if without else ()
    repeated = expected["duplicate_mentions_in_key"] or expected["duplicate_mentions_in_response"]
    comment = name == "edge-comment_line_counts_as_token"
    ours = repeated or comment or "lacks_document" in name  # CoVal does not score the last
    if pointer.startswith("coval") and ours:
        if without:
            yield outcome_of(sides)
            return
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
        yield from perl(table, wanted)
        return
    with against(EXACT if pointer == "exact" else "CoVal 87071a6"):
        yield from compare(table, wanted, perfect=comment)
    if pointer == "exact" and not comment:
        yield from exact(table, expected, ("--blanc", "luo2014", *sides, "--extra", "ignore"))


@against(EXACT)
def exact(table: Rows, expected: dict[str, Any], luo: tuple[str, ...]) -> Checks:
    """BLANC under both conventions, the CoNLL average, documents and their means, without singletons."""
    yield fractions("blanc", table.of("blanc"), expected["exact"]["blanc_perl"])
    yield fractions("blanc", scored(luo).of("blanc"), expected["exact"]["blanc_luo2014"])
    yield check("conll", table.of("conll"), {"f1": expected["exact"]["conll_average_f1"]})
    for document, wanted in expected.get("exact_per_document", {}).items():
        yield from compare(table, wanted, document=document)
    for name, wanted in expected.get("exact_macro_over_key_documents", {}).items():
        if name != "blanc_luo2014":
            measure = NAMES.get(name, name).replace("blanc_perl", "blanc")
            yield fractions(f"macro {name}", table.of(measure, "macro"), wanted)
    if "exact_remove_singletons" in expected:
        fewer = scored((*luo[2:], "--singletons", "drop"))
        yield from compare(fewer, expected["exact_remove_singletons"])


@against("scorer.pl 8.01")
def perl(table: Rows, wanted: dict[str, Any]) -> Checks:
    """Numerators and denominators as scorer.pl prints them, of every metric and of its mentions."""
    for name, numbers in wanted.items():
        names = ["blanc_c", "blanc_n"] if name == "blanc" else [name]
        for i, part in enumerate(names):
            yield close(part, table, part, numbers["values"][4 * i : 4 * i + 4])
        yield close(f"{name} mentions", table, "mentions", numbers["mentions"])


def compare(table: Rows, wanted: dict[str, Any], *, document: str = "*", perfect: bool = False) -> Checks:
    """The four numbers of each measure; *perfect* takes the denominators for the numerators too."""
    for name, numbers in wanted.items():
        if name == "conll_score":
            yield check(name, table.of("conll"), {"f1": numbers / 100})
        elif isinstance(numbers, dict) and "recall_num" in numbers:
            four = {ours: float(Fraction(numbers[theirs])) for theirs, ours in NUMBERS.items()}
            if perfect:
                four |= {"r_num": four["r_den"], "p_num": four["p_den"]}
            yield close(f"{document} {name}", table, name, four.values(), document)


def corefud_runs(sides: tuple[str, ...], runs: dict[str, Any]) -> Checks:
    """corefud-scorer with every combination of its options."""
    for key, wanted in runs.items():
        chosen = dict(part.split("=") for part in key.split(","))
        singletons = "keep" if chosen["keep_singletons"] == "true" else "drop"
        zeros = chosen.get("zero", "dependent")
        options = tuple(
            f"--match {chosen['match']} --singletons {singletons} --zeros {zeros} --blanc luo2014".split()
        )
        if options == COREFUD:
            options = ("--preset", "corefud")
        if "error" in wanted:
            yield outcome_of((*sides, *options))
        else:
            yield from corefud_run(key, scored((*sides, *options)), wanted)


@against("corefud-scorer 1.2")
def corefud_run(title: str, table: Rows, wanted: dict[str, Any]) -> Checks:
    for name, numbers in wanted["metrics"].items():
        if name == "zero" and "zero_by_alignment" in wanted:
            four = [wanted["zero_by_alignment"][theirs] for theirs in NUMBERS]
        elif "exact" in numbers:
            four = [float(Fraction(text)) for text in numbers["exact"]]
        else:
            four = [numbers[theirs] for theirs in NUMBERS]
        yield close(f"{title} {name}", table, name, four)
    if all(numbers.get("tool_agrees_with_own_alignment", True) for numbers in wanted["metrics"].values()):
        yield check(f"{title} conll", table.of("conll"), {"f1": wanted["conll_score"] / 100})
        blanc = dict(zip(("recall", "precision", "f1"), wanted["blanc"], strict=True))
        yield check(f"{title} blanc", table.of("blanc"), blanc)


def crossdoc(sides: tuple[str, ...], expected: dict[str, Any], pointer: str) -> Checks:
    """Clusters over the corpus, as `coref` and as `spans` score them."""
    table = scored(sides)
    if pointer == "exact":
        with against(EXACT):
            yield from compare(table, expected["exact"])
        return
    own = rows("spans", *sides, *asked(expected["neleval"]))
    with against("neleval 3.1.1"):
        for name, of in expected["neleval"].items():
            four = (of["rtp"], of["rtp"] + of["fn"], of["ptp"], of["ptp"] + of["fp"])
            yield close(name, table, name, four)
            yield Check(f"spans {name}", problem(own.of(name), four))


@against("neleval 3.1.1")
def neleval_sums(sides: tuple[str, ...], expected: dict[str, Any]) -> Checks:
    """neleval document by document, as `coref` and as `spans` score them."""
    for task, names in (("coref", NAMES), ("spans", {"pairwise_negative": "pairwise_negative::span"})):
        measures = {name: names.get(name, name) for name in expected}
        table = rows(task, *sides, *asked(measures.values()), "--by", "document")
        for name, measure in measures.items():
            own = [row for key, row in table.items() if key[0] == measure and key[1] != "*"]
            total = {ours: sum(row[ours] for row in own) for ours in SIDES}
            four = [expected[name][theirs] for theirs in NUMBERS]
            yield Check(f"{task} {name}", problem({**total, "task": task, "measure": measure}, four))


@against("CoVal 87071a6")
def rounded(sides: tuple[str, ...], runs: dict[str, Any], known: dict[str, tuple[str, ...]]) -> Checks:
    """CoVal's printed percentages, for the options that nerkit has too."""
    for key, options in known.items():
        table = scored((*sides, *options))
        for name, numbers in runs[key]["scores"].items():
            three = dict(zip(("recall", "precision", "f1"), (n / 100 for n in numbers), strict=True))
            yield check(f"{key} {name}", table.of(NAMES.get(name, name)), three, ROUNDED / 100)


@cache
def scored(arguments: tuple[str, ...]) -> Rows:
    measures = () if "--preset" in arguments else ("-m", "all")
    return rows("coref", *measures, *arguments)


@cache
def outcome_of(arguments: tuple[str, ...]) -> Check:
    done = run("coref", *arguments, "-f", "json")
    return Check("must be scored", None if done.returncode == 0 else done.stderr.strip())


def fractions(name: str, row: Row | None, wanted: dict[str, Any]) -> Check:
    """A row against precision, recall and F1 as fractions."""
    return check(name, row, {score: float(Fraction(wanted[score])) for score in SCORES})


def problem(row: Row | None, numbers: Iterable[float]) -> str | None:
    """What differs from the four numbers of a row, but for the peer's own rounding."""
    four = dict(zip(SIDES, numbers, strict=True))
    return differences(row, four, 1e-9 * max(1.0, *four.values()))


def close(title: str, table: Rows, name: str, numbers: Iterable[float], document: str = "*") -> Check:
    """Whether the row of a measure of the peer has its four numbers."""
    return Check(title, problem(table.of(NAMES.get(name, name), document), numbers))
