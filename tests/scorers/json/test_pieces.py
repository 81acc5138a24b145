"""A batch that is compared some documents at a time gives the counts of one that is compared at once."""

import json
import random
import subprocess
import sys

import pytest

import nerkit
from nerkit.exceptions import UsageError
from nerkit.scorers import batch_slices

WORDS = ("apple", "pear", "plum", "fig")


def documents(chance, count):
    """Pairs of documents with rows that differ in order, in some fields and in number; the last ones have
    a path of their own.
    """
    pairs = []
    for place in range(count):
        rows = [
            {"name": chance.choice(WORDS), "n": str(chance.randrange(3)), "tags": chance.sample(WORDS, 2)}
            for _ in range(chance.randrange(5))
        ]
        other = [{**row, "n": str(chance.randrange(3))} for row in rows if chance.random() < 0.8]
        last = {"late": "x"} if place == count - 1 else {}
        pairs.append(({"rows": rows, **last}, {"rows": chance.sample(other, len(other)), **last}))
    return pairs


def written(folder, pairs):
    paths = [folder / f"{side}.jsonl" for side in ("gold", "system")]
    for path, values in zip(paths, zip(*pairs, strict=True), strict=True):
        path.write_text("".join(json.dumps({"id": f"d{i}", "value": v}) + "\n" for i, v in enumerate(values)))
    return list(map(str, paths))


ASKED = (
    {},
    {"by": ["path", "document"]},
    {"by": ["label"]},
    {"measures": ["json-soft"], "by": ["path"]},
    {"key": ["rows=name"]},
    {"labels": ["late"]},
)


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_pieces(monkeypatch, tmp_path, asked):
    """No number, no order of rows and no warning depends on where a batch is cut."""
    paths = written(tmp_path, documents(random.Random(5), 23))
    whole = nerkit.evaluate(*paths, task="json", **asked)
    for nodes in (1, 40, 200):
        monkeypatch.setattr(batch_slices, "NODES", nodes)
        cut = nerkit.evaluate(*paths, task="json", **asked)
        assert cut.rows == whole.rows
        assert cut.warnings == whole.warnings


def test_a_path_is_looked_for_in_all_documents(tmp_path):
    """A pattern may fit the last document alone; a path that is nowhere is refused, whatever the cut."""
    paths = written(tmp_path, documents(random.Random(6), 9))
    for size in (None, 10, 10_000):
        result = nerkit.evaluate(*paths, task="json", labels=["late"], shard_size=size)
        assert [row.r_den for row in result.rows if row.measure == "json"] == [1]
        with pytest.raises(UsageError, match="neither side has such a path"):
            nerkit.evaluate(*paths, task="json", labels=["lat"], shard_size=size)


PEER = """
import json, sys
from omni_extract_bench import score
leaf = {"type": "string"}
row = {"type": "object", "properties": {"name": leaf, "n": leaf, "tags": {"type": "array", "items": leaf}}}
schema = {"type": "object", "properties": {"late": leaf, "rows": {"type": "array", "items": row}}}
gold, system = ([json.loads(line)["value"] for line in open(path)] for path in sys.argv[1:3])
for one, other in zip(gold, system):
    said = score(other, one, schema)
    print(json.dumps([said["matched"], said["asserted"], said["total"]]))
"""


def test_against_omni_extract_bench(tmp_path):
    """On strings that no rule of either side normalises the counts of every document are the peer's."""
    pytest.importorskip("omni_extract_bench")
    paths = written(tmp_path, documents(random.Random(7), 200))
    run = subprocess.run([sys.executable, "-c", PEER, *paths], capture_output=True, text=True, check=True)
    expected = [json.loads(line) for line in run.stdout.splitlines()]
    result = nerkit.evaluate(*paths, task="json", measures=["json"], by=["document"])
    rows = {row.document: row for row in result.rows if row.measure == "json"}
    assert len(expected) == 200
    for place, numbers in enumerate(expected):
        row = rows.get(f"d{place}")
        assert ([row.p_num, row.p_den, row.r_den] if row else [0, 0, 0]) == numbers
