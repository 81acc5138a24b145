"""A regular expression carried out step by step, so that what it costs can be counted.

`Counted` parses a pattern with the parser of `re` and carries it out as `re` does: by backtracking, from
left to right, the first alternative first. A step is a character that is compared, an alternative or a
repetition that is tried. `adversarial` makes the lines on which a pattern may cost most: what leads to each
of its repetitions, then one thing many times, then something that it cannot end with.
"""

import re
from functools import cached_property
from re import _constants as names
from re import _parser

USUAL = " \t\n\r\x0baZ_0-.:;,/\\|\"'`(){}[]<>#*=+~@&!?%$^\x00\u2028é"
CATEGORIES = {
    names.CATEGORY_DIGIT: str.isdecimal,
    names.CATEGORY_NOT_DIGIT: lambda c: not c.isdecimal(),
    names.CATEGORY_SPACE: str.isspace,
    names.CATEGORY_NOT_SPACE: lambda c: not c.isspace(),
    names.CATEGORY_WORD: lambda c: c.isalnum() or c == "_",
    names.CATEGORY_NOT_WORD: lambda c: not (c.isalnum() or c == "_"),
}
REPEATS = (names.MAX_REPEAT, names.MIN_REPEAT, names.POSSESSIVE_REPEAT)
SINGLE = (names.LITERAL, names.NOT_LITERAL, names.ANY, names.IN)


class TooManyError(Exception):
    """More steps than were to be counted."""


