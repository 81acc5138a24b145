"""Meaning representation graphs of the CoNLL shared tasks of 2019 and 2020 (MRP), with mtool's five metrics.

`measures` has the record of each measure (`nerkit explain NAME`).

Conventions
    `documents` pairs gold graphs and system graphs. `normal` normalises both: case, values as strings,
    inverted edges, default attributes, anchors as sets of characters. A missing graph counts fully against
    recall. Counts are added up over graphs (micro). The label is the framework. If gold or a system has
    several frameworks, there is a row for each. `macro`, the mean over frameworks, ranked systems in the
    shared tasks.

    `mrp` and `smatch` prove that the number of shared tuples is the largest (`optimal`). If `--limit` ends
    the work before the proof, `upper_bound` bounds the value. With `--order`, nodes of bi-lexical graphs (dm,
    psd) correspond in the order in which they are listed.

Differences from mtool (4cee3a2)
    - mrp: mtool limits its search. Its rules exclude the optimum on UCCA (leaves only with leaves) and on
      bi-lexical graphs (no crossing: `--order`). Its pairs of unlabelled nodes weigh tuples that do not
      count.
    - smatch: edges without a label have triples; mtool raises an AttributeError.
    - An empty graph has counts; mtool stops if gold has no nodes. Extra graphs of the system are an error by
      default.
    - Invalid graphs are an error, or missing with --skip-invalid; mtool silently leaves them out of gold.
      Repeated node ids and properties without values are errors, too.
    - Ids are compared as text; in mtool 1 and "1" differ.
    - Spans with a gap and without input are compared as written; mtool raises a TypeError.
    - --anchors page: an anchor is stripped as a whole, also for sdp, as the task defines.
"""
