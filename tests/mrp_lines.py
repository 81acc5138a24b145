"""Lines of MRP files for tests."""

import json


def line(id_="1", **fields):
    """A graph as a line of a file; `time` is there unless it is None."""
    graph = {"id": id_, "framework": "dm", "time": "2020-01-01", "input": "Pierre Vinken joined.", **fields}
    return json.dumps({key: value for key, value in graph.items() if value is not None}) + "\n"


def node(id_, label=None, start=None, end=None, **properties):
    """A node, with an anchor if *start* is given."""
    described = {"id": id_}
    if label is not None:
        described["label"] = label
    if start is not None:
        described["anchors"] = [{"from": start, "to": end}]
    if properties:
        described |= {"properties": list(properties), "values": list(properties.values())}
    return described


def edge(source, target, label=None, **rest):
    """An edge; *rest* are further fields."""
    return {"source": source, "target": target} | ({"label": label} if label is not None else {}) | rest


JOINED = {
    "nodes": [node(0, "Pierre", 0, 6, pos="NNP"), node(1, "join", 14, 20, pos="VBD")],
    "edges": [edge(1, 0, "ARG1")],
    "tops": [1],
}
