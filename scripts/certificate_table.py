"""Print how many documents have a proof, and how long a certificate takes beside the score.

    python -m scripts.certificate_table amr smatch GOLD SYSTEM [GOLD SYSTEM]…

Seconds are of this process alone, the least of RUNS after one that loads the modules: to read and score, to
make the certificate, and to verify it as it is written. Solving is reading, scoring and proving.
"""

import json
import sys
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from nerkit.evaluation.certificates import certificate, verifier
from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import Request

RUNS = 3
COLUMNS = "documents  gaps  leaves  score s  certificate s  verify s  verify/solve  bytes/document"


def leaves(tree: Any) -> int:
    """The leaves of a tree."""
    return leaves(tree["with"]) + leaves(tree["without"]) if "pair" in tree else 1


def row(task: str, measure: str, paths: Sequence[str]) -> str:
    """The line of a pair of files."""
    request = Request(
        task=task, measures=(measure,), options={"matching": "optimal"} if task == "bio" else {}
    )
    spent = []
    for _ in range(RUNS + 1):
        clock = [time.process_time()]
        result = evaluate_systems(paths[0], {"system": paths[1]}, request)
        clock.append(time.process_time())
        lines = certificate(result, paths, request)
        clock.append(time.process_time())
        verifier().check(iter(lines), {})
        clock.append(time.process_time())
        spent.append([after - before for before, after in pairwise(clock)])
    trees = [json.loads(line).get("tree", {}) for line in lines[1:]]
    gaps = sum(tree is None for tree in trees)
    most = max((leaves(tree) for tree in trees if tree is not None), default=0)
    score, both, verified = map(min, zip(*spent[1:], strict=True))
    made = both - verified  # nerkit verifies what it writes
    share, size = verified / (score + made), sum(map(len, lines)) // max(len(trees), 1)
    numbers = f"{len(trees):9}  {gaps:4}  {most:6}  {score:7.2f}  {made:13.2f}  {verified:8.2f}"
    return f"{numbers}  {share:12.0%}  {size:14,}  {paths[0]}"


if __name__ == "__main__":
    print(COLUMNS)
    for gold, system in zip(sys.argv[3::2], sys.argv[4::2], strict=True):
        print(row(sys.argv[1], sys.argv[2], [gold, system]))
