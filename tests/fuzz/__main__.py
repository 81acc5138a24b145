"""`make fuzz`: damaged inputs for every reader, writer and command, until the time or N each are over.

    make fuzz MINUTES=60 SEED=7      for an hour, from another seed
    make fuzz N=3000                 3,000 inputs for every reader, writer and command
    make fuzz N=3000 ONLY=penman,mrp

Every failure is made small and written to tests/fuzz/cases/, where `make test` runs it from then on. Exit
code 1 if there was one. An input is (SEED, target, number): the same on every machine.
"""

import gc
import os
import random
import resource
import sys
import time
from collections import Counter

from fuzz.cases import keep
from fuzz.inputs import COMMANDS, FORMATS, of_command, of_reader, of_writer
from fuzz.judge import carried_out, problem_of
from fuzz.smaller import smaller

from nerkit.writers import WRITERS

SECONDS = 20  # of the processor for one input; hundreds of times what any takes
LARGE = 20_000  # bytes of files that are not kept in the repository
MEMORY = 6 << 30  # bytes of address space for all
LISTS = {"reader": FORMATS, "writer": WRITERS, "command": COMMANDS}
TARGETS = [(kind, name) for kind, names in LISTS.items() for name in names]
DRAWING = {"reader": of_reader, "writer": of_writer, "command": of_command}


def drawn(seed, kind, name, number):
    """The input of this number for a target."""
    chance = random.Random(f"{seed}/{kind}/{name}/{number}")
    return DRAWING[kind](chance, name)


def main():
    """Run; gives the exit code."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    seed, minutes, most = (os.environ.get(name, "") for name in ("SEED", "MINUTES", "N"))
    wanted = os.environ.get("ONLY", "").replace(",", " ").split()
    targets = [target for target in TARGETS if not wanted or target[1] in wanted]
    end = time.monotonic() + 60 * float(minutes or 1) if not most else float("inf")
    failures, done, number = Counter(), 0, 0
    while time.monotonic() < end and (not most or number < int(most)):
        for kind, name in targets:
            case = drawn(seed or "0", kind, name, number)
            problem = problem_of(case, carried_out(case, SECONDS))
            done += 1
            if problem is not None:
                failures[problem] += 1
                if failures[problem] == 1:
                    _tell(case, problem, f"{kind} {name} {number}")
            if time.monotonic() > end:
                break
        gc.collect()  # what commands leave to the end of their process
        number += 1
    print(f"{done} inputs for {len(targets)} readers, writers and commands: {len(failures)} kinds of failure")
    return int(bool(failures))


def _tell(case, problem, target):
    print(f"{target}: {problem}\n  nerkit {' '.join(case.arguments)}", flush=True)
    case = smaller(case, problem)
    large = sum(map(len, case.files.values())) > LARGE
    kept = "too large to be kept: draw it again" if large else f"kept as {keep(case, problem)}"
    print(f"  smaller: nerkit {' '.join(case.arguments)}\n  {kept}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
