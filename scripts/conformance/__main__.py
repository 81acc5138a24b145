"""Compare nerkit with the numbers of published scorers: `python -m scripts.conformance GOLDEN [NAME ...]`.

Runs the command on every case of the golden folders and prints, per name in FOLDERS, how many comparisons
agree, and each one that does not. Exit code 1 if any differs. Each has a module of its own; the golden data
is not part of the project.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path

from nerkit.scorers import provenance
from scripts.conformance.checks import AGREED, Case, Check, each

Equal = Counter[tuple[str, str, str]]  # (scorer, task, measure) -> rows that agree
SHOWN = 40  # differences printed for each
SHARED = {  # folder of golden data -> the modules that compare it; each other folder has one of its name
    "neleval": ("neleval", "statistics"),
    "ner": ("bio", "nerval"),
    "ie": ("ie", "records", "templates", "muc4", "scirex"),
    "syntax": ("dep", "tree", "cky", "chunk"),
}
ALONE = (
    *("mrp", "coref", "hipe", "amr", "srl", "agree", "json", "answers", "tasks", "other", "calls", "formats"),
    *("linking", "sentiment", "compat", "exact"),
)
FOLDERS = {name: folder for folder, names in SHARED.items() for name in names} | {n: n for n in ALONE}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("golden", type=Path)
    parser.add_argument("names", nargs="*", default=list(FOLDERS))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--record", action="store_true", help="write what agrees today into provenance.toml")
    arguments = parser.parse_args()
    failed = 0
    for name in arguments.names:
        cases = list(cases_of(name, arguments.golden))
        with get_context("fork").Pool(arguments.jobs, _begin, [cases]) as pool:
            compared = list(pool.imap(_compared, range(len(cases))))
        checks = [check for of_case, _ in compared for check in of_case]
        wrong = [check for check in checks if check.problem]
        print(f"{name}: {len(checks) - len(wrong)} of {len(checks)} comparisons agree ({len(cases)} cases)")
        if arguments.record and not wrong:
            record(name, [equal for _, equal in compared])
        for check in wrong[:SHOWN]:
            print(f"  {check.name}: {check.problem}")
        if len(wrong) > SHOWN:
            print(f"  … and {len(wrong) - SHOWN} more")
        failed += len(wrong) or not checks
    sys.exit(1 if failed else 0)


def cases_of(name: str, golden: Path) -> Iterator[Case]:
    """The cases of a module: those that its function `cases` finds, or `case` of each entry of the index."""
    module, folder = import_module(f"scripts.conformance.{name}"), golden / FOLDERS[name]
    return module.cases(folder) if hasattr(module, "cases") else each(module.case, folder)


def record(name: str, compared: list[Equal]) -> None:
    """Write into the table of provenance, for each measure, in how many cases how many rows agree today."""
    path = Path(provenance.__file__).with_name(provenance.TABLE)
    about = path.read_text(encoding="utf-8").partition("\n[")[0].strip()
    tables = {**provenance.table(), name: {}}
    cases = Counter(key for of_case in compared for key in of_case)
    rows = sum(compared, Counter())
    for scorer, task, measure in sorted(rows):
        entries = tables[name].setdefault(scorer, {"compared": date.today()})  # noqa: DTZ011
        key = scorer, task, measure
        entries[f"{task} {measure}"] = [cases[key], rows[key]]
    parts = [about]
    for target, scorers in tables.items():
        for scorer, entries in scorers.items():
            lines = [f'"{key}" = {value}' for key, value in entries.items() if key != "compared"]
            parts.append("\n".join([f'[{target}."{scorer}"]', f"compared = {entries['compared']}", *lines]))
    path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    provenance.table.cache_clear()


CASES: list[Case] = []  # of the process that compares


def _begin(cases: list[Case]) -> None:
    CASES[:] = cases


def _compared(place: int) -> tuple[list[Check], Equal]:
    """The comparisons of a case, and the rows that agree with a named scorer's; one whose command fails is a
    difference, not the end of the run.
    """
    AGREED.clear()
    try:
        return list(CASES[place]()), Counter(AGREED)
    except (RuntimeError, KeyError, OSError, ValueError) as error:
        return [Check(type(error).__name__, str(error).splitlines()[-1][:300])], Counter()


if __name__ == "__main__":
    main()
