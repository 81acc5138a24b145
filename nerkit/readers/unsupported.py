"""Recognise kinds of text that nerkit does not read, so that messages can name them.

nerkit compares a text with KINDS if no format recognises it. A file of annotations never begins like a text
of a *sure* kind. Therefore a text of a sure kind is also refused by formats whose evidence fits nearly any
text (`Format.permissive`).
"""

import json
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from nerkit.exceptions import InputError, UnknownFormatError, some
from nerkit.ground.patterns import regex
from nerkit.io import Source
from nerkit.readers.csv_rows import SEPARATORS, table_of
from nerkit.readers.format import is_json
from nerkit.readers.score_tables import columns_of, kind_of
from nerkit.readers.texts.elements import advice, is_html, is_xml

TAGS = "tagged text"  # can be read as the format inline
VALUES = "values"  # can be read by `nerkit json`
COLUMNS = "columns"  # can be read as CSV if the columns are renamed
COLUMNS_AT_MOST = 3  # words per line of a text in columns of words
SAMPLE = 50  # lines in which columns of words are sought
NUMBER = regex(r"\s*+-?\d+\s*+\Z")
LEAST_TABS = 3  # columns of a table with tabs, because prose can contain a tab
DOUBTFUL = 10  # an error within so many lines can mean that the file is of another kind
HEAD = 1 << 13  # characters in which kinds that are not sure are sought
MEMBERS, WIDEST = 6, 120  # keys of JSON in a message, and the characters of all these keys
LINK = regex(r"\]\((?:https?:|mailto:|www\.|[#/.]|[^\s()]*\.(?:com|org|net|md|html?|png|jpe?g|svg|pdf|py)\b)")
TEXT = regex(r"[^\W\d_]")


class Kind(NamedTuple):
    """A kind of text that nerkit does not read.

    name     its name in messages
    pattern  matches the beginning of such a text
    sure     whether files of annotations never match the pattern
    read_as  TAGS, VALUES or COLUMNS if nerkit can read such a text in some way; otherwise empty
    remedy   the advice in messages; empty for the advice that follows from `read_as`
    """

    name: str
    pattern: re.Pattern[str]
    sure: bool = True
    read_as: str = ""
    remedy: str = ""


def _sure(name: str, pattern: str, read_as: str = "") -> Kind:
    return Kind(name, regex(rf"\A\s*+(?:{pattern})", re.IGNORECASE), True, read_as)


def _exact(name: str, pattern: str) -> Kind:
    return Kind(name, regex(rf"\A\s*+(?:{pattern})"))


def _line(name: str, pattern: str) -> Kind:
    return Kind(name, regex(rf"(?m)^(?:{pattern})"), sure=False)


