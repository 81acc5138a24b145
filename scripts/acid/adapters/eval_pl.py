import re

from inputs import run, source


def score(gold, system, options):
    printed = run(
        "perl", source("LISA/bin/eval.pl"), "-q", *options.get("extra", []), "-g", gold, "-s", system
    )
    names = {"las": r"Labeled\s+attachment score", "uas": "Unlabeled attachment score"}
    counts = {key: re.search(name + r":\s*(\d+) / (\d+)", printed).groups() for key, name in names.items()}
    return {key: float(right) / float(of) for key, (right, of) in counts.items()}
