"""Elements of arrays as wholes: which of them may be equal, and the most pairs of equal ones.

An element of gold may be one of several values, one for each choice of its readings; one of the system is
itself. Whether two are equal is asked by forms, which equal values have and no others: all that has a weight,
each array as a bag or in its order.

    gold     any of {x: 1}, {x: 2}     system  {x: 2} {x: 2}
             {x: 2}                            two pairs: elements with the same forms are one kind, of which
                                               as many are paired as a flow from kinds to forms carries
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import product
from math import prod

from nerkit.scorers.json.options import POSITION, SEQUENCE
from nerkit.scorers.json.readings.trees import Array, Tree

MOST_FORMS = 256  # of one element; of an element that may be more values each pair is compared by itself
WholeForm = frozenset[Hashable]
NO_FORM: WholeForm = frozenset()  # of what has nothing with a weight


def forms_of(tree: Tree) -> set[WholeForm] | None:
    """The forms of the values that a tree may be; None for over MOST_FORMS, and where keys pair elements."""
    own = frozenset((path, form) for path, (form, weight) in tree.leaves.items() if weight)
    parts: list[set[WholeForm]] = []
    for path, array in tree.arrays.items():
        listed = _forms_of_array(array)
        if listed is None:
            return None
        parts.append({frozenset([(path, one)]) if one else NO_FORM for one in listed})
    for trees in tree.choices:
        every = [forms_of(one) for one in trees]
        if None in every:
            return None
        parts.append(set().union(*filter(None, every)))
    if prod(map(len, parts)) > MOST_FORMS:
        return None
    return {own.union(*each) for each in product(*parts)}


def _forms_of_array(array: Array) -> set[Hashable] | None:
    """The forms of the arrays that one may be; an empty one for an array that has nothing with a weight."""
    if array.mode == "key":
        return None
    every = [forms_of(tree) for tree in array.trees]
    known = [forms for forms in every if forms is not None]
    if len(known) < len(every) or prod(map(len, known)) > MOST_FORMS:
        return None
    return {_form_of_elements(each, array.mode) for each in product(*known)}


def _form_of_elements(forms: Sequence[WholeForm], mode: str) -> Hashable:
    if mode == POSITION:
        return tuple((place, form) for place, form in enumerate(forms) if form)
    there = [form for form in forms if form]
    return tuple(there) if mode == SEQUENCE else frozenset(Counter(there).items())


def equal_pairs(
    gold: Sequence[Iterable[WholeForm]], system: Sequence[WholeForm]
) -> Iterator[tuple[int, list[int]]]:
    """The places of the elements of the system that each element of gold may be equal to."""
    having = _places(system)
    for place, forms in enumerate(gold):
        others = [other for form in forms for other in having.get(form, ())]
        if others:
            yield place, sorted(others)


def most_equal(
    gold: Sequence[Iterable[WholeForm]], system: Sequence[WholeForm], first: Sequence[bool]
) -> list[tuple[int, int]]:
    """The places of the most pairs of equal elements; of these as many as can be of elements of gold that
    stand *first*.

    A kind of gold is elements with the same forms. Once one is paired it stays so while others are, as along
    an augmenting path only partners change: so that kinds that come first lose nothing to later ones.
    """
    having = _places(system)
    kinds: dict[tuple[bool, frozenset[WholeForm]], list[int]] = {}
    for place, forms in enumerate(gold):
        known = frozenset(form for form in forms if form in having)
        if known:
            kinds.setdefault((not first[place], known), []).append(place)
    ranked = sorted(kinds.items(), key=lambda kind: (kind[0][0], kind[1][0]))
    number = {form: at for at, form in enumerate(having)}
    admitted = [sorted(number[form] for form in forms) for (_, forms), _ in ranked]
    flow = _flow([len(places) for _, places in ranked], admitted, list(map(len, having.values())))
    left = [list(reversed(places)) for places in having.values()]
    pairs: list[tuple[int, int]] = []
    for (_, places), taken in zip(ranked, flow, strict=True):
        others = [left[form].pop() for form in sorted(taken) for _ in range(taken[form])]
        pairs += zip(places, others, strict=False)
    return sorted(pairs)


def _places(system: Sequence[WholeForm]) -> dict[WholeForm, list[int]]:
    having: dict[WholeForm, list[int]] = {}
    for place, form in enumerate(system):
        if form:
            having.setdefault(form, []).append(place)
    return having


def _flow(sizes: Sequence[int], admitted: Sequence[Sequence[int]], room: list[int]) -> list[dict[int, int]]:
    """The largest flow from kinds of so many elements to the forms that each admits, of which there is as
    much as *room* says; for each kind form -> elements. An earlier kind loses nothing to a later
    one.
    """
    flow: list[dict[int, int]] = [{} for _ in sizes]
    users: list[set[int]] = [set() for _ in room]
    full: set[int] = set()  # forms from which no room can be reached any more
    for kind, size in enumerate(sizes):
        need = size
        while need:
            before = _search(kind, admitted, room, users, full)
            end = next((form for form in before if room[form]), None)
            if end is None:
                full.update(before)
                break
            path: list[tuple[int, int]] = []  # kinds, and the forms that they take, from the last
            form: int | None = end
            while form is not None:
                taker, form_before = before[form]
                path.append((taker, form))
                form = form_before
            moved = min(
                need, room[end], *(flow[taker][path[at + 1][1]] for at, (taker, _) in enumerate(path[:-1]))
            )
            for at, (taker, taken) in enumerate(path):
                flow[taker][taken] = flow[taker].get(taken, 0) + moved
                users[taken].add(taker)
                if at + 1 < len(path):
                    given = path[at + 1][1]
                    flow[taker][given] -= moved
                    if not flow[taker][given]:
                        del flow[taker][given]
                        users[given].discard(taker)
            room[end] -= moved
            need -= moved
    return flow


def _search(
    kind: int,
    admitted: Sequence[Sequence[int]],
    room: Sequence[int],
    users: Sequence[set[int]],
    full: set[int],
) -> dict[int, tuple[int, int | None]]:
    """The forms that can be reached from a kind, up to the first with room: form -> the kind that would take
    it, and the form that this gives up for it, None for the kind itself.
    """
    before: dict[int, tuple[int, int | None]] = {}
    waiting: list[tuple[int, int | None]] = [(kind, None)]
    seen = {kind}
    for taker, given in waiting:
        for form in admitted[taker]:
            if form in before or form in full:
                continue
            before[form] = taker, given
            if room[form]:
                return before
            for other in sorted(users[form]):
                if other not in seen:
                    seen.add(other)
                    waiting.append((other, form))
    return before
