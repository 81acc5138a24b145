"""seqeval 1.2.2's functions over nerkit's `chunk` and `strict`: `metrics`, `scheme` and `reporters`.

>>> from nerkit.compat.seqeval.metrics import f1_score
>>> f1_score([["B-PER", "I-PER", "O"]], [["B-PER", "O", "O"]])
0.0

`counting.evaluate` gives the result behind the numbers, with its mistakes, intervals and every output format.

Differences from seqeval 1.2.2
    - IOE1 in strict mode finds the chunks that the scheme writes (there a fifth of them is lost).
    - `classification_report` of no entity at all is a report without labels (there a ValueError from `max`).
    - `mode="strict"` without a scheme warns that scores are those of the default mode, which they are there
      too, in silence; the report finds the scheme, as there.
    - `auto_detect` knows corpora of singles, `{B, I, S, O}` and the like (there a ValueError).
    - L, U, M and W in the default mode go on with a chunk of their type, as there, and a warning says that
      they are no tags; after E or S of the same type they begin a chunk (there one that reaches back).
"""
