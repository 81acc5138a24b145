"""Write dependency trees in CoNLL-X, with tabs between columns.

The columns are ID FORM LEMMA CPOSTAG POSTAG FEATS HEAD DEPREL and two empty columns.

Multiword tokens, empty nodes, enhanced dependencies, and comments except for `# newdoc` are not written.
"""

from collections.abc import Iterator

from nerkit.corpora.trees import Dependencies
from nerkit.writers.format import Writer

BEFORE = ("form", "lemma", "upos", "xpos", "feats")  # the columns before the head


def write(trees: Dependencies) -> Iterator[str]:
    """The lines of each sentence in CoNLL-X; the mark of a document precedes its first sentence."""
    columns = [trees.columns[name] for name in BEFORE]
    before = [[column.values[code] for code in column.codes.tolist()] for column in columns]
    label = trees.columns["deprel"]
    several, begun = trees.named or len(trees.documents) > 1, -1
    for first, last, document in zip(
        trees.first.tolist(), trees.last.tolist(), trees.document.tolist(), strict=True
    ):
        while several and begun < document:
            begun += 1
            yield f"# newdoc id = {trees.documents[begun]}\n" if trees.named else "# newdoc\n"
        for row in range(first, last):
            cells = [
                str(row - first + 1),
                *(column[row] for column in before),
                str(trees.head[row]),
                label.value(row),
            ]
            yield "\t".join([*cells, "_", "_"]) + "\n"
        yield "\n"


WRITER = Writer(write, takes=Dependencies)