CONTROL = r"[\0-\x08\x0e-\x1a\x7f]"  # characters that do not occur in text
HEADERS = "Return-Path|Received|From|To|Cc|Subject|Date|Message-ID|MIME-Version"
SETTINGS = "settings (INI, TOML or YAML)"
DATE = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d"
MARKUP = (
    _sure("HTML", r"<!DOCTYPE html|<html\b", TAGS),
    _sure("XML", r"<\?xml\b|<!DOCTYPE\b|<svg\b", TAGS),
)
KINDS: tuple[Kind, ...] = (
    _exact("a Word document (a ZIP archive)", r"PK\x03\x04(?=[\s\S]*?word/)"),
    _exact("an Excel workbook (a ZIP archive)", r"PK\x03\x04(?=[\s\S]*?xl/)"),
    Kind(
        "a log of inspect in its own format (a ZIP archive)",
        regex(r"\A\s*+PK\x03\x04(?=[\s\S]{0,60}?_journal/)"),
        remedy=(
            "convert the log to JSON with inspect log convert; nerkit compare reads the JSON without gold"
        ),
    ),
    _exact("a ZIP archive", r"PK(?:\x03\x04|\x05\x06)"),
    _exact("a tar archive", r"[\s\S]{257}ustar"),
    _exact("a PDF document", r"%PDF-"),
    _exact(
        "a binary file",
        rf"(?!(?:\ufffd\ufffd)?(?:[^\0]\0){{3}})[^\0][\s\S]{{0,30}}?{CONTROL}[\s\S]{{0,8}}?{CONTROL}",
    ),
    *MARKUP,
    _exact(
        "LaTeX or RTF",
        r"\{\\rtf|(?:%.*+\n\s*+)*+\\(?:documentclass|begin|section|chapter|usepackage|input)\b",
    ),
    _exact(
        "source code",
        r"(?:(?:#(?!!)(?!include|ifndef|define|pragma)|--|;|/[/*]|\*).*+\n\s*+)*+"  # comments
        r"(?:#!|import [\w.*{]|from [\w.]+ import |(?:def|fn|func) \w+\(|class \w+[:(]|package [\w.]+;?\n"
        r"|(?:public|pub|export) \w+|#(?:include|ifndef|define|pragma) |(?:const|let|var) [\w{}, ]+ = "
        r"|use [\w:]+;|(?i:CREATE (?:TABLE|DATABASE|INDEX)|INSERT INTO|DROP TABLE|SELECT\s[^\n]*\sFROM\s)"
        r"|\((?:defun|defn|defvar|defmacro|define|setq|ns|require)\s)",
    ),
    _sure("a card or a calendar", r"BEGIN:V(?:CARD|CALENDAR)"),
    _exact("a diff", r"diff |(?:---|\+\+\+|Index:) \S.*\n(?:\+\+\+|===)|@@ -\d"),
    _exact("subtitles", r"WEBVTT\b|\d+\n\d\d:\d\d:\d\d[,.]\d\d\d --> "),
    _exact("mail", rf"From [^\s@]++@\S++ [A-Z]|(?:(?:{HEADERS}): .*\n){{2}}"),
    _exact("a log", rf"\[?{DATE}\S*\]?\s.*\n(?:\s.*\n|\[?{DATE})|\S+ \S+ \S+ \[\d\d/\w{{3}}/\d{{4}}:"),
    _exact(
        SETTINGS,
        r"(?:[#;].*+\n\s*+)*+\[[\w.\" -]+\]\s*\n(?:[#;].*+\n\s*+)*+[\w.-]+\s*="
        r"|---\s*\n(?:#.*\n)*(?:- |[\w\"'-]+ ?:\s)",
    ),
    Kind("JSON-LD", regex(r'\A\s*+[\[{][\s\[{]*"@(?:context|type|graph|id)"\s*:'), read_as=VALUES),
    Kind("GeoJSON", regex(r'\A\s*+\{\s*"type"\s*:\s*"(?:Feature|FeatureCollection)"'), read_as=VALUES),
    Kind(
        "a Jupyter notebook",
        regex(r'\A\s*+\{\s*"cells"\s*:\s*\[[\s{]*"(?:cell_type|attachments|id|metadata|outputs|source)"'),
        read_as=VALUES,
    ),
    # the following kinds count only if no format recognises a text
    Kind("Python", regex(r"""\A\s*+[\[{(]*\s*'[^'\n]*'\s*[:,]"""), sure=False),
    _line("Markdown", r"#{1,6} (?!newdoc\b|newpar\b|[\w.]+ *=)\S.*+\n(?:\n|[-*\d])|```"),
    _line(SETTINGS, r"[\w-]+:[ \t]*\n[ \t]*(?:- |[\w-]+: )"),
    Kind(
        SETTINGS,
        regex(r"\A\s*+(?:#.*+\s*+)*+(?:[\w-]++: .*+(?:\n|\Z))++(?:[\w-]++:\s|\Z)"),
        sure=False,
    ),
    Kind(
        SETTINGS,
        regex(r"\A\s*+(?:#.*+\s*+)*+(?:[\w.]++ ?=.*+(?:\n|\Z)){2}"),
        sure=False,
    ),
)
HTML, XML, MARKDOWN = MARKUP[0], MARKUP[1], next(kind for kind in KINDS if kind.name == "Markdown")
LISTED = "the help of nerkit convert lists all formats"
ENDS = (".", "!", "?", '"', ":", ";")  # ends of sentences
PLAIN = Kind("text without annotations", TEXT, sure=False)


