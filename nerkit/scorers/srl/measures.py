"""The measures of semantic roles, in display order; their items are in `counting`."""

from collections.abc import Sequence
from functools import partial

from nerkit.scorers.srl import counting
from nerkit.scorers.srl.items import together
from nerkit.scorers.task import ALL, Measure

SPAN, HEAD, PRIME, SYNTAX = "spans", "heads", "primesrl", "syntax"  # groups, by what files must hold
CONLL05 = "Carreras & Màrquez (2005), CoNLL-2005 shared task; srl-eval.pl of 2005/04/21"
CONLL09 = "Hajič et al. (2009), CoNLL-2009 shared task; eval09.pl 0.4 (eval08.pl alike)"
PRIMESRL = "Jindal et al. (2023), PriMeSRL-Eval"
LEMMA, SENSES, LABEL, HEADED, DEPREL = "lemma", "sense", "label", "head", "deprel"  # fields (`held_fields`)

RATIOS = (
    "correct    gold {items} that the system has, too",
    "precision  correct / system {items}",
    "recall     correct / gold {items}",
    "F1         2 correct / (system {items} + gold {items})",
)
PREDICATES = "A predicate is a word; its name (the lemma) must be equal on both sides."
PIECES = (
    "C-X continues the last X of the predicate, and both form one argument; without an earlier "
    "X it is an X. Pieces must be equal, so A1 C-A1 differs from A1 over the same words."
)
REFERENCES = "R-X is a separate label."
VERBS = "V has a row by label, and counts in no other row or average."
NESTED = "An argument inside another argument counts; the outer argument stays as it is."
SPURIOUS = (
    "Arguments of predicates without a gold predicate are wrong. The script srl-eval.pl leaves "
    "them out (srl-conll05), so its precision is too high if a system finds predicates itself."
)
SENSE = (
    "nerkit compares senses by the part after the dot, numbers as numbers, whatever the lemma: "
    "hunt.01 is right for chase.01. Without exactly one dot nerkit compares the whole sense."
)
MISSING = (
    "Arguments of a predicate that is only on one side are wrong. A wrong sense does not make "
    "arguments wrong."
)
LAST_LINE = (
    "eval09.pl does not read the last word of a file without a blank line at its end, and counts blank lines "
    "beyond one as sentences."
)
BY_LABEL = "Rows by label, predicate and sentence."
BY_PREDICATE = "Rows by predicate and sentence; no labels."


def _measure(
    name: str,
    compute: counting.Counting,
    group: str,
    definition: str,
    items: str,
    *cases: str,
    source: str,
    fields: Sequence[str] = (),
    differences: Sequence[str] = (),
    default: bool = False,
) -> Measure:
    return Measure(
        name,
        counting.OfRoles(compute),
        definition,
        formula=tuple(line.format(items=items) for line in RATIOS),
        source=source,
        edge_cases=cases,
        differences=differences,
        fields=(*fields, group),
        groups=(group, ALL),
        default=default,
    )


def _spans(
    name: str,
    compute: counting.Counting,
    definition: str,
    items: str,
    *cases: str,
    fields: Sequence[str] = (),
) -> Measure:
    official = "conll05" in name
    return _measure(
        name,
        compute,
        SPAN,
        definition,
        items,
        *cases,
        source=CONLL05,
        fields=(*fields, LEMMA),
        differences=() if official else (SPURIOUS,),
        default=not official,
    )


def _heads(
    name: str,
    compute: counting.Counting,
    definition: str,
    items: str,
    *cases: str,
    fields: Sequence[str] = (),
) -> Measure:
    return _measure(
        name,
        compute,
        HEAD,
        definition,
        items,
        *cases,
        source=CONLL09,
        fields=fields,
        differences=(LAST_LINE,),
    )


def _prime(
    name: str,
    compute: counting.Counting,
    definition: str,
    items: str,
    *cases: str,
    fields: Sequence[str] = (),
) -> Measure:
    return _measure(name, compute, PRIME, definition, items, *cases, source=PRIMESRL, fields=fields)


def _syntax(name: str, compute: counting.Counting, definition: str, *fields: str) -> Measure:
    columns = "nerkit reads HEAD and DEPREL on both sides, and never PHEAD and PDEPREL."
    every = (
        "Punctuation counts. These measures have rows by sentence, but not by label, because words have "
        "other labels than arguments."
    )
    cases = (columns, every)
    return _measure(name, compute, SYNTAX, definition, "words", *cases, source=CONLL09, fields=fields)


