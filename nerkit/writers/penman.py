"""Write graphs in indented PENMAN notation after their comments; a node has its concept at its first mention.

If a node can only be reached against the direction of an edge, the edge is inverted, as in `:ARG0-of`. A
graph that is not connected cannot be written.
"""

from collections.abc import Iterator

from nerkit.algorithms.columns import NONE
from nerkit.corpora.amr import Graph, Graphs
from nerkit.exceptions import InputError
from nerkit.scorers.amr.rules import NOT_INVERTED
from nerkit.writers.format import Writer

INDENT = "   "

Branch = list[tuple[str, int]]  # role and node


def write(graphs: Graphs) -> Iterator[str]:
    """The text of each graph, with a blank line after it."""
    for document, id_ in enumerate(graphs.documents):
        graph = graphs.of(document)
        head = f"{graph.comments}\n" if graph.comments else f"# ::id {id_}\n" if graphs.named else ""
        yield head + _drawn(graph) + "\n\n"


def _drawn(graph: Graph) -> str:
    if not graph.names:
        return "()"
    if graph.top == NONE:
        raise InputError("a graph without a top, which PENMAN cannot hold", source=f"graph {graph.id}")
    branches = _branches(graph)
    constants: list[list[str]] = [[] for _ in graph.names]
    for node, role, value in graph.attributes:
        constants[node].append(f":{role} {value}")
    pieces: list[str] = []
    seen: set[int] = set()
    todo: list[tuple[int, str, int]] = [(0, "", graph.top)]  # depth, role, node; node -1 closes
    while todo:
        depth, role, node = todo.pop()
        if node < 0:
            pieces.append(")")
            continue
        lead = f"\n{INDENT * depth}:{role} " if depth else ""
        if node in seen:
            pieces.append(lead + graph.names[node])
            continue
        seen.add(node)
        pieces.append(f"{lead}({graph.names[node]} / {graph.labels[node]}")
        pieces += [f"\n{INDENT * (depth + 1)}{constant}" for constant in constants[node]]
        todo.append((depth, "", -1))
        todo += [(depth + 1, name, child) for name, child in reversed(branches[node])]
    return "".join(pieces)


def _branches(graph: Graph) -> list[Branch]:
    """For each node, the roles and nodes that are written below it.

    Every edge occurs once. It is inverted if its source can only be reached in this way.
    """
    forward: list[list[int]] = [[] for _ in graph.names]
    backward: list[list[int]] = [[] for _ in graph.names]
    for place, (source, _, target) in enumerate(graph.edges):
        forward[source].append(place)
        backward[target].append(place)
    turned: set[int] = set()
    reached, frontier, order = {graph.top}, [graph.top], [graph.top]
    while len(reached) < len(graph.names):
        while frontier:
            node = frontier.pop()
            new = [graph.edges[at][2] for at in forward[node] if graph.edges[at][2] not in reached]
            reached.update(new)
            frontier += dict.fromkeys(new)
            order += dict.fromkeys(new)
        against = next(
            (at for node in order for at in backward[node] if graph.edges[at][0] not in reached), None
        )
        if against is None:
            break
        turned.add(against)
        source = graph.edges[against][0]
        reached.add(source)
        frontier.append(source)
        order.append(source)
    if len(reached) < len(graph.names):
        raise InputError(
            "a graph that is not connected, which PENMAN cannot hold", source=f"graph {graph.id}"
        )
    branches: list[Branch] = [[] for _ in graph.names]
    for place, (source, role, target) in enumerate(graph.edges):
        if place in turned:
            branches[target].append((inverse(role), source))
        else:
            branches[source].append((role, target))
    return branches


def inverse(role: str) -> str:
    """The inverse of a role, such as `ARG0-of` for `ARG0` and `ARG0` for `ARG0-of`."""
    return role[:-3] if role.endswith("-of") and role not in NOT_INVERTED else f"{role}-of"


WRITER = Writer(write, takes=Graphs)
