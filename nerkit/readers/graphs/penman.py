r"""PENMAN: AMR graphs as trees in parentheses, `(w / want-01 :ARG0 (b / boy) :polarity -)`.

    graph   ( variable / concept  role value  role value … )
    role    `:` and a name without blanks, parentheses, quotes, colons
    value   a graph, a variable of this graph (before or after its node), or a constant: `-`, `2010`, `12:30`,
            `"New York"`

Blanks, tabs and line breaks can separate these parts. No blank is needed around `/`, parentheses and the
colon of a role. A colon before a letter begins a role; any other colon inside a word belongs to the word
(`12:30`). In a concept, `/` belongs to the word, too (`and/or`). A quoted string is kept whole, with its
quotes. A backslash in the string keeps the next character. A line that begins with `#` is a comment. The
comment `# ::id X` names the next graph, and `# ::snt …` (or else `# ::tok …`) is its sentence. Alignment
suffixes (`boy~e.3`, `:ARG0~1`) are dropped.

Blank lines between graphs are optional. nerkit keeps an empty concept, as in `(b / )`. Any other fault is an
error with the place and the id of its graph. With *skip_invalid* the graph counts as empty, and reading
continues at the next graph. A graph begins at a line with a parenthesis first, unless a role precedes it.

With *literal* nerkit reads the text as smatch 1.0.4 does: alignment suffixes and tabs inside a line are part
of the word.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, islice
from typing import Any, NamedTuple

from nerkit.algorithms.columns import NONE
from nerkit.corpora.amr import Builder, Graphs, counted_as_empty, word_pattern
from nerkit.corpora.corpus import Origin
from nerkit.corpora.pairing.id_aliases import Found, candidates, found_in
from nerkit.exceptions import InputError, plural
from nerkit.ground.limits import DEEPEST_GRAPH
from nerkit.ground.patterns import regex
from nerkit.ground.warnings import counted
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.graphs.penman_columns import PlainGraphs
from nerkit.readers.graphs.penman_pieces import STRING, GraphPiece, pieces, starts_in

BATCH = 2_000  # pieces that are read together
FEWEST = 20  # pieces from which on arrays are faster
SHOWN_WORD = 30  # characters of a strange word that are shown
BEFORE = regex(r"(?:[ \t]*+(?:#.*+)?+\n)*+[ \t]*+")
META = regex(r"::([\w-]+)[ \t]+([^\s:]\S*)")  # further fields of a comment
ID = regex(r"#[ \t]*::id[ \t]+(\S+)")
OTHER_BLANK = regex(r"[^\S \n]")
SENTENCE = regex(r"^[ \t]*#.*?::(snt|tok)[ \t]++(.*?)(?=[ \t]::\w|$)", re.MULTILINE)


def _units(blank: str) -> "re.Pattern[str]":
    """The pattern of one unit of a graph: a role (optional) with a node or a constant, or a closing
    parenthesis.

    Any other text is a unit, too: a word with escaped quotes, or any other character.
    """
    word = word_pattern(blank)
    strange = rf'(?:\\["\\]|[^{blank}()":]|:(?![^\W\d_]))++'
    role = r'(?::[ ]*+([^\s()":]++)(?=[\s("])\s*+)?+'
    node = rf'\([{blank}]*+([^{blank}()/:"]++)[{blank}]*+/[{blank}]*+({STRING}|{word})?'
    value = rf"({STRING}(?=[{blank}():])|{word}(?=[{blank}():]))"
    return regex(rf"(?:{role}(?:{node}|{value})|(\))|({strange}|[^{blank}]))[{blank}]*+", re.DOTALL)


DIAGNOSES = (  # (beginning of text that fits nowhere, problem, remedy)
    (
        regex(r"(:[^\s()\":]+\s*)?\(\s*\)"),
        "an empty graph",
        "with skip_invalid=True such graphs count as empty",
    ),
    (
        regex(r"(:[^\s()\":]+\s*)?\(\s*[^\s()/:\"]+\s*[():\s]"),
        "a node without a concept",
        "write a node as (variable / concept …), and its other mentions as the variable alone",
    ),
    (regex(r'(:[^\s()":]+\s*)?"'), "a quote that is not closed, or not followed by a blank", None),
    (regex(r":[^\s()\":]+"), "a role without a value", None),
    (regex(":"), "a colon without a role", "quote constants that contain colons"),
)


UNITS = {False: _units(r"\s"), True: _units(r" \n")}  # by *literal*


def read(
    sources: Sequence[Source], *, skip_invalid: bool = False, literal: bool = False, comments: bool = False
) -> Graphs:
    """The graphs of all inputs in order. Raises InputError for a damaged graph, unless *skip_invalid*.

    With *comments*, the comment lines before each graph are kept for writers.
    """
    reader = _Reader(skip_invalid=skip_invalid, literal=literal, comments=comments)
    origins = []
    for source in sources:
        first = len(reader.built.ids)
        reader.read(pieces(source))
        origins.append(Origin(source.name, source.sha256, first, source.part))
    made = reader.built.graphs(origins, reader.warnings())
    complete = len(reader.others) == len(made.documents) and not made.named
    return replace(made, other_ids=candidates(reader.others)) if complete else made


def read_texts(
    graphs: Any, name: str = "<memory>", *, skip_invalid: bool = False, literal: bool = False
) -> Graphs:
    """The graphs in PENMAN strings: a string with any number of graphs, a list of such strings, or a mapping.

    A mapping goes from ids to strings with one graph each. Raises InputError for a damaged graph.
    """
    named = isinstance(graphs, Mapping)
    texts = list(graphs.values() if named else [graphs] if isinstance(graphs, str) else graphs)
    if not all(isinstance(text, str) for text in texts):
        raise InputError("a graph is a PENMAN string", source=name)
    reader = _Reader(skip_invalid=skip_invalid, literal=literal, comments=False)
    for i, text in enumerate(texts):
        before = len(reader.built.ids)
        starts = starts_in(text)
        reader.read(
            GraphPiece(
                f"{name}, item {i + 1}" if len(texts) > 1 else name,
                1 + text.count("\n", 0, begin),
                text[begin:end],
            )
            for begin, end in zip(starts, [*starts[1:], len(text)], strict=True)
        )
        if named and len(reader.built.ids) != before + 1:
            raise InputError("give each graph a different id", source=name)
    if named:
        reader.built.ids = [str(id_) for id_ in graphs]
    return reader.built.graphs(warnings=reader.warnings())


class _DamagedError(Exception):
    """Raised for a damaged graph.

    problem   the fault; empty if the text at the unit gives it
    unit      the unit at fault; None for the end of the piece
    remedy    the advice to the user
    within    whether a graph is open at the unit
    """

    def __init__(
        self, problem: str, unit: int | None = None, remedy: str | None = None, *, within: bool = True
    ) -> None:
        super().__init__(problem)
        self.problem, self.unit, self.remedy, self.within = problem, unit, remedy, within


class _Prepared(NamedTuple):
    """A piece, the place where its graphs begin, its text without comments and suffixes, and its ids."""

    piece: GraphPiece
    body: int
    text: str
    ids: list["re.Match[str]"]


class _Reader:
    """Reads pieces of PENMAN text into columns."""

    def __init__(self, *, skip_invalid: bool, literal: bool, comments: bool) -> None:
        self.built = Builder()
        self.skip_invalid, self.literal, self.comments = skip_invalid, literal, comments
        self.units = UNITS[literal]
        self.damaged: list[InputError] = []
        self.empty_concepts = 0
        self.others: list[Found] = []  # possible ids of graphs without an id

    def warnings(self) -> list[str]:
        """The warnings about graphs with a doubtful reading, for example damaged graphs."""
        return [*counted_as_empty(self.damaged), *counted("concepts-empty", self.empty_concepts)]

    def read(self, pieces: Iterable[GraphPiece]) -> None:
        """Add the graphs of pieces. A damaged graph is an error, or counts as empty."""
        waiting = iter(pieces)
        while batch := list(map(self._prepared, islice(waiting, BATCH))):
            texts = [self._alone(each) for each in batch] if len(batch) >= FEWEST else []
            columns = PlainGraphs(texts)
            are_plain = columns.is_plain.tolist() or [False] * len(batch)
            for is_plain, run in groupby(range(len(batch)), are_plain.__getitem__):
                if is_plain:
                    self._plain(columns, batch, list(run))
                else:
                    for place in run:
                        self._read(batch[place])
            self.empty_concepts += columns.empty_concepts

    def _prepared(self, piece: GraphPiece) -> _Prepared:
        before = BEFORE.match(piece.text)
        body = before.end() if before else 0
        ids = list(ID.finditer(piece.text)) if "::id" in piece.text else []
        return _Prepared(piece, body, piece.plain(body, literal=self.literal), ids)

    def _alone(self, prepared: _Prepared) -> str:
        """The text of the only graph in a piece; empty if its comments contain several ids, for example."""
        _, body, text, ids = prepared
        if len(ids) > 1 or (ids and ids[0].start() >= body) or (self.literal and OTHER_BLANK.search(text)):
            return ""
        return text[body:]

    def _plain(self, graphs: PlainGraphs, batch: list[_Prepared], run: list[int]) -> None:
        """Add consecutive plain graphs. *run* has their positions in the batch."""
        built = self.built
        added = graphs.columns(built, run[0], run[-1] + 1)
        built.name.extend(added.name)
        built.label.extend(added.label)
        built.edge.extend(added.edge)
        built.attribute.extend(added.attribute)
        pieces = [batch[place] for place in run]
        heads = [piece.text[:body] for piece, body, _, _ in pieces]
        built.ends.extend((added.ends + built.ends[-1]).tolist())
        built.lines.extend(piece.line(body) for piece, body, _, _ in pieces)
        built.ids.extend(ids[0][1] if ids else None for _, _, _, ids in pieces)
        built.top.extend([0] * len(run))
        built.texts.extend(map(_sentence, heads))
        if self.comments:
            built.comments.extend(head.strip("\n") for head in heads)
        for piece, _, _, ids in pieces:
            if not ids:
                self._other_ids(piece)

    def _other_ids(self, piece: GraphPiece) -> None:
        """Note the metadata that could be the id of a piece without an id."""
        head = piece.text.partition("(")[0]
        self.others.append(found_in(dict(META.findall(head))))

    def _read(self, prepared: _Prepared) -> None:
        """Add the graphs of a piece, unit by unit."""
        piece, body, text, ids = prepared
        self.built.line = piece.line(body)
        above = [match for match in ids if match.start() < body]
        units = self.units.findall(text, body)
        id_ = above.pop()[1] if above and units else None
        self._without_graph(piece, above)
        self._trees(piece, units, (text, body), id_)
        self._without_graph(piece, [match for match in ids if match.start() >= body])
        if not ids:
            self._other_ids(piece)

    def _without_graph(self, piece: GraphPiece, ids: list["re.Match[str]"]) -> None:
        """Treat ids without a graph: raise an error, or add empty graphs."""
        for match in ids:
            remedy = "with skip_invalid=True it counts as empty"
            error = piece.error(f"graph {match[1]}: no graph follows", match.start(), remedy)
            if not self.skip_invalid:
                raise error
            self.damaged.append(error)
            self.built.finish(match[1], NONE, match[0] if self.comments else None)

    def _trees(
        self, piece: GraphPiece, units: list[tuple[str, ...]], read: tuple[str, int], id_: str | None
    ) -> None:
        """Add the graphs of these units; the first graph has this id. *read* is the text of the units."""
        head = piece.text[: read[1]]
        comments = head.strip("\n") if self.comments else None
        complete = len(self.built.ids)
        try:
            self._graphs(units, id_, comments, _sentence(head))
        except _DamagedError as damage:
            first = len(self.built.ids) - (not damage.within) <= complete
            error = self._error(piece, damage, self.units.finditer(*read), id_ if first else None)
            if not self.skip_invalid:
                raise error from None
            self.damaged.append(error)
            if not damage.within and len(self.built.ids) > complete:
                self.built.retract()  # text after a graph damages the graph
            self.built.drop()
            self.built.finish(id_ if first else None, NONE, comments)

    def _error(
        self, piece: GraphPiece, damage: _DamagedError, units: Iterator["re.Match[str]"], id_: str | None
    ) -> InputError:
        at, problem, remedy = len(piece.text.rstrip()) - 1, damage.problem, damage.remedy
        if damage.unit is not None:
            unit = next(islice(units, damage.unit, None))
            at = unit.start(2 if "variable" in problem else 0)
            if not problem:
                problem, remedy = _diagnosis(piece.text[at:], within=damage.within)
        problem = f"graph {id_}: {problem}" if id_ else problem
        return piece.error(problem, max(at, 0), remedy)

    def _graphs(
        self, units: list[tuple[str, ...]], id_: str | None, comments: str | None, text: str | None
    ) -> None:
        """Add graphs one after another. Raises _DamagedError; graphs finished before the error stay."""
        built = self.built
        stack: list[int] = []  # the nodes that are open
        nodes: dict[str, int] = {}  # variable -> number of its node
        concepts: list[str] = []  # of the nodes
        constants: list[tuple[int, str, str]] = []  # node, role, value, which may be a later variable
        for place, (role, variable, concept, value, close, _) in enumerate(units):
            if variable:
                if bool(role) != bool(stack) or variable in nodes or len(stack) >= DEEPEST_GRAPH:
                    raise _misplaced(role, variable, len(stack), place)
                node = len(nodes)
                if role:
                    built.edge.extend((stack[-1], built.roles[role], node))
                nodes[variable] = node
                concepts.append(concept)
                stack.append(node)
                if not concept:
                    self.empty_concepts += 1
            elif close:
                if not stack:
                    raise _DamagedError("there is one closing parenthesis too many", place, within=False)
                stack.pop()
                if not stack:
                    _add(built, nodes, concepts, constants)
                    built.finish(id_, 0, comments, text)
                    id_, comments, text = None, comments and "", None
                    nodes, concepts, constants = {}, [], []
            elif role and stack:
                constants.append((stack[-1], role, value))
            else:
                raise _DamagedError("", place, within=bool(stack))
        if stack:
            missing = f"{plural(len(stack), 'node')} still open"
            raise _DamagedError(f"the graph ends with {missing}: a closing parenthesis is missing")


def _sentence(head: str) -> str | None:
    """The sentence in the comments before a graph."""
    if "::snt" not in head and "::tok" not in head:
        return None
    texts = {key: text.rstrip(" \t") for key, text in SENTENCE.findall(head)}
    return texts.get("snt") or texts.get("tok")


def _misplaced(role: str, variable: str, depth: int, place: int) -> _DamagedError:
    """The error for a node in a wrong place, *depth* levels below the top."""
    if not role and depth:
        return _DamagedError("a node without a role", place)
    if role and not depth:
        return _DamagedError("a role outside of any graph", place)
    if depth < DEEPEST_GRAPH:
        remedy = "write variable / concept once, and later only the variable"
        return _DamagedError(f"the variable {variable!r} has two concepts", place, remedy)
    return _DamagedError(f"more than {DEEPEST_GRAPH:,} nested nodes", place)


def _add(
    built: Builder, nodes: dict[str, int], concepts: list[str], constants: list[tuple[int, str, str]]
) -> None:
    """Add a complete graph. Constants that are names of its nodes become edges."""
    built.name.extend(map(built.names.__getitem__, nodes))
    built.label.extend(map(built.labels.__getitem__, concepts))
    for source, role, target in constants:
        if target in nodes:
            built.edge.extend((source, built.roles[role], nodes[target]))
        else:
            built.attribute.extend((source, built.roles[role], built.values[target]))


def _diagnosis(text: str, *, within: bool) -> tuple[str, str | None]:
    """The problem and the remedy for text that cannot continue a graph."""
    for pattern, problem, remedy in DIAGNOSES:
        if pattern.match(text):
            return problem, remedy
    word = re.split(r"[\s()]", text, maxsplit=1)[0]
    word = word or text[0]
    shown = repr(word[:SHOWN_WORD] + ("…" if len(word) > SHOWN_WORD else ""))
    if not within:
        return f"{shown} outside of any graph", "begin comments with #"
    return f"{shown}, but a role or a closing parenthesis comes next", "quote constants that contain blanks"


READER = Reader(read, Graphs, guess=lambda head, _: head.lstrip()[:1] == "(", cut="graphs")
