"""Compare nerkit with the numbers of published scorers: `python scripts/conformance.py GOLDEN [NAME ...]`.

Runs the command on every case of the golden folders and prints, per name in FOLDERS, how many comparisons agree, and
each one that does not. Exit code 1 if any differs. Each is a function below; the golden data is not part of the project.
"""

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from conformance_amr import amr
from conformance_checks import Case, Check, Done, differences, rows, run
from conformance_coref import coref
from conformance_ie import ie
from conformance_mrp import mrp

SHOWN = 40  # differences printed for each

# --- neleval ---------------------------------------------------------------------------------------------------------

GROUP = re.compile(r';(docid|type)=("(?:[^"\\]|\\.)*"|null|<\w+>)')


def neleval(golden: Path) -> Iterator[Case]:
    """Span measures of neleval 3.1.1, corrected where its README says `do_not_match`."""
    index = json.loads((golden / "index.json").read_text())
    for case in index["cases"]:
        yield lambda case=case: neleval_case(golden, case, index["tolerance"])


def neleval_case(golden: Path, case: dict[str, Any], tolerance: float) -> list[Check]:
    expected = json.loads((golden / case["expected"]).read_text())
    sides = ["-g", str(golden / case["gold"]), "-s", str(golden / case["sys"])]
    name = case["name"]
    if expected.get("errors"):
        done = run("spans", *sides, "-m", "sets::span")
        fine = done.returncode == 2 and not done.stdout and "Traceback" not in done.stderr
        return [Check(f"{name}: must be refused", None if fine else f"exit {done.returncode}")]
    checks = []
    for weighted in (False, True):
        wanted = dict(neleval_rows(expected, weighted=weighted))
        if not wanted:
            continue
        measures = list(dict.fromkeys(measure for measure, _, _ in wanted))
        weights = sorted(golden.glob(f"cases/{name}.weights.tsv")) if weighted else []
        options = [part for measure in measures for part in ("-m", measure)]
        options += [part for path in weights for part in ("--type-weights", str(path))]
        found = rows("spans", *sides, *options, "--by", "document", "--by", "label", "--macro")
        for key, numbers in wanted.items():
            checks.append(Check(f"{name}: {key}", differences(found.get(key), numbers, tolerance)))
    return checks


def neleval_rows(
    expected: dict[str, Any], *, weighted: bool
) -> Iterator[tuple[tuple[str, str, str], dict[str, float]]]:
    """(measure, document, label) and our numbers of every row of a case that this version computes."""
    suffix = "_with_type_weights" if weighted else ""
    for section in ("overall", "by_doc", "by_type", "by_doc_by_type"):
        corrected = expected.get("do_not_match", {}).get(section, {})
        union = expected.get(f"{section}_union", {})
        outdated = section in expected.get("grouping_notes", {}) or (
            section == "by_doc_by_type" and expected.get("grouping_notes")
        )
        for name, numbers in expected.get(section + suffix, {}).items():
            measure, groups = name.split(";")[0], dict(GROUP.findall(name))
            if "cs_" in measure or "_slow" in measure or measure.startswith("ceaf"):
                continue  # undocumented there
            if outdated and "<" in name and name not in union:
                continue  # an average without the groups that only the system has
            right = corrected.get(name, {}).get("corrected") or union.get(name) or numbers
            if not right:
                continue  # neleval averages nothing when gold is empty
            document, label = (neleval_group(groups.get(field)) for field in ("docid", "type"))
            yield (
                (measure, document, label),
                {
                    "p_num": right["ptp"],
                    "p_den": right["ptp"] + right["fp"],
                    "r_num": right["rtp"],
                    "r_den": right["rtp"] + right["fn"],
                    "precision": right["precision"],
                    "recall": right["recall"],
                    "f1": right["fscore"],
                },
            )


def neleval_group(value: str | None) -> str:
    if value is None:
        return "*"
    return value[1:-1] if value.startswith("<") else str(json.loads(value) or "null")


# --- ner: token-level tools --------------------------------------------------------------------------------------------

