"""The steps of the solver: where the limit ends them, they are the same on every machine.

Whoever changes how the solver goes on runs this module as a script, which prints the table anew.
"""

import random

import numpy as np
import pytest
from tries import each

from nerkit.algorithms.correspondence import solver
from nerkit.algorithms.correspondence.assignment import FreeAssignment
from nerkit.algorithms.correspondence.bounds import Relaxed
from nerkit.algorithms.correspondence.problem import Problem, Tuples, problem


def pair(sizes, edges, *, keys=1, labels=1):
    """Two graphs at random; nodes have so many labels, edges so many keys."""
    chance, sides = random.Random(1), []
    for size in sizes:
        ends = chance.sample([(a, b) for a in range(size) for b in range(size) if a != b], edges)
        edge_keys = np.array([chance.randrange(keys) for _ in ends])
        node = np.arange(size)
        sides.append(Tuples(size, node, node % labels, *np.array(ends).T, edge_keys))
    return sides


def rings(*lengths):
    """Circles of so many nodes, without labels."""
    begins = np.repeat(np.cumsum([0, *lengths[:-1]]), lengths)
    source = np.arange(sum(lengths))
    target = begins + (source - begins + 1) % np.repeat(lengths, lengths)
    return Tuples(len(source), source[:0], source[:0], source, target, np.zeros(len(source), np.int64))


def fans(gold, system):
    """Two stars whose nodes are alike."""
    sides = []
    for leaves in (gold, system):
        node = np.arange(leaves + 1)
        sides.append(Tuples(leaves + 1, node, 0 * node, 0 * node[1:], node[1:], 0 * node[1:]))
    return sides


def taken_from(first, second):
    """A linear program that takes so much of one assignment and the rest of another, and bounds nothing."""

    def relaxed(part: Problem, *_):
        size = len(part.first)
        marks = np.arange(1.0, size + 1) * 7 % 11
        one, other = (FreeAssignment(part).solve(profit) for profit in (marks, marks[::-1].copy()))
        nothing = np.full(size, np.inf)
        return Relaxed(first * one + second * other, np.inf, nothing, 1000)

    return relaxed


# without linear program and without depth-first search, without a program, and with one
PROGRAMS = {"none": None, "searched": None, "even": taken_from(0.5, 0.5), "uneven": taken_from(0.75, 0.25)}
CASES = {
    "alike": (problem(*pair((9, 8), 16)), {}),
    "labels": (problem(*pair((12, 11), 30, keys=2, labels=2)), {}),
    "parts": (problem(*pair((8, 7), 14), 0.5, 0.75), {}),
    "in order": (problem(*pair((12, 11), 40)), {"order": True}),
    "ranked": (problem(*pair((9, 8), 16, keys=2), 17, np.array([18, 17])), {"unit": 17}),
    "ranked by two": (problem(*pair((9, 8), 16, keys=2), 2, np.array([3, 2])), {"unit": 2}),
    "rings": (problem(rings(4, 4), rings(7)), {}),
    "fans": (problem(*fans(6, 5)), {}),
    "2000 pairs": (problem(*pair((50, 40), 9)), {}),
    "2001 pairs": (problem(*pair((69, 29), 9)), {}),
    "two rings": (problem(rings(5, 5), rings(10)), {}),
}


def steps(name, program, limit):
    """Value, bound, proof, what is left of the limit, and the mapping as one number."""
    made, settings = CASES[name]
    with pytest.MonkeyPatch.context() as patch:
        if PROGRAMS[program]:
            patch.setattr(solver, "SMALL", 0)
            patch.setattr(solver, "relaxed", PROGRAMS[program])
        else:
            patch.setattr(solver, "SMALL", 10**9)
        if program == "none":
            patch.setattr(solver._Solver, "depth_first", lambda *_: False)
        solving = solver._Solver(made, limit, settings.get("order", False), settings.get("unit", 1))
        solving.run()
        left, answer = solving.budget, solving.answer()
    mapping = sum((place + 1) * (node + 1) for place, node in enumerate(answer.mapping.tolist()))
    return answer.value, round(answer.bound, 6), answer.proof, left, mapping


