"""Aspects of meaning graphs: which triples belong to them, against a twin on sets, and their counts."""

from hypothesis import given
from hypothesis import strategies as st

import nerkit
from nerkit.readers.graphs.penman import read_texts
from nerkit.scorers.amr.aspects import ASPECTS, Described, roles_of
from nerkit.scorers.amr.measures import MEASURES
from nerkit.scorers.amr.rules import AMR, INSTANCE_ROLE, REVERSED, Keys
from nerkit.scorers.amr.triples import COPIES, WIDTH, rows

FRAMES = {
    "carve-01": {"arg0": "carver", "arg1": "thing carved wood", "arg2": "tool usually sharp"},
    "walk-on-03": {"arg0": "walker", "arg1": "location or path of walking"},
    "belong-77": {"arg1": "possession of someone", "arg2": "the owner"},
    "cost-09": {"arg1": "thing", "arg2": "amount/sum", "arg3": "charge", "arg4": "time or purpose"},
}


def described(text, named=None):
    """A graph as aspects see it, and the names of its keys."""
    keys = Keys()
    graphs = read_texts(text)
    return Described(graphs, keys, AMR, named or {}), keys


def triples_of(side, keys):
    """The triples of a side as `role(source,target)` and `node/concept`, nodes by their numbers."""
    roles, texts = list(keys.roles), list(keys.texts)
    unary, binary = side.triples.unary, side.triples.binary
    written_triples = set()
    for node, key in zip(unary.node.tolist(), (unary.key % COPIES).tolist(), strict=True):
        role, text = roles[key // WIDTH], texts[key % WIDTH]
        if role == INSTANCE_ROLE:
            written_triples.add(f"{node}/{text}")
        elif role.endswith(REVERSED):
            written_triples.add(f"{role.removesuffix(REVERSED)}({text},{node})")
        else:
            written_triples.add(f"{role.strip()}({node},{text})")
    for row in zip(
        binary.source.tolist(), binary.target.tolist(), (binary.key % COPIES).tolist(), strict=True
    ):
        written_triples.add(f"{roles[row[2]]}({row[0]},{row[1]})")
    return written_triples


def test_of_several_words_the_last_in_order_counts():
    """Wherever they stand in the description; `instrumental` is found within words, the others are words."""
    descriptions = {
        "arg0": "time or purpose",
        "arg1": "path location",
        "arg2": "instrumentality",
        "arg3": "tools",
    }
    assert roles_of({"f-01": descriptions}) == {
        ("f-01", "arg0"): "time",
        ("f-01", "arg1"): "path",
        ("f-01", "arg2"): "instrument",
    }


# --- a twin on sets -------------------------------------------------------------------------------

ROLES = ("ARG0", "ARG1", "ARG2", "ARG1-of", "quant", "quant-of", "time", "poss", "mod", "op1")
CONCEPTS = ("carve-01", "belong-77", "walk-on-03", "city", "date-entity", "amr-unknown", "sum-of")
VALUES = ("5", "-", '"city"')


@st.composite
def drawn_texts(draw):
    """A graph in PENMAN notation: a tree, then mentions and constants."""
    size = draw(st.integers(1, 5))
    inner = {i: [] for i in range(size)}
    ends, role = st.integers(0, size - 1), st.sampled_from(ROLES)
    for source, name, target in draw(st.lists(st.tuples(ends, role, ends), max_size=3)):
        inner[source].append(f":{name} x{target}")
    for source, name, value in draw(st.lists(st.tuples(ends, role, st.sampled_from(VALUES)), max_size=3)):
        inner[source].append(f":{name} {value}")
    for i in reversed(range(size)):
        text = f"(x{i} / {' '.join([draw(st.sampled_from(CONCEPTS)), *inner[i]])})"
        if i:
            inner[draw(st.integers(0, i - 1))].append(f":{draw(role)} {text}")
    return text


def listed(graph_rows, keys):
    """The triples as a list of (source, role, target), nodes being ("node", number)."""
    roles, texts = list(keys.roles), list(keys.texts)
    triples = []
    for node, role, text in zip(
        graph_rows.node.tolist(), graph_rows.role.tolist(), graph_rows.text.tolist(), strict=True
    ):
        name = roles[role]
        ends = ("node", node), texts[text]
        triples.append(
            (ends[1], name.removesuffix(REVERSED), ends[0])
            if name.endswith(REVERSED)
            else (ends[0], name, ends[1])
        )
    for source, target, role in zip(
        graph_rows.source.tolist(), graph_rows.target.tolist(), graph_rows.edge_role.tolist(), strict=True
    ):
        triples.append((("node", source), roles[role], ("node", target)))
    return triples


def twin(aspect, triples):
    """The triples of an aspect, step by step."""
    edges = [t for t in triples if t[1] != INSTANCE_ROLE]
    if aspect.reentrant:
        taken = {t for t in edges if isinstance(t[2], tuple) and sum(u[2] == t[2] for u in edges) > 1}
    else:
        taken = {t for t in triples if t[1] in aspect.roles}
        members = {t[0] for t in triples if t[2] in aspect.concepts}
        taken |= {t for t in triples if t[0] in members or t[2] in members}
    if aspect.above:
        sources = {t[0] for t in taken}
        taken |= {t for t in triples if t[2] in sources}
    for _ in range(0 if aspect.reentrant else aspect.below):
        targets = {t[2] for t in taken}
        taken |= {t for t in edges if t[0] in targets}
    if aspect.predicates and not aspect.reentrant:
        terms = {t[0] for t in taken} | {t[2] for t in taken}
        for t in edges:
            entered = any(u[2] == t[0] for u in edges)
            if t[2] in terms and t[1] != " root" and not entered and sum(u[0] == t[0] for u in edges) == 1:
                taken.add(t)
    terms = {t[0] for t in taken} | {t[2] for t in taken}
    return taken | {t for t in triples if t[1] == INSTANCE_ROLE and t[0] in terms}


def written(triple):
    source, role, target = ((str(part[1]) if isinstance(part, tuple) else part) for part in triple)
    return f"{source}/{target}" if role == INSTANCE_ROLE else f"{role.strip()}({source},{target})"


@given(drawn_texts())
def test_aspects_are_those_of_the_twin(text):
    """All aspects of any graph, arguments renamed or not."""
    for named in ({}, roles_of(FRAMES)):
        side, keys = described(text, named)
        triples = listed(side.rows, keys)
        for name, aspect in ASPECTS.items():
            wanted = {written(triple) for triple in twin(aspect, triples)}
            assert triples_of(side.part(aspect), keys) == wanted, name


@given(drawn_texts())
def test_renaming_changes_roles_alone(text):
    """Every argument has the role of its description; nothing else changes."""
    keys = Keys()
    graphs = read_texts(text)
    named = roles_of(FRAMES)
    before = set(listed(rows(graphs, keys, AMR), keys))
    concept = {source: target for source, role, target in before if role == INSTANCE_ROLE}
    after = listed(Described(graphs, keys, AMR, named).rows, keys)
    wanted = [(s, named.get((concept.get(s), role), role), t) for s, role, t in before]
    assert sorted(map(written, after)) == sorted(map(written, wanted))


# --- scores ---------------------------------------------------------------------------------------


def test_the_correspondence_is_that_of_all_triples_or_its_own():
    """Two boys: all triples bring the runners together, the polarities alone the negated ones."""
    gold = "(a / and :op1 (d / boy :ARG0-of (r / run-02) :polarity -) :op2 (b / dog))"
    system = "(a / and :op1 (b / boy :ARG0-of (r / run-02)) :op2 (d / dog :polarity -))"
    result = nerkit.evaluate(
        [gold], [system], task="amr", measures=["aspect/polarity", "aspect/polarity-own"], standardise="amr"
    )
    assert [(row.p_num, row.p_den, row.r_den) for row in result.rows] == [(0, 2, 4), (1, 2, 4)]


def test_frames_come_from_a_file_or_from_memory(run, write):
    """`--frames FILE` is read and named in the signature; in Python a mapping does."""
    graph = "(c / carve-01 :ARG0 (b / boy) :ARG2 (k / knife))"
    path = write("frames.txt", "carve-01  ARG0: carver  ARG2: a tool\n")
    gold = write("g.amr", graph)
    done = run("amr", "-g", gold, gold, "-m", "aspect/instrument", "--frames", path)
    assert done.out.splitlines()[1].split()[-2:] == ["3", "3"]
    assert f"|frames:{path}|" in done.err
    result = nerkit.evaluate([graph], [graph], task="amr", measures=["aspect/instrument"], frames=FRAMES)
    assert result["aspect/instrument"].r_den == 3


def test_frames_without_aspects_are_warned_of():
    """They change nothing else."""
    result = nerkit.evaluate(["(b / boy)"], ["(b / boy)"], task="amr", frames=FRAMES)
    assert result.warnings[-1] == "frames=… changes only aspects, and you ask for no aspect measure"


def test_the_group_is_all_aspects():
    """`aspects` is what smatch++ prints, in its order."""
    result = nerkit.evaluate(["(b / boy)"], ["(b / boy)"], task="amr", measures=["aspects"])
    assert [row.measure for row in result.rows] == list(ASPECTS)
    assert sum(measure.name.startswith("aspect/") for measure in MEASURES) == 2 * len(ASPECTS) == 38
