"""What a gate catches: false alarms and planted losses, by the exact test itself on drawn test sets."""

import numpy as np
import pytest

from nerkit.results.counts import ALL, Counts, Part
from nerkit.results.rows import EVERYTHING
from nerkit.stats.exact.rows import ExactTest
from nerkit.stats.losses import UnitParts, below, caught, fewest, parts_of_difference, worse_at
from nerkit.stats.units import Key, Sheet, Units

KEY = Key("m", (EVERYTHING, ALL))
SETS = 150


def sheets(first, second, gold):
    """The sheets of two systems; each has the right and all items of every document."""

    def counts(right, found):
        numbers = np.stack([right, found, right, gold], axis=1).astype(float)
        places = np.arange(len(gold))
        return Counts.collect([str(i) for i in places], (), [Part("m", places, [ALL], 0 * places, numbers)])

    units = Units("document", {"a": counts(*first), "b": counts(*second)}).aligned()
    return tuple(next(iter(units.sheets(name, [KEY]))) for name in "ab")


def is_worse(first: Sheet, second: Sheet):
    """Whether the gate fails: exact p of at most 0.05, and the second system has less."""
    delta = float((second.of_all - first.of_all)[0, 0, 0])
    return delta < 0 and ExactTest.of(first, second).value(delta).p <= 0.05


def systems(chance, documents, alike):
    """Gold and two equally good systems, which differ in the share 1 - *alike* of the documents."""
    gold = chance.integers(1, 20, documents)
    first, other = (chance.binomial(gold, 0.7) for _ in range(2))
    found = first + chance.binomial(gold - first, 0.7)
    changed = chance.random(documents) >= alike
    return gold, (first, found), (np.where(changed, other, first), np.where(changed, other + 1, found))


@pytest.mark.parametrize(("documents", "alike"), [(15, 1.0), (40, 0.8), (40, 0.0)])
def test_a_loss_of_the_printed_size_is_caught(documents, alike):
    """Documents are drawn, sides change places, so that both systems are as good, and items are lost: the
    gate fails in 80 % of the sets with the loss, and in at most 5 % without, within three standard errors.
    """
    chance = np.random.default_rng(documents + round(alike * 10))
    gold, first, second = systems(chance, documents, alike)
    loss = caught(
        parts_of_difference(*sheets(first, second, gold), lower=False), worse_at(), 0.0, 1
    ).detectable
    f1 = 2 * second[0].sum() / (second[1].sum() + gold.sum())
    alarms = hits = 0
    for _ in range(SETS):
        drawn, turned = chance.integers(0, documents, documents), chance.random(documents) < 0.5
        one = [np.where(turned, b[drawn], a[drawn]) for a, b in zip(first, second, strict=True)]
        right, found = (np.where(turned, a[drawn], b[drawn]) for a, b in zip(first, second, strict=True))
        alarms += is_worse(*sheets(one, (right, found), gold[drawn]))
        lost = chance.binomial(right, loss / f1)
        hits += is_worse(*sheets(one, (right - lost, found), gold[drawn]))
    assert alarms / SETS <= 0.05 + 3 * (0.05 * 0.95 / SETS) ** 0.5
    assert hits / SETS >= 0.8 - 3 * (0.8 * 0.2 / SETS) ** 0.5


def test_what_cannot_be_caught():
    """Of five documents p is never below 1/16; a value far above its threshold loses more than it has."""
    assert (fewest(0.05), fewest(0.0625), fewest(0.01)) == (6, 5, 8)
    few = UnitParts(np.zeros(5), np.ones(5), 0.01, turned=True, most=0.8)
    assert caught(few, worse_at(), 0.0, 1).detectable is None
    value = UnitParts(np.zeros(20), np.ones(20), 0.01, turned=False, most=0.1)
    assert caught(value, below(0.3, 0.0, value), 0.3, 1).detectable is None


def test_without_noise_a_loss_is_caught_at_the_threshold():
    """A value that does not vary fails when it has lost its distance from the threshold."""
    parts = UnitParts(np.zeros(50), np.full(50, 20.0), 0.001, turned=False, most=1.0)
    found = caught(parts, below(0.1, 0.0, parts), 0.1, 1)
    assert found.false_alarms == 0
    assert found.detectable == pytest.approx(
        0.11, abs=0.005
    )  # 101 items, and a few as they are lost by chance


def test_many_units_are_grouped():
    """In groups the simulated loss and the false alarms stay as they were, within the noise of the sets."""
    chance = np.random.default_rng(4)
    few = chance.normal(0, 1e-3, 2000)
    one, many = (
        UnitParts(np.tile(few, k) / k**1.5, np.ones(2000 * k), 1e-4 / k**2, turned=True, most=0.8)
        for k in (1, 4)
    )
    single, grouped = (caught(parts, worse_at(), 0.0, 1, sets=500) for parts in (one, many))
    assert grouped.detectable * 4 == pytest.approx(single.detectable, rel=0.15)
    assert grouped.false_alarms == pytest.approx(single.false_alarms, abs=0.03)
