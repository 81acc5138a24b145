import re

from inputs import run, source


def score(gold, system, options):
    home = source("self-attentive-parser/EVALB")
    printed = run(f"{home}/evalb", "-p", f"{home}/COLLINS.prm", gold, system)
    names = {"p": "Bracketing Precision", "r": "Bracketing Recall", "f": "Bracketing FMeasure"}
    return {
        key: float(re.search(name + r"\s*=\s*([\d.nan]+)", printed)[1]) / 100 for key, name in names.items()
    }