# case, program, limit -> value, bound, proof, what is left of the limit, and the mapping as one number
STEPS = {
    ("alike", "none", "1168"): (16.0, 21.0, "limit", 0, 188),
    ("ranked by two", "none", "2000000"): (36.0, 36.0, "tree", 1049183, 173),
    ("ranked by two", "none", "600000"): (36.0, 37.0, "limit", 79065, 173),
    ("alike", "none", "2000000"): (18.0, 19.0, "limit", 0, 160),
    ("alike", "none", "600000"): (18.0, 20.0, "limit", 0, 160),
    ("alike", "even", "2000000"): (18.0, 19.0, "limit", 0, 160),
    ("labels", "none", "2000000"): (24.0, 25.0, "limit", 0, 354),
    ("labels", "none", "600000"): (24.0, 26.0, "limit", -10590, 354),
    ("parts", "none", "2000000"): (11.0, 11.0, "tree", 588427, 108),
    ("parts", "none", "600000"): (11.0, 11.793563, "limit", 0, 108),
    ("parts", "even", "2000000"): (11.0, 11.0, "tree", 512698, 108),
    ("parts", "uneven", "2000000"): (11.0, 11.0, "tree", 535918, 108),
    ("in order", "none", "2000000"): (28.0, 30.0, "limit", 0, 569),
    ("in order", "none", "600000"): (28.0, 33.0, "limit", 0, 569),
    ("in order", "even", "2000000"): (28.0, 31.0, "limit", 0, 569),
    ("ranked", "none", "2000000"): (276.0, 288.0, "limit", 777181, 173),
    ("ranked", "none", "600000"): (276.0, 294.0, "limit", 0, 173),
    ("ranked", "even", "2000000"): (276.0, 288.0, "limit", 822213, 173),
    ("ranked", "uneven", "2000000"): (276.0, 288.0, "limit", 827773, 173),
    ("rings", "none", "2000000"): (5.0, 5.0, "tree", 856281, 140),
    ("rings", "none", "600000"): (5.0, 6.0, "limit", 0, 140),
    ("rings", "even", "2000000"): (5.0, 5.0, "tree", 1708609, 140),
    ("fans", "none", "2000000"): (11.0, 11.0, "ascent", 1999796, 91),
    ("2000 pairs", "none", "2000000"): (45.0, 45.0, "ascent", 622994, 20155),
    ("2000 pairs", "none", "600000"): (45.0, 47.0, "limit", -8624, 19278),
    ("2001 pairs", "none", "2000000"): (35.0, 35.0, "ascent", 1682372, 9424),
    ("2001 pairs", "none", "600000"): (35.0, 35.0, "ascent", 282372, 9886),
    ("two rings", "none", "2000000"): (8.0, 8.0, "tree", 331088, 385),
    ("two rings", "none", "600000"): (8.0, 10.0, "limit", 0, 385),
    ("two rings", "even", "2000000"): (8.0, 8.0, "tree", 1623388, 385),
    ("rings", "even", "600000"): (5.0, 5.0, "tree", 308609, 140),
    ("two rings", "uneven", "600000"): (8.0, 8.0, "tree", 223388, 385),
    ("parts", "even", "600000"): (11.0, 11.765859, "limit", 0, 108),
    ("alike", "none", "3504"): (16.0, 21.0, "limit", 0, 188),
    ("ranked", "none", "173056"): (276.0, 299.0, "limit", -272, 173),
    ("ranked", "none", "37488"): (241.0, 328.0, "limit", 0, 144),
    ("ranked", "none", "37489"): (241.0, 328.0, "limit", 0, 144),
    ("alike", "none", "532849"): (18.0, 20.0, "limit", 0, 160),
    ("alike", "none", "532848"): (18.0, 20.0, "limit", 0, 160),
    ("alike", "even", "532849"): (18.0, 20.0, "limit", -1579, 160),
    ("alike", "searched", "2000000"): (18.0, 20.0, "limit", -10275, 160),
    ("alike", "searched", "600000"): (18.0, 20.0, "limit", 0, 160),
    ("labels", "searched", "2000000"): (24.0, 25.0, "limit", 0, 354),
    ("parts", "searched", "2000000"): (11.0, 11.0, "tree", 744113, 108),
    ("ranked", "searched", "2000000"): (276.0, 288.0, "limit", 823239, 173),
    ("ranked by two", "searched", "600000"): (36.0, 38.0, "limit", 0, 173),
    ("rings", "searched", "2000000"): (5.0, 5.0, "tree", 713835, 140),
    ("two rings", "searched", "2000000"): (8.0, 8.0, "tree", 262067, 385),
    ("2000 pairs", "searched", "2000000"): (45.0, 45.0, "ascent", 476894, 20152),
    ("in order", "searched", "600000"): (28.0, 33.0, "limit", 0, 569),
}


@each("case", STEPS)
def test_the_same_steps_on_every_machine(case):
    """What is proved, what is left of the limit, and which of equally good mappings is the answer."""
    name, program, limit = case
    assert steps(name, program, int(limit)) == STEPS[case]


def test_what_is_solved_by_default(monkeypatch):
    """Up to the limit, in any order, for one objective."""
    calls = []
    solving = solver._Solver

    def made(*settings):
        calls.append(settings[1:])
        return solving(*settings)

    monkeypatch.setattr(solver, "_Solver", made)
    assert solver.solve(CASES["fans"][0]).optimal
    assert calls == [(solver.LIMIT, False, 1)]


if __name__ == "__main__":
    for key in STEPS:
        print(f"    {key}: {steps(key[0], key[1], int(key[2]))},")
