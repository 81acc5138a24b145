"""Values inside records: at a path that the user gives, or at the usual places in envelopes of programs.

    choices[0].message.content      a key, an element of an array (also choices.0.message.content)
    output[].content[].text         of every element; texts are joined, as the parts of one answer
    ["odd.key"]                     a key that holds a dot, a bracket or a quote

A path without a value leads nowhere, which is not an error.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from nerkit.corpora.json_paths import Steps, path_text
from nerkit.corpora.readings import Readings
from nerkit.ground.patterns import regex

ANSWERS = (  # keys of programs for a model's answer, or on the path to the answer
    *("content", "message", "response", "responses", "output", "outputs", "output_text", "completion"),
    *("completions", "generation", "generations", "generated_text", "text", "choices", "candidates", "reply"),
    *("prediction", "predictions", "predicted", "answer", "result", "results", "data", "value", "parsed"),
    *("body", "parts", "tool_calls", "function_call", "function", "arguments", "input", "extraction"),
)
# lists of alternative answers, of which the first counts
ALTERNATIVES = ("choices", "candidates", "tool_calls", "generations", "completions")
FIELD = regex(r'\["(?P<quoted>(?:[^"\\]|\\.)*)"\]|\[(?P<place>\d*)\]|(?P<key>[^.\[\]]+)|(?P<dot>\.)')
DEEPEST = 8  # steps into a record
SEEN = 8  # elements of an array that are inspected
NUMBERS = (int, float, bool)  # of JSON
EVERY = None  # the step to every element
FieldStep = str | int | None


def at_path(value: Any, path: str) -> tuple[Any] | None:
    """The value at a path, in a tuple; None if the path leads nowhere.

    >>> at_path({"choices": [{"text": "a"}]}, "choices[0].text")
    ('a',)
    """
    found, several = [value], False
    for step in _steps(path):
        if step is EVERY:
            found, several = [each for one in found if _is_list(one) for each in one], True
            continue
        found = [below[0] for one in found if (below := _below(one, step)) is not None]
        if not found:
            return None
    if not several or len(found) == 1:
        return (found[0],) if found else None
    return ("".join(found),) if found and all(isinstance(one, str) for one in found) else (found,)


def _steps(path: str) -> list[FieldStep]:
    """The steps of a path. A text that is not a valid path is split at its dots."""
    steps: list[FieldStep] = []
    at = 0
    while at < len(path):
        token = FIELD.match(path, at)
        if token is None:
            return list(path.split("."))
        if token["quoted"] is not None:
            steps.append(str(json.loads(f'"{token["quoted"]}"')))
        elif token["place"] is not None:
            steps.append(int(token["place"]) if token["place"] else EVERY)
        elif token["key"] is not None:
            steps.append(token["key"])
        at = token.end()
    return [] if path.strip() == "$" else steps


def _below(value: Any, step: str | int) -> tuple[Any] | None:
    if isinstance(value, Mapping):
        return (value[step],) if step in value else None
    place = int(step) if isinstance(step, int) or step.isdecimal() else -1
    return (value[place],) if _is_list(value) and 0 <= place < len(value) else None


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def enclosures(value: Any, alone: Sequence[str] | None) -> list[str]:
    """The paths in a value at which an answer can be: below the keys in ANSWERS.

    If *alone* is given, a path can also lead below any key whose sibling keys are all in *alone*. Then the
    value can also be a text.
    """
    if isinstance(value, str):
        return [] if alone is None else ["$"]
    return list(dict.fromkeys(_inside(value, "", DEEPEST, alone)))


def _inside(value: Any, path: str, depth: int, alone: Sequence[str] | None) -> Iterator[str]:
    if not depth:
        return
    if isinstance(value, Mapping):
        others = [key for key in value if isinstance(key, str) and key not in (alone or ())]
        keys = others if alone is not None and len(others) == 1 else [key for key in others if key in ANSWERS]
        for key in keys:
            yield from _reached(value[key], _written(path, key), depth, alone)
    elif _is_list(value) and (path or alone is not None):
        first_alone = path.rpartition(".")[2] in ALTERNATIVES
        step = "[0]" if first_alone else "[]"
        for each in islice(value, 1 if first_alone else SEEN):
            yield from _reached(each, path + step, depth, alone if first_alone else None)


def _written(path: str, key: str) -> str:
    """The path to a member, as the user would write it."""
    step = path_text([key])
    return path + step if step.startswith("[") or not path else f"{path}.{step}"


def _reached(value: Any, path: str, depth: int, alone: Sequence[str] | None) -> Iterator[str]:
    if isinstance(value, str) or (value and isinstance(value, Mapping | list | tuple)):
        yield path
        yield from _inside(value, path, depth - 1, alone)


def leaf_steps(value: Any) -> Iterator[Steps]:
    """Yield the path of each scalar in a value, except null and empty texts; paths can repeat."""
    stack: list[tuple[Steps, Any]] = [((), value)]  # no recursion: values may be deep
    while stack:
        steps, one = stack.pop()
        if type(one) in NUMBERS or (type(one) is str and one.strip()):  # frequent; Mapping is slow
            yield steps
        elif isinstance(one, Mapping):
            stack += [((*steps, str(key)), each) for key, each in reversed(list(one.items()))]
        elif _is_list(one):
            stack += [((*steps, None), each) for each in reversed(one)]
        elif isinstance(one, Readings):
            stack += [(steps, each) for each in reversed(one.values)]
        elif one is not None and not (isinstance(one, str) and not one.strip()):
            yield steps
