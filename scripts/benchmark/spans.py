"""Made-up annotations and the commands that score them: start-up, spans, clusters of spans, statistics."""

import random
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from scripts.benchmark.coref_corpus import conll, span_tsv
from scripts.benchmark.runs import NERKIT, Comparison, numbers
from scripts.benchmark.vocabulary import document_id, labels

DEMO = Path(__file__).parents[2] / "demo"
OURS, NELEVAL = (
    r"\t{}\t\*\t\*\t\S+\t(\S+)\t(\S+)\t(\S+)",
    r"(\S+)\t(\S+)\t(\S+)\t{}(?!\S)",
)  # a row of a measure


def start(_: Path, __: Path) -> Iterator[Comparison]:
    """Start-up: help and version load no numpy; small runs beside the import of click and numpy alone."""
    yield Comparison(
        "`nerkit --help`",
        [NERKIT, "--help"],
        "python -c 'import click'",
        [sys.executable, "-c", "import click"],
    )
    one_thread = "import os; os.environ['OPENBLAS_NUM_THREADS'] = '1'"
    imports = [sys.executable, "-c", f"{one_thread}; import click, numpy"]
    demos = {"bio": "bio", "dep": "conllu", "coref": "conll", "noisy": "bio", "spans": "tsv"}
    for command in (*demos, "evaluate", "errors"):
        suffix = demos.get(command, "tsv")
        sides = [
            str(DEMO / (command if command in demos else "spans") / f"{side}.{suffix}")
            for side in ("gold", "system")
        ]
        yield Comparison(
            f"`nerkit {command}` on the demo",
            [NERKIT, command, "-g", sides[0], "-s", sides[1]],
            "import click, numpy",
            imports,
            on_page=True,
        )


def spans(folder: Path, python: Path) -> Iterator[Comparison]:
    """Span scoring against neleval 3.1.1."""
    neleval = [str(python), "-W", "ignore", "-m", "neleval", "evaluate"]
    for annotations in (5_000, 100_000):
        gold, system = spans_corpus(folder, annotations)
        for measures in (
            ["sets::span"],
            ["sets::span", "overlap-maxmax::span"],
            ["overlap-sumsum::span+type"],
            ["muc"],
            ["b_cubed"],
        ):
            if measures == ["b_cubed"] and annotations > 5_000:
                continue  # the peer needs minutes a run
            options, own = [part for name in measures for part in ("-m", name)], re.escape(measures[0])
            yield Comparison(
                f"{annotations:,} annotations, {' and '.join(measures)}",
                [NERKIT, "spans", *options, "-g", gold, "-s", system, "-f", "tsv"],
                "neleval",
                [*neleval, *options, "-g", gold, system],
                numbers=(numbers(OURS.format(own)), numbers(NELEVAL.format(own))),
                split=(gold, system),
                on_page=measures == ["sets::span"] or (measures == ["muc"] and annotations == 100_000),
            )
    clusters = [part for name in ("mention_ceaf", "entity_ceaf", "pairwise") for part in ("-m", name)]
    yield Comparison("as above, CEAF and pairwise", [NERKIT, "spans", *clusters, "-g", gold, "-s", system])
    gold, system = spans_corpus(folder, 1_000_000)
    files = ["-g", gold, "-s", system]
    yield Comparison(
        "1,000,000 annotations, sets::span",
        [NERKIT, "spans", "-m", "sets::span", *files, "-f", "tsv"],
        "neleval",
        [*neleval, "-m", "sets::span", *files[:2], system],
        numbers=(numbers(OURS.format("sets::span")), numbers(NELEVAL.format("sets::span"))),
        split=(gold, system),
        on_page=True,
    )
    yield Comparison(
        "as above, with --jobs 2", [NERKIT, "spans", "-m", "sets::span", *files, "-j", "2"], runs=3
    )


