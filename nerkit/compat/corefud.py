"""corefud-scorer 1.2: `python -P -m nerkit.compat.corefud [-m METRIC…] [-s] [-a MATCH] [-x] [-z ZEROS] K S`.

As in corefud-scorer, mentions match by their heads by default, and entities with one mention are left out.

Differences from corefud-scorer 1.2
    - corefud-scorer sometimes contradicts its own alignment of mentions. nerkit follows the alignment
      (`nerkit.scorers.coref`).
    - Sentences and words that occur on one side only are an error (corefud-scorer does not notice them).
    - Errors name the line, and the exit code is 2 (corefud-scorer ends with a traceback and 1).
"""

import argparse
from collections.abc import Sequence
from types import MappingProxyType

from nerkit.compat.command import number, run, scored
from nerkit.scorers.coref.options import DEPENDENT, DROP, EXACT, HEAD, KEEP, LUO2014, PARTIAL, ZEROS

METRICS = MappingProxyType(  # name in corefud-scorer, in its order -> measure
    {
        "muc": "muc",
        "bcub": "b_cubed",
        "ceafe": "ceaf_e",
        "ceafm": "ceaf_m",
        "blanc": "blanc",
        "lea": "lea",
        "mor": "mor",
        "zero": "zero",
    }
)
CONLL = ("muc", "bcub", "ceafe")  # metrics whose mean is printed if all of them are computed
MATCHES = {PARTIAL: "partial-corefud"}


def main(arguments: Sequence[str]) -> str:
    """The output of corefud-scorer: the scores for each metric."""
    asked = parser().parse_args(arguments)
    metrics = [name for name in METRICS if name in asked.metrics or "all" in asked.metrics]
    match = EXACT if asked.exact_match else asked.match
    names = [METRICS[name] for name in metrics]
    has_conll = all(name in metrics for name in CONLL)
    result = scored(
        asked.key_file,
        asked.sys_file,
        task="coref",
        form="corefud",
        measures=[*names, *(["conll"] if has_conll else [])],
        match=match,
        singletons=KEEP if asked.keep_singletons else DROP,
        zeros=asked.zero_match_method,
        blanc=LUO2014,
    )
    lines = [
        _heading(metrics, match, asked),
        f"The following metrics will be evaluated: {', '.join(metrics)}",
        "",
    ]
    for name in metrics:
        row = result[METRICS[name]]
        scores = {"Recall": row.recall, "Precision": row.precision, "F1": row.f1}
        shown = (f"{title}: {100 * number(score):.2f}" for title, score in scores.items())
        lines += [name, "  ".join(shown)]
    if has_conll:
        lines.append(f"CoNLL score: {100 * number(result['conll'].f1):.2f}")
    return "\n".join(lines) + "\n"


def _heading(metrics: Sequence[str], match: str, asked: argparse.Namespace) -> str:
    """The heading line of the output, with the metrics and the kind of match."""
    others = [name for name in metrics if name not in ("mor", "zero")]
    items = ["coreferential mentions"] if others else []
    items += ["singletons"] if asked.keep_singletons and others else []
    items += [f"zeros (using {asked.zero_match_method} match method)"] if "zero" in metrics else []
    setting = f"{MATCHES.get(match, match)} match evaluation setting"
    return f"The scorer is evaluating {', '.join(items)} using {setting}."


def parser() -> argparse.ArgumentParser:
    """The argument parser of corefud-scorer."""
    made = argparse.ArgumentParser("corefud", description="corefud-scorer's command line over nerkit.")
    made.add_argument("key_file", help="read the gold data from this CorefUD file")
    made.add_argument("sys_file", help="read the predictions from this CorefUD file")
    made.add_argument(
        "-m", "--metrics", nargs="*", default=["all"], choices=["all", *METRICS], metavar="METRIC"
    )
    made.add_argument(
        "-s", "--keep-singletons", action="store_true", help="score entities with one mention, too"
    )
    made.add_argument(
        "-a", "--match", default=HEAD, choices=(EXACT, PARTIAL, HEAD), help="choose which mentions match"
    )
    made.add_argument("-x", "--exact-match", action="store_true", help="the same as --match exact")
    made.add_argument(
        "-z", "--zero-match-method", default=DEPENDENT, choices=ZEROS, help="choose how zeros match"
    )
    return made


if __name__ == "__main__":
    run(main)
