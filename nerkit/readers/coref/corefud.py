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
from itertools import chain
from typing import Any, NoReturn

import numpy as np

from nerkit.algorithms.columns import whole_number
from nerkit.corpora.mentions import EMPTY, Dependency, Mentions
from nerkit.exceptions import plural
from nerkit.ground.limits import MOST_MENTION_WORDS
from nerkit.ground.warnings import Warned
from nerkit.io import Source
from nerkit.readers.columns.line_shape import LineShape
from nerkit.readers.columns.text import NEWDOC, TextRow
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


class CorefudShape(LineShape):
    """A format of words and empty nodes, with brackets in the last cell."""

    def read(self, sources: Iterable[Source], **_: Any) -> Mentions:
        """Read all documents of CorefUD inputs as one corpus of mentions.

        Raises InputError (file, line, column, remedy) for lines that are not CoNLL-U, and `Entity` without
        `global.Entity`. Further errors are malformed brackets, brackets without a partner, missing parts, and
        a head beyond the words of its mention.
        """
        sources, table = list(sources), MentionTable()
        found = [self.documents_of(source, table) for source in sources]
        mentions = table.mentions()
        return replace(mentions, warnings=(*mentions.warnings, *_spread(sources, found)))

    def documents_of(self, source: Source, table: MentionTable) -> Counter[str]:
        """Add the documents of an input to the table; return the number of documents of each entity id."""
        table.source(source)
        declared = [match for line in (source.beginning or "").split("\n") if (match := GLOBAL.match(line))]
        document = _Document(table, declared[-1][1].split("-") if declared else None)
        counts, begun = Counter[str](), False
        for row in self.rows(source):
            if row.text[:1] != "#":
                if row.cells and not begun:
                    table.document(None)
                    begun = True
                document.node(row)
            elif mark := NEWDOC.match(row.text):
                counts.update(document.ended())
                table.document((mark[1] or "").strip() or None)
                document, begun = _Document(table, document.attributes), True
            elif mark := GLOBAL.match(row.text):
                document.attributes = mark[1].split("-")
                if not set(document.attributes) & set(IDS):
                    _fail("the attributes of entities have no eid", (row, mark.start(1)), ORDER)
        counts.update(document.ended())
        return counts


def _spread(sources: Sequence[Source], found: Sequence[Counter[str]]) -> list[Warned]:
    """A warning about the ids of entities that occur in several documents; empty if there are none.

    *found* has the number of documents of each id, for each input. For a part of a file, the warning also has
    counts of hashed ids, so that merging finds ids that occur in several parts.
    """
    counts = [pair for one in found for pair in one.items()]
    if all(count < 2 for _, count in counts) and not any(source.part for source in sources):
        return []
    digests = Counter[bytes]()
    for name, count in counts:
        digests[blake2b(name.encode(), digest_size=8).digest()] += min(count, 2)
    return [Warned("entity-ids-spread", facts={"ids": digests}, detail=_spread_ids, side=where(sources))]


def _spread_ids(warned: Warned) -> dict[str, int] | None:
    """The number of ids in several documents for the warning; None if there are none."""
    count = sum(number > 1 for number in warned.facts["ids"].values())
    return {"count": count} if count else None


Place = tuple[TextRow, int]  # a line, and an offset in it for the caret of an error


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


