"""Spans: of distinct keys those that both sides have; of lines the share of characters that the others cover.

sets::KEY        the keys that both sides have / the keys of a side
overlap-maxmax   each line: the longest part that one line of the other side covers, / its length
overlap-sumsum   each line: the characters that lines of the other side cover, / its length
"""

from fractions import Fraction

import nerkit


def lines(path):
    """(document, start, end, type) of each line."""
    corpus = nerkit.read(path)
    kind = corpus.fields.get("type")
    types = [kind.values[code] if code >= 0 else None for code in kind.codes.tolist()] if kind else []
    columns = corpus.document.tolist(), corpus.start.tolist(), corpus.end.tolist()
    types = types or [None] * len(columns[0])
    return [(corpus.documents[d], start, end, t) for d, start, end, t in zip(*columns, types, strict=True)]


def covered(own, others, typed, mode):
    """The sum over lines of the share that the others cover."""
    total = Fraction(0)
    for document, start, end, kind in own:
        parts = [
            set(range(max(start, first), min(end, last)))
            for other, first, last, label in others
            if other == document and (not typed or label == kind)
        ]
        most = max(map(len, parts), default=0) if mode == "max" else len(set().union(*parts))
        total += Fraction(most, end - start)
    return total


def scores(gold, system):
    sides = lines(gold), lines(system)
    found = {}
    for name, size in (("sets::span", 3), ("sets::span+type", 4)):
        keys = [{line[:size] for line in side} for side in sides]
        both = len(keys[0] & keys[1])
        found[name] = both, len(keys[1]), both, len(keys[0])
    for mode in ("max", "sum"):
        for key, typed in (("span", False), ("span+type", True)):
            p_num, r_num = (covered(*way, typed, mode) for way in (sides[::-1], sides))
            found[f"overlap-{mode}{mode}::{key}"] = p_num, len(sides[1]), r_num, len(sides[0])
    return found
