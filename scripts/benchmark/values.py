"""Made-up nested values and the programs that score them."""

import random
from collections.abc import Callable, Iterable
from json import dumps
from pathlib import Path
from typing import Any

from scripts.benchmark.runs import Comparison, Place, Rows, nerkit, numbers

PEER = """
import json, sys
from omni_extract_bench import score
gold, system = ([json.loads(line) for line in open(path)] for path in sys.argv[1:3])
leaf = {"type": "string"}
row = {"type": "object", "properties": {f"f{k}": leaf for k in range(10)}}
schema = {"type": "object", "properties": {"rows": {"type": "array", "items": row}}}
scores = [score(other["value"], one["value"], schema) for one, other in zip(gold, system)]
print("json", *(sum(one[part] for one in scores) for part in ("matched", "asserted", "total")))
"""
PARSED = """
import json, sys
for path in sys.argv[1:3]:
    for line in open(path):
        json.loads(line)
"""


def rows_of(chance: random.Random, rows: int, fields: int) -> list[dict[str, Any]]:
    """Rows whose fields are words of twenty thousand, small numbers, prices."""
    makers: list[Callable[[], Any]] = [
        lambda: f"w{chance.randrange(20_000)} w{chance.randrange(20_000)}",
        lambda: chance.randrange(1, 20),
        lambda: round(chance.uniform(1, 500), 2),
        lambda: chance.choice(("pc", "kg", "box")),
    ]
    return [{f"f{k}": makers[k % len(makers)]() for k in range(fields)} for _ in range(rows)]


def misread(chance: random.Random, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows in another order, one in thirty missing, one field in ten taken from another row."""
    kept = [row for row in rows if chance.random() > 0.03]
    wrong = [
        {key: chance.choice(rows)[key] if chance.random() < 0.1 else value for key, value in row.items()}
        for row in kept
    ]
    return chance.sample(wrong, len(wrong))


def nested(chance: random.Random, sizes: tuple[int, ...]) -> list[Any]:
    """Arrays within arrays: each element has a name and the next array."""
    if len(sizes) == 1:
        return [f"w{chance.randrange(50)}" for _ in range(sizes[0])]
    return [{"name": f"w{chance.randrange(5_000)}", "t": nested(chance, sizes[1:])} for _ in range(sizes[0])]


def turned(chance: random.Random, value: Any) -> Any:
    """The same in another order, one scalar in six another."""
    if isinstance(value, list):
        return [turned(chance, one) for one in chance.sample(value, len(value))]
    if isinstance(value, dict):
        return {key: turned(chance, one) for key, one in value.items()}
    return value if chance.random() > 0.15 else f"w{chance.randrange(50)}"


def jsonl(folder: Path, name: str, key: str, documents: Iterable[tuple[Any, Any]]) -> list[str]:
    """The paths of gold and of the system, which have an id and a value under the key for each document."""
    paths = [folder / f"{name.replace(' ', '-')}.{side}.jsonl" for side in ("gold", "system")]
    for path, values in zip(paths, zip(*documents, strict=True), strict=True):
        path.write_text("".join(f"{dumps({'id': f'd{i}', key: value})}\n" for i, value in enumerate(values)))
    return [str(path) for path in paths]


def invoice(chance: random.Random) -> tuple[Any, Any]:
    """A document of 40 fields, half of them in five rows, and what a system makes of it."""
    made, other = rows_of(chance, 1, 20)[0], rows_of(chance, 1, 20)[0]
    seen = {key: other[key] if chance.random() < 0.1 else value for key, value in made.items()}
    rows = rows_of(chance, 5, 4)
    gold = {key: None if chance.random() < 0.25 else value for key, value in made.items()}
    told = {
        key: None if gold[key] is None and chance.random() < 0.9 else value for key, value in seen.items()
    }
    return {**gold, "rows": rows}, {**told, "rows": misread(chance, rows)}


def absent_fields(at: Place) -> Rows:
    """`nerkit json -m json/fabrication`, beside `nerkit json`."""
    chance = random.Random(2)
    sides = jsonl(at.folder, "invoices", "value", [invoice(chance) for _ in range(20_000)])
    kinds = ("string", "integer", "number", "string")
    fields = {f"f{k}": {"type": [kinds[k % 4], "null"]} for k in range(20)}
    row = {"type": "object", "properties": {f"f{k}": {"type": kinds[k]} for k in range(4)}}
    schema = at.folder / "invoice.schema.json"
    schema.write_text(dumps({"properties": {**fields, "rows": {"type": "array", "items": row}}}))
    plain = nerkit("json", *sides)
    asked = [*plain, "-m", "json/fabrication", "--schema", str(schema)]
    yield Comparison("20,000 documents of 40 fields, json/fabrication", asked, "nerkit json", plain, runs=3)


def json(at: Place) -> Rows:
    """`nerkit json`, against omni-extract-bench; and against parsing both files alone (json.loads)."""
    chance = random.Random(1)

    def table(rows: int, fields: int) -> tuple[Any, Any]:
        made = rows_of(chance, rows, fields)
        return {"rows": made}, {"rows": misread(chance, made)}

    sides = jsonl(at.folder, "tables1000", "value", [table(50, 8) for _ in range(1_000)])
    title, ours = "1,000 documents of 50 rows x 8 fields", nerkit("json", *sides)
    counts = numbers(r"json +(?:0\.\d+ +){3}(\d+) +(\d+) +(\d+)"), numbers(r"json (\d+) (\d+) (\d+)")
    peer = at.code(PEER, *sides)
    yield Comparison(title, ours, "omni-extract-bench", peer, numbers=counts, within=0, on_page=True)
    yield Comparison(title, ours, "json.loads", at.code(PARSED, *sides), 3)
    yield from absent_fields(at)
    flat = [(row, misread(chance, [row]) or [{}]) for row in rows_of(chance, 100_000, 10)]
    deep = [nested(chance, (20, 20, 5)) for _ in range(5)]
    for title, documents in (
        ("1 document of 5,000 rows x 10 fields", [table(5_000, 10)]),
        ("1 array of 20,000 equal rows", [({"rows": [{"a": 1, "b": "x"}] * 20_000},) * 2]),
        ("100,000 flat documents of 10 fields", [(row, other[0]) for row, other in flat]),
        ("5 documents of 20 x 20 x 5", [(one, turned(chance, one)) for one in deep]),
    ):
        yield Comparison(title, nerkit("json", *jsonl(at.folder, title, "value", documents)), runs=3)
