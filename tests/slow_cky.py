"""Parses by trying everything: what the chart, the counts and the ranking are compared with."""

import re
from itertools import product


def parses(grammar, words):
    """All (tree, rules) of a sentence, no nonterminal twice in a chain of unit rules."""
    return list(_of(grammar, grammar.start, tuple(words), frozenset([grammar.start])))


def _of(grammar, symbol, words, seen):
    for rule in grammar.rules:
        if rule.left != symbol:
            continue
        if rule.unit:
            below = rule.right[0].name
            if below not in seen:
                for tree, rules in _of(grammar, below, words, seen | {below}):
                    yield f"({symbol} {tree})", (rule, *rules)
            continue
        for parts in _sequences(grammar, rule.right, words):
            trees = " ".join(tree for tree, _ in parts)
            yield f"({symbol} {trees})", (rule, *(one for _, rules in parts for one in rules))


def _sequences(grammar, right, words):
    """The ways to derive words by symbols that stand one behind the other."""
    first, *rest = right
    if not rest:
        yield from ((part,) for part in _part(grammar, first, words))
        return
    for split in range(1, len(words)):
        for part, others in product(
            list(_part(grammar, first, words[:split])), list(_sequences(grammar, rest, words[split:]))
        ):
            yield (part, *others)


def _part(grammar, symbol, words):
    if symbol.word:
        return [(symbol.name, ())] if words == (symbol.name,) else []
    return _of(grammar, symbol.name, words, frozenset([symbol.name]))


def probability(rules):
    """The product over the rules of a parse."""
    product_of = 1.0
    for rule in rules:
        product_of *= rule.probability
    return product_of


def chunked(tags, rules):
    """Chunks by one stage of `{P}` and `}P{` rules over text with a token `<TAG>` for each word, tried place
    by place; as (start, end).
    """
    inside = [None] * len(tags)  # the number of the chunk that each word is in
    fresh = 0
    for kind, pattern in rules:
        tag = re.sub(r"<([^>]*)>", lambda one: f"(?:<(?:{one[1].replace('.', '[^<>]')})>)", pattern)
        expression = re.compile(tag)
        at = 0
        while at < len(tags):
            match = _longest(expression, tags, inside, at, chunks=kind == "}P{")
            if match:
                fresh += 1
                for place in range(at, at + match):
                    inside[place] = fresh if kind == "{P}" else None
                if kind == "}P{":
                    inside = _renumbered(inside)  # what is left of the chunk is another one
                    fresh = max((one or 0 for one in inside), default=0)
            at += max(match, 1)
    return _ranges(inside)


def _longest(expression, tags, inside, at, *, chunks):
    """How many words the pattern takes from a place on, all in one chunk, or all outside of chunks."""
    end = at
    while end < len(tags) and (inside[end] is not None) == chunks and inside[end] == inside[at]:
        end += 1
    match = expression.match("".join(f"<{tag}>" for tag in tags[at:end]))
    return match[0].count("<") if match else 0


def _renumbered(inside):
    """Numbers that change wherever a chunk is interrupted."""
    found, number, before = [], 0, None
    for one in inside:
        if one is not None and one != before:
            number += 1
        found.append(None if one is None else number)
        before = one
    return found


def _ranges(inside):
    places = [place for place in range(len(inside)) if inside[place] is not None]
    starts = [p for p in places if p == 0 or inside[p - 1] != inside[p]]
    return [
        (s, next((e for e in range(s, len(inside)) if inside[e] != inside[s]), len(inside))) for s in starts
    ]