SPANS = (
    _spans(
        "srl",
        counting.spans,
        "Arguments with the right predicate, label and words.",
        "arguments",
        *(PREDICATES, PIECES, REFERENCES, VERBS, NESTED, BY_LABEL),
        fields=[LABEL],
    ),
    _spans(
        "srl/unlabeled",
        counting.spans_unlabeled,
        "Arguments with the right predicate and words, whatever their label.",
        "arguments",
        *(
            PREDICATES,
            PIECES,
            "If several arguments have the same words, the smaller number of the two sides counts as right.",
            BY_PREDICATE,
        ),
    ),
    _spans(
        "srl/propositions",
        lambda both: counting.propositions(both, both.named, both.spans),
        "Predicates with all arguments right.",
        "predicates",
        *(PREDICATES, PIECES, "A predicate without arguments on both sides is right.", BY_PREDICATE),
        fields=[LABEL],
    ),
    _spans(
        "srl-conll05",
        lambda both: both.official.labelled,
        "Arguments as srl-eval.pl counts them.",
        "arguments",
        (
            "Arguments of a predicate do not count if the gold side lacks the predicate or gives "
            "it another name."
        ),
        "Among gold arguments with the same first and last word, only the last counts.",
        "Phrases inside an argument count as its pieces.",
        *(VERBS, BY_LABEL),
        fields=[LABEL],
    ),
    _spans(
        "srl-conll05/unlabeled",
        lambda both: both.official.unlabelled,
        "Arguments as srl-eval.pl -C counts them without labels.",
        "arguments",
        "Pairs of V and another label do not count on either side.",
        BY_PREDICATE,
    ),
    _spans(
        "srl-conll05/propositions",
        lambda both: both.official.propositions,
        "Gold predicates with all arguments right, as srl-eval.pl counts them.",
        "predicates",
        "Both denominators are the number of gold predicates.",
        BY_PREDICATE,
        fields=[LABEL],
    ),
)
HEADS = (
    _heads(
        "srl-dep",
        lambda both: together([counting.senses(both), counting.heads(both)]),
        "Senses of predicates and heads of arguments together.",
        "predicates and arguments",
        *(SENSE, MISSING, BY_PREDICATE),
        fields=[SENSES, LABEL],
    ),
    _heads(
        "srl-dep/unlabeled",
        lambda both: together([counting.predicates(both), counting.heads_unlabeled(both)]),
        "Predicates and heads of arguments together, whatever sense and label.",
        "predicates and arguments",
        BY_PREDICATE,
    ),
    _heads(
        "srl-dep/predicates", counting.predicates, "Words that are predicates.", "predicates", BY_PREDICATE
    ),
    _heads(
        "srl-dep/senses",
        counting.senses,
        "Predicates with the right sense.",
        "predicates",
        SENSE,
        BY_PREDICATE,
        fields=[SENSES],
    ),
    _heads(
        "srl-dep/arguments",
        counting.heads,
        "Heads of arguments with the right predicate and label.",
        "arguments",
        *(
            MISSING,
            "A cell A0|AM-LOC has two arguments; a label that occurs twice in a cell counts once.",
            BY_LABEL,
        ),
        fields=[LABEL],
    ),
    _heads(
        "srl-dep/arguments/unlabeled",
        counting.heads_unlabeled,
        "Heads of arguments with the right predicate, whatever their label.",
        "arguments",
        *(
            "If a word has several labels, the smaller of the two sides' numbers counts as right.",
            BY_PREDICATE,
        ),
    ),
    _heads(
        "srl-dep/propositions",
        counting.head_propositions,
        "Predicates with the right sense and all arguments right.",
        "predicates",
        *(SENSE, BY_PREDICATE),
        fields=[SENSES, LABEL],
    ),
    _heads(
        "srl-dep/exact",
        counting.exact,
        "Sentences in which all senses and arguments are right.",
        "sentences",
        *(SENSE, "A sentence without predicates on both sides is right."),
        fields=[SENSES, LABEL],
    ),
)
TREES = (
    _syntax(
        "LAS",
        partial(counting.words, head=True, label=True),
        "Words with the right head and label.",
        HEADED,
        DEPREL,
    ),
    _syntax("UAS", partial(counting.words, head=True, label=False), "Words with the right head.", HEADED),
    _syntax("LA", partial(counting.words, head=False, label=True), "Words with the right label.", DEPREL),
)
JOINED = "X and every C-X of a predicate form one argument, with all their heads."
REFERRED = "R-X has the heads of X and its own heads."
CORE = (
    "Labels with a digit are core, all other labels are contextual (in PriMeSRL-Eval, only labels with AM)."
)
PRIMES = (
    _prime(
        "primesrl/predicates", counting.predicates, "Words that are predicates.", "predicates", BY_PREDICATE
    ),
    _prime(
        "primesrl/core",
        partial(counting.joined_arguments, core=True),
        "Core arguments of predicates with the right sense.",
        "core arguments",
        *(JOINED, REFERRED, CORE, "nerkit compares the whole sense (buy.01).", BY_LABEL),
        fields=[LABEL, SENSES],
    ),
    _prime(
        "primesrl/contextual",
        partial(counting.joined_arguments, core=False),
        "Contextual arguments, whatever the sense of the predicate.",
        "contextual arguments",
        *(JOINED, REFERRED, CORE, BY_LABEL),
        fields=[LABEL],
    ),
    _prime(
        "primesrl/arguments",
        counting.joined_arguments,
        "Core and contextual arguments.",
        "arguments",
        *(JOINED, REFERRED, CORE, BY_LABEL),
        fields=[LABEL, SENSES],
    ),
)

MEASURES: Sequence[Measure] = (*SPANS, *HEADS, *TREES, *PRIMES)
LANGUAGE = ('srl: by="label", predicate, sentence; groups spans, heads, syntax, primesrl and all.',)
