from autoevals.json import JSONDiff
from inputs import values


def score(gold, system, options):
    return {"score": JSONDiff().eval(output=values(system)[0], expected=values(gold)[0]).score}
