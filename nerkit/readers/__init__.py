"""Formats: one module each, named in READERS; recognised by content, never by file name.

A reader module has `recognise(head)`, which looks at the first text of an input, and `read(sources)`, which makes
one corpus of one or more inputs. Some also have `SUFFIX`: in a directory they read the files that end so;
`PARALLEL`, False where inputs are not worth being read in processes of their own; and `IMPLICIT_DOCUMENTS`, True where a
document exists through its items only.

Beside them stand

    objects, tag_lists, cluster_lists           spans, tags and clusters in memory instead of a file
    metric_file, metric_toml, weights, frames   formulas, tables of credit and of descriptions that options name
    json_text, toml_text, columns, bio_tags     text with places, columns of bytes, the spelling of tags
    span_table, mention_table                   corpora under construction
    span_records, span_mentions, scorch_json    what several formats share
    anchoring, minimum_spans                    tokens found in a text; the smallest span of a mention in its parse
"""

import re
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from nerkit.errors import InputError, unknown

if TYPE_CHECKING:
    from nerkit.io import Source

READERS = {  # name for --from -> module; the order in which recognition tries them
    "conll-coref": "nerkit.readers.coref.conll_coref",
    "semeval": "nerkit.readers.coref.semeval",
    "corefud": "nerkit.readers.coref.corefud",
    "arrau": "nerkit.readers.coref.arrau",
    "coref-json": "nerkit.readers.coref.coref_json",
    "penman": "nerkit.readers.graphs.penman",
    "triples-tsv": "nerkit.readers.graphs.triples_tsv",
    "dot": "nerkit.readers.graphs.dot",
    "bio": "nerkit.readers.tags.bio",
    "conllu": "nerkit.readers.trees.conllu",
    "conllx": "nerkit.readers.trees.conllx",
    "span-tsv": "nerkit.readers.spans.span_tsv",
    "brat": "nerkit.readers.spans.brat",
    "mrp": "nerkit.readers.graphs.mrp",
    "ucca-xml": "nerkit.readers.graphs.ucca_xml",
    "eds": "nerkit.readers.graphs.eds",
    "sdp": "nerkit.readers.graphs.sdp",
    "label-studio": "nerkit.readers.spans.label_studio",
    "prodigy": "nerkit.readers.spans.prodigy",
    "spacy": "nerkit.readers.spans.spacy",
    "noisy-bio": "nerkit.readers.texts.noisy_bio",
    "entity-json": "nerkit.readers.texts.entity_json",
    "inline": "nerkit.readers.texts.inline",
    "brackets": "nerkit.readers.tags.brackets",
    "records": "nerkit.readers.records.jsonl",
}

JSON = re.compile(r'\s*(\{|\[\s*[\[{"\]])')  # what begins so is meant to be JSON


CONVERTED = ("dot", "ucca-xml", "eds", "sdp")  # only converted
SCORED = [name for name in READERS if name not in CONVERTED]
# the files of noisy-bio and records may be those of other tasks too
BY_CONTENT = [name for name in SCORED if name not in ("noisy-bio", "records")]


def reader(name: str) -> ModuleType:
    """The module that reads the format *name*; UsageError for a name that is none."""
    if name not in READERS:
        raise unknown("format", name, READERS)
    return import_module(READERS[name])


def select(sources: "Sequence[Source]", name: str) -> "list[Source]":
    """The inputs that the format *name* reads: in a directory only the files with its suffix, if it has one."""
    suffix = getattr(reader(name), "SUFFIX", None)
    if suffix is None or len(sources) == 1:
        return list(sources)
    return [source for source in sources if source.member.endswith(suffix)]


def sniff(sources: "Sequence[Source]", formats: Sequence[str]) -> str | None:
    """The first of *formats* that recognises one of the inputs; None if all inputs are blank.

    Where no format recognises any, a lone candidate is taken, so that its reader can say what is wrong and where.
    Raises InputError when there is no such candidate.
    """
    for name in formats:
        suffix = getattr(reader(name), "SUFFIX", None)
        if suffix and len(sources) > 1 and any(source.member.endswith(suffix) for source in sources):
            return name
    strange: list[Source] = []
    for source in sources:
        head = source.head
        for name in formats if head.strip() else ():
            if reader(name).recognise(head):
                return name
        if head.strip():
            strange.append(source)
    for source in strange[:1]:
        guess = formats[0] if _is_meant(source.head, formats[0]) else _likely(source.head, formats)
        if guess:
            return guess
        next(source.blocks(), None)  # bytes that are not UTF-8 are what is wrong first
        raise InputError(
            "the format is not recognised",
            source=source.name,
            line=1,
            text=_first_line(source.head),
            remedy=f"name it with --from ({', '.join(SCORED if formats is BY_CONTENT else formats)})",
        )
    return None


def _is_meant(head: str, first: str) -> bool:
    """Whether a text that nothing recognises is read in the first format that a task has: graphs, and trees if there are columns."""
    return first == "mrp" or (first == "conllu" and "\t" in head)


def _likely(head: str, formats: Sequence[str]) -> str | None:
    """The format whose reader gives the best message for an input that nothing recognises."""
    if "corefud" in formats and "bio" not in formats:  # a coreference scorer asks
        return _likely_coreference(head)
    if JSON.match(head):
        from nerkit.readers.json_text import is_broken

        guess = next((name for name in ("spacy", "entity-json", "mrp") if name in formats), None)
        return guess if is_broken(head) else None
    if "penman" in formats and (len(formats) == 1 or head.lstrip()[:1] == "("):
        return "penman"
    if "noisy-bio" in formats:
        return "noisy-bio"
    if "bio" in formats and "span-tsv" not in formats:
        return "bio"
    return "span-tsv" if "span-tsv" in formats and ("\t" in head or len(formats) == 1) else None


def _likely_coreference(head: str) -> str | None:
    """The same for mentions of entities: CoNLL-U needs none, and other JSON is told what clusters look like."""
    from nerkit.readers.coref.corefud import CONLLU

    if JSON.match(head):
        return "coref-json"
    if "#begin document" in head:
        return "conll-coref"
    return "corefud" if CONLLU.search(head) else None


def _first_line(head: str) -> str:
    return next(line for line in head.split("\n") if line.strip())
