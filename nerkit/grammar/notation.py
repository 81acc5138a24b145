r"""Read and write grammars as text, in the notations of NLTK and of textbooks.

    %start S                                the start symbol; by default the left side of the first rule
    S -> NP VP [0.8] | VP [2e-1]            alternatives, with or without probabilities
       | Aux NP VP                          a line that begins with a bar continues the rule above
    Det -> 'the' | "a"                      words in quotes; in them \' \" and \\ are a quote and a backslash
    Noun → flight                           the arrow may be -> → --> or ::=
    # a comment, also after a rule

- Names of nonterminals are anything without blanks: `PRP$`, `-NONE-`, `,`, `NP^<S>`, `NP|<DT-NN>`. A bar, a
  bracket or a quote at its beginning, or a `#`, that belongs to a name has a backslash before it.
- Textbooks write words without quotes. If no word of a grammar is in quotes, symbols without a left side are
words. If some word is in quotes, such symbols are nonterminals without rules, and nerkit warns.
- A rule that is written twice counts once, with the sum of its probabilities. If only some rules have
  probabilities, the other rules of a left side share the rest of 1 equally. Warnings report both cases, and
  left sides whose probabilities do not sum to 1 (by more than TOLERANCE).
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NoReturn

from nerkit.exceptions import InputError, UsageError, plural, some
from nerkit.grammar.rules import Grammar, GrammarRule, Symbol, by_left
from nerkit.io import single

TOLERANCE = 1e-4  # allowed distance of a sum of probabilities from 1, because files print few digits
ARROW = re.compile(r"(?:^|(?<=\s))(?:-->|->|→|::=)(?=\s|$)|(?<=[^\s-])->|→")
START = re.compile(r"\s*%start(?!\S)(?:\s+(?P<name>\S+))?(?P<rest>.*)")
TOKEN = re.compile(
    # a backslash before the last quote is literal if the name would otherwise not end
    r"""(?P<quoted>'(?:(?:\\['"\\]|[^'])*+'|(?s:.*)')|"(?:(?:\\['"\\]|[^"])*+"|(?s:.*)"))
      | (?P<unclosed>['"])
      | (?P<probability>\[[^\]\s]*(?:\s[^\]]*)?\]?)
      | (?P<bar>\|(?!<))
      | (?P<comment>\#)
      | (?P<name>(?:\\.|(?<=[^\s|])\|<|[^\s|\\'"]|(?<=[^\s|])['"]|\\)+)""",
    re.VERBOSE,
)
ESCAPED = re.compile(r"\\(['\"\\|#\[%])")
PLAIN = re.compile(r"[^\s|\\'\"#\[%][^\s|\\'\"]*\Z")  # a name that needs no backslash, unless it is an arrow
FORM = "write a rule as: left side, arrow, right side, as in NP -> Det Nominal | 'Houston' [0.2]"


def read(target: Any) -> Grammar:
    """Read a grammar from a file. Raises InputError (file, line, column, remedy) for malformed text."""
    source = single(target)
    with source:
        lines = list(source.lines())
    return replace(_parsed(lines, source.name), sha256=source.sha256)


def parse(text: str, source: str = "<grammar>") -> Grammar:
    """Parse a grammar from a text. Raises InputError for malformed text."""
    return _parsed(list(enumerate(text.split("\n"), 1)), source)


def _parsed(lines: list[tuple[int, str]], source: str) -> Grammar:
    reader = _GrammarLines(source)
    for number, line in lines:
        reader.line(number, line)
    return reader.grammar()


class _GrammarLines:
    """Parses the lines of a grammar, and collects the rules."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.start: tuple[str, int, str, int] | None = None  # name, line, text, column
        self.alternatives: list[GrammarRule] = []
        self.left: str | None = None
        self.quoted = False  # whether a word is in quotes
        self.warnings: list[str] = []
        self.at = (0, "")

    def line(self, number: int, line: str) -> None:
        """Parse a line."""
        self.at = number, line
        begin = len(line) - len(line.lstrip())
        if begin == len(line) or line[begin] == "#":
            return
        if match := START.fullmatch(line):
            self._start(match)
            return
        if line[begin] == "|" and self.left is not None and not line.startswith("|<", begin):
            self._right(line, begin + 1)
            return
        arrow = ARROW.search(line)
        if arrow is None:
            self._fail("the rule has no arrow", begin)
        left = line[: arrow.start()].strip()
        if not left:
            self._fail("the rule has no left side", arrow.start())
        tokens = list(_tokens(left))
        if len(tokens) != 1 or tokens[0].lastgroup != "name":
            odd = tokens[1] if len(tokens) > 1 else tokens[0]
            self._fail("the left side is not one nonterminal", begin + odd.start())
        self.left = _unescaped(tokens[0][0])
        self._right(line, arrow.end())

    def _start(self, match: re.Match[str]) -> None:
        rest = match["rest"].strip()
        if not match["name"] or (rest and not rest.startswith("#")):
            self._fail("%start must name one nonterminal", match.start("rest") if rest else match.end())
        if self.start is not None:
            self._fail("the file gives %start twice", 0)
        self.start = (_unescaped(match["name"]), *self.at, match.start("name"))

    def _right(self, line: str, begin: int) -> None:
        """Parse the alternatives of a line from column *begin* on."""
        right: list[Symbol] = []
        probability: float | None = None
        column = begin
        for token in _tokens(line, begin):
            kind = token.lastgroup
            if kind == "comment":
                line = line[: token.start()]
                break
            if kind == "bar":
                self._alternative(right, probability, column, token.start())
                right, probability, column = [], None, token.end()
                continue
            if probability is not None:
                self._fail("the probability must be at the end of its alternative", token.start())
            if kind == "unclosed":
                self._fail("the quote is not closed", token.start())
            if kind == "probability":
                probability = self._probability(token)
            elif kind == "quoted":
                self.quoted = True
                right.append(Symbol(ESCAPED.sub(r"\1", token[0][1:-1]), word=True))
                if not right[-1].name or right[-1].name.split() != [right[-1].name]:
                    self._fail("the word is empty or has a blank", token.start())
            else:
                right.append(Symbol(_unescaped(token[0])))
        self._alternative(right, probability, column, len(line.rstrip()))

    def _alternative(self, right: list[Symbol], probability: float | None, begin: int, end: int) -> None:
        number, line = self.at
        if not right:
            remedy = "write the rules without an empty right side (epsilon), which derives no words"
            at = begin + len(line[begin:]) - len(line[begin:].lstrip())
            self._fail(f"the right side of {self.left} is empty", min(at, max(begin, end)), remedy)
        self.alternatives.append(GrammarRule(str(self.left), tuple(right), probability, number))

    def _probability(self, token: re.Match[str]) -> float:
        text = token[0][1:].removesuffix("]").strip()
        if not token[0].endswith("]"):
            self._fail("the bracket of the probability is not closed", token.start())
        try:
            value = float(text)
        except ValueError:
            remedy = r"write it as [0.25] or [2.5e-1]; a name that begins with a bracket has \ before it"
            self._fail(f"{text!r} is not a number", token.start(), remedy)
        if not 0 <= value <= 1:
            self._fail(f"the probability is {text}", token.start(), "give a probability between 0 and 1")
        return value

    def grammar(self) -> Grammar:
        """The grammar of all lines parsed so far."""
        if not self.alternatives:
            raise InputError("no rules", source=self.source, remedy=FORM)
        lefts = {one.left for one in self.alternatives}
        start = self.start[0] if self.start else self.alternatives[0].left
        if start not in lefts and self.start:
            _, line, text, column = self.start
            problem = f"the start symbol {start} has no rules"
            names = some(dict.fromkeys(one.left for one in self.alternatives))
            raise InputError(
                problem,
                source=self.source,
                line=line,
                column=column + 1,
                text=text,
                remedy=f"name one of the left sides {names}",
            )
        rules = list(self.alternatives)
        if not self.quoted:  # then symbols without rules are words
            for place, rule in enumerate(rules):
                right = tuple(Symbol(one.name, one.word or one.name not in lefts) for one in rule.right)
                rules[place] = replace(rule, right=right)
        self._undefined(rules, lefts)
        rules = self._weighted(self._once(rules))
        grammar = Grammar(start, tuple(rules), self.source)
        return replace(grammar, warnings=(*self.warnings, *self._unfit(grammar)))

    def _undefined(self, rules: list[GrammarRule], lefts: set[str]) -> None:
        used = dict.fromkeys(one.name for rule in rules for one in rule.right if not one.word)
        undefined = [name for name in used if name not in lefts]
        if undefined:
            many = plural(len(undefined), "nonterminal")
            self.warnings.append(
                f"{self.source}: {many} without rules derive{'s' if len(undefined) == 1 else ''} nothing: "
                f"{some(undefined)}"
            )

    def _once(self, rules: list[GrammarRule]) -> list[GrammarRule]:
        """Merge repeated rules into one rule with the sum of their probabilities."""
        found: dict[tuple[str, tuple[Symbol, ...]], GrammarRule] = {}
        twice = []
        for rule in rules:
            key = rule.left, rule.right
            if key not in found:
                found[key] = rule
                continue
            twice.append(rule)
            one, other = found[key].probability, rule.probability
            if other is not None:
                found[key] = replace(found[key], probability=(one or 0.0) + other)
        if twice:
            sums = "; its probabilities are added" if twice[0].probability is not None else ""
            self.warnings.append(
                f"{self.source}: {plural(len(twice), 'rule')} given again (line "
                f"{some(str(rule.line) for rule in twice)}); nerkit counts a rule once{sums}"
            )
        return list(found.values())

    def _weighted(self, rules: list[GrammarRule]) -> list[GrammarRule]:
        """Add the missing probabilities if some rules have probabilities. Otherwise the rules are
        unchanged.
        """
        bare = sum(rule.probability is None for rule in rules)
        if bare in (0, len(rules)):
            return rules
        self.warnings.append(
            f"{self.source}: {plural(bare, 'rule')} without a probability; these rules of a "
            "left side share the rest of 1 equally"
        )
        share = {}
        for left, group in by_left(rules):
            lacking = sum(rule.probability is None for rule in group)
            rest = 1 - sum(rule.probability or 0.0 for rule in group)
            share[left] = max(rest, 0.0) / max(lacking, 1)
        return [
            replace(rule, probability=share[rule.left]) if rule.probability is None else rule
            for rule in rules
        ]

    def _unfit(self, grammar: Grammar) -> Iterator[str]:
        """Warnings for left sides whose probabilities do not sum to 1."""
        wrong = {name: total for name, total in grammar.sums().items() if abs(total - 1) > TOLERANCE}
        if wrong:
            sums = some(f"{name} {total:.6g}" for name, total in wrong.items())
            yield f"{self.source}: probabilities that do not sum to 1: {sums}"

    def _fail(self, problem: str, at: int, remedy: str = FORM) -> NoReturn:
        number, line = self.at
        raise InputError(problem, source=self.source, line=number, column=at + 1, text=line, remedy=remedy)


def _tokens(text: str, begin: int = 0) -> Iterator[re.Match[str]]:
    """The tokens of one side of a rule. A comment ends them if its `#` follows a blank or begins the text."""
    at = begin
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        match = TOKEN.match(text, at)
        if match is None:  # a single character that begins the name of a dummy symbol
            match = re.compile(r"(?P<name>\S+)").match(text, at)
            assert match is not None
        yield match
        at = match.end()


def _unescaped(name: str) -> str:
    return ESCAPED.sub(r"\1", name)


def starting(grammar: Grammar, start: str) -> Grammar:
    """A copy of the grammar with another start symbol. Raises UsageError if the symbol has no rules."""
    if start not in {rule.left for rule in grammar.rules}:
        from nerkit.exceptions import unknown

        raise unknown("start symbol", start, dict.fromkeys(rule.left for rule in grammar.rules))
    return replace(grammar, start=start)


def write(grammar: Grammar) -> Iterator[str]:
    """Write a grammar, one rule per line. `read` restores the same grammar.

    Raises UsageError for a word or a name that contains a blank.
    """
    yield f"%start {spelt(Symbol(grammar.start))}\n"
    for rule in grammar.rules:
        yield f"{line(rule)}\n"


def line(rule: GrammarRule) -> str:
    """The text of a rule."""
    chance = "" if rule.probability is None else f" [{rule.probability!r}]"
    return f"{spelt(Symbol(rule.left))} -> {right_side(rule)}{chance}"


def right_side(rule: GrammarRule) -> str:
    """The text of the right side of a rule, with words in quotes."""
    return " ".join(map(spelt, rule.right))


def spelt(symbol: Symbol) -> str:
    """The text of a symbol, quoted or escaped as needed."""
    name = symbol.name
    if name.split() != [name]:
        raise UsageError(f"a grammar cannot hold the name {name!r}, because it is empty or has a blank")
    if not symbol.word:
        arrow = ARROW.search(name) is not None
        if arrow:
            raise UsageError(f"a grammar cannot hold the name {name!r}, because it is an arrow")
        return name if PLAIN.match(name) else re.sub(r"[\\|'\"]|^[#\[%]", r"\\\g<0>", name)
    quote = '"' if "'" in name and '"' not in name else "'"
    name = name.replace("\\", "\\\\") if re.search(r"\\(?:['\"\\]|$)", name) else name
    return f"{quote}{name.replace(quote, chr(92) + quote)}{quote}"
