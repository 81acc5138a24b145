"""Checks that the files of systems are whole, as a leaderboard checks submissions.

A file is broken if nerkit cannot read it or pair it with the gold file. It is also broken if it is empty,
ends inside a line, or lacks documents of the gold file. In some formats, for example span TSV, a document
exists only through its items. There a document can be missing, because a system may find nothing in it.
"""

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from nerkit import readers
from nerkit.evaluation.evaluate import prepare
from nerkit.evaluation.inputs import is_data
from nerkit.evaluation.request import Request
from nerkit.exceptions import InputError, PairingError, UsageError, plural
from nerkit.ground.streams import is_pipe
from nerkit.ground.warnings import Warned
from nerkit.io import Source, Sources, expand
from nerkit.results.broken import Broken

TABLES = frozenset(  # formats where each line is a row of columns
    (
        *("bio", "noisy-bio", "span-tsv", "hipe", "aida", "conllu", "conllx", "corefud", "conll-coref"),
        *("semeval", "props", "conll12", "primesrl", "up", "conll08", "conll09", "sdp", "triples-tsv"),
    )
)
READ = 2**28  # bytes of a file that are read for the check
FEW = 4  # lines per different value of a column that show that all its values are known
COLUMNS = 0.9  # the least share of lines with the same number of columns in a table


def sound(
    gold: Any, systems: Mapping[str, Any], request: Request
) -> tuple[dict[str, Any], tuple[Broken, ...]]:
    """Return the sound systems and the broken systems.

    Raises the error of the first system if all are broken, for example because the gold file is broken.
    Raises UsageError for a pipe, and if only one system is sound.
    """
    if any(is_pipe(one) or hasattr(one, "read") for one in (gold, *systems.values())):
        raise UsageError("skip_broken=True reads inputs twice, which a pipe does not allow; give files")
    kept: dict[str, Any] = {}
    broken: list[Broken] = []
    errors: list[InputError | PairingError] = []
    for name, target in systems.items():
        try:
            check_sound(gold, name, target, request)
            kept[name] = target
        except (InputError, PairingError) as error:
            broken.append(Broken.of(name, str(target) if _is_path(target) else name, error))
            errors.append(error)
    if errors and not kept:
        raise errors[0]
    if errors and len(kept) == 1:
        listed = "".join(f"\n  {one.told}" for one in broken)
        raise UsageError(
            f"a comparison needs two systems, and nerkit cannot score {len(broken)} of "
            f"{plural(len(systems), 'system')}:{listed}"
        )
    return kept, tuple(broken)


def check_sound(gold: Any, name: str, target: Any, request: Request) -> None:
    """Raise InputError or PairingError for a system whose file is broken.

    A system that lacks gold documents is broken unless the request says what to do with them.
    """
    if _is_path(target):
        with opened(target) as sources:
            if all(map(is_blank, sources)):
                raise InputError("the file is empty", source=str(target))
    prepared = prepare(gold, {name: target}, request)
    lacking = any(
        isinstance(one, Warned) and one.key == "documents-missing" for one in prepared.bare.warnings
    )
    forms = [one["format"] for one in prepared.bare.inputs[1:]]
    by_items = any(form in readers.FORMATS and readers.reader(form).implicit_documents for form in forms)
    if lacking and request.missing is None and not by_items:
        prepare(gold, {name: target}, replace(request, missing="error"))
    if _is_path(target) and not TABLES.isdisjoint(forms):
        with opened(target) as sources:
            for source in sources:
                if (error := cut(source)) is not None:
                    raise error


@contextmanager
def opened(target: Any) -> Iterator[Sources]:
    """Yield the files of a path, in a context that closes them."""
    sources = expand(target)
    try:
        yield sources
    finally:
        for source in sources:
            source.close()


def _is_path(target: Any) -> bool:
    return isinstance(target, str | os.PathLike) and not is_data(target)


def is_blank(source: Source) -> bool:
    """Return whether a file contains only white space."""
    return not source.head.strip()


def cut(source: Source) -> InputError | None:
    """Return the error for a file in a format of TABLES that ends inside a line; None for other files.

    The last line of such a file has no newline. It has fewer columns than other lines, or ends with the
    beginning of a value. For example, the last line is `Oslo B-LO` in a file with tags `B-LOC`.
    """
    text, is_whole = source.first_text(READ)
    *before, last = text.split("\n")
    rows = [line for line in before if line.strip() and not line.startswith("#")]
    if not is_whole or not last.strip() or not rows:
        return None
    separator = "\t" if 2 * sum("\t" in row for row in rows) > len(rows) else None
    cells = [row.split(separator) for row in rows]
    (width, number), *_ = Counter(map(len, cells)).most_common(1)
    own = last.split(separator)
    if width < 2 or number < COLUMNS * len(rows) or last.startswith("#") or len(own) > width:
        return None
    if len(own) == width and not _is_beginning(own[-1], [each[-1] for each in cells]):
        return None
    return InputError(
        "the file ends inside a line",
        source=source.name,
        line=len(before) + 1,
        column=len(last) + 1,
        text=last,
        remedy="get the whole file; if the file is complete, end its last line with a newline",
    )


def _is_beginning(value: str, others: Sequence[str]) -> bool:
    """Return whether a value seems to be the beginning of another value; always False for numbers."""
    known = set(others)
    if value in known or value.replace(".", "").isdigit():
        return False
    return FEW * len(known) <= len(others) or any(other.startswith(value) for other in known)