STRATEGIES = {
    "strict": "chunk",
    "exact": "exact",
    "partial": "partial",
    "ent_type": "type",
}  # nervaluate's -> ours
OUTCOMES = {"cor": "correct", "inc": "incorrect", "par": "partial", "mis": "missed", "spu": "spurious"}
AVERAGES = {"micro avg": "micro", "macro avg": "macro", "weighted avg": "weighted"}
NUMBERS = {"precision": "precision", "recall": "recall", "f1": "f1-score"}


def bio(golden: Path) -> Iterator[Case]:
    """conlleval, seqeval and nervaluate where both sides have the same tokens.

    Not compared: seqeval's default mode and conlleval on BILOU (both misread it), conlleval where it merges adjacent chunks of BIOES
    (seqeval reads them) or takes `PER-B` for a letter, its report of the type `0`; strict IOE1, which seqeval misreads; nervaluate on schemes other than IOB.
    """
    for case in json.loads((golden / "index.json").read_text())["cases"]:
        if "seqeval_default" in case["tools"]:
            yield lambda case=case: bio_case(golden, case)


def bio_case(golden: Path, case: dict[str, Any]) -> list[Check]:
    files = case["files"]
    sides = ("-g", str(golden / files["gold"]), "-s", str(golden / files["pred"]))
    expected = json.loads((golden / files["expected"]).read_text())["token_level"]
    letters = {
        tag.group(1)
        for side in ("gold", "pred")
        for tag in re.finditer(r"(?m) ([A-Z])(?:-.*)?$", (golden / files[side]).read_text("utf-8-sig"))
    }
    checks = bio_strict(sides, expected["seqeval_strict"])
    if not letters & set("LU"):
        checks += bio_chunk(sides, expected)
    if letters <= set("BIO") and "error" not in expected["nervaluate"] and not case.get("suffix"):
        checks += bio_nervaluate(sides, expected["nervaluate"], case.get("min_overlap", [1]))
    return [Check(f"{case['name']}: {check.name}", check.problem) for check in checks]


def bio_chunk(sides: tuple[str, ...], expected: dict[str, Any]) -> list[Check]:
    """Chunks and token accuracy against seqeval's default mode; the reports of both tools."""
    seqeval, conlleval = expected["seqeval_default"], expected.get("conlleval")
    found = rows("bio", *sides, "-m", "chunk", "-m", "token", "--by", "label", "--macro")
    checks = bio_report("chunk", found, seqeval)
    accuracy = {"value": seqeval["accuracy"]}
    checks.append(Check("token", differences(found.get(("token", "*", "*")), accuracy, 1e-9)))
    if isinstance(seqeval.get("report_text"), str):
        text = run("bio", *sides, "-f", "seqeval").stdout
        checks.append(Check("seqeval report", None if text == seqeval["report_text"] else repr(text)[:300]))
    totals = [sum(cell[name] for cell in seqeval["counts"].values()) for name in ("true", "predicted", "tp")]
    unnamed = "0" in seqeval["counts"]  # conlleval prints this type as empty, twice
    if (
        conlleval
        and not unnamed
        and [conlleval.get(name) for name in ("true", "predicted", "correct")] == totals
    ):
        text = run("bio", *sides, "-f", "conlleval").stdout
        checks.append(Check("conlleval report", None if text == conlleval["stdout"] else repr(text)[:300]))
    return checks


def bio_report(measure: str, found: dict[tuple[str, str, str], Any], expected: dict[str, Any]) -> list[Check]:
    """Counts by label, and precision, recall and F1 of labels and averages, as far as they are defined."""
    checks = []
    for label, cell in expected["counts"].items():
        numbers = {"p_num": cell["tp"], "p_den": cell["predicted"], "r_den": cell["true"]}
        checks.append(
            Check(f"{measure} {label}", differences(found.get((measure, "*", label)), numbers, 1e-9))
        )
    for title, cell in expected["report"].items():
        row = found.get((measure, "*", AVERAGES.get(title, title)))
        numbers = {ours: cell[theirs] for ours, theirs in NUMBERS.items() if cell[theirs] != "NaN"}
        if numbers:
            checks.append(Check(f"{measure} {title}", differences(row, numbers, 1e-9)))
    return checks


