"""Made-up meaning graphs and the commands that score them; a part of `scripts.benchmark`."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from scripts.benchmark.runs import Comparison, Place, Rows, nerkit, numbers, own_code, written

REAL = {  # pairs of files of real graphs in the folder of `--golden`
    "coli": ("coli.gold", "coli.sys"),
    "sick": ("sick.src", "sick.tgt"),
    "lpp_ab": ("lpp_ab.gold", "lpp_ab.sys"),
    "para": ("para.src", "para.tgt"),
    "ewt_orc": ("ewt_orc.bart", "ewt_orc.spring"),
}
SOLVED = """
import gc, sys, time
gc.disable()
from nerkit.corpora.corpus import Batch
from nerkit.io import Source
from nerkit.readers.graphs import penman
from nerkit.scorers.amr.graph_batch import GraphBatch
from nerkit.scorers.amr.options import Options
graphs = [penman.read([Source(path, path)]) for path in sys.argv[1:]]
batches = [Batch(gold.documents, gold, system) for gold, system in zip(graphs[::2], graphs[1::2])]
for turn in range(2):
    begin = time.process_time()
    open_pairs = sum(GraphBatch(batch, Options()).smatch.unproven.sum() for batch in batches)
    seconds = time.process_time() - begin
assert not open_pairs
print(seconds / sum(len(batch.documents) for batch in batches))
"""  # seconds for a pair, once what solves them has been loaded
F1, SMATCH = numbers(r"smatch +\S+ +\S+ +(\S+)"), numbers(r"F-score: (\S+)")
SEARCHED = {"numbers": (F1, SMATCH), "within": 5e-4, "at_least": True}  # beside a peer that searches
ROLES = ("ARG0", "ARG1", "ARG2", "mod", "time", "location", "ARG0-of", "ARG1-of", "op1", "op2")


def amr(at: Place) -> Rows:
    """Meaning graphs against smatch 1.0.4 (default restarts) and smatch++ 1.8.0 (integer program).

    Pairs of real graphs come first where the folder of conformance is given (`--golden`).
    """
    if at.golden:
        yield from real(at, at.golden / "amr" / "data")
    options = ["-score_type", "micro", "-solver", "ilp", "-graph_type", "generic", "-log_level", "40"]
    both = F1, numbers(r"F1: (\S+)", 100)
    for graphs, nodes, runs in ((1_000, 14, 5), (10, 70, 1)):
        gold, system = sides = corpus(at.folder, graphs, nodes)
        title, shown = f"{graphs:,} graphs of {nodes} nodes", runs == 5
        compared = Comparison(
            f"{title}, smatch", nerkit("amr", *sides), *smatch(at, *sides), runs, **SEARCHED
        )
        yield replace(compared, on_page=shown)
        ours = nerkit("amr --standardise generic", *sides)
        peer = [str(at.python), "-m", "smatchpp", "-a", system, "-b", gold, *options]
        name = f"{title}, standardised"
        yield Comparison(name, ours, "smatch++", peer, runs, numbers=both, on_page=shown)
    ours = nerkit("amr", *corpus(at.folder, 20_000, 14))
    yield Comparison("20,000 graphs of 14 nodes, smatch", ours, runs=1)
    yield Comparison("as above, with --jobs 2", [*ours, "-j", "2"], runs=1)


def smatch(at: Place, gold: str, system: str) -> tuple[str, list[str]]:
    """The name of smatch, and its command."""
    return "smatch", at.peer("smatch.py", "--significant", "4", "-f", system, gold)


def real(at: Place, data: Path) -> Rows:
    """The pairs of real graphs: one file against smatch, and what solving takes of all, every pair proved."""
    files = {name: [str(data.resolve() / f"{side}.amr") for side in sides] for name, sides in REAL.items()}
    ours = [*nerkit("amr", *files["coli"]), "-m", "smatch"]
    yield Comparison("820 pairs of coli, smatch", ours, *smatch(at, *files["coli"]), **SEARCHED)
    title = "building and solving alone, a pair of sick, lpp_ab, coli, para, ewt_orc"
    every = own_code(SOLVED, *(path for paths in files.values() for path in paths))
    yield Comparison(title, every, inside=True)


MTOOL = """
import runpy, sys, numpy
numpy.int = int  # mtool's name for it, which a current numpy lacks
program, gold, system = sys.argv[1:]
sys.path.insert(0, program)
sys.argv = ["main.py", "--read", "mrp", "--score", "mrp", "--gold", gold, system]
runpy.run_path(program + "/main.py", run_name="__main__")
"""


def mrp(at: Place) -> Rows:
    """MRP graphs, half of them anchored, at the proven optimum, and mtool (`--sources`), which searches."""
    if at.sources:
        sides = mrp_corpus(at.folder, 1_000, 14)
        both = numbers(r"mrp +\* +\S+ +\S+ +(\S+)"), numbers(r'"all": .*"f": ([\d.]+)')
        ours, peer = nerkit("mrp", *sides), at.code(MTOOL, f"{at.sources}/mtool", *sides)
        searched = SEARCHED | {"numbers": both, "on_page": True}
        yield Comparison("1,000 graphs of 14 nodes, mrp", ours, "mtool", peer, **searched)
    for graphs, nodes, runs in ((40, 70, 3), (10_000, 14, 1)):
        ours = nerkit("mrp", *mrp_corpus(at.folder, graphs, nodes))
        yield Comparison(f"{graphs:,} graphs of {nodes} nodes, mrp", ours, runs=runs)
    yield Comparison("as above, with --jobs 2", [*ours, "-j", "2"], runs=1)
    everything = ["-m", "mrp", "-m", "smatch", "-m", "sdp", "-m", "edm", "-m", "ucca"]
    yield Comparison("as above, all five metrics", [*ours, *everything], runs=1)


def mrp_corpus(folder: Path, graphs: int, nodes: int) -> tuple[str, str]:
    """Gold and system files: trees with some nodes mentioned again, a text of a word for each node.

    The system has an eighth of labels and roles wrong.
    """
    return written(folder, f"{graphs}x{nodes}.mrp", mrp_pieces(graphs, nodes))


def mrp_pieces(graphs: int, nodes: int) -> Iterator[tuple[str, str]]:
    """The line of each graph on both sides."""
    chance = random.Random(graphs)
    for i in range(graphs):
        size = chance.randrange(nodes // 2, nodes * 3 // 2)
        labels = [f"concept-{int(chance.paretovariate(0.9)) % 800:02}" for _ in range(size)]
        edges = [(chance.randrange(max(0, j - 4), j), j, chance.choice(ROLES)) for j in range(1, size)]
        edges += [
            (chance.randrange(size), chance.randrange(size), chance.choice(ROLES[:3]))
            for _ in range(size // 10)
        ]
        head = {"id": f"g{i}", "time": "2026-01-01", "framework": "amr" if i % 2 else "eds"}
        gold = mrp_line(head, labels, edges)
        edges = [(a, b, chance.choice(ROLES) if chance.random() < 0.125 else role) for a, b, role in edges]
        labels = ["other-01" if chance.random() < 0.125 else label for label in labels]
        yield gold, mrp_line(head, labels, edges)


def mrp_line(head: dict[str, str], labels: list[str], edges: list[tuple[int, int, str]]) -> str:
    """A graph as a line; every fifth node has a property; nodes of eds are anchored to their words."""
    nodes = []
    for i, label in enumerate(labels):
        node: dict[str, object] = {"id": i, "label": label}
        if head["framework"] == "eds":
            node["anchors"] = [{"from": 6 * i, "to": 6 * i + 5}]
        if i % 5 == 0:
            node |= {"properties": ["carg"], "values": [str(i % 3)]}
        nodes.append(node)
    listed = [{"source": a, "target": b, "label": role} for a, b, role in edges]
    graph = {"input": "words " * len(labels), "tops": [0], "nodes": nodes, "edges": listed}
    return json.dumps(head | graph) + "\n"


def corpus(folder: Path, graphs: int, nodes: int) -> tuple[str, str]:
    """Gold and system files: trees with one node in ten mentioned again.

    The system has an eighth of the concepts and roles wrong.
    """
    return written(folder, f"{graphs}x{nodes}.amr", pieces(graphs, nodes))


def pieces(graphs: int, nodes: int) -> Iterator[tuple[str, str]]:
    """The text of each graph on both sides."""
    chance = random.Random(graphs)
    for i in range(graphs):
        size = chance.randrange(nodes // 2, nodes * 3 // 2)
        parents = [chance.randrange(max(0, j - 4), j) for j in range(1, size)]
        roles = [chance.choice(ROLES) for _ in range(size)]
        concepts = [f"concept-{int(chance.paretovariate(0.9)) % 800:02}" for _ in range(size)]
        again = [
            (chance.randrange(size), chance.choice(ROLES[:3]), chance.randrange(size))
            for _ in range(size // 10)
        ]
        gold = drawn(parents, roles, concepts, again, "x")
        roles = [chance.choice(ROLES) if chance.random() < 0.125 else role for role in roles]
        concepts = ["other-01" if chance.random() < 0.125 else concept for concept in concepts]
        system = drawn(parents, roles, concepts, again[1:], "y")
        yield f"# ::id g{i}\n{gold}\n\n", f"# ::id g{i}\n{system}\n\n"


def drawn(
    parents: list[int], roles: list[str], concepts: list[str], again: list[tuple[int, str, int]], letter: str
) -> str:
    """A graph in PENMAN notation; every fifth node has a constant."""
    children: list[list[str]] = [[] for _ in concepts]
    for source, role, target in again:
        children[source].append(f":{role} {letter}{target}")
    for node in range(len(concepts) - 1, -1, -1):
        constant = [f":quant {node % 3}"] if node % 5 == 0 else []
        text = " ".join([f"({letter}{node} / {concepts[node]}", *constant, *reversed(children[node])]) + ")"
        if not node:
            return text
        children[parents[node - 1]].append(f"\n  :{roles[node]} {text}")
    raise ValueError("a graph has nodes")
