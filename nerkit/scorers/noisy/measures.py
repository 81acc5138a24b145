"""MEASURES: the measures of entities in noisy text, which look at an `AlignedBatch`."""

from nerkit.results.counts import Part
from nerkit.scorers.measure import Fields
from nerkit.scorers.noisy import recognition
from nerkit.scorers.noisy.options import Options
from nerkit.scorers.task import MEANS, SHARES, Measure, Range


def _found_entries(batch: recognition.AlignedBatch, name: str, fields: Fields) -> list[Part]:
    """The count rows of `entries`, whose module is loaded where there is a dictionary."""
    from nerkit.scorers.noisy import entries

    return entries.found_entries(batch, name, fields)


def _range(options: Options) -> Range:
    """The range: shares; unbounded for Nerval, where an entity without beginning matches uncounted."""
    return MEANS if options.nerval else SHARES


NOISY = Measure(
    "noisy",
    recognition.recognised,
    "Entities whose text may differ: both texts are aligned by characters, and a gold entity is recognised "
    "when the system entity of its type that it meets there has nearly the same text.",
    summary="entities of two aligned texts, recognised when their text differs by at most 30 %",
    formula=(
        (
            "g ~ s       the first free system entity s of g's type that shares a column of the alignment "
            "with gold entity g"
        ),
        "recognised  edit_distance(text of g, text of s) / |text of g| <= 0.3",
        "precision   recognised / system entities",
        "recall      recognised / gold entities",
        "F1          2 P R / (P + R)",
    ),
    source="Nerval 0.3.3 (Teklia); an evaluation of named entities in recognised handwriting",
    edge_cases=(
        (
            "Entities are compared whole, from their first to their last character, wherever they overlap; "
            "but a system entity with another one inside only up to that, where gold has none."
        ),
        (
            "A system entity is compared with one gold entity only, the first that meets it, "
            "recognised or not."
        ),
        (
            "Text that is missing right after an entity counts as meeting it; "
            "at the end of a document it does not."
        ),
        (
            "An empty side is scored: without system entities precision is 0/0, "
            "which is 0 unless empty=… says otherwise."
        ),
        "below=True takes < instead of <=: the README of Nerval says <, every release computes <=.",
        (
            "character_errors / characters is CER and word_errors / words is WER: of the texts, "
            "and in rows of labels and noise bins of the gold entities' own text."
        ),
    ),
    differences=(
        (
            "Inside tags without a beginning begin an entity on both sides "
            "(Nerval matches but does not count them, or stops)."
        ),
        (
            "Nested entities end with their last word "
            "(Nerval goes on labelling later text, and P can be above 1)."
        ),
        (
            "Entities that both have others inside are compared whole "
            "(Nerval may stop where the system's inner one begins)."
        ),
        (
            "Among equally good alignments python-Levenshtein's is taken "
            "(Nerval: edlib's; nerval=True takes that)."
        ),
        (
            "No limit of 256 characters, no reserved characters; nerval=True has the rest of Nerval's "
            "conventions."
        ),
    ),
    default=True,
    range=_range,
)
DICTIONARY = Measure(
    "dictionary",
    _found_entries,
    "Entities that find the right entry of a dictionary: the one that the gold entity finds which they are "
    "compared with.",
    summary="entities whose text finds the dictionary entry of the gold text (dictionary=FILE)",
    formula=(
        "reach      names n with edit_distance(text, n) / |n| <= 0.3 (threshold=…)",
        "entry      that of the name of smallest distance within reach; none if several entries have one",
        "precision  right entries / system entities with an entry",
        "recall     right entries / gold entities with an entry",
        "F1         2 P R / (P + R)",
    ),
    source="the README of Nerval: matching detected entities to existing databases",
    edge_cases=(
        "Gold entities are looked up by their own text, too; those without an entry are not counted.",
        "Whether a pair is compared is the matter of noisy; whether it is recognised there does not matter.",
        "A dictionary is a file of lines: name TAB entry, and TAB type where the name is of one type only.",
    ),
    listed=False,
)
MEASURES = (NOISY, DICTIONARY)

LANGUAGE = (
    "nerkit noisy also takes the measures of spans: system spans are carried onto the gold text first.",
    "fields: label, document, noise (the error rate of the entity's own text, in bins)",
)
