"""The text of a brat document: the `.txt` file beside its `.ann` file, compressed or not.

brat counts the characters of the file as it is stored, both of a CRLF and the byte order mark included. Programs that write annotations
may have counted a CRLF as one, and the mark not at all; so there are several readings of such a file: the one counts in which most spans have their own texts.
"""

import os

from nerkit.io import COMPRESSED, Source

ANNOTATIONS, TEXT = ".ann", ".txt"
MARK = " "  # stands for the byte order mark


def readings(source: Source) -> list[str]:
    """What the text beside annotations may be, the most likely first; nothing where there is no such file.

    Raises InputError for a file that cannot be read.
    """
    path = _beside(source.name)
    if path is None:
        return []
    file = Source(path, path)
    stored = file.characters()
    plain = stored.replace("\r\n", "\n")
    found = [stored, plain, *([MARK + stored, MARK + plain] if file.marked else [])]
    return list(dict.fromkeys(found))


def _beside(name: str) -> str | None:
    """The path of the text of an annotation file."""
    stem, suffix = os.path.splitext(name)
    if suffix in COMPRESSED:
        stem, suffix = os.path.splitext(stem)
    paths = (stem + TEXT + compression for compression in ("", *COMPRESSED))
    return next(filter(os.path.isfile, paths), None) if suffix == ANNOTATIONS else None
