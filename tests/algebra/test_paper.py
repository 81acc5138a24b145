"""The metrics of Chen et al. (2023), each in at most five lines, on examples of the paper and its sources."""

import doctest
import importlib
import inspect
import pkgutil
import random
from pathlib import Path

import pytest

import nerkit
from nerkit import algebra
from nerkit.algebra import (
    f_measure,
    field,
    func,
    match_graphs,
    match_sequences,
    match_sets,
    overlap,
    record,
    same,
    subset,
    tree,
)

# --- sections 2 and 3.1
# -----------------------------------------------------------------------------------------------


def rel_f1():
    """Eq. 10."""
    mention = record(left=same, right=same)
    return match_sets(record(type=same, subj=mention, obj=mention), normalize="f1")


def uas():
    """Eq. 11."""
    return match_sets(record(gov=same, dep=same), normalize="f1")


def las():
    """Eq. 12."""
    return match_sets(record(gov=same, dep=same, rel=same), normalize="f1")


def trig_f1():
    """Eq. 15."""
    return match_sets(record(trig=record(mention=same, type=same)), normalize="f1")


def arg_f1():
    """Eq. 16."""
    args = match_sets(record(mention=same, role=same))
    return match_sets(record(trig=same, args=args), normalize="f1")


# --- section 3.2
# --------------------------------------------------------------------------------------------------------


def ceaf_phi3():
    """Eq. 17."""
    return match_sets(match_sets(same), normalize="f1")


def ceaf_phi4():
    """Eq. 18-19."""
    return match_sets(match_sets(same, normalize="f1"), normalize="f1")


def muc():
    """Eq. 21-22."""
    return match_sets(match_sets(same) - 1, constraint="N:N", normalize="f1")


def b_cubed():
    """Eq. 23-24."""

    def share(n):
        return match_sets(record(mention=same, entity=match_sets(same, normalize=n)), normalize=n)

    return f_measure(precision=share("p"), recall=share("r"))


# --- sections 3.3, 3.4 and 6
# -----------------------------------------------------------------------------------------------


def ceaf_ree():
    """Eq. 26."""
    return match_sets(record(role=same, entity=subset), normalize="f1")


def ceaf_rme_subset():
    """Eq. 27."""
    return match_sets(record(role=same, entity=subset), constraint="N:1", normalize="f1")


def ceaf_rme_phi3():
    """Eq. 28."""
    return match_sets(record(role=same, entity=match_sets(same)), constraint="N:1", normalize="f1")


def scirex():
    """Eq. 29-31."""
    entity = match_sets(overlap(normalize="j") > 0.5, normalize="p") > 0.5
    args = match_sets(record(role=same, entity=entity), normalize="f1")
    return match_sets(record(args=args >= 1), normalize="f1")


def template():
    """Eq. 32, with the hierarchy of Eq. 33."""
    fillers = match_sets(record(slot=same, value=tree("up")))
    return match_sets(record(type=same, fillers=fillers), normalize="f1")


METRICS = [
    *(rel_f1, uas, las, trig_f1, arg_f1, ceaf_phi3, ceaf_phi4, muc, b_cubed),
    *(ceaf_ree, ceaf_rme_subset, ceaf_rme_phi3, scirex, template),
]
FORMULAS = {
    "rel_f1": "F1[1:1](type × subj(left × right) × obj(left × right))",
    "uas": "F1[1:1](gov × dep)",
    "las": "F1[1:1](gov × dep × rel)",
    "trig_f1": "F1[1:1](trig(mention × type))",
    "arg_f1": "F1[1:1](trig × Σ_args[1:1](mention × role))",
    "ceaf_phi3": "F1[1:1](Σ[1:1](same))",
    "ceaf_phi4": "F1[1:1](F1[1:1](same))",
    "muc": "F1[N:N](max(0, Σ[1:1](same) − 1))",
    "b_cubed": "F1 of P[1:1](mention × P_entity[1:1](same)) and R[1:1](mention × R_entity[1:1](same))",
    "ceaf_ree": "F1[1:1](role × ⟦P_entity[1:1](same) ≥ 1⟧)",
    "ceaf_rme_subset": "F1[N:1](role × ⟦P_entity[1:1](same) ≥ 1⟧)",
    "ceaf_rme_phi3": "F1[N:1](role × Σ_entity[1:1](same))",
    "scirex": "F1[1:1](⟦F1_args[1:1](role × ⟦P_entity[1:1](⟦J(|∩|) > 0.5⟧) > 0.5⟧) ≥ 1⟧)",
    "template": "F1[1:1](type × Σ_fillers[1:1](slot × tree_up(value)))",
}


