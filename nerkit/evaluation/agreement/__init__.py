"""Agreement of annotators, without a gold annotator.

    pairs        every pair of annotators scored by a task, for `nerkit compare` without gold and for `f1`
    annotations  what annotators said, as spans over units; item_values  as values of items
    items        kappa, kappa-multi, fleiss (pi), alpha, observed: coefficients of values
    continuum    alpha-u: units and gaps of a continuum
    gamma        the best alignment of units, and what chance would give
    measured     measures of tasks over pairs, each in both directions
    one_file     several annotators in a field of one file
    disagreements   where annotators differ, and what the repair of a label gains
    annotators   rows of all of them: item_coefficients, paired_spans, unit_disorder
    intervals    over documents;  agree  the result

Items are tokens, characters, spans or the rows of a table. An annotator who has a document and marked nothing
at an item said `O`; an annotator without the document said nothing. Every coefficient is (Ao - Ae) / (1 - Ae)
= 1 - Do / De; where Ae is 1 it is 0/0, whose value `empty` gives.
"""
