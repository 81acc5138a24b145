"""The measures that documents allow, by the lists that they hold and the fields that measures need."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import partial

from nerkit.corpora.records import Documents
from nerkit.exceptions import UsageError
from nerkit.ground.warnings import Warned
from nerkit.scorers.ie.held_fields import HELD
from nerkit.scorers.ie.measures import FILLERS, TEMPLATES
from nerkit.scorers.ie.opinions.measures import ASPECTS, OPINIONS
from nerkit.scorers.ie.options import Options
from nerkit.scorers.ie.relations.measures import EVENTS, RELATIONS, WIKIEVENTS
from nerkit.scorers.ie.scirex import measures as scirex_measures
from nerkit.scorers.ie.views import Body, records_in
from nerkit.scorers.missing_fields import Need, Whole
from nerkit.scorers.task import Measure

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
    """Return the default measures for the lists that the documents hold; measures of relations without
    documents.

    Raises UsageError for documents without a list that a measure looks at.
    """
    forms = _forms(corpora)
    if "docred" in forms:
        return ["docred", *["docred-evidence"] * _has_evidence(corpora), *["docred-ign"] * _has_seen(corpora)]
    if "wikievents" in forms:
        clustered = _has_clusters(corpora)  # measures of coreference need clusters
        return [measure.name for measure in WIKIEVENTS if clustered or "coref" not in measure.name]
    held = _held(corpora)
    if not held and any(corpus.values for corpus in corpora):
        _check_objects(corpora)
        entities = any(value.get("entities") for value in _bodies(corpora))
        raise UsageError(
            "the documents have only entities; score them with nerkit spans"
            if entities
            else (
                "no measure of nerkit scores the fields of these documents; give your own formula "
                "with metric=FILE"
            )
        )
    muc4 = ["template-muc4"] if "muc4" in forms else []
    marked = (measure for key in held or ["relations"] for measure in OF_LISTS[key])
    return [measure.name for measure in marked if measure.default] + muc4


def _forms(corpora: Sequence[Documents]) -> set[str]:
    return {corpus.form for corpus in corpora}


def _check_objects(corpora: Sequence[Documents]) -> None:
    """Raise InputError for an item that is not an object, if no measure of its list looks inside."""
    for corpus in corpora:
        for place, value in enumerate(corpus.values):
            if value is not None and not isinstance(value, dict):
                corpus.fail("a document must be a JSON object", [place], OBJECTS)


def without_lists(measures: Sequence[Measure], corpora: Sequence[Documents]) -> list[Warned]:
    """Return a warning for each measured list that no document has, although documents have other lists.

    The warning is empty if documents have the list.
    """
    asked = {measure.name for measure in measures}
    facts = {"lists": _lists(corpora)}
    of_lists = {key: [one.name for one in of_list if one.name in asked] for key, of_list in OF_LISTS.items()}
    return [
        Warned("lists-not-held", facts=facts, detail=_without_list, list=key, measures=", ".join(names))
        for key, names in of_lists.items()
        if names
    ]


def _without_list(warned: Warned) -> dict[str, str] | None:
    """Return the lists that documents have, if they lack the list that a measure looks at."""
    held = _chosen(warned.facts["lists"])
    lacking = held and warned.values["list"] not in _with_roles(held)
    return {"held": " and ".join(held)} if lacking else None


def _held(corpora: Sequence[Documents]) -> list[str]:
    """Return the lists that have items in some document; if all lists are empty, the lists that exist."""
    return _chosen(_lists(corpora))


def _chosen(lists: Mapping[str, frozenset[str]]) -> list[str]:
    return [key for key in OF_LISTS if key in (lists["items"] or lists["present"])]


def _lists(corpora: Sequence[Documents]) -> dict[str, frozenset[str]]:
    """Return the lists that have items in some document, and the lists that are present."""
    present = lists_in(corpora)
    items = (key for key in present if any(body.get(key) for body in _bodies(corpora)))
    return {"items": frozenset(items), "present": present}


def lists_in(corpora: Sequence[Documents]) -> frozenset[str]:
    """Return the lists that some document has, with items or without."""
    return frozenset(OF_LISTS.keys() & set().union(*_bodies(corpora)))


def _with_roles(held: Sequence[str]) -> set[str]:
    """Return the lists that measures can look at. Measures of fillers and of templates look at both lists."""
    return set(held) | set(OF_ROLES if set(held) & set(OF_ROLES) else ())


def _bodies(corpora: Sequence[Documents]) -> Iterator[Body]:
    return (body for corpus in corpora for body in corpus.values if isinstance(body, dict))


def _some(corpora: Sequence[Documents], key: str, has: Callable[[Body], object]) -> bool:
    """Return whether *has* is true of an item in a list of some document."""
    return any(has(item) for body in _bodies(corpora) for item in records_in(body, key))


def _has_evidence(corpora: Sequence[Documents]) -> bool:
    return _some(corpora, "relations", lambda fact: fact.get("evidence"))


def _has_seen(corpora: Sequence[Documents]) -> bool:
    return any("seen" in corpus.beside for corpus in corpora)


def _has_clusters(corpora: Sequence[Documents]) -> bool:
    beside = any("clusters" in corpus.beside for corpus in corpora)
    return beside or any(body.get("clusters") for body in _bodies(corpora))


def _has_head(event: Body) -> bool:
    """Return whether the trigger or an argument of an event has a head."""
    heads = [
        event.get("trigger_head"),
        *(argument.get("head") for argument in records_in(event, "arguments")),
    ]
    return any(head is not None for head in heads)


def _has_list(key: str, corpora: Sequence[Documents]) -> bool:
    return key in _with_roles(_held(corpora))


def _is_form(form: str, corpora: Sequence[Documents]) -> bool:
    return form in _forms(corpora)


NEEDS: dict[str, tuple[Sequence[str], Callable[[Sequence[Documents]], object]]] = {
    # what documents need to have for measures of these names -> whether they have
    **{
        f"list {key}": (
            [f"{one.name}{head}" for one in measures for head in ("", "-head")],
            partial(_has_list, key),
        )
        for key, measures in OF_LISTS.items()
    },
    **{
        f"form {form}": ((f"{form}*", f"template-{form}*"), partial(_is_form, form))
        for form in ("docred", "wikievents", "muc4")
    },
    "types of entities": (
        (STRICT,),
        lambda corpora: _some(corpora, "relations", lambda one: one.keys() >= {"head_type", "tail_type"}),
    ),
    "ends with offsets": (
        ("relation-relaxed",),
        lambda corpora: (
            not _some(
                corpora,
                "relations",
                lambda one: not all(isinstance(one.get(end), list | tuple) for end in ("head", "tail")),
            )
        ),
    ),
    "heads": (("*-head",), lambda corpora: _some(corpora, "events", _has_head)),
    "clusters of mentions": (("wikievents-coref*",), _has_clusters),
    "evidence of facts": (("docred-evidence",), _has_evidence),
    "seen facts": (("docred-ign",), _has_seen),
}


def _of_corpora(
    has: Callable[[Sequence[Documents]], object], corpora: Sequence[Documents], _: Options
) -> object:
    """Return whether documents have the fields that a measure needs; options do not matter."""
    return has(corpora)


FIELDS: Mapping[str, Need] = {
    **HELD,
    **{need: Whole(partial(_of_corpora, has)) for need, (_, has) in NEEDS.items()},
}


def with_needs(measures: Sequence[Measure]) -> list[Measure]:
    """Return the measures, with the fields that each measure needs."""
    needs = {
        one.name: [
            need for need, (names, _) in NEEDS.items() if any(fnmatchcase(one.name, name) for name in names)
        ]
        for one in measures
    }
    return [replace(one, fields=(*one.fields, *needs[one.name])) for one in measures]
