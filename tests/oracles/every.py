"""`python -m tests.oracles.every FOLDER…`: all small inputs in folders, by every oracle that can read them.

An input is a file with `gold` in its name beside one with `system` in its place, or a pair that an index.json
names. Exit code 0 if all numbers are equal, 1 if some differ.
"""

import json
import sys
from collections import Counter
from pathlib import Path

from .__main__ import BEYOND, compared, equal

FAMILIES = {  # how a name ends -> the commands that may read it
    ("bio", "iob", "tok", "tags"): ("bio", "noisy", "agree"),
    ("tsv",): ("spans",),
    ("props",): ("srl",),
    ("amr",): ("amr",),
    ("conll", "key", "response", "conllu"): ("coref",),
    ("mrg", "gld", "tst"): ("tree",),
    ("jsonl", "json"): ("json", "calls", "ie", "templates"),
}
NAMES = {"gold": ("system", "sys", "pred", "response"), "ref": ("sys",), "key": ("response",)}
SMALL = {"coref": 1_300, "amr": 2_000, "noisy": 5_000}  # bytes of a file of which all matchings are tried


def named(folder):
    """The pairs of files that an index names."""
    waiting = [json.loads((folder / "index.json").read_text(encoding="utf-8"))]
    while waiting:
        case = waiting.pop()
        waiting += case.values() if isinstance(case, dict) else case if isinstance(case, list) else ()
        if isinstance(case, list) and len(case) > 1 and all(isinstance(one, str) for one in case[:2]):
            yield folder / case[0], folder / case[1]
        if isinstance(case, dict):
            for own, others in NAMES.items():
                yield from (
                    (folder / case[own], folder / case[other])
                    for other in others
                    if isinstance(case.get(own), str) and isinstance(case.get(other), str)
                )


def inputs(folder):
    """(command, gold, system) of all small pairs of files in a folder, each once."""
    pairs = {pair for index in folder.rglob("index.json") for pair in named(index.parent)}
    for path in folder.rglob("*gold*"):
        pairs |= {(path, path.with_name(path.name.replace("gold", other))) for other in NAMES["gold"]}
    for pair in sorted(pairs):
        ends = {path.suffix.removeprefix(".") for path in pair}
        commands = next((some for names, some in FAMILIES.items() if ends <= set(names)), ())
        for command in commands if all(path.is_file() for path in pair) else ():
            if max(path.stat().st_size for path in pair) < SMALL.get(command, 30_000):
                yield command, *map(str, pair)


def tried(folders):
    """How many inputs, numbers and inputs beyond the oracle there are by command; and what differs."""
    counts, wrong = Counter(), []
    for command, gold, system in (one for folder in folders for one in inputs(folder)):
        try:
            rows = [row for row in compared(command, gold, system) if any((*row[1], *row[2]))]
        except BEYOND:
            rows = []
        counts[command, "inputs" if rows else "beyond"] += 1
        counts[command, "numbers"] += sum(len(found) for _, found, _ in rows)
        wrong += [(command, gold, system, *row) for row in rows if not equal(*row[1:])]
    return counts, wrong


def report(counts, wrong):
    """A line for each family, a line for all, and one for each number that differs."""
    for command in sorted({command for command, _ in counts}):
        inputs_, numbers, beyond = (counts[command, kind] for kind in ("inputs", "numbers", "beyond"))
        yield f"{command}: {inputs_} inputs compared in {numbers} numbers, {beyond} beyond the oracle"
    total = {kind: sum(n for (_, one), n in counts.items() if one == kind) for kind in ("inputs", "numbers")}
    yield f"all: {total['inputs']} inputs compared in {total['numbers']} numbers, {len(wrong)} rows differ"
    yield from (" ".join(map(str, row)) for row in wrong)


def main():
    counts, wrong = tried(map(Path, sys.argv[1:] or ["demo"]))
    print("\n".join(report(counts, wrong)))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
