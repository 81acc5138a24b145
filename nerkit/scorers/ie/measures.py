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
    "In GRIT's eval.py a predicted filler without mentions agrees with every gold filler. The "
    "script leaves out predictions of roles without gold fillers, and fails if a document has "
    "no predictions."
)
NESTED = "Fillers outside templates, as in GRIT's files, form one template per document."
COPIES = (
    "All equal fillers and templates of a system count. Equal gold fillers and templates count "
    "once, with a warning."
)
SIMILARITIES = (
    "phi3 counts the shared mentions of two fillers, phi4 is the F1 of their mentions; exact "
    "needs equal mentions, any needs one shared mention."
)
LABELS = (
    "As in IterX's scorer, a template of type A / B counts once per label in documents in "
    "which the system has fillers."
)
of_fillers = partial(measure, groups=("templates",))
FILLERS = (
    of_fillers(
        template_measures.REE,
        "right fillers of roles: CEAF-REE, GRIT's scores",
        source=f"{GRIT}; Eq. 26 of {PAPER}",
        definition=(
            "Entities that fill roles, aligned one to one. A system entity is right if all its "
            "mentions are mentions of the gold entity. These are GRIT's strict scores. Case, "
            "punctuation and articles of mentions do not count."
        ),
        edge_cases=(WITHOUT, "Equal fillers of templates count once per document."),
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
    definition="BETTER's granular score: the F1 of the template types times the F1 of the fillers.",
    formula=("better/templates × better/slots, of their F1; there is no precision or recall",),
    source=BETTERS,
    edge_cases=("The alignment that is best for the fillers does not change the count of types.",),
    groups=("templates",),
)
TEMPLATES = (
    of_fillers(
        template_measures.TEMPLATE,
        "templates of the right type, and their fillers: the paper's Eq. 32",
        source=f"Eq. 32 of {PAPER}",
        definition=("Templates of one type, and their fillers, are aligned one to one so that most fillers "
"agree. mention_similarity=… chooses how nerkit compares two fillers."),
        edge_cases=(
            "A template without fillers earns nothing.", WITHOUT, NESTED, COPIES,
            SIMILARITIES,
        ),
        default=True,
    ),
    of_fillers(
        template_measures.GTT,
        "templates and their fillers as GTT's eval.py scores them",
        source=GTT,
        definition=("Templates are aligned one to one so that most types and fillers are right. For "
"precision, a filler is right if one gold filler has all its mentions; for recall the "
"reverse."),
        edge_cases=(
            "A system type agrees with a gold type that contains the system type as a string.",
            "The type counts as one more filler.",
            WITHOUT, NESTED, COPIES,
        ),
        differences=(
            ("GTT takes the alignment with the best F1. nerkit takes the alignment with most "
"right fillers, by one assignment."),
        ),
        default=True,
    ),
    of_iterx(
        template_measures.RME_SUBSET,
        "fillers that share a mention with a gold filler: IterX's CEAF-RME (phi-subset)",
        definition=("Precision counts system fillers that share a mention with a gold filler. Recall "
"counts gold fillers to which a system filler is assigned. Templates are aligned for "
"precision."),
        edge_cases=(
            ("nerkit assigns a filler by its first mention that occurs in the gold fillers, to "
"the first gold filler with that mention."),
            "A type A / B is both A and B.", WITHOUT, NESTED,
        ),
    ),
    of_iterx(
        template_measures.RME_PHI3,
        "shared mentions of fillers: IterX's CEAF-RME (phi-3)",
        definition=("Mentions that system fillers and gold fillers share; templates and fillers are "
"aligned one to one."),
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
            f"as template, but several system fillers may agree with one gold filler ({name})",
            source=f"Eq. 27 and 28 of {PAPER}",
            definition=("Templates of one type are aligned one to one. Inside, each system filler agrees "
f"with its best gold filler, by {what}."),
            edge_cases=("Recall may exceed 1.", WITHOUT, NESTED, COPIES),
            range=lambda _: (0, inf),
        )
        for name, what in (("subset", "all mentions being gold mentions"), ("phi3", "the shared mentions"))
    ),
)  # fmt: skip

