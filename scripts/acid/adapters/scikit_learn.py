from inputs import table
from sklearn.metrics import cohen_kappa_score


def score(gold, system, options):
    _, items = table(gold)
    return {"kappa": cohen_kappa_score([item[0] for item in items], [item[1] for item in items])}
