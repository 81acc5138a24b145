"""Write propositions as in CoNLL-2005: a column of predicates, and one column of arguments per predicate.

The format cannot hold words, trees and document marks. Words and marks are counted as lost.
"""

from collections.abc import Iterator

import numpy as np

from nerkit.corpora.roles import Roles
from nerkit.exceptions import plural
from nerkit.writers.format import Writer


def unwritten(roles: Roles) -> list[str]:
    """Phrases that count the data of a corpus that the format cannot hold, such as `the text of 8 words`."""
    words = [] if roles.form is None else [f"the text of {plural(roles.words, 'word')}"]
    several = len(roles.documents) > 1 or (roles.named and roles.documents)
    return [*words, *([f"the marks of {plural(len(roles.documents), 'document')}"] if several else [])]


def write(roles: Roles) -> Iterator[str]:
    """The lines of each sentence, with tabs between cells."""
    labels = [roles.label.values[code] for code in roles.label.codes.tolist()]
    predicates = np.searchsorted(roles.word, roles.begin).tolist()
    phrases = np.searchsorted(roles.predicate, np.arange(len(roles.word) + 1)).tolist()
    word, start, end = roles.word.tolist(), roles.start.tolist(), roles.end.tolist()
    for sentence, (first, last) in enumerate(
        zip(roles.begin[:-1].tolist(), roles.begin[1:].tolist(), strict=True)
    ):
        own = range(predicates[sentence], predicates[sentence + 1])
        rows = [["-", *("*" for _ in own)] for _ in range(first, last)]
        for column, predicate in enumerate(own, 1):
            rows[word[predicate] - first][0] = str(roles.name.value(predicate))
            opened = [""] * len(rows)
            for phrase in range(phrases[predicate], phrases[predicate + 1]):
                opened[start[phrase] - first] += f"({labels[phrase]}"
                rows[end[phrase] - 1 - first][column] += ")"
            for row, brackets in zip(rows, opened, strict=True):
                row[column] = brackets + row[column]
        yield "".join("\t".join(row) + "\n" for row in rows) + "\n"


WRITER = Writer(write, takes=Roles, lost=unwritten)
