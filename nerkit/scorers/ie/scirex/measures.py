"""The measures of SciREX's relations: formulas, and means of their scores over groups, in display order."""

from dataclasses import replace
from typing import Any

from nerkit.algebra.formula import f_measure
from nerkit.algebra.normalizers import where
from nerkit.algebra.operators import field, record, same
from nerkit.algebra.sets import match_sets
from nerkit.algebra.similarity import Metric
from nerkit.readers.records.scirex import TYPES
from nerkit.scorers.ie.alignments import aligned, reached
from nerkit.scorers.ie.means import OF_F1, MeanFormula, mean_scores
from nerkit.scorers.ie.scirex import views
from nerkit.scorers.ie.templates.measures import normalize_in
from nerkit.scorers.ie.views import NearMiss, RecordFormula
from nerkit.scorers.task import Measure

SMOOTHING = 1e-7  # of SciREX's scores
SOURCE = "Jain et al. (2020), SciREX, ACL; its scirex_relation_evaluate.py"
EACH = field("counts", same)  # an entity, whether it has mentions or not

MENTIONS = f_measure(
    precision=normalize_in("mentions", match_sets(field("span", views.SPAN), "N:1"), "p"),
    recall=normalize_in("mentions", reached(field("span", views.SPAN)), "r"),
)
ENTITIES = f_measure(
    precision=normalize_in("clusters", aligned(views.ENTITY, EACH, "N:1"), "p"),
    recall=normalize_in("clusters", reached(views.ENTITY, EACH), "r"),
)


def tuples(name: str) -> Metric:
    """Return the formula of equal tuples in a list of tuples of relations."""
    return normalize_in(name, match_sets(record(types=same, names=same)), "f1")


ROLE_AND_ENTITY = record(
    role=same, mentions=where(match_sets(views.SPAN, normalize="p"), above=views.HALF)
)  # Eq. 29, 30
ALL_RIGHT = field("arguments", where(match_sets(ROLE_AND_ENTITY, normalize="f1"), at_least=1))  # Eq. 31
PAPER = RecordFormula(
    "scirex-paper",
    normalize_in("relations", match_sets(ALL_RIGHT), "f1"),
    view=views.of_mentions,
    lists=("relations",),
    label="types",
)


def mean_of(name: str, metric: Metric, items: str, definition: str, **about: Any) -> Measure:
    """Return the measure of a mean over groups, made of the sums of their scores and of their F1."""
    formula = MeanFormula(
        name,
        metric,
        view=views.linked,
        lists=(items,),
        fields=about.pop("fields", ()),
        relaxed=about.pop("relaxed", ()),
        label=about.pop("label", "type"),
        by_label=about.pop("by_label", False),
        smoothing=SMOOTHING,
    )
    of_f1 = replace(formula, summed=OF_F1)
    return Measure(
        name,
        of=tuple(Measure(f"{name}+{each.summed}", each, listed=False) for each in (formula, of_f1)),
        combine=lambda _: mean_scores,
        definition=definition,
        fields=(items,),
        formula=(
            str(metric),
            "all scores   means over groups of the group's score",
            f"of a group   n / (system + ε), n / (gold + ε), 2 P R / (P + R + ε) with ε = {SMOOTHING:g}",
        ),
        source=SOURCE,
        groups=("n-ary",),
        **about,
    )


LINKED = (
    "A system mention is the first gold mention that shares more than half of the tokens of both.",
    "A system entity is the gold entity with more than half of its mentions, if there is one.",
    "nerkit does not compare roles and types, and several system entities may be one gold entity.",
    "A system entity without a gold entity is wrong, even if a gold entity has its name.",
)
NO_MENTIONS = "nerkit leaves out a gold relation if one of its entities has no mentions."
NARY = "Relations of all four entities, found by their right names in each document: the mean over documents."
ONE_WRONG = tuple(  # a tuple with one wrong name
    NearMiss(f"{kind.lower()} value", ("types", *(other for other in TYPES if other != kind)))
    for kind in TYPES
)
of_tuples = {"label": "types", "fields": ("types", "names"), "relaxed": ONE_WRONG, "by_label": True}
MEASURES = (
    mean_of(
        "scirex", tuples("nary"), "nary", f"{NARY} The main number of SciREX; equal to scirex/nary.",
        edge_cases=(*LINKED, NO_MENTIONS, "nerkit leaves out documents without such gold relations."),
        default=True, **of_tuples,
    ),
    mean_of(
        "scirex/mentions", MENTIONS, "mentions",
        "Mentions that correspond to a gold mention: the mean over documents.",
        edge_cases=(LINKED[0], "nerkit does not compare types."),
        differences=("SciREX's script pairs mentions in this way but prints no score for mentions.",),
    ),
    mean_of(
        "scirex/entities", ENTITIES, "clusters",
        "Entities in relations (salient clusters) that correspond to a gold entity: the mean "
"over documents.",
        edge_cases=(*LINKED, "Gold entities without mentions count as missed."),
    ),
    mean_of(
        "scirex/binary", tuples("binary"), "binary",
        "Relations of two entities, taken from relations of four: the mean over documents and "
"pairs of types.",
        edge_cases=(*LINKED, NO_MENTIONS, "nerkit leaves out pairs of types without a gold relation."),
        **of_tuples,
    ),
    mean_of("scirex/nary", tuples("nary"), "nary", NARY, edge_cases=(*LINKED, NO_MENTIONS), **of_tuples),
    Measure(
        PAPER.name,
        PAPER,
        definition=("Relations of four entities that agree role by role. An entity agrees if more than "
"half of its mentions, one to one, share more than half of their tokens with gold "
"mentions."),
        formula=(str(PAPER.metric),),
        source="Eq. 29 to 31 of Chen, Gantt, Chen, White & Van Durme (2023), EMNLP",
        edge_cases=(
            "On both sides nerkit leaves out relations with an entity without mentions.",
            "Relations of the same entities count once.",
        ),
        groups=("n-ary",),
        default=True,
    ),
)  # fmt: skip
