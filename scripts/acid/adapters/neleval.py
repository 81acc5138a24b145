import json
import sys

from inputs import run

SHIM = """import collections, collections.abc, numpy, runpy, sys
for n in ("Sequence", "Iterable", "Mapping", "Callable"): setattr(collections, n, getattr(collections.abc, n))
numpy.int, numpy.float, numpy.bool = int, float, bool
sys.argv[0] = "neleval"; runpy.run_module("neleval", run_name="__main__")"""


def score(gold, system, options):
    measures = options.get("measures", {"": "sets::span+type"})
    asked = [word for measure in measures.values() for word in ("-m", measure)]
    line = ["-W", "ignore", "-c", SHIM, "evaluate", *asked, "-f", "json", "-g", gold, system]
    found, numbers = json.loads(run(sys.executable, *line)), {"finishes": 1}
    for key, measure in measures.items():
        for letter, name in zip("prf", ("precision", "recall", "fscore")):
            numbers[f"{key}_{letter}" if key else letter] = found[measure][name]
    return numbers
