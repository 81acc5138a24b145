"""SciREX's relations: the scores of its script, those of the paper, and counts of its files."""

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nerkit import readers
from nerkit.io import expand
from scripts.conformance.checks import OF_IE, Cases, Checks, against, check
from scripts.conformance.commands import Rows, asked, read, rows

MEASURES = {"salient_clusters": "scirex/entities", "binary": "scirex/binary", "nary4": "scirex/nary"}
PARTS = ("relations", "clusters", "ner")
FILES = ("scirex_000f9038.json", "scirex_023cc7f9.json")


def cases(golden: Path) -> Cases:
    """All comparisons of SciREX's relations."""
    for case in read(golden / "index.json"):
        if case["name"].startswith("scirex"):
            yield partial(scored, golden, case, in_folder=False)
            yield partial(scored, golden, case, in_folder=True)
    yield partial(counts, golden)


def scored(golden: Path, case: dict[str, Any], *, in_folder: bool) -> Checks:
    """The measures of a case, the three files of the system in a folder or by their options."""
    paths = {key: golden / path for key, path in case["files"].items()}
    command = ["ie", "-g", str(paths["gold"]), *asked(["scirex", "scirex-paper"]), "-s"]
    if not in_folder:
        beside = ("--clusters", str(paths["clusters"]), "--mentions", str(paths["ner"]))
        yield from compared(case, rows(*command, str(paths["relations"]), *beside))
        return
    with TemporaryDirectory() as folder:
        for number, key in enumerate(PARTS):
            (Path(folder) / f"{number}.jsonl").write_bytes(paths[key].read_bytes())
        yield from compared(case, rows(*command, folder))


def compared(case: dict[str, Any], found: Rows) -> Checks:
    """The rows of all documents against the numbers of the golden data."""
    expected = case["expected"]
    for key, measure in MEASURES.items():
        numbers = expected["scirex_official_mean_over_docs"][key]
        with against("SciREX's scirex_relation_evaluate.py"):
            wanted = {OF_IE[name]: numbers[name] for name in ("p", "r", "f1")}
            yield check(f"{case['name']} {key}", found.of(measure), wanted)
    with against("the equations of the paper, by an independent script"):
        wanted = {column: expected["paper_eq29_31_micro_4ary"][name] for name, column in OF_IE.items()}
        yield check(f"{case['name']} paper", found.of("scirex-paper"), wanted)


def counts(golden: Path) -> Checks:
    """How many words, mentions, entities and relations files hold."""
    table = read(golden / "reader_counts.json")
    for name in FILES:
        sources = expand(str(golden / "data" / name))
        assert readers.sniff(sources, readers.BY_CONTENT) == "scirex"
        (body,) = readers.reading("scirex", "records")(expand(str(golden / "data" / name))).values
        entities = body["named"].values()
        held = {
            "words": len(body["tokens"]),
            "ner": len(body["entities"]),
            "coref_entities": len(entities),
            "entities_without_mentions": sum(not spans for spans in entities),
            "mentions": sum(map(len, entities)),
            "n_ary_relations": len(body["nary"]),
        }
        yield check(name, held, table[name])
