"""Mentions built by hand, and slow obvious twins of what is computed over them."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from scipy.optimize import linear_sum_assignment

from nerkit.corpora.mentions import Fragments, Mentions


class Mention(NamedTuple):
    """One mention; *edges* is None unless its head is an empty node."""

    words: frozenset
    entity: int = 0
    document: int = 0
    head: int = -1
    edges: frozenset | None = None
    sentence: int = 0
    minimum: frozenset = frozenset()


def mention(*words, **known):
    return Mention(frozenset(words), **known)


def corpus(listed, documents=2, merged=True):
    """These mentions as columns; neighbouring words are one fragment, or one each unless *merged*."""
    listed = list(listed)
    entities = max((m.entity for m in listed), default=-1) + 1
    least = any(m.minimum for m in listed)
    return Mentions(
        documents=[f"d{i}" for i in range(documents)],
        document=integers(m.document for m in listed),
        entity=integers(m.entity for m in listed),
        entities=[f"e{i}" for i in range(entities)],
        span=fragments([m.words for m in listed], merged),
        line=integers(range(1, len(listed) + 1)),
        head=integers(m.head for m in listed),
        minimum=fragments([m.minimum for m in listed], merged) if least else None,
        sentence=integers(m.sentence for m in listed),
        zeros={i: m.edges for i, m in enumerate(listed) if m.edges is not None},
    )


def integers(values):
    return np.array(list(values), np.int64)


def fragments(sets, merged):
    first, start, end = [0], [], []
    for words in sets:
        ordered = sorted(words)
        breaks = [0, *(i for i in range(1, len(ordered)) if not merged or ordered[i] > ordered[i - 1] + 1)]
        for a, b in pairwise([*breaks, len(ordered)] if ordered else []):
            start.append(ordered[a])
            end.append(ordered[b - 1] + 1)
        first.append(len(start))
    return Fragments(integers(first), integers(start), integers(end))


def slow_align(gold, system, match, zeros):
    """The steps one by one, by sets, with the assignment solver on the whole matrix of a document."""
    pairs = []
    for document in {m.document for m in [*gold, *system]}:
        left, right = ([i for i in ordered(s) if s[i].document == document] for s in (gold, system))
        if zeros == "dependent":
            zeros_of_gold, zeros_of_system = (
                [i for i in rows if s[i].edges is not None] for rows, s in ((left, gold), (right, system))
            )
            pairs += best(zeros_of_gold, zeros_of_system, lambda i, j: dependencies(gold[i], system[j]))
        left, right = free(left, pairs, 0), free(right, pairs, 1)
        for i in left:
            for j in free(right, pairs, 1):
                if gold[i].words == system[j].words and (match != "head" or gold[i].head == system[j].head):
                    pairs.append((i, j))
                    break
        left, right = free(left, pairs, 0), free(right, pairs, 1)
        if match != "exact":
            pairs += best(left, right, lambda i, j: WEIGHTS[match](gold[i], system[j]))
    return sorted(pairs)


def ordered(listed):
    def position(i):
        return min(listed[i].words), max(listed[i].words), len(listed[i].words), i

    return sorted(range(len(listed)), key=position)


def free(rows, pairs, side):
    taken = {pair[side] for pair in pairs}
    return [row for row in rows if row not in taken]


def best(rows, columns, weight):
    """The best matching of the rows and columns whose weight is above 0."""
    matrix = np.array([[weight(i, j) for j in columns] for i in rows], float).reshape(len(rows), len(columns))
    picked = zip(*linear_sum_assignment(-matrix), strict=True)
    return [(rows[i], columns[j]) for i, j in picked if matrix[i, j] > 0]


def dependencies(gold, system):
    def f(left, right):
        return 2 * len(left & right) / (len(left) + len(right)) if left or right else 0

    def parents(mention):
        return {edge.parent for edge in mention.edges}

    if gold.sentence != system.sentence:
        return 0
    return 10 * f(gold.edges, system.edges) + f(parents(gold), parents(system))


def by_part(gold, system):
    part = system.words <= gold.words and gold.head in system.words
    return len(system.words) / len(gold.words) if part else 0


def by_head(gold, system):
    return len(gold.words & system.words) / len(gold.words) if gold.head == system.head else 0


def by_minimum(gold, system):
    least = gold.minimum or gold.words
    same = least == system.minimum if system.minimum else least <= system.words <= gold.words
    return len(gold.words & system.words) if same else 0


WEIGHTS = {"partial": by_part, "head": by_head, "min": by_minimum}


def slow_mor(gold, system, documents):
    table = []
    for document in range(documents):
        left, right = ([m.words for m in s if m.document == document] for s in (gold, system))
        pairs = best(range(len(left)), range(len(right)), lambda i, j: len(left[i] & right[j]))  # noqa: B023
        shared = sum(len(left[i] & right[j]) for i, j in pairs)
        table.append([shared, sum(map(len, right)), shared, sum(map(len, left))])
    return table


def slow_zero(gold, system, pairs, documents):
    """One mention after the other, as the definition says it."""
    partner, table = dict(pairs), []
    chains = [
        {e: [i for i in ordered(s) if s[i].entity == e] for e in {m.entity for m in s}}
        for s in (gold, system)
    ]
    for document in range(documents):
        right, wrong, missed, used = 0, 0, 0, set()
        for chain in chains[0].values():
            for k, i in enumerate(chain):
                if k == 0 or gold[i].edges is None or gold[i].document != document:
                    continue
                j = partner.get(i)
                if j is None or chains[1][system[j].entity][0] == j:
                    missed += 1
                    continue
                used.add(j)
                known = {partner.get(before) for before in chain[:k]}
                if known & set(chains[1][system[j].entity]):
                    right += 1
                else:
                    wrong += 1
        spurious = sum(
            system[j].edges is not None and system[j].document == document and j not in used
            for chain in chains[1].values()
            for j in chain[1:]
        )
        table.append([right, right + wrong + spurious, right, right + wrong + missed])
    return table
