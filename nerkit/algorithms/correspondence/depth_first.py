"""Depth-first search for a mapping above the best so far: branch and bound, one left node after the other.

The prices behind a bound (`FreeAssignment.prices`) show how far each mapping is below the bound:

    profit    x   y   wage      bound   3 + 1 + 1 + 0 = 5, the assignment a-y, b-x
    a         4   3   3         b-y     has an excess of 1 + 0 - 0 = 1: assignments with b-y have at most 4
    b         2   0   1         a-x     has no excess, but if b is left alone, its wage of 1 is lost: 4
    price     1   0

A mapping loses the excess of its pairs, and the wages and prices of nodes that are left alone. It also loses
the shares that the bound counted for its pairs with partners that are not mapped. If the best value is 3 and
gains are integers, only a mapping that loses at most 5 - 4 = 1, the *room*, is better. The search gives one
left node after the other a partner or none, and turns back if the mapping loses more than the room. If the
bound is close to the value, it looks at few mappings. If the search ends, no better mapping is left.
"""

from typing import NamedTuple, Self

from nerkit.algorithms.columns import NONE, FloatArray, IntArray
from nerkit.algorithms.correspondence.assignment import Prices
from nerkit.algorithms.correspondence.problem import Problem

STEP_COST = 25  # elementary steps for each pair, each edge, and each tried partner
MOST_ROWS = 60  # with more left nodes that have a choice, the search would hardly end


class Ledger(NamedTuple):
    """A problem and the prices behind a bound, as lists: the earnings and the losses of mappings.

    pairs    per pair: left node, right node, reward, excess, and the sum of shares that the bound counts
    edges    per edge: earlier pair, later pair, gain, and the shares of both pairs
    wages    of the left nodes
    prices   of the right nodes
    """

    pairs: list[tuple[int, int, float, float, float]]
    edges: list[tuple[int, int, float, float, float]]
    wages: list[float]
    prices: list[float]

    @classmethod
    def of(
        cls,
        problem: Problem,
        nodes: tuple[IntArray, IntArray],
        ends: tuple[IntArray, IntArray],
        bound: tuple[FloatArray, Prices, FloatArray],
    ) -> Self:
        """Make the ledger of a problem. *nodes* gives the nodes of each pair, *ends* the pairs of each edge.

        *bound* holds the profits behind the bound, their prices, and the multipliers.
        """
        profit, (wage, price, excess), multipliers = bound
        half = problem.gain / 2
        shares = (half + multipliers).clip(0), (half - multipliers).clip(0)
        pairs = (*nodes, problem.reward, excess.clip(0), profit - problem.reward)
        edges = (*ends, problem.gain, *shares)
        return cls(_rows(pairs), _rows(edges), wage.tolist(), price.tolist())

    def part(self, pairs: slice, edges: slice, rows: slice, columns: slice) -> Self:
        """Return the part of one problem, if several problems follow each other in the ledger."""
        return self._replace(
            pairs=self.pairs[pairs],
            edges=self.edges[edges],
            wages=self.wages[rows],
            prices=self.prices[columns],
        )


def _rows(columns: tuple[IntArray | FloatArray, ...]) -> list[tuple[int, int, float, float, float]]:
    first, second, *amounts = (column.tolist() for column in columns)
    return list(zip(first, second, *amounts, strict=True))


