"""Made-up annotations and the commands that score them: start-up, spans, clusters of spans, statistics."""

import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from scripts.benchmark.coref_corpus import conll, span_tsv
from scripts.benchmark.runs import Comparison, Place, Reading, Rows, nerkit, numbers, own_code, written
from scripts.benchmark.vocabulary import document_id, labels

DEMO = Path(__file__).parents[2] / "demo"
NELEVAL = r"(\S+)\t(\S+)\t(\S+)\t{}(?!\S)"  # a row of a measure


def _both(measure: str) -> tuple[Reading, Reading]:
    """How a row of a measure is read, of ours and of neleval."""
    own = re.escape(measure)
    return numbers(rf"\t{own}\t\*\t\*\t\S+\t(\S+)\t(\S+)\t(\S+)"), numbers(NELEVAL.format(own))


def _neleval(at: Place, words: str, gold: str, *systems: str) -> list[str]:
    """The command of neleval."""
    return [str(at.python), "-W", "ignore", "-m", "neleval", *words.split(), "-g", gold, *systems]


def _measures(*names: str) -> str:
    return " ".join(f"-m {name}" for name in names)


def start(_: Place) -> Rows:
    """Start-up: help and version load no numpy; small runs beside the import of click and numpy alone."""
    peer = "python -c 'import click'", own_code("import click")
    yield Comparison("`nerkit --help`", nerkit("--help"), *peer)
    imports = own_code("import os; os.environ['OPENBLAS_NUM_THREADS'] = '1'; import click, numpy")
    demos = {"bio": "bio", "dep": "conllu", "coref": "conll", "noisy": "bio", "spans": "tsv"}
    for command in (*demos, "evaluate", "errors"):
        folder = DEMO / (command if command in demos else "spans")
        sides = (str(folder / f"{side}.{demos.get(command, 'tsv')}") for side in ("gold", "system"))
        title, ours = f"`nerkit {command}` on the demo", nerkit(command, *sides)
        yield Comparison(title, ours, "import click, numpy", imports, on_page=True)


def spans(at: Place) -> Rows:
    """Span scoring against neleval 3.1.1."""
    for annotations in (5_000, 100_000):
        sides = spans_corpus(at.folder, annotations)
        for measures in (
            ("sets::span",),
            ("sets::span", "overlap-maxmax::span"),
            ("overlap-sumsum::span+type",),
            ("muc",),
            *((("b_cubed",),) if annotations == 5_000 else ()),  # of more the peer needs minutes a run
        ):
            options, both = _measures(*measures), _both(measures[0])
            shown = measures == ("sets::span",) or (measures == ("muc",) and annotations == 100_000)
            ours = [*nerkit(f"spans {options}", *sides), "-f", "tsv"]
            peer = _neleval(at, f"evaluate {options}", *sides)
            title = f"{annotations:,} annotations, {' and '.join(measures)}"
            yield Comparison(title, ours, "neleval", peer, numbers=both, split=sides, on_page=shown)
    clusters = _measures("mention_ceaf", "entity_ceaf", "pairwise")
    yield Comparison("as above, CEAF and pairwise", nerkit(f"spans {clusters}", *sides))
    sides, command = spans_corpus(at.folder, 1_000_000), "spans -m sets::span"
    ours, peer = [*nerkit(command, *sides), "-f", "tsv"], _neleval(at, "evaluate -m sets::span", *sides)
    title, both = "1,000,000 annotations, sets::span", _both("sets::span")
    yield Comparison(title, ours, "neleval", peer, numbers=both, split=sides, on_page=True)
    yield Comparison("as above, with --jobs 2", [*nerkit(command, *sides), "-j", "2"], runs=3)


