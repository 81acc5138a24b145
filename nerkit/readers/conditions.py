"""A language of conditions on JSON values. A format describes its records with it (`FormatEvidence`).

    {title (vertexSet | h_idx t_idx)}          an object with title, and either vertexSet or h_idx and t_idx
    {relations:[{head:int !id} ...]}           an object whose first relation has an integer head and no id
    {*:[* {text start end}] +:[any ...]}       an object whose values are lists of objects with text, start
                                               and end; at least one list is not empty
    [text, {}]                                 a list of a text and an object
    [half [any, int ... tag]]                  a list of rows; at least half of the rows have a number in
                                               their second cell and a tag in their last cell

All conditions side by side must hold. `|` separates alternatives, `!` negates a condition, and parentheses
group conditions. Braces contain the keys of an object. A colon and a condition on the value can follow a key.
As a key, `*` means every member, `+` at least one member, and `1` the only member. `<a b>:condition` means
every member except a and b; without the condition, a and b are the only members. A list in brackets has
exactly the given elements, or more elements at the place of `...`. In `[* condition]` all elements fulfil the
condition, in `[+ condition]` at least one element does, in `[half condition]` at least half of them. `=a` is
the text or number a. `@condition` is a condition on the first nonempty list of texts inside nested lists; an
object is the list of its values here. `~<a b>condition` means a value inside that fulfils the condition, but
not below the keys a and b. WORDS lists the other words, and KINDS the kinds of cells.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from re import DOTALL
from typing import Any

from nerkit.ground.patterns import regex


def holds(value: Any) -> bool:
    """Whether a value is a leaf, or a list or an object with a leaf inside; None and "" are not leaves."""
    if isinstance(value, Mapping):
        return any(map(holds, value.values()))
    if isinstance(value, list):
        return any(map(holds, value))
    return value not in (None, "")


Condition = Callable[[Any], bool]
PARTS = regex(r"\.\.\.|[\w/-]+|[^\s\w]")
CLOSING = frozenset((*")]}|,", "..."))
WORDS: dict[str, Condition] = {
    "any": lambda _: True,
    "falsy": lambda value: not value,  # null, false, zero, or empty
    "int": lambda value: type(value) is int,
    "null": lambda value: value is None,
    "number": lambda value: isinstance(value, int | float),
    "several": lambda value: len(value) > 1,
    "some": holds,  # a nonempty text, a number, or a list or an object with one of these inside
    "text": lambda value: isinstance(value, str),
}
LETTERS = "BIESLUMW"  # of tags
_TAG = rf"O|[{LETTERS}](?:[-_][^ \t]+)?|(?:[^ \t]+[-_])?[{LETTERS}]"  # a tag without blanks
MARK = r"-DOCSTART-(?=\s|\Z)|#\s*(?:begin[ _]document|newdoc|(?:[\w.-]+:)?document)(?:[ _]id)?\b"
# kind of a line or cell -> its pattern
KINDS = {
    "blank": regex(r"[ \t]*"),
    "call-mark": regex(r"(?s).*?(?:<tool_call>|\[TOOL_CALLS\]|<\|python_tag\|>|<function=[^>\n]*>).*"),
    "comment": regex("#.*"),
    "decimal": regex(r"-*\d+"),
    "document-mark": regex(f"(?:{MARK}).*"),
    "model-label": regex("LABEL_.*"),
    # a word and a tag with blanks, whose last word is not another tag
    "spaced": regex(
        rf"[ \t]*+[^ \t]++[ \t]++(?:O|[{LETTERS}][-_](?:[^ \t]+|.*[ \t](?!(?:{_TAG})[ \t]*\Z)[^ \t]+))[ \t]*"
    ),
    "tag": regex(rf"O|[{LETTERS}](?:[-_].+)?|(?:.+[-_])?[{LETTERS}]", DOTALL),
    "with-parameters": regex("(?s).*parameters.*"),
    "typed": regex(r'"?[BIESLU]-\S+'),
}
SEEN = 50  # elements of the list of texts that `@` compares
DEEPEST = 7  # steps from a value to the values inside that `~` compares
LONGEST = 20  # elements of a list inside that `~` compares


def is_integer(text: Any) -> bool:
    """Whether Python converts a text to an integer."""
    try:
        return isinstance(text, str) and int(text) is not None
    except ValueError:
        return False


def is_kind(kind: str) -> Condition:
    """The condition that a value is a text of a kind in KINDS."""
    return lambda value: isinstance(value, str) and KINDS[kind].fullmatch(value) is not None


WORDS |= {"integer": is_integer} | {kind: is_kind(kind) for kind in KINDS}


def half(found: Iterable[bool]) -> bool:
    """Whether at least half of the values are true."""
    listed = list(found)
    return 2 * sum(listed) >= len(listed)


QUANTIFIED: Mapping[str, Callable[[Any], bool]] = {"*": all, "+": any, "half": half}


@cache
def condition(text: str) -> Condition:
    """The function that tests the condition *text* on a JSON value.

    >>> condition("{id (nodes | edges:[])}")({"id": 1, "edges": []})
    True
    """
    return _Conditions(text).whole()


class _Conditions:
    """A recursive-descent parser of a condition; the parts of its text, in reverse order."""

    def __init__(self, text: str) -> None:
        self.parts = PARTS.findall(text)[::-1]

    def whole(self) -> Condition:
        """Parse the complete text."""
        return self._either(self._value)

    def _takes(self, *parts: str) -> str:
        """Remove and return the next part if it is one of *parts*; otherwise return an empty text."""
        return self.parts.pop() if self.parts and self.parts[-1] in parts else ""

    def _either(self, one: Callable[[], Condition]) -> Condition:
        """Parse alternatives up to a closing bracket; *one* parses a single condition."""
        found = [self._both(one)]
        while self._takes("|"):
            found.append(self._both(one))
        return found[0] if len(found) == 1 else lambda value: any(each(value) for each in found)

    def _both(self, one: Callable[[], Condition]) -> Condition:
        """Parse conditions side by side, which all must hold."""
        found = list[Condition]()
        while self.parts and self.parts[-1] not in CLOSING:
            found.append(self._one(one))
        return found[0] if len(found) == 1 else lambda value: all(each(value) for each in found)

    def _one(self, one: Callable[[], Condition]) -> Condition:
        if self._takes("!"):
            negated = self._one(one)
            return lambda value: not negated(value)
        if self._takes("("):
            return self._closed(self._either(one))
        return one()

    def _closed(self, found: Condition) -> Condition:
        self.parts.pop()
        return found

    def _value(self) -> Condition:
        """Parse a condition on a value."""
        if self._takes("{"):
            inside = self._closed(self._either(self._member))
            return lambda value: isinstance(value, dict) and inside(value)
        if self._takes("="):
            text = self.parts.pop()
            return lambda value: str(value) == text
        if self._takes("@"):
            of_texts = self._one(self._value)
            return lambda value: of_texts((_first_texts(value) or [])[:SEEN])
        if self._takes("~"):
            keys, inside = self._keys(), self._one(self._value)
            return lambda value: _is_inside(value, inside, keys, DEEPEST)
        return self._list() if self._takes("[") else WORDS[self.parts.pop()]

    def _list(self) -> Condition:
        if sign := self._takes(*QUANTIFIED):
            each, of = self._closed(self._either(self._value)), QUANTIFIED[sign]
            return lambda value: isinstance(value, list) and of(map(each, value))
        found, last, more = list[Condition](), list[Condition](), False
        while not self._takes("]"):
            if self._takes("..."):
                more = True
            elif not self._takes(","):
                (last if more else found).append(self._either(self._value))
        least = len(found) + len(last)
        return lambda value: (
            isinstance(value, list)
            and (len(value) >= least if more else len(value) == least)
            and all(each(part) for each, part in zip(found, value, strict=False))
            and (not last or all(each(part) for each, part in zip(last, value[-len(last) :], strict=True)))
        )

    def _keys(self) -> set[str]:
        """Parse keys in angle brackets; an empty set if there are none."""
        return {*iter(self.parts.pop, ">")} if self._takes("<") else set()

    def _member(self) -> Condition:
        """Parse a condition on an object: a key, and optionally a condition on the value of the key."""
        keys = self._keys()
        key = "<" if keys else self.parts.pop()
        held = self._one(self._value) if self._takes(":") else WORDS["any"]
        if key == "<":
            no = held is WORDS["any"]
            return lambda body: all(not no and held(body[each]) for each in body.keys() - keys)
        if key == "1":
            return lambda body: len(body) == 1 and all(map(held, body.values()))
        if key in QUANTIFIED:
            of = QUANTIFIED[key]
            return lambda body: of(map(held, body.values()))
        return lambda body: key in body and held(body[key])


def _first_texts(value: Any) -> list[str] | None:
    """The first nonempty list of texts in nested lists; None if an element is neither a list nor a text."""
    listed = list(value.values()) if isinstance(value, dict) else value
    if not isinstance(listed, list) or not listed:
        return None
    if all(isinstance(one, str) for one in listed):
        return listed
    if not all(isinstance(one, list) for one in listed):
        return None
    return next(filter(None, map(_first_texts, listed)), None)


def _is_inside(value: Any, inside: Condition, outside: set[str], steps: int) -> bool:
    """Whether a value, or a value inside, fulfils *inside*, at most *steps* below, not below *outside*."""
    if inside(value):
        return True
    below: Iterable[Any] = value[:LONGEST] if isinstance(value, list) else ()
    if isinstance(value, Mapping):
        below = (one for key, one in value.items() if key not in outside)
    return steps > 0 and any(_is_inside(one, inside, outside, steps - 1) for one in below)


# conditions for the evidence of formats
MENTION_LISTS = "(entity_mentions | relation_mentions | event_mentions)"
PLACES = "([] | [{start | end} | [] | [int ...] ...])"  # of spaCy's spans
SPANS = " ".join(f"(!{key} | {key}:({PLACES} | {{*:{PLACES}}}))" for key in ("ents", "entities", "spans"))
# keys of the two ends of a relation, and of its label (`records.relation_spelling`)
PAIRS = (
    ("head", "tail"), ("source", "target"), ("src", "dst"), ("src", "tgt"), ("from", "to"), ("arg1", "arg2"),
    ("subject", "object"), ("subj", "obj"), ("sub", "obj"), ("s", "o"), ("h", "t"), ("e1", "e2"),
    ("entity1", "entity2"),
)  # fmt: skip
ENDS = tuple((f"{head}{more}", f"{tail}{more}") for more in ("", "_id", "_entity") for head, tail in PAIRS)
RELATION_LABELS = (
    *("type", "label", "relation", "predicate", "relation_type", "relationship", "rel", "r", "p"),
    "property",
)
END = "(text | [...] | {})"
BETWEEN = " | ".join(f"{head}:{END} {tail}:{END}" for head, tail in ENDS)
LABELLED = ":text | ".join((*RELATION_LABELS, "name:text"))
RELATION = f"([any, any, any] [+ text] | {{({BETWEEN}) ({LABELLED})}})"
# evidence for ie-jsonl: relations in a known spelling (any list or object with ends if the entities have
# places or texts), clusters of ids of entities, or events
PLACED = "{span | start | text | name} ..."
AMONG = f"[([...] | {{{' | '.join(key for pair in ENDS for key in pair)}}}) ...]"
NAMED = "{id | entity_id | mention_id | eid | uid} ..."
NOTED = " | ".join(
    [
        *(f"(entities:[{PLACED}] | !entities:!falsy mentions:[{PLACED}]) {key}:{AMONG}"
          f" | !entities:[{{+:any}} ...] (entities:!falsy | !mentions:[{{+:any}} ...]) {key}:[{RELATION} ...]"
          for key in ("relations", "triples", "triplets")),
        f"clusters:[[text | int ...] ...] (entities:[{NAMED}] | !entities:!falsy mentions:[{NAMED}])",
        "events:[{type:text (trigger | arguments | args)} ...]",
    ]
)  # fmt: skip
LISTS = "[[![] ...] ...]"  # a list of lists whose elements are not empty lists
CLUSTERS = ("predicted_clusters", "clusters", "span_clusters", "coref")  # in order of preference
EMPTY = "{!+:any}"
CLUSTERED = " | ".join(  # evidence for a document of coref-json
    [
        *(f"{key}:(null | [] | {EMPTY} | [{LISTS} ...] | {{+:{LISTS}}})"
          for key in CLUSTERS),
        f"doc_key {' '.join(f'!{key}:([...] | {{}})' for key in CLUSTERS)}",
        "type:=graph mentions",
        "type:=clusters clusters:![...]",
    ]
)  # fmt: skip
BESIDE = frozenset({  # keys of items that are not labels
    "text", "word", "surface", "string", "mention", "name", "score", "prob", "probability",
    "confidence", "id", "eid", "kb_id", "kb_url", "meta", "metadata", "answer", "source",
    "token_start", "token_end", "input_hash", "comment", "note", "notes", "color", "params", "span_id",
})  # fmt: skip
LABEL = f"(label | type | entity_type | entity_group | category | tag | !<{' '.join(sorted(BESIDE))}>:!text)"
PREDICTED = f"{{start end (text | score | word) {LABEL}}}"  # a span that a program predicts
# evidence for entity-json: the members of an object with the string of an entity and without offsets; and the
# members of such an object that also has a possible label
STRINGS = ("text", "name", "entity", "word", "mention")
STRING = f"!start ({':text | '.join(STRINGS)}:text)"
ENTITY = f"{STRING} !+:{{}} (!<{' '.join(BESIDE)}>:!text (text:text | name:text | word:text | mention:text)"
ENTITY += " | entity:text !<entity>:!text)"
ENTITIES = f"[any ...] [* ({{{ENTITY}}} | [text, text])]"
OF_LABEL = f"(null | text | [* (text | number | {{{STRING}}})])"  # a string under a label, or a list
BESIDE_LABELS = "<id doc_id text>"
WITH_ENTITIES = (
    f"{ENTITIES} | {{!spans !ents (entities:[] !text | entities:({{*:{OF_LABEL} +:[...]}} | {ENTITIES})"
    f" | (!entities | entities:null) ({ENTITY} | {BESIDE_LABELS}:{OF_LABEL} !{BESIDE_LABELS}:![...]))}}"
)
TAGS = "[any ...] [* tag]"  # evidence for tag-lists
# evidence for calls
_CALL_KEYS = ("functionCall", "function_call", "toolUse", "tool_use", "function")
_AROUND = f"({' | '.join(f'{key}:{{name}}' for key in _CALL_KEYS)})"
CALL = (
    "(call-mark | {method:=tools/call | type:(=tool_use | =function_call | =tool_call) name"
    " | tool_calls:[any ...] | toolCalls:[any ...] | ground_truth:([any ...] [* {1:{*:[...]}}])"
    f" | {_AROUND} !function:({{parameters}} | [+ =parameters] | with-parameters)"
    f" | !{_AROUND} (name:text (arguments | args) | method:text params)}})"
)
CALLS = f"~<tools input functions>{CALL}"
# evidence in lines, each as a list of the line and its cells
TAGGED = "[any, any ... tag | model-label]"
OFFSET_ROW = "[any, any, integer, integer ...]"
POSITIONS = (  # the columns of span-tsv in their order
    "document:=0 start:=1 end:=2 (width:=3 | eid:=3 (width:=4 | score:=4 (width:=5 | type:=5)))"
)
