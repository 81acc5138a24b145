"""Warnings about paths that only one side has, and hints that help to bring their leaves into the score.

Sides are noted by path, so that the warnings of shards can be added up.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice

import numpy as np

from nerkit.corpora.corpus import UNREADABLE
from nerkit.corpora.json_documents import MISSING, JsonDocuments
from nerkit.corpora.json_paths import LONGEST, PathPattern, Step, brief, path_text
from nerkit.exceptions import plural, some
from nerkit.ground.patterns import regex
from nerkit.ground.warnings import Warned
from nerkit.readers.json_text import beginning
from nerkit.scorers.json.nodes import STRING
from nerkit.scorers.json.rows import Rows

NAMELESS = "the system"
SHOWN = 3  # the most paths that a message names
MOST = 10_000  # with more paths in a corpus, keys are data themselves
GOLD, SYSTEM, TEXT = 1, 2, 4  # bits: gold has the path, the system has it, the system has JSON as text there
SPELLING = regex(r"[\W_]+")
Found = dict[str, int]  # path -> bits of sides


def named(corpus: JsonDocuments, nameless: str = NAMELESS) -> str:
    """Return the name of a system in messages; *nameless* if its documents come from no file."""
    return corpus.origins[0].name if corpus.origins else nameless


def sides_of(rows: Rows, found: Found) -> None:
    """Add the paths of the leaves of compared documents to *found*, with the sides that have each path."""
    nodes, count = rows.nodes, len(rows.paths)
    system = nodes.system[rows.leaf]
    own = nodes.path[rows.leaf]
    in_gold = np.bincount(own[~system], minlength=count) > 0
    in_system = np.bincount(own[system], minlength=count) > 0
    for path in np.flatnonzero(in_gold | in_system).tolist():
        text = path_text(rows.paths.steps[path])
        found[text] = found.get(text, 0) | GOLD * bool(in_gold[path]) | SYSTEM * bool(in_system[path])
    texts = np.flatnonzero(rows.leaf & nodes.system & (nodes.kind == STRING))
    of_path, first = np.unique(nodes.path[texts], return_index=True)
    for path, node in zip(of_path.tolist(), texts[first].tolist(), strict=True):
        if is_json(str(nodes.values[node])):
            found[path_text(rows.paths.steps[path])] |= TEXT


def is_json(text: str) -> bool:
    """Return whether a text looks like a JSON object or array."""
    return text.lstrip()[:1] in ("{", "[") and beginning(text.lstrip()) is not None


def coverage(found: Found, system: JsonDocuments, *, told: bool) -> Warned:
    """Return the warning about paths that only one side has; its text is empty if both sides have all paths.

    told   whether another warning says that the sides have no path in common
    """
    readable = any(MISSING < code < UNREADABLE for code in system.status)
    kept = {} if len(found) > MOST else found
    paths = {side: frozenset(path for path in kept if kept[path] & side) for side in (GOLD, SYSTEM, TEXT)}
    facts = {"paths": paths, "readable": readable, "side": named(system, ""), "unless": len(found) > MOST}
    return Warned("paths-differ", facts=facts, detail=_differing, told=told)


def _differing(warned: Warned) -> dict[str, str] | None:
    """Return the sentence about paths that only one side has; None if there are no such paths, or too
    many paths.
    """
    gold, system, text = warned.facts["paths"].values()
    said = "" if len(gold | system) > MOST else _said(warned, (gold, system, text))
    return {"said": said} if said else None


def _said(warned: Warned, paths: tuple[frozenset[str], ...]) -> str:
    gold, system, text = paths
    name = warned.facts["side"] or NAMELESS
    if not gold or not system:
        empty = name if gold and warned.facts["readable"] else "gold" if system else ""
        return f"{empty}: every value in every document is absent or empty" if empty else ""
    if not gold & system:
        return "" if warned.values["told"] else nothing_common(name, gold, system)
    parts = []
    if lacking := sorted(gold - system):
        parts.append(f"{_of(lacking, gold, 'of gold')} in no document there: {_shown(lacking)}")
    if further := sorted(system - gold):
        parts.append(f"{_of(further, system, 'there')} in no gold document: {_shown(further)}")
    as_text = [path for path in further if path in text]
    both = [path for path in sorted(gold & system & text) if _is_field(path)]
    if both:
        fields = f'gold_field="{both[0]}" and system_field="{both[0]}" read it'
        parts.append(f"{both[0]} holds JSON as text, so nerkit compares plain texts; {fields}")
    return f"{name}: {'; '.join(parts)}{hint(lacking, further, as_text)}" if parts else ""


def _of(some_paths: Sequence[str], paths: Collection[str], where: str) -> str:
    verb = "is" if len(some_paths) == 1 else "are"
    return f"{len(some_paths):,} of {plural(len(paths), 'path')} {where} {verb}"


def _shown(paths: Iterable[str]) -> str:
    return some(list(map(brief, sorted(paths))), SHOWN)


def nothing_common(name: str, gold: Collection[str], system: Collection[str], *, first: str = "gold") -> str:
    """Return the sentence that the sides have no path in common; *first* is the name of the gold side."""
    of_gold = f"{first} has {plural(len(gold), 'path')} ({_shown(gold)})"
    of_system = f"{name} {len(system):,} ({_shown(system)})"
    both = f"{first} and {name} have no path in common: {of_gold}, {of_system}"
    return f"{both}{hint(sorted(gold), sorted(system))}"


def hint(gold: Sequence[str], system: Sequence[str], as_text: Sequence[str] = ()) -> str:
    """Return a hint why only one side has some paths: other spelling, a surrounding key, JSON as text; or
    nothing.
    """
    gold, system = ([path for path in paths if len(path) <= LONGEST] for paths in (gold, system))
    said = _respelt(gold, system) or _below(gold, system)
    if not said and as_text:
        said = f"{as_text[0]} holds JSON as text there, so nerkit compares plain texts"
        if not any(path.startswith((f"{as_text[0]}.", f"{as_text[0]}[]")) for path in gold):
            said += f' (system_field="{as_text[0]}" reads it)' if _is_field(as_text[0]) else ""
    return f"; {said}" if said else ""


def _respelt(gold: Sequence[str], system: Sequence[str]) -> str:
    """Return the hint about keys that the gold side spells in another way; empty if there are no such
    keys.
    """
    ours = {_alike(path): path for path in gold}
    pairs = [(path, ours[_alike(path)]) for path in system if _alike(path) in ours]
    renamed = dict(_first_difference(_steps(path), _steps(other)) for path, other in pairs)
    if not renamed:
        return ""
    lines = ", ".join(f"{old} TAB {new}" for old, new in islice(renamed.items(), SHOWN))
    return f"label_map=FILE renames paths, one line per path: {lines}"


def _alike(path: str) -> tuple[str | None, ...]:
    """Return a path in a form that is equal for different spellings of its keys."""
    return tuple(step and (SPELLING.sub("", step.casefold()) or step) for step in _steps(path))


def _first_difference(path: Sequence[Step], other: Sequence[Step]) -> tuple[str, str]:
    """Return two paths, each cut after the first step in which they differ, as texts."""
    at = next(at for at, (one, two) in enumerate(zip(path, other, strict=True)) if one != two)
    return path_text(path[: at + 1]), path_text([*path[:at], other[at]])


@lru_cache(MOST)
def _steps(path: str) -> list[Step]:
    """Return the steps of a path that is given as text."""
    return [key if kind == "key" else None for kind, key in PathPattern(path).steps]


def _below(gold: Sequence[str], system: Sequence[str]) -> str:
    """Return the hint that one side has the paths of the other side below a key or in an array; otherwise
    nothing.
    """
    sides: tuple[tuple[str, str, Mapping[str, Sequence[str]]], ...] = (
        ("system_field", "there", dict.fromkeys(system, gold)),
        ("gold_field", "of gold", dict.fromkeys(gold, system)),
    )
    for option, whose, paths in sides:
        for path, others in paths.items():
            above = _above(path, set(others))
            if above == "[]":
                return (
                    "one side has the values in arrays: wrap=True reads the values of the other "
                    "side as arrays, too"
                )
            if above is not None and _is_field(above):
                return f'those {whose} are below {above}: {option}="{above}" reads the values there'
    return ""


def _above(path: str, others: Collection[str]) -> str | None:
    """Return the beginning of a path whose remaining steps are a path in *others*; None if there is no
    such path.
    """
    steps = _steps(path)
    for at in range(1, len(steps)):
        if path_text(steps[at:]) in others:
            return path_text(steps[:at])
    return None


def _is_field(path: str) -> bool:
    return not any(mark in path for mark in ('"', "[]", "$", " ")) and len(path) <= LONGEST
