"""The concepts of nodes and the roles of edges, which measures of meaning graphs compare."""

from nerkit.corpora.amr import Graphs
from nerkit.scorers.held import Held, ItemField, in_column


def _concepts(side: Graphs) -> Held:
    return in_column(side.nodes.label, varies=True)


def _roles(side: Graphs) -> Held:
    return in_column(side.edges.role, varies=True)


HELD = {
    "concept": ItemField("node", "a concept", _concepts, meeting_is_told=True),
    "role": ItemField("edge", "a role", _roles, meeting_is_told=True),
}
CONCEPTS = ("concepts", "concepts-damonte", "smatch/instance", "unlabeled", "unlabeled-turned")
ROLES = ("srl", "srl-damonte", "smatch/relation")
LOOKS = {  # measure -> fields
    "smatch": ("concept", "role"),
    "no_wsd": ("concept", "role"),
    **dict.fromkeys(CONCEPTS, ("concept",)),
    **dict.fromkeys(ROLES, ("role",)),
}
