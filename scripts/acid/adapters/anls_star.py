from anls_star import anls_score
from inputs import values


def score(gold, system, options):
    pairs = list(zip(values(gold), values(system)))
    return {"score": sum(anls_score(right, said) for right, said in pairs) / len(pairs)}