class DepthFirst:
    """The search in one problem.

    best     the pairs of the best mapping found; None if no mapping is above *value*
    value    the value of this mapping
    steps    the number of partners tried
    ended    whether no better mapping is left
    """

    def __init__(self, ledger: Ledger, bound: float, value: float, least: float, limit: int) -> None:
        """Search at once.

        least   the least difference of a better mapping from *value*, less the error of rounding
        limit   the most steps
        """
        self.ledger, self.value, self.least, self.limit = ledger, value, least, limit
        self.best: list[int] | None = None
        self.steps = 0
        self.gained = 0.0  # the growth of the best value, by which the room has become smaller
        room = bound - value - least
        self.row = [pair[0] for pair in ledger.pairs]
        self.column = [pair[1] for pair in ledger.pairs]
        self.options = self._options(room)
        self._note_shares()
        open_rows = sum(len(options) > 1 for options in self.options)
        self.ended = open_rows <= MOST_ROWS
        if self.ended and all(self.options):
            self.order = self._order()
            self.partner: list[int | None] = [None] * len(self.options)  # None: undecided
            self.used = [False] * len(ledger.prices)
            self.lost = [0.0] * len(ledger.pairs)
            self.prices_at, room = self._price_places(room)
            self._visit(0, room)

    def _options(self, room: float) -> list[list[tuple[float, int]]]:
        """Return for each left node its possible pairs, or NONE, each with its loss; the cheapest first."""
        options = [[(wage, NONE)] if wage <= room else [] for wage in self.ledger.wages]
        for pair, (row, _, _, excess, _) in enumerate(self.ledger.pairs):
            if excess <= room:
                options[row].append((excess, pair))
        for row_options in options:
            row_options.sort()
        return options

    def _note_shares(self) -> None:
        """Note the shares of each pair with others, and the most that the pair can count.

        shares      per pair: partner -> share
        counted     per pair: left node -> the largest share with a pair of this node
        counting    per left node: the pairs that count shares with it, and their largest share
        spare       per pair: how much of these shares it may lose before it earns less than its profit
        """
        self.shares: list[dict[int, float]] = [{} for _ in self.ledger.pairs]
        for earlier, later, _, early_share, late_share in self.ledger.edges:
            self.shares[earlier][later], self.shares[later][earlier] = early_share, late_share
        self.counted: list[dict[int, float]] = []
        self.counting: list[list[tuple[int, float]]] = [[] for _ in self.ledger.wages]
        self.spare: list[float] = []
        for pair, shares in enumerate(self.shares):
            counted: dict[int, float] = {}
            for partner, share in shares.items():
                row = self.row[partner]
                counted[row] = max(share, counted.get(row, 0.0))
            self.counted.append(counted)
            for row, share in counted.items():
                self.counting[row].append((pair, share))
            self.spare.append(sum(counted.values()) - self.ledger.pairs[pair][4])

    def _order(self) -> list[int]:
        """Return the left nodes in the order of the decisions.

        Nodes without a choice come first. Then comes always the node with the most links to earlier nodes,
        per possible partner. Two nodes are linked if one counts shares with the other or both want the same
        partner.
        """
        by_column: dict[int, set[int]] = {}
        near: list[set[int]] = [set() for _ in self.options]
        for row, options in enumerate(self.options):
            for _, pair in options:
                if pair != NONE:
                    by_column.setdefault(self.column[pair], set()).add(row)
                    near[row].update(self.counted[pair])
        for rows in by_column.values():
            for row in rows:
                near[row] |= rows
        order = [row for row, options in enumerate(self.options) if len(options) < 2]
        waiting = [row for row, options in enumerate(self.options) if len(options) > 1]
        links = [0] * len(self.options)
        while waiting:
            nearest = max(waiting, key=lambda row: links[row] / len(self.options[row]))
            waiting.remove(nearest)
            order.append(nearest)
            for row in near[nearest]:
                links[row] += 1
        return order

    def _price_places(self, room: float) -> tuple[list[list[tuple[int, float]]], float]:
        """Return for each place of the order the right nodes that can get no partner after it, with their
        prices.

        Also return the room, less the prices of right nodes that get no partner at all.
        """
        last: dict[int, int] = {}
        for place, row in enumerate(self.order):
            for _, pair in self.options[row]:
                if pair != NONE:
                    last[self.column[pair]] = place
        places: list[list[tuple[int, float]]] = [[] for _ in self.order]
        for column, price in enumerate(self.ledger.prices):
            if column in last:
                places[last[column]].append((column, price))
            else:
                room -= price
        return places, room

    def _visit(self, place: int, room: float) -> None:
        """Try all partners of the left node at this place of the order, and everything that can follow."""
        if place == len(self.order):
            self._arrive()
            return
        row, used, column = self.order[place], self.used, self.column
        for loss, pair in self.options[row]:
            if room - loss < self.gained or not self.ended:
                return
            if pair != NONE and used[column[pair]]:
                continue
            self.steps += 1
            self.ended = self.steps <= self.limit
            before: list[tuple[int, float]] = []  # pairs that lose shares, with their losses before
            left = room - loss - self._loss_of_shares(row, pair, before)
            self.partner[row] = pair
            if pair != NONE:
                used[column[pair]] = True
            for node, price in self.prices_at[place]:
                if not used[node]:
                    left -= price
            if left >= self.gained:
                self._visit(place + 1, left)
            self.partner[row] = None
            if pair != NONE:
                used[column[pair]] = False
            for partner, lost in before:
                self.lost[partner] = lost

    def _loss_of_shares(self, row: int, pair: int, before: list[tuple[int, float]]) -> float:
        """Return the profit that decided pairs lose if the left node gets this pair, or NONE."""
        lost, spare, shares, loss = self.lost, self.spare, self.shares, 0.0
        for partner, share in self.counting[row]:
            if self.partner[self.row[partner]] == partner:
                missing = share - shares[partner].get(pair, 0.0)
                if missing > 0:
                    earlier = lost[partner]
                    before.append((partner, earlier))
                    lost[partner] = earlier + missing
                    loss += max(earlier + missing - spare[partner], 0.0) - max(earlier - spare[partner], 0.0)
        if pair != NONE:
            own, missing = shares[pair], 0.0
            for node, share in self.counted[pair].items():
                partner_there = self.partner[node]
                if partner_there is not None:
                    missing += share - own.get(partner_there, 0.0)
            lost[pair] = missing
            loss += max(missing - spare[pair], 0.0)
        return loss

    def _arrive(self) -> None:
        """Take the mapping if it is better. All left nodes are decided."""
        ledger = self.ledger
        pairs = [pair for pair in self.partner if pair is not None and pair != NONE]
        chosen = set(pairs)
        value = sum(ledger.pairs[pair][2] for pair in pairs)
        value += sum(gain for one, two, gain, _, _ in ledger.edges if one in chosen and two in chosen)
        if value >= self.value + self.least:
            self.gained += value - self.value
            self.value, self.best = value, pairs
