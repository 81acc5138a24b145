"""Matchings of arrays in order, all tried, and the bag of the oracle: `MATCHED[mode](table of cells)`.

A cell is at least 1 if some leaf of two elements agrees.
"""

from fractions import Fraction

from oracles.values import bag, form

SHARED = Fraction(1, 10**6)  # what an address is worth that both sides have: less than any agreeing leaf


def sequence(table, first=0):
    """The largest sum of cells, each behind the one before in both arrays."""
    if not table:
        return 0
    ways = [v + sequence(table[1:], at + 1) for at, v in enumerate(table[0]) if v >= 1 and at >= first]
    return max([sequence(table[1:], first), *ways])


def position(table):
    """The sum of the cells of the same place."""
    return sum(row[at] for at, row in enumerate(table) if at < len(row))


MATCHED = {"bag": bag, "sequence": sequence, "position": position}


def shared(x, y):
    """How two leaves agree, if addresses that both sides have decide between equal numbers of leaves."""
    return (form(x) == form(y)) + SHARED
