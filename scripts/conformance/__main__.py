"""Compare nerkit with the numbers of published scorers: `python -m scripts.conformance GOLDEN [NAME ...]`.

Runs the command on every case of the golden folders and prints, per name in FOLDERS, how many comparisons
agree, and each one that does not. Exit code 1 if any differs. Each has a file of its own; the golden data is
not part of the project.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from datetime import date
from multiprocessing import get_context
from pathlib import Path

from nerkit.scorers import provenance
from scripts.conformance.agree import agree
from scripts.conformance.amr import amr
from scripts.conformance.answers import answers
from scripts.conformance.bio import bio
from scripts.conformance.calls import calls
from scripts.conformance.checks import Case, Check
from scripts.conformance.chunk import chunk
from scripts.conformance.cky import cky
from scripts.conformance.compat import compat
from scripts.conformance.coref import coref
from scripts.conformance.dep import dep
from scripts.conformance.exact import exact
from scripts.conformance.formats import formats
from scripts.conformance.hipe import hipe
from scripts.conformance.ie import ie
from scripts.conformance.json import values
from scripts.conformance.linking import linking
from scripts.conformance.mrp import mrp
from scripts.conformance.muc4 import muc4
from scripts.conformance.neleval import neleval
from scripts.conformance.nerval import nerval
from scripts.conformance.other import other
from scripts.conformance.records import records
from scripts.conformance.scirex import scirex
from scripts.conformance.sentiment import sentiment
from scripts.conformance.srl import srl
from scripts.conformance.statistics import statistics
from scripts.conformance.tasks import tasks
from scripts.conformance.templates import templates
from scripts.conformance.tree import tree

SHOWN = 40  # differences printed for each

FOLDERS: dict[str, tuple[str, Callable[[Path], Iterator[Case]]]] = {  # name -> folder, and what compares it
    "neleval": ("neleval", neleval),
    "statistics": ("neleval", statistics),
    "bio": ("ner", bio),
    "nerval": ("ner", nerval),
    "mrp": ("mrp", mrp),
    "coref": ("coref", coref),
    "ie": ("ie", ie),
    "records": ("ie", records),
    "templates": ("ie", templates),
    "muc4": ("ie", muc4),
    "scirex": ("ie", scirex),
    "hipe": ("hipe", hipe),
    "amr": ("amr", amr),
    "srl": ("srl", srl),
    "dep": ("syntax", dep),
    "tree": ("syntax", tree),
    "cky": ("syntax", cky),
    "chunk": ("syntax", chunk),
    "agree": ("agree", agree),
    "json": ("json", values),
    "answers": ("answers", answers),
    "tasks": ("tasks", tasks),
    "other": ("other", other),
    "calls": ("calls", calls),
    "formats": ("formats", formats),
    "linking": ("linking", linking),
    "sentiment": ("sentiment", sentiment),
    "compat": ("compat", compat),
    "exact": ("exact", exact),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("golden", type=Path)
    parser.add_argument("names", nargs="*", default=list(FOLDERS))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--record", action="store_true", help="write cases and day into provenance.toml")
    arguments = parser.parse_args()
    failed = 0
    for name in arguments.names:
        folder, compare = FOLDERS[name]
        cases = list(compare(arguments.golden / folder))
        with get_context("fork").Pool(arguments.jobs, _begin, [cases]) as pool:
            checks = [check for compared in pool.imap(_compared, range(len(cases))) for check in compared]
        wrong = [check for check in checks if check.problem]
        print(f"{name}: {len(checks) - len(wrong)} of {len(checks)} comparisons agree ({len(cases)} cases)")
        if arguments.record and not wrong:
            record(name, len(cases))
        for check in wrong[:SHOWN]:
            print(f"  {check.name}: {check.problem}")
        if len(wrong) > SHOWN:
            print(f"  … and {len(wrong) - SHOWN} more")
        failed += len(wrong) or not checks
    sys.exit(1 if failed else 0)


def record(name: str, cases: int) -> None:
    """Write into the table of provenance that all of so many cases agree today."""
    path = Path(provenance.__file__).with_name(provenance.TABLE)
    entry = re.compile(rf"(^\[{name}\]\n)cases = \d+\ncompared = \S+\n", re.MULTILINE)
    text = path.read_text(encoding="utf-8")
    written = entry.sub(rf"\g<1>cases = {cases}\ncompared = {date.today()}\n", text)  # noqa: DTZ011
    path.write_text(written, encoding="utf-8")


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
