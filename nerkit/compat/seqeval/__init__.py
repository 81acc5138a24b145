"""The functions of seqeval 1.2.2, computed with nerkit's `chunk` and `strict`: `metrics`, `scheme` and
`reporters`.

>>> from nerkit.compat.seqeval.metrics import f1_score
>>> f1_score([["B-PER", "I-PER", "O"]], [["B-PER", "O", "O"]])
0.0

`counting.evaluate` returns the nerkit result behind the numbers, with error lists, intervals and all output
formats.

Differences from seqeval 1.2.2
    - IOE1 in strict mode finds all chunks (seqeval loses a fifth of them).
    - `classification_report` without any entity is a report without labels (seqeval raises ValueError from
      `max`).
    - `mode="strict"` without a scheme warns that scores are scores of the default mode. In seqeval they are,
      too, without a warning. The report finds the scheme, as in seqeval.
    - `auto_detect` accepts corpora without E tags, such as `{B, I, S, O}` (seqeval raises ValueError).
    - L, U, M and W keep their meaning in the default mode, with a warning. Because seqeval does not know
      these letters, it loses chunks and joins adjacent chunks of a type.
"""
