"""Text with names in brackets, `[PER Ada Lind] lives in [LOC Oslo] .`, as tagged tokens.

A line is a sentence, its tokens are separated by blanks, and a blank line ends a document.
"""

import re
from pathlib import Path

LABELS = ("LOC", "MISC", "ORG", "PER")
PIECE = re.compile(rf"\[(?P<label>{'|'.join(LABELS)}) (?P<name>[^\[\]\s][^\[\]]*)\]|(?P<token>[^\[\]\s]+)")

Token = tuple[str, str]  # a word and its tag
Sentence = list[Token]
Document = list[Sentence]


def documents_of(path: Path) -> list[Document]:
    """The documents of a file. Raises ValueError, with the place, for a line that is no such text."""
    documents: list[Document] = [[]]
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line:
            documents[-1].append(_sentence(line, f"{path}:{number}"))
        elif documents[-1]:
            documents.append([])
    return [document for document in documents if document]


def _sentence(line: str, place: str) -> Sentence:
    sentence: Sentence = []
    spelt = []
    for piece in PIECE.finditer(line):
        spelt.append(piece[0])
        words = (piece["name"] or piece["token"]).split()
        tags = [f"{'I' if i else 'B'}-{piece['label']}" if piece["label"] else "O" for i in range(len(words))]
        sentence += zip(words, tags, strict=True)
    if " ".join(spelt) != line:
        raise ValueError(f"{place}: a bracket without a pair or a label, or more than a blank between tokens")
    return sentence


def bio(documents: list[Document]) -> str:
    """The documents in two columns, word and tag, each begun by a line with its id."""
    return "".join(
        f"# newdoc id = {number:03}\n\n"
        + "".join("".join(f"{word} {tag}\n" for word, tag in sentence) + "\n" for sentence in document)
        for number, document in enumerate(documents, 1)
    )
