"""What `nerkit explain` and `nerkit measures` say of the measures of tagged tokens."""

from collections.abc import Iterator

from nerkit.errors import unknown
from nerkit.scorers import Description

CONLL = "Tjong Kim Sang & Buchholz (2000), Introduction to the CoNLL-2000 shared task: chunking; conlleval.pl 2004-01-26"
SEQEVAL = "seqeval 1.2.2 (H. Nakayama), mode=strict"
SEMEVAL = "SemEval-2013 task 9.1 (Segura-Bedmar et al. 2013), after MUC-5 (Chinchor & Sundheim 1993); nervaluate 1.2.1"

SETS = (
    "tp         chunks of both sides with the same {key}",
    "precision  tp / chunks of the system",
    "recall     tp / chunks of gold",
    "F1         2 tp / (chunks of the system + chunks of gold)",
)
MUC = (
    "COR        pairs of a system and a gold chunk, one to one, that {good}",
    "{other}",
    "MIS, SPU   gold, system chunks in no pair",
    "precision  {credit} / (COR + INC + PAR + SPU), the chunks of the system",
    "recall     {credit} / (COR + INC + PAR + MIS), the chunks of gold",
)
DECODING = (
    "A tag that does not fit the one before it (I-PER after O, or after another type) begins a chunk, and is counted in a warning.",
    "No chunks on a side: the ratio is 0/0, which is 0 unless --empty says otherwise.",
)
PAIRING = (
    "--matching greedy (default): system chunks choose in reading order; in `type` the gold chunk with the closest borders.",
    "--matching optimal: most COR, then most pairs, whatever the order.",
    "--min-overlap N: a system chunk meets a gold chunk when it shares N percent of it (1).",
    "--by label matches within each label, so that a wrong type is INC overall but MIS and SPU by label.",
)
PEERS = (
    "conlleval merges a chunk that ends in E with a B of its type, and adjacent S; seqeval reads BILOU in strict mode only.",
)

FOUND = {
    found.name: found
    for found in (
        Description(
            "chunk",
            "Chunks with the same first and last token and the same type.",
            tuple(line.format(key="start, end and type") for line in SETS),
            CONLL,
            (*DECODING, "Also counted: cor, inc (borders or type differ), mis, spu."),
            PEERS,
        ),
        Description(
            "strict",
            "Chunks with the same first and last token and the same type, if they are written as the scheme writes chunks.",
            tuple(line.format(key="start, end and type") for line in SETS),
            SEQEVAL,
            (
                "A chunk that is not opened, or in BIOES and the like not closed, as its scheme says does not exist.",
            ),
            ("IOE1 is read right; the scheme is found on both sides, not on gold alone.",),
        ),
        Description(
            "exact",
            "Chunks with the same first and last token, whatever their type.",
            tuple(
                line.format(
                    good="have the same borders", other="INC        other pairs that overlap", credit="COR"
                )
                for line in MUC
            ),
            SEMEVAL,
            PAIRING,
            (),
        ),
        Description(
            "partial",
            "Chunks that overlap, whatever their type: 1 for the same borders, else 1/2.",
            tuple(
                line.format(
                    good="have the same borders",
                    other="PAR        other pairs that overlap",
                    credit="(COR + PAR / 2)",
                )
                for line in MUC
            ),
            SEMEVAL,
            PAIRING,
            (),
        ),
        Description(
            "type",
            "Chunks that overlap and have the same type.",
            tuple(
                line.format(
                    good="overlap and have the same type",
                    other="INC        other pairs that overlap",
                    credit="COR",
                )
                for line in MUC
            ),
            SEMEVAL,
            PAIRING,
            (),
        ),
        Description(
            "token",
            "Accuracy: tokens with the same tag.",
            ("accuracy   tokens with the same letter and type / tokens",),
            CONLL,
            (
                "A document that one side lacks has no correct token.",
                "By label: tokens tagged with it; precision and recall differ then, and the value is their F1.",
            ),
            ("-DOCSTART- lines are not tokens (in conlleval they are).",),
        ),
    )
}
MEASURES = tuple(FOUND)
LANGUAGE = ("bio: every measure of spans too, over chunks in tokens, for example overlap-maxsum::span+type.",)


def measures() -> Iterator[Description]:
    """All measures of the task's own, in display order."""
    yield from FOUND.values()


def describe(name: str) -> Description:
    """Everything there is to say of a measure. Raises UsageError for a name that is none of this task's own."""
    if name not in FOUND:
        raise unknown("measure", name, FOUND)
    return FOUND[name]
