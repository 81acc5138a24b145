"""conll18_ud_eval.py 1.2: `python -P -m nerkit.compat.conll18 [-v] [-c] GOLD SYSTEM`, over `nerkit dep`.

Differences from conll18_ud_eval.py
    - Errors in CoNLL-U name the line, and the exit code is 2 (the script ends with a traceback and 1).
"""

import argparse
from collections.abc import Sequence

from nerkit.compat.command import number, run, scored
from nerkit.results.result import Result
from nerkit.results.rows import Row

UNALIGNED = ("Tokens", "Sentences")  # measures that align no words
SHOWN = {"LAS": "LAS F1 Score", "MLAS": "MLAS Score", "BLEX": "BLEX Score"}  # without -v and -c
RULE = "-----------+-----------+-----------+-----------+-----------"


def main(arguments: Sequence[str]) -> str:
    """The output of the script: three scores, the table of all metrics, or the table of counts."""
    asked = parser().parse_args(arguments)
    result = scored(asked.gold_file, asked.system_file, task="dep", form="conllu", preset="ud18")
    if asked.counts:
        return counts(result)
    return table(result) if asked.verbose else totals(result)


def totals(result: Result) -> str:
    """The three main scores in percent, one per line."""
    return "".join(f"{title}: {100 * number(result[name].f1):.2f}\n" for name, title in SHOWN.items())


def table(result: Result) -> str:
    """The table of precision, recall, F1 and aligned accuracy, in percent."""
    lines = ["Metric     | Precision |    Recall |  F1 Score | AligndAcc", RULE]
    for row in result.rows:
        percents = (f"{100 * number(score):10.2f} |" for score in (row.precision, row.recall, row.f1))
        lines.append(f"{row.measure:11}|{''.join(percents)}{_accuracy(row)}")
    return "\n".join(lines) + "\n"


def counts(result: Result) -> str:
    """The table of counts: correct, gold, predicted and aligned words."""
    lines = ["Metric     | Correct   |      Gold | Predicted | Aligned", RULE]
    for row in result.rows:
        numbers = (int(number(value)) for value in (row.p_num, row.r_den, row.p_den))
        aligned = "" if row.measure in UNALIGNED else int(row.extra["aligned"])
        shown = aligned if aligned or row.measure == "Words" else ""
        lines.append(f"{row.measure:11}|{''.join(f'{count:10} |' for count in numbers)}{shown:10}")
    return "\n".join(lines) + "\n"


def _accuracy(row: Row) -> str:
    """The accuracy on aligned words. Empty for the rows about the alignment itself."""
    if row.measure in (*UNALIGNED, "Words"):
        return ""
    aligned = row.extra["aligned"]
    return f"{100 * number(row.p_num) / aligned if aligned else 0.0:10.2f}"


def parser() -> argparse.ArgumentParser:
    """The argument parser of conll18_ud_eval.py."""
    made = argparse.ArgumentParser("conll18", description="conll18_ud_eval.py's command line over nerkit.")
    made.add_argument("gold_file", help="read the gold data from this CoNLL-U file")
    made.add_argument("system_file", help="read the predictions from this CoNLL-U file")
    made.add_argument("--verbose", "-v", action="store_true", help="all metrics")
    made.add_argument("--counts", "-c", action="store_true", help="print counts instead of percentages")
    return made


if __name__ == "__main__":
    run(main)
