import json
import sys

from inputs import run, source


def score(gold, system, options):
    asked = ["--read", "mrp", "--score", options.get("score", "mrp"), "--gold", gold, system]
    found = json.loads(run(sys.executable, source("mtool/main.py"), *asked))
    return {key: found.get("all", found)[key] for key in "prf"}
