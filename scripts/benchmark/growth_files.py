"""Files on which something could be quadratic, of any size: lines of gold or of a system."""

import json
import random
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

Shifted = Callable[..., Iterator[str]]  # of a size, and perhaps a shift


def lines_of(line: Callable[[int, int, int], str]) -> Shifted:
    """A file of as many lines as its size, each by its place, the size and the shift."""
    return lambda size, shift=0: (line(at, size, shift) for at in range(size))


def text(of: Callable[[int], str]) -> Shifted:
    """A file whose text is made at once, of the size."""
    return lambda size: iter([of(size)])


def value(of: Callable[[int, int], Any]) -> Shifted:
    """A line of JSON, made of the size and the shift."""
    return lambda size, shift=0: iter([json.dumps(of(size, shift)) + "\n"])


def _row(at: int, shift: int) -> dict[str, Any]:
    return {"name": f"w{at + shift}", "quantity": at % 7, "price": at}


def said(piece: str) -> Shifted:
    """The answer of a model: one piece of text, repeated."""
    return value(lambda size, _: {"id": "1", "output": piece * size})


# spans inside one another
nested = lines_of(lambda at, size, shift: f"d\t{at + shift}\t{4 * size - at}\tQ{at % 7}\t1.0\tT{at % 5}\n")
# a span that stands there with many ids
many_ids = lines_of(lambda at, _size, shift: f"d\t0\t5\tQ{at + shift}\t1.0\tT\n")
# spans that each have a label of their own, on one side another one
labels = lines_of(lambda at, _size, shift: f"d\t{10 * at}\t{10 * at + 5}\tQ{at}\t1.0\tT{at + shift}\n")
# documents with a label of its own each, in every third another one
documents = lines_of(lambda at, _size, shift: f"d{at}\t0\t5\tQ{at}\t1.0\tT{at + shift * (at % 3 == 0)}\n")
# words that each have a label of their own, on one side every third another one
labelled = lines_of(lambda at, _size, shift: f"w\tB-T{at + shift * (at % 3 == 0)}\n" + "\n" * (at % 50 == 0))
# spans inside one another, with a label of their own each
inside = lines_of(lambda at, size, shift: f"d\t{at}\t{4 * size - at}\tQ{at}\t1.0\tT{at + shift}\n")
# spans of two types over one another
credit = lines_of(lambda at, size, _shift: f"d\t{at}\t{4 * size - at}\tQ1\t1.0\t{'AB'[at % 2]}\n")
# spans of one length, each a position behind the one before, so that all overlap
shifted_units = lines_of(
    lambda at, size, shift: f"d\t{at + shift}\t{at + size + shift}\tQ{at}\t1.0\tT{(at + shift) % 5}\n"
)
# the ids of a quarter of the documents, five at least
some_documents = text(lambda size: "".join(f"d{at}\n" for at in range(max(5, size // 4))))
# ten documents, whatever the size
ten_documents = text(lambda _: "".join(documents(10)))
# a grammar whose trees branch to the right alone, and a sentence of one word many times
right_linear = text(lambda _: "S -> A S\nS -> a\nA -> a\n")
one_word = text(lambda size: " ".join(["a"] * size) + "\n")
# tags inside one another, that nothing closes, and of many names, which cross one another
nested_tags = text(lambda size: "<PER>a " * size + "</PER>" * size)
unclosed_tags = text(lambda size: "<PER>a</PER> " + "<PER>a " * size)
crossing_tags = text(
    lambda size: "".join(f"{m}T{at}>{a}" for m, a in (("<", "a "), ("</", "")) for at in range(size))
)
# brackets of labels that nothing closes, labels after words in one line, capitalised words before one label
open_brackets = text(lambda size: "[a](PER) " + "[a](b " * size)
labels_after = text(lambda size: "A [PER] " * size)
many_words = text(lambda size: "A " * size + "[PER]")
# an array of objects that agree in a field or two
elements = value(lambda size, shift: {"id": "1", "value": {"items": [_row(at, shift) for at in range(size)]}})
# a sequence of equal texts, and a sequence of different texts
alike_elements = value(lambda size, _: {"id": "1", "xs": ["a"] * size})
unlike_elements = value(lambda size, shift: {"id": "1", "xs": [f"w{at + shift}" for at in range(size)]})
# three hundred elements that are equal in one of two fields
read_once = value(lambda size, _: {"id": "1", "xs": [{"x": "a0", "y": f"a{at % size}"} for at in range(300)]})
# one call
a_call = value(lambda *_: {"id": "1", "calls": [{"name": "f", "arguments": {"x": 1}}]})
# an object of many keys, on one side with another value in every third
keys = value(lambda size, shift: {f"k{at}": shift * (at % 3 == 0) for at in range(size)})
# schemas of tools that each have a default
A_TOOL = {"type": "object", "properties": {"n": {"type": "integer", "default": 1}}}
tools = value(lambda size, _: {f"f{at}" if at else "f": A_TOOL for at in range(size)})


def readings(size: int) -> Iterator[str]:
    """Three hundred elements that each have as many readings in two fields."""
    every = [f"a{at}" for at in range(size)]
    yield json.dumps({"id": "1", "xs": [{"x": [*every, f"x{at}"], "y": every} for at in range(300)]}) + "\n"


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


def calls(size: int, shift: int = 0) -> Iterator[str]:
    """One turn of calls of one tool that agree in an argument or two; documents of two turns of two calls."""
    turn = [{"name": "f", "arguments": {"q": f"w{at + shift}", "n": at % 7}} for at in range(size)]
    yield json.dumps({"id": "1", "calls": turn}) + "\n"
    for at in range(size):
        yield json.dumps({"id": f"d{at}", "turns": [turn[:2], [turn[at], turn[-1]]]}) + "\n"


def preset(size: int) -> Iterator[str]:
    """A preset of many options, each of which is taken once."""
    worth = ", ".join(f'a{at} = {{option="o{at}"}}' for at in range(size))
    yield 'schema = 1\nsummary = "Many options."\n[format.lists]\nkind = "jsonl"\nid = "id"\n'
    yield f'fields = {{ xs = "xs" }}\n[measure]\nm = {{ field = "xs", set = {{ worth = {{ {worth} }} }} }}\n'
    yield "[options]\n"
    yield from (f'o{at} = {{type="number", default=1}}\n' for at in range(size))


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


def own_fields(size: int, shift: int = 0) -> Iterator[str]:
    """Documents of a row with a key and a field of its own, on one side with another value in every third."""
    for at in range(size):
        rows = [{"id": at, f"k{at}": shift * (at % 3 == 0)}]
        yield json.dumps({"id": f"d{at}", "rows": rows}) + "\n"


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
    about = {"id": "1", "flavor": 2, "framework": "amr", "version": 1.0, "time": "2020-01-01", "tops": [0]}
    nodes = [{"id": node, "label": "thing"} for node in range(size)]
    named = [{"source": a, "target": b, "label": "A"} for a, b in edges]
    yield json.dumps({**about, "nodes": nodes, "edges": named}) + "\n"


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


def verified(size: int) -> Iterator[str]:
    """A stored result of as many documents, a row each, whose numbers are wrong."""
    data = "".join(f"d{number}\t0\t5\tQ{number}\t1.0\tPER\n" for number in range(size))
    digest = sha256(data.encode()).hexdigest()
    inputs = [
        {"role": role, "name": name, "path": name, "sha256": digest}
        for role, name in (("gold", "g"), ("system", "s"))
    ]
    rows = [
        {"system": "s", "measure": "sets::span", "document": f"d{number}", "label": "*", "f1": 0.5}
        for number in range(size)
    ]
    command = ["spans", "-g", "g", "s", "-m", "sets::span", "--by", "document"]
    about = {"schema": 1, "signature": "spans|sets::span|by:document|empty:zero|v:0", "task": "spans"}
    yield json.dumps({**about, "command": command, "inputs": inputs, "rows": rows})
