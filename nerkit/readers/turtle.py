"""Read Turtle as far as NIF needs it: triples, with their places in the text.

    @prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
    <http://x/d1#char=0,5> a nif:Phrase , nif:String ;
        nif:beginIndex "0"^^xsd:nonNegativeInteger ; nif:anchorOf "Steve" .

nerkit reads prefixes and bases, lists of predicates (`;`) and objects (`,`), `a`, IRIs, prefixed names and
labelled blank nodes. It also reads literals with a type or a language, numbers, booleans and comments. Blank
nodes in brackets, collections and triples about triples raise an error that shows their place.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from nerkit.exceptions import InputError
from nerkit.ground.patterns import regex
from nerkit.io import Source

TOKEN = regex(
    r"""
      (?P<blank>\s++|\#[^\n]*+)
    | (?P<iri><(?:[^<>"{}|^`\\\x00-\x20]|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8})*+>)
    | (?P<long>\"\"\"(?:[^"\\]|\\.|"(?!""))*+\"\"\"|'''(?:[^'\\]|\\.|'(?!''))*+''')
    | (?P<short>"(?:[^"\\\n\r]|\\.)*+"|'(?:[^'\\\n\r]|\\.)*+')
    | (?P<prefix>@prefix\b|@base\b|(?i:prefix|base)\b(?!:))
    | (?P<language>@[A-Za-z]++(?:-[A-Za-z0-9]+)*+)
    | (?P<type>\^\^)
    | (?P<number>[+-]?(?:\d++(?:\.\d++)?+|\.\d++)(?:[eE][+-]?\d++)?+(?![\w:]))
    | (?P<name>(?:_:|[^\W\d_][\w.-]*+:|:)(?:[\w:%-]|\\[_~.!$&'()*+,;=/?\#@%-]|\.(?=[\w:%.-]))*+)
    | (?P<word>[A-Za-z]+)
    | (?P<mark>[.;,\[\]()])
    """,
    re.VERBOSE | re.DOTALL,
)
ESCAPE = regex(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
PLAIN = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f"}
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
BOOLEANS = ("true", "false")
UNREAD = {"[": "a blank node in brackets", "(": "a collection", "<<": "a triple about a triple"}
FORM = "nerkit reads only these parts of Turtle: prefixes, ; and , lists, IRIs, prefixed names and literals"


class Term(NamedTuple):
    """A subject, predicate or object.

    value    the IRI, `_:name` of a blank node, or the text of a literal
    literal  whether the term is a literal
    at       its offset in the text of the file
    """

    value: str
    literal: bool
    at: int


class Triple(NamedTuple):
    """An RDF triple: subject, predicate and object."""

    subject: Term
    predicate: Term
    object: Term


class TurtleText:
    """A parser of the triples in a file."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text()
        self.newlines = [match.start() for match in re.finditer("\n", self.text)]
        self.prefixes: dict[str, str] = {}
        self.base = ""
        self.tokens = self._tokens()
        self.kind, self.value, self.at = next(self.tokens)

    def triples(self) -> Iterator[Triple]:
        """The triples in file order. Raises InputError for text that is not Turtle, or unsupported Turtle."""
        while self.kind != "end":
            if self.kind == "prefix":
                self._directive()
                continue
            subject = self._term()
            if subject.literal:
                self.fail("a literal cannot be a subject", subject.at)
            yield from self._about(subject)
            self._expect(".")

    def fail(self, problem: str, at: int, remedy: str = FORM) -> NoReturn:
        """Raise the InputError for the place at offset *at*."""
        raise InputError.at(problem, self.text, at, source=self.source.name, first=1, remedy=remedy)

    def line(self, at: int) -> int:
        """The 1-based number of the line at offset *at*."""
        return 1 + bisect_right(self.newlines, at)

    def _tokens(self) -> Iterator[tuple[str, str, int]]:
        at = 0
        while at < len(self.text):
            match = TOKEN.match(self.text, at)
            if match is None:
                opened = next((what for mark, what in UNREAD.items() if self.text.startswith(mark, at)), None)
                self.fail(f"{opened}, which nerkit does not read" if opened else "not Turtle", at)
            if match.lastgroup != "blank":
                yield str(match.lastgroup), match[0], at
            at = match.end()
        yield "end", "", at

    def _next(self) -> tuple[str, str, int]:
        """Return the current token (kind, text, offset), and move to the following token."""
        token = self.kind, self.value, self.at
        if self.kind != "end":
            self.kind, self.value, self.at = next(self.tokens)
        return token

    def _expect(self, mark: str) -> None:
        kind, value, at = self._next()
        if (kind, value) != ("mark", mark):
            self.fail(
                f"{value!r} where {mark!r} is expected" if value else f"the text ends without {mark!r}", at
            )

    def _directive(self) -> None:
        """Parse the declaration of a prefix or of the base IRI."""
        _, word, _ = self._next()
        name = self._next() if word.lower().endswith("prefix") else None
        if name is not None and (name[0] != "name" or not name[1].endswith(":")):
            self.fail(f"{name[1]!r} is not a prefix", name[2])
        kind, value, at = self._next()
        if kind != "iri":
            self.fail(f"{value!r} is not an IRI", at)
        iri = self._iri(value)
        if name is None:
            self.base = iri
        else:
            self.prefixes[name[1][:-1]] = iri
        if word.startswith("@"):
            self._expect(".")

    def _about(self, subject: Term) -> Iterator[Triple]:
        """Parse the predicates and objects of a subject; yield their triples."""
        while True:
            predicate = self._predicate()
            yield Triple(subject, predicate, self._term())
            while (self.kind, self.value) == ("mark", ","):
                self._next()
                yield Triple(subject, predicate, self._term())
            if (self.kind, self.value) != ("mark", ";"):
                return
            while (self.kind, self.value) == ("mark", ";"):
                self._next()
            if (self.kind, self.value) == ("mark", "."):
                return

    def _predicate(self) -> Term:
        if (self.kind, self.value) == ("word", "a"):
            return Term(RDF_TYPE, literal=False, at=self._next()[2])
        term = self._term()
        if term.literal:
            self.fail("a literal cannot be a predicate", term.at)
        return term

    def _iri(self, value: str) -> str:
        """The absolute IRI for an IRI in angle brackets."""
        from urllib.parse import urljoin

        return urljoin(self.base, _unescaped(value[1:-1]))

    def _term(self) -> Term:
        """Parse an IRI, a prefixed name, or a literal."""
        kind, value, at = self._next()
        if kind == "iri":
            return Term(self._iri(value), literal=False, at=at)
        if kind == "name":
            return Term(self._resolved(value, at), literal=False, at=at)
        if kind in ("short", "long"):
            size = 3 if kind == "long" else 1
            self._skip_type()
            return Term(_unescaped(value[size:-size]), literal=True, at=at)
        if kind == "number" or value in BOOLEANS:
            return Term(value, literal=True, at=at)
        problem = f"{value!r} where a name, an IRI or a literal is expected" if value else "the end"
        return self.fail(f"{UNREAD[value]}, which nerkit does not read" if value in UNREAD else problem, at)

    def _skip_type(self) -> None:
        """Skip the language or the type after a literal."""
        if self.kind == "language":
            self._next()
        elif self.kind == "type":
            self._next()
            self._term()

    def _resolved(self, name: str, at: int) -> str:
        prefix, _, local = name.partition(":")
        if prefix == "_":
            return name
        if prefix not in self.prefixes:
            self.fail(f"the prefix {prefix!r} is not declared", at, "declare the prefix above with @prefix")
        return self.prefixes[prefix] + re.sub(r"\\(.)", r"\1", local)


def _unescaped(text: str) -> str:
    return ESCAPE.sub(_character, text) if "\\" in text else text


def _character(match: re.Match[str]) -> str:
    number = match[1] or match[2]
    if number is None:
        return PLAIN.get(match[3], match[3])
    code = int(number, 16)
    return chr(code) if code <= 0x10FFFF and not 0xD800 <= code < 0xE000 else "\ufffd"
