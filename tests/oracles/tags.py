"""Tags: a chunk is right if gold has one of the same words and type (conlleval); a tag, if it is equal.

A chunk begins at B or S, and at I or E that do not continue the chunk before: after O, E or S, or of another
type.
"""

import nerkit

BEGINS, ENDS = "BSUW", "ESLW"


def sentences(path):
    """The sentences, each a list of tags."""
    corpus = nerkit.read(path)
    tags = [corpus.tags.values[code] for code in corpus.tags.codes.tolist()]
    ends = [*corpus.first.tolist()[1:], len(tags)]
    return [tags[first:end] for first, end in zip(corpus.first.tolist(), ends, strict=True)]


def chunks(tags):
    """(first word, end, type) of each chunk of a sentence."""
    found, first = [], None
    for place, tag in enumerate([*tags, None]):
        before = tags[place - 1] if place else None
        inside = tag is not None and tag.letter != "O"
        continues = inside and first is not None and tag.type == before.type
        if first is not None and (not continues or tag.letter in BEGINS or before.letter in ENDS):
            found.append((first, place, before.type))
            first = None
        if inside and first is None:
            first = place
    return found


def scores(gold, system):
    sides = [sentences(path) for path in (gold, system)]
    items = [{(i, *chunk) for i, tags in enumerate(side) for chunk in chunks(tags)} for side in sides]
    both, size = len(items[0] & items[1]), sum(map(len, sides[0]))
    pairs = [(a, b) for one, two in zip(*sides, strict=True) for a, b in zip(one, two, strict=True)]
    equal = sum(a == b for a, b in pairs)
    return {"chunk": (both, len(items[1]), both, len(items[0])), "token": (equal, size, equal, size)}
