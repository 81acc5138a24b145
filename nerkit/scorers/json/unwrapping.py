"""Ways to read gold and systems so that they share ids and paths: records in an envelope, answers below a
key.

nerkit first reads files as they are written. If one side shares nothing with the other side, nerkit reads it
again in another way, and a note names this way. A shard does not show whether this is necessary. In such a
case nerkit scores the corpus in one piece.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from nerkit.corpora.corpus import UNREADABLE
from nerkit.corpora.json_documents import JsonDocuments
from nerkit.corpora.json_paths import brief, path_text
from nerkit.exceptions import some
from nerkit.ground.warnings import Warned, listed
from nerkit.readers.leniency import is_strict
from nerkit.readers.values.alternatives import check_depth, with_admitted
from nerkit.readers.values.enclosed import leaf_steps
from nerkit.readers.values.lifting import LeafPaths, Lifted, lifted
from nerkit.readers.values.records import TextReading, read_gold, read_system
from nerkit.readers.values.regrouping import id_fields, opened
from nerkit.scorers.json.options import Options
from nerkit.scorers.json.path_coverage import named

SHOWN = 3  # documents and fields that a message names
IN_PART = (
    "in a part, both sides have no path in common"  # this message does not add up: all is scored in one piece
)


class ReadSides(NamedTuple):
    """Gold and the systems as they were read, and the messages about how they were read."""

    gold: JsonDocuments
    systems: list[JsonDocuments]
    messages: list[str]


class _ReadSide(NamedTuple):
    """A side before it is read.

    role      "gold" or "system"
    corpus    the documents
    options   the options, which say how documents are read
    of_part   whether the documents are a shard of a corpus
    """

    role: str
    corpus: JsonDocuments
    options: Options
    of_part: bool

    @property
    def name(self) -> str:
        """The name of the side in messages."""
        return "gold" if self.role == "gold" else named(self.corpus)

    @property
    def how(self) -> TextReading:
        """The way in which texts are read."""
        options = self.options
        return TextReading(options.read, is_strict(), options.choose, options.id_of(self.role))

    def read(self, *, id: str | None = None) -> JsonDocuments:
        """Read the documents as they are written, with ids from the field *id* if it is given."""
        how, options = self.how, self.options
        how = how if id is None else replace(how, id=id)
        if self.role == "system":
            return read_system(self.corpus, how, options.system_field)
        gold = read_gold(self.corpus, how, options.gold_field)
        return with_admitted(gold, options.any_key_named, options.any_paths)

    def deeper(self, read: JsonDocuments, paths: LeafPaths) -> Lifted | None:
        """Return gold's documents from inside the documents *read*, if all of them lie deeper there;
        otherwise None.
        """
        found = lifted(read, paths, replace(self.how, strict=False), records=self.corpus.records)
        whole = found.found and not found.strangers and UNREADABLE not in found.corpus.status
        return found if whole else None

    def beside(self, read: JsonDocuments, other: JsonDocuments) -> tuple[JsonDocuments, list[str]]:
        """Return the documents, read so that they share ids with the *other* side, and messages.

        read    the documents as they are written
        """
        side, messages = self, list[str]()
        inside = None if self.options.shape_of(self.role) else opened(self.corpus, other)
        if inside is not None:
            side = self._replace(corpus=inside[0])
            messages.append(Warned("documents-inside", len(inside[0]), side=self.name, where=inside[1]))
            read = side.read()
        known = read.named and not set(read.documents).isdisjoint(other.documents)
        if known or not other.named or self.how.id or side.corpus.named or not side.corpus.records:
            return read, messages
        fields = id_fields(side.corpus, other)
        if len(fields.fitting) == 1:
            read = side.read(id=fields.fitting[0])
            field = repr(brief(fields.fitting[0]))
            return read, [*messages, Warned("ids-of-the-other-side", side=self.name, field=field)]
        if fields.fitting:
            fitting = some([repr(brief(key)) for key in fields.fitting], SHOWN)
            about: dict[str, Any] = {"role": self.role, "field": brief(fields.fitting[0])}
            messages.append(Warned("ids-may-be-in", side=self.name, fields=fitting, **about))
        elif fields.unique and self.of_part:
            messages.append(IN_PART)
        return read, messages


def met(corpora: Sequence[JsonDocuments], options: Options, *, of_part: bool, whole: bool) -> ReadSides:
    """Read gold and the systems so that they share paths. Raises InputError for gold that is not JSON.

    of_part   whether the documents are shards of corpora
    whole     whether all paths are compared unchanged, so that a system without a common path is an error
    """
    roles = ("gold", *["system"] * (len(corpora) - 1))
    sides = [_ReadSide(role, corpus, options, of_part) for role, corpus in zip(roles, corpora, strict=True)]
    gold, *systems = (side.read() for side in sides)
    messages: list[str] = []
    if systems:
        gold, messages = sides[0].beside(gold, systems[0])
    for place, side in enumerate(sides[1:]):
        systems[place], said = side.beside(systems[place], gold)
        messages += said
    found = _lifted(sides[1:], systems, gold)
    deeper = None
    if systems and found[0].strangers and not _meets(found[0]):
        deeper = sides[0].deeper(gold, LeafPaths(found[0].corpus.values))
    if deeper is not None:
        messages += [*_read_from("gold", deeper), *_all_read_from(sides, found)]
        gold, found = deeper.corpus, _lifted(sides[1:], [one.corpus for one in found], deeper.corpus)
    messages += _all_read_from(sides, found)
    for one in found if whole else ():
        messages += _without_path(one, gold)
    apart = any(one.strangers for one in found)
    messages = [IN_PART] if of_part and (messages or apart) else messages
    for one in found:
        check_depth(one.corpus, options.any_key_named, options.any_paths)
    systems = [replace(one.corpus, meets=_meets(one)) for one in found]
    return ReadSides(replace(gold, meets=all(one.meets for one in systems)), systems, messages)


def _lifted(
    sides: Sequence[_ReadSide], systems: Sequence[JsonDocuments], gold: JsonDocuments
) -> list[Lifted]:
    """Return the systems; answers below a common key are lifted to the paths of gold."""
    paths = LeafPaths(gold.values)
    return [
        lifted(system, paths, side.how, records=side.corpus.records)
        for side, system in zip(sides, systems, strict=True)
    ]


def _meets(found: Lifted) -> bool:
    """Return whether a document with a leaf has a path that gold has, too."""
    values, apart = found.corpus.values, set(found.strangers)
    return any(
        at not in apart and next(leaf_steps(value), None) is not None for at, value in enumerate(values)
    )


def _all_read_from(sides: Sequence[_ReadSide], found: Sequence[Lifted]) -> list[Warned]:
    return [note for side, one in zip(sides[1:], found, strict=True) for note in _read_from(side.name, one)]


def _read_from(name: str, found: Lifted) -> list[Warned]:
    """Return the notes about answers that were read from a place deeper in their documents, one per path."""
    whole = {"$": "as text", "[]": "from arrays of one"}
    return [
        Warned("read-from-path", count, side=name, where=whole.get(path, f"from {brief(path)}"))
        for path, count in found.found.items()
    ]


def _without_path(found: Lifted, gold: JsonDocuments) -> list[Warned]:
    """Return the message about documents that share no path with gold, if other documents do."""
    apart = found.strangers
    if not apart or not any(next(leaf_steps(value), None) is not None for value in gold.values):
        return []
    if not _meets(found):
        return []
    system = {path_text(steps) for at in apart for steps in leaf_steps(found.corpus.values[at])}
    documents, paths = [found.corpus.documents[at] for at in apart], list(map(brief, sorted(system)))
    return listed("outputs-without-path", documents, side=named(found.corpus), paths=some(paths, SHOWN))
