"""The measures of role fillers and templates: formulas with a name, in display order."""

from dataclasses import replace
from functools import partial
from typing import Any

from nerkit.algebra.formula import f_measure
from nerkit.algebra.normalizers import normalize, where
from nerkit.algebra.operators import field, record, same, times
from nerkit.algebra.sets import match_sets, subset
from nerkit.algebra.similarity import Metric, Similarity
from nerkit.scorers.ie.alignments import aligned, earliest, reached
from nerkit.scorers.ie.judged.values import decided
from nerkit.scorers.ie.templates import views
from nerkit.scorers.ie.views import RecordFormula, SlotMetrics

multisets = partial(match_sets, duplicates="multiset")
SIMILAR_MENTIONS: dict[str, Similarity] = {
    "subset": subset,
    "phi3": match_sets(same),
    "phi4": match_sets(same, normalize="f1"),
    "exact": where(match_sets(same, normalize="f1"), at_least=1),
    "any": where(match_sets(same), above=0),
}
ANY = SIMILAR_MENTIONS["any"]
REPEATED = multisets(same, "N:1")  # mentions of the system that gold has, each as often as it is there


def entities(mentions: Any, constraint: str = "1:1") -> Similarity:
    """Return a matching of fillers with equal roles and similar mentions, or mentions judged to be
    similar.
    """
    return multisets(decided(record(role=same, mentions=mentions)), constraint)


def templates(kind: Any, inner: Any, fillers: str = "fillers") -> Similarity:
    """Return a product over a template: its type, and its fillers."""
    return times(kind, field(fillers, inner))


TYPE = field("type", same)
SHARED = field("labels", where(match_sets(same), above=0))  # one label in common
EACH = field("labels", match_sets(same))  # the number of labels in common


def normalize_in(name: str, matching: Similarity, by: str = "f1") -> Similarity:
    """Return a normalised matching of a list of documents."""
    return field(name, normalize(matching, by))


def of_slot(guide: Similarity, scored: Similarity, by: str = "f1", *, first: bool = False) -> Similarity:
    """Return the metric of templates that are aligned by all their fillers, and scored by the fillers of one
    slot, `counted`.
    """
    return normalize_in("templates", aligned(guide, scored, first=first), by)


def eq32(mentions: Any, constraint: str = "1:1", kind: Similarity = TYPE) -> SlotMetrics:
    """Return the metric of templates of one type, aligned one to one and scored by equal fillers (Eq. 32)."""
    guide, scored = (templates(kind, entities(mentions, constraint), each) for each in ("fillers", "counted"))
    return SlotMetrics(normalize_in("templates", multisets(guide)), of_slot(guide, scored))


REE = RecordFormula(
    "ree",
    normalize_in("fillers", entities(subset)),
    view=views.fillers,
    lists=("fillers",),
    label="role",
    slots=views.fillers_by_slot,
    slotted=normalize_in("fillers", entities(subset)),
    judged=True,
    of_fillers=True,
)

HIT = templates(SHARED, entities(ANY, "N:1"))  # fillers of the system that share a mention with one of gold
FIRST = decided(record(role=same, mentions=earliest))


def rme_subset(fillers: str) -> Metric:
    """Return the metric of fillers that share a mention with a gold filler, and of the gold fillers that they
    are assigned to.
    """
    hits, taken = entities(ANY, "N:1"), reached(FIRST, judged=True)
    return f_measure(
        precision=of_slot(HIT, templates(SHARED, hits, fillers), "p"),
        recall=of_slot(HIT, templates(SHARED, taken, fillers), "r"),
    )


RIGHT = templates(SHARED, entities(subset, "N:1"))  # fillers of the system within one of gold
FOUND = templates(SHARED, entities(subset, "1:N"))  # fillers of gold that one of the system is within
TYPED = times(SHARED, field("typed", match_sets(same)))  # the type, where it is counted


def gtt(fillers: str, kind: Similarity) -> Metric:
    """Return the metric of types and fillers, for templates aligned so that precision and recall together
    have most of both.
    """
    guide = SHARED + RIGHT + SHARED + FOUND
    right, found = (templates(SHARED, entities(subset, constraint), fillers) for constraint in ("N:1", "1:N"))
    return f_measure(
        precision=of_slot(guide, kind + right, "p", first=True),
        recall=of_slot(guide, kind + found, "r", first=True),
    )


def of_templates(name: str, metrics: SlotMetrics, **about: Any) -> RecordFormula:
    """Return the formula of a measure of templates."""
    about = {
        "view": views.templates,
        "lists": ("templates",),
        "slots": views.by_slot,
        "judged": True,
        **about,
    }
    return RecordFormula(name, metrics.whole, slotted=metrics.slotted, **about)


RME_SUBSET = of_templates(
    "rme-subset",
    SlotMetrics(rme_subset("fillers"), rme_subset("counted")),
    view=views.of_labels,
)
# mentions that gold also has, in templates that share labels; each label counts
RME_PHI3 = of_templates("rme-phi3", eq32(REPEATED, kind=EACH), view=views.of_labels)
TEMPLATE = of_templates(
    "template",
    eq32(subset),
    variants={name: eq32(inner) for name, inner in SIMILAR_MENTIONS.items()},
    of_fillers=True,
)
GTT = of_templates(
    "template-gtt",
    SlotMetrics(gtt("fillers", SHARED), gtt("counted", TYPED)),
    view=views.of_parts,
    slots=views.by_slot_and_type,
)
OF_TYPES = normalize_in("templates", multisets(TYPE))
TYPES = RecordFormula(  # the types of templates, whatever is in them; of every slot the same
    "better/templates",
    OF_TYPES,
    view=views.templates,
    lists=("templates",),
    slots=views.by_slot,
    slotted=OF_TYPES,
    everywhere=True,
)
SLOTS = replace(TEMPLATE, name="better/slots")
PAPERS = {
    name: of_templates(f"rme-{name}-paper", eq32(SIMILAR_MENTIONS[name], "N:1"))
    for name in ("subset", "phi3")
}
