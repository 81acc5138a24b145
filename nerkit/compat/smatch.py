"""The functions and the command line of smatch 1.0.4, computed by nerkit with the same triples and weights.

>>> from nerkit.compat import smatch
>>> smatch.get_amr_match("(a / alpha :ARG0 (b / beta))", "(a / alpha :ARG0 (b / b-side))")
(3, 4, 4)

nerkit finds the best correspondence of nodes with a proof (`nerkit.scorers.amr`), without random restarts. So
numbers are the same in every run, and never below the numbers of smatch 1.0.4. `iteration_num` and `-r` have
no effect.

These functions are missing, because they belong to the search of smatch 1.0.4: `get_best_match`,
`compute_pool`, `compute_match`, `smart_init_mapping`, `random_init_mapping`, `move_gain`, `swap_gain`,
`get_best_gain`, `print_alignment`.

Differences from smatch 1.0.4
    - The lines of a graph are joined by a blank, so that a line can end in a concept.
    - The error for a malformed graph describes the problem (smatch 1.0.4 raises TypeError after a message).
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import numpy as np

from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import Request
from nerkit.exceptions import NerkitError
from nerkit.formatters.seqeval import entity_scores
from nerkit.ground.plain_text import message
from nerkit.results.result import Result

iteration_num = 5
verbose = False
veryVerbose = False  # noqa: N816
single_score = True
pr_flag = False
ERROR_LOG: IO[str] = sys.stderr
DEBUG_LOG: IO[str] = sys.stderr
match_triple_dict: dict[Any, int] = {}  # programs clear this cache between pairs; nerkit stores nothing in it

Pair = tuple[str, str]  # the graphs of file 1 (the system) and of file 2 (gold)
Matched = tuple[int, int, int]  # agreeing triples, those of graph 1, those of graph 2
MEASURE, SYSTEM = "smatch", "system"


def get_amr_match(
    cur_amr1: str,
    cur_amr2: str,
    sent_num: int = 1,
    justinstance: bool = False,
    justattribute: bool = False,
    justrelation: bool = False,
) -> Matched:
    """The number of agreeing triples, of triples in the first graph (system), and of triples in the second
    graph (gold).

    Raises InputError for a malformed graph.
    """
    (matched,) = _matched([(cur_amr1, cur_amr2)], _kind(justinstance, justattribute, justrelation))
    if verbose:
        DEBUG_LOG.write(f"pair {sent_num}: {matched[0]} triples agree, of {matched[1]} and {matched[2]}\n")
    return matched


def score_amr_pairs(
    f1: Iterable[str],
    f2: Iterable[str],
    justinstance: bool = False,
    justattribute: bool = False,
    justrelation: bool = False,
) -> Iterator[tuple[float, float, float]]:
    """Precision, recall and F, over all pairs of graphs, or per pair if `single_score` is false."""
    pairs = list(generate_amr_lines(f1, f2))
    numbers = _matched(pairs, _kind(justinstance, justattribute, justrelation))
    if single_score:
        yield compute_f(*(sum(column) for column in zip(*numbers, strict=True)) if numbers else (0, 0, 0))
    else:
        yield from (compute_f(*matched) for matched in numbers)


def compute_f(match_num: int, test_num: int, gold_num: int) -> tuple[float, float, float]:
    """Precision, recall and F from counts of triples; 0/0 is 0, and all are 0 unless both sides have
    triples.
    """
    if not test_num or not gold_num:
        return 0.0, 0.0, 0.0
    ((precision, recall, f_score),) = entity_scores(np.array([[match_num, test_num, gold_num]], float))
    return float(precision), float(recall), float(f_score)


def generate_amr_lines(f1: Iterable[str], f2: Iterable[str]) -> Iterator[Pair]:
    """Pairs of graphs, each graph on one line, until one file ends. If the other file is longer, a message
    goes to `ERROR_LOG`.
    """
    graphs = amr_lines(f1), amr_lines(f2)
    while True:
        first, second = (next(side, "") for side in graphs)
        if first and second:
            yield first, second
            continue
        if first or second:
            shorter, longer = (2, 1) if first else (1, 2)
            ERROR_LOG.write(
                f"file {shorter} has fewer graphs than file {longer}; nerkit leaves out the rest\n"
            )
        return


def amr_lines(lines: Iterable[str]) -> Iterator[str]:
    """The graphs of a file, each on one line, without comments. Blank lines separate graphs."""
    graph: list[str] = []
    for line in lines:
        text = line.strip()
        if not text and graph:
            yield " ".join(graph)
            graph = []
        elif text and not text.startswith("#"):
            graph.append(text)
    if graph:
        yield " ".join(graph)


def evaluate(pairs: Sequence[Pair], just: str | None = None) -> Result:
    """The nerkit result, by document, of pairs (system graph, gold graph). *just* restricts the triples."""
    options = {} if just is None else {"just": just}
    request = Request.of(task="amr", measures=[MEASURE], by=["document"], smatch_1_0_4=True, **options)
    gold, system = [pair[1] for pair in pairs], [pair[0] for pair in pairs]
    return evaluate_systems(gold, {SYSTEM: system}, request)


def main(arguments: Any) -> None:
    """Print the scores of the two files in `arguments.f`."""
    global iteration_num, verbose, veryVerbose, single_score, pr_flag  # noqa: PLW0603
    iteration_num = arguments.r + 1
    single_score = single_score and not arguments.ms
    verbose = verbose or arguments.v
    veryVerbose = veryVerbose or arguments.vv
    pr_flag = pr_flag or arguments.pr
    kinds = arguments.justinstance, arguments.justattribute, arguments.justrelation
    digits = arguments.significant
    with arguments.f[0] as first, arguments.f[1] as second:
        for precision, recall, f_score in score_amr_pairs(first, second, *kinds):
            if pr_flag:
                sys.stdout.write(f"Precision: {precision:.{digits}f}\nRecall: {recall:.{digits}f}\n")
            sys.stdout.write(f"F-score: {f_score:.{digits}f}\n")


def parser() -> argparse.ArgumentParser:
    """The argument parser of smatch."""
    made = argparse.ArgumentParser("smatch", description="smatch 1.0.4's command line over nerkit.")
    made.add_argument("-f", nargs=2, required=True, type=_opened)
    made.add_argument("-r", type=int, default=4, help="restarts; has no effect")
    made.add_argument("--significant", type=int, default=2, help="decimals (2)")
    made.add_argument("-v", action="store_true", help="print the numbers of each pair")
    made.add_argument("--vv", action="store_true", help="like -v")
    made.add_argument("--ms", action="store_true", help="print a score for each pair")
    made.add_argument("--pr", action="store_true", help="print precision and recall, too")
    for kind in ("instance", "attribute", "relation"):
        made.add_argument(
            f"--just{kind}", action="store_true", help=f"score only triples of this kind: {kind}"
        )
    return made


def _opened(name: str) -> IO[str]:
    """Open a file of graphs; `-` is standard input."""
    try:
        return sys.stdin if name == "-" else Path(name).open(encoding="utf-8")
    except OSError as error:
        raise argparse.ArgumentTypeError(f"nerkit cannot open {name!r}: {error.strerror}") from None


def _kind(justinstance: bool, justattribute: bool, justrelation: bool) -> str | None:
    kinds = {"instance": justinstance, "attribute": justattribute, "relation": justrelation}
    return next((kind for kind, asked in kinds.items() if asked), None)


def _matched(pairs: Sequence[Pair], just: str | None) -> list[Matched]:
    if not pairs:
        return []
    counts = evaluate(pairs, just).counts[SYSTEM]
    numbers = counts.by_document(MEASURE, [()])[:, 0] if counts.measures else np.zeros((len(pairs), 4))
    return [(int(both), int(system), int(gold)) for both, system, _, gold in numbers[:, :4].tolist()]


if __name__ == "__main__":
    try:
        main(parser().parse_args())
    except NerkitError as error:
        sys.stderr.write(f"{message(str(error))}\n")
        sys.exit(2)
