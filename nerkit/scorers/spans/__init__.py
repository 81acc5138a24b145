"""Spans: mentions with offsets, types and ids, scored by equality of keys or by overlap.

A measure is written `aggregator:filter:key` (neleval 3.1.1, Hachey et al. 2014). `aggregators` has the record
of each aggregator, and `measures` has the names (`nerkit explain NAME`).

Conventions
    A span is half-open `[start, end)` in the units of its format (characters in annotation files). Spans may
    nest, cross and repeat. Gold and system are compared within documents of the same name. A discontinuous
    span (brat) equals only a span of the same fragments. For overlap it goes from its first to its last
    position.

    With `--match overlap` the items of cluster measures need not have equal spans. Within a document, items
    with equal values of the rest of the key are matched one to one so that most positions are shared. Among
    equally good matchings, nerkit takes the largest sum of |g ∩ s| / |g ∪ s|, then earlier spans first.

    Type and id weights (`--type-weights`, `--id-weights`) give credit w(gold, system) from 0 to 1 if the type
    or id in the key differs. For sets, nerkit takes the best one-to-one matching of the items that agree in
    the rest of the key, and tp = Σ w. For overlap, the best w that covers a position counts. Denominators are
    Σ w(x, x), the number of items unless the table says otherwise.

Differences from neleval 3.1.1
    - Grouping: groups that only the system has are scored; neleval leaves them out. A missing value is the
      group `null`; neleval raises a TypeError.
    - Weights work in overlap and with repeated items; neleval raises NotImplementedError.
    - `end` is exclusive as a field; in neleval it is inclusive. This changes what `--by end` prints.

Differences from nervaluate 1.2.1
    - Percentages of overlap are compared exactly. In nervaluate 29 of 100 positions are 28.999999999999996 %.
    - nervaluate has no discontinuous spans.
"""
