from inputs import run, tool


def score(gold, system, options):
    asked = ["--labels", options.get("labels", "BIO"), "--score-format", "delim", "--full-precision"]
    printed = run(tool("seqscore"), "score", *asked, *options.get("extra", []), "--reference", gold, system)
    row = next(line for line in printed.splitlines() if line.startswith("ALL")).split("\t")
    return {**dict(zip("prf", map(float, row[1:4]))), "finishes": 1}
