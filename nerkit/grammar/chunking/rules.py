r"""Chunk tagged words by rules in stages, in the notation of NLTK's RegexpParser.

    NP: {<DT|PP\$>?<JJ.*>*<NN.*>+}       a stage: the type of its chunks, and its first rule
        }<VBD|IN>+{                      further rules of the stage, a line each
    PP: {<IN><NP>}                       an earlier chunk is one word, with its type as the tag
    loop 2                               all stages run twice, the second time over the chunks of the first

    {P}       each match of P outside of chunks becomes a chunk
    }P{       each match of P in a chunk is removed from the chunk
    L{}R      two adjacent chunks are joined if the left chunk ends in L and the right chunk begins with R
    L}{R      a chunk is cut between L and R
    L{P}R     each match of P between L and R, outside of chunks, becomes a chunk

A pattern is a regular expression whose letters are tags in angle brackets. The brackets hold a regular
expression for the whole tag: `<NN.*>` is NN, NNS, NNP, …, `<DT|JJ>` either tag. Blanks are ignored; `#`
begins a comment unless a backslash is before it. Matches are taken from left to right and do not overlap; a
stage begins without chunks.

Difference from NLTK: `L}{R` outside of chunks has no effect (NLTK fails).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NoReturn

from nerkit.algorithms.linear_pattern import LinearPattern
from nerkit.algorithms.linear_program import Groups
from nerkit.exceptions import InputError, UsageError, some
from nerkit.grammar.chunking.chunked import Chunk
from nerkit.io import single

STAGE = re.compile(r"\s*+(?P<name>[^\s:{}<>#](?:[^:{}<>#]*[^\s:{}<>#])?)\s*+:(?P<rule>.*)")
LOOP = re.compile(r"\s*loop\b(?P<count>.*)")
COMMENT = re.compile(r"(?<!\\)#.*")
TIMES = re.compile(r"\{(\d+(?:,\d*)?|,\d+)\}")  # braces of a repetition count
TAG = re.compile(r"<([^<>{}]*)>")
GROUP = re.compile(r"\((?!\?)")
OUTER = re.compile(r"(?:[*+?|()^$]|\?[:=!]|\{[\d,]+\})*")  # text that can be between tags
STRAY = re.compile(r"[^\s*+?|()^$:=!{},0-9]")
OPEN, CLOSE = "{", "}"
FIRST = 0xF0000  # the first character that stands for a tag; no text contains such characters
LARGEST_LOOP = 1000
FORM = "write a rule as {P}, }P{, L{}R, L}{R or L{P}R; put tags in P in angle brackets, <DT>?<JJ.*>*<NN.*>+"
STAGES = "begin a stage (NP: {<DT>?<NN>}), add a rule to the stage, or repeat all stages (loop 2)"


@dataclass(frozen=True)
class TagPattern:
    """A pattern of tags, as written but without blanks."""

    text: str

    def tags(self) -> Iterator[str]:
        """The regular expressions of the single tags in the pattern."""
        return (match[1] for match in TAG.finditer(self.text))

    def compiled(self, letters: "Letters") -> str:
        """The pattern as a regular expression over letters, with one letter per tag and without numbered
        groups.
        """
        parts = TAG.split(self.text)  # texts between tags; every second part is a tag
        parts[::2] = [GROUP.sub("(?:", outer) for outer in parts[::2]]
        parts[1::2] = map(letters.matching, parts[1::2])
        return "".join(parts)


@dataclass(frozen=True)
class ChunkRule:
    """A rule: its kind (written with P, L and R), its patterns in that order, and its line number."""

    kind: str
    patterns: tuple[TagPattern, ...]
    line: int


@dataclass(frozen=True)
class CascadeStage:
    """A stage: the type of the chunks that it makes, and its rules."""

    type: str
    rules: tuple[ChunkRule, ...]


@dataclass(frozen=True)
class Cascade:
    """A list of stages, and the number of times that all stages run."""

    stages: tuple[CascadeStage, ...]
    loop: int = 1
    source: str = ""
    sha256: str = ""
    warnings: tuple[str, ...] = field(default=(), compare=False)

    @cached_property
    def letters(self) -> "Letters":
        """The letters that encode tags; each new tag gets a new letter."""
        return Letters()

    def chunks(self, tags: Sequence[str]) -> list[Chunk]:
        """The chunks of a sentence whose words have these tags, from left to right. An outer chunk comes
        before its inner chunks.
        """
        items = [_Item(tag, place, place + 1) for place, tag in enumerate(tags)]
        staged: list[tuple[int, Chunk]] = []  # with stage numbers: later chunks are outer
        turn = 0
        for _ in range(self.loop):
            for stage in self.stages:
                turn += 1
                items = self._run(stage, items, staged, turn)
        staged.sort(key=lambda pair: (pair[1].start, -pair[1].end, -pair[0]))
        return [chunk for _, chunk in staged]

    def _run(
        self, stage: CascadeStage, items: "list[_Item]", found: list[tuple[int, Chunk]], turn: int
    ) -> "list[_Item]":
        """Run one stage and return the new items. The chunks that it makes are appended to *found* with
        *turn*.
        """
        text = "".join(self.letters[one.tag] for one in items)
        for rule in stage.rules:
            text = self.letters.rule(rule)(text)
        after: list[_Item] = []
        begin = None
        place = 0
        for letter in text:
            if letter == OPEN:
                begin = place
            elif letter == CLOSE:
                assert begin is not None
                one = _Item(stage.type, items[begin].start, items[place - 1].end)
                found.append((turn, Chunk(stage.type, one.start, one.end)))
                after.append(one)
                begin = None
            else:
                if begin is None:
                    after.append(items[place])
                place += 1
        return after


@dataclass(frozen=True)
class _Item:
    """A word, or a chunk of an earlier stage, with its tag and its half-open range of words."""

    tag: str
    start: int
    end: int


class Letters(dict[str, str]):
    """Maps each tag to a letter, so that rules can run as regular expressions over strings of letters."""

    def __init__(self) -> None:
        super().__init__()
        self._compiled: dict[int, tuple[int, Callable[[str], str]]] = {}
        self._classes: dict[str, LinearPattern] = {}

    def __missing__(self, tag: str) -> str:
        letter = self[tag] = chr(FIRST + len(self))
        return letter

    def matching(self, pattern: str) -> str:
        """A character class of the letters whose tags match a pattern."""
        if pattern not in self._classes:
            self._classes[pattern] = LinearPattern(pattern)
        expression = self._classes[pattern]
        letters = "".join(letter for tag, letter in self.items() if expression.fullmatch(tag))
        return f"[{letters}]" if letters else "(?!)"

    def rule(self, rule: ChunkRule) -> Callable[[str], str]:
        """The compiled function of a rule. It is compiled again if new tags have appeared."""
        compiled = self._compiled.get(id(rule))
        if compiled is None or compiled[0] != len(self):
            compiled = self._compiled[id(rule)] = len(self), _application(rule, self)
        return compiled[1]


def _application(rule: ChunkRule, letters: Letters) -> Callable[[str], str]:
    """Compile a rule to a function on texts. A text has a letter per tag and braces around chunks; the
    function changes the braces.
    """
    parts = [f"(?:{pattern.compiled(letters)})" for pattern in rule.patterns]
    expression = {
        "{P}": "()({0})()",
        "}P{": "()({0})()",
        "L{}R": r"({0})(\}}\{{)()(?={1})",
        "L}{R": "()({0})()(?={1})",
        "L{P}R": "({0})({1})({2})",
    }[rule.kind]
    pattern = LinearPattern(expression.format(*parts))
    marks = {"}P{": (CLOSE, OPEN), "L}{R": ("", CLOSE + OPEN)}.get(rule.kind, (OPEN, CLOSE))

    def apply(text: str) -> str:
        """Apply the rule: return the text with changed braces."""
        pieces, position, depth = [], 0, 0
        for match in pattern.finditer(text):
            before, (left, inner, right) = text[position : match[0]], _parts(text, match)
            depth += before.count(OPEN) - before.count(CLOSE)
            position = match[1]
            if rule.kind == "L{}R":
                pieces += [before, left]
                continue
            # a match contains no brace, so it is inside one chunk or outside all chunks
            wanted = bool(inner) and bool(depth) == (rule.kind in ("}P{", "L}{R"))
            marked = [left, marks[0], inner, marks[1], right]
            pieces += [before, *(marked if wanted else [left, inner, right])]
        return "".join([*pieces, text[position:]]).replace(OPEN + CLOSE, "")

    return apply


def _parts(text: str, match: Groups) -> list[str]:
    """The texts of the three groups of a match. The groups together cover the match."""
    return [text[match[group] : match[group + 1]] for group in (2, 4, 6)]


def read(path: str) -> Cascade:
    """Read the stages from a file. Raises InputError (file, line, column, remedy) for a malformed line."""
    source = single(path)
    reader = _RuleLines(source.name)
    with source:
        for number, line in source.lines():
            reader.line(number, line)
    return reader.cascade(source.sha256)


class _RuleLines:
    """Parses the lines of a rule file, and collects the stages."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.stages: list[tuple[str, list[ChunkRule]]] = []
        self.loop: int | None = None
        self.at = (0, "")
        self.texts: dict[int, str] = {}

    def line(self, number: int, line: str) -> None:
        """Parse a line."""
        self.at = number, line
        self.texts[number] = line
        text = COMMENT.sub("", line)
        if not text.strip():
            return
        if match := LOOP.fullmatch(text):
            self._loop(match)
            return
        if match := STAGE.fullmatch(text):
            self.stages.append((match["name"], []))
            if not match["rule"].strip():
                return
            begin = match.start("rule")
        else:
            begin = 0
        if not self.stages:
            self._fail("the rule comes before the first stage", len(text) - len(text.lstrip()), STAGES)
        self.stages[-1][1].append(self._rule(text, begin))

    def _loop(self, match: re.Match[str]) -> None:
        count = match["count"].strip()
        if not count.isdecimal() or not 1 <= len(count) <= 4 or not 1 <= int(count) <= LARGEST_LOOP:
            position = match.start("count") + 1 if count else match.end()
            self._fail(
                "loop has no number of times", position, f"give a number from 1 to {LARGEST_LOOP:,}: loop 2"
            )
        if self.loop is not None:
            self._fail("the file gives loop twice", 0, STAGES)
        self.loop = int(count)

    def _rule(self, text: str, begin: int) -> ChunkRule:
        """Parse the rule that begins at column *begin* of a line."""
        masked = TIMES.sub(lambda match: "\0" * len(match[0]), text)  # finds the braces of rules
        braces = [place for place in range(begin, len(text)) if masked[place] in OPEN + CLOSE]
        begin += len(text[begin:]) - len(text[begin:].lstrip())
        end = len(text.rstrip())
        order = "".join(text[place] for place in braces)
        if order not in ("{}", "}{"):
            position = braces[2] if len(braces) > 2 else begin
            self._fail("the line is not a rule, because its braces are not one pair", position)
        first, second = braces
        outer = [(begin, first), (first + 1, second), (second + 1, end)]
        filled = [bool(text[a:b].strip()) for a, b in outer]
        kinds = {
            ("{}", False, True, False): ("{P}", [1]),
            ("}{", False, True, False): ("}P{", [1]),
            ("{}", True, False, True): ("L{}R", [0, 2]),
            ("}{", True, False, True): ("L}{R", [0, 2]),
            ("{}", True, True, True): ("L{P}R", [0, 1, 2]),
            ("{}", True, True, False): ("L{P}R", [0, 1, 2]),
            ("{}", False, True, True): ("L{P}R", [0, 1, 2]),
        }
        if (order, *filled) not in kinds:
            self._fail("the line is not a rule", first)
        kind, places = kinds[order, filled[0], filled[1], filled[2]]
        return ChunkRule(kind, tuple(self._pattern(text, *outer[index]) for index in places), self.at[0])

    def _pattern(self, text: str, begin: int, end: int) -> TagPattern:
        """Parse the tag pattern between two columns of a line."""
        position = begin
        for match in TAG.finditer(text, begin, end):
            self._between(text, position, match.start())
            position = match.end()
            if not match[1].strip():
                self._fail("the tag has no name", match.start())
            try:
                LinearPattern("".join(match[1].split()))
            except re.error as error:
                place = match.start(1) + (error.pos or 0)
                self._fail(f"the tag is not a regular expression ({error.msg})", min(place, match.end(1)))
            except UsageError as error:
                self._fail(str(error), match.start(1))
        self._between(text, position, end)
        pattern = TagPattern("".join(text[begin:end].split()))
        try:
            LinearPattern(TAG.sub("x", pattern.text))
        except re.error as error:
            self._fail(f"the pattern is not a regular expression ({error.msg})", begin)
        except UsageError as error:
            self._fail(str(error), begin)
        return pattern

    def _between(self, text: str, begin: int, end: int) -> None:
        """Raise InputError if the text between two tags is not an operator."""
        for place in range(begin, end):
            if text[place] in "<>":
                problem = "the angle bracket has no partner"
                self._fail(problem, place)
        stray = STRAY.search(text, begin, end)
        if stray or not OUTER.fullmatch("".join(text[begin:end].split())):
            self._fail("the text is not a tag in angle brackets", stray.start() if stray else begin)

    def cascade(self, sha256: str) -> Cascade:
        """The parsed stages as a cascade; *sha256* is the digest of the file."""
        if not any(rules for _, rules in self.stages):
            raise InputError("no rules", source=self.source, remedy=STAGES)
        stages = tuple(CascadeStage(name, tuple(rules)) for name, rules in self.stages)
        loop = self.loop or 1
        return Cascade(stages, loop, self.source, sha256, tuple(self._later(stages) if loop == 1 else ()))

    def _later(self, stages: Sequence[CascadeStage]) -> Iterator[str]:
        """Warnings for rules that use chunks of their own stage or a later stage, which do not exist yet."""
        earlier: set[str] = set()
        names = {stage.type for stage in stages}
        for stage in stages:
            for rule in stage.rules:
                tags = [tag for pattern in rule.patterns for tag in pattern.tags()]
                late = [
                    name for tag in tags for name in tag.split("|") if name in names and name not in earlier
                ]
                if late:
                    column = self.texts[rule.line].find(late[0]) + 1
                    yield (
                        f"{self.source}:{rule.line}:{column}: {some(dict.fromkeys(late))} "
                        f"{'is' if len(set(late)) == 1 else 'are'} made by this stage or a "
                        "later stage, so the rule sees no such chunk; loop 2 runs all stages "
                        "again"
                    )
            earlier.add(stage.type)

    def _fail(self, problem: str, at: int, remedy: str = FORM) -> NoReturn:
        number, line = self.at
        raise InputError(problem, source=self.source, line=number, column=at + 1, text=line, remedy=remedy)
