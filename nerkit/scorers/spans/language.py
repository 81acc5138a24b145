"""The language of span measures: `aggregator:filter:key`, as neleval 3.1.1 defines it.

    aggregator   how gold and system are compared: `sets`, `overlap-maxmax` and its three sisters
    filter       a field; annotations where it is empty, zero or false are left out, on each side by itself
    key          fields joined by `+`; two annotations are the same when all of them are

`sets::span+type` compares the sets of (document, start, end, type). Names such as `strong_mention_match` stand for an
expression, and groups such as `tac14` for several names.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nerkit.errors import UsageError, nearest, unknown

AGGREGATORS = {
    "sets": "distinct keys of both sides, matched when equal",
    "overlap-maxmax": "shared positions; each span with the one span of the other side that shares most",
    "overlap-maxsum": "shared positions; recall as maxmax, precision over all gold spans together",
    "overlap-summax": "shared positions; recall over all system spans together, precision as maxmax",
    "overlap-sumsum": "shared positions; each span with all spans of the other side together",
    "muc": "clusters of keys by id; links within clusters",
    "b_cubed": "clusters of keys by id; the share of each item's cluster that is right",
    "mention_ceaf": "clusters of keys by id; items shared under the best one-to-one alignment of clusters",
    "entity_ceaf": "clusters of keys by id; similarity of clusters under the best one-to-one alignment",
    "pairwise": "clusters of keys by id; pairs of items in the same cluster",
    "pairwise_negative": "clusters of keys by id; pairs of items in different clusters",
    "lea": "clusters of keys by id; links of each cluster, weighted by its items",
    "blanc": "clusters of keys by id; the mean of pairwise and pairwise_negative",
    "conll": "clusters of keys by id; the mean of muc, b_cubed and entity_ceaf",
}

CLUSTERS = ("muc", "b_cubed", "mention_ceaf", "entity_ceaf", "pairwise", "pairwise_negative", "lea")
COMBINED = {  # aggregator -> those it combines, with the endings of their names where they are shown with it
    "blanc": {"pairwise": "/links", "pairwise_negative": "/non-links"},
    "conll": {"muc": "", "b_cubed": "", "entity_ceaf": ""},
}

FIELDS = {
    "docid": "the document",
    "start": "first position of the span",
    "end": "position after the last one of the span",
    "span": "document, start and end; of a discontinuous span its fragments too",
    "eid": "id of the top candidate",
    "kbid": "the id, but absent where it begins with NIL",
    "is_nil": "true where the id begins with NIL, absent without id",
    "is_linked": "true where there is an id that does not begin with NIL, absent without id",
    "is_first": "true at the first mention of its id in its document, by start, longer before shorter",
    "type": "type of the top candidate",
    "score": "score of the top candidate",
    "link": "id, score and type of the top candidate together",
    "candidates": "all candidates together",
}

NAMES = {  # name -> expression, and the groups it belongs to
    "strong_mention_match": ("sets::span", "all all-tagging hachey tac14"),
    "strong_typed_mention_match": ("sets::span+type", "all all-tagging tac14"),
    "strong_linked_mention_match": ("sets:is_linked:span", "all all-tagging cornolti hachey"),
    "strong_link_match": ("sets:is_linked:span+kbid", "all all-tagging cornolti hachey tac09 tac11 tac14"),
    "strong_nil_match": ("sets:is_nil:span", "all all-tagging tac09 tac11 tac14"),
    "strong_all_match": ("sets::span+kbid", "all all-tagging tac09 tac11 tac14"),
    "strong_typed_link_match": ("sets:is_linked:span+type+kbid", "all all-tagging"),
    "strong_typed_nil_match": ("sets:is_nil:span+type", "all all-tagging"),
    "strong_typed_all_match": ("sets::span+type+kbid", "all all-tagging tac14"),
    "entity_match": ("sets:is_linked:docid+kbid", "all all-tagging cornolti hachey"),
    "muc": ("muc::span", "all all-coref luo"),
    "b_cubed": ("b_cubed::span", "all all-coref luo tac11 tac14"),
    "b_cubed_plus": ("b_cubed::span+kbid", "all all-coref tac11 tac14"),
    "entity_ceaf": ("entity_ceaf::span", "all all-coref luo tmp"),
    "mention_ceaf": ("mention_ceaf::span", "all all-coref luo tmp tac14"),
    "mention_ceaf_plus": ("mention_ceaf::span+kbid", "all all-coref"),
    "typed_mention_ceaf": ("mention_ceaf::span+type", "all all-coref tac14"),
    "typed_mention_ceaf_plus": ("mention_ceaf::span+type+kbid", "all all-coref"),
    "pairwise": ("pairwise::span", "all all-coref tmp"),
    "pairwise_negative": ("pairwise_negative::span", ""),
    "lea": ("lea::span", ""),
    "blanc": ("blanc::span", ""),
    "conll": ("conll::span", ""),
}

LOREHLT = tuple(f"overlap-{modes}::span" for modes in ("maxmax", "maxsum", "summax", "sumsum"))

GROUPS = {
    group: tuple(name for name, (_, groups) in NAMES.items() if group in groups.split())
    for group in dict.fromkeys(group for _, groups in NAMES.values() for group in groups.split())
} | {"lorehlt": LOREHLT}


@dataclass(frozen=True, slots=True)
class Expression:
    """A parsed measure: *name* as the user gave it, the aggregator, the filter field or None, the key fields."""

    name: str
    aggregator: str
    filter: str | None
    key: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.aggregator}:{self.filter or ''}:{'+'.join(self.key)}"

    @property
    def fields(self) -> tuple[str, ...]:
        """All fields the measure looks at."""
        return (*self.key, *((self.filter,) if self.filter else ()))

    @property
    def by_document(self) -> bool:
        """Whether items belong to one document each, so that the counts of documents add up to the corpus's."""
        if self.aggregator in CLUSTERS:
            return False  # the same id in two documents is one cluster
        return self.aggregator.startswith("overlap") or bool({"docid", "span"} & set(self.key))

    @property
    def parts(self) -> "list[Expression]":
        """The measures that this one combines; none of most."""
        return [self._part(*part) for part in COMBINED.get(self.aggregator, {}).items()]

    @property
    def shown(self) -> "list[Expression]":
        """Those of them whose rows are shown with it."""
        return [self._part(*part) for part in COMBINED.get(self.aggregator, {}).items() if part[1]]

    def _part(self, aggregator: str, ending: str) -> "Expression":
        part = replace(self, aggregator=aggregator)
        return replace(part, name=f"{self.name}{ending}" if ending else str(part))