def bio_strict(sides: tuple[str, ...], expected: dict[str, Any]) -> list[Check]:
    checks = []
    for scheme, numbers in expected.items():
        if scheme in ("auto", "IOE1"):
            continue
        options = ("-m", "strict", "--scheme", scheme, "--by", "label", "--macro")
        if "error" in numbers:
            done = run("bio", *sides, *options)
            refused = done.returncode == 2 and "is not of the scheme" in done.stderr
            checks.append(
                Check(f"strict {scheme}: must be refused", None if refused else f"exit {done.returncode}")
            )
        else:
            found = rows("bio", *sides, *options)
            checks += [
                Check(f"{check.name} {scheme}", check.problem)
                for check in bio_report("strict", found, numbers)
            ]
    return checks


def bio_nervaluate(sides: tuple[str, ...], expected: dict[str, Any], overlaps: list[int]) -> list[Check]:
    checks = []
    for overlap in overlaps:
        numbers = expected["by_min_overlap_percentage"][str(overlap)] if len(overlaps) > 1 else expected
        measures = [part for name in STRATEGIES.values() for part in ("-m", name)]
        found = rows("bio", *sides, *measures, "--by", "label", "--min-overlap", str(overlap))
        cells = {("*", name): cell for name, cell in numbers["overall"].items()}
        cells |= {(tag, name): c for tag, by in numbers["entities"].items() for name, c in by.items()}
        for (label, strategy), cell in cells.items():
            wanted = {ours: cell[theirs] for ours, theirs in OUTCOMES.items()}
            wanted |= {name: cell[name] for name in ("precision", "recall", "f1")}
            row = found.get((STRATEGIES[strategy], "*", label))
            checks.append(
                Check(f"{STRATEGIES[strategy]} {label} >={overlap}%", differences(row, wanted, 1e-9))
            )
    return checks


# --- Nerval ------------------------------------------------------------------------------------------------------------

EXCEPTIONS = {  # differences that are meant, and checked nowhere else
    "nested_type_with_space": "the look-ahead takes a type with a blank for what it is",
}
SKIPPED_MARK = (
    "utf8_bom_gold_only"  # by default a byte order mark is no character, which thresholds below 0.3 notice
)


def nerval(golden: Path) -> Iterator[Case]:
    """Nerval 0.3.3: `noisy` by default where no defect of Nerval shows and no tie decides, `--nerval` everywhere it scores."""
    index = json.loads((golden / "index.json").read_text())
    for case in index["cases"]:
        if case["nerval_outcome"] == "scores":
            sound = not case["nerval_flags"] and case["group"] != "tie_sensitive"
            for how in ((), ("--nerval",)) if sound else (("--nerval",),):
                yield lambda case=case, how=how: nerval_case(golden, case, how)
            yield lambda case=case: nerval_tables(golden, case)
        elif "256" in case.get("note", ""):
            yield lambda case=case: [nerval_self_score(golden, case)]
    for batch in index["batch"]:
        yield lambda batch=batch: nerval_batch(golden / batch["dir"])
    yield lambda: nerval_cli(golden)


def nerval_case(golden: Path, case: dict[str, Any], how: tuple[str, ...]) -> list[Check]:
    """Counts of every label at the default threshold, and matches at the others."""
    expected = json.loads((golden / case["files"]["expected"]).read_text())["nerval"]
    name = f"{case['name']}{' --nerval' if how else ''}"
    sides = ["-g", str(golden / case["files"]["gold"]), str(golden / case["files"]["pred"])]
    thresholds = {"0.3": expected["scores"], **expected["matched_by_threshold"]}
    checks = []
    for threshold, wanted in thresholds.items():
        if case["name"] in EXCEPTIONS and (how or threshold != "0.3"):
            continue
        if case["name"] == SKIPPED_MARK and not how and threshold != "0.3":
            continue
        found = rows("noisy", *sides, "--threshold", threshold, *how)
        for label, numbers in wanted.items():
            got = found.get(("noisy", "*", "*" if label == "ALL" else label))
            given = {"matched": numbers} if isinstance(numbers, int) else numbers
            names = {"predicted": "p_den", "matched": "p_num", "support": "r_den"}
            counts = {names[key]: given[key] or 0 for key in names if key in given}
            scores = {key: given[key] for key in ("precision", "recall", "f1") if given.get(key) is not None}
            if got is None and not any(counts.values()):
                continue  # a label that a threshold lists although it occurs nowhere
            checks.append(Check(f"{name}: {threshold} {label}", differences(got, counts | scores, 1e-12)))
    return checks


