"""Readers of formats, one module per format. nerkit recognises a format by its content, not by file names.

The `register` lists the formats and their modules. A reader module ends in `READER`, a `format.Reader`: the
function that reads the format, and facts about the format. Each folder is named after the data that its
formats hold: spans, tags, texts, coref, graphs, trees, roles, records, values. A folder also holds code that
several of its formats share, and `in_memory`, which reads Python objects that JSON lacks, such as tuples.
`columns` reads text of lines and columns. `json_text` reads JSON and keeps the place of each part.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any

from nerkit.exceptions import UsageError, unknown
from nerkit.readers.register import FORMATS as FORMATS
from nerkit.readers.register import Format, guessing

if TYPE_CHECKING:
    from nerkit.io import Source
    from nerkit.readers.format import Reader

PEEKED = 32  # files of a folder that recognition opens at most, if the first files fit several formats


def reader(name: str) -> "Reader":
    """The reader of the format *name*, built in or from an installed package.

    Raises UsageError for an unknown name.
    """
    if name in FORMATS:
        record: Reader = import_module(FORMATS[name].module).READER
        return record
    from nerkit.readers import plugins

    if (other := plugins.reader(name)) is None:
        raise unknown("format", name, [*FORMATS, *plugins.installed()])
    return other


def corpora(name: str) -> tuple[str, ...]:
    """The kinds of corpus that the format *name* can be read as, such as `spans`, the default kind first."""
    if name in FORMATS:
        return FORMATS[name].corpora
    from nerkit.readers import plugins

    return plugins.corpora(reader(name))


def reading(name: str, kind: str) -> "Callable[..., Any]":
    """The function that reads the format *name* as a corpus of this *kind*.

    *kind* is a name in `CORPORA`, such as `spans`. If the format has no other function for the kind, this is
    the default function of the format.
    """
    from nerkit.readers.format import CORPORA

    record = reader(name)
    others = {CORPORA[made.__name__][0]: read for made, read in record.others.items()}
    read = others.get(kind, record.read)
    if name not in FORMATS:
        return read
    from nerkit.readers.unread import checking

    return checking(name, read)


def known_to(name: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The *options* that the format *name* accepts: its options in OPTIONS, and all options of tasks."""
    from nerkit.readers.format import OPTIONS

    own = reader(name).options
    return {key: value for key, value in options.items() if key not in OPTIONS or key in own}


def check_known(options: Mapping[str, Any], names: Iterable[str]) -> None:
    """Raise UsageError for an option of OPTIONS that none of the formats *names* has."""
    from nerkit.readers.format import OPTIONS

    forms = list(dict.fromkeys(names))
    for key in options:
        if key in OPTIONS and forms and not any(key in reader(name).options for name in forms):
            takers = [name for name in FORMATS if key in reader(name).options]
            raise UsageError(
                f"{key}=… is {OPTIONS[key]}; {', '.join(forms)} has none (only {', '.join(takers)})"
            )


def meant_for(name: str, sources: "Iterable[Source]") -> str | None:
    """The task for inputs of the format *name*, by their content; None for the default task of the format."""
    from nerkit.readers.sample import Sample

    holds = reader(name).meant_for
    return first_task([holds(Sample.of(source)) for source in islice(sources, PEEKED)])


def first_task(tasks: "Sequence[str | None]") -> str | None:
    """The task for several inputs, by the task of each input.

    The task is `ie` if an input is for `ie`. Otherwise it is None (the default task of the format) if an
    input has None. If no input has None, it is the task of the first input.
    """
    return next((task for task in ("ie", None) if task in tasks), tasks[0] if tasks else None)


class Formats:
    """The names of the formats that fulfil two conditions: *listed* on the record, *wanted* on the reader.

    A reader is loaded only when its condition is tested. Without *wanted*, no reader is loaded.
    """

    def __init__(
        self, listed: Callable[[Format], bool], wanted: "Callable[[Reader], bool] | None" = None
    ) -> None:
        self.names = [name for name, one in FORMATS.items() if listed(one)]
        self.wanted = wanted

    def __iter__(self) -> Iterator[str]:
        return filter(self.__contains__, self.names)

    def __contains__(self, name: str) -> bool:
        return name in self.names and (self.wanted is None or self.wanted(reader(name)))


BY_CONTENT = Formats(lambda one: bool(one.corpora) and one.by_content)
OF_GOLD = Formats(lambda one: bool(one.corpora) and one.by_content and one.for_gold)
STRICT = Formats(  # formats whose files fit no other format; HIPE files would also fit bio
    lambda one: bool(one.corpora) and one.by_content and one.name != "hipe" and not one.permissive
)


