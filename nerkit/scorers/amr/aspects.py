"""Aspects of meaning graphs: scores of parts of the triples, after smatch++ 1.8.0 (Opitz 2023).

An aspect begins with the triples of its roles, and with all triples of nodes whose concept is in its list
(`ASPECTS`). These triples are added:

    the edges below   edges that leave the node at the end of an edge of the aspect, followed two steps
    predicates        edges into a node met so far, from a node without other edges: `(r / run-02 :ARG0 x)`
                      says something of x
    instances         the concepts of all nodes met

For `question`, edges into the nodes that ask are added instead of the edges below. `reentrancies` are the
edges into nodes with several incoming edges, and the instances of these nodes. A triple counts if it agrees
under the best correspondence of all triples (smatch++'s `all-onealign`). If several correspondences are best,
the number of agreeing triples may differ between them; smatch++ takes a correspondence that differs from run
to run. With the suffix `-own` an aspect has the best correspondence of its own triples, and a single number
(`all-multialign`).

With `--frames FILE` an argument first gets the role that its description names (`WORDS`). For example, ARG2
of a frame whose ARG2 is a "tool" becomes an instrument, and is no longer a core role. The numbers of smatch++
need `--standardise amr` and the file that it downloads.

As in smatch++: "possession" makes a role, poss-of, that is in no aspect. `forest moon` and `voltage-quantity
(zap!)`, which each join two entries of the lists in the guidelines, are one concept each. A constant can be
in a list, and be a predicate. A renamed triple that already exists counts as a second edge of its nodes.
Unlike smatch++: an aspect that no graph has scores 0/0 (smatch++ crashes). A loop counts once in the search
for the best correspondence (smatch++ counts it twice).
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

import numpy as np

from nerkit.algorithms.columns import NONE, BoolArray, FloatArray, IntArray
from nerkit.algorithms.keys import combine, first_of_each, places
from nerkit.corpora.amr import Graphs
from nerkit.ground.records import record
from nerkit.results.counts import numbers_of
from nerkit.scorers.amr.frames import Frames
from nerkit.scorers.amr.frames import read as read_frames
from nerkit.scorers.amr.graph_batch import GraphBatch
from nerkit.scorers.amr.matching import TripleSide
from nerkit.scorers.amr.rules import INSTANCE_ROLE, REVERSED, Keys, TripleRows, TripleRules
from nerkit.scorers.amr.triples import assembled, rows

TOPS = ("top", " root")  # the roles of tops
WORDS = {  # text in a description -> the role of the argument; if several occur, the last counts
    " cause ": "cause",
    " instrument ": "instrument",
    " tool ": "instrument",
    "instrumental": "instrument",
    " location ": "location",
    " path ": "path",
    " destination ": "destination",
    " direction ": "direction",
    " owner ": "poss",
    " possession ": "poss-of",
    " purpose ": "purpose",
    " quantity ": "quant",
    " amount ": "quant",
    " time ": "time",
    " duration ": "duration",
    " frequency ": "frequency",
    " topic ": "topic",
}
PLACES = (  # the named entities of the guidelines that are locations
    *("city", "city-district", "county", "state", "province", "territory", "country", "local-region"),
    *("country-region", "world-region", "continent", "ocean", "sea", "lake", "river", "gulf", "bay"),
    *("strait", "canal", "peninsula", "mountain", "volcano", "valley", "canyon", "island", "desert"),
    *("forest moon", "planet", "star", "constellation"),
)
MEASURED = (  # the kinds of quantities of the guidelines
    *("monetary", "distance", "area", "volume", "temporal", "frequency", "speed", "acceleration", "mass"),
    *("force", "pressure", "energy", "power", "charge", "potential", "resistance", "inductance"),
    *("magnetic-field", "magnetic-flux", "radiation", "concentration", "temperature", "score"),
    *("fuel-consumption", "seismic"),
)
QUANTITIES = (*(f"{kind}-quantity" for kind in MEASURED), "voltage-quantity (zap!)")
CORE = tuple(f"arg{number}" for number in range(10))


@record(frozen=True)
class Aspect:
    """An aspect of meaning: the triples with which it begins, and the triples that are added.

    what               the aspect in words
    roles, concepts    the roles and concepts whose triples the aspect begins with
    below              how many times edges below are added
    above              whether edges into the nodes of the first triples are added
    predicates         whether predicates are added
    reentrant          whether the aspect is only the edges into nodes with several incoming edges
    """

    what: str
    roles: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()
    below: int = 2
    above: bool = False
    predicates: bool = True
    reentrant: bool = False


ASPECTS = {  # measure -> its aspect
    "aspect/agent": Aspect("ARG0", ("arg0",)),
    "aspect/cause": Aspect("cause, and cause-01", ("cause",), ("cause-01",)),
    "aspect/concept": Aspect("the concepts of all nodes", (INSTANCE_ROLE,), below=0, predicates=False),
    "aspect/focus": Aspect("the top", TOPS),
    "aspect/instrument": Aspect("instrument", ("instrument",)),
    "aspect/location": Aspect(
        "location, path, destination, direction, and places",
        ("location", "path", "destination", "direction"),
        PLACES,
    ),
    "aspect/maths": Aspect("sum-of and product-of", concepts=("sum-of", "product-of")),
    "aspect/named-entities": Aspect("name", ("name",)),
    "aspect/patient": Aspect("ARG1 to ARG9", CORE[1:]),
    "aspect/polarity": Aspect("polarity", ("polarity",)),
    "aspect/possession": Aspect("poss", ("poss",)),
    "aspect/purpose": Aspect("purpose", ("purpose",)),
    "aspect/quantifier": Aspect("quant, and quantities", ("quant",), QUANTITIES),
    "aspect/question": Aspect("amr-unknown", concepts=("amr-unknown",), below=0, above=True),
    "aspect/srl-core": Aspect("ARG0 to ARG9", CORE),
    "aspect/time": Aspect(
        "time, duration, frequency, and dates",
        ("time", "duration", "frequency"),
        ("date-entity", "date-interval"),
    ),
    "aspect/topic": Aspect("topic", ("topic",)),
    "aspect/wiki": Aspect("wiki", ("wiki",), below=0, predicates=False),
    "aspect/reentrancies": Aspect("relations into nodes that several enter", reentrant=True),
}


def under_smatch(aspect: Aspect, graphs: GraphBatch) -> FloatArray:
    """The counts of an aspect for each document under the correspondence of all triples, shape (documents,
    6).
    """
    gold, system = (side.part(aspect) for side in graphs.once(described))
    agreeing = sum(replace(graphs.smatch, gold=gold, system=system).agreeing().values())
    return graphs.part_numbers(numbers_of(np.asarray(agreeing), system.count(), gold.count()))


def alone(aspect: Aspect, graphs: GraphBatch) -> FloatArray:
    """The counts of an aspect for each document under the best correspondence of its own triples."""
    return graphs.numbers(graphs.match(*(side.part(aspect) for side in graphs.once(described))))


def described(graphs: GraphBatch) -> tuple["Described", "Described"]:
    """The triples of both sides for aspects. Arguments have the roles that their descriptions name."""
    frames = graphs.options.frames or {}
    named = roles_of(read_frames(frames) if isinstance(frames, str) else frames)
    gold, system = graphs.batch.gold, graphs.batch.system
    return (
        Described(gold, graphs.keys, graphs.rules, named),
        Described(system, graphs.keys, graphs.rules, named),
    )


def roles_of(frames: Frames) -> dict[tuple[str, str], str]:
    """(frame, argument) -> role, for each argument whose description names a role."""
    roles = {}
    for frame, arguments in frames.items():
        for argument, description in arguments.items():
            named = [role for word, role in WORDS.items() if word in f" {description} "]
            if named:
                roles[frame, argument] = named[-1]
    return roles


class Described:
    """The triples of one side as edges between terms. Terms are nodes and constants.

    graphs, rules    the graphs, and the rules that make their triples
    named            the roles of arguments, by (frame, argument)
    """

    def __init__(
        self, graphs: Graphs, keys: Keys, rules: TripleRules, named: Mapping[tuple[str, str], str]
    ) -> None:
        self.graphs, self.keys = graphs, keys
        self.rows = _renamed(_distinct(rows(graphs, keys, rules)), keys, named)

    def part(self, aspect: Aspect) -> TripleSide:
        """The triples of an aspect."""
        chosen = self._chosen(aspect)
        count = len(self.rows.node)
        part = self.rows.take(chosen[:count], chosen[count:])
        return TripleSide(assembled(np.diff(self.graphs.nodes.first), part, "set"), self.graphs.graph)

    def _chosen(self, aspect: Aspect) -> BoolArray:
        """A mask of the triples of an aspect: by role or concept, then by edges above and below."""
        source, target, edge = self.source, self.target, self.edge
        if aspect.reentrant:
            entered = np.bincount(target[edge], minlength=len(self.node))
            return self._with_instances(edge & (self.node & (entered > 1))[target])
        taken = self._role_in(aspect.roles)
        if aspect.concepts:
            listed = self._marked(source[self._text_in(aspect.concepts)])
            taken |= listed[source] | listed[target]
        if aspect.above:
            taken |= self._marked(source[taken])[target]
        for _ in range(aspect.below):
            taken |= edge & self._marked(target[taken])[source]
        if aspect.predicates:
            taken |= self.predicate & (self._marked(source[taken]) | self._marked(target[taken]))[target]
        return self._with_instances(taken)

    def _with_instances(self, taken: BoolArray) -> BoolArray:
        """The mask *taken* with the instances of all nodes at the ends of its triples."""
        met = self.node & (self._marked(self.source[taken]) | self._marked(self.target[taken]))
        return taken | (~self.edge & met[self.source])

    def _marked(self, terms: IntArray) -> BoolArray:
        """A mask over all terms: true for the terms in *terms*."""
        marks = np.zeros(len(self.node), bool)
        marks[terms] = True
        return marks

    def _role_in(self, roles: tuple[str, ...]) -> BoolArray:
        """A mask of the triples whose role is in *roles*."""
        chosen = np.array([role.removesuffix(REVERSED) in roles for role in self.keys.roles], bool)
        return chosen[self.role]

    def _text_in(self, texts: tuple[str, ...]) -> BoolArray:
        """A mask of the triples that lead to one of these texts."""
        codes = [self.keys.texts[text] for text in texts if text in self.keys.texts]
        to_text = np.isin(self.rows.text, codes) & ~self.reversed
        return np.append(to_text, np.zeros(len(self.rows.source), bool))

    @cached_property
    def reversed(self) -> BoolArray:
        """A mask of the triples with one node: true if the triple leads from a constant to the node."""
        return np.array([role.endswith(REVERSED) for role in self.keys.roles], bool)[self.rows.role]

    @cached_property
    def role(self) -> IntArray:
        """The role of each triple: triples with a constant first, then triples between nodes."""
        return np.append(self.rows.role, self.rows.edge_role)

    @cached_property
    def edge(self) -> BoolArray:
        """A mask of the triples that are edges, not instances."""
        return np.append(self.rows.attribute, np.ones(len(self.rows.source), bool))

    @cached_property
    def _terms(self) -> tuple[IntArray, IntArray, BoolArray]:
        """The code of the source term and of the target term of each triple, and a mask of the terms that are
        nodes.
        """
        rows, count = self.rows, len(self.graphs.top)
        width = int(np.diff(self.graphs.nodes.first).max(initial=0))
        node = rows.graph * width + rows.node
        text = count * width + rows.graph * len(self.keys.texts) + rows.text
        source = np.append(np.where(self.reversed, text, node), rows.edge_graph * width + rows.source)
        target = np.append(np.where(self.reversed, node, text), rows.edge_graph * width + rows.target)
        # constants are numbered behind all nodes, so a number below count * width is a node
        terms, place = np.unique(np.append(source, target), return_inverse=True)
        return place[: len(source)], place[len(source) :], terms < count * width

    @property
    def source(self) -> IntArray:
        """The term that each triple begins with, as a code."""
        return self._terms[0]

    @property
    def target(self) -> IntArray:
        """The term that each triple leads to, as a code."""
        return self._terms[1]

    @property
    def node(self) -> BoolArray:
        """A mask of the terms that are nodes."""
        return self._terms[2]

    @cached_property
    def predicate(self) -> BoolArray:
        """A mask of the edges whose source has no other edge, without tops."""
        entering, leaving = (
            np.bincount(terms[self.edge], minlength=len(self.node)) for terms in (self.target, self.source)
        )
        alone: BoolArray = (entering == 0) & (leaving == 1)
        return self.edge & alone[self.source] & ~self._role_in(TOPS)


def _distinct(rows: TripleRows) -> TripleRows:
    """The rows without repetitions."""
    return rows.take(
        _first(rows.graph, rows.node, rows.role, rows.text, rows.attribute.astype(np.int64)),
        _first(rows.edge_graph, rows.source, rows.target, rows.edge_role),
    )


def _first(*columns: IntArray) -> IntArray:
    return np.sort(first_of_each(combine(*columns))) if len(columns[0]) else columns[0]


def _renamed(rows: TripleRows, keys: Keys, named: Mapping[tuple[str, str], str]) -> TripleRows:
    """The rows with new roles for the arguments in *named*."""
    known = {
        (keys.texts[frame], keys.roles[argument]): keys.roles[role]
        for (frame, argument), role in named.items()
        if frame in keys.texts and argument in keys.roles
    }
    if not known:
        return rows
    width, count = len(keys.roles), int(rows.node.max(initial=0)) + 1
    old = np.array(sorted(frame * width + argument for frame, argument in known))
    new = np.array([known[divmod(key, width)] for key in old.tolist()])
    instance = ~rows.attribute
    nodes = rows.graph[instance] * count + rows.node[instance]
    order = np.argsort(nodes)

    def role(graph: IntArray, source: IntArray, now: IntArray) -> IntArray:
        """The role of each triple, renamed if the concept of *source* is a frame with a description of this
        role.
        """
        concept = rows.text[instance][order][np.searchsorted(nodes[order], graph * count + source)]
        key = concept * width + now
        place = places(key, old)
        return np.where(place == NONE, now, new[place])

    return rows._replace(
        role=role(rows.graph, rows.node, rows.role),
        edge_role=role(rows.edge_graph, rows.source, rows.edge_role),
    )
