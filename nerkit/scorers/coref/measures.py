"""The measures of coreference, in display order; their arithmetic is in `clusters` and in `comparison`."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from nerkit.results.scores import Formula
from nerkit.scorers import clusters
from nerkit.scorers.coref.comparison import OfDocuments, OfEntities, detected, mor, zero
from nerkit.scorers.coref.options import LUO2014, Options
from nerkit.scorers.task import Measure

ONTONOTES, COREFUD = "ontonotes", "corefud"  # groups: what is printed for these shared tasks
SYMBOLS = (
    "n = matched mentions that a gold and a system entity share; |g|, |s| their sizes; T(x) = x (x - 1) / 2"
)
MICRO = "Numerators and denominators are summed over documents, then divided."
EMPTY = "0/0 is 0 unless empty=… sets another value; F1 is 0 if only one side has items."
LONERS = (
    "A mention without a partner adds 0 to the numerator and 1 to the denominator, and has no "
    "other effect (Pradhan et al. 2014)."
)
LINKLESS = "Entities with one mention have no links, so the score is 0/0 if no entity has two mentions."
CAVE = "If an entity spans several documents (span TSV), nerkit compares it over the whole corpus."
PRADHAN = "Pradhan et al. (2014), Scoring coreference partitions of predicted mentions, ACL; scorer.pl v8.01"
PERL = (
    "scorer.pl v8.01 keeps repeated gold mentions (F1 above 1); nerkit counts only the first "
    "mention of equal words, on both sides."
)
PARTS = (
    "the number of parts into which the entities of the other side cut g; a mention without a "
    "partner is one part"
)
LONELY_LINK = (
    "An entity with one mention has a link to itself, which is found if the mention is alone "
    "on the other side, too."
)
COVAL = "CoVal counts repeated mentions each time."


def _blanc(options: Options) -> Formula:
    """Return the formula of BLANC under the chosen convention."""
    return partial(clusters.blanc, both_sides=options.blanc == LUO2014)


MENTIONS = Measure(
    "mentions",
    OfDocuments(detected),
    "Mention detection: mentions matched one to one, whatever their entities.",
    formula=("precision  matched mentions / system mentions", "recall     matched mentions / gold mentions"),
    source=PRADHAN,
    edge_cases=(
        ('match=… chooses which mentions match; singletons="drop" leaves out entities with one mention.'),
    ),
    differences=(PERL,),
    default=True,
    groups=(ONTONOTES,),
)
MUC = Measure(
    "muc",
    OfEntities(clusters.muc),
    "Links: the number of links that must be added to restore each entity.",
    formula=(
        "recall     Σ_g |g| - parts(g), / Σ_g |g| - 1, over gold entities g",
        "precision  Σ_s |s| - parts(s), / Σ_s |s| - 1, over system entities s",
        f"parts(g)   {PARTS}",
        "Both numerators are equal: matched mentions minus pairs of entities that share a mention.",
        SYMBOLS,
    ),
    source="Vilain et al. (1995), A model-theoretic coreference scoring scheme, MUC-6; scorer.pl v8.01",
    edge_cases=(LINKLESS, MICRO, EMPTY),
    differences=(PERL, COVAL),
    default=True,
    groups=(ONTONOTES, COREFUD),
)
B_CUBED = Measure(
    "b_cubed",
    OfEntities(clusters.b_cubed),
    "The share of each mention's entity that is right, averaged over mentions.",
    formula=("recall     Σ n² / |g|, / gold mentions", "precision  Σ n² / |s|, / system mentions", SYMBOLS),
    source=f"Bagga & Baldwin (1998), Algorithms for scoring coreference chains; {PRADHAN}",
    edge_cases=(LONERS, MICRO, EMPTY),
    differences=(PERL, COVAL),
    aliases=("bcub",),
    default=True,
    groups=(ONTONOTES, COREFUD),
)
CEAF_M = Measure(
    "ceaf_m",
    OfEntities(clusters.ceaf_m),
    "Mentions that aligned gold and system entities share, under the best one-to-one alignment.",
    formula=(
        "recall     (max over alignments of Σ n) / gold mentions",
        "precision  (max over alignments of Σ n) / system mentions",
        SYMBOLS,
    ),
    source=f"Luo (2005), On coreference resolution performance metrics, HLT-EMNLP, φ3; {PRADHAN}",
    edge_cases=(LONERS, MICRO, EMPTY),
    differences=(PERL, "CoVal divides by entities instead of mentions."),
    aliases=("ceafm",),
    groups=(ONTONOTES, COREFUD),
)
CEAF_E = Measure(
    "ceaf_e",
    OfEntities(clusters.ceaf_e),
    "Similarity of aligned gold and system entities, under the best one-to-one alignment.",
    formula=(
        "recall     (max over alignments of Σ 2n / (|g| + |s|)) / gold entities",
        "precision  (max over alignments of Σ 2n / (|g| + |s|)) / system entities",
        SYMBOLS,
    ),
    source=f"Luo (2005), On coreference resolution performance metrics, HLT-EMNLP, φ4; {PRADHAN}",
    edge_cases=(LONERS, MICRO, EMPTY),
    differences=(
        PERL,
        "Copies of the scorer that drop only system singletons (e2e-coref) give other numbers.",
    ),
    aliases=("ceafe",),
    default=True,
    groups=(ONTONOTES, COREFUD),
)
LEA = Measure(
    "lea",
    OfEntities(clusters.lea),
    "The share of each entity's links that is right, weighted by the size of the entity.",
    formula=(
        "recall     Σ_g |g| Σ_s T(n) / T(|g|), / gold mentions",
        "precision  Σ_s |s| Σ_g T(n) / T(|s|), / system mentions",
        LONELY_LINK,
        SYMBOLS,
    ),
    source="Moosavi & Strube (2016), Which coreference evaluation metric do you trust?, ACL; CoVal",
    edge_cases=(LONERS, MICRO, EMPTY),
    differences=(COVAL,),
    groups=(COREFUD,),
)
PAIRWISE = Measure(
    "pairwise",
    OfEntities(clusters.pairwise),
    "Pairs of mentions in the same entity.",
    formula=("recall     Σ T(n) / Σ T(|g|)", "precision  Σ T(n) / Σ T(|s|)", SYMBOLS),
    source="the links of BLANC (Recasens & Hovy 2011); neleval 3.1.1",
    edge_cases=(LINKLESS, MICRO, EMPTY),
)
PAIRWISE_NEGATIVE = Measure(
    "pairwise_negative",
    OfEntities(clusters.pairwise_negative),
    "Pairs of mentions of a document in different entities.",
    formula=(
        "recall     pairs of matched mentions in different entities on both sides / such pairs of gold",
        "precision  pairs of matched mentions in different entities on both sides / such system pairs",
        SYMBOLS,
    ),
    source="the non-links of BLANC (Recasens & Hovy 2011); neleval 3.1.1",
    edge_cases=(MICRO, CAVE, EMPTY),
)
LINKS = replace(PAIRWISE, name="blanc/links")
NON_LINKS = replace(PAIRWISE_NEGATIVE, name="blanc/non-links")
BLANC = Measure(
    "blanc",
    definition=(
        "The mean of two scores: of links (pairs of mentions in one entity) and of non-links "
        "(pairs in different entities)."
    ),
    formula=(
        "links      Σ T(n) / Σ T(|g|), precision / Σ T(|s|)",
        "non-links  pairs in different entities on both sides / such pairs of gold, of the system",
        (
            "P, R, F1   the means over links and non-links; F1 is the mean of two F1, not the "
            "harmonic mean of P and R"
        ),
        SYMBOLS,
    ),
    source="Recasens & Hovy (2011), BLANC, Natural Language Engineering 17(4); Luo et al. (2014), An "
    "extension of BLANC to system mentions, ACL",
    edge_cases=(
        (
            "If the gold side lacks links or non-links, the other kind alone gives the score "
            '(blanc="conll", as scorer.pl).'
        ),
        'blanc="luo2014" leaves out a kind only if neither side has such pairs, as corefud-scorer does.',
        "Without any pair, for example with one mention, the score is 0/0.",
        "Pairs are of mentions of the same document, and links are summed over documents first.",
        CAVE,
    ),
    differences=(PERL,),
    of=(LINKS, NON_LINKS),
    combine=_blanc,
    groups=(ONTONOTES, COREFUD),
)
CONLL = Measure(
    "conll",
    definition="The average of the CoNLL shared tasks.",
    formula=("P, R, F1   the means of P, R and F1 of muc, b_cubed and ceaf_e",),
    source="Pradhan et al. (2011), CoNLL-2011 shared task; Pradhan et al. (2012)",
    edge_cases=(
        ('MUC is 0/0 if all entities have one mention; with empty="null" the mean then leaves out MUC.'),
    ),
    differences=("scorer.pl does not print the average; CoVal and corefud-scorer do.",),
    of=(MUC, B_CUBED, CEAF_E),
    combine=lambda _: clusters.CONLL,
    default=True,
    groups=(ONTONOTES, COREFUD),
)
MOR = Measure(
    "mor",
    OfDocuments(mor),
    "Mention overlap ratio: the words that mentions share, matched one to one for most words, whatever "
    "their entities.",
    formula=("recall     Σ |g ∩ s| / Σ |g|, in words of mentions", "precision  Σ |g ∩ s| / Σ |s|"),
    source="Žabokrtský et al. (2022), CRAC shared task on multilingual coreference; corefud-scorer 1.2",
    edge_cases=("match=… has no effect. Empty nodes are words at their position.",),
    groups=(COREFUD,),
)
ZERO = Measure(
    "zero",
    OfDocuments(zero),
    (
        "Anaphors that are empty nodes: mentions that are not the first of their entity and are "
        "linked to an earlier mention."
    ),
    formula=(
        "recall     right / (right + wrong + missed), over gold anaphors",
        "precision  right / (right + wrong + spurious)",
        "right      the partner's entity holds the partner of an earlier mention of the gold entity",
    ),
    source="Žabokrtský & Ogrodniczuk (2023), CRAC shared task; corefud-scorer 1.2",
    edge_cases=("In formats without empty nodes the score is 0/0.", EMPTY),
    differences=("nerkit finds partners through the alignment (corefud-scorer: by position first).",),
    groups=(COREFUD,),
)

MEASURES: Sequence[Measure] = (
    *(MENTIONS, MUC, B_CUBED, CEAF_M, CEAF_E, BLANC, LINKS, NON_LINKS, LEA),
    *(PAIRWISE, PAIRWISE_NEGATIVE, CONLL, MOR, ZERO),
)
LANGUAGE = (
    "coref: bcub, ceafm and ceafe are b_cubed, ceaf_m and ceaf_e; -m all prints all measures.",
    "       blanc/links and blanc/non-links are the parts of blanc and shown with it.",
)
