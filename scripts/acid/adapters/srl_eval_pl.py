import re

from inputs import run, scores, source


def score(gold, system, options):
    printed = run("perl", source("structured_tuning_srl/srl-eval.pl"), gold, system)
    right, excess, missed = map(int, re.search(r"Overall\s+(\d+)\s+(\d+)\s+(\d+)", printed).groups())
    return scores(right / (right + excess or 1), right / (right + missed or 1))
