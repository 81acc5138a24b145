from inputs import scores
from PYEVALB.parser import create_from_bracket_string
from PYEVALB.scorer import Scorer


def score(gold, system, options):
    sides = ([create_from_bracket_string(line.strip()) for line in open(f)] for f in (gold, system))
    found = [Scorer().score_trees(right, said) for right, said in zip(*sides)]
    names = ("matched_brackets", "gold_brackets", "test_brackets")
    right, of_gold, of_system = (sum(getattr(tree, name) for tree in found) for name in names)
    return scores(right / of_system, right / of_gold)