@pytest.mark.parametrize("metric", METRICS)
def test_a_metric_is_at_most_five_lines_and_prints_its_formula(metric):
    """Every metric of sections 2 to 3.4, in the notation of the paper."""
    lines = [line for line in inspect.getsource(metric).splitlines() if line.strip()]
    assert len(lines) - 2 <= 5  # without its name and its docstring
    assert str(metric()) == FORMULAS[metric.__name__]


def relation(kind, subj, obj):
    sides = {name: {"left": span[0], "right": span[1]} for name, span in (("subj", subj), ("obj", obj))}
    return {"type": kind, **sides}


def test_relations():
    """One of two relations on both sides is right: the capital is, the place is another one."""
    gold = [relation("cap", (0, 1), (3, 5)), relation("loc", (7, 8), (3, 5))]
    system = [relation("cap", (0, 1), (3, 5)), relation("loc", (0, 1), (3, 5))]
    score = rel_f1()([gold], [system])
    assert (score.precision, score.recall, score.f1) == (0.5, 0.5, 0.5)
    mention = record(left=same, right=same)
    jaccard = match_sets(record(type=same, subj=mention, obj=mention), normalize="j")
    assert jaccard.score([gold], [system]) == pytest.approx(1 / 3)


def test_dependencies():
    """Three of four heads are right, two of them with their relation."""
    gold = [
        {"gov": g, "dep": d, "rel": r}
        for g, d, r in ((2, 1, "det"), (3, 2, "nsubj"), (0, 3, "root"), (3, 4, "obj"))
    ]
    system = [dict(edge) for edge in gold]
    system[0]["gov"], system[3]["rel"] = 3, "obl"
    assert uas().score([gold], [system]) == 0.75
    assert las().score([gold], [system]) == 0.5


def event(kind, trigger, *args):
    return {
        "trig": {"mention": trigger, "type": kind},
        "args": [{"mention": mention, "role": role} for mention, role in args],
    }


def test_arguments_count_below_a_right_trigger_only():
    """Two triggers of two are right; of the arguments of the second one is in another role."""
    gold = [
        event("Die", (9, 10), ((3, 4), "Place"), ((5, 8), "Victim")),
        event("Attack", (14, 15), ((3, 4), "Target")),
    ]
    system = [
        event("Die", (9, 10), ((5, 8), "Victim")),
        event("Attack", (14, 15), ((3, 4), "Place"), ((5, 8), "Target")),
    ]
    assert trig_f1().score([gold], [system]) == 1
    assert arg_f1().counts([gold], [system]).numbers.tolist() == [[1, 3, 1, 3]]
    wrong = [event("Injure", (9, 10), ((3, 4), "Place"), ((5, 8), "Victim"))]
    assert arg_f1().score([gold], [wrong]) == 0


# Pradhan et al. (2014), the example of the reference scorer
GOLD = [["a", "b", "c"], ["d", "e", "f", "g"]]
SYSTEM = [["a", "b"], ["c", "d"], ["f", "g", "h", "i"]]


def memberships(entities):
    return [{"mention": mention, "entity": entity} for entity in entities for mention in entity]


def test_coreference():
    """MUC 2/5 and 2/5, B-cubed 4/8 and 35/84, CEAF-m 4/8 and 4/7, CEAF-e 1.3/3 and 1.3/2."""
    assert muc().counts([GOLD], [SYSTEM]).numbers.tolist() == [[2, 5, 2, 5]]
    assert ceaf_phi3().counts([GOLD], [SYSTEM]).numbers.tolist() == [[4, 8, 4, 7]]
    assert ceaf_phi4().counts([GOLD], [SYSTEM]).numbers.tolist() == [pytest.approx([1.3, 3, 1.3, 2])]
    score = b_cubed()([memberships(GOLD)], [memberships(SYSTEM)])
    assert (score.precision, score.recall) == pytest.approx((0.5, 35 / 84))


def filler(role, *mentions):
    return {"role": role, "entity": list(mentions)}


def test_role_fillers():
    """Four of five predicted entities are parts of gold ones (1:1); N:1 takes all five: recall passes 1."""
    gold = [filler("Target", *entity) for entity in (("m1", "m2", "m3"), ("m4",), ("m5",), ("m6",))]
    system = [filler("Target", mention) for mention in ("m4", "m1", "m5", "m6", "m3")]
    assert ceaf_ree().counts([gold], [system]).numbers.tolist() == [[4, 5, 4, 4]]
    assert ceaf_rme_subset()([gold], [system]).recall == 1.25
    assert ceaf_rme_phi3().counts([gold], [system]).numbers.tolist() == [[5, 5, 5, 6]]


def test_n_ary_relations():
    """A relation is right if all its entities are; an entity if more than half of its mentions are."""
    gold = [{"args": [filler("Task", (0, 3), (9, 10)), filler("Method", (5, 7))]}]
    good = [{"args": [filler("Task", (0, 2), (9, 10), (20, 21)), filler("Method", (5, 7))]}]
    half = [{"args": [filler("Task", (0, 2), (20, 21)), filler("Method", (5, 7))]}]
    assert scirex().score([gold, gold], [good, half]) == 0.5