def coref(folder: Path, python: Path, sources: Path | None = None) -> Iterator[Comparison]:
    """Mentions of entities, with --sources against CoVal and scorer.pl; clusters of spans against neleval."""
    for documents, mentions in ((10, 100), (100, 100), (250, 400)) if sources else ():
        gold, system = conll(folder, documents, mentions)
        title = f"{documents:,} documents of {mentions:,} mentions"
        three = [part for name in ("muc", "b_cubed", "ceaf_e") for part in ("-m", name)]
        muc = numbers(r"\tmuc\t\*\t\*\t\S+\t(\S+)")
        own = [NERKIT, "coref", "-f", "tsv", "-g", gold, "-s", system]
        yield Comparison(
            f"{title}, MUC, B³, CEAF-e",
            [*own, *three],
            "CoVal",
            [str(python), f"{sources}/coval/scorer.py", gold, system, "muc", "bcub", "ceafe"],
            numbers=(muc, numbers(r"muc +Recall: \S+ +Precision: (\S+)", 100)),
            split=(gold, system),
            on_page=True,
        )
        yield Comparison(
            f"{title}, MUC",
            [*own, "-m", "muc"],
            "scorer.pl",
            ["perl", f"{sources}/reference-coreference-scorers/scorer.pl", "muc", gold, system, "none"],
            numbers=(muc, numbers(r"Coreference: .*Precision: \(\S+ / \S+\) (\S+)%", 100)),
            on_page=(documents, mentions) == (100, 100),
        )
        yield Comparison(
            f"{title}, its five measures",
            [*own, *three, "-m", "ceaf_m", "-m", "blanc"],
            "scorer.pl all",
            ["perl", f"{sources}/reference-coreference-scorers/scorer.pl", "all", gold, system, "none"],
            1,
            numbers=(numbers(r"\tblanc\t\*\t\*\t\S+\t(\S+)"), numbers(r"BLANC: .*Precision: \((\S+) /")),
        )
    for documents, mentions in ((100, 400), (1, 50_000)):
        gold, system = conll(folder, documents, mentions)
        title = f"{documents:,} document{'s' * (documents > 1)} of {mentions:,} mentions, all measures"
        yield Comparison(title, [NERKIT, "coref", "-m", "all", "-g", gold, "-s", system])
    gold, system = span_tsv(folder, 200_000)
    title = "200,000 mentions of entities throughout a corpus, all measures"
    yield Comparison(title, [NERKIT, "coref", "-m", "all", "-g", gold, "-s", system], runs=3)
    gold, system = span_tsv(folder, 100_000)
    files = ["-g", gold, "-s", system]
    neleval = [str(python), "-W", "ignore", "-m", "neleval", "evaluate"]
    for title, measures in (
        ("muc and b_cubed", ["-m", "muc", "-m", "b_cubed"]),
        ("mention_ceaf and pairwise", ["-m", "mention_ceaf", "-m", "pairwise"]),
    ):
        finishes = "muc" in measures  # the peer's other two do not end in minutes and gigabytes
        yield Comparison(
            f"100,000 spans, {title}",
            [NERKIT, "spans", *measures, *files],
            "neleval" if finishes else "",
            [*neleval, *measures, "-g", gold, system] if finishes else None,
            3,
            numbers=(numbers(r"\bmuc +(\S+) +(\S+) +(\S+)"), numbers(NELEVAL.format("muc"))),
        )


