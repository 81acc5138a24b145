from inputs import scores, spans
from spaneval import Entity, evaluate, strategies


def score(gold, system, options):
    sides = ([Entity(label, first, last + 1) for label, first, last in spans(f)] for f in (gold, system))
    strategy = getattr(strategies, options.get("strategy", "Strict"))()
    found = evaluate(*sides, warn_on_overlapping_preds=False).metrics(strategy)
    return {**scores(found.precision, found.recall), "finishes": 1}
