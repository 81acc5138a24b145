"""Relations, events, roles and templates: records scored by formulas of the matching algebra.

A measure is a formula (`nerkit.algebra`; Chen et al. 2023). `measures` has the record of each named formula
(`nerkit explain NAME`). `--metric FILE` brings a formula of the user's own, in TOML or Python.

Conventions
    - A document is a JSON object, and the formula defines the meaning of its fields. A document that one side
      lacks is empty there. Offsets may have any unit, because equality does not look at units.
    - A formula has similarities of records, best matchings of collections, and normalisers. Counts are p_num
      = r_num = S(gold, system), the matching score of a document, p_den = S(system, system) and r_den =
      S(gold, gold). Empty collections score 0, as in the official scorers and the paper. (metametric 0.2.1
      gives 1.) An element that repeats another element counts once, with a warning.
    - Rows of a formula with variables say whether their value is `optimal`. If `--limit` ended the proof, no
      correspondence of variables exceeds their `upper_bound` (`algebra.formula`).
    - The task's own measures look at documents of `corpora.records` through views (`views`). These are
      relations, events, the arguments of all events in one list, arguments of events paired by their ids, and
      evidence. Spans are half-open, of tokens or characters. In a `-head` measure they are heads. If a side
      has strings instead of spans, strings are compared.
    - `--by slot` counts the slots under the alignment of whole templates. Mentions of fillers are compared in
      lower case, without punctuation, and then without articles.
    - A file of judgements decides pairs of fillers (`judged`), except in IterX's measures, and pairs of
      values in fields of a user's formula (`judged_fields`).
    - `--type-weights` gives credit for unequal types wherever a measure compares types by equality.
      template-gtt, rme-subset and rme-phi3 compare types as the published scorers do.
"""
