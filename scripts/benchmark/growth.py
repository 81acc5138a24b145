"""Measure how CPU time and memory grow with inputs on which something could be quadratic.

usage: python -m scripts.benchmark.growth [NAME ...] [--scale S] [--python PYTHON]

Every case makes files of four sizes, the largest twice the size that it is known by, and runs one command on
each as a whole process. The exponent is that of a power law fitted to the CPU time above that of the command
on a file of next to nothing. A command that ends by a limit has exit code 2, which stands in the table.
"""

import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

PARTS = (4, 2, 1, 0.5)  # the sizes are that of a case by these
LEAST = 0.1  # CPU seconds above the start below which no exponent is told
TIME = 30  # CPU seconds after which a run is ended
MEMORY = 3 << 30  # bytes of addresses that a run may have

Maker = Callable[[int], Iterator[str]]


class Case(NamedTuple):
    """A command, what makes its files, and the size that it is known by.

    command   `nerkit` left out; GOLD and SYSTEM stand for the files
    makes     suffix of the files, and what makes the lines of gold and of the system
    """

    command: str
    size: int
    suffix: str
    gold: Maker
    system: Maker


class Run(NamedTuple):
    """One finished process: CPU seconds, peak memory in MB, exit code."""

    cpu: float
    memory: float
    code: int


def nested(size: int, shift: int = 0) -> Iterator[str]:
    """Spans inside one another."""
    for at in range(size):
        yield f"d\t{at + shift}\t{4 * size - at}\tQ{at % 7}\t1.0\tT{at % 5}\n"


def many_ids(size: int, shift: int = 0) -> Iterator[str]:
    """A span that stands there with many ids."""
    for at in range(size):
        yield f"d\t0\t5\tQ{at + shift}\t1.0\tT\n"


def deep_tree(size: int, shift: int = 0) -> Iterator[str]:
    """Constituents inside one another."""
    yield from (f"(X{(at + shift) % 3} (N w{at}) " for at in range(size))
    yield f"(N z){')' * size}\n"


def long_word(size: int) -> Iterator[str]:
    """A sentence with one word of many characters."""
    for word in range(1, size + 1):
        form = "x" * 5 * size if word == 3 else "w"
        yield f"{word}\t{form}\tl\tX\t_\t_\t{word - 1}\t{'dep' if word > 1 else 'root'}\t_\t_\n"
    yield "\n"


def elements(size: int, shift: int = 0) -> Iterator[str]:
    """An array of objects that agree in a field or two."""
    rows = [{"name": f"w{at + shift}", "quantity": at % 7, "price": at} for at in range(size)]
    yield json.dumps({"id": "1", "value": {"items": rows}}) + "\n"


def labels(size: int, shift: int = 0) -> Iterator[str]:
    """Spans that each have a label of their own, on one side another one."""
    for at in range(size):
        yield f"d\t{10 * at}\t{10 * at + 5}\tQ{at}\t1.0\tT{at + shift}\n"


def documents(size: int) -> Iterator[str]:
    """Documents with a label of its own each."""
    for at in range(size):
        yield f"d{at}\t0\t5\tQ{at}\t1.0\tT{at}\n"


def credit(size: int) -> Iterator[str]:
    """Spans of two types over one another."""
    for at in range(size):
        yield f"d\t{at}\t{4 * size - at}\tQ1\t1.0\t{'AB'[at % 2]}\n"


def mentions(size: int, shift: int = 0) -> Iterator[str]:
    """Mentions that overlap all others, with one head, in one sentence; *shift* words longer."""
    yield "# newdoc id = d\n# global.Entity = eid-etype-head-other\n# sent_id = s\n"
    opening = {number + 1: f"(e{number}-x-{size + 1 - number}-" for number in range(size)}
    closing = {size + 2 + number + shift: f"e{number})" for number in range(size)}
    for word in range(1, 2 * size + 4):
        entity = closing.get(word, "") + opening.get(word, "")
        head = "0\troot" if word == 1 else "1\tdep"
        yield f"{word}\tw\tw\tX\t_\t_\t{head}\t_\t{'Entity=' + entity if entity else '_'}\n"
    yield "\n"


def conll_nested(size: int, shift: int = 0) -> Iterator[str]:
    """Mentions inside one another in the CoNLL format, every two in an entity; *shift* words longer."""
    yield "#begin document (d); part 000\n"
    for word in range(2 * size + 1):
        brackets = f"({word // 2}" if word < size else "-"
        inner = 2 * size - 1 - word + shift
        if size <= word and 0 <= inner < size:
            brackets = f"{inner // 2})"
        yield f"d 0 {word} w X * - - - - {brackets}\n"
    yield "\n#end document\n"


