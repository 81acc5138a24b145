"""Checks of CoNLL-U and CoNLL-X: unreadable sentences (U1…), sentences that are not trees (U2…), and
enhanced graphs (U3…).

Each sentence has at most one finding, its first error.
"""

from collections.abc import Iterator, Sequence

from nerkit.checks.checks import Checks, Finding
from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.columns.text import ColumnText, whole_sentences
from nerkit.readers.trees import conllu, conllx
from nerkit.readers.trees.dependency_table import CYCLE, NO_NUMBER, OUTSIDE, PROBLEMS, ROOTS
from nerkit.scorers.dep import enhanced

UNREADABLE = {  # the remedy of the reader -> code and message
    conllu.FORMAT: ("U101", "a line without its columns"),
    conllx.FORMAT: ("U101", "a line without its columns"),
    conllu.SENTENCES: ("U102", "a blank line or a comment in the wrong place"),
    conllu.ENDS: ("U103", "no blank line at the end of the file"),
    conllu.IDS: ("U104", "ids out of order"),
    conllx.IDS: ("U104", "ids out of order"),
    conllu.FORMS: ("U105", "a word without a form"),
    enhanced.FORM: (
        "U301",
        "an edge of the enhanced graph that nerkit cannot read, or whose head does not exist",
    ),
}
TREES = {
    PROBLEMS[NO_NUMBER]: "U201",
    PROBLEMS[OUTSIDE]: "U202",
    PROBLEMS[CYCLE]: "U203",
    PROBLEMS[ROOTS]: "U204",
}


def findings(sources: Sequence[Source], form: str) -> Iterator[Finding]:
    """Yield the first finding of each sentence, in the order of the files."""
    for source in sources:
        for piece in whole_sentences(source):
            if _problem(piece, form) is not None:
                for sentence in _sentences(piece):
                    if error := _problem(sentence, form):
                        yield _finding(sentence, error)


def _sentences(piece: ColumnText) -> Iterator[ColumnText]:
    """Yield each sentence of a piece, with its comments and its blank line."""
    begin, last = 0, len(piece.lines) - 1
    for i, line in enumerate(piece.lines):
        if not line or i == last:
            lines = "\n".join(piece.lines[begin : i + 1])
            yield ColumnText(piece.source, piece.number + begin, lines, ends=piece.ends and i == last)
            begin = i + 1


def _problem(piece: ColumnText, form: str) -> InputError | None:
    reading = conllx.ConllxReading() if form == "conllx" else conllu.ConlluReading()
    try:
        reading.piece(piece)
        enhanced.edges(reading.table.finished(), subtypes=True)
    except InputError as error:
        return error
    return None


def _finding(piece: ColumnText, error: InputError) -> Finding:
    code = TREES.get(error.problem) or UNREADABLE[error.remedy or ""][0]
    place = ":".join(str(part) for part in (piece.source, error.line, error.column) if part is not None)
    return Finding(place, code, error.problem)


MESSAGES = {*UNREADABLE.values(), *((code, problem) for problem, code in TREES.items())}
CHECKS = Checks(dict(sorted(MESSAGES)), findings)
