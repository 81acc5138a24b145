"""Count the measures of dependency trees on both sides."""

from collections.abc import Callable, Mapping, Sequence

from nerkit.corpora.corpus import Batch
from nerkit.corpora.selection import Selection
from nerkit.corpora.trees import Dependencies
from nerkit.exceptions import UsageError, check_fields
from nerkit.ground.patterns import regex
from nerkit.readers.register import UPOS
from nerkit.results.rows import Grouping
from nerkit.scorers.dep.comparison import FIELDS, ComparedWords
from nerkit.scorers.dep.counting import OfSegments
from nerkit.scorers.dep.measures import LANGUAGE, LAS, MEASURES, ORDERED, in_any_case
from nerkit.scorers.dep.options import KEEP, SCORE, Options
from nerkit.scorers.dep.preparation import (
    by_sentence,
    marked,
    same_documents,
    seen_items,
    selected,
    sliced,
    without_invalid,
)
from nerkit.scorers.measure import BatchView, cuts_of
from nerkit.scorers.missing_fields import Held, ItemField, in_column
from nerkit.scorers.task import Measure, Task

OF_ANOTHER_COLUMN = regex(r"[0-9]+(:|$)|[^=]+=")  # a head, an edge of DEPS, features


def _is_label(value: str) -> bool:
    return OF_ANOTHER_COLUMN.match(value) is None


def _column(
    name: str, noun: str, like: Callable[[str], object] | None = None, *, told: bool = False
) -> ItemField:
    """Return the presence field of a column of words. Real data have several values that are *like*
    something.

    nerkit scores treebanks without features or enhanced dependencies as the official scripts do, so only
    columns with *like* are required.
    """

    def held(side: Dependencies) -> Held:
        """Return the presence of the column; CoNLL-X has its own parts of speech in UPOS."""
        own = UPOS.__contains__ if name == "upos" and not side.by_position else like
        return in_column(side.columns[name], varies=like is not None, like=own)

    return ItemField("word", noun, held, needed=like is not None, meeting_is_told=told)


HELD = {
    "deprel": _column("deprel", "a label (DEPREL)", _is_label, told=True),
    "upos": _column("upos", "a part of speech (UPOS)", _is_label),
    "xpos": _column("xpos", "a part of speech (XPOS)", _is_label),
    "feats": _column("feats", "universal features (FEATS)"),
    "lemma": _column("lemma", "a lemma", lambda value: value not in UPOS),
    "deps": _column("deps", "enhanced dependencies (DEPS)"),
}


def prepare(
    corpora: Sequence[Dependencies], selection: Selection, options: Options
) -> tuple[list[Dependencies], list[str]]:
    """Return the sides as they are scored, and warnings.

    The same documents and sentences are left out of all sides. Labels and features are in the form that is
    compared.
    """
    corpora, warnings = same_documents(corpora)
    corpora, left_out = without_invalid(corpora)
    keep = options.subtypes == KEEP or (options.subtypes is None and all(c.by_position for c in corpora))
    sides = [marked(corpus, subtypes=keep) for corpus in corpora]
    unused = selection.unused_among({name for side in sides for name in side.columns["deprel"].values})
    scored = [selected(side, selection, punctuation=options.punctuation == SCORE) for side in sides]
    return scored, [*warnings, *left_out, *unused]


def view(
    batch: Batch[Dependencies], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> BatchView:
    """Return the batch with its words aligned.

    Raises InputError if the text of a document differs between the sides, or if a required DEPS column cannot
    be read. Raises UsageError for an unknown field, and for labels of units without labels.
    """
    cuts = cuts_of(plan)
    check_fields(sorted({name for fields in cuts for name in fields}), FIELDS, ["document", *FIELDS])
    segments = [measure.name for measure in measures if isinstance(measure.compute, OfSegments)]
    if segments and any(cuts):
        raise UsageError(
            f"{', '.join(segments)}: these units have no labels; leave out the measures, or ask "
            "for rows and averages only by document"
        )
    words = ComparedWords(batch, options)
    return BatchView(batch.documents, measures, cuts, [(0, words)], warnings=lambda _: words.warnings)


def _units(
    batches: Mapping[str, Batch[Dependencies]],
) -> tuple[str, dict[str, Batch[Dependencies]]] | None:
    """Return the gold sentences as units if there is only one document.

    A word of the system belongs to the sentence in which its characters begin.
    """
    sides = [side for batch in batches.values() for side in (batch.gold, batch.system)]
    if any(len(side.documents) != 1 for side in sides):
        return None
    return "sentence", {name: by_sentence(batch) for name, batch in batches.items()}


TASK = Task(
    name="dep",
    options=Options,
    measures=MEASURES,
    prepare=prepare,
    view=view,
    headlines=(LAS.name,),
    read_objects="nerkit.readers.trees.in_memory.read",
    reading=lambda options, _: {
        "skip_invalid": options.skip_invalid,
        "multiple_roots_okay": options.multiple_roots_okay,
    },
    stated=lambda _, options: {"punctuation": options.punctuation},
    fields=HELD,
    written=in_any_case,
    ordered=ORDERED,
    language=LANGUAGE,
    items={"": "words", "Tokens": "tokens", "Sentences": "sentences", "ELAS": "edges", "EULAS": "edges"},
    units=_units,
    sliced=sliced,
    seen_items=seen_items,
    names=lambda side: {"relation": side.columns["deprel"]},
)
