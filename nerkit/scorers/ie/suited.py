"""The measures that documents allow: those of the lists that they hold, with the fields that they need."""

from collections.abc import Iterator, Sequence

from nerkit.corpora.records import Documents
from nerkit.exceptions import UsageError
from nerkit.ground.warnings import Added
from nerkit.scorers.ie.measures import FILLERS, MUC4, TEMPLATES
from nerkit.scorers.ie.opinions.measures import ASPECTS, OPINIONS
from nerkit.scorers.ie.options import Options
from nerkit.scorers.ie.relations.measures import EVENTS, RELATIONS, WIKIEVENTS, by_heads
from nerkit.scorers.ie.scirex import measures as scirex_measures
from nerkit.scorers.ie.views import Body, records_in
from nerkit.scorers.task import Measure, Unfit

OF_LISTS: dict[str, Sequence[Measure]] = {  # the list of a document -> the measures of its items
    "relations": RELATIONS,
    "events": EVENTS,
    "fillers": FILLERS,
    "templates": TEMPLATES,
    "opinions": OPINIONS,
    "tuples": ASPECTS,
    "nary": scirex_measures.MEASURES,
}
OF_ROLES = ("fillers", "templates")  # the measures of the one are of the other too
STRICT = "relation-strict"
OBJECTS = 'as {"id": "d", "relations": [{"type": "t", "head": [0, 1], "tail": [2, 3]}]}'


def defaults(corpora: Sequence[Documents], _: Options) -> list[str]:
    """The measures of the lists that the documents hold; of relations, where there are no documents.

    Raises UsageError for documents without a list that a measure looks at.
    """
    forms = {corpus.form for corpus in corpora}
    if "docred" in forms:
        return _of_docred(corpora)
    if "wikievents" in forms:
        return _of_wikievents(corpora)
    held = _held(corpora)
    if not held and any(corpus.values for corpus in corpora):
        _check_objects(corpora)
        entities = any(value.get("entities") for value in _bodies(corpora))
        raise UsageError(
            "the documents have entities alone; nerkit spans scores them"
            if entities
            else "the documents have no field that a measure is known for; give a formula with metric=FILE"
        )
    muc4 = ["template-muc4"] if "muc4" in forms else []
    marked = (measure for key in held or ["relations"] for measure in OF_LISTS[key])
    return [measure.name for measure in marked if measure.default] + muc4


def _check_objects(corpora: Sequence[Documents]) -> None:
    """Raise InputError for a document that is no object, which no measure of the list looks into."""
    for corpus in corpora:
        for place, value in enumerate(corpus.values):
            if value is not None and not isinstance(value, dict):
                corpus.fail("a document is a JSON object", [place], OBJECTS)


def unfit(measures: Sequence[Measure], corpora: Sequence[Documents], _: Options) -> dict[str, Unfit]:
    """The measures that look at a list which no document holds, or do not find there what they need."""
    held = _with_roles(_held(corpora))
    forms = {corpus.form for corpus in corpora}
    allowed = {measure.name for key in held for measure in OF_LISTS[key]}
    relations = [relation for body in _bodies(corpora) for relation in records_in(body, "relations")]
    if not any("head_type" in relation and "tail_type" in relation for relation in relations):
        allowed.discard(STRICT)
    if "docred" in forms:
        allowed |= set(_of_docred(corpora))
    if "wikievents" in forms:
        allowed |= set(_of_wikievents(corpora))
    if "muc4" in forms:
        allowed |= {measure.name for measure in MUC4}
    if any(map(_has_heads, _bodies(corpora))):
        headed = [measure for measure in (*EVENTS, *WIKIEVENTS[:2]) if measure.name in allowed]
        allowed |= {by_heads(measure).name for measure in headed}
    return {measure.name: Unfit() for measure in measures if measure.name not in allowed}


def without_lists(measures: Sequence[Measure], corpora: Sequence[Documents]) -> list[Added]:
    """A warning for measures of items of which no document has a list, where documents have other lists.

    There is one for each list whose measures are asked for, empty where documents have it.
    """
    asked = {measure.name for measure in measures}
    lists = _lists(corpora)
    of_lists = {key: [one.name for one in of_list if one.name in asked] for key, of_list in OF_LISTS.items()}
    return [_without_list((key, tuple(names)), lists) for key, names in of_lists.items() if names]


WITHOUT_LIST = -7  # the place of such warnings before others of counting
Lists = tuple[frozenset[str], frozenset[str]]  # those that have items, those that are there


def _without_list(asked: tuple[str, tuple[str, ...]], lists: Lists) -> Added:
    """The warning about a list that documents do not have, and the measures of its items."""
    key, names = asked
    held = _chosen(lists)
    lacking = held and key not in _with_roles(held)
    text = f"{', '.join(names)}: no document has {key}; they have {' and '.join(held)}" if lacking else ""
    return Added(text, _all_without_list, (asked, lists), WITHOUT_LIST)


def _all_without_list(parts: Sequence[Added]) -> list[Added]:
    """The warnings about lists, from those about parts."""
    warnings = []
    for asked in dict.fromkeys(part.data[0] for part in parts):
        lists = [part.data[1] for part in parts if part.data[0] == asked]
        items, present = (frozenset[str]().union(*(one[i] for one in lists)) for i in range(2))
        warnings.append(_without_list(asked, (items, present)))
    return warnings


def _held(corpora: Sequence[Documents]) -> list[str]:
    """The lists that have items in any document; where none has, those that are there."""
    return _chosen(_lists(corpora))


def _chosen(lists: Lists) -> list[str]:
    items, present = lists
    return [key for key in OF_LISTS if key in (items or present)]


def _lists(corpora: Sequence[Documents]) -> Lists:
    """The lists that have items in any document, and those that are there."""
    present = lists_in(corpora)
    items = (key for key in present if any(body.get(key) for body in _bodies(corpora)))
    return frozenset(items), present


def lists_in(corpora: Sequence[Documents]) -> frozenset[str]:
    """The lists that any document has, with items or without."""
    return frozenset(OF_LISTS.keys() & set().union(*_bodies(corpora)))


def _with_roles(held: Sequence[str]) -> set[str]:
    """The lists that measures can look at: each measure of fillers and of templates looks at both."""
    return set(held) | set(OF_ROLES if set(held) & set(OF_ROLES) else ())


def _bodies(corpora: Sequence[Documents]) -> Iterator[Body]:
    return (body for corpus in corpora for body in corpus.values if isinstance(body, dict))


def _of_docred(corpora: Sequence[Documents]) -> list[str]:
    """DocRED's measures: of evidence where there is any, `docred-ign` where there are training data."""
    facts = (fact for body in _bodies(corpora) for fact in records_in(body, "relations"))
    has_evidence = any(fact.get("evidence") for fact in facts)
    seen = any("seen" in corpus.beside for corpus in corpora)
    return ["docred", *["docred-evidence"] * has_evidence, *["docred-ign"] * seen]


def _of_wikievents(corpora: Sequence[Documents]) -> list[str]:
    """The measures of WikiEvents: those of clusters where there are any."""
    beside = any("clusters" in corpus.beside for corpus in corpora)
    clustered = beside or any(body.get("clusters") for body in _bodies(corpora))
    return [measure.name for measure in WIKIEVENTS if clustered or "coref" not in measure.name]


def _has_heads(body: Body) -> bool:
    """Whether a trigger or an argument of a document has a head."""
    return any(
        event.get("trigger_head") is not None
        or any(argument.get("head") is not None for argument in records_in(event, "arguments"))
        for event in records_in(body, "events")
    )
