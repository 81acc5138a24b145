"""Meaning graphs (AMR): the most triples that both have, over all one-to-one mappings of their nodes.

(c / cat :quant 2 :ARG0-of (s / sleep))
    instance c cat, TOP c, attribute c quant 2, relation s ARG0 c
"""

import nerkit


def graphs(path):
    """The graphs, each the number of its nodes, the triples of one node, and those of two."""
    corpus = nerkit.read(path)
    nodes, edges, attributes = corpus.nodes, corpus.edges, corpus.attributes
    for number, at in enumerate(corpus.graph.tolist()):
        first, end = nodes.first[at], nodes.first[at + 1]
        unary = {(i, "instance", nodes.label.value(first + i).strip('"').lower()) for i in range(end - first)}
        unary.add((int(corpus.top[number]), "TOP", "top"))
        for row in range(attributes.first[at], attributes.first[at + 1]):
            role, value = attributes.role.value(row).lower(), attributes.value.value(row)
            unary.add((int(attributes.node[row]), role, value.strip('"').lower()))
        binary = set()
        for row in range(edges.first[at], edges.first[at + 1]):
            role, ends = edges.role.value(row).lower(), (int(edges.source[row]), int(edges.target[row]))
            role = "mod" if role == "domain-of" else role
            if role.endswith("-of") and role != "consist-of":
                role, ends = role.removesuffix("-of"), ends[::-1]
            binary.add((ends[0], role, ends[1]))
        yield end - first, unary, binary


def best(gold, system):
    """The most triples that agree, node after node of gold; no mapping is tried that cannot earn more."""
    most = 0

    def tried(node, mapping, agreeing):
        nonlocal most
        most = max(most, agreeing)
        open_ones = sum(one[0] >= node for one in gold[1]) + sum(max(a, b) >= node for a, _, b in gold[2])
        if node == gold[0] or agreeing + open_ones <= most:
            return
        own = [(role, value) for i, role, value in gold[1] if i == node]
        edges = [one for one in gold[2] if max(one[0], one[2]) == node]
        for partner in [*(k for k in range(system[0]) if k not in mapping), None]:
            now = [*mapping, partner]
            right = sum((partner, *one) in system[1] for one in own)
            right += sum((now[a], role, now[b]) in system[2] for a, role, b in edges)
            tried(node + 1, now, agreeing + right)

    tried(0, [], 0)
    return most


def scores(gold, system):
    pairs = list(zip(graphs(gold), graphs(system), strict=True))
    both = sum(best(*pair) for pair in pairs)
    sizes = [sum(len(pair[side][1]) + len(pair[side][2]) for pair in pairs) for side in (1, 0)]
    return {"smatch": (both, sizes[0], both, sizes[1])}
