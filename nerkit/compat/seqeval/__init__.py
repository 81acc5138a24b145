"""seqeval 1.2.2's functions over nerkit's `chunk` and `strict`: `metrics`, `scheme` and `reporters`.

>>> from nerkit.compat.seqeval.metrics import f1_score
>>> f1_score([["B-PER", "I-PER", "O"]], [["B-PER", "O", "O"]])
0.0

`counting.evaluate` gives the result behind the numbers, with its errors, intervals and every output format.

Differences from seqeval 1.2.2
    - IOE1 in strict mode finds the chunks that the scheme writes (there a fifth of them is lost).
    - `classification_report` of no entity at all is a report without labels (there a ValueError from `max`).
    - `mode="strict"` without a scheme warns that scores are scores of the default mode. In seqeval they are,
      too, without a warning. The report finds the scheme, as in seqeval.
    - `auto_detect` knows corpora of singles, `{B, I, S, O}` and the like (there a ValueError).
    - L, U, M and W have their meaning in the default mode, with a warning. In seqeval they are not tags: a
      chunk that B follows is lost, and adjacent chunks of a type become one.
"""
