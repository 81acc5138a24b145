"""Calls in memory, as loops of an evaluation and of training make them; a part of `scripts.benchmark`."""

from scripts.benchmark.runs import Comparison, Place, Rows, numbers, own_code

DATA = """
import random, time
chance = random.Random(5)
KINDS = "PER", "ORG", "LOC"
def sentence(size=10):
    at, spans = 0, []
    for _ in range(size):
        at += chance.randrange(1, 4)
        spans.append((at, at + chance.randrange(1, 4), chance.choice(KINDS)))
        at = spans[-1][1]
    return spans
def tags(spans):
    found = ["O"] * 80
    for start, end, kind in spans:
        found[start:end] = [f"B-{{kind}}", *[f"I-{{kind}}"] * (end - start - 1)]
    return found
def other(value):
    if isinstance(value, dict):
        return {{key: other(part) for key, part in value.items()}}
    if isinstance(value, list):
        return [other(part) for part in value]
    if isinstance(value, tuple):
        return (*value[:2], chance.choice(KINDS))
    return value if chance.random() < 0.85 else "other"
def record():
    return {{"rows": [{{f"f{{k}}": chance.choice("abcd") for k in range(8)}} for _ in range(5)]}}
def turn():
    given = [{{"x": chance.choice("ab"), "y": chance.choice("cd")}} for _ in range(3)]
    return [{{"name": chance.choice("fgh"), "arguments": one}} for one in given]
gold = [{make} for _ in range({size})]
system = [other(one) for one in gold]
"""
TIMED = """
times = max(1, 640 // len(gold))
score(gold, system)
begin = time.process_time()
for _ in range(times):
    found = score(gold, system)
print((time.process_time() - begin) / times, found if isinstance(found, float) else sum(found))
"""
TAGGED = "gold, system = ([tags(spans) for spans in side] for side in (gold, system))\n"
EVALUATE = (
    'import nerkit\ndef score(gold, system): return nerkit.evaluate(gold, system, task="{task}"{more}).f1\n'
)
SCORES = 'import nerkit\ndef score(gold, system): return nerkit.scores(gold, system, task="{task}")\n'
SEQEVAL = "from seqeval.metrics import f1_score as score\n"
SEQEVAL_EACH = """
from seqeval.metrics import f1_score
def score(gold, system): return [float(f1_score([one], [other])) for one, other in zip(gold, system)]
"""
NERVALUATE = """
from nervaluate import Evaluator
def score(gold, system):
    overall = Evaluator(gold, system, tags=list(KINDS), loader="list").evaluate()["overall"]
    return overall["strict"].f1
"""
OMNI = """
from omni_extract_bench import score as one_score
leaf = {"type": "string"}
row = {"type": "object", "properties": {f"f{k}": leaf for k in range(8)}}
schema = {"type": "object", "properties": {"rows": {"type": "array", "items": row}}}
def score(gold, system):
    return [one_score(b, a, schema)["matched"] for a, b in zip(gold, system)]
"""
AUTOEVALS = """
from autoevals.json import JSONDiff
differ = JSONDiff()
def score(gold, system): return [differ(output=b, expected=a).score for a, b in zip(gold, system)]
"""
BATCH = 64


def in_memory(at: Place) -> Rows:
    """One call in memory, and `nerkit.scores` of 64 pairs, in CPU time. Peers score pair by pair."""
    value = numbers(r"\S+ (\S+)")

    def compared(title: str, data: str, ours: str, who: str = "", theirs: str = "") -> Comparison:
        both = (value, value) if theirs in (TAGGED + SEQEVAL, TAGGED + SEQEVAL_EACH) else None
        peer = at.code(data + theirs + TIMED) if who else None
        return Comparison(title, own_code(data + ours + TIMED), who, peer, inside=True, numbers=both)

    for size in (10, 100, 3_000):
        title, data = f"one call on {size:,} tagged sentences", DATA.format(make="sentence()", size=size)
        plain, muc = (EVALUATE.format(task="bio", more=more) for more in ("", ', measures="strict"'))
        yield compared(title, data, TAGGED + plain, "seqeval", TAGGED + SEQEVAL)
        yield compared(title, data, TAGGED + muc, "nervaluate", TAGGED + NERVALUATE)
    sentences, values, turns = (
        DATA.format(make=make, size=BATCH) for make in ("sentence()", "record()", "turn()")
    )
    of = {task: SCORES.format(task=task) for task in ("bio", "spans", "json", "calls")}
    title = "scores, 64 tagged sentences"
    yield compared(title, sentences, TAGGED + of["bio"], "seqeval", TAGGED + SEQEVAL_EACH)
    yield compared("scores, 64 lists of 10 spans", sentences, of["spans"])
    title = "scores, 64 JSON values of 40 leaves"
    yield compared(title, values, of["json"], "omni-extract-bench", OMNI)
    yield compared(title, values, of["json"], "autoevals JSONDiff", AUTOEVALS)
    yield compared("scores, 64 turns of 3 tool calls", turns, of["calls"])
