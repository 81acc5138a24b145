"""The measures of dependency trees, in display order, with the condition for a correct pair of words each."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from nerkit.algorithms.columns import BoolArray
from nerkit.scorers.dep import preparation
from nerkit.scorers.dep.comparison import ComparedWords
from nerkit.scorers.dep.counting import OfEdges, OfSegments, OfWords, sentences, tokens
from nerkit.scorers.dep.options import UDTOOLS
from nerkit.scorers.task import ALL, MEANS, SHARES, Measure

UD18, CONLLX = "ud18", "conllx"  # groups
EVAL_PL = "Buchholz & Marsi (2006), CoNLL-X shared task; Nivre et al. (2007); eval.pl 1.9, eval07.pl 1.4"
CONLL18 = (
    "Zeman et al. (2018), CoNLL 2018 shared task; conll18_ud_eval.py 1.2, udtools 0.2 (the same numbers)"
)
IWPT = "Bouma, Seddah & Zeman (2020), IWPT 2020 shared task; udtools 0.2"

RATIOS = (
    "correct    aligned gold and system words {condition}",
    "precision  correct / system {words}",
    "recall     correct / gold {words}",
    "F1         2 correct / (system {words} + gold {words})",
)
ALIGNMENT = (
    "nerkit aligns words by their characters without blanks, around multiword tokens by their "
    "forms, and in CoNLL-X by position."
)
ALIGNED = "`aligned` is the number of aligned words. The published script calls correct / aligned AligndAcc."
OPTIONS = (
    (
        "nerkit compares labels without subtypes in CoNLL-U, and full labels in CoNLL-X; change "
        'this with subtypes="keep|drop".'
    ),
    'punctuation="ignore" leaves out words that consist of punctuation.',
    "By label: recall counts words by gold label, precision by system label; a correct word has both.",
)
HEADS = ("A head is correct if the system head is aligned with the gold head, or if both words are roots.",)
DEPREL, UPOS, XPOS, FEATS, LEMMA, DEPS = "deprel", "upos", "xpos", "feats", "lemma", "deps"
CONTENT = (
    (
        "Content words are words with these labels, on each side by its own label: "
        f"{' '.join(preparation.CONTENT)}."
    ),
)
FUNCTION = (
    (
        "Function words of a word are its dependents labelled "
        f"{' '.join(preparation.FUNCTION)}. Both sides must have equally many, aligned in order."
    ),
    "Function words must have the same label, UPOS and UFeats.",
)
FEATURES = (
    f"nerkit compares {' '.join(preparation.UNIVERSAL)}.",
    "nerkit ignores other features (Number[psor], Typo, …).",
)
ONE_EDGE = (
    'Each edge agrees with at most one edge. With elas="udtools" an edge counts with every '
    "equal edge, as in udtools."
)
EMPTY_NODES = (
    "nerkit ignores edges from empty nodes; collapse empty nodes first, so that paths "
    "(conj>nsubj) replace them."
)
UD_EVAL = (
    "conll18_ud_eval stops at the first sentence that is not a tree; skip_invalid=True leaves "
    "the sentence out on both sides."
)
EVAL = (
    'eval.pl of 2006 leaves out punctuation (punctuation="ignore", preset="conllx"); eval07.pl '
    "counts punctuation."
)


def _ratios(words: str, condition: str) -> tuple[str, ...]:
    return tuple(line.format(condition=condition, words=words) for line in RATIOS)


def _words(
    name: str, compute: OfWords, definition: str, condition: str, *cases: str, fields: Sequence[str] = ()
) -> Measure:
    """Return a measure of words, as in the shared task of 2018."""
    return Measure(
        name,
        compute,
        definition,
        formula=_ratios("content words" if compute.content else "words", condition),
        source=CONLL18,
        edge_cases=(*cases, ALIGNMENT, ALIGNED),
        differences=(UD_EVAL,) if compute.content else (),
        fields=fields,
        groups=(UD18, ALL),
    )


def _attachment(measure: Measure, *groups: str, default: bool = False) -> Measure:
    """Return an attachment score, which eval.pl also computes."""
    return replace(measure, source=EVAL_PL, differences=(EVAL,), groups=groups, default=default)


def _edges(name: str, compute: OfEdges, definition: str, condition: str) -> Measure:
    lines = _ratios("edges", condition)
    return Measure(
        name,
        compute,
        definition,
        formula=[line.replace("aligned words", "edges of aligned words") for line in lines],
        source=IWPT,
        edge_cases=(ONE_EDGE, EMPTY_NODES, ALIGNMENT),
        differences=("udtools counts an edge once per equal edge, so EULAS can exceed 1.",),
        fields=[DEPS],
        groups=(ALL,),
        range=lambda options: MEANS if options.elas == UDTOOLS else SHARES,  # counted with every equal one
    )


def _las(pairs: ComparedWords) -> BoolArray:
    """Return a mask of the pairs with the same head and label."""
    return pairs.head & pairs.same("deprel")


def _segments(name: str, compute: OfSegments) -> Measure:
    what = name.lower()
    return Measure(
        name,
        compute,
        f"{name} with the same characters.",
        formula=(
            f"correct    {what} with the same first and last character",
            f"precision  correct / system {what}",
            f"recall     correct / gold {what}",
        ),
        source=CONLL18,
        edge_cases=("A multiword token is one token. No labels: rows by document only.",),
        groups=(UD18, ALL),
    )


UAS = _attachment(
    _words(
        "UAS",
        OfWords(lambda pairs: pairs.head),
        "Words with the right head.",
        "with the same head",
        *HEADS,
        *OPTIONS,
    ),
    *(UD18, CONLLX, ALL),
    default=True,
)
LAS = _attachment(
    _words(
        "LAS",
        OfWords(_las),
        "Words with the right head and label.",
        "with the same head and label",
        *HEADS,
        *OPTIONS,
        fields=[DEPREL],
    ),
    *(UD18, CONLLX, ALL),
    default=True,
)
TREES = (
    UAS,
    LAS,
    _attachment(
        _words(
            "LA",
            OfWords(lambda pairs: pairs.same("deprel")),
            "Words with the right label.",
            "with the same label",
            *OPTIONS,
            fields=[DEPREL],
        ),
        *(CONLLX, ALL),
    ),
    _words(
        "CLAS",
        OfWords(_las, content=True),
        "LAS of content words.",
        "with the same head and the same content label",
        *CONTENT,
        fields=[DEPREL],
    ),
    _words(
        "MLAS",
        OfWords(lambda pairs: _las(pairs) & pairs.same("upos", "feats") & pairs.functions, content=True),
        "Content words with the right head, label, part of speech, features and function words.",
        "as in CLAS, with the same UPOS and UFeats, and the same function words below them",
        *FUNCTION,
        *CONTENT,
        fields=[DEPREL, UPOS, FEATS],
    ),
    _words(
        "BLEX",
        OfWords(lambda pairs: _las(pairs) & pairs.lemma, content=True),
        "Content words with the right head, label and lemma.",
        "as in CLAS, with the same lemma (gold _ accepts any)",
        *CONTENT,
        fields=[DEPREL, LEMMA],
    ),
)
COLUMNS = (
    _words(
        "UPOS",
        OfWords(lambda pairs: pairs.same("upos")),
        "Words with the right UPOS (CPOSTAG).",
        "with the same UPOS",
        fields=[UPOS],
    ),
    _words(
        "XPOS",
        OfWords(lambda pairs: pairs.same("xpos")),
        "Words with the right XPOS (POSTAG).",
        "with the same XPOS",
        fields=[XPOS],
    ),
    _words(
        "UFeats",
        OfWords(lambda pairs: pairs.same("feats")),
        "Words with the right universal features.",
        "with the same universal features",
        *FEATURES,
        fields=[FEATS],
    ),
    _words(
        "AllTags",
        OfWords(lambda pairs: pairs.same("upos", "xpos", "feats")),
        "Words with the right UPOS, XPOS and features.",
        "with the same UPOS, XPOS and features",
        fields=[UPOS, XPOS, FEATS],
    ),
    _words(
        "Lemmas",
        OfWords(lambda pairs: pairs.lemma),
        "Words with the right lemma.",
        "with the same lemma (gold _ accepts any)",
        fields=[LEMMA],
    ),
)
WORDS = _words("Words", OfWords(lambda pairs: pairs.same()), "Aligned words.", "")
SEGMENTS = (_segments("Tokens", OfSegments(tokens)), _segments("Sentences", OfSegments(sentences)))
ENHANCED = (
    _edges(
        "ELAS",
        OfEdges(subtypes=True),
        "Edges of enhanced dependencies (DEPS).",
        "with aligned heads and the same label, or path of labels",
    ),
    _edges(
        "EULAS",
        OfEdges(subtypes=False),
        "Edges of enhanced dependencies (DEPS) without subtypes.",
        "with aligned heads and the same label, or path of labels, without subtypes",
    ),
)

MEASURES: Sequence[Measure] = (*TREES, *COLUMNS, WORDS, *SEGMENTS, *ENHANCED)
AS_PUBLISHED = (*SEGMENTS, WORDS, *COLUMNS, *TREES)  # the lines of conll18_ud_eval in their order
ORDERED: Mapping[str, Sequence[str]] = {UD18: [one.name for one in AS_PUBLISHED if UD18 in one.groups]}
LANGUAGE = ('dep: by="label", upos, xpos, sentence, length, seen; groups ud18, conllx and all.',)


def in_any_case(name: str, _: bool) -> list[Measure]:
    """Return the measure of a name in other capitals (`las`), under the name as the user typed it."""
    return [replace(measure, name=name) for measure in MEASURES if measure.name.lower() == name.lower()]
