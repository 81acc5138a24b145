import re
import sys
from os.path import abspath

from inputs import run, source


def score(gold, system, options):
    printed = run(sys.executable, "scorer.py", abspath(gold), abspath(system), cwd=source("coval"))
    lines = re.findall(r"^(\w+)\s+Recall: ([\d.]+)\s+Precision: ([\d.]+)", printed, re.M)
    return {f"{name}_{side}": float(share) / 100 for name, *both in lines for side, share in zip("rp", both)}