def expand(names: Sequence[str]) -> list[str]:
    """The measures that *names* stand for, groups written out, each once in the order asked."""
    return list(dict.fromkeys(member for name in names for member in GROUPS.get(name, (name,))))


def parse(name: str) -> Expression:
    """The expression of a measure name, of `aggregator:filter:key`, or of a part of one (`blanc/links`).

    Raises UsageError for an unknown name or aggregator (naming the nearest). Fields are checked when the data is known,
    which may bring more of them.
    """
    whole = name.rpartition("/")[0]
    if whole and whole.split(":")[0] in COMBINED:
        known = {part.name: part for part in parse(whole).parts}
        if name not in known:
            raise unknown("measure", name, known)
        return known[name]
    text = NAMES[name][0] if name in NAMES else name
    parts = text.split(":")
    if len(parts) != 3:
        if len(parts) == 1:
            raise UsageError(f"unknown measure {name!r}{nearest(name, [*NAMES, *GROUPS, *LOREHLT])}")
        raise UsageError(
            f"measure {name!r} is not of the form aggregator:filter:key, as in sets:is_linked:span+type"
        )
    aggregator = parts[0].removesuffix("-micro")  # a former name of the same thing
    if aggregator not in AGGREGATORS:
        raise UsageError(
            f"unknown aggregator {aggregator!r} in measure {name!r}{nearest(aggregator, AGGREGATORS)}"
        )
    key = tuple(field.strip() for field in parts[2].split("+"))
    if not all(key):
        raise UsageError(f"measure {name!r} has an empty field in its key")
    condition = parts[1].strip()
    return Expression(name, aggregator, None if condition in ("", "None") else condition, key)


def check_fields(expression: Expression, known: Sequence[str]) -> None:
    """Raise UsageError for a field that neither side has."""
    for part, fields in (("key", expression.key), ("filter", (expression.filter,))):
        for field in fields:
            if field is not None and field not in known:
                listed = f" (known: {', '.join(known)})"
                raise UsageError(
                    f"unknown field {field!r} in the {part} of measure {expression.name!r}"
                    f"{nearest(field, known)}{listed}"
                )
