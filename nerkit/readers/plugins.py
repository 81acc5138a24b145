"""Formats that are not nerkit's own: formats of installed packages, and formats that a file describes.

A package names its readers in the entry point group `nerkit.formats`, as name = "module" or "module:object":

    [project.entry-points."nerkit.formats"]
    colons = "my_package.colons"        # a module that ends in READER, a `format.Reader`

Names come from the metadata of installed packages; no package is imported before its format is named.
Recognition by content never asks these formats, and a format of nerkit's own goes before one of the same
name. A file that describes a format (`format_file`) is named by its path, which ends in `.toml`.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from nerkit.exceptions import InputError, UsageError
from nerkit.ground.preset_files import are_installed_looked_up, is_reference
from nerkit.readers.format import CORPORA, Reader

GROUP = "nerkit.formats"


def installed() -> dict[str, EntryPoint]:
    """Name -> entry point, of the formats of installed packages; of several of one name the first."""
    named: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP) if are_installed_looked_up() else ():
        named.setdefault(entry.name, entry)
    return named


def reader(name: str) -> Reader | None:
    """The reader of a format that is not nerkit's own; None for an unknown name.

    Raises UsageError for a module that cannot be imported or has no reader, InputError for a file that
    describes no format.
    """
    if is_reference(name):
        from nerkit.readers import custom_formats

        return custom_formats.reader(name)
    if name.endswith(".toml"):
        from nerkit.readers import format_file

        return format_file.reader(name)
    entry = installed().get(name)
    return None if entry is None else _loaded(entry)


def corpora(record: Reader) -> tuple[str, ...]:
    """The kinds of corpus that a reader gives, named as in the register; the kind that `read` makes is the
    first.
    """
    return tuple(dict.fromkeys(CORPORA[kind.__name__][0] for kind in (record.makes, *record.others)))


def held(record: Reader) -> tuple[str, ...]:
    """The contents of the corpora that a reader gives, in words."""
    return tuple(dict.fromkeys(CORPORA[kind.__name__][1] for kind in (record.makes, *record.others)))


def origin(entry: EntryPoint) -> str:
    """A format of a package in words."""
    return f"the format {entry.name} of {entry.dist.name}" if entry.dist else f"the format {entry.name}"


@cache
def _loaded(entry: EntryPoint) -> Reader:
    try:
        found = import_module(entry.module)
        for part in entry.attr.split(".") if entry.attr else ():
            found = getattr(found, part)
    except InputError:
        raise
    except Exception as error:  # noqa: BLE001  (code of others raises what it likes)
        raise UsageError(f"nerkit cannot load {origin(entry)}: {type(error).__name__}: {error}") from None
    record = getattr(found, "READER", found)
    if not isinstance(record, Reader) or record.makes.__name__ not in CORPORA:
        raise UsageError(
            f"{origin(entry)} is not a reader, because {entry.value} has no READER, a "
            "nerkit.readers.format.Reader"
        )
    return record
