import re

from inputs import beside, run, source


def score(gold, system, options):
    printed = run("perl", source("conlleval.py/tests/conlleval.pl"), input=beside(gold, system))
    found = re.search(r"precision:\s*([\d.]+)%; recall:\s*([\d.]+)%; FB1:\s*([\d.]+)", printed)
    return {**{key: float(number) / 100 for key, number in zip("prf", found.groups())}, "finishes": 1}
