"""`python -m tests.oracles COMMAND -g GOLD -s SYSTEM`: the numbers of nerkit beside those of the definition.

COMMAND is bio, spans, noisy, coref, amr, tree, srl, ie, templates, json, calls or agree. Exit code 0 if all
numbers are equal, 1 if some differ, 2 if the definition here is too short for the files.
"""

import argparse
import math
import sys
from importlib import import_module

import nerkit

from . import FAMILIES

NUMBERS = ("p_num", "p_den", "r_num", "r_den")
BEYOND = (  # the errors of files that an oracle cannot read, or has no number for
    *(AssertionError, LookupError, AttributeError, ValueError, TypeError, ZeroDivisionError),
    nerkit.NerkitError,
)


def compared(command, gold, system):
    """(measure, numbers of nerkit, of the definition) of each measure of a family."""
    expected = import_module(f".{FAMILIES[command]}", __package__).scores(gold, system)
    if command == "agree":
        from nerkit.evaluation.agreement.agree import agree
        from nerkit.evaluation.agreement.options import AgreeRequest

        result = agree({"a": gold, "b": system}, AgreeRequest(measures=tuple(expected)))
        rows = {
            row.measure: (math.nan if row.value is None else row.value,)
            for row in result.rows
            if row.label == "*"
        }
    else:
        task = "ie" if command == "templates" else command
        result = nerkit.evaluate(gold, system, task=task, measures=list(expected))
        rows = {row.measure: tuple(getattr(row, name) for name in NUMBERS) for row in result.rows}
    return [(name, rows[name], tuple(map(float, numbers))) for name, numbers in expected.items()]


def equal(found, wanted):
    pairs = list(zip(found, wanted, strict=True))
    return all(abs(a - b) <= 1e-9 * max(1, abs(b)) or (math.isnan(a) and math.isnan(b)) for a, b in pairs)


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.oracles")
    parser.add_argument("command", choices=FAMILIES)
    for names in (("-g", "--gold"), ("-s", "--system")):
        parser.add_argument(*names, required=True)
    given = parser.parse_args()
    try:
        rows = compared(given.command, given.gold, given.system)
    except BEYOND as error:
        print(f"these files are beyond this oracle: {error}", file=sys.stderr)
        return 2
    for name, found, wanted in rows:
        shown = (" ".join(f"{number:.6g}" for number in numbers) for numbers in (found, wanted))
        print(
            f"{name}: nerkit",
            next(shown),
            "oracle",
            next(shown),
            "equal" if equal(found, wanted) else "different",
        )
    return 0 if all(equal(found, wanted) for _, found, wanted in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
