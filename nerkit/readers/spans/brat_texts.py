"""Read the `.txt` file beside an `.ann` file of brat.

brat counts a CRLF as two characters, and the byte order mark as one character. Some programs count a CRLF as
one character, and ignore the mark. Therefore nerkit tries several readings of such a file, and keeps the
reading in which most spans match their texts.
"""

import os

from nerkit.ground.containment import follow
from nerkit.ground.paths import is_file
from nerkit.io import COMPRESSED, Source

ANNOTATIONS, TEXT = ".ann", ".txt"
MARK = " "  # replaces the byte order mark


def readings(source: Source) -> list[str]:
    """The possible readings of the text beside an annotation file, the most likely reading first.

    Empty if there is no such file. Raises InputError for a file that cannot be read.
    """
    paths = beside(source.name)
    for text_path in paths:
        follow(source.name, text_path)
    path = next(filter(is_file, paths), None)  # reading a pipe might never end
    if path is None:
        return []
    file = Source(path, path)
    stored = file.characters()
    if "\r" not in stored and not file.marked:
        return [stored]
    plain = stored.replace("\r\n", "\n")
    texts = [stored, plain, *([MARK + stored, MARK + plain] if file.marked else [])]
    return list(dict.fromkeys(texts))


def beside(name: str) -> list[str]:
    """The possible paths of the text of the annotation file *name*."""
    stem, suffix = os.path.splitext(name)
    if suffix in COMPRESSED:
        stem, suffix = os.path.splitext(stem)
    return [stem + TEXT + packed for packed in ("", *COMPRESSED)] if suffix == ANNOTATIONS else []