def random_words(size: int, seed: int) -> Iterator[str]:
    """A text of words that are not in the other one, tagged as one in ten."""
    chance = random.Random(seed)
    letters = "abcdefghijklm" if seed % 2 else "nopqrstuvwxyz"
    for at in range(size):
        yield "".join(chance.choices(letters, k=6)) + (" B-X\n" if at % 10 == 0 else " O\n")


def one_entity(size: int, seed: int = 0) -> Iterator[str]:
    """A text that is one entity."""
    chance = random.Random(0)
    other = random.Random(seed)
    for at in range(size):
        word = "".join(chance.choices("abcdefghijklmnop", k=5))
        if seed and other.random() < 0.1:
            word = "".join(other.choices("abcdefghijklmnop", k=5))
        yield f"{word} {'B' if at == 0 else 'I'}-X\n"


def noisy_text(size: int) -> Iterator[str]:
    """A text with an entity in every tenth place."""
    chance = random.Random(0)
    for at in range(10 * size):
        yield "".join(chance.choices("abcdefghij", k=5)) + (" B-X\n" if at % 10 == 0 else " O\n")


def strings(size: int) -> Iterator[str]:
    """The entities of that text as a list of strings, half of them misspelt."""
    chance = random.Random(0)
    entities = []
    for at in range(10 * size):
        word = "".join(chance.choices("abcdefghij", k=5))
        if at % 10 == 0:
            entities.append(word if at % 20 else word[:4] + "z")
    yield json.dumps({"X": entities})


def nested_tags(size: int) -> Iterator[str]:
    """Tags inside one another."""
    yield from ("<PER>a " for _ in range(size))
    yield from ("</PER>" for _ in range(size))


def unclosed_tags(size: int) -> Iterator[str]:
    """Tags that nothing closes."""
    yield "<PER>a</PER> "
    yield from ("<PER>a " for _ in range(size))


def crossing_tags(size: int) -> Iterator[str]:
    """Tags of many names, which cross one another."""
    yield from (f"<T{at}>a " for at in range(size))
    yield from (f"</T{at}>" for at in range(size))


def open_brackets(size: int) -> Iterator[str]:
    """Brackets of labels that nothing closes."""
    yield "[a](PER) "
    yield from ("[a](b " for _ in range(size))


def labels_after(size: int) -> Iterator[str]:
    """Labels after words, all in one line."""
    yield from ("A [PER] " for _ in range(size))


def many_words(size: int) -> Iterator[str]:
    """Capitalised words before one label."""
    yield from ("A " for _ in range(size))
    yield "[PER]"


def multiword(size: int, shift: int = 0) -> Iterator[str]:
    """A sentence that is one multiword token."""
    yield f"1-{size}\t{'ab' * size}\t_\t_\t_\t_\t_\t_\t_\t_\n"
    for word in range(1, size + 1):
        name = "dep" if word > 1 else "root"
        yield f"{word}\t{'ba'[(word + shift) % 2]}{word % 13}\t_\tX\t_\t_\t{word - 1}\t{name}\t_\t_\n"
    yield "\n"


def dense_triples(size: int, step: int = 1) -> Iterator[str]:
    """The triples of a graph in which every node leads to every later one."""
    for node in range(size):
        yield f"1\tn{node}\tinstance\tl{node}\n"
    for node in range(size):
        for later in range(node + 1, size, step):
            yield f"1\tn{node}\tr\tn{later}\n"


def star(size: int, step: int = 1) -> Iterator[str]:
    """A node with many others below it."""
    yield "# ::id 1\n(n / want-01"
    for node in range(size):
        yield f"\n :ARG{node % 3} (n{node} / thing{node % 5 * step})"
    yield ")\n\n"


def deep(size: int, label: str = "a") -> Iterator[str]:
    """Nodes inside one another."""
    yield "# ::id 1\n"
    yield from (f"(n{node} / {label} :ARG0 " for node in range(size))
    yield f"(z / z){')' * size}\n\n"


def alike(size: int, seed: int) -> Iterator[str]:
    """An MRP graph of nodes with equal labels and no anchors, with twice as many edges at random."""
    chance = random.Random(seed)
    every = [(a, b) for a in range(size) for b in range(size) if a != b]
    edges = chance.sample(every, min(2 * size, len(every)))
    yield (
        json.dumps(
            {
                "id": "1",
                "flavor": 2,
                "framework": "amr",
                "version": 1.0,
                "time": "2020-01-01",
                "tops": [0],
                "nodes": [{"id": node, "label": "thing"} for node in range(size)],
                "edges": [{"source": a, "target": b, "label": "A"} for a, b in edges],
            }
        )
        + "\n"
    )


