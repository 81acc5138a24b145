"""Find formats outside nerkit: formats of installed packages, and formats that a file describes.

A package names its readers in the entry point group `nerkit.formats`, as name = "module" or "module:object":

    [project.entry-points."nerkit.formats"]
    colons = "my_package.colons"        # a module that ends in READER, a `format.Reader`

nerkit takes the names from the metadata of installed packages, and imports a package only if you name its
format. Recognition by content skips these formats, and a format of nerkit has priority over a format of a
package with the same name. You name a file that describes a format (`format_file`) by its path, which ends
in `.toml`.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from nerkit.exceptions import InputError, UsageError
from nerkit.ground.preset_files import are_installed_looked_up, is_reference
from nerkit.readers.format import CORPORA, Reader

GROUP = "nerkit.formats"


def installed() -> dict[str, EntryPoint]:
    """The entry points of the formats of installed packages by name; the first one if a name occurs twice."""
    named: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP) if are_installed_looked_up() else ():
        named.setdefault(entry.name, entry)
    return named


def reader(name: str) -> Reader | None:
    """The reader of a format outside nerkit; None for an unknown name.

    Raises UsageError for a module that cannot be imported or has no reader, and InputError for a file that
    does not describe a format.
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
    """The kinds of corpus that a format can be read as, as in the register; the kind of `read` is first."""
    return tuple(dict.fromkeys(CORPORA[kind.__name__][0] for kind in (record.makes, *record.others)))


def held(record: Reader) -> tuple[str, ...]:
    """The items of the corpora that a format can be read as, in words, such as `semantic roles`."""
    return tuple(dict.fromkeys(CORPORA[kind.__name__][1] for kind in (record.makes, *record.others)))


def origin(entry: EntryPoint) -> str:
    """The name of a format and its package, for messages."""
    return f"the format {entry.name} of {entry.dist.name}" if entry.dist else f"the format {entry.name}"


@cache
def _loaded(entry: EntryPoint) -> Reader:
    try:
        found = import_module(entry.module)
        for part in entry.attr.split(".") if entry.attr else ():
            found = getattr(found, part)
    except InputError:
        raise
    except Exception as error:  # noqa: BLE001  (a package can raise any exception)
        raise UsageError(f"nerkit cannot load {origin(entry)}: {type(error).__name__}: {error}") from None
    record = getattr(found, "READER", found)
    if not isinstance(record, Reader) or record.makes.__name__ not in CORPORA:
        raise UsageError(
            f"{origin(entry)} is not a reader, because {entry.value} has no READER, a "
            "nerkit.readers.format.Reader"
        )
    return record
