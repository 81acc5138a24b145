import re

from inputs import run, source

NUMBER = r"([\d.e-]+)"


def score(gold, system, options):
    printed = run("perl", source("reference-coreference-scorers/scorer.pl"), "all", gold, system, "none")
    fraction = rf"\({NUMBER} / {NUMBER}\)"
    numbers = {}
    for name in ("muc", "bcub", "ceafm", "ceafe"):
        block = printed.split(f"METRIC {name}:")[1].split("METRIC")[0]
        found = re.search(rf"Coreference: Recall: {fraction}.*Precision: {fraction}", block)
        r, of_gold, p, of_system = map(float, found.groups())
        numbers |= {
            f"{name}_r": r / of_gold if of_gold else 0.0,
            f"{name}_p": p / of_system if of_system else 0.0,
        }
    blanc = re.search(rf"BLANC: Recall: \({NUMBER} / 1\).*Precision: \({NUMBER} / 1\)", printed)
    return numbers | {"blanc_r": float(blanc[1]), "blanc_p": float(blanc[2])}
