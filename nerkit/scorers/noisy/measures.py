"""MEASURES: the measures of entities in noisy text, which look at an `AlignedBatch`."""

from nerkit.results.counts import Part
from nerkit.scorers.measure import Fields
from nerkit.scorers.noisy import recognition
from nerkit.scorers.noisy.options import Options
from nerkit.scorers.task import MEANS, SHARES, Measure, Range


def _found_entries(batch: recognition.AlignedBatch, name: str, fields: Fields) -> list[Part]:
    """Return the count rows of `entries`. Its module is imported only with a dictionary."""
    from nerkit.scorers.noisy import entries

    return entries.found_entries(batch, name, fields)


def _range(options: Options) -> Range:
    """Return the range: shares; unbounded for Nerval, where an entity without a beginning can match without
    being counted.
    """
    return MEANS if options.nerval else SHARES


NOISY = Measure(
    "noisy",
    recognition.recognised,
    (
        "Entities in texts that may differ. nerkit aligns both texts by characters. A gold entity "
        "is recognised if it meets a system entity of its type with nearly the same text."
    ),
    summary="entities of two aligned texts, recognised if their text differs by at most 30 %",
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
            "nerkit compares whole entities, wherever they overlap. If only the system entity "
            "contains another entity, it is compared only up to the inner entity."
        ),
        ("nerkit compares a system entity only with the first gold entity that meets it, recognised or not."),
        (
            "Missing text right after an entity counts as meeting the entity, but not at the "
            "end of a document."
        ),
        (
            "nerkit scores an empty side: without system entities precision is 0/0, which is 0 "
            "unless empty=… sets another value."
        ),
        "below=True uses < instead of <=. The README of Nerval says <, but every release computes <=.",
        (
            "character_errors / characters is CER, and word_errors / words is WER. They count "
            "the whole texts, and in rows of labels and noise bins the text of the gold "
            "entities."
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
            "If both entities contain inner entities, nerkit compares them whole. Nerval may "
            "stop at the inner entity of the system."
        ),
        (
            "Among equally good alignments nerkit takes python-Levenshtein's. Nerval takes "
            "edlib's, and so does nerval=True."
        ),
        (
            "nerkit has no limit of 256 characters and no reserved characters. nerval=True "
            "follows the rest of Nerval's conventions."
        ),
    ),
    default=True,
    range=_range,
)
DICTIONARY = Measure(
    "dictionary",
    _found_entries,
    "Entities that find the right entry of a dictionary: the entry that their gold entity finds.",
    summary="entities whose text finds the dictionary entry of the gold text (dictionary=FILE)",
    formula=(
        "reach      names n with edit_distance(text, n) / |n| <= 0.3 (threshold=…)",
        "entry      the entry of the nearest name within reach; none if several entries are equally near",
        "precision  right entries / system entities with an entry",
        "recall     right entries / gold entities with an entry",
        "F1         2 P R / (P + R)",
    ),
    source="the README of Nerval: matching detected entities to existing databases",
    edge_cases=(
        (
            "nerkit looks up gold entities by their text, too, and does not count gold entities "
            "without an entry."
        ),
        "The measure noisy decides which pairs are compared. A pair need not be recognised there.",
        "A dictionary has lines name TAB entry, or name TAB entry TAB type if the name has only one type.",
    ),
    listed=False,
)
MEASURES = (NOISY, DICTIONARY)

LANGUAGE = (
    ("nerkit noisy also takes the measures of spans: nerkit first carries system spans onto the gold text."),
    "fields: label, document, noise (the error rate of the entity's own text, in bins)",
)
