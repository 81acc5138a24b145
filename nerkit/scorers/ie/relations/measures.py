"""The measures of relations and events, of WikiEvents and DocRED: formulas with a name, in display order."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from nerkit.algebra.alternatives import otherwise
from nerkit.algebra.formula import f_measure
from nerkit.algebra.normalizers import where
from nerkit.algebra.operators import field, record, same, times
from nerkit.algebra.sets import match_sets
from nerkit.algebra.values import overlap
from nerkit.scorers.ie import views
from nerkit.scorers.ie.formulas import EDGE_CASES, PAPER, equal, formula, measure
from nerkit.scorers.ie.held_fields import fields_of, with_heads
from nerkit.scorers.ie.views import NearMiss, RecordFormula
from nerkit.scorers.measure import computes
from nerkit.scorers.task import Measure

TEXTEE = "TextEE (Huang et al. 2024), scorer.py"


ONE_RELATION = NearMiss("direction", ("type",), turned=("head", "tail"))
OF_RELATIONS = (
    NearMiss("label", ("head", "tail")),
    ONE_RELATION,
    NearMiss("boundary", ("type",), near=("head", "tail")),
)


of_relations = partial(formula, view=views.relations, relaxed=OF_RELATIONS)
of_events = partial(formula, view=views.events, lists=("events",))
of_arguments = partial(formula, view=views.arguments, lists=("arguments",), label="role")


OVERLAPPING = where(overlap(), above=0)


DIRECTED = "Relations are directed; undirected=True compares the two ends as a pair without order."


RELATIONS = (
    measure(
        of_relations("relation", ("type", "head", "tail"), whole=True),
        "typed relations between a head and a tail, all three equal",
        edge_cases=(*EDGE_CASES, DIRECTED, "Several types on one pair are several relations."),
        differences=(
            (
                "By default OneIE's scorer ignores direction. It counts every copy of a right predicted "
                "relation, so that recall may exceed 1."
            ),
            "DyGIE++ keeps only the last label of each pair of spans.",
        ),
        default=True,
    ),
    measure(
        of_relations(
            "relation-untyped",
            ("head", "tail"),
            relaxed=(
                NearMiss("direction", (), turned=("head", "tail")),
                NearMiss("boundary", (), near=("head", "tail")),
            ),
        ),
        "relations between a head and a tail, whatever their type",
        edge_cases=(EDGE_CASES[0], DIRECTED, "Several types on one pair are one relation."),
    ),
    measure(
        of_relations(
            "relation-strict",
            ("type", "head", "tail", "head_type", "tail_type"),
            whole=True,
            relaxed=(NearMiss("entity label", ("type", "head", "tail")), *OF_RELATIONS),
        ),
        "typed relations whose ends also have the right entity types",
        source="Taillé, Guigue, Scoutheeten & Gallinari (2020), Let's stop incorrect comparisons in "
        "end-to-end relation extraction!, EMNLP; SpERT, evaluator.py",
        edge_cases=(*EDGE_CASES, DIRECTED, "An end that is not an entity has no type."),
    ),
    measure(
        RecordFormula(
            "relation-relaxed",
            field(
                "relations", match_sets(record(type=same, head=OVERLAPPING, tail=OVERLAPPING), "1:1", "f1")
            ),
            view=views.relations,
            fields=("type", "head", "tail"),
            near=("head", "tail"),
            relaxed=(NearMiss("label", (), near=("head", "tail")), ONE_RELATION),
        ),
        "typed relations whose heads overlap, and whose tails overlap",
        definition="The largest one-to-one matching of relations of one type whose heads overlap and whose "
        "tails overlap.",
        source="nerkit",
        edge_cases=(EDGE_CASES[0], DIRECTED, "Ends need offsets. Equal relations of a side count once."),
    ),
)


def argument(name: str, fields: Sequence[str], **about: Any) -> RecordFormula:
    """Return a formula of arguments, whose classes of errors are one wrong field, or boundaries."""
    wrong = {"role": "label", "event": "event label", "trigger": "trigger value"}
    others = tuple(
        NearMiss(kind, tuple(f for f in fields if f != each))
        for each, kind in wrong.items()
        if each in fields
    )
    near = NearMiss("boundary", tuple(f for f in fields if f != "span"), near=("span",))
    return of_arguments(name, fields, relaxed=(*others, near), **about)


DYGIE_TRIGGERS = "In DyGIE++ a trigger is one token with one type."
ONEIE_TRIGGERS = (
    "OneIE's scorer compares the type only with the first gold event on the trigger, and "
    "counts every copy of a predicted event. The numbers are equal if no trigger has two "
    "events."
)

EVENTS = (
    measure(
        of_events("trigger-i", ("trigger",), relaxed=(NearMiss("boundary", (), near=("trigger",)),)),
        "triggers of events at the right place, whatever their type",
        source=TEXTEE,
        definition="Triggers at the right place, whatever their type: TextEE's Tri-I.",
        differences=(ONEIE_TRIGGERS, DYGIE_TRIGGERS),
        edge_cases=(EDGE_CASES[0], "Several events on one trigger count once."),
        default=True,
    ),
    measure(
        of_events(
            "trigger-c",
            ("trigger", "type"),
            relaxed=(NearMiss("label", ("trigger",)), NearMiss("boundary", ("type",), near=("trigger",))),
            whole=True,
        ),
        "triggers of events at the right place with the right type",
        source=f"{TEXTEE}; Eq. 15 of {PAPER}",
        definition="Triggers at the right place with the right type: TextEE's Tri-C.",
        differences=(ONEIE_TRIGGERS, DYGIE_TRIGGERS),
        default=True,
    ),
    measure(
        argument("argument-i", ("event", "span")),
        "arguments at the right place, of an event of the right type",
        source=TEXTEE,
        definition="Arguments at the right place, of an event of the right type, whatever their role and the "
        "trigger of the event: TextEE's Arg-I.",
        differences=(
            (
                "In OneIE's scorer an argument is identified if a gold event of its type has an argument "
                "at its place, in any role. Each predicted role counts. The numbers are equal if no "
                "argument has two roles."
            ),
        ),
        edge_cases=(EDGE_CASES[0], "Arguments at one place in events of one type count once."),
        default=True,
    ),
    measure(
        argument("argument-c", ("event", "span", "role")),
        "arguments at the right place with the right role, of an event of the right type",
        source=f"Li, Ji & Huang (2013), Joint event extraction via structured prediction, ACL; {TEXTEE}",
        definition=(
            "Arguments at the right place with the right role, of an event of the right type, "
            "whatever its trigger: Li, Ji and Huang (2013), TextEE's Arg-C."
        ),
        differences=("DyGIE++ leaves out predicted arguments of triggers that are not predicted.",),
        edge_cases=(EDGE_CASES[0], "Equal arguments in several events of one type count once."),
        default=True,
    ),
    measure(
        argument("argument-i-attached", ("event", "trigger", "span")),
        "as argument-i, but the trigger of the event must be right, too",
        source=TEXTEE,
        definition="Arguments at the right place, of the right event: its type and its trigger. TextEE's "
        "Arg-I+.",
        edge_cases=(EDGE_CASES[0], "An argument with several roles in one event counts once."),
    ),
    measure(
        argument("argument-c-attached", ("event", "trigger", "span", "role"), whole=True),
        "as argument-c, but the trigger of the event must be right, too",
        source=TEXTEE,
        definition="Arguments at the right place with the right role, of the right event: its type and its "
        "trigger. TextEE's Arg-C+.",
    ),
    measure(
        RecordFormula(
            "event-eq16",
            field(
                "events",
                match_sets(
                    record(
                        trigger=same,
                        type=same,
                        arguments=match_sets(equal(("span", "role")), duplicates="multiset"),
                    ),
                    normalize="f1",
                    duplicates="multiset",
                ),
            ),
            view=views.events,
            lists=("events",),
            judged=True,
            by_field=True,
        ),
        "the paper's nested argument F1: right events, and inside them right arguments",
        source=f"Eq. 16 of {PAPER}",
        definition=(
            "Events with the right trigger and type are matched. Each pair earns the number of "
            "arguments that agree in place and role: the paper's Eq. 16."
        ),
        edge_cases=(
            "An event without arguments earns nothing.",
            "Every copy of an event and of an argument counts.",
        ),
        differences=("metametric 0.2.1 gives an event without arguments 1.",),
        fields=fields_of(["arguments"], ["event", "trigger", "span", "role"]),
    ),
    measure(
        argument("role-filler", ("span", "role")),
        "fillers of roles, whatever their event",
        source="Patwardhan & Riloff (2009), A unified model of phrasal and sentential evidence for "
        "information extraction, EMNLP",
        definition="Arguments at the right place with the right role, whatever their event.",
        edge_cases=(EDGE_CASES[0], "A filler with one role in several events counts once."),
    ),
)


def by_heads(of: Measure) -> Measure:
    """Return the measure that compares heads instead of whole spans."""
    (formula,) = computes([of], RecordFormula)
    compute = replace(formula, name=f"{of.name}-head", view=views.of_heads(formula.view))
    return replace(
        of,
        name=compute.name,
        compute=compute,
        fields=with_heads(of.fields),
        summary=f"{of.name} by heads instead of whole spans",
        definition=f"As {of.name}, by the heads of triggers and arguments instead of whole spans.",
        edge_cases=(*of.edge_cases, "nerkit compares spans without a head as a whole."),
        default=False,
    )


IDENTIFIED, CLASSIFIED = ("event_id", "event", "span"), ("event_id", "event", "span", "role")
PAIRED = "The triggers of events are given and pair the events. Events without triggers pair by id."
BY_PREDICTION = (
    "nerkit judges each predicted argument by itself, so several may agree with one gold argument."
)
ARTICLE = "A leading article is not part of an argument if the document has tokens."


def paired(name: str, fields: Sequence[str], matching: Any = None) -> RecordFormula:
    """Return a formula of WikiEvents that counts each system argument by itself."""
    compared = equal(fields) if matching is None else matching
    return RecordFormula(
        name,
        field("arguments", match_sets(compared, "N:1", "f1", duplicates="multiset")),
        view=views.paired_events,
        lists=("arguments",),
        label="role",
        fields=tuple(fields),
        judged=True,
        by_field=True,
        relaxed=()
        if matching is not None
        else (
            *((NearMiss("label", IDENTIFIED),) if "role" in fields else ()),
            NearMiss("boundary", tuple(f for f in fields if f != "span"), near=("span",)),
        ),
    )


EVENT = {"event_id": same, "event": same}
ROLE = where(field("role", same), at_least=1)  # looked at last: no equality that makes blocks smaller
PLACE = otherwise(field("span", same), field("cluster", same))
of_wikievents = partial(
    measure,
    source="Li, Ji & Han (2021), Document-level event argument extraction, NAACL; gen-arg, scorer.py",
    edge_cases=(PAIRED, BY_PREDICTION, ARTICLE),
    differences=("gen-arg removes a leading article from gold's arguments only.",),
)
WIKIEVENTS = (
    of_wikievents(paired("wikievents-i", IDENTIFIED), "arguments of given events at the right place"),
    of_wikievents(
        paired("wikievents-c", CLASSIFIED), "arguments of given events at the right place with the right role"
    ),
    of_wikievents(
        paired("wikievents-coref-i", IDENTIFIED, times(record(EVENT), PLACE)),
        "as wikievents-i, but any mention in the gold argument's cluster is right",
    ),
    of_wikievents(
        paired("wikievents-coref-c", CLASSIFIED, times(record(EVENT), PLACE, ROLE)),
        "as wikievents-c, but any mention in the gold argument's cluster is right",
        edge_cases=(
            PAIRED,
            BY_PREDICTION,
            ARTICLE,
            "Clusters count only if no gold argument of the event has the span.",
            "A right place with another role is wrong, whatever its cluster.",
        ),
    ),
)

FACT = ("type", "head", "tail")


of_docred = partial(measure, source="Yao et al. (2019), DocRED, ACL; its evaluation.py")
IN_DOCREDS = (
    of_docred(
        formula("docred", FACT, view=views.relations, relaxed=OF_RELATIONS[:2], whole=True),
        "facts between entities of a document: DocRED's F1",
        edge_cases=(*EDGE_CASES, "Facts of titles that are not in the gold file are wrong."),
        differences=("DocRED's script fails for a submission without facts.",),
    ),
    of_docred(
        RecordFormula(
            "docred-ign",
            f_measure(
                precision=field("unseen", match_sets(equal(FACT), normalize="p")),
                recall=field("relations", match_sets(equal(FACT), normalize="r")),
            ),
            view=views.unseen,
            lists=("unseen", "relations"),
            fields=FACT,
            relaxed=OF_RELATIONS[:2],
            judged=True,
            by_field=True,
        ),
        "docred without the facts in seen=…: DocRED's Ign F1",
        definition=(
            "As docred, but right facts whose names occur in the training data (seen=…) do not "
            "count for precision."
        ),
        edge_cases=(
            "Recall equals the recall of docred.",
            "A fact is seen if any names of its entities occur there.",
        ),
    ),
    of_docred(
        formula("docred-evidence", (*FACT, "sentence"), view=views.evidence, lists=("evidence",)),
        "sentences given as evidence of facts: DocRED's evidence F1",
        edge_cases=(
            "Evidence is right only under a right fact.",
            "If a fact occurs twice, the evidence of the first counts.",
            "Evidence of titles that are not in the gold file does not count.",
            "A repeated sentence counts once.",
        ),
    ),
)
