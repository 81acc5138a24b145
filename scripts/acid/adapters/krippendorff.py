import krippendorff
import numpy as np
from inputs import table


def score(gold, system, options):
    _, items = table(gold)
    labels = sorted({label for item in items for label in item if label})
    codes = [[np.nan if label is None else labels.index(label) for label in column] for column in zip(*items)]
    known = {"value_domain": range(len(labels))} if len(labels) > 1 else {}
    return {"alpha": krippendorff.alpha(codes, level_of_measurement="nominal", **known)}
