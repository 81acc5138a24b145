"""The measures of records: formulas with a name, in display order. A measure's `compute` is its formula."""

from functools import partial
from math import inf

from nerkit.scorers.ie.formulas import PAPER, SCORES, measure
from nerkit.scorers.ie.means import product_of_f1
from nerkit.scorers.ie.opinions.measures import ASPECTS, OPINIONS
from nerkit.scorers.ie.relations.measures import EVENTS, IN_DOCREDS, RELATIONS, WIKIEVENTS, by_heads
from nerkit.scorers.ie.scirex import measures as scirex_measures
from nerkit.scorers.ie.templates import measures as template_measures
from nerkit.scorers.ie.templates import muc4_measures
from nerkit.scorers.task import Measure

GRIT = "Du, Rush & Cardie (2021), GRIT: Generative role-filler transformers, EACL; GRIT, eval.py"
GTT = "Du, Rush & Cardie (2021), Template filling with generative transformers, NAACL; GTT, eval.py"
ITERX = (
    "Chen, Gantt, Gu, Chen, White & Van Durme (2023), Iterative document-level information extraction via "
)
ITERX += "imitation learning, EACL; IterX, ceaf_rme"
WITHOUT = "Fillers without mentions do not count; a warning says how many there are."
GRITS = (
    "GRIT's eval.py lets a predicted filler without mentions agree with any of gold, leaves out predictions "
    "of roles that gold lacks, and fails for a document without predictions."
)
NESTED = "Of fillers of documents without templates, as of GRIT's files, all are one template."
COPIES = (
    "Equal fillers and equal templates of a system all count; a warning says how many of gold count once."
)
SIMILARITIES = (
    "phi3 counts the mentions that two fillers share, phi4 is the F1 of them; exact wants the same mentions, "
    "any wants one of them."
)
LABELS = (
    "A template of type A / B counts once for each of its labels in documents where the system has fillers, "
    "as in IterX's scorer."
)
of_fillers = partial(measure, groups=("templates",))
FILLERS = (
    of_fillers(
        template_measures.REE,
        "fillers of roles that are right: CEAF-REE, GRIT's scores",
        source=f"{GRIT}; Eq. 26 of {PAPER}",
        definition="Entities that fill roles, aligned one to one: right if all mentions of the system's are "
        "mentions of gold's. GRIT's strict scores. Case, punctuation and articles of mentions do not count.",
        edge_cases=(WITHOUT, "Of templates, equal fillers of a document count once."),
        differences=(GRITS,),
        default=True,
    ),
)
BETTERS = f"BETTER's granular score; Eq. 47 of {PAPER}"
of_iterx = partial(of_fillers, source=ITERX)
BETTER = Measure(
    "better",
    of=(
        of_fillers(
            template_measures.TYPES,
            "templates of the right type, whatever is in them",
            source=BETTERS,
            edge_cases=("Several templates of one type count each.",),
        ),
        of_fillers(
            template_measures.SLOTS,
            "fillers of templates, as template counts them",
            source=BETTERS,
            edge_cases=(WITHOUT, NESTED, COPIES, SIMILARITIES),
        ),
    ),
    combine=lambda _: product_of_f1,
    definition="The F1 of the types of templates times the F1 of their fillers: BETTER's granular score.",
    formula=("better/templates × better/slots, of their F1; there is no precision or recall",),
    source=BETTERS,
    edge_cases=("The types are counted whatever alignment is best for the fillers.",),
    groups=("templates",),
)
TEMPLATES = (
    of_fillers(
        template_measures.TEMPLATE,
        "templates of the right type, and their fillers: the paper's Eq. 32",
        source=f"Eq. 32 of {PAPER}",
        definition="Templates of one type are aligned one to one so that most of their fillers agree, which "
        "are aligned one to one too; mention_similarity=… says how alike two fillers are.",
        edge_cases=(
            "A template without fillers is worth nothing.", WITHOUT, NESTED, COPIES,
            SIMILARITIES,
        ),
        default=True,
    ),
    of_fillers(
        template_measures.GTT,
        "templates and their fillers as GTT's eval.py scores them",
        source=GTT,
        definition="Templates are aligned one to one so that most is right: their type, and fillers whose "
        "mentions are all of one filler of gold (precision), or the reverse (recall).",
        edge_cases=(
            "A type of the system agrees with one of gold that contains it as a string.",
            "The type counts as one more filler.",
            WITHOUT, NESTED, COPIES,
        ),
        differences=(
            "GTT takes the alignment of the best F1; here it is that with most right, by one assignment.",
        ),
        default=True,
    ),
    of_iterx(
        template_measures.RME_SUBSET,
        "fillers that share a mention with one of gold: IterX's CEAF-RME (phi-subset)",
        definition="Precision: fillers of the system that share a mention with a filler of gold; recall: "
        "fillers of gold that one of them is given to. Templates are aligned for precision.",
        edge_cases=(
            "A filler goes to the first filler of gold that has its first mention that gold has.",
            "A type A / B is both A and B.", WITHOUT, NESTED,
        ),
    ),
    of_iterx(
        template_measures.RME_PHI3,
        "mentions of fillers that gold has: IterX's CEAF-RME (phi-3)",
        definition="Mentions of the system's fillers that are mentions of gold's; templates and fillers are "
        "aligned one to one.",
        edge_cases=(
            "A mention that is given twice counts twice.",
            LABELS,
            WITHOUT, NESTED,
        ),
    ),
    BETTER,
    *BETTER.of,
    *(
        of_fillers(
            template_measures.PAPERS[name],
            f"as template, but several fillers of the system may be in one of gold ({name})",
            source=f"Eq. 27 and 28 of {PAPER}",
            definition="Templates of one type are aligned one to one; inside, each filler of the system goes "
            f"to its best filler of gold, by {what}.",
            edge_cases=("Recall may exceed 1.", WITHOUT, NESTED, COPIES),
            range=lambda _: (0, inf),
        )
        for name, what in (("subset", "all its mentions being gold's"), ("phi3", "the mentions in common"))
    ),
)  # fmt: skip