class Counted:
    """A pattern, and the steps that it takes on texts.

    *how* it is used: `search` looks in all of a text for all matches, `match` takes one behind the other from
    the beginning, `once` the first of these, `fullmatch` takes the whole text.
    """

    def __init__(self, pattern, how="search"):
        text = pattern.pattern
        self.text = text.decode("latin-1") if isinstance(text, bytes) else text
        self.flags = pattern.flags & ~re.UNICODE
        self.how = how
        self.tree = _parser.parse(self.text, self.flags)
        self.steps, self.most = 0, 0

    def count(self, line, most=10**6):
        """The steps on a line. Raises TooManyError where there are more than *most*."""
        self.steps, self.most, self.line, self.groups = 0, most, line, {}
        start = 0
        while start <= len(line):
            end = self.matched(start)
            if self.how in ("fullmatch", "once") or (self.how == "match" and end in (None, start)):
                break
            start = start + 1 if end in (None, start) else end
        return self.steps

    def matched(self, start):
        """The end of the match at a place; None if there is none."""
        ends, whole = [], self.how == "fullmatch"

        def ended(at):
            return not (whole and at < len(self.line)) and (ends.append(at) or True)

        self._all(list(self.tree), 0, start, self.flags, ended)
        return ends[0] if ends else None

    def _step(self, count=1):
        self.steps += count
        if self.steps > self.most:
            raise TooManyError

    def _all(self, nodes, place, at, flags, then):
        """Whether the nodes from a place on match at a place of the line, and what comes after them does."""
        if place == len(nodes):
            return then(at)
        return self._one(nodes[place], at, flags, lambda end: self._all(nodes, place + 1, end, flags, then))

    def _one(self, node, at, flags, then):  # noqa: PLR0911  (one for each kind of node)
        kind, about = node
        self._step()
        if kind in SINGLE:
            return at < len(self.line) and self._fits(node, flags)(self.line[at]) and then(at + 1)
        if kind in REPEATS:
            return self._repeat(kind, about, at, flags, then)
        if kind is names.SUBPATTERN:
            group, added, removed, inner = about
            return self._group(group, list(inner), at, (flags | added) & ~removed, then)
        if kind is names.BRANCH:
            return any(self._all(list(branch), 0, at, flags, then) for branch in about[1])
        if kind is names.ATOMIC_GROUP:
            end = self._first(about, at, flags)
            return end is not None and then(end)
        if kind in (names.ASSERT, names.ASSERT_NOT):
            return self._looks(about, at, flags) == (kind is names.ASSERT) and then(at)
        if kind is names.GROUPREF:
            text = self.groups.get(about)
            self._step(len(text or ""))
            return text is not None and self.line.startswith(text, at) and then(at + len(text))
        assert kind is names.AT, kind
        return self._stands(about, at, flags) and then(at)

    def _first(self, nodes, at, flags):
        """The end of the first way to match, which is not taken back."""
        ends = []
        self._all(list(nodes), 0, at, flags, lambda end: ends.append(end) or True)
        return ends[0] if ends else None

    def _looks(self, about, at, flags):
        """Whether what is looked for stands ahead, or behind, where all alternatives have one width."""
        direction, nodes = about
        if direction > 0:
            return self._first(nodes, at, flags) is not None
        width = nodes.getwidth()[0]
        return at >= width and self._first(nodes, at - width, flags) == at

    def _group(self, group, nodes, at, flags, then):
        before = self.groups.get(group)

        def closed(end):
            inner = self.groups.get(group)
            self.groups[group] = self.line[at:end]
            if then(end):
                return True
            self.groups[group] = inner
            return False

        if self._all(nodes, 0, at, flags, closed):
            return True
        self.groups[group] = before
        return False

    def _repeat(self, kind, about, at, flags, then):
        least, most, nodes = about
        most = float("inf") if most is names.MAXREPEAT else most
        nodes = list(nodes)
        if kind is names.MIN_REPEAT:
            return self._lazily(nodes, (least, most), at, flags, then)
        if len(nodes) == 1 and nodes[0][0] in SINGLE:
            fits, end = self._fits(nodes[0], flags), at
            while end < len(self.line) and end - at < most and fits(self.line[end]):
                self._step()
                end += 1
            if kind is names.POSSESSIVE_REPEAT:
                return end - at >= least and then(end)
            for stop in range(end, at + least - 1, -1):
                self._step()
                if then(stop):
                    return True
            return False
        if kind is names.POSSESSIVE_REPEAT:
            times = 0
            while times < most and (end := self._first(nodes, at, flags)) is not None:
                times += 1
                if end == at:
                    break
                at = end
            return times >= least and then(at)
        return self._greedily(nodes, (least, most), at, flags, then)

    def _greedily(self, nodes, limits, at, flags, then):
        least, most = limits
        self._step()

        def again(end):
            if end == at and least <= 0:  # nothing was taken: once is enough
                return False
            return self._greedily(nodes, (least - 1, most - 1), end, flags, then)

        if most > 0 and self._all(nodes, 0, at, flags, again):
            return True
        return least <= 0 and then(at)

    def _lazily(self, nodes, limits, at, flags, then):
        least, most = limits
        while True:
            self._step()
            if least <= 0 and then(at):
                return True
            end = self._first(nodes, at, flags) if most > 0 else None
            if end is None or end == at:
                return False
            at, least, most = end, least - 1, most - 1

    def _stands(self, where, at, flags):
        line, size = self.line, len(self.line)
        if where in (names.AT_BEGINNING, names.AT_BEGINNING_STRING):
            lines = flags & re.MULTILINE and where is names.AT_BEGINNING
            return at == 0 or (lines and line[at - 1] == "\n")
        if where is names.AT_END_STRING:
            return at == size
        if where is names.AT_END:
            return at == size or (line[at] == "\n" and (flags & re.MULTILINE or at == size - 1))
        word = CATEGORIES[names.CATEGORY_WORD]
        border = (at > 0 and word(line[at - 1])) != (at < size and word(line[at]))
        return border == (where is names.AT_BOUNDARY)

    def _fits(self, node, flags):
        """Whether a character is what a node of one character wants."""
        key = (id(node[1]) if node[0] is names.IN else node[1], node[0], flags)
        if key not in self._known:
            self._known[key] = _test(node, flags), node  # the node is kept, so that its id stays its own
        return self._known[key][0]

    @cached_property
    def _known(self):
        return {}

    @cached_property
    def alphabet(self):
        """A character of each kind that the pattern tells apart."""
        tests = list(_tests(self.tree, self.flags))
        letters = dict.fromkeys([*USUAL, *(c for c in self.text if c.isprintable())])
        kinds = {}
        for letter in letters:
            kinds.setdefault(tuple(test(letter) for test in tests), letter)
        return list(kinds.values())


