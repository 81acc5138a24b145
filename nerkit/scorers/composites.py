"""Measures of coreference that combine others: the CoNLL average and BLANC.

    conll   the means of precision, recall and F1 of MUC, B-cubed and CEAF-e (CoNLL-2011 and 2012 shared tasks)
    blanc   the means of precision, recall and F1 of links (pairs in one cluster) and non-links (pairs in different clusters), so
            its F1 is not that of its P and R (Recasens & Hovy 2011; Luo et al. 2014)

When there are no links of one kind, the other kind alone is BLANC. `conll` looks for them in gold only, as scorer.pl v8.01 does;
`luo2014` leaves a kind out when neither side has any, as corefud-scorer does, and is the one that exchanging the sides does
not change. With links of no kind BLANC is 0/0.
"""

from functools import partial

from nerkit.model import FloatArray
from nerkit.scores import Formula, mean_of_parts


def blanc(numbers: FloatArray, beta: float, empty: str, *, both_sides: bool) -> FloatArray:
    """Scores of shape (…, 4) from the counts of links and non-links, shape (…, 2, 4)."""
    in_gold, in_system = numbers[..., 3] > 0, numbers[..., 1] > 0
    return mean_of_parts(numbers, beta, empty, in_gold | in_system if both_sides else in_gold)


BLANC: dict[str, Formula] = {  # the convention for missing links -> formula
    "conll": partial(blanc, both_sides=False),
    "luo2014": partial(blanc, both_sides=True),
}

CONLL: Formula = mean_of_parts  # of the counts of muc, b_cubed and ceaf_e
