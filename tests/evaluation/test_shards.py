"""A run in shards has the bytes of a run in one piece: numbers, warnings, errors."""

import json
import random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from laws.corpora import CORPORA, Document
from nerkit.errors import NerkitError
from nerkit.evaluation import shards
from nerkit.evaluation.evaluate import evaluate_systems
from nerkit.evaluation.request import Request
from nerkit.evaluation.stored import counts_of
from nerkit.formatters import render

FILES = [task for task in CORPORA if task != "noisy"]  # of which a corpus is one file
SUFFIX = {"spans": "tsv", "bio": "bio", "mrp": "jsonl", "dep": "conllu"}
MARKED = {"bio": "-DOCSTART- ({})\n\n", "dep": ""}


def documents(task, seed, count):
    """So many random documents of a task, gold and system."""
    chance = random.Random(seed)
    made = [(f"d{i}", *CORPORA[task](chance, f"d{i}", lambda name: name)) for i in range(count)]
    return [Document(name, gold, system) for name, gold, system in made]


def outcome(gold, system, request):
    """All that a run gives: its counts, its texts in several formats, or its error."""
    try:
        result = evaluate_systems(str(gold), {"s": str(system)}, request)
    except NerkitError as error:
        return str(error)
    return [
        json.dumps(counts_of(result) if request.documents else result.to_dict()),
        *(render(result, form) for form in ("table", "tsv", "json", "latex", "junit")),
        result.warnings,
    ]


damages = st.sampled_from(
    ("none", "missing", "extra", "shuffled", "repeated", "crlf", "cr", "broken", "blank", "no end", "unlike")
)
cuts = st.sampled_from(((), ("label",), ("document",)))


def damaged(damage, listed, place):
    """The two sides as text, with something in one place that may be wrong, or unusual."""
    gold, system = [one.gold for one in listed], [one.system for one in listed]
    place %= len(listed)
    if damage == "missing":
        del system[place]
    if damage == "extra":
        del gold[place]
    if damage == "shuffled":
        system.insert(0, system.pop(place))
    if damage == "repeated":
        gold.append(gold[place])
        system.append(system[place])
    if damage == "broken":
        system[place] = system[place].replace("\t", " ").replace("{", "[", 1).replace("-", "", 1)
    if damage == "blank":
        gold[place] += "\n\n"
    if damage == "unlike":
        system[place] = system[place].replace("B-", "S-").replace("\tPER", "\t")
    texts = ["".join(gold), "".join(system)]
    if damage == "crlf":
        texts = [text.replace("\n", "\r\n") for text in texts]
    if damage == "cr":
        texts[0] = texts[0].replace("\n", "\r")
    if damage == "no end":
        texts[1] = texts[1].rstrip("\n")
    return texts


@pytest.mark.parametrize("task", FILES)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.integers(0, 10**6), st.integers(2, 12), st.integers(100, 1500), damages, st.integers(0, 99), cuts, st.booleans()
)
@example(1, 9, 200, "none", 0, ("label",), False)
@example(2, 9, 200, "missing", 4, (), True)
def test_the_same_bytes_however_files_are_cut(tmp_path, task, seed, count, size, damage, place, by, statistics):
    """Whatever a corpus looks like, and wherever it is wrong."""
    texts = damaged(damage, documents(task, seed, count), place)
    paths = [tmp_path / f"{side}.txt" for side in ("gold", "system")]
    for path, text in zip(paths, texts, strict=True):
        path.write_bytes(text.encode())
    request = {"task": task, "by": by, "documents": statistics}
    whole = outcome(*paths, Request.of(**request))
    assert outcome(*paths, Request.of(**request, shard_size=size)) == whole