def _test(node, flags):
    kind, about = node
    if kind is names.ANY:
        return (lambda c: True) if flags & re.DOTALL else (lambda c: c != "\n")
    if kind is names.IN:
        negated = about[0][0] is names.NEGATE
        tests = [_test(item, flags) for item in about if item[0] is not names.NEGATE]
        return lambda c: any(test(c) for test in tests) != negated
    if kind is names.CATEGORY:
        return CATEGORIES[about]
    low, high = about if kind is names.RANGE else (about, about)
    ignored = flags & re.IGNORECASE
    wanted = kind is not names.NOT_LITERAL
    return lambda c: (
        any(low <= ord(d) <= high for d in ({c, c.lower(), c.upper()} if ignored else c)) == wanted
    )


def _tests(nodes, flags):
    """What single characters are tested for."""
    for node in nodes:
        kind, about = node
        if kind in SINGLE:
            yield _test(node, flags)
        for inner in _inner(kind, about):
            yield from _tests(inner, flags)


def _inner(kind, about):
    """The sequences inside a node."""
    if kind in REPEATS:
        return [about[2]]
    if kind is names.SUBPATTERN:
        return [about[3]]
    if kind is names.BRANCH:
        return about[1]
    if kind is names.ATOMIC_GROUP:
        return [about]
    return [about[1]] if kind in (names.ASSERT, names.ASSERT_NOT) else []


def sample(nodes, flags, letters, groups=None):
    """A short text that the nodes match, as far as looking around does not matter."""
    groups = {} if groups is None else groups
    text = ""
    for kind, about in nodes:
        if kind in SINGLE:
            test = _test((kind, about), flags)
            own = [chr(about)] if kind is names.LITERAL else letters
            text += next((letter for letter in own if test(letter)), "")
        elif kind in REPEATS:
            text += sample(about[2], flags, letters, groups) * about[0]
        elif kind is names.SUBPATTERN:
            groups[about[0]] = sample(about[3], flags, letters, groups)
            text += groups[about[0]]
        elif kind is names.BRANCH:
            text += sample(about[1][0], flags, letters, groups)
        elif kind is names.ATOMIC_GROUP:
            text += sample(about, flags, letters, groups)
        elif kind is names.GROUPREF:
            text += groups.get(about, "")
    return text


def repeats(nodes, flags, letters, before=""):
    """(what leads to it, what it repeats) for every repetition without an end."""
    for i, (kind, about) in enumerate(nodes):
        lead = before + sample(nodes[:i], flags, letters)
        if kind in REPEATS and about[1] is names.MAXREPEAT:
            yield lead, sample(about[2], flags, letters)
        for inner in _inner(kind, about):
            yield from repeats(list(inner), flags, letters, lead)


def adversarial(counted):
    """(beginning, what is repeated, end) of lines on which a pattern may cost most."""
    letters = counted.alphabet
    found = list(dict.fromkeys(repeats(list(counted.tree), counted.flags, letters)))
    leads = list(dict.fromkeys(["", *(lead for lead, _ in found)]))
    bodies = [body for _, body in found]
    for lead in leads:
        for letter in letters:
            yield lead + "\x00", letter, "\x00"
        pumps = dict.fromkeys([*letters, *bodies, lead, *(lead + letter for letter in letters if lead)])
        for pump in filter(None, pumps):
            yield lead, pump, "\x00"
            if lead == pump or pump in bodies:
                yield lead, pump, ""
                yield "", pump, "\x00"
