"""Agreement of annotators, without a gold annotator.

    pairs           scores every pair of annotators with a task, for `nerkit compare` without gold
    annotations     reads the annotations as spans over units;  item_values  as values of items
    items           computes kappa, kappa-multi, fleiss (pi), alpha and observed from the values, and the
                    F1 of pairs from spans
    continuum       computes alpha-u from the units and gaps of a continuum
    gamma           finds the best alignment of units, and the cost of random units
    pair_scores     computes the measures of tasks for every pair, in both directions
    one_file        splits a file whose annotators are named by a field
    disagreements   lists where annotators differ, and the gain of repairing a label
    annotators      makes the rows
    intervals       adds intervals over documents
    agree           makes the result

Items are tokens, characters, spans or the rows of a table. If an annotator has a document and marked nothing
at an item, the value is `O`. If the annotator lacks the document, there is no value. Every coefficient is (Ao
- Ae) / (1 - Ae) = 1 - Do / De. If Ae is 1, it is 0/0 and has no value.
"""