def nerval_tables(golden: Path, case: dict[str, Any]) -> list[Check]:
    """The Markdown tables, byte for byte; where Nerval stops with a traceback there must be a table all the same."""
    if case["name"] in EXCEPTIONS:
        return []
    expected = json.loads((golden / case["files"]["expected"]).read_text())["nerval"]
    checks = []
    for kind, options in (("cli_verbose", ["-v"]), ("cli_compact", [])):
        sides = ["-a", str(golden / case["files"]["gold"]), "-p", str(golden / case["files"]["pred"])]
        checks.append(
            nerval_output(f"{case['name']}: {kind}", expected.get(kind), run("nerval", *sides, *options))
        )
    return [check for check in checks if check is not None]


def nerval_output(name: str, wanted: dict[str, Any] | None, done: Done) -> Check | None:
    if wanted is None:
        return None
    if "NoneType" in wanted.get("stderr_last_line", ""):  # it cannot round or add a score that does not exist
        fine = done.returncode == 0 and done.stdout.startswith(wanted["stdout"]) and "None" in done.stdout
    elif wanted["exit_code"]:
        fine = done.returncode == 2 and not done.stdout and "Traceback" not in done.stderr
    else:
        fine = (done.returncode, done.stdout) == (0, wanted["stdout"])
    return Check(name, None if fine else f"exit {done.returncode}, {done.stdout or done.stderr!r}")


def nerval_self_score(golden: Path, case: dict[str, Any]) -> Check:
    """What Nerval refuses for its number of characters is scored."""
    sides = ["-g", str(golden / case["files"]["gold"]), str(golden / case["files"]["pred"])]
    return Check(case["name"], differences(rows("noisy", *sides)["noisy", "*", "*"], {"f1": 1.0}, 0))


def nerval_batch(folder: Path) -> list[Check]:
    expected = json.loads((folder / "expected.json").read_text())
    checks = []
    for kind, options in (("cli_verbose", ["-v"]), ("cli_compact", [])):
        done = run("nerval", "-c", str(folder / "mapping.csv"), "-f", str(folder / "bio"), *options)
        checks.append(nerval_output(f"{folder.name}: {kind}", expected.get(kind), done))
    return [check for check in checks if check is not None]


def nerval_cli(golden: Path) -> list[Check]:
    recorded = json.loads((golden / "cli.json").read_text())
    folder = golden / "cases" / recorded["cwd"].rpartition(" ")[2]
    checks = []
    for item in recorded["runs"]:
        paths = [
            str(folder / part) if part.endswith(".bio") or part == "." else part for part in item["args"]
        ]
        checks.append(nerval_output(f"nerval {' '.join(item['args'])}", item, run("nerval", *paths)))
    return [check for check in checks if check is not None]


# --- statistics --------------------------------------------------------------------------------------------------------

NEAR = {"90": 0.02, "95": 0.02, "99": 0.03}  # of numbers from random trials; the last rest on 20 of 4,000


def statistics(golden: Path) -> Iterator[Case]:
    """Significance and confidence of neleval 3.1.1: enumerated p exactly, p and interval ends of random trials nearly."""
    for path in sorted((golden / "significance").glob("*.json")):
        expected = json.loads(path.read_text())
        yield lambda expected=expected: significance_case(golden / "significance", expected)
        for level in ("90", "95", "99"):
            yield lambda expected=expected, level=level: confidence_case(
                golden / "significance", expected, level
            )
    yield lambda: percentile_case(json.loads((golden / "percentile.json").read_text()))


