import os
import re
import shutil
import tempfile

from inputs import run, source


def score(gold, system, options):
    with tempfile.TemporaryDirectory() as folder:
        for name, path in (("gold", gold), ("system", system)):
            os.mkdir(f"{folder}/{name}")
            shutil.copy(path, f"{folder}/{name}/d.tml")
        script = source("tempeval3_toolkit/evaluation-relations/temporal_evaluation.py")
        printed = run("python2.7", script, f"{folder}/gold", f"{folder}/system", "0.5")
    _, p, r = map(float, re.search(r"Temporal Score.*\n(.*)", printed)[1].split())
    return {"p": p / 100, "r": r / 100}
