"""Relations, events, roles, templates: records scored by formulas of the matching algebra.

Conventions
    A document is a JSON object; the formula says what its fields mean. A document that one side lacks is
    empty there. Offsets may have any unit: equality does not look at units.

Measures
    A measure is a formula (`nerkit.algebra`; Chen et al. 2023): similarities of records, best matchings of
    collections, normalisers. p_num = r_num = the matching score S(gold, system) of a document, p_den =
    S(system, system), r_den = S(gold, gold). `measures.MEASURES` has the formulas with a name; `--metric
    FILE` brings a user's own, in TOML or Python. Rows of a formula with variables say whether their value is
    `optimal`; where `--limit` ended the proof, no correspondence of variables exceeds their `upper_bound`
    (`algebra.formula`).

    relation   F1[1:1](type × head × tail) over `relations`

Empty collections score 0 (the official scorers and the paper; metametric 0.2.1: 1). An element that repeats
another one is counted once, with a warning.
"""
