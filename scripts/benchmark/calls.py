"""Made-up tool calls."""

import random
from typing import Any

from scripts.benchmark.runs import Comparison, Place, Rows, nerkit
from scripts.benchmark.values import PARSED, jsonl

Call = dict[str, Any]
TOOLS = {"search": ("q", "limit", "lang"), "weather": ("city", "days"), "send": ("to", "priority"), "now": ()}
TURNS, CALLS = 100_000, 2_000


def call(chance: random.Random, tool: str | None = None) -> Call:
    """A call whose arguments are words of three thousand and numbers below fifty."""
    name = tool or chance.choice(list(TOOLS))
    kinds = (lambda: f"w{chance.randrange(3_000)}", lambda: chance.randrange(50))
    return {"name": name, "arguments": {one: kinds[at % 2]() for at, one in enumerate(TOOLS[name])}}


def changed(chance: random.Random, made: Call) -> Call:
    """The call, in two cases of five with another value, or another call."""
    drawn = chance.random()
    if drawn < 0.6:
        return made
    if drawn > 0.8 or not made["arguments"]:
        return call(chance)
    wrong = {chance.choice(list(made["arguments"])): f"w{chance.randrange(3_000)}"}
    return {"name": made["name"], "arguments": made["arguments"] | wrong}


def admitting(chance: random.Random, made: Call) -> Call:
    """Gold that admits the call with two values of each argument, another call, or none."""
    other = call(chance, made["name"])["arguments"]
    arguments = {name: {"any": [one, other[name]]} for name, one in made["arguments"].items()}
    return {"any": [made | {"arguments": arguments}, call(chance), None]}


def calls(at: Place) -> Rows:
    """`nerkit calls`, beside parsing both files alone (json.loads)."""
    chance = random.Random(1)
    pairs = [[call(chance), call(chance)] for _ in range(TURNS)]
    alike = [call(chance, "search") for _ in range(CALLS)]
    turned = [changed(chance, one) for one in chance.sample(alike, CALLS)]
    open_calls = [admitting(chance, one) for one in alike]
    for title, turns in (
        (f"{TURNS:,} turns of two calls", [(pair, [changed(chance, one) for one in pair]) for pair in pairs]),
        (f"1 turn of {CALLS:,} calls of one tool", [(alike, turned)]),
        (f"1 turn of {CALLS:,} calls with readings", [(open_calls, turned)]),
    ):
        sides = jsonl(at.folder, title, "calls", turns)
        yield Comparison(title, nerkit("calls", *sides), "json.loads", at.code(PARSED, *sides), runs=3)