def significance_case(folder: Path, expected: dict[str, Any]) -> list[Check]:
    systems = [f"{name}={folder / expected[name]}" for name in ("sys1", "sys2")]
    names = [part for measure in expected["measures"] for part in ("-m", measure)]
    test = ["--one-sided", "--resamples", "20000", "-f", "json", "-q"]
    done = run("compare", "-g", str(folder / expected["gold"]), *systems, *names, *test)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    found = {pair["measure"]: pair for pair in json.loads(done.stdout)["pairs"]}
    checks = []
    for measure, wanted in expected["measures"].items():
        for score, prefix in (("precision", "precision_"), ("recall", "recall_"), ("fscore", "")):
            got = {kind: found[measure][f"{prefix}{kind}"] for kind in ("delta", "p")}
            exact, drawn = wanted["p_exact_one_sided"], wanted["p_neleval_4000_trials"]
            name = f"{expected['name']}: {measure}: {score}"
            checks.append(Check(f"{name}: delta", differences(got, {"delta": -wanted["diff"][score]}, 1e-9)))
            if exact is not None:
                checks.append(Check(f"{name}: exact p", differences(got, {"p": exact[score]}, 1e-9)))
            checks.append(Check(f"{name}: p", differences(got, {"p": drawn[score]}, NEAR["95"])))
    return checks


def confidence_case(folder: Path, expected: dict[str, Any], level: str) -> list[Check]:
    checks = []
    for system in ("sys1", "sys2"):
        sides = ["-g", str(folder / expected["gold"]), str(folder / expected[system])]
        names = [part for measure in expected["measures"] for part in ("-m", measure)]
        found = rows("spans", *sides, *names, f"--confidence={level}%", "--resamples", "4000")
        for measure, wanted in expected["measures"].items():
            for score, ours in (("precision", "precision"), ("recall", "recall"), ("fscore", "f1")):
                low, high = wanted["confidence_neleval_4000_trials"][system][score][level]
                ends = {f"{ours}_low": low, f"{ours}_high": high}
                name = f"{expected['name']}: {system}: {measure}: {score}: {level} %"
                checks.append(Check(name, differences(found[measure, "*", "*"], ends, NEAR[level])))
    return checks


def percentile_case(expected: dict[str, Any]) -> list[Check]:
    import numpy as np

    from nerkit.stats.confidence import quantiles

    checks = []
    for i, sample in enumerate(expected["samples"]):
        levels = np.array([[float(level) / 100 for level in sample["percentiles"]]])
        found = quantiles(np.sort(np.array([sample["values"]])), levels)[0].tolist()
        got = dict(zip(sample["percentiles"], found, strict=True))
        checks.append(Check(f"percentiles {i}", differences(got, sample["percentiles"], 1e-9)))
    return checks


FOLDERS: dict[str, tuple[str, Callable[[Path], Iterator[Case]]]] = {  # name -> folder, and what compares it
    "neleval": ("neleval", neleval),
    "statistics": ("neleval", statistics),
    "bio": ("ner", bio),
    "nerval": ("ner", nerval),
    "mrp": ("mrp", mrp),
    "coref": ("coref", coref),
    "ie": ("ie", ie),
    "amr": ("amr", amr),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("golden", type=Path)
    parser.add_argument("names", nargs="*", default=list(FOLDERS))
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    failed = 0
    for name in given.names:
        folder, compare = FOLDERS[name]
        cases = list(compare(given.golden / folder))
        with get_context("fork").Pool(given.jobs, _begin, [cases]) as pool:
            checks = [check for found in pool.imap(_compared, range(len(cases))) for check in found]
        wrong = [check for check in checks if check.problem]
        print(f"{name}: {len(checks) - len(wrong)} of {len(checks)} comparisons agree ({len(cases)} cases)")
        for check in wrong[:SHOWN]:
            print(f"  {check.name}: {check.problem}")
        if len(wrong) > SHOWN:
            print(f"  … and {len(wrong) - SHOWN} more")
        failed += len(wrong) or not checks
    sys.exit(1 if failed else 0)


CASES: list[Case] = []  # of the process that compares


def _begin(cases: list[Case]) -> None:
    CASES[:] = cases


def _compared(place: int) -> list[Check]:
    """The comparisons of a case; one whose command fails is a difference, not the end of the run."""
    try:
        return CASES[place]()
    except (RuntimeError, KeyError, OSError, ValueError) as error:
        return [Check(type(error).__name__, str(error).splitlines()[-1][:300])]


if __name__ == "__main__":
    main()
