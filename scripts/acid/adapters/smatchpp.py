import json
import sys

from inputs import run


def score(gold, system, options):
    asked = ["-solver", "ilp", "-score_type", "micro", "-output_format", "json", *options.get("extra", [])]
    printed = run(sys.executable, "-m", "smatchpp", "-a", system, "-b", gold, *asked)
    found = json.loads(printed[printed.index("{") :])["main"]
    return {key: found[name]["result"] / 100 for key, name in zip("prf", ("Precision", "Recall", "F1"))}
