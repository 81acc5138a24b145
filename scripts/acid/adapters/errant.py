from inputs import run, tool


def score(gold, system, options):
    printed = run(tool("errant_compare"), "-hyp", system, "-ref", gold).splitlines()
    head = next(i for i, line in enumerate(printed) if line.startswith("TP"))
    p, r, f = map(float, printed[head + 1].split()[3:])
    return {"p": p, "r": r, "f": f}
