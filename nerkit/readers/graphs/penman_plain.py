"""Graphs of PENMAN as programs write them, read with few steps; all else is left to `penman`.

A plain graph has a blank after each role, quoted strings without backslashes, words without colons, concepts
without slashes or quotes, and no blanks between closing parentheses. What is read here is what `penman` would
read, and anything that it would complain about is not plain.
"""

from itertools import chain

from nerkit.algorithms.columns import NONE
from nerkit.corpora.amr import Builder
from nerkit.ground.limits import DEEPEST_GRAPH
from nerkit.ground.patterns import regex

# role, variable and concept, or value, and the parentheses that close after it; or what is not plain
UNIT = regex(
    r'(?::([^\s()":]++)\s++)?+'
    r'(?:\(([^\s()/:"]++)\s*+/\s*+([^\s()":/]++)(?=[\s)])|((?:[^\s()":]++|"[^"\\]*+")(?=[\s)])))'
    r"(\)*+)\s*+|\S[\s\S]*+"
)


def read_plain(text: str, body: int, built: Builder) -> bool:
    """Add the nodes, edges and constants of the one graph that begins at *body*; False if it is not plain.

    Nothing is added then.
    """
    nodes: dict[str, int] = {}  # variable -> number of its node
    concepts: list[str] = []
    roles: list[str] = []  # above each node, and the node there
    parents: list[int] = []
    constants: list[tuple[int, str, str]] = []  # node, role, value
    stack: list[int] = []  # the nodes above the open one
    node = top = NONE  # the last one, and the one that is open
    for role, variable, concept, value, closing in UNIT.findall(text, body):
        if variable:
            stack.append(top)
            parents.append(top)
            roles.append(role)
            concepts.append(concept)
            node = top = node + 1
            nodes[variable] = node
        elif role and top != NONE:
            constants.append((top, role, value))
        else:
            return False
        if closing:
            depth = len(stack) - len(closing)
            if depth < 0:
                return False
            top = stack[depth]
            del stack[depth:]
    size = len(parents)
    if stack or not size or size != len(nodes) or size > DEEPEST_GRAPH:
        return False
    if parents.count(NONE) != 1 or roles[0] or roles.count("") != 1:
        return False
    built.name.extend(map(built.names.__getitem__, nodes))
    built.label.extend(map(built.labels.__getitem__, concepts))
    above = zip(parents[1:], map(built.roles.__getitem__, roles[1:]), range(1, size), strict=True)
    built.edge.extend(chain.from_iterable(above))
    for source, role, target in constants:
        if target in nodes:
            built.edge += source, built.roles[role], nodes[target]
        else:
            built.attribute += source, built.roles[role], built.values[target]
    return True
