"""The measures of records: formulas with a name, in display order. A measure's `compute` is its formula."""

from functools import partial
from math import inf

from nerkit.scorers.ie.formulas import PAPER, measure
from nerkit.scorers.ie.means import product_of_f1
from nerkit.scorers.ie.opinions.measures import ASPECTS, OPINIONS
from nerkit.scorers.ie.relations.measures import EVENTS, IN_DOCREDS, RELATIONS, WIKIEVENTS, by_heads
from nerkit.scorers.ie.scirex import measures as scirex_measures
from nerkit.scorers.ie.templates import measures as template_measures
from nerkit.scorers.ie.templates.muc4_measures import MUC4
from nerkit.scorers.task import Measure

GRIT = "Du, Rush & Cardie (2021), GRIT: Generative role-filler transformers, EACL; GRIT, eval.py"

ITERX = (
    "Chen, Gantt, Gu, Chen, White & Van Durme (2023), Iterative document-level information extraction via "
)
ITERX += "imitation learning, EACL; IterX, ceaf_rme"
WITHOUT = "Fillers without mentions do not count; a warning says how many there are."

NESTED = "Fillers outside templates, as in GRIT's files, form one template per document."
COPIES = (
    "All equal fillers and templates of a system count. Equal gold fillers and templates count "
    "once, with a warning."
)
SIMILARITIES = (
    "phi3 counts the shared mentions of two fillers, phi4 is the F1 of their mentions; exact "
    "needs equal mentions, any needs one shared mention."
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
        differences=(
            (
                "In GRIT's eval.py a predicted filler without mentions agrees with every gold filler. The "
                "script leaves out predictions of roles without gold fillers, and fails if a document has "
                "no predictions."
            ),
        ),
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
        source="Du, Rush & Cardie (2021), Template filling with generative transformers, NAACL; GTT, eval.py",
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
            ("As in IterX's scorer, a template of type A / B counts once per label in documents in "
    "which the system has fillers."),
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