def test_templates():
    """Half credit for a filler whose type is above gold's, no template without its type."""
    gold = [
        {
            "type": "bombing",
            "fillers": [{"slot": "target", "value": "building.church"}, {"slot": "perp", "value": "x"}],
        }
    ]
    system = [
        {"type": "bombing", "fillers": [{"slot": "target", "value": "building"}]},
        {"type": "arson", "fillers": []},
    ]
    assert template().counts([gold], [system]).numbers.tolist() == [[0.5, 1, 0.5, 2]]


def test_sequences_and_graphs():
    """Section 5: 1, 3 and 5 are in order; a chain and a fork of three equal nodes have two in common."""
    assert match_sequences(same).score([[1, 3, 5, 7, 9]], [[1, 2, 3, 4, 5]]) == 3
    chain = {"nodes": ["x", "x", "x"], "edges": [[0, 1], [1, 2]]}
    fork = {"nodes": ["x", "x", "x"], "edges": [[0, 1], [0, 2]]}
    assert match_graphs(same).score([chain], [fork]) == 2


@pytest.mark.parametrize(
    ("system", "depth", "ancestors"),
    [
        ("Conflict.Attack.Bomb", 1, 1),
        ("Conflict.Attack.Stab", 0.5, 2 / 3),
        ("Conflict.Protest.Bomb", 0.25, 1 / 3),
        ("Life", 0, 0),
    ],
)
def test_hierarchical_types(system, depth, ancestors):
    """Section 6, Eq. 38 and 39, for the gold type Conflict.Attack.Bomb."""
    gold = ["Conflict.Attack.Bomb"]
    assert match_sets(tree("depth")).score([gold], [[system]]) == depth
    assert match_sets(tree("ancestors")).score([gold], [[system]]) == pytest.approx(ancestors)


def test_words_that_do_not_count():
    """Eq. 45-46: one word in common is enough; a premodifier is none: it is not similar even to itself."""
    word = func(lambda gold, system: float(gold == system and gold != "the"), name="word")
    phrase = match_sets(word, normalize="j") > 0
    metric = match_sets(phrase, normalize="f1")
    assert metric.score([[["the", "peasants"]]], [[["three", "peasants"]]]) == 1
    assert metric.score([[["the", "peasants"]]], [[["the", "mayor"]]]) == 0


# --- the fast commands
# -------------------------------------------------------------------------------------------------------


def clusters(chance, mentions):
    """A random partition of some mentions."""
    found = {}
    for mention in range(mentions):
        if chance.random() < 0.9:
            found.setdefault(chance.randrange(6), []).append(mention)
    return list(found.values())


@pytest.mark.parametrize("seed", range(5))
def test_cluster_metrics_are_those_of_nerkit_spans(seed):
    """On random corpora, one document at a time, as the fast scorer looks at clusters over the corpus."""
    chance = random.Random(seed)
    gold, system = clusters(chance, 25), clusters(chance, 25)
    spans = [
        [(mention, mention + 1, "X", f"e{i}") for i, entity in enumerate(side) for mention in entity]
        for side in (gold, system)
    ]
    measures = {"muc": muc(), "mention_ceaf": ceaf_phi3(), "entity_ceaf": ceaf_phi4(), "b_cubed": b_cubed()}
    fast = nerkit.evaluate(*([side] for side in spans), task="spans", measures=list(measures))
    for name, metric in measures.items():
        shape = memberships if name == "b_cubed" else list
        score = metric([shape(gold)], [shape(system)])
        row = fast[name]
        assert (score.precision, score.recall) == pytest.approx((row.precision, row.recall)), name


def test_relations_are_those_of_nerkit_spans():
    """A set intersection is a set intersection: spans with types, as records."""
    chance = random.Random(1)
    sides = [
        [
            [(chance.randrange(9), 10 + chance.randrange(3), chance.choice("AB")) for _ in range(12)]
            for _ in range(4)
        ]
        for _ in range(2)
    ]
    metric = match_sets(field(0, same) * field(1, same) * field(2, same), normalize="f1")
    assert metric.score(*sides) == pytest.approx(nerkit.evaluate(*sides, measures="sets::span+type").f1)


def test_the_examples_in_the_modules():
    """Every doctest of the algebra and of its page holds."""
    names = [name for _, name, _ in pkgutil.iter_modules(algebra.__path__, "nerkit.algebra.")]
    tried = [doctest.testmod(importlib.import_module(name)) for name in ["nerkit.algebra", *names]]
    assert not any(found.failed for found in tried)
    assert sum(found.attempted for found in tried) > 8
    page = Path(__file__).parents[2] / "docs" / "algebra.md"
    assert doctest.testfile(str(page), module_relative=False).failed == 0
