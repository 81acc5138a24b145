"""brat standoff annotation: for each document its text, `ID.txt`, and its spans, `ID.ann`.

    T1 TAB TYPE start end[;start end]… TAB text
    N1 TAB Reference T1 id TAB text              an id of the span; of several candidates a line each

The id of a document is the path of its files in the folder; documents without ids are 1, 2, …, with zeros
before them so that their order stays.
"""

import re
from collections.abc import Iterator, Sequence

from nerkit.corpora.spans import Texts
from nerkit.errors import InputError, source_and_line
from nerkit.writers.format import Writer

UNTYPED = "_"
WORD = re.compile(r"\S+")
UNSAFE = re.compile(r"[\x00-\x1f\x7f\\]")  # characters that names of files do not have


def write(annotated: Texts) -> Iterator[tuple[str, str]]:
    """The path and the text of each file. Raises InputError for an id that is no path, or a type or an id
    of a span with a blank.
    """
    lines: list[list[str]] = [[] for _ in annotated.documents]
    counts = [[0, 0] for _ in annotated.documents]  # T and N lines
    spans = annotated.spans
    place, start, end = spans.document.tolist(), spans.start.tolist(), spans.end.tolist()
    fields = {name: spans.fields.get(name) for name in ("type", "eid", "fragments")}
    for row in range(len(spans)):
        values = {name: column.value(row) if column else None for name, column in fields.items()}
        of = place[row]
        kind = _word(annotated, row, "type", values["type"] or UNTYPED)
        text = annotated.texts[of][start[row] : end[row]]
        offsets = f"{start[row]} {end[row]}"
        if values["fragments"]:
            pieces = [piece.split("-") for piece in str(values["fragments"]).split(";")]
            offsets = ";".join(" ".join(piece) for piece in pieces)
            text = " ".join(annotated.texts[of][int(a) : int(b)] for a, b in pieces)
        shown = re.sub(r"[\t\r\n]", " ", text)
        counts[of][0] += 1
        name = f"T{counts[of][0]}"
        lines[of].append(f"{name}\t{kind} {offsets}\t{shown}\n")
        for eid in _ids(annotated, row, values["eid"]):
            counts[of][1] += 1
            lines[of].append(f"N{counts[of][1]}\tReference {name} {eid}\t{shown}\n")
    for name, text, listed in zip(_names(annotated), annotated.texts, lines, strict=True):
        yield f"{name}.txt", text
        yield f"{name}.ann", "".join(listed)


def _ids(annotated: Texts, row: int, eid: str | None) -> Sequence[str]:
    """The ids of a span, the best first."""
    several = annotated.spans.candidates.get(row)
    ids = [one.id for one in several] if several else [eid]
    return [_word(annotated, row, "id", one) for one in ids if one]


def _word(annotated: Texts, row: int, what: str, text: str) -> str:
    """A type or an id, which has no blank."""
    if WORD.fullmatch(text):
        return text
    source, line = source_and_line(annotated.spans.place(row))
    raise InputError(f"the {what} {text!r}, which brat cannot hold for its blank", source=source, line=line)


def _names(annotated: Texts) -> Iterator[str]:
    """The path of each document, without its ending."""
    documents = annotated.documents
    if not annotated.named:
        digits = len(str(len(documents)))
        yield from (name.zfill(digits) for name in documents)
        return
    for name in documents:
        parts = name.split("/")
        if UNSAFE.search(name) or any(not part or part.startswith(".") for part in parts):
            raise InputError(
                f"the document id {name!r} cannot be the path of a file",
                source=annotated.origins[0].name if annotated.origins else "document",
                remedy="ids are paths here: no part of them is empty or begins with a dot",
            )
        yield name


WRITER = Writer(write, takes=Texts, folder=True, holds=("type", "eid", "fragments", "text"))
