"""What `nerkit explain` and `nerkit measures` say of the measures of dependency trees."""

from collections.abc import Iterator

from nerkit.errors import unknown
from nerkit.scorers import Description
from nerkit.scorers.dep import words

CONLLX = "Buchholz & Marsi (2006), CoNLL-X shared task; Nivre et al. (2007); eval.pl 1.9, eval07.pl 1.4"
CONLL18 = (
    "Zeman et al. (2018), CoNLL 2018 shared task; conll18_ud_eval.py 1.2, udtools 0.2 (the same numbers)"
)
IWPT = "Bouma, Seddah & Zeman (2020), IWPT 2020 shared task; udtools 0.2"

RATIOS = (
    "correct    aligned words of gold and system {condition}",
    "precision  correct / {words} of the system",
    "recall     correct / {words} of gold",
    "F1         2 correct / ({words} of the system + {words} of gold)",
)
ALIGNMENT = (
    "Words are aligned by their characters, blanks apart; around multiword tokens by their forms; in CoNLL-X by their position.",
    "`aligned` is the number of aligned words; correct / aligned is the accuracy that the published script calls AligndAcc.",
)
OPTIONS = (
    "Labels are compared without subtype in CoNLL-U, in full in CoNLL-X: --subtypes keep|drop.",
    "--punctuation ignore leaves out words of nothing but punctuation.",
    "By label: gold's label for the recall, the system's for the precision, both for what is correct.",
)
HEADS = ("A head is correct when the system's head is aligned with gold's, or both words are roots.",)
CONTENT = (f"Content words, by their own label on each side: {' '.join(words.CONTENT)}.",)
FUNCTION = (
    f"Function words are those labelled {' '.join(words.FUNCTION)} that depend on the word: as many on both sides, aligned in their order.",
    "They must have the same label, UPOS and UFeats.",
)
FEATURES = (f"Compared are {' '.join(words.UNIVERSAL)}.", "Others (Number[psor], Typo, …) are not.")
PEER = (
    "conll18_ud_eval stops at the first sentence that is no tree; --skip-invalid leaves it out on both sides.",
)
EVAL = (
    "eval.pl of 2006 leaves punctuation out (--punctuation ignore, --preset conllx), that of 2007 counts it.",
)


def _words(
    name: str,
    definition: str,
    condition: str,
    *,
    source: str = CONLL18,
    cases: tuple[str, ...] = (),
    peers: tuple[str, ...] = (),
) -> Description:
    """A measure of words."""
    what = "content words" if name in ("CLAS", "MLAS", "BLEX") else "words"
    lines = tuple(line.format(condition=condition, words=what) for line in RATIOS)
    return Description(name, definition, lines, source, (*cases, *ALIGNMENT), peers, _groups(name))


def _groups(name: str) -> tuple[str, ...]:
    return tuple(group for group, names in GROUPS.items() if name in names)


def _edges(name: str, condition: str) -> Description:
    lines = tuple(
        line.format(condition=condition, words="edges").replace("aligned words", "edges of aligned words")
        for line in RATIOS
    )
    return Description(
        name,
        f"Edges of enhanced dependencies (DEPS){' without subtypes' if name == 'EULAS' else ''}.",
        lines,
        IWPT,
        (
            "Each edge agrees with one edge at most; --elas udtools counts it with every equal one, as udtools does.",
            "Edges from empty nodes are passed over; collapse them first, so that paths (conj>nsubj) stand for them.",
            *ALIGNMENT[:1],
        ),
        ("udtools counts an edge as often as it finds an equal one, so that EULAS can exceed 1.",),
        _groups(name),
    )


def _segments(name: str) -> Description:
    what = name.lower()
    lines = (
        f"correct    {what} with the same first and last character",
        f"precision  correct / {what} of the system",
        f"recall     correct / {what} of gold",
    )
    cases = ("A multiword token is one token. No labels: rows by document only.",)
    return Description(name, f"{name} with the same characters.", lines, CONLL18, cases, (), _groups(name))


GROUPS = {  # group -> measures
    "ud18": (
        *("Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "AllTags", "Lemmas"),
        *("UAS", "LAS", "CLAS", "MLAS", "BLEX"),
    ),
    "conllx": ("UAS", "LAS", "LA"),
    "all": (
        *("UAS", "LAS", "LA", "CLAS", "MLAS", "BLEX", "UPOS", "XPOS", "UFeats", "AllTags", "Lemmas"),
        *("Words", "Tokens", "Sentences", "ELAS", "EULAS"),
    ),
}

FOUND = {
    found.name: found
    for found in (
        _words(
            "UAS",
            "Words with the right head.",
            "with the same head",
            source=CONLLX,
            cases=HEADS + OPTIONS,
            peers=EVAL,
        ),
        _words(
            "LAS",
            "Words with the right head and label.",
            "with the same head and label",
            source=CONLLX,
            cases=HEADS + OPTIONS,
            peers=EVAL,
        ),
        _words(
            "LA",
            "Words with the right label.",
            "with the same label",
            source=CONLLX,
            cases=OPTIONS,
            peers=EVAL,
        ),
        _words(
            "CLAS",
            "LAS of content words.",
            "with the same head and label, a content one",
            cases=CONTENT,
            peers=PEER,
        ),
        _words(
            "MLAS",
            "Content words with the right head, label, part of speech, features and function words.",
            "as in CLAS, with the same UPOS and UFeats, and the same function words below them",
            cases=FUNCTION + CONTENT,
            peers=PEER,
        ),
        _words(
            "BLEX",
            "Content words with the right head, label and lemma.",
            "as in CLAS, with the same lemma (gold _ accepts any)",
            cases=CONTENT,
            peers=PEER,
        ),
        _words("UPOS", "Words with the right UPOS (CPOSTAG).", "with the same UPOS"),
        _words("XPOS", "Words with the right XPOS (POSTAG).", "with the same XPOS"),
        _words(
            "UFeats",
            "Words with the right universal features.",
            "with the same universal features",
            cases=FEATURES,
        ),
        _words("AllTags", "Words with all of these right.", "with the same UPOS, XPOS and features"),
        _words("Lemmas", "Words with the right lemma.", "with the same lemma (gold _ accepts any)"),
        _words("Words", "Aligned words.", ""),
        _segments("Tokens"),
        _segments("Sentences"),
        _edges("ELAS", "with aligned heads and the same label, or path of labels"),
        _edges("EULAS", "with aligned heads and the same label, or path of labels, without subtypes"),
    )
}
MEASURES = tuple(FOUND)
LANGUAGE = ("dep: --by label, upos, xpos, sentence; groups ud18, conllx and all.",)


def measures() -> Iterator[Description]:
    """All measures, in display order."""
    yield from FOUND.values()


def describe(name: str) -> Description:
    """Everything there is to say of a measure. Raises UsageError for a name that is none."""
    if name not in FOUND:
        raise unknown("measure", name, FOUND)
    return FOUND[name]
