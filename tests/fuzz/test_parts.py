"""Every part of a small file of JSON replaced by every odd value, for every command that reads it.

Chance finds a wrong type at one place in thousands of inputs; this looks at each place once.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from format_cases import FILES, FURTHER
from fuzz.inputs import Case, commands_for
from fuzz.judge import carried_out, problem_of
from tries import some

MISSING = object()
ODD = [[], {}, [[]], None, True, -1, 1.5, "", "x", 10**30, [1, [2]], MISSING]
TARGETS = ("ie-jsonl", "oneie", "docred", "dygie", "doccano", "brat", "bio", "span-tsv")
ALL = {  # what an item of ie-jsonl may have, which its small file has not
    "id": "d",
    "tokens": ["Tolkien", "left", "Oxford", "late"],
    "entities": [
        {"type": "PER", "span": [0, 1], "eid": "Q1", "attributes": {"a": True}, "head": [0, 1]},
        {"type": "LOC", "span": [2, 3]},
    ],
    "relations": [
        {"type": "r", "head": [0, 1], "tail": [2, 3], "head_type": "PER", "evidence": [0], "attributes": {}}
    ],
    "events": [
        {
            "type": "Leave",
            "id": "E1",
            "trigger": [1, 2],
            "trigger_head": [1, 2],
            "attributes": {"sure": True},
            "arguments": [{"role": "Who", "span": [0, 1], "head": [0, 1]}, {"role": "Time", "text": "late"}],
        }
    ],
    "clusters": [[[0, 1]], [[2, 3]]],
}


LISTS = {  # what documents of any JSON may have besides, and other measures look at
    "id": "d",
    "text": "juan died",
    "relations": [{"type": "r", "head": [0, 1], "tail": [2, 3]}],
    "templates": [{"type": "attack", "fillers": [{"role": "V", "mentions": ["juan"]}]}],
    "fillers": [{"role": "V", "mentions": ["juan"], "offsets": [0]}],
    "tuples": [{"type": "pos", "parts": ["juan", "died", "pos", "x"]}],
    "nary": [{"Method": "m"}],
}
REQUESTS = (["-m", "all"], ["--by", "length"])


def documents_of(text: str) -> list[Any] | None:
    """The values of a file: one for each line, or the whole; None where it is no JSON."""
    for pieces in ([text], [line for line in text.split("\n") if line.strip()]):
        try:
            return [json.loads(piece) for piece in pieces]
        except ValueError:
            continue
    return None


TEXTS = {form: text for form, text in FILES.items() if isinstance(text, str)}  # no bytes
SEEDS = {form: documents for form, text in TEXTS.items() if (documents := documents_of(text)) is not None}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every part; of lists, of the first three elements."""
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(min(len(value), 3)):
            yield from places(value[key], (*path, key))


def with_part(value: Any, path: tuple[Any, ...], part: Any) -> Any:
    """The value with another part at a path, or without it."""
    if not path:
        return None if part is MISSING else part
    copy = value.copy()
    if part is MISSING and len(path) == 1:
        del copy[path[0]]
    else:
        copy[path[0]] = with_part(value[path[0]], path[1:], part)
    return copy


def lines_of(form: str) -> Iterator[list[str]]:
    """The command lines for a format."""
    if form == "records":
        yield from (["ie", "--from", form, "-g", "gold", "system", *further] for further in REQUESTS)
    for name in commands_for(form):
        if name == "convert":
            yield from (["convert", "--from", form, "system", "--to", to, "--lossy"] for to in TARGETS)
        elif name == "validate":
            yield ["validate", "--from", form, "system"]
        elif name not in ("evaluate", "compare"):
            yield [name, "--from", form, "-g", "gold", "system"]


def problems(form: str, documents: list[Any], odd: list[Any]) -> list[str]:
    """What goes wrong, once each."""
    gold = "\n".join(map(json.dumps, documents)).encode()
    found = {}
    for path in places(documents[0]):
        for part in odd:
            changed = [with_part(documents[0], path, part), *documents[1:]]
            files = {"gold": gold, "system": "\n".join(map(json.dumps, changed)).encode()}
            for line in lines_of(form):
                case = Case(line, files)
                problem = problem_of(case, carried_out(case))
                if problem is not None:
                    found.setdefault(problem, f"{' '.join(line)}: {path} {part}: {problem}")
    return list(found.values())


@pytest.mark.slow
@pytest.mark.parametrize("form", SEEDS)
def test_every_part_of_a_file(form):
    """A result, or an error that is one, whatever stands at a place."""
    assert problems(form, SEEDS[form], ODD) == []


@pytest.mark.parametrize("odd", some([1.5, [], "x", MISSING], 1))
def test_every_part_of_relations_and_events(odd):
    """The format with the most that may be in it, all of it."""
    assert problems("ie-jsonl", [ALL], [odd]) == []


@pytest.mark.slow
@pytest.mark.parametrize(("form", "odd"), [("records", 1.5), ("records", [[]]), ("ie-jsonl", ["x"])])
def test_every_part_of_other_lists(form, odd):
    """Templates, tuples and n-ary relations, all measures."""
    assert problems(form, [LISTS], [odd]) == []


@pytest.mark.parametrize("odd", some([MISSING, None, 1.5, "x", [1, [2]]], 2))
def test_every_part_of_tuples_of_aspects(odd):
    """The form of JSON of a format that has others."""
    documents = documents_of(FURTHER["absa"][0])
    assert problems("absa", documents, [odd]) == []


def test_parts_are_found_and_replaced():
    """All paths, and values at them; the original stays."""
    value = {"a": [1, {"b": 2}]}
    assert list(places(value)) == [(), ("a",), ("a", 0), ("a", 1), ("a", 1, "b")]
    assert with_part(value, ("a", 1, "b"), "x") == {"a": [1, {"b": "x"}]}
    assert with_part(value, ("a", 0), MISSING) == {"a": [{"b": 2}]}
    assert value == {"a": [1, {"b": 2}]}
    assert documents_of("no") is None
    assert {"oneie", "mrp", "label-studio"} <= SEEDS.keys()
