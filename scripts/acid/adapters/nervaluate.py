from inputs import spans, tags
from nervaluate import Evaluator


def score(gold, system, options):
    if gold.endswith(".tsv"):
        loader, read = "dict", lambda path: [[{"label": t, "start": i, "end": j} for t, i, j in spans(path)]]
    else:
        loader, read = "list", tags
    sides = read(gold), read(system)
    items = [item for side in sides for part in side for item in part]
    labels = (
        {i["label"] for i in items} if loader == "dict" else {i.split("-", 1)[1] for i in items if i != "O"}
    )
    found = Evaluator(*sides, tags=sorted(labels), loader=loader).evaluate()["overall"]
    best = found[options.get("schema", "strict")]
    return {"p": best.precision, "r": best.recall, "f": best.f1, "finishes": 1}