MUC_4 = (
    "Chinchor (1992), MUC-4 evaluation metrics, Proceedings of the Fourth Message Understanding Conference; "
    "the guidelines and the report of its scorer 3.3"
)
TAKEN = (
    "nerkit aligns templates greedily in the order of their recall in percent, and does not search "
    "for the best alignment."
)
HALVES = (
    "A partly right fill earns one half: a more general set fill, a right fill with a wrong "
    "tag, a location in the right country."
)
WITHOUT_PREMODIFIERS = "nerkit compares strings without premodifiers (the, some, 3), if other words remain."
OPTIONAL = "Optional fills and templates of gold (? and OPTIONAL) are never missing."
PEOPLE = (
    "In 1992 people judged most fills that differ. judgements=FILE gives such judgements; without "
    "the file, fills that differ are wrong."
)
FILLS = (
    (
        "precision  (COR + PAR/2) / ACT, ACT = COR + PAR + INC + SPU: right, partly right, "
        "incorrect, spurious fills"
    ),
    "recall     (COR + PAR/2) / POS, POS = COR + PAR + INC + MIS, where MIS counts missing fills",
)
of_muc = partial(
    of_fillers,
    arithmetic=FILLS,
    source=MUC_4,
    edge_cases=(TAKEN, HALVES, WITHOUT_PREMODIFIERS, OPTIONAL),
    differences=(
        PEOPLE,
        (
            "nerkit does not round percentages before it computes F; the output format muc4 prints "
            "the rounded percentages of the report."
        ),
    ),
)
MUC4 = (
    of_muc(
        muc4_measures.ALL_TEMPLATES,
        "fills of templates as MUC-4 scored them: all templates",
        definition=("Fills that agree (in part: one half) over all fills of aligned, missing and spurious "
"templates."),
    ),
    of_muc(
        muc4_measures.MATCHED_MISSING,
        "fills of templates as MUC-4 scored them: without spurious templates",
        definition="As template-muc4, without the fills of spurious templates.",
    ),
    of_muc(
        muc4_measures.MATCHED_SPURIOUS,
        "fills of templates as MUC-4 scored them: without missing templates",
        definition="As template-muc4, without the fills of missing templates.",
    ),
    of_muc(
        muc4_measures.MATCHED_ONLY,
        "fills of templates as MUC-4 scored them: only aligned templates",
        definition="As template-muc4, but only with aligned templates.",
    ),
    of_muc(
        muc4_measures.SET_FILLS,
        "set fills of aligned and missing templates",
        definition="As template-muc4/matched-missing, but only slots that are filled from a list.",
    ),
    of_muc(
        muc4_measures.STRING_FILLS,
        "string fills of aligned and missing templates",
        definition="As template-muc4/matched-missing, but only slots that are filled with strings.",
    ),
    of_muc(
        muc4_measures.WHOLE_TEMPLATES,
        "templates that are aligned, missing and spurious",
        definition=("Templates: an aligned template is right, whatever its fills. This is the row "
"template-id of the report."),
        arithmetic=SCORES[:2],
    ),
    of_muc(
        muc4_measures.OVERGENERATION,
        "share of system fills that are spurious: SPU / ACT",
        definition=("Spurious fills over all fills of the system. Precision, recall and F all show this "
"share."),
        arithmetic=("SPU / ACT",),
        lower_is_better=True,
    ),
    of_muc(
        muc4_measures.UNDERGENERATION,
        "share of gold fills that are missing: MIS / POS",
        definition="Missing fills over all gold fills. Precision, recall and F all show this share.",
        arithmetic=("MIS / POS",),
        lower_is_better=True,
    ),
    of_muc(
        muc4_measures.FALLOUT,
        "fallout: share of possible wrong set fills that the system gives",
        definition=("Incorrect and spurious fills over all possible incorrect fills, in slots that are "
"filled from a list. Precision, recall and F all show this share."),
        arithmetic=(
            "(INC + SPU) / possible incorrect",
            ("possible incorrect   n max(POS, 1) - POS summed over the slots of templates, "
"where n is the length of the slot's list"),
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
