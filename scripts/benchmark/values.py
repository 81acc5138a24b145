"""Made-up nested values and the programs that score them."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from scripts.benchmark.runs import NERKIT, Comparison, numbers

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


def written(folder: Path, name: str, documents: list[tuple[Any, Any]]) -> list[str]:
    """The paths of gold and of the system."""
    paths = [folder / f"{name}.{side}.jsonl" for side in ("gold", "system")]
    for path, values in zip(paths, zip(*documents, strict=True), strict=True):
        lines = (json.dumps({"id": f"d{i}", "value": value}) for i, value in enumerate(values))
        path.write_text("\n".join(lines))
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


def absent_fields(folder: Path) -> Iterator[Comparison]:
    """`nerkit json -m json/fabrication`, beside `nerkit json`."""
    chance = random.Random(2)
    sides = written(folder, "invoices", [invoice(chance) for _ in range(20_000)])
    kinds = ("string", "integer", "number", "string")
    fields = {f"f{k}": {"type": [kinds[k % 4], "null"]} for k in range(20)}
    row = {"type": "object", "properties": {f"f{k}": {"type": kinds[k]} for k in range(4)}}
    schema = folder / "invoice.schema.json"
    schema.write_text(json.dumps({"properties": {**fields, "rows": {"type": "array", "items": row}}}))
    plain = [NERKIT, "json", "-g", sides[0], "-s", sides[1]]
    asked = [*plain, "-m", "json/fabrication", "--schema", str(schema)]
    yield Comparison("20,000 documents of 40 fields, json/fabrication", asked, "nerkit json", plain, runs=3)


def values(folder: Path, python: Path) -> Iterator[Comparison]:
    """`nerkit json`, against omni-extract-bench; and against parsing both files alone (json.loads)."""
    chance = random.Random(1)

    def table(rows: int, fields: int) -> tuple[Any, Any]:
        made = rows_of(chance, rows, fields)
        return {"rows": made}, {"rows": misread(chance, made)}

    count = 1_000
    sides = written(folder, f"tables{count}", [table(50, 8) for _ in range(count)])
    for peer, runs in ((PEER, 5), (PARSED, 3)):
        who = "omni-extract-bench" if peer is PEER else "json.loads"
        ours = [NERKIT, "json", "-g", sides[0], "-s", sides[1]]
        title = f"{count:,} documents of 50 rows x 8 fields"
        counts = numbers(r"json +(?:0\.\d+ +){3}(\d+) +(\d+) +(\d+)"), numbers(r"json (\d+) (\d+) (\d+)")
        both = counts if peer is PEER else None
        yield Comparison(
            title,
            ours,
            who,
            [str(python), "-c", peer, *sides],
            runs,
            numbers=both,
            within=0,
            on_page=peer is PEER,
        )
    yield from absent_fields(folder)
    flat = [(row, misread(chance, [row]) or [{}]) for row in rows_of(chance, 100_000, 10)]
    deep = [nested(chance, (20, 20, 5)) for _ in range(5)]
    for title, documents in (
        ("1 document of 5,000 rows x 10 fields", [table(5_000, 10)]),
        ("1 array of 20,000 equal rows", [({"rows": [{"a": 1, "b": "x"}] * 20_000},) * 2]),
        ("100,000 flat documents of 10 fields", [(row, other[0]) for row, other in flat]),
        ("5 documents of 20 x 20 x 5", [(one, turned(chance, one)) for one in deep]),
    ):
        sides = written(folder, title.replace(" ", "-"), documents)
        yield Comparison(title, [NERKIT, "json", "-g", sides[0], "-s", sides[1]], runs=3)
