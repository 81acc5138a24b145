"""Gold and systems in any form: which argument is one system, which is several systems, and their names.

    "a.bio", Path("a.bio"), an open file, a data frame, a corpus     one system
    ["a.bio", "b.bio"], {"a": "a.bio", "b": frame}                   several: each value is one of these
    {"a": [[…], […]], "b": [[…], […]]}                               several: each value is nested like gold
    {"doc1": […], "doc2": […]}                                       one: values are nested like documents of
                                                                     gold, or have the ids of its documents

If a value fits both readings, the error shows how to write each.
"""

import os
from collections.abc import Mapping, Sequence
from glob import glob
from typing import Any

from nerkit.evaluation.inputs import OF_ANY, input_name, is_data
from nerkit.evaluation.objects import as_text, is_corpus, is_table
from nerkit.exceptions import InputError, NotFoundError, UsageError, short
from nerkit.ground.limits import DEEPEST_JSON, MOST_SYSTEMS
from nerkit.ground.streams import STDIN

SEEN = 50  # elements per level that are checked for further levels
LONGEST_PATH = 1_000  # characters; a longer text is not a path
PLAIN_KINDS = {list, tuple, dict, int, float, bool, type(None)}  # classes that are never a path or a file
ANSWER_KINDS = PLAIN_KINDS | {str}
BOTH = (
    'nerkit cannot tell systems from documents. Give several systems as {"name": system}, with '
    'a path or a list of documents per system. Give one system as {"id": document}, with the '
    "ids of the gold data"
)


def sides(
    gold: Any, given: Any, *, several: bool = False, task: str | None = None
) -> tuple[Any, dict[str, Any]]:
    """Return gold, and the systems by name; with *several*, a list or mapping always holds systems.

    Raises UsageError if the value can be one system or several systems, InputError if a text is not a
    path.
    """
    gold, given = as_text(gold), as_text(given)
    _check_path(gold, "gold")
    if isinstance(given, str) or _is_whole(given) or not isinstance(given, list | Mapping | Sequence):
        if several:
            raise UsageError('nerkit.compare needs systems as {"name": system}, or a list of at least two')
        _check_path(given, "system")
        return gold, {input_name(given, "system"): given}
    if not (several or _are_systems(gold, given, task)):
        return gold, {"system": given}
    if isinstance(given, Mapping):
        systems = {name: as_text(one) for name, one in given.items()}
    else:
        named = [(input_name(as_text(one), f"system {i}"), as_text(one)) for i, one in enumerate(given, 1)]
        systems = dict(named)
        if len(systems) < len(named):
            raise UsageError('two systems have the same name; tell them apart with {"name": system}')
    for name, one in systems.items():
        _check_path(one, str(name))
    return gold, systems


def _check_path(one: Any, name: str) -> None:
    """Raise InputError for a text that is the content of a file instead of its path."""
    if not isinstance(one, str) or is_data(one):
        return
    begins = one.lstrip()[:1]
    is_content = "\n" in one or len(one) > LONGEST_PATH or begins in ("{", "<")
    if is_content or (begins == "[" and one.rstrip()[-1:] == "]"):
        if len(one) <= LONGEST_PATH and (os.path.exists(one) or ("\n" not in one and glob(one))):
            return
        raise InputError(
            f"the text {short(one)[:20]!r}… is the content of a file, not a path",
            source=name,
            remedy="give the path, or an open file: io.StringIO(text)",
        )


def _is_whole(one: Any) -> bool:
    """Return whether the class of a value tells that it is one input: a path, open file, corpus, data
    frame or data set.
    """
    if isinstance(one, str):
        return one == STDIN or os.path.exists(one)  # a graph as text is a document
    return isinstance(one, os.PathLike) or is_corpus(one) or hasattr(one, "read") or is_table(one)


def _are_systems(gold: Any, given: Any, task: str | None) -> bool:
    """Return whether a mapping or a list holds systems, and not documents."""
    values = list(given.values() if isinstance(given, Mapping) else given)
    kinds = set(map(type, values))
    if str in kinds and kinds <= ANSWER_KINDS and _are_answers(gold, given, values, task):
        return False
    if not values or kinds <= PLAIN_KINDS:
        return bool(values) and _are_nested_systems(gold, given, values, task)
    some = values[:SEEN]
    texts = kinds == {str} and not any(_is_whole(one) or _looks_like_path(one) for one in some)
    if texts or len(values) > MOST_SYSTEMS:
        return False
    whole = [_is_whole(one) for one in values]
    missing = [one for one in values if isinstance(one, str) and not _is_whole(one)]
    paths = [one for one in missing if _looks_like_path(one)]
    if paths and (any(whole) or (_is_whole(gold) and len(paths) == len(values))):
        raise NotFoundError("no such file or directory", source=paths[0])
    return any(whole)


def _are_answers(gold: Any, given: Any, values: Sequence[Any], task: str | None) -> bool:
    """Return whether values, some of them texts, are one answer for each gold document.

    A text that is also the name of a file, or `-`, can be an answer. Raises UsageError if each text is
    the path of a file.
    """
    if isinstance(gold, Mapping):
        fits = isinstance(given, Mapping) and set(given) <= set(gold)
    elif isinstance(gold, list | tuple) and not isinstance(given, Mapping):
        any_value = task in OF_ANY or (
            task is None and not any(isinstance(one, list | tuple) for one in gold)
        )
        fits = any_value and len(values) == len(gold)
    else:
        fits = False
    if fits and all(_looks_like_path(one) and os.path.exists(one) for one in values):
        raise UsageError(BOTH)
    return fits


def _looks_like_path(text: Any) -> bool:
    """Return whether a text looks like a path: one line without a blank, and with a suffix."""
    return isinstance(text, str) and not set(text) & set("\n {[(") and bool(os.path.splitext(text)[1])


def _are_nested_systems(gold: Any, given: Any, values: Sequence[Any], task: str | None) -> bool:
    """Return whether values are systems: they have the ids of gold's documents, or are nested as deep as
    gold.
    """
    if isinstance(gold, Mapping):
        ids = set(gold)
        inner = all(isinstance(one, Mapping) and not ids.isdisjoint(one) for one in values)
        if inner and isinstance(given, Mapping) and not ids.isdisjoint(given):
            raise UsageError(BOTH)
        return inner
    if not isinstance(gold, list | tuple) or not gold:
        return False
    if not all(isinstance(one, list | tuple) and len(one) == len(gold) for one in values):
        return False
    if not (deep := _depth(gold)) or any(_depth(one) not in (0, deep) for one in values):
        return False
    if isinstance(given, Mapping) or len(values) != len(gold):
        return any(map(_depth, values))
    if task in OF_ANY or (task is None and not isinstance(gold[0], list | tuple)):
        return False  # any value can be an answer, also a value that is nested deeper than gold
    raise UsageError(BOTH)


def _depth(data: Any) -> int:
    """Return the number of levels of lists around the first elements, 0 if all lists are empty.

    A mapping counts as a record, whatever it contains. At most DEEPEST_JSON levels are counted, because
    data may contain itself.
    """
    level, depth = [data], 0
    while depth < DEEPEST_JSON and (inner := [one for one in level if isinstance(one, list | tuple)]):
        depth += 1
        level = [each for one in inner for each in one[:SEEN]][:SEEN]
    return depth if level else 0
