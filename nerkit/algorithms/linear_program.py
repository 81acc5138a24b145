"""Programs of regular expressions, and the machine that runs them: the parts of `LinearPattern`."""

import re
from collections.abc import Callable, Sequence
from re import _constants as codes  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from nerkit.exceptions import UsageError

LARGEST = 20_000  # the most instructions of a program
MOST_STEPS = 50_000_000  # the most instructions that run on one text
CATEGORIES: dict[Any, Callable[[str], Any]] = {
    codes.CATEGORY_DIGIT: str.isdecimal,
    codes.CATEGORY_NOT_DIGIT: lambda letter: not letter.isdecimal(),
    codes.CATEGORY_SPACE: str.isspace,
    codes.CATEGORY_NOT_SPACE: lambda letter: not letter.isspace(),
    codes.CATEGORY_WORD: lambda letter: letter.isalnum() or letter == "_",
    codes.CATEGORY_NOT_WORD: lambda letter: not (letter.isalnum() or letter == "_"),
}
_Instruction = tuple[Callable[..., Any] | None, Any, Any]  # a function with two arguments; None: a match
Groups = tuple[int, ...]  # start and end of each group, -1 for a group outside the match


class _State(NamedTuple):
    """The next instruction, the place in the text, bits of loops whose turn consumed nothing so far, the
    groups.
    """

    at: int
    place: int
    idle: int
    groups: Groups


