"""Semantic roles: an argument is right if gold has one of the same predicate, label and words.

C-X continues the last X before it of the same predicate, and both are one argument. The verb itself (V) is no
argument. A proposition is right if all its arguments are.
"""

from collections import Counter

import nerkit


def propositions(path):
    """(word, name) of each predicate -> its arguments, (label, pieces)."""
    corpus, found = nerkit.read(path), {}
    columns = (corpus.predicate.tolist(), corpus.start.tolist(), corpus.end.tolist())
    rows = [
        (p, start, -end, corpus.label.value(row))
        for row, (p, start, end) in enumerate(zip(*columns, strict=True))
    ]
    for predicate, word in enumerate(corpus.word.tolist()):
        arguments, last = [], {}
        for _, start, end, label in sorted(row for row in rows if row[0] == predicate):
            base = label.removeprefix("C-")
            if base == label or base not in last:
                last[base] = (base, set())
                arguments.append(last[base])
            last[base][1].add((start, -end))
        kept = {(label, frozenset(pieces)) for label, pieces in arguments if label != "V"}
        found[word, corpus.name.value(predicate)] = kept
    return found


def scores(gold, system):
    sides = propositions(gold), propositions(system)
    labelled, bare = (
        [Counter(key + argument[at:] for key, some in side.items() for argument in some) for side in sides]
        for at in (0, 1)
    )
    both, unlabelled = ((items[0] & items[1]).total() for items in (labelled, bare))
    sizes = labelled[1].total(), labelled[0].total()
    whole = sum(sides[1].get(key) == some for key, some in sides[0].items())
    return {
        "srl": (both, sizes[0], both, sizes[1]),
        "srl/unlabeled": (unlabelled, sizes[0], unlabelled, sizes[1]),
        "srl/propositions": (whole, len(sides[1]), whole, len(sides[0])),
    }
