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
from nerkit.algebra import f_measure, match_sets, overlap, record, same, subset, tree

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


def memberships(entities):
    return [{"mention": mention, "entity": entity} for entity in entities for mention in entity]


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


def test_the_examples_in_the_modules():
    """Every doctest of the algebra and of its page holds."""
    names = [name for _, name, _ in pkgutil.iter_modules(algebra.__path__, "nerkit.algebra.")]
    tried = [doctest.testmod(importlib.import_module(name)) for name in ["nerkit.algebra", *names]]
    assert not any(found.failed for found in tried)
    assert sum(found.attempted for found in tried) > 8
    page = Path(__file__).parents[2] / "docs" / "algebra.md"
    assert doctest.testfile(str(page), module_relative=False).failed == 0