def looks_like(head: str, *, surely: bool = False) -> Kind | None:
    """The kind of a text by its beginning; None if it is unknown. With *surely*, only sure kinds count."""
    if (columns := columns_of(head)) is not None:
        return _scores(columns, VALUES if is_json(head) else "")
    if not surely and LINK.search(head, 0, HEAD):
        return MARKDOWN
    for kind in KINDS:
        if (kind.sure or not surely) and kind.pattern.match(head, 0, len(head) if kind.sure else HEAD):
            return kind
    if not surely:
        for kind in KINDS:
            if not kind.sure and kind.pattern.search(head, 0, HEAD):
                return kind
    if head.lstrip()[:1] == "<" or not surely:
        found = HTML if is_html(head) else XML if is_xml(head) else None
        return found or (None if surely else PLAIN if TEXT.search(head) else None)
    return None


def _scores(columns: Sequence[str], read_as: str) -> Kind:
    """The `Kind` of a table of scores with these columns."""
    name = "a table of scores of documents" + (f" ({some(columns, MEMBERS)})" if columns else "")
    values = "; nerkit json compares the values of any JSON file with a gold file" if read_as else ""
    remedy = (
        f"nerkit compares predictions with gold (-g), so give it the predictions{values}; "
        "without gold nerkit compare reads such scores"
    )
    return Kind(f"{name}, not predictions", TEXT, read_as=read_as, remedy=remedy)


def table_in(head: str) -> Kind | None:
    """The `Kind` of a text that is a CSV table, which names its columns; None for other texts."""
    header = table_of(head)
    if header is None or is_json(head):
        return None
    if header.delimiter == "\t" and (len(header.names) < LEAST_TABS or any(map(NUMBER.match, header.names))):
        return None
    has_scores = kind_of(head, alone=True) is not None
    remedy = "nerkit compare reads scores without gold, and score=… names their column" if has_scores else ""
    name = f"CSV, {SEPARATORS[header.delimiter]} between {header.said}"
    return Kind(name, TEXT, read_as=COLUMNS, remedy=remedy)


def is_unannotated(head: str) -> bool:
    """Whether a text is prose and not columns of words: line lengths vary, or most lines are sentences."""
    lines = [line.split() for line in head[:HEAD].split("\n") if line.strip()][:SAMPLE]
    widths = [len(line) for line in lines]
    several = sum(width > COLUMNS_AT_MOST for width in widths)
    usual = max(map(widths.count, widths), default=0)
    sentences = sum(line[-1].endswith(ENDS) and len(line) > 2 for line in lines)
    return "\t" not in head[:HEAD] and several > 0 and (2 * usual < len(lines) or 2 * sentences > len(lines))


def is_known(head: str) -> bool:
    """Whether a text is surely in a format that nerkit does not read, or a table, or prose."""
    return is_strange(head) or table_in(head) is not None


def is_strange(head: str) -> bool:
    """Whether a text is surely in a format that nerkit does not read, or prose."""
    return looks_like(head, surely=True) is not None or is_unannotated(head)


