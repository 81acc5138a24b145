"""Compare nerkit with the numbers of published scorers: `python scripts/conformance.py GOLDEN [FOLDER ...]`.

Runs the installed command on every case of the golden folders and prints, per folder, how many comparisons agree, and
each one that does not. Exit code 1 if any differs. FOLDERS names what there is; the golden data is not part of the project.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SHOWN = 40  # differences printed per folder


@dataclass(frozen=True)
class Check:
    """One comparison: what was compared, and what is wrong, if anything."""

    name: str
    problem: str | None = None


Case = Callable[[], list[Check]]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("nerkit")), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


def rows(*arguments: str) -> dict[tuple[str, str, str], dict[str, Any]]:
    """The rows a command prints, by (measure, document, label)."""
    done = run(*arguments, "-f", "json", "-q")
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    found = json.loads(done.stdout)["rows"]
    return {(row["measure"], row["document"], row["label"]): row for row in found}


def differences(got: dict[str, Any] | None, expected: dict[str, float], tolerance: float) -> str | None:
    if got is None:
        return "no such row"
    wrong = [
        f"{name} {got[name]!r} instead of {value!r}"
        for name, value in expected.items()
        if got[name] is None or abs(got[name] - value) > tolerance
    ]
    return ", ".join(wrong) or None


# --- neleval ---------------------------------------------------------------------------------------------------------

GROUP = re.compile(r';(docid|type)=("(?:[^"\\]|\\.)*"|null|<\w+>)')


def neleval(golden: Path) -> Iterator[Case]:
    """Span measures of neleval 3.1.1, corrected where its README says `do_not_match`; cluster measures are not there yet."""
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
            if not measure.startswith(("sets", "overlap", "strong_", "entity_match")):
                continue
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


# --- Nerval ------------------------------------------------------------------------------------------------------------

EXCEPTIONS = {  # differences that are meant, and checked nowhere else
    "nested_type_with_space": "the look-ahead takes a type with a blank for what it is",
    "utf8_bom_gold_only": "a byte order mark is no character (matters at thresholds below 0.3 only)",
}


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


def nerval_output(
    name: str, wanted: dict[str, Any] | None, done: subprocess.CompletedProcess[str]
) -> Check | None:
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


FOLDERS: dict[str, tuple[str, Callable[[Path], Iterator[Case]]]] = {  # name -> its folder and its cases
    "neleval": ("neleval", neleval),
    "nerval": ("ner", nerval),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("golden", type=Path)
    parser.add_argument("folders", nargs="*", default=list(FOLDERS))
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    failed = 0
    for name in given.folders:
        folder, cases_of = FOLDERS[name]
        cases = list(cases_of(given.golden / folder))
        with ThreadPoolExecutor(given.jobs) as pool:
            checks = [check for found in pool.map(guarded, cases) for check in found]
        wrong = [check for check in checks if check.problem]
        print(f"{name}: {len(checks) - len(wrong)} of {len(checks)} comparisons agree ({len(cases)} cases)")
        for check in wrong[:SHOWN]:
            print(f"  {check.name}: {check.problem}")
        if len(wrong) > SHOWN:
            print(f"  … and {len(wrong) - SHOWN} more")
        failed += len(wrong) or not checks
    sys.exit(1 if failed else 0)


def guarded(case: Case) -> list[Check]:
    """A case whose command fails is a difference, not the end of the run."""
    try:
        return case()
    except (RuntimeError, KeyError, OSError, ValueError) as error:
        return [Check(type(error).__name__, str(error).splitlines()[-1][:300])]


if __name__ == "__main__":
    main()
