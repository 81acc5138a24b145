from inputs import tags
from seqeval.metrics import classification_report


def score(gold, system, options):
    found = classification_report(tags(gold), tags(system), output_dict=True, zero_division=0)["micro avg"]
    return {"p": found["precision"], "r": found["recall"], "f": found["f1-score"], "finishes": 1}