def select(sources: "Sequence[Source]", name: str) -> "list[Source]":
    """The inputs that the format *name* reads; among several inputs, only files with its suffix."""
    return list(selected(sources, name))


def selected(sources: "Sequence[Source]", name: str) -> "Iterator[Source]":
    """The inputs that `select` lists, as an iterator that opens each file only when it reaches the file."""
    suffix = suffix_of(name) if len(sources) != 1 else ""
    return (source for source in sources if source.member.endswith(suffix))


def suffix_of(name: str) -> str:
    """The suffix of the files that the format *name* reads in a directory; empty if it reads all files."""
    return FORMATS[name].evidence.suffix if name in FORMATS else reader(name).suffix


def sniff(sources: "Sequence[Source]", formats: Iterable[str]) -> str | None:
    """The name among *formats* whose format recognises the inputs; None if all inputs are blank.

    If no format recognises the inputs, the result is the first format that guesses that an input was meant
    for it. The reader of this format can say what is wrong and where. Raises InputError if no format guesses,
    or if the content looks like a format that nerkit does not read. Raises TiedFormatsError if formats tie.
    """
    if (name := recognised(sources, formats)) is not None:
        return name
    strange = next((source for source in sources if source.head.strip()), None)
    if strange is None:
        return None
    from nerkit.readers import unsupported

    answers = recognised([strange], BY_CONTENT) if formats is OF_GOLD else None
    if (
        not answers
        and not unsupported.is_known(strange.head)
        and (name := meant(sources, formats)) is not None
    ):
        return name
    raise unsupported.refusal(strange, formats, answers, any_task=formats in (BY_CONTENT, OF_GOLD))


def meant(sources: "Sequence[Source]", formats: Iterable[str]) -> str | None:
    """The first of *formats* that guesses that the first nonblank input was meant for it, or None."""
    candidates = [name for name in formats if name in FORMATS]
    strange = next((source.head for source in sources if source.head.strip()), None)
    if strange is None:
        return None
    asked = guessing(candidates, strange)
    return next((name for name in asked if reader(name).guess(strange, candidates)), None)


def recognised(sources: "Sequence[Source]", formats: Iterable[str]) -> str | None:
    """The name among *formats* whose format recognises the inputs; None if no format does.

    Raises TiedFormatsError if several formats fit and read different items.
    """
    found = explained(sources, formats)
    return found[0] if found else None


def explained(sources: "Sequence[Source]", formats: Iterable[str]) -> list[str]:
    """The formats that fit the inputs equally well, sorted by name; nerkit uses the first format.

    The first file with an item decides. If several formats fit it, up to PEEKED files are looked at. Formats
    that still tie must read equal items from the sample; if they do not, TiedFormatsError is raised.
    """
    if form := _by_suffix(sources, formats):
        return [form]
    from nerkit.readers.sample import Sample, best_of, has_item

    known: tuple[list[str], Sample] | None = None
    for source in islice((one for one in sources if one.head.strip()), PEEKED):
        sample = Sample.of(source)
        among = formats if known is None or not known[0] else known[0]
        names = among.names if isinstance(among, Formats) else among
        fitting = best_of(sample, names, partial(_is_refused, sample.text, among))
        if fitting and (known is None or len(fitting) < len(known[0])):
            known = fitting, sample
        if known and len(known[0]) == 1 and (not sample.is_json or has_item(sample.told)):
            break
    if known is None or len(known[0]) < 2:
        return known[0] if known else []
    from nerkit.readers.ties import reading_alike

    return reading_alike(known[1], {name: reader(name).read for name in known[0]}, sources[0].name)


def _by_suffix(sources: "Sequence[Source]", formats: Iterable[str]) -> str | None:
    """The first format with a suffix that occurs among several input files; None if there is none."""
    members = [source.member for source in sources] if len(sources) > 1 else ()
    for name in formats if members else ():
        suffix = suffix_of(name)
        if suffix and any(member.endswith(suffix) for member in members):
            return name
    return None


def _is_refused(head: str, formats: Iterable[str], name: str) -> bool:
    """Whether the format *name*, which fits a text, is not among *formats*, or the text is foreign to it.

    A text is foreign to a permissive format if it is surely in a format that nerkit does not read. JSON of
    another program is not foreign to `json` and `records` if you named them.
    """
    if FORMATS[name].permissive:
        from nerkit.readers import unsupported

        kind = unsupported.looks_like(head, surely=True)
        named = name in ("json", "records") and not isinstance(formats, Formats)
        if kind is not None and not (named and kind.read_as == unsupported.VALUES):
            return True
    return isinstance(formats, Formats) and name not in formats
