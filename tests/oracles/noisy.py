"""Entities of texts that differ: each takes the first free entity of its type that it meets (Nerval).

Both texts are aligned by characters at the least edit distance; an entity reaches from the column of its
first character up to that of the next character behind it. Two that share a column meet, and the entity is
recognised if the edit distance of both texts is at most .3 of the length of gold's. An entity of gold without
others inside is compared with the text before the first one inside the system's, if it reaches so far.
"""

import Levenshtein

import nerkit


def documents(path):
    """(text, entities as (start, end, type) in their order) of each document."""
    corpus = nerkit.read(path, "noisy-bio")
    spans, found = corpus.spans, [(text, []) for text in corpus.texts]
    columns = spans.document.tolist(), spans.start.tolist(), spans.end.tolist()
    for row, (document, start, end) in enumerate(zip(*columns, strict=True)):
        found[document][1].append((start, -end, spans.fields["type"].value(row)))
    return [(text, [(a, -b, kind) for a, b, kind in sorted(entities)]) for text, entities in found]


def places(gold, system):
    """The column of each character of either text."""
    sides, column = ([], []), 0
    for _, a, b, c, d in Levenshtein.opcodes(gold, system):
        for side, size in zip(sides, (b - a, d - c), strict=True):
            side.extend(range(column, column + size))
        column += max(b - a, d - c)
    return sides


def reach(at, start, end):
    return set(range(at[start], at[end] if end < len(at) else at[-1] + 1))


def recognised(gold, system):
    """How many entities of gold are recognised in a document."""
    at, used, found = places(gold[0], system[0]), set(), 0
    for start, end, kind in gold[1]:
        own, flat = reach(at[0], start, end), not any(start < other < end for other, _, _ in gold[1])
        for number, (first, last, label) in enumerate(system[1]):
            if label == kind and number not in used and own & reach(at[1], first, last):
                used.add(number)
                inner = min((other for other, _, _ in system[1] if first < other < last), default=last)
                stops = flat and inner < last and max(min(own), at[1][first]) < at[1][inner] <= max(own)
                text = system[0][first : inner if stops else last]
                distance = Levenshtein.distance(gold[0][start:end], text)
                found += distance / (end - start) <= 0.3
                break
    return found


def scores(gold, system):
    pairs = list(zip(documents(gold), documents(system), strict=True))
    both = sum(recognised(*pair) for pair in pairs)
    sizes = [sum(len(pair[side][1]) for pair in pairs) for side in (1, 0)]
    return {"noisy": (both, sizes[0], both, sizes[1])}
