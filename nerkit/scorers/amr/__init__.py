"""AMR: meaning graphs scored by the triples that agree under the best correspondence of their nodes.

`measures` has the record of each measure (`nerkit explain NAME`).

Conventions
    A graph is a set of triples: (instance, node, concept), (role, node, constant), (role, node, node), and
    (TOP, top node, top). `rules` defines how texts are compared. The files do not say which gold node
    corresponds to which system node. nerkit finds the correspondence under which most triples agree. It
    also proves the correspondence (`algorithms.correspondence`). If `--limit` ends the work before the
    proof, `optimal` is false and `upper_bound` bounds the value.

Differences from smatch 1.0.4 (`--smatch-1.0.4` computes its triples and weights, at the proven optimum)
    - nerkit drops alignment suffixes `~e.3`, and tabs separate words. smatch makes both parts of the words.
    - Different numbers of graphs, and damaged graphs, are errors. smatch ignores them or crashes.

Differences from smatch++ 1.8.0 (`--standardise`)
    - A quoted string is never a variable. smatch++ removes quotes first, so that `:op1 "i"` becomes the node
      i.
    - Under the correspondence, copies of a triple count as often as both sides have them. smatch++ does so
      only in the final count.
"""
