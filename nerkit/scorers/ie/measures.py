"""The measures of records: formulas with a name, in display order. A measure's `compute` is its formula."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any

from nerkit.algebra.alternatives import otherwise
from nerkit.algebra.formula import f_measure
from nerkit.algebra.normalizers import where
from nerkit.algebra.operators import field, record, same, times
from nerkit.algebra.sets import match_sets
from nerkit.scorers.ie import opinions, template_measures, views
from nerkit.scorers.ie.views import NearMiss, RecordFormula
from nerkit.scorers.task import Measure

PAPER = (
    "Chen, Gantt, Chen, White & Van Durme (2023), "
    "A unified view of evaluation metrics for structured prediction, EMNLP"
)
TEXTEE = "TextEE (Huang et al. 2024), scorer.py"
GEN_ARG = "Li, Ji & Han (2021), Document-level event argument extraction, NAACL; gen-arg, scorer.py"
DOCRED = "Yao et al. (2019), DocRED, ACL; its evaluation.py"
SCORES = (
    "precision  S(gold, system) / S(system, system)",
    "recall     S(gold, system) / S(gold, gold)",
    "S          the best matching, Σ over the matched pairs of their similarity",
)
EDGE_CASES = (
    "Collections without elements score 0.",
    "An element that repeats another one counts once, with a warning.",
)
ONE_RELATION = NearMiss("direction", ("type",), turned=("head", "tail"))
OF_RELATIONS = (
    NearMiss("type", ("head", "tail")),
    ONE_RELATION,
    NearMiss("boundary", ("type",), near=("head", "tail")),
)
OF_TRIGGERS = (NearMiss("type", ("trigger",)), NearMiss("boundary", ("type",), near=("trigger",)))


def equal(fields: Sequence[str]) -> Any:
    """The product of equalities."""
    return record(dict.fromkeys(fields, same))


def sets(compute: RecordFormula, *, duplicates: str = "set", constraint: str = "1:1") -> RecordFormula:
    """A formula whose metric is the F1 of a matching of its items, equal in its fields."""
    matching = match_sets(equal(compute.fields), constraint, "f1", duplicates=duplicates)
    return replace(compute, metric=field(compute.lists[0], matching))


def measure(compute: RecordFormula, summary: str, **about: Any) -> Measure:
    """The measure of a formula."""
    about = {"source": PAPER, "edge_cases": EDGE_CASES, **about}
    definition = about.pop("definition", f"{summary[:1].upper()}{summary[1:]}.")
    return Measure(
        compute.name,
        compute,
        definition=definition,
        summary=summary,
        formula=(str(compute.metric), *SCORES),
        **about,
    )


def formula(name: str, fields: Sequence[str], **about: Any) -> RecordFormula:
    """The formula of a matching of items of a view that are equal in these fields."""
    duplicates, constraint = about.pop("duplicates", "set"), about.pop("constraint", "1:1")
    bare = RecordFormula(name, same, fields=tuple(fields), **about)
    return sets(bare, duplicates=duplicates, constraint=constraint)


of_relations = partial(formula, view=views.relations, relaxed=OF_RELATIONS)
of_events = partial(formula, view=views.events, lists=("events",))
of_arguments = partial(formula, view=views.arguments, lists=("arguments",), label="role")

RELATION = of_relations("relation", ("type", "head", "tail"), whole=True)
STRICT = of_relations(
    "relation-strict", ("type", "head", "tail", "head_type", "tail_type"), whole=True,
    relaxed=(NearMiss("entity_type", ("type", "head", "tail")), *OF_RELATIONS),
)  # fmt: skip
UNTYPED = of_relations(
    "relation-untyped", ("head", "tail"),
    relaxed=(
        NearMiss("direction", (), turned=("head", "tail")),
        NearMiss("boundary", (), near=("head", "tail")),
    ),
)  # fmt: skip

DIRECTED = "Relations are directed; undirected=True compares the two ends as a pair without order."
ONEIE_RELATIONS = (
    "OneIE's scorer compares without direction unless told otherwise, and counts every copy of a predicted "
    "relation that gold has, so that recall may exceed 1."
)
DYGIE_RELATIONS = "DyGIE++ keeps one label for each pair of spans, the last one."

RELATIONS = (
    measure(
        RELATION,
        "typed relations between a head and a tail, all three equal",
        edge_cases=(*EDGE_CASES, DIRECTED, "Several types on one pair are several relations."),
        differences=(ONEIE_RELATIONS, DYGIE_RELATIONS),
        default=True,
    ),
    measure(
        UNTYPED,
        "relations between a head and a tail, whatever their type",
        edge_cases=(EDGE_CASES[0], DIRECTED, "Several types on one pair are one relation."),
    ),
    measure(
        STRICT,
        "typed relations whose ends have the right entity types too",
        source="Taillé, Guigue, Scoutheeten & Gallinari (2020), Let's stop incorrect comparisons in "
        "end-to-end relation extraction!, EMNLP; SpERT, evaluator.py",
        edge_cases=(*EDGE_CASES, DIRECTED, "An end that is no entity has no type."),
    ),
    measure(
        replace(RELATION, name="relation-boundary"),
        "typed relations with the right boundaries of their ends, entity types not compared",
        source="Taillé et al. (2020); the numbers are those of relation",
        edge_cases=(*EDGE_CASES, DIRECTED),
    ),
)  # fmt: skip

TRIGGER_I = of_events("trigger-i", ("trigger",), relaxed=(NearMiss("boundary", (), near=("trigger",)),))
TRIGGER_C = of_events("trigger-c", ("trigger", "type"), relaxed=OF_TRIGGERS, whole=True)


def argument(name: str, fields: Sequence[str], **about: Any) -> RecordFormula:
    """A formula of arguments, whose mistakes are one field that is wrong, or boundaries."""
    wrong = {"role": "role", "event": "event", "trigger": "trigger"}
    others = tuple(
        NearMiss(kind, tuple(f for f in fields if f != each))
        for each, kind in wrong.items()
        if each in fields
    )
    near = NearMiss("boundary", tuple(f for f in fields if f != "span"), near=("span",))
    return of_arguments(name, fields, relaxed=(*others, near), **about)


ARGUMENT_I = argument("argument-i", ("event", "span"))
ARGUMENT_C = argument("argument-c", ("event", "span", "role"))
ATTACHED_I = argument("argument-i-attached", ("event", "trigger", "span"))
ATTACHED_C = argument("argument-c-attached", ("event", "trigger", "span", "role"), whole=True)
ROLE_FILLER = argument("role-filler", ("span", "role"))
EQ16 = RecordFormula(
    "event-eq16",
    field(
        "events",
        match_sets(
            record(
                trigger=same, type=same, arguments=match_sets(equal(("span", "role")), duplicates="multiset")
            ),
            normalize="f1",
            duplicates="multiset",
        ),
    ),
    view=views.events,
    lists=("events",),
)
DYGIE_TRIGGERS = "DyGIE++ has triggers of one token, one type on each."
ONEIE_TRIGGERS = (
    "OneIE's scorer compares the type with that of the first gold event on the trigger only, and counts "
    "every copy of a predicted event; where no trigger has two events the numbers are the same."
)
ONEIE_ARGUMENTS = (
    "OneIE's scorer counts an argument as identified where gold has its place in an event of its type "
    "under any role, each predicted role by itself; where no argument has two roles the numbers are the same."
)
EVENTS = (
    measure(
        TRIGGER_I,
        "triggers of events at the right place, whatever their type",
        source=TEXTEE,
        definition="Triggers at the right place, whatever their type: TextEE's Tri-I.",
        differences=(ONEIE_TRIGGERS, DYGIE_TRIGGERS),
        edge_cases=(EDGE_CASES[0], "Several events on one trigger are one."),
        default=True,
    ),
    measure(
        TRIGGER_C,
        "triggers of events at the right place with the right type",
        source=f"{TEXTEE}; Eq. 15 of {PAPER}",
        definition="Triggers at the right place with the right type: TextEE's Tri-C.",
        differences=(ONEIE_TRIGGERS, DYGIE_TRIGGERS),
        default=True,
    ),
    measure(
        ARGUMENT_I,
        "arguments at the right place, of an event of the right type",
        source=TEXTEE,
        definition="Arguments at the right place, of an event of the right type, whatever their role and the "
        "trigger of the event: TextEE's Arg-I.",
        differences=(ONEIE_ARGUMENTS,),
        edge_cases=(EDGE_CASES[0], "Arguments at one place, of events of one type, are one."),
        default=True,
    ),
    measure(
        ARGUMENT_C,
        "arguments at the right place with the right role, of an event of the right type",
        source=f"Li, Ji & Huang (2013), Joint event extraction via structured prediction, ACL; {TEXTEE}",
        definition="Arguments at the right place with the right role, of an event of the right type, the "
        "trigger not compared: Li, Ji and Huang (2013), TextEE's Arg-C.",
        differences=("DyGIE++ leaves out predicted arguments of triggers that are not predicted.",),
        edge_cases=(EDGE_CASES[0], "Equal arguments of several events of one type are one."),
        default=True,
    ),
    measure(
        ATTACHED_I,
        "as argument-i, and the trigger of the event is right too",
        source=TEXTEE,
        definition="Arguments at the right place, of the right event: its type and its trigger. TextEE's "
        "Arg-I+.",
        edge_cases=(EDGE_CASES[0], "An argument with several roles in one event is one."),
    ),
    measure(
        ATTACHED_C,
        "as argument-c, and the trigger of the event is right too",
        source=TEXTEE,
        definition="Arguments at the right place with the right role, of the right event: its type and its "
        "trigger. TextEE's Arg-C+.",
    ),
    measure(
        EQ16,
        "the paper's nested argument F1: right events, and inside them right arguments",
        source=f"Eq. 16 of {PAPER}",
        definition="Events with the right trigger and type are matched, worth as many arguments as agree in "
        "place and role: the paper's Eq. 16.",
        edge_cases=(
            "An event without arguments is worth nothing.",
            "Every copy of an event and of an argument counts.",
        ),
        differences=("metametric 0.2.1 gives an event without arguments 1.",),
    ),
    measure(
        ROLE_FILLER,
        "fillers of roles, whatever event they are of",
        source="Patwardhan & Riloff (2009), A unified model of phrasal and sentential evidence for "
        "information extraction, EMNLP",
        definition="Arguments at the right place with the right role, whatever event they are of.",
        edge_cases=(EDGE_CASES[0], "The same filler of a role in several events is one."),
    ),
)  # fmt: skip


def by_heads(of: Measure) -> Measure:
    """The measure that compares heads instead of whole spans."""
    compute: RecordFormula = replace(of.compute, name=f"{of.name}-head", view=views.of_heads(of.compute.view))
    return replace(
        of,
        name=compute.name,
        compute=compute,
        summary=f"{of.name} by heads instead of whole spans",
        definition=f"As {of.name}, by the heads of triggers and arguments instead of whole spans.",
        edge_cases=(*of.edge_cases, "What has no head of its own is compared as a whole."),
        default=False,
    )


IDENTIFIED, CLASSIFIED = ("event_id", "event", "span"), ("event_id", "event", "span", "role")
PAIRED = "Events are paired by their ids, as triggers are given."
BY_PREDICTION = "Every predicted argument is right or wrong by itself: several may agree with one of gold."
ARTICLE = "A leading article is no part of an argument where the document has tokens (there, of gold alone)."


def paired(name: str, fields: Sequence[str], matching: Any = None) -> RecordFormula:
    """A formula of WikiEvents: each system argument by itself."""
    compared = equal(fields) if matching is None else matching
    return RecordFormula(
        name,
        field("arguments", match_sets(compared, "N:1", "f1", duplicates="multiset")),
        view=views.paired_events,
        lists=("arguments",),
        label="role",
        fields=tuple(fields),
        relaxed=()
        if matching is not None
        else (
            *((NearMiss("role", IDENTIFIED),) if "role" in fields else ()),
            NearMiss("boundary", tuple(f for f in fields if f != "span"), near=("span",)),
        ),
    )


EVENT = {"event_id": same, "event": same}
ROLE = where(field("role", same), at_least=1)  # looked at last: no equality that makes blocks smaller
PLACE = otherwise(field("span", same), field("cluster", same))
of_wikievents = partial(
    measure, source=GEN_ARG, edge_cases=(PAIRED, BY_PREDICTION, ARTICLE), differences=(ARTICLE,)
)
WIKIEVENTS = (
    of_wikievents(paired("wikievents-i", IDENTIFIED), "arguments of given events at the right place"),
    of_wikievents(
        paired("wikievents-c", CLASSIFIED), "arguments of given events at the right place with the right role"
    ),
    of_wikievents(
        paired("wikievents-coref-i", IDENTIFIED, times(record(EVENT), PLACE)),
        "as wikievents-i, where any mention of the gold argument's cluster will do",
    ),
    of_wikievents(
        paired("wikievents-coref-c", CLASSIFIED, times(record(EVENT), PLACE, ROLE)),
        "as wikievents-c, where any mention of the gold argument's cluster will do",
        edge_cases=(
            PAIRED, BY_PREDICTION, ARTICLE,
            "Clusters count only where no gold argument of the event has the span.",
            "A right place with another role is wrong, whatever its cluster.",
        ),
    ),
)  # fmt: skip

FACT = ("type", "head", "tail")
IN_DOCRED = formula("docred", FACT, view=views.relations, relaxed=OF_RELATIONS[:2], whole=True)
IGN = RecordFormula(
    "docred-ign",
    f_measure(
        precision=field("unseen", match_sets(equal(FACT), normalize="p")),
        recall=field("relations", match_sets(equal(FACT), normalize="r")),
    ),
    view=views.unseen,
    lists=("unseen", "relations"),
    fields=FACT,
    relaxed=OF_RELATIONS[:2],
)
EVIDENCE = formula("docred-evidence", (*FACT, "sentence"), view=views.evidence, lists=("evidence",))
of_docred = partial(measure, source=DOCRED)
IN_DOCREDS = (
    of_docred(
        IN_DOCRED,
        "facts between entities of a document: DocRED's F1",
        edge_cases=(*EDGE_CASES, "Facts of titles that gold lacks are wrong."),
        differences=("DocRED's script fails for a submission without facts.",),
    ),
    of_docred(
        IGN,
        "docred without facts that seen=… has: DocRED's Ign F1",
        definition="As docred, but right facts whose names stand in the training data (seen=…) do not count "
        "for precision.",
        edge_cases=("Recall is that of docred.", "A fact is seen if any names of its entities stand there."),
    ),
    of_docred(
        EVIDENCE,
        "sentences given as evidence of facts: DocRED's evidence F1",
        edge_cases=(
            "Evidence is right only under a right fact.",
            "Of a fact that is given twice the first evidence counts.",
            "Evidence of titles that gold lacks does not count.",
        ),
    ),
)  # fmt: skip

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
of_iterx = partial(of_fillers, source=ITERX)
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

SEMEVAL = (
    "Barnes, Kurtz, Oepen, Øvrelid & Velldal (2021), Structured sentiment analysis as dependency graph "
    "parsing, ACL; SemEval-2022 task 10, evaluate.py"
)
ABSA_QUAD = "Zhang, Deng, Li, Yuan, Bing & Lam (2021), Aspect sentiment quad prediction, EMNLP; ABSA-QUAD"
SEVERAL = "Several opinions may share a partner, so precision and recall have numerators of their own."
ONCE = (
    "The same opinion twice counts once, with a warning. Sentences without opinions on either side count 0."
)
TOKENS = (
    "Tokens are those that share a character with a part (evaluate.py: a part that begins inside a token is "
    "empty, one that ends inside a token goes on to the end of the sentence)."
)
WEIGHTS = "The weight is that of opinions of the same polarity (evaluate.py: of the best overlap of any)."
of_opinions = partial(measure, source=SEMEVAL, edge_cases=(SEVERAL, ONCE), groups=("opinions",), default=True)
OPINIONS = (
    of_opinions(
        opinions.SENTIMENT,
        "opinions whose holder, target, expression meet, by how much of them is common (Sentiment Graph F1)",
        differences=(TOKENS, WEIGHTS),
    ),
    of_opinions(opinions.NONPOLAR, "as sentiment-f1, whatever the polarity", differences=(TOKENS,)),
    of_opinions(
        opinions.UNWEIGHTED, "as sentiment-f1, each opinion with a partner counting 1", differences=(TOKENS,)
    ),
)
of_aspects = partial(formula, lists=("tuples",))
UNREADABLE = "Tuples of empty texts agree with nothing (ABSA-QUAD: with each other)."
ASPECTS = (
    measure(
        of_aspects("absa-tuple", ("parts", "void"), view=opinions.tuples, whole=True,
                   relaxed=(NearMiss("polarity", ("rest", "void")),)),
        "tuples of aspect, category, polarity and opinion, all parts equal",
        source=ABSA_QUAD,
        edge_cases=(EDGE_CASES[1], "absa=quad|aste|tasd says what the parts are, else the content."),
        differences=(
            "Repeated predictions count once (ABSA-QUAD counts each, so that recall may exceed 1).",
            UNREADABLE,
        ),
        groups=("aspects",),
        default=True,
    ),
    measure(
        of_aspects("absa-tuple/aspect", ("aspect",), view=opinions.aspects),
        "the aspects of tuples, each once in a sentence",
        source=ABSA_QUAD,
        edge_cases=("The aspect is the first part of quad and aste, the second of tasd.",),
        groups=("aspects",),
        default=True,
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
)
