"""Time nerkit against the scorers it stands in for, and write docs/benchmarks.md.

usage: python -m scripts.benchmark [NAME ...]

Both commands score the same made-up corpus as whole processes, in turn (A B A B …), and the ratio is taken
pair by pair, so that it holds when the machine's speed drifts. CPU time is user + system of the process and
its children; memory the peak of the largest process. Peers are installed into `.venv-peers`, with the
mechanical fixes that current Python needs.
"""

import argparse
import os
import platform
import re
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from scripts.benchmark import (
    agreement,
    algebra,
    brackets,
    calls,
    files,
    grammars,
    graphs,
    in_memory,
    readers,
    records,
    roles,
    shards,
    spans,
    systems,
    text,
    trees,
    values,
)
from scripts.benchmark.runs import Comparison, compare, peers

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "benchmarks.md"

# name -> what makes the rows, given a folder for corpora and the Python of the peers; its docstring is the
# section's
SECTIONS: dict[str, Callable[..., Iterator[Comparison]]] = {
    "start": spans.start,
    "spans": spans.spans,
    "bio": text.bio,
    "objects": text.objects,
    "in-memory": in_memory.in_memory,
    "noisy": text.noisy,
    "coref": spans.coref,
    "algebra": algebra.algebra,
    "records": records.records,
    "statistics": spans.statistics,
    "compare": systems.compare,
    "errors": systems.errors,
    "files": files.files,
    "amr": graphs.amr,
    "mrp": graphs.mrp,
    "srl": roles.srl,
    "dep": trees.dep,
    "tree": brackets.tree,
    "shards": shards.shards,
    "json": values.values,
    "calls": calls.calls,
    "cky": grammars.cky,
    "agree": agreement.agree,
    "readers": readers.readers,
}
BELOW = {"cky": grammars.growth, "readers": readers.why}  # what makes the text below a table

HEAD = """# Benchmarks

`make bench` writes this page. It runs nerkit and the peer in turn on the same files, as whole processes. A
*ratio* is the CPU time of the peer divided by the CPU time of nerkit: the median over pairs of runs, with
the range. *Equal* means that both print the same numbers. For a peer that searches, ≥ means that no number
of nerkit is lower. The column *× split* is the CPU time of nerkit divided by the CPU time of `str.split` on
both files. Memory is the peak of the largest process. Times depend on the machine and its load, ratios
depend on them less. Texts have 60,000 different words by Zipf's law, some not ASCII, 18 labels, document
marks, ids and comments.
"""

TABLE = (
    "| what | nerkit CPU | wall | memory | peer | CPU | memory | ratio | equal | × split |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sections", nargs="*", help=f"of {', '.join(SECTIONS)}; all if none is named")
    parser.add_argument("--peers", type=Path, default=ROOT / ".venv-peers")
    parser.add_argument("--sources", type=Path, help="checkouts of scorers that are no packages, by name")
    parser.add_argument("--golden", type=Path, help="the folder of conformance, whose AMR is scored too")
    arguments = parser.parse_args()
    sections = SECTIONS | {
        "bio": partial(text.bio, sources=arguments.sources),
        "srl": partial(roles.srl, sources=arguments.sources),
        "coref": partial(spans.coref, sources=arguments.sources),
        "amr": partial(graphs.amr, golden=arguments.golden),
    }
    python = peers(arguments.peers)
    page = PAGE.read_text() if PAGE.exists() else HEAD
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments.sections or SECTIONS:
            title = (SECTIONS[name].__doc__ or "").split("\n")[0]
            lines = [f"## {name}\n", f"{title}\n", TABLE]
            for what in sections[name](Path(folder), python):
                lines.append(compare(what))
                print(lines[-1], flush=True)
            if name in BELOW:
                lines.append(f"\n{BELOW[name]()}")
                print(lines[-1], flush=True)
            version = platform.python_version()
            load = os.getloadavg()[0]
            lines.append(f"\nPython {version}, {os.cpu_count()} processors, load {load:.1f}.\n")
            page = replaced(page, name, "\n".join(lines))
    PAGE.write_text(page)


def replaced(page: str, name: str, section: str) -> str:
    """The page with this section in place of its former self, or at the end."""
    pattern = re.compile(rf"## {name}\n.*?(?=\n## |\Z)", re.DOTALL)
    if pattern.search(page):
        return pattern.sub(lambda _: section, page)
    return page.rstrip("\n") + "\n\n" + section


if __name__ == "__main__":
    main()
