import glob
import json
import sys
import tempfile
from os.path import abspath

from inputs import run, source


def score(gold, system, options):
    with tempfile.TemporaryDirectory() as out:
        files = ["-r", abspath(gold), "-p", abspath(system), "-o", out, "--log", f"{out}/log"]
        task = ["-t", options.get("task", "nerc_coarse"), "--skip-check", "--hipe_edition", "hipe-2022"]
        run(sys.executable, source("HIPE-scorer/clef_evaluation.py"), *files, *task)
        found = json.loads(open(glob.glob(f"{out}/*.json")[0], encoding="utf-8").read())
    while "ALL" not in found:
        found = next(iter(found.values()))
    best = found["ALL"]["strict" if options.get("regime", "strict") == "strict" else "ent_type"]
    return {"p": best["P_micro"], "r": best["R_micro"], "f": best["F1_micro"], "finishes": 1}
