"""The errors of fillers of roles and of templates: one condition that failed, for each wrong filler.

    correct            the right role of the right template, and similar mentions
    filler partial     similar in part (phi3, phi4)
    filler boundary    the role and the template are right, and a word is common
    filler label       the template and the mentions are right
    filler template    the role and the mentions are right
    filler duplicate   equal to a gold filler that already has a partner
    template label     fillers agree, and the types differ
    filler missed, filler spurious, template missed, template spurious
                       nothing above explains it

Each class leaves out one factor of the formula, role × template × mentions, and matches what is left over one
to one; classes are looked for in this order, duplicates before all others (Das et al. 2022, Automatic error
analysis for document-level information extraction, ACL, whose classes these are). Templates are aligned as
the measure aligns them. Then templates are aligned that agree only in their type, and at last templates whose
fillers agree. Fillers below templates of another type are never in the right template. Templates are listed
beside their fillers, but the measure does not count them.
"""

from dataclasses import replace
from itertools import chain

import numpy as np

from nerkit.algebra.levels import Level
from nerkit.algebra.normalizers import where
from nerkit.algebra.operators import field, same
from nerkit.algebra.sets import match_sets
from nerkit.algebra.similarity import Similarity, SparsePairs
from nerkit.algorithms.columns import NONE, Column, FloatArray, IntArray
from nerkit.corpora.corpus import Batch
from nerkit.corpora.records import Documents
from nerkit.results.errors import CORRECT, Errors
from nerkit.scorers.ie.item_pairing import RecordPairing
from nerkit.scorers.ie.judged.values import decided
from nerkit.scorers.ie.levels import RecordCells
from nerkit.scorers.ie.options import Options
from nerkit.scorers.ie.relations.errors import said
from nerkit.scorers.ie.templates.measures import SIMILAR_MENTIONS, TYPE, entities, multisets
from nerkit.scorers.ie.views import PATH, Body, BothSides, RecordFormula, listed

PARTIAL, DUPLICATE, BOUNDARY, LABEL, TEMPLATE, *ALONE = OF_FILLERS = (
    *("filler partial", "filler duplicate", "filler boundary", "filler label", "filler template"),
    *("filler missed", "filler spurious"),
)
OF_TYPE, *TEMPLATES_ALONE = OF_TEMPLATES = ("template label", "template missed", "template spurious")
KINDS = (CORRECT, *OF_FILLERS, *OF_TEMPLATES)
TIE = 1e-9  # similarities this close are equal
WORDS = field("words", where(match_sets(same), above=0))  # a word in common


def find(batch: Batch[Documents], formula: RecordFormula, options: Options) -> Errors:
    """Return the fillers of all documents under a measure, pair by pair, and their templates, as errors."""
    mentions = SIMILAR_MENTIONS[options.mention_similarity if formula.variants else "subset"]
    pairing = _TemplatePairing(RecordCells(batch, options).sides(formula), formula)
    pairing.align(mentions)
    pairing.classify(mentions)
    return pairing.listed_in(batch)


