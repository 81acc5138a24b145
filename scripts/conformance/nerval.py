"""Tagged texts that differ against Nerval 0.3.3."""

from functools import partial
from pathlib import Path
from typing import Any

from scripts.conformance.checks import Cases, Check, Checks, against, check
from scripts.conformance.commands import SCORES, Done, read, rows, run, sides

EXCEPTIONS = {  # differences that are meant, and checked nowhere else
    "nested_type_with_space": "the look-ahead takes a type with a blank for what it is",
}
# by default a byte order mark is no character, which thresholds below 0.3 notice
SKIPPED_MARK = "utf8_bom_gold_only"
KINDS = {"cli_verbose": ["-v"], "cli_compact": []}  # output that was recorded -> options
COUNTS = {"predicted": "p_den", "matched": "p_num", "support": "r_den"}


def cases(golden: Path) -> Cases:
    """Nerval 0.3.3: `noisy` where Nerval shows no defect and no tie decides, else `--nerval`."""
    index = read(golden / "index.json")
    for case in index["cases"]:
        if case["nerval_outcome"] == "scores":
            sound = not case["nerval_flags"] and case["group"] != "tie_sensitive"
            for how in ((), ("--nerval",)) if sound else (("--nerval",),):
                yield partial(nerval_case, golden, case, how)
            yield partial(nerval_tables, golden, case)
        elif "256" in case.get("note", ""):
            yield partial(nerval_self_score, golden, case)
    for batch in index["batch"]:
        yield partial(nerval_batch, golden / batch["dir"])
    yield partial(nerval_cli, golden)


def nerval_case(golden: Path, case: dict[str, Any], how: tuple[str, ...]) -> Checks:
    """Counts of every label at the default threshold, and matches at the others."""
    expected = read(golden / case["files"]["expected"])["nerval"]
    command = ["noisy", *sides(golden, case["files"]["gold"], case["files"]["pred"]), *how]
    for threshold, wanted in {"0.3": expected["scores"], **expected["matched_by_threshold"]}.items():
        if case["name"] in EXCEPTIONS and (how or threshold != "0.3"):
            continue
        if case["name"] == SKIPPED_MARK and not how and threshold != "0.3":
            continue
        scored = rows(*command, "--threshold", threshold)
        for label, told in wanted.items():
            got = scored.of("noisy", label="*" if label == "ALL" else label)
            numbers = {"matched": told} if isinstance(told, int) else told
            counts = {COUNTS[key]: numbers[key] or 0 for key in COUNTS if key in numbers}
            scores = {key: numbers[key] for key in SCORES if numbers.get(key) is not None}
            if got is None and not any(counts.values()):
                continue  # a label that a threshold lists although it occurs nowhere
            with against(f"teklia-nerval 0.3.3{', with --nerval' if how else ''}"):
                title = f"{case['name']}{' --nerval' if how else ''}: {threshold} {label}"
                yield check(title, got, counts | scores, 1e-12)


def nerval_tables(golden: Path, case: dict[str, Any]) -> Checks:
    """The Markdown tables, byte for byte; where Nerval stops with a traceback there must be a table too."""
    if case["name"] not in EXCEPTIONS:
        expected = read(golden / case["files"]["expected"])["nerval"]
        files = ["-a", str(golden / case["files"]["gold"]), "-p", str(golden / case["files"]["pred"])]
        yield from nerval_printed(case["name"], expected, files)


def nerval_printed(name: str, expected: dict[str, Any], files: list[str]) -> Checks:
    """The two kinds of tables, as far as they were recorded."""
    for kind, options in KINDS.items():
        done = run("nerval", *files, *options)
        if expected.get(kind) is not None:
            yield nerval_output(f"{name}: {kind}", expected[kind], done)


def nerval_output(name: str, wanted: dict[str, Any], done: Done) -> Check:
    if "NoneType" in wanted.get("stderr_last_line", ""):  # it cannot round or add a score that does not exist
        fine = done.returncode == 0 and done.stdout.startswith(wanted["stdout"]) and "None" in done.stdout
    elif wanted["exit_code"]:
        fine = done.returncode == 2 and not done.has_scores and "Traceback" not in done.stderr
    else:
        fine = (done.returncode, done.stdout) == (0, wanted["stdout"])
    return Check(name, None if fine else f"exit {done.returncode}, {done.stdout or done.stderr!r}")


def nerval_self_score(golden: Path, case: dict[str, Any]) -> Checks:
    """What Nerval refuses for its number of characters is scored."""
    scored = rows("noisy", *sides(golden, case["files"]["gold"], case["files"]["pred"]))
    yield check(case["name"], scored.of("noisy"), {"f1": 1.0}, 0)


def nerval_batch(folder: Path) -> Checks:
    files = ["-c", str(folder / "mapping.csv"), "-f", str(folder / "bio")]
    return nerval_printed(folder.name, read(folder / "expected.json"), files)


def nerval_cli(golden: Path) -> Checks:
    recorded = read(golden / "cli.json")
    folder = golden / "cases" / recorded["cwd"].rpartition(" ")[2]
    for item in recorded["runs"]:
        paths = [
            str(folder / part) if part.endswith(".bio") or part == "." else part for part in item["args"]
        ]
        yield nerval_output(f"nerval {' '.join(item['args'])}", item, run("nerval", *paths))
