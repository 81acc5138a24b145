"""Formats that a preset describes, in tables `[format.NAME]` of its file. A format has one kind:

    kind = "jsonl" or "json"   objects and lists            (`objects`)
    kind = "lines"             cells between separators     (`lines`)
    kind = "columns"           tokens, and a group of columns for each element   (`columns`)
    kind = "xml"               elements and attributes      (`elements`)
    kind = "brackets"          trees in brackets            (`brackets`)
    kind = "parents"           trees by parents, rs3        (`parents`)
    kind = "groups"            facts in several readings   (`groups`)
    kind = "marks"             coreference in running text; only in presets of the task coref  (`marks`)

All kinds give documents, which are objects with the fields that formulas use. Every kind can also have

    suffix = ".tml"            the end of the names of its files
    recognise = "<TLINK"       a text at the beginning of its files
    texts = "casefold,space"   the normal forms for all texts of fields
    gather = { pair = ["a", "b"] }   a further field of every element: the list of the values of these fields

nerkit uses such a format only if the user names its preset. If a preset has several formats, nerkit takes the
first format that fits a file. It compares the suffix, the text, or the first character of the file.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from nerkit.corpora.corpus import Origin
from nerkit.corpora.records import Documents, ItemLines
from nerkit.exceptions import InputError, UsageError
from nerkit.ground import preset_files
from nerkit.ground.preset_files import check_keys
from nerkit.ground.toml_text import Toml
from nerkit.io import Source
from nerkit.readers.conditions import condition
from nerkit.readers.format import Reader
from nerkit.readers.json_text import Value
from nerkit.readers.register import FormatEvidence
from nerkit.readers.sample import Sample, is_likely

OF_MENTIONS = "marks"  # the kind whose formats hold mentions, not documents
SHARED = {"kind": "text", "suffix": "text?", "recognise": "text?", "texts": "any*", "gather": "{list}*"}
BEGINS = {
    "jsonl": "{[",
    "json": "{[",
    "xml": "<",
    "brackets": "(",
    "parents": "<",
}  # kind -> first characters
KINDS = {  # kind -> the module with its keys and its reader
    "jsonl": "objects",
    "json": "objects",
    "lines": "lines",
    "columns": "columns",
    "marks": "marks",
    "groups": "groups",
    "xml": "elements",
    "brackets": "brackets",
    "parents": "parents",
}


class ReadDocument(NamedTuple):
    """A document read from a custom format: its id (if any), its fields, and the place of the document or
    its elements.
    """

    id: str | None
    fields: dict[str, Any]
    value: Value | None = None
    lines: Mapping[str, list[int]] | None = None


LINES = "{(!cells | cells:[* int]) (!starts | starts:text) (!not_number | not_number:int)}"
VALUES = {  # kind of value -> its name in messages, and the condition on it (`conditions`)
    "any": ("anything", "any"),
    "text": ("a text", "text"),
    "list": ("a list", "[...]"),
    "names": ("a list of names", "[* text]"),
    "pair": ("a pair of names", "[text, text]"),
    "way": ("a name, or a list of names", "(text | [* text])"),
    "table": ("a table", "{}"),
    "lines": ("a table with cells (whole numbers), starts and not_number", LINES),
}


class TableFormat(NamedTuple):
    """A format described by a table `[format.NAME]` of a preset.

    finish    function (element) -> the element in the form that the table asks for
    evidence  the features that distinguish its files from files of the preset's other formats
    read      function (source) -> its documents; set by the kind of the format
    implicit  whether a document exists only if an item names it
    """

    toml: Toml
    name: str
    table: Mapping[str, Any]
    finish: Callable[[Any], Any] = lambda element: element
    evidence: FormatEvidence = FormatEvidence()
    read: Callable[[Source], Iterator[ReadDocument]] = lambda _: iter(())
    implicit: bool = False

    def fail(self, problem: str, *path: str) -> NoReturn:
        """Raise the InputError for the key at *path* of the table."""
        self.toml.fail(problem, "format", self.name, *path)

    def fits(self, source: Source) -> bool:
        """Whether a file looks like this format."""
        evidence = self.evidence
        if evidence.suffix and (source.member or source.name).endswith(evidence.suffix):
            return True
        if not evidence.has and not evidence.begins:
            return not evidence.suffix
        return is_likely(evidence, Sample(source.head))

    def check_keys(self, table: Mapping[str, Any], known: Sequence[str], *path: str) -> None:
        """Raise InputError at the first unknown key of the table at a path."""
        check_keys(self.toml, table, known, "format", self.name, *path)

    def check(self, **kinds: str) -> None:
        """Raise InputError at the first key whose value has the wrong type.

        VALUES lists the types, and `{text}` is a table of texts. A type with `?` means that the key is
        optional. A type with `*` also permits an empty value.
        """
        for key, kind in kinds.items():
            of = kind.rstrip("?*")
            value, member = self.table.get(key, ""), of.strip("{}")
            if key not in self.table and of != kind:
                continue
            present = value if value or kind.endswith("*") else None
            self._check(present, of if of == member else "table", key)
            for name in value if of != member else ():
                self._check(value[name], member, key, name)

    def _check(self, value: Any, kind: str, *path: str) -> None:
        name, held = VALUES[kind]
        if not condition(held)(value):
            self.fail(f"{path[-1]} must be {name}", *path)

    def check_names(self, known: Sequence[str], value: Any, *path: str) -> None:
        """Raise InputError at the first unknown name in the value at *path*: a name, a list or a table."""
        if isinstance(value, str) and value not in known:
            self.fail(f"{path[0]} names {value!r}, which is not one of {', '.join(known)}", *path)
        for name in value if isinstance(value, list) else ():
            self.check_names(known, name, *path)
        for key, name in value.items() if isinstance(value, dict) else ():
            self.check_names(known, name, *path, key)


def reader(reference: str) -> Reader:
    """The reader of a preset's formats. Raises InputError for tables that do not describe formats."""
    file = preset_files.opened(reference)
    tables = list(preset_files.tables(file.toml, "format"))
    if [table.get("kind") for _, table in tables] == [OF_MENTIONS]:
        check_keys(file.toml, tables[0][1], tuple(SHARED), "format", tables[0][0])
        of_mentions: Reader = import_module(f"nerkit.readers.custom_formats.{KINDS[OF_MENTIONS]}").READER
        return of_mentions
    formats = [_described(TableFormat(file.toml, *each)) for each in tables]
    if not formats:
        file.toml.fail("the preset does not describe a format", "format", remedy="write [format.NAME]")

    def read(sources: Iterable[Source]) -> Documents:
        """The documents of files."""
        return _documents((source, _format_of(source, formats)) for source in sources)

    lines_of_json = all(one.table["kind"] == "jsonl" and "documents" not in one.table for one in formats)
    suffixes = {one.evidence.suffix for one in formats}
    return Reader(
        read,
        Documents,
        suffix=suffixes.pop() if len(suffixes) == 1 else "",
        implicit_documents=all(one.implicit for one in formats),
        cut="json lines" if lines_of_json else "",
    )