class _Document:
    """A document under construction; nodes are words and empty nodes.

    attributes  the names of the attributes of brackets, if known
    """

    def __init__(self, table: MentionTable, attributes: list[str] | None) -> None:
        self.table, self.attributes = table, attributes
        self.forms, self.lines = list[str](), list[int]()  # the text and the line of each word
        self.positions, self.sentences = list[int](), list[int]()  # of each node
        self.empty: dict[int, tuple[int, TextRow]] = {}  # node -> words before its sentence, line
        self.sentence, self.base = -1, 0  # the sentence, and the number of words before it
        self.last = -1  # the number of the last word, -1 between sentences
        self.ids: set[str] = set()  # the ids of entities
        self.words_in_mentions = 0
        self.open: dict[str, list[_Mention]] = {}  # text of the closing bracket -> open mentions
        self.waiting: dict[str, list[_Mention]] = {}  # id -> mentions between two parts

    def ended(self) -> set[str]:
        """Add the words to the table; return the ids of entities. Raises InputError for incomplete
        mentions.
        """
        unclosed = "the mention that begins here does not end in its document"
        faults = [(each.place, unclosed) for each in chain(*self.open.values())] or [
            (each.place, f"the mention that begins here lacks part {each.part + 1} of {each.parts}")
            for each in chain(*self.waiting.values())
        ]
        if faults:
            place, problem = min(faults, key=lambda fault: fault[0][0].line)
            _fail(problem, place)
        if self.forms:
            self.table.words(self.forms, np.array(self.lines))
        return self.ids

    def node(self, row: TextRow) -> None:
        """Parse a line: blank at the end of a sentence, or a word, an empty node or a multiword token."""
        cells = row.cells
        if not cells:
            self.last = -1
            return
        if len(cells) != COLUMNS:
            _fail(f"{len(cells)} columns where CoNLL-U has {COLUMNS}", (row, 0), FORMAT)
        if self.last < 0:
            self.last, self.base = 0, len(self.forms)
            self.sentence += 1
        has_entity = ENTITY in cells[MISC]
        if SPAN.match(cells[0]):
            self.table.tally.add("multiword token", "whose Entity is not read", int(has_entity))
            return
        node = NODE.match(cells[0])
        is_word = node is None or node[2] is None
        if not node or int(node[1]) != self.last + is_word:
            problem = f"{cells[0]!r}, but word {self.last + 1} of its sentence comes next"
            _fail(problem, (row, 0), "number the words of a sentence from 1")
        if is_word:
            self.last += 1
            self.forms.append(cells[1])
            self.lines.append(row.line)
        else:
            self.empty[len(self.positions)] = self.base, row
        self.positions.append(_position(self.base, node))
        self.sentences.append(self.sentence)
        if has_entity:
            self._brackets(row)

    def _brackets(self, row: TextRow) -> None:
        """Parse the brackets in the last column of a line."""
        misc = row.cells[MISC]
        if (match := CELL.search(misc)) is None:
            return
        cell, done, at = match[1], 0, len(row.text) - len(misc) + match.start(1)
        if self.attributes is None:
            _fail("Entity without # global.Entity", (row, at), ORDER)
        for bracket in BRACKET.finditer(cell):
            if bracket.start() > done:
                break
            done = bracket.end()
            self._bracket(bracket[0], (row, at + bracket.start()))
        if done < len(cell):
            _fail(f"{cell[done:]!r} is not a bracket", (row, at + done))

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
        for mention in reversed(before):
            if (mention.part + 1, mention.parts) == (part, parts):
                break
        else:
            what = f"part {part} of {parts} of a mention of {eid}, but part {part - 1} does not come before"
            _fail(what, place)
        before.remove(mention)
        mention.part, mention.head = part, int(head)
        return name, mention

    def _part_ends(self, name: str, mention: _Mention, place: Place) -> None:
        """Add the nodes of a part to its mention; add the mention to the table if it is complete."""
        table, nodes = self.table, mention.nodes
        part = range(max(mention.start, nodes[-1] + 1 if nodes else 0), len(self.positions))
        self.words_in_mentions += len(part)
        if self.words_in_mentions > MOST_MENTION_WORDS:
            problem = f"the mentions of the document have more than {MOST_MENTION_WORDS:,} words in total"
            _fail(problem, place, AGAIN)
        nodes += part
        if mention.part < mention.parts:
            self.waiting.setdefault(name[: name.rindex("[")], []).append(mention)
            return
        if mention.head > len(nodes):
            problem = f"the head is word {mention.head}, but the mention has {plural(len(nodes), 'word')}"
            _fail(problem, mention.place, "heads count from 1 among the words of the mention")
        head = nodes[mention.head - 1]
        if head in self.empty:
            table.zeros[len(table)] = _edges(*self.empty[head])
        table.mention(
            mention.entity,
            mention.place[0].line,
            [(self.positions[node], self.positions[node] + 1) for node in nodes],
            head=self.positions[head],
            sentence=self.sentences[head],
        )


def _position(base: int, node: re.Match[str]) -> int:
    """The position of a node in a sentence that begins after *base* words."""
    word, below = int(node[1]), int(node[2] or 0)
    return (base + word) * EMPTY + below + (EMPTY // 2 if below and not word else 0)


def _edges(base: int, row: TextRow) -> frozenset[Dependency]:
    """The incoming edges of the empty node in a line; *base* words precede its sentence."""
    edges = []
    for edge in row.cells[DEPS].split("|") if row.cells[DEPS] != "_" else ():
        parent, _, relation = edge.partition(":")
        node = NODE.match(parent)
        if not node or not relation:
            row.fail(DEPS, f"{edge!r} is not a dependency", "DEPS are parent:relation, joined by |")
        is_root = not int(node[1]) and not int(node[2] or 0)
        edges.append(Dependency(-1 if is_root else _position(base, node), relation))
    return frozenset(edges)


def _fail(problem: str, place: Place, remedy: str = FORM) -> NoReturn:
    place[0].fail(0, problem, remedy, within=place[1])


def _meant(head: str, formats: Sequence[str]) -> bool:
    """Guess whether an unrecognised text was meant for corefud: it is CoNLL-U, and bio is not possible."""
    return CONLLU.search(head) is not None and "bio" not in formats


SHAPE = CorefudShape()
READER = Reader(SHAPE.read, Mentions, guess=_meant, extends="conllu", cut=CUT)