def refusal(
    source: Source, formats: Iterable[str], answers: str | None = None, *, any_task: bool
) -> InputError:
    """The error for an input that none of *formats* recognises: the kind of text it looks like, and a remedy.

    answers   the format of model answers that recognises a gold file, if any
    any_task  whether formats of all tasks were possible
    """
    head = source.head
    kind = Kind(f"{answers}, answers of a model, which cannot be gold", TEXT, sure=False) if answers else None
    kind = kind or looks_like(head, surely=True) or table_in(head)
    binary = kind is not None and kind.sure and not {"\ufffd", "\0"}.isdisjoint(head)
    if not binary:
        next(source.blocks(), None)  # raises the error about bytes that are not UTF-8, if any
    kind = kind or (_json_of(head) if is_json(head) else looks_like(head))
    names = "the help of nerkit convert lists them" if any_task else ", ".join(formats)
    naming = f"name it with form=… ({names})"
    line = next(line for line in head.split("\n") if line.strip())
    problem = "nerkit does not recognise the format" if kind is None else f"this looks like {kind.name}"
    remedy = naming if kind is None else _remedy(kind, source, naming) or f"if it has annotations, {naming}"
    of_preset = _of_preset(source)
    if of_preset and not any_task and kind is not None and kind.read_as == TAGS and "inline" in formats:
        of_preset = f"{of_preset}\n  {remedy}"  # the markup can also be tagged text
    return UnknownFormatError(
        problem,
        source=source.name,
        line=None if binary else 1,
        text=None if binary else line,
        remedy=of_preset or remedy,
    )


def _of_preset(source: Source) -> str:
    """The remedy for a file that looks like the format of a built-in preset; empty for other files."""
    from nerkit.ground import preset_files
    from nerkit.readers.custom_formats import evidence_of
    from nerkit.readers.sample import Sample, is_likely

    sample = Sample(source.head)
    for name in preset_files.built_in():
        toml = preset_files.opened(preset_files.reference(name, {})).toml
        for _, table in preset_files.tables(toml, "format"):
            evidence = evidence_of(table)
            named = evidence.suffix and source.name.endswith(evidence.suffix)
            if is_likely(evidence, sample) if evidence.has else named:
                reader = f'nerkit {toml.table.get("task", preset_files.RECORDS)} with preset="{name}"'
                return f"{reader} reads such a file; without the option nerkit does not recognise the format"
    return ""


def doubted(error: InputError, sources: Sequence[Source]) -> InputError:
    """Add a hint to an error in the first lines of a file if the file looks like an unsupported format."""
    source = next((one for one in sources if one.name == error.source), None)
    is_early = source is not None and error.line is not None and error.line <= DOUBTFUL
    if source is not None and is_early and (remedy := _of_preset(source)):
        error.remedy = f"{error.remedy or ''}\n  {remedy}".removeprefix("\n  ")
        return error
    kind = looks_like(source.head) if source is not None and is_early else None
    if kind is None or kind is PLAIN or "looks like" in error.problem:
        return error
    error.remedy = f"{error.remedy or ''}\n  this looks like {kind.name}, which is not read".removeprefix(
        "\n  "
    )
    return error


def _json_of(head: str) -> Kind | None:
    """The `Kind` of a JSON text, which names the keys of its first object; None if the object is broken."""
    from nerkit.readers.json_text import beginning, is_broken

    first = beginning(head)
    if not isinstance(first, dict | list) or is_broken(head):
        return None
    members = first if isinstance(first, dict) else ()
    named = [json.dumps(name, ensure_ascii=False) for name in members][: MEMBERS + 1]
    listed = ", ".join(named[:MEMBERS]) + (" …" if len(named) > MEMBERS else "")
    return Kind(f"JSON with {listed[:WIDEST]}" if named else "JSON", TEXT, sure=False, read_as=VALUES)


def _remedy(kind: Kind, source: Source, naming: str) -> str:
    """The remedy for a text of this kind; empty if the kind is unsure and cannot be read in another way."""
    if kind.remedy:
        return kind.remedy
    if kind.read_as == COLUMNS:
        return (
            "nerkit reads spans from columns named doc_id, start, end, label, and tags from "
            "Sentence #, Word, Tag; rename the columns in the first line"
        )
    if kind.read_as == TAGS:
        return advice(source.head, source.name) or LISTED
    if kind.read_as == VALUES:
        values = "nerkit json compares the values of any JSON"
        return values if kind.sure else f"{values}; if it has annotations, {naming}"
    if "archive" in kind.name and "(" not in kind.name:
        return "unpack the archive; nerkit reads a folder of files"
    return LISTED if kind.sure else ""