def statistics(folder: Path, python: Path) -> Iterator[Comparison]:
    """Tests and intervals against neleval 3.1.1: 500 documents, 2,500 trials of one measure."""
    gold, system = spans_corpus(folder, 10_000)
    second = folder / "other.tsv"
    chance = random.Random(2)
    second.write_text(
        "".join(line for line in Path(system).read_text().splitlines(True) if chance.random() < 0.97)
    )
    neleval = [str(python), "-W", "ignore", "-m", "neleval"]
    options, drawn = ["-m", "strong_mention_match", "-g", gold], ["--paired", "randomization"]
    differences = numbers(r"other\.tsv(?: +\S+){3} +(-0\.\d+)"), numbers(r"\+(\S+)\s+\S+\s*\Z", -1)
    yield Comparison(
        "significance of two systems, 2,500 trials",
        [NERKIT, "compare", *options, system, str(second), "--resamples", "2500", *drawn],
        "neleval",
        [*neleval, "significance", "-n", "2500", *options, system, str(second)],
        numbers=differences,
        on_page=True,
    )
    yield Comparison(
        "as above, 25,000 trials",
        [NERKIT, "compare", *options, system, str(second), "--resamples", "25000", *drawn],
        "neleval",
        [*neleval, "significance", "-n", "25000", *options, system, str(second)],
        runs=3,
        numbers=differences,
    )
    yield Comparison(
        "confidence of a system, 2,500 resamples",
        [NERKIT, "spans", *options, system, "--confidence", "--resamples", "2500"],
        "neleval",
        [*neleval, "confidence", "-n", "2500", *options, system],
        numbers=(
            numbers(r"strong_mention_match +\S+ +\S+ +(\S+) +(\S+?)–(\S+)"),
            numbers(r"fscore(?=(?:\s+\S+){3}\s+(\S+))\s+\S+\s+(\S+)(?:\s+\S+){3}\s+(\S+)"),
        ),
        within=0.0051,
    )
    for documents, size, apart in ((1_000, 3, 0.17), (10_000, 3, 0.17), (1_000, 20, 1.0), (3_000, 20, 1.0)):
        what = "sentences of 1 to 3 items" if size == 3 else "documents of 1 to 20 items"
        files = [NERKIT, "spans", *_two_systems(folder, documents, size, apart), "-m", "sets::span"]
        yield Comparison(f"{documents:,} {what}, {apart:.0%} drawn anew for the other system, no test", files)
        yield Comparison("as above, with exact p of P, R and F1", [*files, "--paired", "exact"])


def _two_systems(folder: Path, documents: int, size: int, apart: float) -> list[str]:
    """Options of gold and two systems that find seven tenths of it, and guess besides; they differ in a share
    of the documents.
    """
    chance = random.Random(documents + size)
    paths = [folder / f"{name}-{documents}-{size}.tsv" for name in ("gold", "a", "b")]
    texts: list[list[str]] = [[], [], []]
    for document in range(documents):
        items = range(chance.randint(1, size))
        texts[0] += [f"d{document:06}\t{item * 10}\t{item * 10 + 5}\n" for item in items]
        drawn = [_found(chance, document, items) for _ in ("a", "b")]
        texts[1] += drawn[0]
        texts[2] += drawn[chance.random() < apart]
    for path, lines in zip(paths, texts, strict=True):
        path.write_text("".join(lines))
    return ["-g", str(paths[0]), f"a={paths[1]}", f"b={paths[2]}"]


def _found(chance: random.Random, document: int, items: Iterable[int]) -> list[str]:
    """The lines of a system: seven tenths of the items, and some that are none."""
    places = [item * 10 for item in items if chance.random() < 0.7]
    places += [1000 + item * 10 for item in items if chance.random() < 0.1]
    return [f"d{document:06}\t{place}\t{place + 5}\n" for place in places]


def spans_corpus(folder: Path, annotations: int) -> tuple[str, str]:
    """Gold and system files: 20 mentions a document, a fifth as many entities, 18 types, a comment; the
    system keeps 85 %.
    """
    chance = random.Random(annotations)
    gold, system = folder / f"gold{annotations}.tsv", folder / f"system{annotations}.tsv"
    types = labels(chance, annotations)
    with gold.open("w") as gold_file, system.open("w") as system_file:
        for i, kind in enumerate(types):
            document, start = document_id(i // 20), i % 20 * 60 + chance.randrange(20)
            end = start + chance.randrange(1, 30)
            entity = int(chance.paretovariate(0.6)) % (annotations // 5)
            gold_file.write(f"{document}\t{start}\t{end}\tE{entity:06}\t1.0\t{kind}\n")
            if chance.random() < 0.85:
                end += chance.random() < 0.1
                guess = kind if chance.random() < 0.9 else types[-1 - i]
                score = chance.random()
                system_file.write(f"{document}\t{start}\t{end}\tE{entity:06}\t{score:.4f}\t{guess}\n")
    return str(gold), str(system)
