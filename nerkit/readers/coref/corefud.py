"""CorefUD: CoNLL-U with mentions of entities in the attribute `Entity=` of the last column.

    # newdoc id = d1
    # global.Entity = eid-etype-head-other
    # sent_id = d1-s1
    1    The    …  _             _  Entity=(e1-person-2-
    2    queen  …  _             _  Entity=e1)
    2.1  _      …  3:nsubj       _  Entity=(e1-person-1-)

- A document begins with `# newdoc`, whose id is optional. Lines before the first `# newdoc` are a document
  without an id.
- Words are the lines whose id is an integer. Mentions can also contain empty nodes (2.1). nerkit ignores
  multiword tokens (3-4). Words of a sentence are numbered from 1.
- `(` and attributes open a mention. The id and `)` close the last open mention with this id. `(`, attributes
  and `)` are a mention of one word. Brackets can have any order. An opening bracket ends at the next `(` or
  `)`, so a closing id must not follow it directly.
- `# global.Entity` gives the order of the attributes: `eid` (or `GRP`) is the id. `head` is the number of the
  head among the words of the mention (default 1). Other attributes are ignored.
- `(e1[1/3]-…` to `e1[1/3])` is a part of a mention with gaps. The head in the last part counts; its number
  counts the words of all parts.
- A mention can cross sentences, and belongs to the sentence of its head. An entity belongs to one document.
  If an entity id occurs in several documents, it means a different entity in each, and a warning counts such
  ids.
- If the head is an empty node, nerkit keeps the incoming edges of the node (`DEPS`) in `zeros`.

Differences from corefud-scorer 1.2 (udapi): A mention that is not closed, or lacks parts, is an error, and
not left out. A head beyond the words of the mention is an error. Mentions can cross sentences, which is an
error in udapi. `# newdoc` is optional.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any, NoReturn

import numpy as np

from nerkit.algorithms.columns import whole_number
from nerkit.corpora.mentions import EMPTY, Dependency, Mentions
from nerkit.exceptions import plural
from nerkit.ground.limits import MOST_MENTION_WORDS
from nerkit.ground.warnings import Warned
from nerkit.io import Source
from nerkit.readers.columns.text import NEWDOC, ColumnLine
from nerkit.readers.coref.mention_table import MentionTable
from nerkit.readers.format import Reader
from nerkit.readers.leniency import where

COLUMNS = 10
DEPS, MISC = 8, 9  # 0-based columns
GLOBAL = re.compile(r"#\s*global\.Entity\s*=\s*(\S*)")
CUT = r"documents: newdoc; header: #\s*global\.Entity\s*=[^\n]*"
NODE = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,9}))?\Z")  # a word or an empty node
SPAN = re.compile(r"[0-9]+-[0-9]+\Z")  # a multiword token
ENTITY = "Entity="
CELL = re.compile(rf"(?:^|(?<=\|)){ENTITY}([^|]*)")
HEAD = re.compile(r"0*[1-9][0-9]{0,8}\Z")  # the 1-based number of a word in a mention
BRACKET = re.compile(r"\([^()]+\)?|(?<![^()])[^()]+\)")
PART = re.compile(r"(.+)\[([0-9]+)/([0-9]+)\]\Z")
CONLLU = re.compile(r"(?m)^1(?:-[0-9]+)?(?:\t[^\t\n]*){9}$")
IDS = ("eid", "GRP")
FORM = "brackets of entities are (id-attributes, id) and (id-attributes)"
FORMAT = "columns are separated by tabs: ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC"
AGAIN = "mentions inside one another count their words again; divide the document"
ORDER = "name the attributes of brackets before the first bracket: # global.Entity = eid-etype-head-other"


def read(sources: Iterable[Source], **_: Any) -> Mentions:
    """Read all documents of CorefUD inputs as one corpus of mentions.

    Raises InputError (file, line, column, remedy) for lines that are not CoNLL-U, and for `Entity` without
    `global.Entity`. Further errors are malformed brackets, brackets without a partner, missing parts, and a
    head beyond the words of its mention.
    """
    sources, table = list(sources), MentionTable()
    spread, ids = 0, list[str]()
    for source in sources:
        table.source(source)
        reading = _CorefudReading(source, table)
        for number, text in source.blocks():
            reading.block(number, text)
        reading.end()
        spread += sum(count > 1 for count in reading.documents_of.values())
        ids += [name for name, count in reading.documents_of.items() for _ in range(min(count, 2))]
    mentions = table.mentions()
    return replace(mentions, warnings=(*mentions.warnings, *_spread(sources, spread, ids)))


def _spread(sources: Sequence[Source], count: int, ids: Sequence[str]) -> list[Warned]:
    """A warning about *count* entity ids that occur in several documents; empty if there are none.

    For a part of a file, the warning also has counts of hashed *ids*, so that merging finds ids that occur in
    several parts.
    """
    if not count and not any(source.part for source in sources):
        return []
    digests = Counter(blake2b(name.encode(), digest_size=8).digest() for name in ids)
    return [Warned("entity-ids-spread", facts={"ids": digests}, detail=_spread_ids, side=where(sources))]


def _spread_ids(warned: Warned) -> dict[str, int] | None:
    """The number of ids in several documents for the warning; None if there are none."""
    count = sum(number > 1 for number in warned.facts["ids"].values())
    return {"count": count} if count else None


Place = tuple[ColumnLine, int]  # a line, and an offset in it for the caret of an error


@dataclass(slots=True)
class _Mention:
    """An incomplete mention.

    entity  the code of its entity
    place   the place of its first bracket
    head    the 1-based number of its head among its nodes
    part    the part that was read last, 1-based
    parts   its number of parts
    nodes   its nodes in complete parts
    start   the first node of its open part
    """

    entity: int
    place: Place
    head: int
    part: int
    parts: int
    nodes: list[int] = field(default_factory=list)
    start: int = 0


class _CorefudReading:
    """A parser of one input, which adds documents to the table; nodes are words and empty nodes."""

    def __init__(self, source: Source, table: MentionTable) -> None:
        self.name, self.table = source.name, table
        declared = [match for line in (source.beginning or "").split("\n") if (match := GLOBAL.match(line))]
        self.attributes = declared[-1][1].split("-") if declared else None
        self.documents_of: dict[str, int] = {}  # id of an entity -> number of documents with its mentions
        self._begin(None, begun=False)

    def _begin(self, name: str | None, *, begun: bool = True) -> None:
        """Begin a document with the id *name*; if not *begun*, only prepare for a first document."""
        self.begun = begun
        if begun:
            self.table.document(name)
        self.positions: list[int] = []  # the position of each node
        self.sentences: list[int] = []  # the sentence of each node
        self.empty: dict[int, tuple[int, str, int]] = {}  # node -> words before its sentence, line, number
        self.size, self.sentence, self.base = 0, -1, 0  # words so far, the sentence, words before it
        self.last = -1  # the number of the last word, -1 between sentences
        self.ids: set[str] = set()  # the ids of entities in the document
        self.words_in_mentions = 0
        self.open: dict[str, list[_Mention]] = {}  # text of the closing bracket -> open mentions
        self.waiting: dict[str, list[_Mention]] = {}  # id -> mentions between two parts

    def block(self, number: int, text: str) -> None:
        """Parse a block of lines; *number* is the number of its first line."""
        forms: list[str] = []
        rows: list[int] = []
        for row, line in enumerate(text.split("\n"), number):
            if not line or line[0] == "#" or line.isspace():
                if line[:1] != "#":
                    self.last = -1
                elif NEWDOC.match(line) or GLOBAL.match(line):
                    self._add_words(forms, rows)
                    self._comment(line, row)
                    forms, rows = [], []
                continue
            cells = line.split("\t")
            if not self.begun:
                self._begin(None)
            if len(cells) == COLUMNS and cells[0] == str(self.last + 1) and self.last > 0:
                self.last += 1
            elif not self._other_node(cells, line, row):
                continue
            if "." not in cells[0]:
                forms.append(cells[1])
                rows.append(row)
                self.size += 1
                self.positions.append(self.size * EMPTY)
            self.sentences.append(self.sentence)
            if ENTITY in cells[MISC]:
                self._brackets(cells[MISC], line, row)
        self._add_words(forms, rows)

    def end(self) -> None:
        """End the document; raises InputError for incomplete mentions."""
        unclosed = "the mention that begins here does not end in its document"
        lacking = "the mention that begins here lacks part {} of {}"
        faults = [(each.place, unclosed) for stack in self.open.values() for each in stack] or [
            (each.place, lacking.format(each.part + 1, each.parts))
            for mentions in self.waiting.values()
            for each in mentions
        ]
        for place, problem in sorted(faults, key=lambda fault: fault[0][0].number)[:1]:
            _fail(problem, place)
        for name in self.ids:
            self.documents_of[name] = self.documents_of.get(name, 0) + 1

    def _comment(self, line: str, number: int) -> None:
        """Parse a comment `# newdoc` or `# global.Entity`."""
        if match := NEWDOC.match(line):
            self.end()
            self._begin((match[1] or "").strip() or None)
        elif match := GLOBAL.match(line):
            self.attributes = match[1].split("-")
            if not set(self.attributes) & set(IDS):
                problem = "the attributes of entities have no eid"
                _fail(problem, (ColumnLine(self.name, number, line), match.start(1)), ORDER)

    def _other_node(self, cells: list[str], line: str, number: int) -> bool:
        """Parse the id of a line that is not the next word; return False for a multiword token.

        Such a line is the first word of a sentence, an empty node, or a multiword token.
        """
        place = ColumnLine(self.name, number, line), 0
        if len(cells) != COLUMNS:
            _fail(f"{len(cells)} columns where CoNLL-U has {COLUMNS}", place, FORMAT)
        if self.last < 0:
            self.last, self.sentence, self.base = 0, self.sentence + 1, self.size
        if SPAN.match(cells[0]):
            self.table.tally.add("multiword token", "whose Entity is not read", int(ENTITY in cells[MISC]))
            return False
        node = NODE.match(cells[0])
        expected = self.last + (node is None or node[2] is None)
        if not node or int(node[1]) != expected:
            problem = f"{cells[0]!r}, but word {self.last + 1} of its sentence comes next"
            _fail(problem, place, "number the words of a sentence from 1")
        if node[2]:
            self.empty[len(self.positions)] = (self.base, line, number)
            self.positions.append(self._position(self.base, int(node[1]), int(node[2])))
        else:
            self.last = expected
        return True

    def _position(self, base: int, word: int, below: int) -> int:
        """The position of the node `word.below` in a sentence that begins after *base* words."""
        return (base + word) * EMPTY + below + (EMPTY // 2 if below and not word else 0)

    def _add_words(self, forms: list[str], rows: list[int]) -> None:
        if forms:
            self.table.words(forms, np.array(rows, np.int64))

    def _brackets(self, misc: str, line: str, number: int) -> None:
        """Parse the brackets in the last column of a line."""
        if (match := CELL.search(misc)) is None:
            return
        cell, done, at = match[1], 0, len(line) - len(misc) + match.start(1)
        here = ColumnLine(self.name, number, line)
        if self.attributes is None:
            _fail("Entity without # global.Entity", (here, at), ORDER)
        for bracket in BRACKET.finditer(cell):
            if bracket.start() > done:
                break
            done = bracket.end()
            self._bracket(bracket[0], (here, at + bracket.start()))
        if done < len(cell):
            _fail(f"{cell[done:]!r} is not a bracket", (here, at + done))

    def _bracket(self, text: str, place: Place) -> None:
        """Handle a bracket, which opens a mention or a part of a mention, closes it, or both."""
        name = text.strip("()")
        if text[0] == "(":
            name, mention = self._opened(name, place)
            mention.start = len(self.positions) - 1
            self.open.setdefault(name, []).append(mention)
        if text[-1] == ")":
            if not self.open.get(name):
                _fail(f"no mention of {name} is open here", place)
            self._part_ends(name, self.open[name].pop(), place)

    def _opened(self, text: str, place: Place) -> tuple[str, _Mention]:
        """The text of the closing bracket, and the mention that an opening bracket begins or continues."""
        assert self.attributes is not None
        values = dict(zip(self.attributes, text.split("-", len(self.attributes) - 1), strict=False))
        name = next((values[key] for key in IDS if values.get(key)), "")
        if not name:
            _fail("the mention has no id", place)
        head = values.get("head") or "1"
        if not HEAD.match(head):
            remedy = f"attributes are {'-'.join(self.attributes)}"
            _fail(f"the head {head!r} is not the number of a word", place, remedy)
        match = PART.match(name)
        eid = match[1] if match else name
        part, parts = map(whole_number, match.group(2, 3)) if match else (1, 1)
        if not match or part == 1 < parts:
            self.ids.add(eid)
            return name, _Mention(self.table.entity(eid), place, int(head), 1, parts)
        before = self.waiting.get(eid, [])
        fitting = (each for each in reversed(before) if (each.part + 1, each.parts) == (part, parts))
        if (mention := next(fitting, None)) is None:
            problem = (
                f"part {part} of {parts} of a mention of {eid}, but part {part - 1} does not come before"
            )
            _fail(problem, place)
        before.remove(mention)
        mention.part, mention.head = part, int(head)
        return name, mention

    def _part_ends(self, name: str, mention: _Mention, place: Place) -> None:
        """Add the nodes of a part to its mention; add the mention to the table if it is complete."""
        first = max(mention.start, mention.nodes[-1] + 1 if mention.nodes else 0)
        self.words_in_mentions += len(self.positions) - first
        if self.words_in_mentions > MOST_MENTION_WORDS:
            problem = f"the mentions of the document have more than {MOST_MENTION_WORDS:,} words in total"
            _fail(problem, place, AGAIN)
        mention.nodes += range(first, len(self.positions))
        if mention.part < mention.parts:
            eid = name[: name.rindex("[")]
            self.waiting.setdefault(eid, []).append(mention)
            return
        if mention.head > len(mention.nodes):
            problem = (
                f"the head is word {mention.head}, but the mention has {plural(len(mention.nodes), 'word')}"
            )
            _fail(problem, mention.place, "heads count from 1 among the words of the mention")
        table, head = self.table, mention.nodes[mention.head - 1]
        if head in self.empty:
            table.zeros[len(table)] = self._edges(*self.empty[head])
        table.mention(
            mention.entity,
            mention.place[0].number,
            [(self.positions[node], self.positions[node] + 1) for node in mention.nodes],
            head=self.positions[head],
            sentence=self.sentences[head],
        )

    def _edges(self, base: int, line: str, number: int) -> frozenset[Dependency]:
        """The incoming edges of an empty node, which *line* describes; *base* words precede its sentence."""
        deps = line.split("\t")[DEPS]
        edges = []
        for edge in deps.split("|") if deps != "_" else ():
            parent, _, relation = edge.partition(":")
            node = NODE.match(parent)
            if not node or not relation:
                problem, remedy = f"{edge!r} is not a dependency", "DEPS are parent:relation, joined by |"
                ColumnLine(self.name, number, line).fail(problem, remedy, DEPS)
            word, below = int(node[1]), int(node[2] or 0)
            edges.append(Dependency(self._position(base, word, below) if word or below else -1, relation))
        return frozenset(edges)


def _fail(problem: str, place: Place, remedy: str = FORM) -> NoReturn:
    place[0].fail_at(place[1], problem, remedy)


def _meant(head: str, formats: Sequence[str]) -> bool:
    """Guess whether an unrecognised text was meant for corefud: it is CoNLL-U, and bio is not possible."""
    return CONLLU.search(head) is not None and "bio" not in formats


READER = Reader(read, Mentions, guess=_meant, extends="conllu", cut=CUT)