def _described(form: TableFormat) -> TableFormat:
    kind = form.table.get("kind")
    if kind not in tuple(KINDS):
        form.fail(f"kind must be one of {', '.join(KINDS)}", "kind")
    module = import_module(f"nerkit.readers.custom_formats.{KINDS[kind]}")
    form.check_keys(form.table, (*SHARED, *module.KEYS))
    form.check(**SHARED, **module.KEYS)
    evidence = evidence_of(form.table)._replace(begins=BEGINS.get(kind, ""))
    form = form._replace(finish=_finishing(form), evidence=evidence)
    format_: TableFormat = module.described(form)
    return format_


def evidence_of(table: Mapping[str, Any]) -> FormatEvidence:
    """The evidence that the table of a format gives."""
    return FormatEvidence(
        has=(table["recognise"],) if "recognise" in table else (), suffix=table.get("suffix", "")
    )


def _finishing(form: TableFormat) -> Callable[[Any], Any]:
    """The function that normalises the texts of an element and gathers its fields."""
    from nerkit.algorithms.scalars.texts import normaliser

    table = form.table
    try:
        normal = normaliser(table.get("texts", ()))
    except UsageError as error:
        form.fail(str(error), "texts")
    gather = table.get("gather", {})

    def in_form(value: Any) -> Any:
        """A value with all its texts in normal form."""
        if isinstance(value, str):
            return normal(value)
        if isinstance(value, list):
            return list(map(in_form, value))
        return {key: in_form(one) for key, one in value.items()} if isinstance(value, dict) else value

    if "texts" not in table and not gather:
        return lambda element: element

    def finish(element: Any) -> Any:
        """An element with texts in normal form and with gathered fields."""
        element = in_form(element) if "texts" in table else element
        if not isinstance(element, dict):
            return element
        return element | {
            name: [element[key] for key in names if key in element] for name, names in gather.items()
        }

    return finish


def _format_of(source: Source, formats: list[TableFormat]) -> TableFormat:
    """The format of a file; for a blank file, the first format."""
    if len(formats) == 1 or not source.head.strip():
        return formats[0]
    chosen = next((one for one in formats if one.fits(source)), None)
    if chosen is None:
        names = ", ".join(one.name for one in formats)
        raise InputError(f"the file fits none of the preset's formats ({names})", source=source.name, line=1)
    return chosen


def _documents(read: Iterable[tuple[Source, TableFormat]]) -> Documents:
    items: list[ReadDocument] = []
    origins: list[Origin] = []
    names: list[str] = []
    for source, form in read:
        first = len(items)
        items += form.read(source) if source.head.strip() else ()
        names += [source.name] * (len(items) - first)
        origins.append(Origin(source.name, source.sha256, first))
    ids, fields, _, _ = map(list, zip(*items, strict=True)) if items else ([], [], [], [])
    named = bool(items) and None not in ids
    in_file = tuple((item.value,) for item in items if item.value is not None)
    lines = tuple(
        None if item.lines is None else ItemLines(name, item.lines)
        for item, name in zip(items, names, strict=True)
    )
    return Documents(
        ids if named else [str(place) for place in range(1, len(items) + 1)],
        fields,
        in_file if len(in_file) == len(items) else (),
        tuple(origins),
        named=named,
        item_lines=lines if any(lines) else (),
    )