MUC_4 = (
    "Chinchor (1992), MUC-4 evaluation metrics, Proceedings of the Fourth Message Understanding Conference; "
    "the guidelines and the report of its scorer 3.3"
)
TAKEN = "Templates are taken in the order of their recall in percent, not in the best alignment."
HALVES = (
    "A fill that agrees in part is worth half: of a set one more general than gold's, a right one with "
    "a wrong tag, a location of the right country."
)
WITHOUT_PREMODIFIERS = "nerkit compares strings without premodifiers (the, some, 3), if other words remain."
OPTIONAL = "Optional fills and templates of gold (? and OPTIONAL) are never missing."
PEOPLE = "Most fills that differ were judged by people in 1992: judgements=FILE is that; else they are wrong."
FILLS = (
    "precision  (COR + PAR/2) / ACT, ACT = COR + PAR + INC + SPU: right, in part, incorrect, spurious fills",
    "recall     (COR + PAR/2) / POS, POS = COR + PAR + INC + MIS: and missing ones",
)
of_muc = partial(
    of_fillers,
    arithmetic=FILLS,
    source=MUC_4,
    edge_cases=(TAKEN, HALVES, WITHOUT_PREMODIFIERS, OPTIONAL),
    differences=(
        PEOPLE,
        "Percentages are not rounded before F; the output format muc4 prints the rounded ones of the report.",
    ),
)
MUC4 = (
    of_muc(
        muc4_measures.ALL_TEMPLATES,
        "fills of templates as MUC-4 scored them: all templates",
        definition="Fills of slots that agree, in part at half, over all fills: of templates "
        "that are aligned, missing or spurious.",
    ),
    of_muc(
        muc4_measures.MATCHED_MISSING,
        "the same without spurious templates",
        definition="As template-muc4, without the fills of spurious templates.",
    ),
    of_muc(
        muc4_measures.MATCHED_SPURIOUS,
        "the same without missing templates",
        definition="As template-muc4, without the fills of missing templates.",
    ),
    of_muc(
        muc4_measures.MATCHED_ONLY,
        "the same of aligned templates alone",
        definition="As template-muc4, of aligned templates alone.",
    ),
    of_muc(
        muc4_measures.SET_FILLS,
        "set fills of aligned and missing templates",
        definition="As template-muc4/matched-missing, of slots that are filled from a list.",
    ),
    of_muc(
        muc4_measures.STRING_FILLS,
        "string fills of aligned and missing templates",
        definition="As template-muc4/matched-missing, of slots that are filled with strings.",
    ),
    of_muc(
        muc4_measures.WHOLE_TEMPLATES,
        "templates that are aligned, missing and spurious",
        definition="Templates, right where they are aligned whatever their fills: the row template-id of the "
        "report.",
        arithmetic=SCORES[:2],
    ),
    of_muc(
        muc4_measures.OVERGENERATION,
        "spurious fills among the system's: SPU / ACT",
        definition="Spurious fills over all fills of the system; precision, recall and F are this share too.",
        arithmetic=("SPU / ACT",),
        lower_is_better=True,
    ),
    of_muc(
        muc4_measures.UNDERGENERATION,
        "missing fills among gold's: MIS / POS",
        definition="Missing fills over all fills of gold; precision, recall and F are this share too.",
        arithmetic=("MIS / POS",),
        lower_is_better=True,
    ),
    of_muc(
        muc4_measures.FALLOUT,
        "wrong set fills among all that would be wrong: fallout",
        definition="Incorrect and spurious fills of slots that are filled from a list, over all fills of "
        "these lists that would be incorrect; precision, recall and F are this share too.",
        arithmetic=(
            "(INC + SPU) / possible incorrect",
            "possible incorrect   n max(POS, 1) - POS in each slot of a template, n fills being in its list",
        ),
        lower_is_better=True,
    ),
)  # fmt: skip

MEASURES = (
    *RELATIONS,
    *EVENTS,
    *map(by_heads, EVENTS),
    *WIKIEVENTS,
    *map(by_heads, WIKIEVENTS[:2]),
    *IN_DOCREDS,
    *FILLERS,
    *TEMPLATES,
    *OPINIONS,
    *ASPECTS,
    *MUC4,
    *scirex_measures.MEASURES,
)

# the beginning of a measure's name -> what it counts
ITEMS = {
    "": "items",
    **dict.fromkeys(("relation", "docred"), "relations"),
    "docred-evidence": "sentences",
    "trigger": "triggers",
    **dict.fromkeys(("argument", "role-filler", "wikievents", "event-eq16"), "arguments"),
    **dict.fromkeys(("ree", "template", "better/slots", "rme"), "fillers"),
    **dict.fromkeys(("template-muc4/templates", "better/templates"), "templates"),
    "sentiment": "opinions",
    "absa": "tuples",
    "absa-tuple/aspect": "aspects",
}
