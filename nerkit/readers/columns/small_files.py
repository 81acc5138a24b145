"""Join small files of a folder into one text, because reading has a fixed cost per text.

    a.conllu    1 John …, a blank line        files = [(a.conllu, 0), (b.conllu, 2)]: b.conllu begins on
    b.conllu    1 Mary …, a blank line        line 2 of the joined text (0-based)

A file with a fault is read separately, so that the error names its file and line.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from nerkit.algorithms.columns import IntArray
from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.columns.documents import Files
from nerkit.readers.columns.text import ColumnText

SMALL = 1 << 14  # bytes of a small file
TOGETHER = 1 << 22  # characters of files that are read together


def groups(
    sources: Sequence[Source], *, unended: bool = False, lines: bool = False
) -> Iterator[tuple[ColumnText | None, Files]]:
    """Group inputs in their order: small files with their joined text, other inputs alone and without a text.

    A file that does not end in a blank line is alone, with two exceptions. With *unended*, a blank line is
    added to it. With *lines*, each line is an item, so a blank line is not needed.
    """
    texts: list[str] = []
    files: list[tuple[Source, int]] = []
    line, size = 0, 0
    for source in sources:
        text = _small(source)
        if text is not None and not (lines or text.endswith("\n")):
            text = f"{text}\n" if unended else None
        if files and (text is None or size > TOGETHER):
            yield _joined(texts, files)
            texts, files, line, size = [], [], 0, 0
        if text is None:
            yield None, [(source, 0)]
        else:
            texts.append(text)
            files.append((source, line))
            line, size = line + text.count("\n") + 1, size + len(text)
    if files:
        yield _joined(texts, files)


def places(files: Files, rows: IntArray) -> tuple[IntArray, IntArray]:
    """The file of each of the 0-based lines *rows* of a joined text, and its 1-based line in this file."""
    begins = np.array([begin for _, begin in files])
    file = np.searchsorted(begins, rows, "right") - 1
    return file, rows - begins[file] + 1


def _small(source: Source) -> str | None:
    """The text of a small nonblank file of a folder; None for other inputs."""
    if not source.listed or source.part is not None:
        return None  # it may be impossible to open such an input again
    try:
        text = source.small_text(SMALL)
    except InputError:
        return None
    return text if text is not None and text.strip() else None


def _joined(texts: list[str], files: list[tuple[Source, int]]) -> tuple[ColumnText | None, Files]:
    if len(files) == 1:
        return None, files
    return ColumnText(files[0][0].name, 1, "\n".join(texts), ends=True), files