def coref(at: Place) -> Rows:
    """Mentions of entities, with --sources against CoVal and scorer.pl; clusters of spans against neleval."""
    muc, blanc = numbers(r"\tmuc\t\*\t\*\t\S+\t(\S+)"), numbers(r"\tblanc\t\*\t\*\t\S+\t(\S+)")
    coval = muc, numbers(r"muc +Recall: \S+ +Precision: (\S+)", 100)
    perl = muc, numbers(r"Coreference: .*Precision: \(\S+ / \S+\) (\S+)%", 100)
    perl_blanc = blanc, numbers(r"BLANC: .*Precision: \((\S+) /")
    for documents, mentions in ((10, 100), (100, 100), (250, 400)) if at.sources else ():
        sides = conll(at.folder, documents, mentions)
        title = f"{documents:,} documents of {mentions:,} mentions"
        own, three = nerkit("coref -f tsv", *sides), _measures("muc", "b_cubed", "ceaf_e").split()
        peer = [str(at.python), f"{at.sources}/coval/scorer.py", *sides, "muc", "bcub", "ceafe"]
        name = f"{title}, MUC, B³, CEAF-e"
        yield Comparison(name, [*own, *three], "CoVal", peer, numbers=coval, split=sides, on_page=True)
        scorer, shown = (
            f"{at.sources}/reference-coreference-scorers/scorer.pl",
            (documents, mentions) == (100, 100),
        )
        muc_alone, each = (["perl", scorer, which, *sides, "none"] for which in ("muc", "all"))
        name, ours = f"{title}, MUC", [*own, "-m", "muc"]
        yield Comparison(name, ours, "scorer.pl", muc_alone, numbers=perl, on_page=shown)
        name, ours = f"{title}, its five measures", [*own, *three, "-m", "ceaf_m", "-m", "blanc"]
        yield Comparison(name, ours, "scorer.pl all", each, 1, numbers=perl_blanc)
    for documents, mentions in ((100, 400), (1, 50_000)):
        title = f"{documents:,} document{'s' * (documents > 1)} of {mentions:,} mentions, all measures"
        yield Comparison(title, nerkit("coref -m all", *conll(at.folder, documents, mentions)))
    title = "200,000 mentions of entities throughout a corpus, all measures"
    yield Comparison(title, nerkit("coref -m all", *span_tsv(at.folder, 200_000)), runs=3)
    sides, both = (
        span_tsv(at.folder, 100_000),
        (numbers(r"\bmuc +(\S+) +(\S+) +(\S+)"), numbers(NELEVAL.format("muc"))),
    )
    for first, second in (("muc", "b_cubed"), ("mention_ceaf", "pairwise")):
        measures = _measures(first, second)
        # the peer's other two do not end in minutes and gigabytes
        who, peer = (
            ("neleval", _neleval(at, f"evaluate {measures}", *sides)) if first == "muc" else ("", None)
        )
        title, ours = f"100,000 spans, {first} and {second}", nerkit(f"spans {measures}", *sides)
        yield Comparison(title, ours, who, peer, 3, numbers=both)


def statistics(at: Place) -> Rows:
    """Tests and intervals against neleval 3.1.1: 500 documents, 2,500 trials of one measure."""
    gold, system = spans_corpus(at.folder, 10_000)
    other = at.folder / "other.tsv"
    chance = random.Random(2)
    kept = (line for line in Path(system).read_text().splitlines(True) if chance.random() < 0.97)
    other.write_text("".join(kept))
    sides, measure = (gold, system, str(other)), "-m strong_mention_match"
    differ = numbers(r"other\.tsv(?: +\S+){3} +(-0\.\d+)"), numbers(r"\+(\S+)\s+\S+\s*\Z", -1)
    for title, trials, runs in (
        ("significance of two systems, 2,500", 2500, 5),
        ("as above, 25,000", 25000, 3),
    ):
        ours = [*nerkit(f"compare {measure} --resamples {trials} --paired randomization -g"), *sides]
        peer = _neleval(at, f"significance -n {trials} {measure}", *sides)
        shown = trials == 2500
        yield Comparison(f"{title} trials", ours, "neleval", peer, runs, numbers=differ, on_page=shown)
    ours = [*nerkit(f"spans {measure} --resamples 2500", gold, system), "--confidence"]
    peer = _neleval(at, f"confidence -n 2500 {measure}", gold, system)
    ends = (
        numbers(r"strong_mention_match +\S+ +\S+ +(\S+) +(\S+?)–(\S+)"),
        numbers(r"fscore(?=(?:\s+\S+){3}\s+(\S+))\s+\S+\s+(\S+)(?:\s+\S+){3}\s+(\S+)"),
    )
    title = "confidence of a system, 2,500 resamples"
    yield Comparison(title, ours, "neleval", peer, numbers=ends, within=0.0051)
    for documents, size, apart in ((1_000, 3, 0.17), (10_000, 3, 0.17), (1_000, 20, 1.0), (3_000, 20, 1.0)):
        what = "sentences of 1 to 3 items" if size == 3 else "documents of 1 to 20 items"
        ours = [*nerkit("spans -m sets::span"), *_two_systems(at.folder, documents, size, apart)]
        yield Comparison(f"{documents:,} {what}, {apart:.0%} drawn anew for the other system, no test", ours)
        yield Comparison("as above, with exact p of P, R and F1", [*ours, "--paired", "exact"])


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
    return written(folder, f"{annotations}.tsv", span_pieces(annotations))


def span_pieces(annotations: int) -> Iterator[tuple[str, str]]:
    """The line of each annotation on both sides; the system's is empty if it misses one."""
    chance = random.Random(annotations)
    types = labels(chance, annotations)
    for i, kind in enumerate(types):
        document, start = document_id(i // 20), i % 20 * 60 + chance.randrange(20)
        end = start + chance.randrange(1, 30)
        entity = int(chance.paretovariate(0.6)) % (annotations // 5)
        gold, system = f"{document}\t{start}\t{end}\tE{entity:06}\t1.0\t{kind}\n", ""
        if chance.random() < 0.85:
            end += chance.random() < 0.1
            guess = kind if chance.random() < 0.9 else types[-1 - i]
            system = f"{document}\t{start}\t{end}\tE{entity:06}\t{chance.random():.4f}\t{guess}\n"
        yield gold, system
