from inputs import tags
from seqeval import scheme
from seqeval.metrics import classification_report


def score(gold, system, options):
    strict = {"mode": "strict", "scheme": getattr(scheme, options.get("scheme", "IOB2"))}
    report = classification_report(tags(gold), tags(system), output_dict=True, zero_division=0, **strict)
    found = report["micro avg"]
    return {"p": found["precision"], "r": found["recall"], "f": found["f1-score"], "finishes": 1}
