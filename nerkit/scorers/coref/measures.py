"""The measures of coreference, in display order; their arithmetic is in `clusters` and in `mentions`."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from nerkit.results.scores import Formula
from nerkit.scorers import clusters
from nerkit.scorers.coref.comparison import OfDocuments, OfEntities
from nerkit.scorers.coref.mentions import detected, mor, zero
from nerkit.scorers.coref.options import LUO2014, Options
from nerkit.scorers.task import Measure

ONTONOTES, COREFUD = "ontonotes", "corefud"  # groups: what is printed for these shared tasks
SYMBOLS = (
    "n = matched mentions that a gold and a system entity share; |g|, |s| their sizes; T(x) = x (x - 1) / 2"
)
MICRO = "Numerators and denominators are summed over documents, then divided."
EMPTY = "0/0 is 0 unless empty=… says otherwise; F1 is 0 where only one side has items."
LONERS = (
    "A mention without a partner adds nothing above and one below; nothing else is done about it "
    "(Pradhan et al. 2014)."
)
LINKLESS = "Entities of one mention have no links: where all are such, the score is 0/0."
CAVE = "Where an entity goes through several documents (span TSV) it is compared over the corpus as a whole."
PRADHAN = "Pradhan et al. (2014), Scoring coreference partitions of predicted mentions, ACL; scorer.pl v8.01"
PERL = (
    "scorer.pl v8.01 keeps repeated gold mentions (F1 above 1); here the first of the same words counts, "
    "on both sides."
)
PARTS = "the parts that the entities of the other side cut g into, a mention without a partner being one"
LONELY_LINK = (
    "An entity of one mention has a link to itself, found where the mention is alone on the other side too."
)
COVAL = "CoVal counts repeated mentions each time."


def _blanc(options: Options) -> Formula:
    """The formula of BLANC under the convention that was chosen."""
    return partial(clusters.blanc, both_sides=options.blanc == LUO2014)


MENTIONS = Measure(
    "mentions",
    OfDocuments(detected),
    "Mention detection: mentions matched one to one, whatever their entities.",
    formula=("precision  matched mentions / system mentions", "recall     matched mentions / gold mentions"),
    source=PRADHAN,
    edge_cases=('match=… says which mentions match, singletons="drop" leaves out entities of one mention.',),
    differences=(PERL,),
    default=True,
    groups=(ONTONOTES,),
)
MUC = Measure(
    "muc",
    OfEntities(clusters.muc),
    "Links: how many links are missing to make each entity whole again.",
    formula=(
        "recall     Σ_g |g| - parts(g), / Σ_g |g| - 1, over gold entities g",
        "precision  Σ_s |s| - parts(s), / Σ_s |s| - 1, over system entities s",
        f"parts(g)   {PARTS}",
        "Both numerators are the same: matched mentions less pairs of entities that share any.",
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
    "Mentions shared by gold and system entities that are aligned one to one as well as possible.",
    formula=(
        "recall     max over alignments of Σ n, / gold mentions",
        "precision  the same / system mentions",
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
    "Similarity of gold and system entities that are aligned one to one as well as possible.",
    formula=(
        "recall     max over alignments of Σ 2n / (|g| + |s|), / gold entities",
        "precision  the same / system entities",
        SYMBOLS,
    ),
    source=f"Luo (2005), On coreference resolution performance metrics, HLT-EMNLP, φ4; {PRADHAN}",
    edge_cases=(LONERS, MICRO, EMPTY),
    differences=(
        PERL,
        "Copies in which system singletons are dropped and gold ones are not (e2e-coref) give other numbers.",
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
        "precision  the same / such pairs of the system",
        SYMBOLS,
    ),
    source="the non-links of BLANC (Recasens & Hovy 2011); neleval 3.1.1",
    edge_cases=(MICRO, CAVE, EMPTY),
)
LINKS = replace(PAIRWISE, name="blanc/links")
NON_LINKS = replace(PAIRWISE_NEGATIVE, name="blanc/non-links")
BLANC = Measure(
    "blanc",
    definition="The mean of the scores of links, pairs of mentions in one entity, and of non-links, pairs in "
    "different ones.",
    formula=(
        "links      Σ T(n) / Σ T(|g|), precision / Σ T(|s|)",
        "non-links  pairs in different entities on both sides / such pairs of gold, of the system",
        "P, R, F1   the means of both; F1 is the mean of two F1, not the harmonic mean of P and R",
        SYMBOLS,
    ),
    source="Recasens & Hovy (2011), BLANC, Natural Language Engineering 17(4); Luo et al. (2014), An "
    "extension of BLANC to system mentions, ACL",
    edge_cases=(
        'Without links of one kind in gold the other kind alone is the score (blanc="conll", as scorer.pl).',
        'blanc="luo2014": a kind is left out where neither side has any, as corefud-scorer does.',
        "With links of no kind, one mention for example, it is 0/0.",
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
    formula=("P, R, F1   the means of those of muc, b_cubed and ceaf_e",),
    source="Pradhan et al. (2011), CoNLL-2011 shared task; Pradhan et al. (2012)",
    edge_cases=(
        'MUC is 0/0 where all entities have one mention; with empty="null" it is then left out of the mean.',
    ),
    differences=("scorer.pl does not print it; CoVal and corefud-scorer do.",),
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
    edge_cases=("Independent of match=…. Empty nodes are words at their position.",),
    groups=(COREFUD,),
)
ZERO = Measure(
    "zero",
    OfDocuments(zero),
    "Anaphors that are empty nodes: those that are not the first mention of their entity and are linked to "
    "an earlier one.",
    formula=(
        "recall     right / (right + wrong + missed), over gold anaphors",
        "precision  right / (right + wrong + spurious)",
        "right      the partner's entity holds the partner of an earlier mention of the gold entity",
    ),
    source="Žabokrtský & Ogrodniczuk (2023), CRAC shared task; corefud-scorer 1.2",
    edge_cases=("Formats without empty nodes have none: 0/0.", EMPTY),
    differences=("Partners are looked up through the alignment (corefud-scorer: by position first).",),
    groups=(COREFUD,),
)

MEASURES: Sequence[Measure] = (
    *(MENTIONS, MUC, B_CUBED, CEAF_M, CEAF_E, BLANC, LINKS, NON_LINKS, LEA),
    *(PAIRWISE, PAIRWISE_NEGATIVE, CONLL, MOR, ZERO),
)
LANGUAGE = (
    "coref: bcub, ceafm and ceafe are b_cubed, ceaf_m and ceaf_e; -m all is all of them.",
    "       blanc/links and blanc/non-links are the parts of blanc and shown with it.",
)