def alike_amr(size: int, seed: int) -> Iterator[str]:
    """An AMR graph of nodes with equal concepts: a tree at random, with half as many edges again."""
    chance = random.Random(seed)
    children: dict[int, list[str]] = {node: [] for node in range(size)}
    for node in range(1, size):
        children[chance.randrange(node)].append(f"n{node}")
    extra = dict.fromkeys(range(size), "")

    def shown(node: int) -> str:
        below = "".join(f" :ARG0 {shown(int(child[1:]))}" for child in children[node])
        return f"(n{node} / thing{below}{extra[node]})"

    for _ in range(size // 2):
        a, b = sorted(chance.sample(range(size), 2))
        extra[a] += f" :ARG0 n{b}"
    yield f"# ::id 1\n{shown(0)}\n\n"


def case(command: str, size: int, suffix: str, gold: Maker, system: Maker | None = None) -> Case:
    return Case(command, size, suffix, gold, system or gold)


def shifted(maker: Callable[[int, int], Iterator[str]], by: int) -> Maker:
    return lambda size: maker(size, by)


OVERLAP = (
    "-m overlap-maxmax::span+type -m overlap-maxsum::span -m overlap-summax::span -m overlap-sumsum::span"
)

CASES = {
    "nested spans": case(f"spans -g GOLD -s SYSTEM {OVERLAP}", 16_000, "tsv", nested, shifted(nested, 1)),
    "nested spans, weights": case(
        f"spans -g GOLD -s SYSTEM {OVERLAP} --type-weights WEIGHTS", 16_000, "tsv", credit, credit
    ),
    "nested spans, errors": case("errors -g GOLD -s SYSTEM", 2_000, "tsv", nested, shifted(nested, 1)),
    "nested spans, --match overlap": case(
        "spans -g GOLD -s SYSTEM -m conll -m lea --match overlap", 2_000, "tsv", nested, shifted(nested, 1)
    ),
    "confusion of labels": case(
        "errors -g GOLD -s SYSTEM --confusion -f json", 20_000, "tsv", labels, shifted(labels, 1)
    ),
    "labels x documents": case(
        "spans -g GOLD -s SYSTEM -m sets::span+type --by label --by document -f json", 8_000, "tsv", documents
    ),
    "coref errors, nested": case(
        "errors -g GOLD -s SYSTEM", 2_000, "conll", conll_nested, shifted(conll_nested, 1)
    ),
    "corefud head": case(
        "coref -g GOLD -s SYSTEM --from corefud --match head", 2_000, "conllu", mentions, shifted(mentions, 1)
    ),
    "corefud partial": case(
        "coref -g GOLD -s SYSTEM --from corefud --match partial",
        2_000,
        "conllu",
        mentions,
        shifted(mentions, 1),
    ),
    "corefud overlapping, mentions": case(
        "coref -g GOLD -s SYSTEM --from corefud -m mentions -m mor",
        2_000,
        "conllu",
        mentions,
        shifted(mentions, 1),
    ),
    "noisy, unrelated": case(
        "noisy -g GOLD -s SYSTEM", 64_000, "bio", shifted(random_words, 1), shifted(random_words, 2)
    ),
    "noisy, one entity": case("noisy -g GOLD -s SYSTEM", 16_000, "bio", one_entity, shifted(one_entity, 1)),
    "noisy, one entity, located": case(
        "noisy -g GOLD -s SYSTEM -m all", 16_000, "bio", one_entity, shifted(one_entity, 1)
    ),
    "noisy, strings": Case("noisy -g GOLD -s SYSTEM.json", 8_000, "bio", noisy_text, strings),
    "inline, nested": case("validate GOLD --from inline", 16_000, "txt", nested_tags),
    "inline, nested, scored": case("evaluate -g GOLD -s SYSTEM --from inline", 16_000, "txt", nested_tags),
    "inline, unclosed": case("validate GOLD --from inline", 16_000, "txt", unclosed_tags),
    "inline, unclosed, scored": case(
        "evaluate -g CLEAN -s SYSTEM --from inline", 16_000, "txt", unclosed_tags
    ),
    "inline, crossing": case("validate GOLD --from inline", 16_000, "txt", crossing_tags),
    "inline, brackets": case("validate GOLD --from inline", 16_000, "txt", open_brackets),
    "inline, labels": case("validate GOLD --from inline", 16_000, "txt", labels_after),
    "inline, many words": case("validate GOLD --from inline", 16_000, "txt", many_words),
    "dep, one multiword token": case(
        "dep -g GOLD -s SYSTEM", 8_000, "conllu", multiword, shifted(multiword, 1)
    ),
    "sembleu, dense": case(
        "amr -g GOLD -s SYSTEM --from triples-tsv -m sembleu",
        120,
        "tsv",
        dense_triples,
        shifted(dense_triples, 2),
    ),
    "amr aspects, star": case("amr -g GOLD -s SYSTEM --aspects", 32_000, "amr", star, shifted(star, 2)),
    "amr srl, star": case("amr -g GOLD -s SYSTEM -m srl", 32_000, "amr", star, shifted(star, 2)),
    "mrp, nodes alike": case("mrp -g GOLD -s SYSTEM", 20, "mrp", shifted(alike, 1), shifted(alike, 2)),
    "amr, nodes alike": case(
        "amr -g GOLD -s SYSTEM", 20, "amr", shifted(alike_amr, 1), shifted(alike_amr, 2)
    ),
    "nested spans, in pairs": case(
        "spans -g GOLD -s SYSTEM -m strict -m partial", 16_000, "tsv", nested, shifted(nested, 1)
    ),
    "nested spans, report": case(
        "report -g GOLD -s SYSTEM -o report.html", 4_000, "tsv", nested, shifted(nested, 1)
    ),
    "one span, many ids": case(
        "spans -g GOLD -s SYSTEM -m muc", 10_000, "tsv", many_ids, shifted(many_ids, 3)
    ),
    "tree, deep, errors": case("errors -g GOLD -s SYSTEM", 5_000, "mrg", deep_tree, shifted(deep_tree, 1)),
    "one long word": case("dep -g GOLD -s SYSTEM", 20_000, "conllu", long_word, long_word),
    "json, long array": case("json -g GOLD -s SYSTEM", 4_000, "jsonl", elements, shifted(elements, 1)),
    "penman, deep": case("amr -g GOLD -s SYSTEM", 4_999, "amr", deep, deep),
}


def run(command: list[str], folder: Path) -> Run:
    """Run a command in a folder to its end, to TIME, or as far as MEMORY goes."""
    process = subprocess.Popen(
        ["sh", "-c", f'ulimit -v {MEMORY >> 10}; ulimit -t {TIME}; exec "$@"', "sh", *command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Run(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, process.returncode)


def measured(chosen: Case, size: int, folder: Path, python: str) -> Run:
    """The run of a case at a size."""
    names = {}
    for name, make in (("GOLD", chosen.gold), ("SYSTEM", chosen.system)):
        suffix = "json" if f"{name}.json" in chosen.command else chosen.suffix
        names[name] = folder / f"{name.lower()}.{suffix}"
        names[name].write_text("".join(make(size)))
    names["WEIGHTS"], names["CLEAN"] = folder / "weights.tsv", folder / "clean.txt"
    names["WEIGHTS"].write_text("A\tB\t0.5\n")
    names["CLEAN"].write_text("a b\n")
    words = [str(names.get(word.removesuffix(".json"), word)) for word in chosen.command.split()]
    return run([python, "-m", "nerkit", *words], folder)


def row(name: str, chosen: Case, scale: float, python: str) -> str:
    """A row of the table: CPU at the four sizes, the exponent, memory and exit code at the largest."""
    with tempfile.TemporaryDirectory() as folder:
        start = measured(chosen, 4, Path(folder), python).cpu
        sizes = [max(int(chosen.size * scale / part), 4) for part in PARTS]
        runs = [measured(chosen, size, Path(folder), python) for size in sizes]
    above = [
        (size, one.cpu - start) for size, one in zip(sizes, runs, strict=True) if one.cpu - start > LEAST
    ]
    exponent = "" if len(above) < 2 else f"{slope(above):.2f}"
    cpu = " ".join(f"{one.cpu:.2f}" for one in runs)
    code = "ended" if runs[-1].code < 0 else f"exit {runs[-1].code}" if runs[-1].code else ""
    return f"| {name} | {sizes[-1]:,} | {cpu} | {exponent} | {runs[-1].memory:,.0f} | {code} |"


def slope(points: list[tuple[int, float]]) -> float:
    """The exponent of the power law through sizes and seconds, by least squares of their logarithms."""
    x, y = ([math.log(point[k]) for point in points] for k in (0, 1))
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    over = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    return over / sum((a - mean_x) ** 2 for a in x)


def main() -> None:
    """Print the table of the named cases, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(CASES)}; all if none is named")
    parser.add_argument("--scale", type=float, default=1.0, help="of all sizes")
    parser.add_argument("--python", default=sys.executable, help="that runs nerkit")
    arguments = parser.parse_args()
    print("| case | largest size | CPU s at 1/8, 1/4, 1/2 and all of it | exponent | MB | |")
    print("|---|---|---|---|---|---|")
    for name in arguments.names or CASES:
        print(row(name, CASES[name], arguments.scale, arguments.python), flush=True)


if __name__ == "__main__":
    main()
