"""Lines of MRP files for tests."""

import json


def line(id_="1", **fields):
    """A graph as a line of a file; `time` is there unless it is None."""
    found = {"id": id_, "framework": "dm", "time": "2020-01-01", "input": "Pierre Vinken joined.", **fields}
    return json.dumps({key: value for key, value in found.items() if value is not None}) + "\n"


def node(id_, label=None, start=None, end=None, **properties):
    """A node, with an anchor if *start* is given."""
    found = {"id": id_}
    if label is not None:
        found["label"] = label
    if start is not None:
        found["anchors"] = [{"from": start, "to": end}]
    if properties:
        found |= {"properties": list(properties), "values": list(properties.values())}
    return found


def edge(source, target, label=None, **rest):
    """An edge; *rest* are further fields."""
    return {"source": source, "target": target} | ({"label": label} if label is not None else {}) | rest


JOINED = {
    "nodes": [node(0, "Pierre", 0, 6, pos="NNP"), node(1, "join", 14, 20, pos="VBD")],
    "edges": [edge(1, 0, "ARG1")],
    "tops": [1],
}
