"""EVALB: `python -P -m nerkit.compat.evalb [-dDh] [-c N] [-p FILE] [-e N] GOLD TEST`, over `nerkit tree`.

The report is EVALB's byte for byte (`nerkit tree -f evalb`). As in EVALB, nothing is deleted without -p. As
in EVALB, -c or a CUTOFF_LEN of the file counts, whichever is read last.

Differences from EVALB
    - nerkit continues after any number of error sentences, so that `-e N` has no effect. It warns if one file
      has fewer sentences.
    - `-d` and `-D` (debugging output) are accepted and have no effect.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace

from nerkit.compat.command import run, scored
from nerkit.formatters import evalb, stacked
from nerkit.io import single
from nerkit.scorers.tree.params import Params, params
from nerkit.views.grid import Style

CUTOFF = "CUTOFF_LEN"


def main(arguments: Sequence[str]) -> str:
    """The text that EVALB prints."""
    asked = parser().parse_args(arguments)
    result = scored(
        asked.gold_file,
        asked.test_file,
        task="tree",
        measures=evalb.MEASURES,
        by=["cutoff"],
        missing="ignore",
        extra="ignore",
        by_document=True,
        params=_parameters(asked, arguments),
    )
    return stacked(evalb.reports(result, Style()))


def _parameters(asked: argparse.Namespace, arguments: Sequence[str]) -> Params:
    """The parameters from the file of -p, or without -p no parameters, with the cut-off length."""
    parameters = params(asked.params or "none")
    if asked.cutoff is None:
        return parameters
    if asked.params and arguments.index("-p") > arguments.index("-c"):
        with single(asked.params) as source:
            if any(line.startswith(CUTOFF) for _, line in source.lines()):
                return parameters
    return replace(parameters, cutoff=asked.cutoff)


def parser() -> argparse.ArgumentParser:
    """The argument parser of EVALB."""
    made = argparse.ArgumentParser("evalb", description="EVALB's command line over nerkit.")
    made.add_argument("gold_file", help="read bracketed trees, one per sentence")
    made.add_argument("test_file", help="the parser's")
    made.add_argument("-p", dest="params", metavar="FILE", help="read parameters, as COLLINS.prm")
    made.add_argument(
        "-c", dest="cutoff", type=int, metavar="N", help="print the second summary up to this length"
    )
    made.add_argument("-e", dest="max_errors", type=int, metavar="N", help="has no effect")
    made.add_argument("-d", "-D", dest="debug", action="store_true", help="has no effect")
    return made


if __name__ == "__main__":
    run(main)