class PatternSearch:
    """The search for matches in one text, with the instructions that failed at each place."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tried: dict[int, dict[int, set[tuple[int, int]]]] = {}  # program -> place -> (instruction, idle)
        self.ahead: dict[tuple[int, int], int | None] = {}  # (program, place) -> end of its match
        self.waiting: list[_State] = []
        self.steps = 0

    def match(
        self, program: Sequence[_Instruction], start: int, slots: int, longer: bool = False
    ) -> Groups | None:
        """Return the groups of the first match at a place; with *longer* of the first match that is not
        empty.
        """
        tried = self.tried.setdefault(id(program), {})
        outer, self.waiting = self.waiting, [_State(0, start, 0, (-1,) * slots)]
        found = None
        while self.waiting and found is None:
            state: _State | None = self.waiting.pop()
            while state is not None:
                known = tried.setdefault(state.place, set())
                if (state.at, state.idle) in known:
                    break
                known.add((state.at, state.idle))
                self._count()
                carry_out, first, second = program[state.at]
                if carry_out is not None:
                    state = carry_out(self, state, first, second)
                    continue
                if longer and state.place == start:  # an empty match right after another match
                    break
                for place in (start, state.place):  # tried again for the next match
                    tried.pop(place, None)
                found, state = (start, state.place, *state.groups[2:]), None
        self.waiting = outer
        return found

    def end(self, program: Sequence[_Instruction], place: int) -> int | None:
        """Return the end of the first match of a program at a place, None without a match."""
        key = id(program), place
        if key not in self.ahead:
            self.tried.pop(id(program), None)  # instructions that led to another match may lead to this match
            groups = self.match(program, place, 2)
            self.ahead[key] = None if groups is None else groups[1]
        return self.ahead[key]

    def _count(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise UsageError(f"the regular expression needs more than {MOST_STEPS:,} steps on a text")


def _char(search: PatternSearch, state: _State, test: Callable[[str], bool], _: Any) -> _State | None:
    text, (at, place, _, groups) = search.text, state
    return _State(at + 1, place + 1, 0, groups) if place < len(text) and test(text[place]) else None


def _split(search: PatternSearch, state: _State, first: int, second: int) -> _State:
    search.waiting.append(state._replace(at=second))
    return state._replace(at=first)


def _jump(_: PatternSearch, state: _State, target: int, __: Any) -> _State:
    return state._replace(at=target)


def _save(_: PatternSearch, state: _State, slot: int, __: Any) -> _State:
    at, place, idle, groups = state
    return _State(at + 1, place, idle, (*groups[:slot], place, *groups[slot + 1 :]))


def _at(search: PatternSearch, state: _State, test: Callable[[str, int], bool], _: Any) -> _State | None:
    return state._replace(at=state.at + 1) if test(search.text, state.place) else None


def _look(search: PatternSearch, state: _State, program: Sequence[_Instruction], how: str) -> _State | None:
    end = search.end(program, state.place)
    if (end is None) != (how == "not"):
        return None
    if how == "atomic" and end is not None and end > state.place:
        return _State(state.at + 1, end, 0, state.groups)
    return state._replace(at=state.at + 1)


def _enter(_: PatternSearch, state: _State, loop: int, __: Any) -> _State:
    return state._replace(at=state.at + 1, idle=state.idle | 1 << loop)


def _leave(_: PatternSearch, state: _State, loop: int, targets: tuple[int, int]) -> _State:
    again, after = targets
    return state._replace(at=after if state.idle >> loop & 1 else again, idle=state.idle & ~(1 << loop))


class Compiler:
    """A compiler from parsed expressions to programs."""

    def __init__(self, flags: int) -> None:
        self.flags = flags
        self.loops = 0  # the number of loops whose turns may consume nothing

    def whole(self, tree: Any) -> list[_Instruction]:
        """Return the program of a tree, which ends in a match."""
        program: list[_Instruction] = []
        self._sequence(tree, program)
        program.append((None, None, None))
        return program

    def to_the_end(self, program: list[_Instruction]) -> list[_Instruction]:
        """Return a program whose matches must end at the end of the text."""
        return [*program[:-1], (_at, PLACES[codes.AT_END_STRING, False], None), program[-1]]

    def _add(self, program: list[_Instruction], kind: Any, first: Any = None, second: Any = None) -> int:
        if len(program) >= LARGEST:
            raise UsageError(f"the regular expression has more than {LARGEST:,} instructions")
        program.append((kind, first, second))
        return len(program) - 1

    def _sequence(self, tree: Any, program: list[_Instruction]) -> None:
        for op, argument in tree:
            self._one(op, argument, program)

    def _one(self, op: Any, argument: Any, program: list[_Instruction]) -> None:
        if op in (codes.LITERAL, codes.NOT_LITERAL, codes.ANY, codes.IN):
            self._add(program, _char, self._test(op, argument))
        elif op is codes.SUBPATTERN:
            self._group(argument, program)
        elif op is codes.BRANCH:
            self._branch(argument[1], program)
        elif op in (codes.MAX_REPEAT, codes.MIN_REPEAT):
            self._repeat(argument, program, lazy=op is codes.MIN_REPEAT)
        elif op is codes.POSSESSIVE_REPEAT:
            self._add(program, _look, self.whole([(codes.MAX_REPEAT, argument)]), "atomic")
        elif op is codes.ATOMIC_GROUP:
            self._add(program, _look, self.whole(argument), "atomic")
        elif op in (codes.ASSERT, codes.ASSERT_NOT) and argument[0] == 1:
            self._add(program, _look, self.whole(argument[1]), "not" if op is codes.ASSERT_NOT else "ahead")
        elif op is codes.AT:
            self._add(program, _at, PLACES[argument, bool(self.flags & re.MULTILINE)])
        elif op is codes.FAILURE:
            self._add(program, _char, lambda _: False)
        else:
            raise UsageError(
                "the regular expression looks back or refers to its groups, so nerkit cannot bound its time"
            )

    def _group(self, argument: Any, program: list[_Instruction]) -> None:
        number, added, removed, tree = argument
        outer, self.flags = self.flags, (self.flags | added) & ~removed
        if number is not None:
            self._add(program, _save, 2 * number)
        self._sequence(tree, program)
        if number is not None:
            self._add(program, _save, 2 * number + 1)
        self.flags = outer

    def _branch(self, trees: Sequence[Any], program: list[_Instruction]) -> None:
        ends = []
        for tree in trees[:-1]:
            split = self._add(program, _split)
            self._sequence(tree, program)
            ends.append(self._add(program, _jump))
            program[split] = _split, split + 1, len(program)
        self._sequence(trees[-1], program)
        for end in ends:
            program[end] = _jump, len(program), None

    def _repeat(self, argument: Any, program: list[_Instruction], *, lazy: bool) -> None:
        """Add a repetition: `x{2,4}` becomes x x (x (x)?)?, and `x{2,}` becomes x x x*.

        A turn that consumes nothing is the last.
        """
        least, most, tree = argument
        for _ in range(least):
            self._sequence(tree, program)
        endless = most is codes.MAXREPEAT
        nullable = tree.getwidth()[0] == 0
        places = []  # the instructions that go on or end the loop
        for _ in range(1 if endless else most - least):
            places.append(self._add(program, _split))
            if nullable:
                self._add(program, _enter, self.loops)
                self.loops += 1
                loop = self.loops - 1
            self._sequence(tree, program)
            if nullable:
                places.append(self._add(program, _leave, loop))
            elif endless:
                self._add(program, _jump, places[0])
        end = len(program)
        for place in places:
            kind, loop, _ = program[place]
            if kind is _leave:
                program[place] = _leave, loop, (places[0] if endless else place + 1, end)
            else:
                program[place] = (_split, end, place + 1) if lazy else (_split, place + 1, end)

    def _test(self, op: Any, argument: Any) -> Callable[[str], bool]:
        """Return a function that says whether a character matches an item of an expression."""
        if op is codes.ANY:
            return (lambda _: True) if self.flags & re.DOTALL else (lambda letter: letter != "\n")
        items = [(op, argument)] if op is not codes.IN else argument
        folded = bool(self.flags & re.IGNORECASE)
        known: dict[str, bool] = {}

        def test(letter: str) -> bool:
            """Return whether a character matches; each character is tested once."""
            if letter not in known:
                spelt = {letter, letter.lower(), letter.upper()} if folded else {letter}
                known[letter] = any(_in(items, one) for one in spelt if len(one) == 1)
            return known[letter]

        return test


def _in(items: Sequence[Any], letter: str) -> bool:
    """Return whether a character is in a class."""
    negated, code = items[0][0] is codes.NEGATE, ord(letter)
    for op, argument in items:
        if (
            (op is codes.LITERAL and argument == code)
            or (op is codes.NOT_LITERAL and argument != code)
            or (op is codes.RANGE and argument[0] <= code <= argument[1])
            or (op is codes.CATEGORY and CATEGORIES[argument](letter))
        ):
            return not negated
    return negated


def _word(text: str, place: int) -> bool:
    """Return whether there is a letter, a digit or `_` at a place."""
    return 0 <= place < len(text) and (text[place].isalnum() or text[place] == "_")


def _border(text: str, place: int) -> bool:
    return _word(text, place - 1) != _word(text, place)


def _begins(_: str, place: int) -> bool:
    return place == 0


def _begins_line(text: str, place: int) -> bool:
    return place == 0 or text[place - 1] == "\n"


def _ends(text: str, place: int) -> bool:
    return place == len(text) or (place == len(text) - 1 and text[place] == "\n")


def _ends_line(text: str, place: int) -> bool:
    return place == len(text) or text[place] == "\n"


PLACES: dict[tuple[Any, bool], Callable[[str, int], bool]] = {  # (kind, whether lines count) -> test
    (codes.AT_BEGINNING, False): _begins,
    (codes.AT_BEGINNING, True): _begins_line,
    (codes.AT_END, False): _ends,
    (codes.AT_END, True): _ends_line,
    **{(codes.AT_BEGINNING_STRING, lines): _begins for lines in (False, True)},
    **{(codes.AT_END_STRING, lines): lambda text, place: place == len(text) for lines in (False, True)},
    **{(codes.AT_BOUNDARY, lines): _border for lines in (False, True)},
    **{
        (codes.AT_NON_BOUNDARY, lines): lambda text, place: not _border(text, place)
        for lines in (False, True)
    },
}
