"""Spans: mentions with offsets, types and ids, scored by equality of keys or by overlap.

Conventions
    A span is half-open `[start, end)` in the units of its format (characters in annotation files); spans may
    nest, cross and repeat. Gold and system are compared within documents of the same name. A discontinuous
    span (brat) equals only one of the same fragments; overlap takes it from its first to its last position.

Measures: `aggregator:filter:key` (neleval 3.1.1, Hachey et al. 2014), and names of such (`measures`)
    sets            K_G, K_S the sets of keys. tp = |K_G ∩ K_S|, P = tp / |K_S|, R = tp / |K_G|. A key without
                    document is compared over the corpus as a whole.
    overlap-RP      Recall mode R, precision mode P, each max or sum. r_num sums over gold spans g the part of
                    g that system spans of the same document and key share: max_s |g ∩ s| / |g|, or |g ∩ ∪s| /
                    |g|; r_den is the number of gold spans. Precision is the same with the sides exchanged.
                    Spans are not matched one to one, and repeated lines count each time (LoReHLT 2016
                    evaluation plan, Gabbard).
    muc b_cubed mention_ceaf entity_ceaf pairwise pairwise_negative lea
                    An id is a cluster of the keys of its annotations, over the corpus; annotations without id
                    are one cluster (`nerkit.scorers.clusters` has the formulas).
    blanc conll     The means of the scores of pairwise and pairwise_negative, and of muc, b_cubed and
                    entity_ceaf; where gold has no links of one kind, blanc is the other.
    strict exact partial type
                    Pairs of spans that overlap, one to one, as nervaluate makes them (`meetings`): credit for
                    equal spans and types, equal spans, any overlap (1/2), equal types. Repeated lines count
                    each time.
    characters      The positions that spans of a type cover, as sets: tp = |P_G ∩ P_S|, P = tp / |P_S| and
                    R = tp / |P_G|.
    With `--match overlap` the items of cluster measures need not have equal spans: within a document, and
    equal in the rest of the key, they are matched one to one so that most positions are shared; of equally
    good matchings the one with the largest sum of |g ∩ s| / |g ∪ s|, then earlier spans first.
    Type and id weights (`--type-weights`, `--id-weights`) give credit w(gold, system) from 0 to 1 where the
    key's type or id differ. sets: the best one-to-one matching of the items that agree in the rest of the
    key, tp = Σ w; overlap: a position counts the best w that covers it. Denominators are Σ w(x, x), the
    number of items unless the table says otherwise.

Differences from neleval 3.1.1
    - overlap: the filter applies to the denominators too (there filtered-out annotations count as errors).
    - overlap: nested, crossing and repeated spans are compared with all others (there a sweep loses matches).
    - overlap: never across documents, whatever the key (there `overlap-maxmax::type` compares different
      documents).
    - mention_ceaf, entity_ceaf: exact where an item is in several clusters (there the matrix is damaged); no
      time limit.
    - grouping: groups that only the system has are scored (there left out), and a missing value is the group
      `null` (there a TypeError).
    - weights: work in overlap and with repeated items (there NotImplementedError).
    - `end` is exclusive as a field (there inclusive), which changes what `--by end` prints.

Differences from nervaluate 1.2.1
    - percentages of overlap are compared exactly (there 29 of 100 positions are 28.999999999999996 %).
    - a discontinuous span equals only one of the same fragments (there fragments do not exist).
"""
