"""Write bracketed trees as in the Penn Treebank, one sentence per line: `(S (NP (DT the) (NN dog)) …)`.

Brackets in words and labels become -LRB- and -RRB-; a sentence without a tree is `(())`. Discontinuous trees
cannot be written in this format.
"""

from collections.abc import Iterator

import numpy as np

from nerkit.corpora.brackets import Constituents
from nerkit.exceptions import InputError, source_and_line
from nerkit.writers.bracketing import lines
from nerkit.writers.format import Writer


def write(trees: Constituents) -> Iterator[str]:
    """The line of each sentence in PTB brackets. Raises InputError for a discontinuous tree."""
    for row in np.flatnonzero(trees.discontinuous)[:1].tolist():
        source, line = source_and_line(trees.place(int(trees.sentence[row])))
        problem = f"a discontinuous constituent {trees.label.value(row)}, which brackets cannot hold"
        raise InputError(problem, source=source, line=line, remedy='write it with to="discbracket" or export')
    yield from lines(trees)


WRITER = Writer(write, takes=Constituents)
