"""The work of every command grows no faster than its input, whatever shape the input has.

Work is counted, not timed: calls of functions, and the peak of the memory that Python and numpy take.
"""

import cProfile
import json
import math
import random
import tracemalloc
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import pytest

from nerkit.cli.commands import COMMANDS

pytestmark = pytest.mark.slow

SIZES = (500, 1_000, 2_000)
STEEPEST = 1.15  # exponent of calls; sorting 1,000 items adds a tenth to each doubling
FATTEST = 1.4  # exponent of the peak of memory
PER_SYSTEM = 100  # items, if there are many systems


class Shape(NamedTuple):
    """The documents, labels and systems over which *size* items are spread, and the share of wrong items."""

    documents: Callable[[int], int] = lambda size: size // 4
    labels: Callable[[int], int] = lambda _: 4
    systems: Callable[[int], int] = lambda _: 1
    wrong: float = 0.1


SHAPES = {
    "many documents": Shape(),
    "one long document": Shape(documents=lambda _: 1),
    "many labels": Shape(labels=lambda size: size // 2),
    "many systems": Shape(systems=lambda size: size // PER_SYSTEM),
    "many errors": Shape(wrong=1.0),
}


class Item(NamedTuple):
    """An item of a document: its number in the corpus, gold's label, and the system's."""

    number: int
    gold: str
    system: str


def corpus(shape: Shape, size: int, system: int) -> list[list[Item]]:
    """Documents of items. Gold's labels are the same for each system."""
    gold_labels, chance = random.Random(size), random.Random(size + system)
    labels = shape.labels(size)
    items = []
    for number in range(size):
        gold = f"L{gold_labels.randrange(labels):04}"
        wrong = f"L{chance.randrange(labels):04}"
        items.append(Item(number, gold, wrong if chance.random() < shape.wrong else gold))
    per = -(-size // shape.documents(size))
    return [items[start : start + per] for start in range(0, size, per)]


def tagged(document: list[Item], number: int, side: str) -> str:
    """A document in BIO: an entity and a word in each sentence."""
    rows = (f"w{item.number} B-{getattr(item, side)}\nis O\n\n" for item in document)
    return f"-DOCSTART- (d{number})\n\n{''.join(rows)}"


def text(document: list[Item], _: int, side: str) -> str:
    """The rows of a document without its mark, which `noisy` does not read."""
    return tagged(document, 0, side).partition("\n\n")[2]


def spans(document: list[Item], number: int, side: str) -> str:
    """A document in span TSV."""
    return "".join(
        f"d{number}\t{9 * i}\t{9 * i + 5}\t\t1\t{getattr(item, side)}\n" for i, item in enumerate(document)
    )


def words(document: list[Item], number: int, side: str) -> str:
    """Sentences in CoNLL-U with a root and an object."""
    verb, pronoun = "see\t_\tVERB\t_\t_\t0\troot\t_\t_", "it\t_\tPRON\t_\t_\t1"
    rows = (f"1\t{verb}\n2\t{pronoun}\t{getattr(item, side)}\t_\t_\n\n" for item in document)
    return f"# newdoc id = d{number}\n{''.join(rows)}"


def trees(document: list[Item], _: int, side: str) -> str:
    """Trees with a phrase of the label."""
    return "".join(
        f"(S (NP (N w{item.number})) ({getattr(item, side)} (V is) (A new)))\n" for item in document
    )


def mentions(document: list[Item], number: int, side: str) -> str:
    """Mentions of clusters by label."""
    rows = (
        f"d{number}\t0\t{i}\tw{item.number}\t({int(getattr(item, side)[1:])})\n"
        for i, item in enumerate(document)
    )
    return f"#begin document (d{number}); part 000\n{''.join(rows)}\n#end document\n"


def roles(document: list[Item], _: int, side: str) -> str:
    """A predicate with an argument in each sentence."""
    return "".join(f"- (A{getattr(item, side)}*)\nsee{item.number} (V*)\n\n" for item in document)


def graphs(document: list[Item], number: int, side: str) -> str:
    """A graph for every fourth item, as a graph takes long."""
    return "".join(
        f"# ::id d{number}-{i}\n(a / see-01 :ARG0 (b / {getattr(item, side)}) :quant {item.number})\n\n"
        for i, item in enumerate(document[::4])
    )


def relations(document: list[Item], number: int, side: str) -> str:
    """Entities in a line, and relations between neighbours."""
    entities = [{"id": f"e{i}", "type": "X", "span": [i, i + 1]} for i in range(len(document) + 1)]
    links = [
        {"head": f"e{i}", "tail": f"e{i + 1}", "type": getattr(item, side)} for i, item in enumerate(document)
    ]
    return json.dumps({"id": f"d{number}", "entities": entities, "relations": links}) + "\n"


def values(document: list[Item], number: int, side: str) -> str:
    """Rows with a key, and a field that is called after the label."""
    rows = [{"id": item.number, getattr(item, side): "x"} for item in document]
    return json.dumps({"id": f"d{number}", "rows": rows}) + "\n"


def turns(document: list[Item], number: int, side: str) -> str:
    """A turn of one call for every item."""
    calls = [[{"name": getattr(item, side), "arguments": {"n": item.number}}] for item in document]
    return json.dumps({"id": f"d{number}", "turns": calls}) + "\n"


def parsed(document: list[Item], _: int, side: str) -> str:
    """A sentence of two words for every item."""
    return "".join(f"{getattr(item, side)} is\n" for item in document)


def framework(document: list[Item], number: int, side: str) -> str:
    """A graph of two nodes for every fourth item."""
    return "".join(
        json.dumps(
            {
                "id": f"d{number}-{i}",
                "time": "2020-01-31",
                "framework": "amr",
                "version": 1.1,
                "flavor": 2,
                "tops": [0],
                "nodes": [{"id": 0, "label": "see-01"}, {"id": 1, "label": getattr(item, side)}],
                "edges": [{"source": 0, "target": 1, "label": "ARG0"}],
            }
        )
        + "\n"
        for i, item in enumerate(document[::4])
    )


INPUTS = {  # the command -> suffix, and what makes a document
    "evaluate": ("bio", tagged),
    "bio": ("bio", tagged),
    "bio --by label": ("bio", tagged),
    "bio --by document": ("bio", tagged),
    "bio --confidence --resamples 20": ("bio", tagged),
    "spans -m all": ("tsv", spans),
    "noisy": ("bio", text),
    "coref": ("conll", mentions),
    "mrp": ("mrp", framework),
    "amr": ("amr", graphs),
    "ie": ("jsonl", relations),
    "srl": ("props", roles),
    "dep": ("conllu", words),
    "tree": ("mrg", trees),
    "json --key rows=id": ("jsonl", values),
    "calls": ("jsonl", turns),
    "errors": ("bio", tagged),
    "errors --task spans": ("tsv", spans),
    "errors --task coref": ("conll", mentions),
    "errors --task amr": ("amr", graphs),
    "errors --task ie": ("jsonl", relations),
    "errors --task srl": ("props", roles),
    "errors --task dep": ("conllu", words),
    "errors --task tree": ("mrg", trees),
    "errors --task json --option key=rows=id": ("jsonl", values),
    "errors --task calls": ("jsonl", turns),
    "report": ("bio", tagged),
    "report --task json --option key=rows=id": ("jsonl", values),
    "compare": ("bio", tagged),
    "agree": ("bio", tagged),
    "power": ("bio", tagged),
    "estimate": ("bio", tagged),
    "plot labels": ("bio", tagged),
    "convert --to spacy": ("bio", tagged),
    "validate": ("bio", tagged),
    "merge": ("bio", tagged),
    "verify": ("bio", tagged),
    "cky": ("txt", parsed),
    "chunk": ("mrg", trees),
    "nerval": ("bio", text),
}
WITHOUT_DATA = {"list", "measures", "presets", "explain", "demo", "acid", "help", "completion"}
OF_PAIRS = {"compare", "agree", "report"}  # commands that compare systems two by two
NOT_TAKEN = {  # command -> shapes that it does not take
    **dict.fromkeys(("convert", "power", "cky", "nerval"), ("many systems",)),
    "estimate": ("many systems", "one long document"),
}


def files(write, name: str, shape: Shape, size: int) -> list[object]:
    """Write gold and the systems; their paths."""
    suffix, made = INPUTS[name]
    systems = shape.systems(size)
    size //= systems
    if name.split(maxsplit=1)[0] in OF_PAIRS and systems > 1:
        systems = math.isqrt(size * systems // 5)
    corpora = [corpus(shape, size, system) for system in range(systems)]
    sides = [("gold", corpora[0]), *(("system", each) for each in corpora)]
    return [
        write(
            f"{size}-{number}.{suffix}",
            "".join(made(document, place, side) for place, document in enumerate(documents)),
        )
        for number, (side, documents) in enumerate(sides)
    ]


def typed(run, write, name: str, shape: Shape, size: int) -> list[object]:
    """Write the files of a command, and return its arguments."""
    gold, *systems = files(write, name, shape, size)
    result = f"{size}.json"
    given = ["-g", gold, *systems]
    match name.split(maxsplit=1)[0]:
        case "validate" | "convert" | "chunk":
            given = systems
        case "agree":
            given = [gold, *systems]
        case "compare" | "power":
            given += [gold] * (len(systems) == 1)
        case "estimate":
            documents = gold.read_text().split("-DOCSTART-")
            some = write(f"{size}-some.bio", "-DOCSTART-".join(documents[: len(documents) // 2]))
            given = ["-g", some, "--judged", gold, *systems]
        case "nerval":
            given = ["-a", gold, "-p", *systems]
        case "plot":
            given += ["-o", f"{size}.svg"]
        case "merge":
            assert run("bio", *given, "--counts-only", "-o", result).code == 0
            given = [result]
        case "verify":
            assert run("bio", *given, "-f", "json", "-o", result).code == 0
            given = [result]
        case "cky":
            labels = sorted({line.split()[0] for line in systems[0].read_text().splitlines()})
            rules = "".join(f"N -> '{label}'\n" for label in labels)
            given = ["-G", write(f"{size}.cfg", f"S -> N V\nV -> 'is'\n{rules}"), *systems]
    return [*name.split(), *given]


def work(run, arguments: list[object], *, measures_memory: bool) -> tuple[int, int]:
    """The calls of functions in a run, and the peak of its memory in bytes; 0 if not measured."""
    profile, peak = cProfile.Profile(), 0
    if measures_memory:
        tracemalloc.start()
    try:
        done = profile.runcall(run, *arguments)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert done.code in (0, 1), done.err
    return sum(entry.callcount for entry in profile.getstats()), peak


def test_every_command_has_an_input():
    """A command reads data, or is listed as one that reads none."""
    assert {name.split(maxsplit=1)[0] for name in INPUTS} == set(COMMANDS) - WITHOUT_DATA


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", INPUTS)
def test_work_grows_with_the_input(run, write, name, shape):
    """The exponent of calls is of what each doubling of the input adds, which no start changes.

    Some commands do more from a size on, for example draw a further table. So larger inputs decide if smaller
    ones seem to grow too fast.
    """
    if shape in NOT_TAKEN.get(name.split(maxsplit=1)[0], ()):
        pytest.skip("the command does not take this shape")
    run(*typed(run, write, name, SHAPES[shape], 300))  # loads the modules
    steepest, fattest = measured(run, write, name, SHAPES[shape], SIZES)
    if steepest > STEEPEST or fattest > FATTEST:
        steepest, fattest = measured(run, write, name, SHAPES[shape], [2 * size for size in SIZES])
    assert (steepest <= STEEPEST, fattest <= FATTEST) == (True, True), (steepest, fattest)


def measured(run, write, name: str, shape: Shape, sizes: Sequence[int]) -> tuple[float, float]:
    """The exponents of calls and of memory over three sizes, each twice the size before."""
    calls, memory = zip(
        *(
            work(run, typed(run, write, name, shape, size), measures_memory=size != sizes[1])
            for size in sizes
        ),
        strict=True,
    )
    first, second = (b - a for a, b in pairwise(calls))
    steepest = math.log2(second / max(first, 1)) if second > 0.2 * calls[0] else 0
    return steepest, math.log(memory[-1] / memory[0]) / math.log(sizes[-1] / sizes[0])
