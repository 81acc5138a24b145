"""NIF 2 in Turtle, as written by GERBIL and its annotators: texts with phrases, and the links of phrases.

    <http://x/d1#char=0,118> a nif:Context ; nif:isString "After the death of Steve, …" .
    <http://x/d1#char=19,24> a nif:Phrase ; nif:referenceContext <http://x/d1#char=0,118> ;
        nif:anchorOf "Steve" ; nif:beginIndex "19"^^xsd:nonNegativeInteger ; nif:endIndex "24" ;
        itsrdf:taIdentRef <http://www.wikidata.org/entity/Q19837> .

- Blank nodes in brackets, collections and triples about triples are errors. A context is a document; its id
  is the IRI up to the `#`. A phrase has character offsets with exclusive ends: `nif:beginIndex` and
  `nif:endIndex`, or `char=19,24` in its IRI. If it has no context, its IRI names the context. nerkit ignores
  other statements.
- The id of a phrase is the IRI of `itsrdf:taIdentRef`. A phrase can have a set of several ids, and two links
  are equal if their sets overlap. A phrase that is described twice, including its place, is two annotations.
  The type is `itsrdf:taClassRef`, the score `itsrdf:taConfidence`. nerkit shortens IRIs of Wikidata to ids
  (`Q19837`). In other IRIs, it reads `https` as `http`, decodes percent-encoding, and drops invisible
  characters.
- IRIs that begin with `http://aksw.org/notInWiki/`, and phrases without an IRI in a file with links, are NIL.
- If offsets fit the texts of the phrases only as UTF-16 units, nerkit converts the offsets and counts the
  documents.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from nerkit.algorithms.columns import LARGEST, whole_number
from nerkit.corpora.spans import Candidate, Spans
from nerkit.ground.meant import after
from nerkit.ground.patterns import regex
from nerkit.io import Source
from nerkit.readers.format import Reader
from nerkit.readers.spans.label_studio import characters_of_units
from nerkit.readers.spans.span_table import SpanTable
from nerkit.readers.turtle import Term, TurtleText

NIF = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#"
ITS = "http://www.w3.org/2005/11/its/rdf#"
STRING, CONTEXT = f"{NIF}isString", f"{NIF}referenceContext"
BEGIN, END, ANCHOR = f"{NIF}beginIndex", f"{NIF}endIndex", f"{NIF}anchorOf"
LINK, CLASS, SCORE = f"{ITS}taIdentRef", f"{ITS}taClassRef", f"{ITS}taConfidence"
PLACED = (CONTEXT, BEGIN, END, ANCHOR)
OWN = (STRING, CONTEXT, BEGIN, END, ANCHOR, LINK, CLASS, SCORE)
PLACE = regex(r"#(?:char=)?(\d{1,15}),(\d{1,15})\Z|#offset_(\d{1,15})_(\d{1,15})")
WIKIDATA = regex(r"https?://(?:www\.)?wikidata\.org/(?:entity|wiki)/(Q\d+)\Z")
NOT_IN_WIKI, NIL = "http://aksw.org/notInWiki/", "NIL"
INVISIBLE = ("Cc", "Cf", "Zl", "Zp")  # categories of characters that cannot be seen
ENDS = "offsets are characters from 0, and ends are exclusive"


def read(sources: Iterable[Source], **_: Any) -> Spans:
    """Read all contexts of the files as one corpus of spans.

    Raises InputError (file, line, column, remedy) for text that is not Turtle, parts of Turtle that nerkit
    does not read, and wrong offsets. Further errors are ends that are not after their start or beyond the
    text, and phrases of contexts that the file does not have.
    """
    return SpanTable("text", any_id=True).read(sources, _fill)


@dataclass(slots=True)
class Resource:
    """The statements about a subject: predicate -> objects."""

    subject: Term
    said: dict[str, list[Term]] = field(default_factory=dict)

    def one(self, predicate: str) -> Term | None:
        """The last object of a predicate, or None."""
        listed = self.said.get(predicate)
        return listed[-1] if listed else None


@dataclass(slots=True)
class LinkedPhrase:
    """A phrase.

    at          its offset in the file
    start, end  its offsets in the text of the document
    anchor      its text in the file, or None
    links       its ids; empty if the file has no links
    type        its type, or None
    score       its score, or None
    """

    at: int
    start: int
    end: int
    anchor: str | None
    links: list[str]
    type: str | None
    score: float | None


def _resources(text: TurtleText) -> list[Resource]:
    """One `Resource` per subject with NIF statements, and one more if its place is repeated after a link."""
    last: dict[str, Resource] = {}
    resources = []
    for subject, predicate, value in text.triples():
        if predicate.value not in OWN:
            continue
        resource = last.get(subject.value)
        if resource is None or (
            predicate.value in PLACED and {LINK, predicate.value} <= resource.said.keys()
        ):
            resource = last[subject.value] = Resource(subject)
            resources.append(resource)
        resource.said.setdefault(predicate.value, []).append(value)
    return resources


def _fill(source: Source, table: SpanTable) -> None:
    """Add the documents of a file and their phrases to the table."""
    resources = _resources(text := TurtleText(source))
    contexts = {each.subject.value: each for each in resources if STRING in each.said}
    known = {_document(name): name for name in contexts}
    phrases: dict[str, list[LinkedPhrase]] = {name: [] for name in contexts}
    linked = any(LINK in each.said for each in resources)
    for each in resources:
        name = each.subject.value
        if name in contexts and LINK not in each.said and ANCHOR not in each.said:
            continue
        context = each.one(CONTEXT)
        home = context.value if context is not None else known.get(_document(name), "")
        if home not in contexts:
            at = (context or each.subject).at
            text.fail(
                "the phrase belongs to a context that is not in this file",
                at,
                "give each context nif:isString",
            )
        phrases[home].append(_phrase(text, each, linked=linked))
    for name, each in contexts.items():
        string = str(each.said[STRING][-1].value)
        table.document(_document(name), string)
        for phrase in _in_characters(text, phrases[name], string, table):
            if len(phrase.links) > 1:
                candidates = tuple(Candidate(link, phrase.score, phrase.type) for link in phrase.links)
                table.candidates[len(table)] = candidates
            table.span(
                phrase.start,
                phrase.end,
                text.line(phrase.at),
                type=phrase.type,
                eid=phrase.links[0] if phrase.links else None,
                score=phrase.score,
                text=string[phrase.start : phrase.end],
            )


def _phrase(text: TurtleText, resource: Resource, *, linked: bool) -> LinkedPhrase:
    subject = resource.subject
    match = PLACE.search(subject.value)
    in_name = [number for number in match.groups() if number] if match else []
    offsets = []
    for place, predicate in enumerate((BEGIN, END)):
        term = resource.one(predicate)
        digits = term.value if term is not None else in_name[place] if in_name else None
        if digits is None or not digits.isdecimal():
            name = predicate.removeprefix(NIF)
            problem = (
                f"the phrase has no nif:{name}"
                if digits is None
                else f"nif:{name} {digits!r} is not a number"
            )
            text.fail(problem, (term or subject).at, ENDS)
        offsets.append(whole_number(digits))
    start, end = offsets[0], offsets[1] + after(0)
    if end <= start or end >= LARGEST:
        text.fail(f"end {end} is not after start {start}", (resource.one(END) or subject).at, ENDS)
    links = list(dict.fromkeys(_id(term.value) for term in resource.said.get(LINK, ())))
    class_, score, anchor = resource.one(CLASS), resource.one(SCORE), resource.one(ANCHOR)
    try:
        number = None if score is None else float(score.value)
    except ValueError:
        text.fail("itsrdf:taConfidence is not a number", (score or subject).at)
    return LinkedPhrase(
        subject.at,
        start,
        end,
        None if anchor is None else anchor.value,
        links or ([NIL] if linked else []),
        None if class_ is None else class_.value,
        number,
    )


def _in_characters(
    text: TurtleText, phrases: list[LinkedPhrase], string: str, table: SpanTable
) -> list[LinkedPhrase]:
    """The phrases of a document, sorted by offsets, which are converted to characters if they are UTF-16."""
    places = characters_of_units(string)
    if len(places) - 1 > len(string) and phrases and not _fit(phrases, string):
        within = [phrase for phrase in phrases if phrase.end < len(places)]
        converted = [replace(phrase, start=places[phrase.start], end=places[phrase.end]) for phrase in within]
        if len(converted) == len(phrases) and _fit(converted, string):
            table.tally.add("document", "whose offsets were UTF-16 units converted to characters")
            phrases = converted
    for phrase in phrases:
        if phrase.end > len(string):
            problem = f"end {phrase.end} is beyond the text, which has {len(string)} characters"
            text.fail(problem, phrase.at, ENDS)
        if phrase.anchor not in (None, string[phrase.start : phrase.end]):
            table.tally.add("phrase", "whose text differs from the text at the offsets")
    return sorted(phrases, key=lambda phrase: (phrase.start, phrase.end))


def _fit(phrases: list[LinkedPhrase], string: str) -> bool:
    return all(phrase.anchor in (None, string[phrase.start : phrase.end]) for phrase in phrases)


def _document(iri: str) -> str:
    """The IRI of the document: the IRI of a context or phrase without the offsets."""
    return iri.partition("#")[0]


def _id(iri: str) -> str:
    """The normalised id for an IRI: the id for Wikidata, `NIL/…` for notInWiki, otherwise a plain IRI."""
    from urllib.parse import unquote

    plain = "".join(each for each in unquote(iri) if unicodedata.category(each) not in INVISIBLE).strip()
    if match := WIKIDATA.match(plain):
        return match[1]
    plain = re.sub(r"\Ahttps://", "http://", plain)
    return f"{NIL}/{plain.removeprefix(NOT_IN_WIKI)}" if plain.startswith(NOT_IN_WIKI) else plain


READER = Reader(read, Spans, characters=True)
