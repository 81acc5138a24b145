"""What `nerkit explain` and `nerkit measures` say of coreference measures."""

from collections.abc import Iterator

from nerkit.errors import unknown
from nerkit.scorers import Description

SYMBOLS = (
    "n = matched mentions that a gold and a system entity share; |g|, |s| their sizes; T(x) = x (x - 1) / 2"
)
MICRO = "Numerators and denominators are summed over documents, then divided."
EMPTY = "0/0 is 0 unless --empty says otherwise; F1 is 0 where only one side has items."
LONERS = "A mention without a partner adds nothing above and one below; nothing else is done about it (Pradhan et al. 2014)."
LINKLESS = "Entities of one mention have no links: where all are such, the score is 0/0."
CAVE = "Where an entity goes through several documents (span TSV) it is compared over the corpus as a whole."
PRADHAN = "Pradhan et al. (2014), Scoring coreference partitions of predicted mentions, ACL; scorer.pl v8.01"
PERL = "scorer.pl v8.01 keeps repeated gold mentions (F1 above 1); here the first of the same words counts, on both sides."
COVAL = "CoVal counts repeated mentions each time."

FOUND = {  # name -> definition, formula, source, edge cases, differences
    "mentions": (
        "Mention detection: mentions matched one to one, whatever their entities.",
        ("precision  matched mentions / system mentions", "recall     matched mentions / gold mentions"),
        PRADHAN,
        ("--match says which mentions match, --singletons drop leaves out entities of one mention.",),
        (PERL,),
    ),
    "muc": (
        "Links: how many links are missing to make each entity whole again.",
        (
            "recall     Σ_g |g| - parts(g), / Σ_g |g| - 1, over gold entities g",
            "precision  Σ_s |s| - parts(s), / Σ_s |s| - 1, over system entities s",
            "parts(g)   the parts that the entities of the other side cut g into, a mention without a partner being one",
            "Both numerators are the same: matched mentions less pairs of entities that share any.",
        ),
        "Vilain et al. (1995), A model-theoretic coreference scoring scheme, MUC-6; scorer.pl v8.01",
        (LINKLESS, MICRO, EMPTY),
        (PERL, COVAL),
    ),
    "b_cubed": (
        "The share of each mention's entity that is right, averaged over mentions.",
        ("recall     Σ n² / |g|, / gold mentions", "precision  Σ n² / |s|, / system mentions"),
        f"Bagga & Baldwin (1998), Algorithms for scoring coreference chains; {PRADHAN}",
        (LONERS, MICRO, EMPTY),
        (PERL, COVAL),
    ),
    "ceaf_m": (
        "Mentions shared by gold and system entities that are aligned one to one as well as possible.",
        ("recall     max over alignments of Σ n, / gold mentions", "precision  the same / system mentions"),
        f"Luo (2005), On coreference resolution performance metrics, HLT-EMNLP, φ3; {PRADHAN}",
        (LONERS, MICRO, EMPTY),
        (PERL, "CoVal divides by entities instead of mentions."),
    ),
    "ceaf_e": (
        "Similarity of gold and system entities that are aligned one to one as well as possible.",
        (
            "recall     max over alignments of Σ 2n / (|g| + |s|), / gold entities",
            "precision  the same / system entities",
        ),
        f"Luo (2005), On coreference resolution performance metrics, HLT-EMNLP, φ4; {PRADHAN}",
        (LONERS, MICRO, EMPTY),
        (
            PERL,
            "Copies in which system singletons are dropped and gold ones are not (e2e-coref) give other numbers.",
        ),
    ),
    "blanc": (
        "The mean of the scores of links, pairs of mentions in one entity, and of non-links, pairs in different ones.",
        (
            "links      Σ T(n) / Σ T(|g|), precision / Σ T(|s|)",
            "non-links  pairs in different entities on both sides / such pairs of gold, of the system",
            "P, R, F1   the means of both; F1 is the mean of two F1, not the harmonic mean of P and R",
        ),
        "Recasens & Hovy (2011), BLANC, Natural Language Engineering 17(4); Luo et al. (2014), An extension of BLANC to system mentions, ACL",
        (
            "Without links of one kind in gold the other kind alone is the score (--blanc conll, as scorer.pl).",
            "--blanc luo2014: a kind is left out where neither side has any, as corefud-scorer does.",
            "With links of no kind, one mention for example, it is 0/0.",
            "Pairs are of mentions of the same document, and links are summed over documents first.",
            CAVE,
        ),
        (PERL,),
    ),
    "lea": (
        "The share of each entity's links that is right, weighted by the size of the entity.",
        (
            "recall     Σ_g |g| Σ_s T(n) / T(|g|), / gold mentions",
            "precision  Σ_s |s| Σ_g T(n) / T(|s|), / system mentions",
            "An entity of one mention has a link to itself, found where the mention is alone on the other side too.",
        ),
        "Moosavi & Strube (2016), Which coreference evaluation metric do you trust?, ACL; CoVal",
        (LONERS, MICRO, EMPTY),
        (COVAL,),
    ),
    "pairwise": (
        "Pairs of mentions in the same entity.",
        ("recall     Σ T(n) / Σ T(|g|)", "precision  Σ T(n) / Σ T(|s|)"),
        "the links of BLANC (Recasens & Hovy 2011); neleval 3.1.1",
        (LINKLESS, MICRO, EMPTY),
        (),
    ),
    "pairwise_negative": (
        "Pairs of mentions of a document in different entities.",
        (
            "recall     pairs of matched mentions in different entities on both sides / such pairs of gold",
            "precision  the same / such pairs of the system",
        ),
        "the non-links of BLANC (Recasens & Hovy 2011); neleval 3.1.1",
        (MICRO, CAVE, EMPTY),
        (),
    ),
    "conll": (
        "The average of the CoNLL shared tasks.",
        ("P, R, F1   the means of those of muc, b_cubed and ceaf_e",),
        "Pradhan et al. (2011), CoNLL-2011 shared task; Pradhan et al. (2012)",
        (
            "MUC is 0/0 where all entities have one mention; with --empty null it is then left out of the mean.",
        ),
        ("scorer.pl does not print it; CoVal and corefud-scorer do.",),
    ),
    "mor": (
        "Mention overlap ratio: the words that mentions share, matched one to one for most words, whatever their entities.",
        ("recall     Σ |g ∩ s| / Σ |g|, in words of mentions", "precision  Σ |g ∩ s| / Σ |s|"),
        "Žabokrtský et al. (2022), CRAC shared task on multilingual coreference; corefud-scorer 1.2",
        ("Independent of --match. Empty nodes are words at their position.",),
        (),
    ),
    "zero": (
        "Anaphors that are empty nodes: those that are not the first mention of their entity and are linked to an earlier one.",
        (
            "recall     right / (right + wrong + missed), over gold anaphors",
            "precision  right / (right + wrong + spurious)",
            "right      the partner's entity holds the partner of an earlier mention of the gold entity",
        ),
        "Žabokrtský & Ogrodniczuk (2023), CRAC shared task; corefud-scorer 1.2",
        ("Formats without empty nodes have none: 0/0.", EMPTY),
        ("Partners are looked up through the alignment (corefud-scorer: by position first).",),
    ),
}
WORDED = ("mentions", "conll", "mor", "zero")  # their formulas use no symbols
PARTS = {"blanc": ("blanc/links", "blanc/non-links"), "conll": ("muc", "b_cubed", "ceaf_e")}
SAME = {"blanc/links": "pairwise", "blanc/non-links": "pairwise_negative"}  # the same numbers
ALIASES = {"bcub": "b_cubed", "ceafm": "ceaf_m", "ceafe": "ceaf_e"}  # scorer.pl's and CoVal's names
MEASURES = (
    *("mentions", "muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "blanc/links", "blanc/non-links", "lea"),
    *("pairwise", "pairwise_negative", "conll", "mor", "zero"),
)
LANGUAGE = (
    "coref: bcub, ceafm and ceafe are b_cubed, ceaf_m and ceaf_e; -m all is all of them.",
    "       blanc/links and blanc/non-links are the parts of blanc and shown with it.",
)


def measures() -> Iterator[Description]:
    """All measures, in display order."""
    for name in MEASURES:
        yield Description(name, FOUND[SAME.get(name, name)][0], (), "", (), ())


def describe(name: str) -> Description:
    """Everything there is to say of a measure. Raises UsageError for a name that is none."""
    known = ALIASES.get(name, SAME.get(name, name))
    if known not in FOUND:
        raise unknown("measure", name, MEASURES)
    definition, formula, source, edges, differences = FOUND[known]
    symbols = () if known in WORDED else (SYMBOLS,)
    return Description(name, definition, (*formula, *symbols), source, edges, differences)