class _TemplatePairing(RecordPairing):
    """The templates of each side as rows, followed by their fillers; `inside` is the row of the template of a
    filler.
    """

    def __init__(self, sides: BothSides, formula: RecordFormula) -> None:
        self.items: list[Body] = []
        document, inside, sizes = list[int](), list[int](), list[int]()
        for bodies in sides:
            first = len(self.items)
            templates = [(at, each) for at, body in enumerate(bodies) for each in listed(body, "templates")]
            fillers = [
                (at, first + number, _worded(each))
                for number, (at, template) in enumerate(templates)
                for each in template["fillers"]
            ]
            if formula.lists == ("fillers",):
                every = ((at, each) for at, body in enumerate(bodies) for each in listed(body, "fillers"))
                fillers += [(at, NONE, _worded(each)) for at, each in every]
            self.items += [*(each for _, each in templates), *(each for *_, each in fillers)]
            document += [*(at for at, _ in templates), *(at for at, *_ in fillers)]
            inside += [*[NONE] * len(templates), *(template for _, template, _ in fillers)]
            sizes += [len(templates), len(fillers)]
        columns = {"document": np.array(document, np.int64), "inside": np.array(inside, np.int64)}
        super().__init__(KINDS, sum(sizes[:2]), columns)
        self.is_template = np.repeat([True, False, True, False], sizes)

    def align(self, mentions: Similarity) -> None:
        """Pair templates, and mark each filler with its possible partners. Fillers of a pair share a `place`;
        `beside` is also shared if the types of the pair differ.
        """
        self.free = self.is_template.copy()
        within = field("fillers", entities(mentions))
        alike = field("fillers", multisets(where(field("mentions", mentions), above=0)))
        place, beside = np.arange(len(self.items)), np.arange(len(self.items))
        for kind, guide in ((CORRECT, TYPE * within), (CORRECT, TYPE + TYPE * alike), (OF_TYPE, within)):
            gold, system, _ = self.best(guide)
            self.take(gold, system, kind)
            beside[system] = gold
            if kind == CORRECT:
                place[system] = gold
        self.alone(TEMPLATES_ALONE)
        for row in np.flatnonzero(~self.is_template).tolist():
            template = self.columns["inside"][row]
            self.items[row] |= {"place": int(place[template]), "beside": int(beside[template])}

    def classify(self, mentions: Similarity) -> None:
        """Pair fillers class by class."""
        self.free = ~self.is_template
        agree = decided(field("mentions", mentions))
        placed, role = field("place", same), field("role", same)
        gold, system, value = self.best(placed * role * agree)
        own = agree.own(Level([self.items[row] for row in (*gold, *system)], len(gold)))
        partial = value < np.maximum(*np.split(own, 2)) - TIE
        for kind, which in ((CORRECT, ~partial), (PARTIAL, partial)):
            self.take(gold[which], system[which], kind)
        free = self.free.copy()
        self.free[: self.split] = False
        self.free[gold] = True  # a repeated filler matches one of gold that has its partner already
        repeated = self.best(placed * role * where(agree, above=0), "N:1")[1]
        self.free = free
        self.take_single(repeated, DUPLICATE)
        for kind, similarity in (
            (BOUNDARY, placed * role * WORDS),
            (LABEL, placed * agree),
            (TEMPLATE, field("beside", same) * role * agree),
            (TEMPLATE, role * agree),
        ):
            self.take(*self.best(similarity)[:2], kind)
        self.alone(ALONE)

    def best(self, similarity: Similarity, constraint: str = "1:1") -> tuple[IntArray, IntArray, FloatArray]:
        """Return the pairs of the best matching of the unpaired rows of each document, and their
        similarities.
        """
        document = self.columns["document"]
        documents = int(document.max(initial=-1)) + 1
        rows: list[list[int]] = [[] for _ in range(2 * documents)]
        for row in np.flatnonzero(self.free).tolist():
            rows[int(document[row]) + documents * (row >= self.split)].append(row)
        level = Level([[self.items[row] for row in each] for each in rows], documents)
        matching = match_sets(similarity, constraint, duplicates="multiset")
        matched: SparsePairs = matching.pairs(level, np.tile(np.arange(documents), 2)).inner[0].pairs
        order = np.array(list(chain.from_iterable(rows)), np.int64)
        return order[matched.gold], order[matched.system], matched.value

    def listed_in(self, batch: Batch[Documents]) -> Errors:
        """Return all pairs, document by document, templates before fillers."""
        label = Column.of(str(each.get("type", each.get("role"))) for each in self.items)
        found = self.listed(
            batch, label, lambda row: f"{self.items[row].get(PATH)} {said(self.items[row], None)}"
        )
        row = np.where(found.gold == NONE, found.system + self.split, found.gold)
        return replace(found, agreeing=lambda _: self.is_template[row])


def _worded(filler: Body) -> Body:
    """Return a filler with the words of its mentions."""
    return {**filler, "words": sorted({word for mention in filler["mentions"] for word in mention.split()})}
