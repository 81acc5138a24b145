"""Made-up coreference: gold and system files of any size, as CoNLL-2012 columns or as span TSV.

About four mentions to an entity, a quarter of the entities alone. The system misses 8 % of the mentions, adds
as many, and puts one in ten into another entity.
"""

import random
from collections.abc import Iterator
from pathlib import Path

from scripts.benchmark.runs import written
from scripts.benchmark.vocabulary import document_id, words

Side = list[tuple[int, int, int]]  # start, end (inclusive), entity


def document(chance: random.Random, mentions: int) -> tuple[Side, Side]:
    """The mentions of a document on both sides; at most one begins at any third word."""
    count = max(1, mentions // 4)
    sizes = [1 if chance.random() < 0.25 else chance.randrange(2, 9) for _ in range(count)]
    of = [entity for entity, size in enumerate(sizes) for _ in range(size)]
    of = (of * (mentions // len(of) + 1))[:mentions]
    chance.shuffle(of)
    gold = [(3 * i, 3 * i + chance.randrange(3), entity) for i, entity in enumerate(of)]
    system: Side = []
    for start, end, entity in gold:
        if chance.random() < 0.08:
            continue
        moved = chance.randrange(count) if chance.random() < 0.1 else entity
        system.append((start, end, moved))
        if chance.random() < 0.08:
            # of another entity: scorer.pl and CoVal misread two of one that cross (docs/coref.md)
            system.append((start + 1, start + 2, (moved + 1 + chance.randrange(max(1, count - 1))) % count))
    return gold, system


def conll(folder: Path, documents: int, mentions: int) -> tuple[str, str]:
    """Gold and system as `#begin document` columns."""
    return written(folder, f"{documents}x{mentions}.conll", conll_pieces(documents, mentions))


def conll_pieces(documents: int, mentions: int) -> Iterator[tuple[str, str]]:
    """The text of each document on both sides."""
    chance = random.Random(documents * mentions)
    for number, text in enumerate([words(chance, 3 * mentions + 4) for _ in range(documents)]):
        gold, system = document(chance, mentions)
        yield columns(document_id(number), gold, text), columns(document_id(number), system, text)


def columns(name: str, side: Side, text: list[str]) -> str:
    """The lines of a document: its name, part, number and form of each word, tag, and coreference."""
    cells: list[list[str]] = [[] for _ in text]
    for start, end, entity in side:
        if start == end:
            cells[start].append(f"({entity})")
        else:
            cells[start].append(f"({entity}")
            cells[end].append(f"{entity})")
    lines = [
        f"{name}\t0\t{i % 24}\t{text[i]}\tNN\t{'|'.join(cell) or '-'}\n" + ("\n" if i % 24 == 23 else "")
        for i, cell in enumerate(cells)
    ]
    return f"#begin document ({name}); part 000\n{''.join(lines)}\n#end document\n"


def span_tsv(folder: Path, mentions: int) -> tuple[str, str]:
    """Gold and system as span TSV, 20 mentions a document, entities throughout the corpus."""
    paths = [folder / f"{side}{mentions}.links.tsv" for side in ("gold", "system")]
    for path, side in zip(paths, document(random.Random(mentions), mentions), strict=True):
        with path.open("w") as file:
            for start, end, entity in side:
                file.write(f"{document_id(start // 60)}\t{start}\t{end}\tE{entity}\t1.0\tX\n")
    return str(paths[0]), str(paths[1])
