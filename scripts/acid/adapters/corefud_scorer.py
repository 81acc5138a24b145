import re
import sys
from os.path import abspath

from inputs import run, source


def score(gold, system, options):
    command = [sys.executable, "corefud-scorer.py", "-s", "-a", "exact", abspath(gold), abspath(system)]
    lines = re.findall(
        r"^(\w+)\s+Recall: ([\d.]+)\s+Precision: ([\d.]+)", run(*command, cwd=source("corefud-scorer")), re.M
    )
    return {f"{name}_{side}": float(share) / 100 for name, *both in lines for side, share in zip("rp", both)}
