from inputs import table
from nltk.metrics import segmentation
from nltk.metrics.agreement import AnnotationTask
from nltk.parse import DependencyEvaluator, DependencyGraph


def score(gold, system, options):
    sides = [open(path, encoding="utf-8").read().strip() for path in (gold, system)]
    if gold.endswith((".conll", ".conllu")):
        trees = [
            ["\n".join(x for x in b.splitlines() if x[0] != "#") for b in side.split("\n\n")]
            for side in sides
        ]
        right, said = [[DependencyGraph(b, top_relation_label="root") for b in side] for side in trees]
        return dict(zip(("las", "uas"), DependencyEvaluator(said, right).eval()))
    if gold.endswith(".seg"):
        k = options.get("k")
        windows = {} if k is None else {"windowdiff": segmentation.windowdiff(*sides, k)}
        return windows | {"pk": segmentation.pk(*sides, k)}
    names, items = table(gold)
    cells = [(names[a], str(i), label) for i, row in enumerate(items) for a, label in enumerate(row) if label]
    return {name: getattr(AnnotationTask(data=cells), name)() for name in options.get("fields", ["alpha"])}
