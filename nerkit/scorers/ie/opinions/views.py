"""The formulas of opinions and the views that they compare: weighted sentiment F1 and tuples of aspects.

Structured sentiment. An opinion is a polarity and three sets of tokens: holder (`source`), target,
expression. An empty set counts as a set of one token that only empty sets have. Two opinions meet if their
polarities are equal and each set meets the other's. The weight of a pair is a mean over the three sets: of
|common| / |system set| for precision, of |common| / |gold set| for recall. Each opinion takes its best
partner, which several opinions may take (N:1, 1:N).

    gold    (We, that museum, should never revisit)      P = (1/1 + 1/1 + 2/3) / 3
    system  (We, museum, never revisit that)             R = (1/1 + 1/2 + 2/3) / 3

Aspects. A tuple agrees if all its parts agree. Tuples of empty texts stand for output that a decoder could
not read, and agree with nothing. `absa` says which part is what.
"""

from collections.abc import Callable, Sequence
from typing import Any

from nerkit.algebra.formula import f_measure
from nerkit.algebra.normalizers import normalize, shared_out, where
from nerkit.algebra.operators import field, same, times
from nerkit.algebra.sets import match_sets
from nerkit.algebra.similarity import Metric, Similarity
from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import Documents
from nerkit.scorers.ie.options import ABSA, Options
from nerkit.scorers.ie.views import PATH, BothSides, NearMiss, RecordFormula, documents, listed, records_in

PARTS = ("source", "target", "expression")
QUAD, ASTE, TASD = ABSA
ASPECT = {QUAD: 0, ASTE: 0, TASD: 1}  # the place of the aspect in a tuple
Body = dict[str, Any]


def opinions(batch: Batch[Documents], _: Options) -> BothSides:
    """Return the opinions of each document, without repetitions."""
    return BothSides(*([_distinct(body, "opinions") for body in side] for side in documents(batch)))


def _distinct(body: Body, key: str) -> Body:
    """Return the items of a list of a document, each with its position; equal items only once."""
    seen: list[list[Any]] = []
    items: list[Body] = []
    for place, item in enumerate(listed(body, key)):
        said = [item[name] for name in ("type", *PARTS)]
        if said not in seen:
            seen.append(said)
            items.append({**item, PATH: f"{key}[{place}]"})
    return {key: items}


def met(*fields: Similarity) -> Similarity:
    """Return the product of these fields and, for each part of two opinions, of 1 if its sets share a token,
    otherwise 0.
    """
    return times(*fields, *(field(name, where(match_sets(same), above=0)) for name in PARTS))


def mean_share(by: str) -> Similarity:
    """Return the mean over the parts of the shared tokens, as a share of the system's set (`p`) or of the
    gold set (`r`).
    """
    one, two, three = (field(name, match_sets(same, normalize=by)) for name in PARTS)
    return shared_out(one + two + three, len(PARTS))


def best_partners(*fields: Similarity, weighted: bool = True) -> Metric:
    """Return a matching of opinions with their best partners, by weights, or by whether they have a
    partner.
    """

    def matched(constraint: str, by: str) -> Similarity:
        pair = times(met(*fields), mean_share(by)) if weighted else met(*fields)
        return field("opinions", normalize(match_sets(pair, constraint, duplicates="multiset"), by))

    return f_measure(precision=matched("N:1", "p"), recall=matched("1:N", "r"))


def of_opinions(name: str, metric: Metric, *fields: str) -> RecordFormula:
    """Return the formula of a measure of opinions, which agree in their parts and in further fields."""
    relaxed = (
        *([NearMiss("label", PARTS)] if fields else []),
        NearMiss("boundary", fields, near=("span",)),
        *([NearMiss("label+boundary", (), near=("span",))] if fields else []),
    )
    return RecordFormula(
        name,
        metric,
        view=opinions,
        lists=("opinions",),
        fields=(*fields, *PARTS),
        relaxed=relaxed,
        judged=True,
        by_field=True,
    )


POLARITY = field("type", same)
SENTIMENT = of_opinions("sentiment-f1", best_partners(POLARITY), "type")
NONPOLAR = of_opinions("sentiment-f1/nonpolar", best_partners())
UNWEIGHTED = of_opinions("sentiment-f1/unweighted", best_partners(POLARITY, weighted=False), "type")


def reading(corpora: Sequence[Documents], options: Options) -> str:
    """Return the reading of the parts of tuples, one of ABSA: the choice of the user, or by content without a
    choice.

    Four parts are quad, numbers of tokens are aste. Three texts are tasd if no tuple's first part occurs in
    its sentence, and aste if one does.
    """
    if options.absa is not None:
        return options.absa
    bodies = [body for corpus in corpora for body in corpus.values if isinstance(body, dict)]
    tuples = [
        (parts, str(body.get("text", "")))
        for body in bodies
        for each in records_in(body, "tuples")
        if isinstance(parts := each.get("parts"), list | tuple) and parts
    ]
    if any(len(parts) == len(("aspect", "category", "polarity", "opinion")) for parts, _ in tuples):
        return QUAD
    texts = [(parts[0], text) for parts, text in tuples if all(isinstance(part, str) for part in parts)]
    by_numbers = len(texts) < len(tuples)
    return ASTE if by_numbers or not texts or any(first in text for first, text in texts) else TASD


def _tuples(batch: Batch[Documents], made: Callable[[Body, str], Body]) -> BothSides:
    """Return the tuples of each document, as the function *made* makes them from a tuple and its side."""
    return BothSides(
        *(
            [
                {
                    "tuples": [
                        made(each, name) | {PATH: f"tuples[{place}]"}
                        for place, each in enumerate(listed(body, "tuples"))
                    ]
                }
                for body in side
            ]
            for name, side in zip(("gold", "system"), documents(batch), strict=True)
        )
    )


def tuples(batch: Batch[Documents], _: Options) -> BothSides:
    """Return the tuples of each document. A tuple of empty texts matches no tuple of the other side."""

    def made(each: Body, side: str) -> Body:
        parts = each["parts"]
        return {**each, "void": None if any(parts) else side, "rest": [*parts[:2], *parts[3:]]}

    return _tuples(batch, made)


def aspects(batch: Batch[Documents], options: Options) -> BothSides:
    """Return the aspect of each tuple, with its polarity. An aspect that was not decoded matches none of the
    other side.
    """
    place = ASPECT[reading([batch.gold, batch.system], options)]

    def made(each: Body, side: str) -> Body:
        void = side if each.get("unread") else None
        return {"type": each["type"], "aspect": each["parts"][place], "void": void}

    return _tuples(batch, made)
