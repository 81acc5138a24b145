import re

from inputs import run, tool

NAMES = {"MUC": "muc", "B³": "bcub", "CEAF_m": "ceafm", "CEAF_e": "ceafe", "BLANC": "blanc"}


def score(gold, system, options):
    lines = re.findall(r"^(\S+):\s*R=([\d.]+)\S*\s+P=([\d.]+)", run(tool("scorch"), gold, system), re.M)
    known = [(NAMES[name], both) for name, *both in lines if name in NAMES]
    return {f"{name}_{side}": float(share) for name, both in known for side, share in zip("rp", both)}
