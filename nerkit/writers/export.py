"""Write bracketed trees in NEGRA export, format 3: word, tag, morphology, edge, parent, separated by tabs.

Constituents are numbered from 500 in each sentence, lower constituents first. The first function of a
constituent is its edge (`NP-SB` is NP with the edge SB). The parent of outermost constituents is 0. A root
with the name VROOT, ROOT, TOP or S1, or without a name, has the number 0, which nerkit reads as VROOT. The
name of a sentence is its id if all ids are numbers, and otherwise its 1-based number.
"""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from nerkit.algorithms.columns import NONE
from nerkit.corpora.brackets import Constituents
from nerkit.exceptions import plural
from nerkit.writers.format import Writer

VROOT, ROOTS = "VROOT", ("VROOT", "ROOT", "TOP", "S1", "")
FIRST = 500  # the number of the first node
NONE_GIVEN = "--"


def write(trees: Constituents) -> Iterator[str]:
    """The lines of each sentence in NEGRA export, after the line of the format."""
    yield "#FORMAT 3\n"
    ids = trees.documents if all(name.isdecimal() for name in trees.documents) else None
    borders = np.searchsorted(trees.sentence, np.arange(trees.sentences + 1)).tolist()
    label, level, parent = trees.label.codes.tolist(), trees.level.tolist(), trees.parent.tolist()
    above, begin, document = trees.above.tolist(), trees.begin.tolist(), trees.document.tolist()
    tag = trees.tag.codes.tolist()
    for sentence in range(trees.sentences):
        rows = range(borders[sentence], borders[sentence + 1])
        inner = [row for row in rows if level[row] or trees.label.values[label[row]] not in ROOTS]
        inner.sort(key=lambda row: (-level[row], row))
        number = {row: FIRST + place for place, row in enumerate(inner)}
        terminals = range(begin[sentence], begin[sentence + 1])
        name = ids[document[sentence]] if ids else str(sentence + 1)
        yield f"#BOS {name} 0 0 0\n"
        for row, word in zip(terminals, trees.words(terminals), strict=True):
            yield _line(word, trees.tag.values[tag[row]], NONE_GIVEN, number.get(above[row], 0))
        for row in inner:
            category, _, function = trees.label.values[label[row]].partition("-")
            up = number.get(parent[row], 0) if parent[row] != NONE else 0
            yield _line(f"#{number[row]}", category or NONE_GIVEN, function or NONE_GIVEN, up)
        yield f"#EOS {name}\n"


def lost(trees: Constituents) -> list[str]:
    """Phrases about data that the format cannot hold: the names of roots, and trees without a root."""
    outermost = np.flatnonzero(trees.level == 0)
    names = [trees.label.values[code] for code in trees.label.codes[outermost].tolist()]
    at_root = trees.sentence[outermost][np.array([name in ROOTS for name in names], bool)]
    found = [
        f"the name of the root in {plural(number, 'sentence')} ({name or 'none'}), which is read as {VROOT}"
        for name, number in sorted(Counter(names).items())
        if name in ROOTS and name != VROOT
    ]
    bare = trees.sentences - len(np.unique(at_root))
    return [*found, *([f"that {plural(bare, 'tree')} had no root (they get {VROOT})"] if bare else [])]


def _line(name: str, category: str, edge: str, parent: int) -> str:
    return f"{name}\t{category}\t{NONE_GIVEN}\t{edge}\t{parent}\n"


WRITER = Writer(write, takes=Constituents, lost=lost)
