"""Chunks by head rules: the head word of each phrase with the words before it, without the words after it.

    (NP (NP (DT The) (NN morning) (NN flight)) (PP (IN from) (NP (NNP Denver))))
    [NP The morning flight] [PP from] [NP Denver]

- The head word of a phrase is the head word of its head child, which a table names for each category.
- A word that is the head of phrases ends a chunk. The chunk has the type of the lowest of these phrases that
  has a type in TYPES. It begins where the highest of these phrases with that type begins. No phrase of
  another type in TYPES may be between the two phrases.
- A chunk contains no chunk of its own type: it begins after the last such chunk. Chunks of other types before
  its head are part of it: [NP a very low budget]. A chunk does not begin with punctuation.
- WHNP, WHPP, WHADVP and WHADJP are NP, PP, ADVP and ADJP.

Only the head table decides: [NP the company 's] [NP profit] for "the company 's profit".
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from nerkit.algorithms.columns import NONE
from nerkit.exceptions import InputError
from nerkit.grammar.chunking.chunked import Chunk
from nerkit.grammar.chunking.phrases import Leaf, Phrase, PhraseTree
from nerkit.io import single

TYPES = ("NP", "VP", "PP", "ADVP", "ADJP", "SBAR", "PRT", "CONJP", "INTJ", "LST", "UCP")
ALSO = {f"WH{name}": name for name in ("NP", "PP", "ADVP", "ADJP")}
CATEGORY = re.compile(r"(?!-)[^-=|]+")
PUNCTUATION = frozenset([",", ":", ".", "``", "''", "-LRB-", "-RRB-", "(", ")"])
LEFT, RIGHT = "l", "r"
# category, side from which children are searched, and categories of heads (the first match wins);
# after Collins (1999), except that VP is the head of VP, so that the main verb is the head word
COLLINS = """
ADJP l NNS QP NN $ ADVP JJ VBN VBG ADJP JJR NP JJS DT FW RBR RBS SBAR RB
ADVP r RB RBR RBS FW ADVP TO CD JJR JJ IN NP JJS NN
CONJP r CC RB IN
FRAG r
INTJ l
LST r LS :
NAC l NN NNS NNP NNPS NP NAC EX $ CD QP PRP VBG JJ JJS JJR ADJP FW
PP r IN TO VBG VBN RP FW
PRN l
PRT r RP
QP l $ IN NNS NN JJ RB DT CD NCD QP JJR JJS
RRC r VP NP ADVP ADJP PP
S l TO IN VP S SBAR ADJP UCP NP
SBAR l WHNP WHPP WHADVP WHADJP IN DT S SQ SINV SBAR FRAG
SBARQ l SQ S SINV SBARQ FRAG
SINV l VBZ VBD VBP VB MD VP S SINV ADJP NP
SQ l VBZ VBD VBP VB MD VP SQ
UCP r
VP l VP VBD VBN MD VBZ VB VBG VBP TO ADJP NN NNS NP
WHADJP l CC WRB JJ ADJP
WHADVP r CC WRB
WHNP l WDT WP WP$ WHADJP WHPP WHNP
WHPP r IN TO FW
"""
NOMINAL = (  # steps for noun phrases that the table does not list: side, categories of heads
    (RIGHT, ["NN", "NNP", "NNPS", "NNS", "NX", "POS", "JJR"]),
    (LEFT, ["NP"]),
    (RIGHT, ["$", "ADJP", "PRN"]),
    (RIGHT, ["CD"]),
    (RIGHT, ["JJ", "JJS", "RB", "QP"]),
)
FORM = "write lines as: category, l or r, categories of heads, as in PP r IN TO"
Table = Mapping[str, tuple[str, tuple[str, ...]]]


def read_table(path: str) -> Table:
    """Read a head table from a file. Raises InputError for a malformed line."""
    source = single(path)
    with source:
        return _table(list(source.lines()), source.name)


@cache
def collins() -> Table:
    """The default head table."""
    return _table(list(enumerate(COLLINS.split("\n"), 1)), "collins")


def _table(lines: list[tuple[int, str]], source: str) -> Table:
    rules: dict[str, tuple[str, tuple[str, ...]]] = {}
    for number, line in lines:
        cells = line.split()
        if not cells or cells[0] == "#":
            continue
        if len(cells) < 2 or cells[1] not in (LEFT, RIGHT):
            column = (
                line.index(cells[1], line.index(cells[0]) + len(cells[0])) if len(cells) > 1 else len(line)
            )
            problem = "the category has no l or r after it"
            raise InputError(problem, source=source, line=number, column=column + 1, text=line, remedy=FORM)
        if cells[0] in rules:
            problem = f"the file has a second line for {cells[0]}"
            raise InputError(problem, source=source, line=number, column=1, text=line, remedy=FORM)
        rules[cells[0]] = cells[1], tuple(cells[2:])
    if not rules:
        raise InputError("the file has no head rules", source=source, remedy=FORM)
    return rules


@dataclass
class _Projection:
    """A phrase with its category, its first word and its head word (NONE if the phrase is empty)."""

    category: str
    first: int
    head: int


def chunks(tree: PhraseTree, table: Table | None = None) -> list[Chunk]:
    """The chunks of a sentence by the head table, from left to right."""
    table = collins() if table is None else table
    chains: dict[int, list[_Projection]] = {}  # head word -> its phrases, the lowest first
    for projection in _projections(tree.root, table):
        if projection.head != NONE:
            chains.setdefault(projection.head, []).append(projection)
    listed: list[Chunk] = []
    for head, chain in sorted(chains.items()):
        typed = [projection for projection in chain if projection.category in TYPES]
        if not typed:
            continue
        kind = typed[0].category
        first = typed[0].first
        for projection in typed[1:]:
            if projection.category != kind:
                break
            first = projection.first
        while listed and listed[-1].start >= first and listed[-1].type != kind:
            listed.pop()
        begin = max(first, listed[-1].end if listed else 0)
        while begin < head and tree.tags[begin] in PUNCTUATION:
            begin += 1
        listed.append(Chunk(kind, begin, head + 1))
    return listed


def _projections(root: Phrase, table: Table) -> list[_Projection]:
    """The projection of each phrase in a tree, lower phrases first."""
    order: list[Phrase] = []
    todo = [root]
    while todo:
        phrase = todo.pop()
        order.append(phrase)
        todo += [child for child in phrase.children if isinstance(child, Phrase)]
    of_phrase: dict[int, _Projection] = {}
    listed = []
    for phrase in reversed(order):
        pronounced = [child for child in phrase.children if _first(child, of_phrase) != NONE]
        name = _category(phrase.label)
        projection = _Projection(ALSO.get(name, name), NONE, NONE)
        if pronounced:
            child = pronounced[_head([_name(daughter) for daughter in pronounced], name, table)]
            projection.first = _first(pronounced[0], of_phrase)
            projection.head = child.place if isinstance(child, Leaf) else of_phrase[id(child)].head
        of_phrase[id(phrase)] = projection
        listed.append(projection)
    return listed


def _first(child: Phrase | Leaf, of_phrase: dict[int, _Projection]) -> int:
    """The first word of a child, without traces; NONE if the child has only traces."""
    return child.place if isinstance(child, Leaf) else of_phrase[id(child)].first


def _category(label: str) -> str:
    match = CATEGORY.match(label)
    return match[0] if match else label


def _name(child: Phrase | Leaf) -> str:
    return child.tag if isinstance(child, Leaf) else _category(child.label)


def _head(names: list[str], category: str, table: Table) -> int:
    """The index of the head among children with these categories."""
    if category in ("NP", "NX") and category not in table:
        if names[-1] == "POS":
            return len(names) - 1
        last, steps = RIGHT, list(NOMINAL)
    else:
        last, wanted = table.get(category, (LEFT, ()))
        steps = [(last, [name]) for name in wanted]
    orders = {LEFT: range(len(names)), RIGHT: range(len(names))[::-1]}
    for side, several in steps:
        for place in orders[side]:
            if names[place] in several:
                return place
    # without a head, the first child that is not punctuation
    return next((place for place in orders[last] if names[place] not in PUNCTUATION), orders[last][0])
