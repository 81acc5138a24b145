"""Finds the affix by which the ids of two sides differ.

gold     d1  d2  d3        system   d1.pred  d2.pred  d3.pred        d1.pred -> d1, …
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

SHOWN = 3  # lines of a file that are shown
SAMPLE = 20  # ids of the system from which affixes are taken
TRIED = 8  # the most frequent affixes that are tried
SHARE = 0.5  # least share of the system's ids with the affix


def renames(gold: Sequence[str], system: Sequence[str]) -> Mapping[str, str]:
    """System id -> gold id, by the added, missing or replaced affix that explains most ids of the system.

    *gold* and *system* are the ids that only one side has. Empty if no affix explains them.
    """
    known, best = set(gold), dict[str, str]()
    for (cut, put), _ in Counter(_affixes(gold, system)).most_common(TRIED):
        new = {name: changed for name in system if (changed := _changed(name, cut, put)) in known}
        if len(set(new.values())) == len(new) > len(best):
            best = new
    return best if len(best) >= SHARE * len(system) else {}


def option(new: Mapping[str, str]) -> str:
    """The command-line option that renames documents in this way; empty if there are no renamings."""
    lines = ", ".join(f"{old} TAB {name}" for old, name in list(new.items())[:SHOWN])
    return f"ids=FILE renames documents, one line per id: {lines}" if new else ""


Affix = tuple[str, str]  # text before and after an id


def _affixes(gold: Sequence[str], system: Sequence[str]) -> Iterator[tuple[Affix, Affix]]:
    """Yield candidates (affixes of a system id, affixes of a gold id instead)."""
    stems = {_stem(name): name for name in gold}
    for name in system[:SAMPLE]:
        for other in gold:
            for long, short in ((name, other), (other, name)):
                before, found, behind = long.partition(short) if short else ("", "", "")
                if found and bool(before) != bool(behind):
                    yield ((before, behind), ("", "")) if long is name else (("", ""), (before, behind))
        stem = _stem(name)
        if stem in stems and stem:
            yield ("", name[len(stem) :]), ("", stems[stem][len(stem) :])


def _stem(name: str) -> str:
    """An id without the text after its last dot."""
    before, point, _ = name.rpartition(".")
    return before if point else name


def _changed(name: str, cut: Affix, put: Affix) -> str:
    """An id with the affixes *cut* replaced by *put*; empty if the id lacks the affixes."""
    if len(name) <= len(cut[0]) + len(cut[1]) or not (name.startswith(cut[0]) and name.endswith(cut[1])):
        return ""
    return f"{put[0]}{name[len(cut[0]) : len(name) - len(cut[1])]}{put[1]}"
