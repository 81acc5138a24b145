import random

import smatch
from inputs import graphs


def score(gold, system, options):
    random.seed(options.get("seed", 0))
    smatch.verbose, smatch.pr_flag = False, True
    counts = []
    for right, said in zip(graphs(gold), graphs(system)):
        smatch.match_triple_dict.clear()
        counts.append(smatch.get_amr_match(said, right))
    return dict(zip("prf", smatch.compute_f(*map(sum, zip(*counts)))))
