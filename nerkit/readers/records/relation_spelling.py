"""The spellings of a relation: the keys of its ends and its label, and their order in a list of three.

    {"head": …, "tail": …, "type": …}    {"source": …, "target": …, "label": …}    {"h": …, "t": …, "r": …}
    {"subject": …, "predicate": …, "object": …}    [head, label, tail]    [head, tail, label]

- ENDS and LABELS are the keys. `head`, `tail` and `type` win over other keys, because they are nerkit's own.
  A relation with two other pairs of ends, or two other labels that differ, is an error.
- In a list the label is the only string. The middle of three strings is the label, unless the ids or texts of
  entities contradict this. If all three are entities, the list is an error.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from nerkit.readers.conditions import ENDS
from nerkit.readers.conditions import RELATION_LABELS as LABELS
from nerkit.readers.json_text import shown
from nerkit.readers.records.document_table import Body, DocumentReading

HEAD, TAIL, TYPE = "head", "tail", "type"  # nerkit's own spelling
NAME = "name"  # the label of a relation without a key in LABELS
THREE = 3  # members of a relation that is a list
ENDS_IN = {1: (0, 2), 2: (0, 1), 0: (1, 2)}  # the place of the label in a list -> the places of head and tail
OBJECT = 'a relation is {"head": …, "tail": …, "type": …}'
FORM = f"{OBJECT} or [head, label, tail]; the key of the label may also be {', '.join(LABELS[1:6])}"


class Spelling(NamedTuple):
    """The keys of head, tail and label in a relation object, or their positions in a list."""

    head: Any
    tail: Any
    label: Any


OWN = Spelling(HEAD, TAIL, TYPE)


def spelling(
    reading: DocumentReading, relation: Any, *path: str | int, known: Callable[[Any], bool] = lambda _: False
) -> Spelling:
    """The keys or list positions of the ends and the label of a relation.

    *known* is a function that says whether a string is the id or the text of an entity. Raises InputError for
    a value that is not a relation, and for a relation with two possible readings.
    """
    if isinstance(relation, list):
        return _in_list(reading, relation, path, known)
    body = reading.record(relation, "a relation", *path)
    if HEAD in body and TAIL in body and type(body.get(TYPE)) is str:
        return OWN
    head, tail = _ends(reading, body, path)
    return Spelling(head, tail, _label(reading, body, head, path))


def named(parts: Sequence[str]) -> Spelling | None:
    """The spelling with these keys for head, tail and label; None if they are not keys of relations."""
    is_relation = len(parts) == THREE and (parts[0], parts[2]) in ENDS and parts[1] in LABELS
    return Spelling(parts[0], parts[2], parts[1]) if is_relation else None


def respelt(relation: Any, own: Spelling, to: Spelling = OWN) -> Body:
    """A relation with the keys or positions *own* replaced by the keys *to*."""
    if own is to:
        return dict(relation)
    made = {new: relation[old] for new, old in zip(to, own, strict=True)}
    if isinstance(relation, list):
        return made
    types = {f"{old}_type": f"{new}_type" for new, old in zip(to[:2], own[:2], strict=True)}
    return {types.get(key, key): value for key, value in relation.items() if key not in own} | made


def _pairs(relation: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [pair for pair in ENDS if all(relation.get(key) is not None for key in pair)]


def _labels(relation: Mapping[str, Any]) -> list[str]:
    """The keys of the label. If several keys hold one text, the first key counts."""
    texts = [relation[key] for key in LABELS if isinstance(relation.get(key), str)]
    if not texts:
        return [NAME] if isinstance(relation.get(NAME), str) else []
    return [next(key for key in LABELS if relation.get(key) == text) for text in dict.fromkeys(texts)]


def _ends(reading: DocumentReading, relation: Body, path: tuple[str | int, ...]) -> tuple[str, str]:
    pairs = _pairs(relation)
    if (HEAD, TAIL) in pairs:
        return HEAD, TAIL
    if not pairs:
        half = next((pair for pair in ENDS if any(relation.get(key) is not None for key in pair)), ENDS[0])
        lacking = next(key for key in half if relation.get(key) is None)
        reading.fail(f"a relation without {lacking}", *path, remedy=FORM)
    if len(pairs) > 1:
        named = " and ".join(f"{head}/{tail}" for head, tail in pairs)
        reading.fail(f"a relation with several pairs of ends: {named}", *path, remedy=_keep(HEAD, TAIL))
    return pairs[0]


def _label(reading: DocumentReading, relation: Body, head: str, path: tuple[str | int, ...]) -> str:
    keys = _labels(relation)
    if head == HEAD and TYPE in keys:
        return TYPE
    if not keys:
        key = next((key for key in (*LABELS, NAME) if relation.get(key) is not None), TYPE)
        problem = f"{key} is {shown(relation[key])}, not a string" if key in relation else f"no {TYPE}"
        reading.fail(problem, *path, key, remedy=FORM)
    if len(keys) > 1:
        problem = f"a relation with several labels: {' and '.join(keys)}"
        reading.fail(problem, *path, keys[1], remedy=_keep(TYPE))
    return keys[0]


def _keep(*keys: str) -> str:
    return f"keep one label, or write {', '.join(keys)}"


def _in_list(
    reading: DocumentReading, relation: list[Any], path: tuple[str | int, ...], known: Callable[[Any], bool]
) -> Spelling:
    """The positions of head, tail and label in a list of three."""
    strings = [place for place in ENDS_IN if len(relation) == THREE and isinstance(relation[place], str)]
    reading.need(strings, relation, "a relation", *path, remedy=FORM)
    entities = [known(each) for each in relation]
    named = [label for label in strings if entities.count(False) == 1 and not entities[label]]
    if len(strings) > 1 and not named:
        if all(entities) or 1 not in strings:
            problem = f"{shown(relation)} may be [head, label, tail] or [head, tail, label]"
            reading.fail(problem, *path, remedy=f"{OBJECT}, which is unambiguous")
        named = [1]
    label = (named or strings)[0]
    return Spelling(*ENDS_IN[label], label)
