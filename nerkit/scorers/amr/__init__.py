"""AMR: meaning graphs scored by the triples that agree under the best correspondence of their nodes.

Conventions
    A graph is a set of triples: (instance, node, concept), (role, node, constant), (role, node, node), and
    (TOP, top node, top). `rules` says how texts are compared. Which node of gold is which node of the system
    is not known: the correspondence that makes most triples agree is found and proved
    (`algorithms.correspondence`), not searched for. Where the work is limited (`--limit`) and the proof given
    up, `optimal` is false and `upper_bound` is what the value cannot exceed.

Measures
    smatch          P = agreeing / system triples, R = agreeing / gold triples, over all graphs (micro); Cai
                    and Knight 2013. smatch/instance, smatch/attribute (with TOP) and smatch/relation are its
                    parts under the same correspondence.
    unlabeled, no_wsd, reentrancy, srl              the same of changed or fewer triples (`variants`)
    aspect/…        parts of the triples, as in smatch++ (`aspects`); `aspects` is all of them
    concepts, frames, named_entities, negation, wikification, …     sets without correspondence (`sets`)
    sembleu, wlk    paths and neighbourhoods (`paths`)

Differences from smatch 1.0.4 (`--smatch-1.0.4` computes its triples and weights, at the proven optimum)
    - a triple that stands twice counts once (there n copies against m count n*m times, and F may exceed 1).
    - a constant under an inverse role, `:mod 1` or `:ARG0-of 1`, is a triple (there it is lost).
    - a quoted string is compared whole (there up to its first blank: "New York" equals "New Jersey").
    - alignment suffixes `~e.3` are dropped, and tabs separate words (there both are parts of them).
    - the largest number of agreeing triples (there what random restarts find, which differs from run to run).
    - numbers of graphs that differ, and damaged graphs, are errors (there ignored, or a crash).

Differences from smatch++ 1.8.0 (`--standardise`)
    - a quoted string is never a variable (there quotes are taken off first, so that `:op1 "i"` becomes the
      node i).
    - copies of a triple count as often as both sides have them in the correspondence too (there only in the
      final count).
"""
