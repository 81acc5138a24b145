"""`nerkit tree` as a task: reading, preparation and counting."""

import os
from collections.abc import Mapping, Sequence

from nerkit.corpora.brackets import Constituents
from nerkit.corpora.corpus import Batch
from nerkit.exceptions import UsageError
from nerkit.results.counts import Part
from nerkit.results.rows import Grouping, Scoring
from nerkit.scorers.measure import BatchView, computes, cuts_of
from nerkit.scorers.missing_fields import ItemField, in_column
from nerkit.scorers.task import InParts, Measure, Task
from nerkit.scorers.tree.brackets import root_notes
from nerkit.scorers.tree.cells import FIELDS
from nerkit.scorers.tree.comparison import BRACKET, WORD, ComparedTrees
from nerkit.scorers.tree.counting import PAIRS, TreeCounting
from nerkit.scorers.tree.excluded import notes
from nerkit.scorers.tree.measures import ITEMS, MEASURES
from nerkit.scorers.tree.options import Options
from nerkit.scorers.tree.preparation import by_sentence, prepare, seen_items, sliced

UNIT = "sentence"


HELD = {
    "label": ItemField(
        "constituent",
        "a label",
        lambda side: in_column(side.label, varies=True),
        needed=True,
        meeting_is_told=True,
    ),
    "tag": ItemField(
        "word",
        "a tag",
        # NEGRA's `--` is a placeholder
        lambda side: in_column(side.tag, varies=True, like=lambda name: name.strip("-")),
        needed=True,
    ),
}


def view(
    batch: Batch[Constituents], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> BatchView:
    """Return the batch with its sentences in pairs.

    Sentences above the requested length are in no document. Raises UsageError for an unknown field, and for a
    field that the items of a measure do not have. Raises InputError for sentences with different words, if
    different words are an error.
    """
    _check_labels(measures, plan)
    shown = [grouping.labels for grouping in plan if grouping.shown]
    compared = ComparedTrees(batch, options, shown)

    def said(_: Sequence[Part]) -> list[str]:
        """Return the warnings about missing fields, left-out sentences, and roots with other names."""
        listed: list[str] = [*notes(batch, compared.pairs, options)]
        if any(counting.items == BRACKET for counting in computes(measures, TreeCounting)):
            listed.append(root_notes(compared.sides, compared.pairs, options.parameters))
        return listed

    return BatchView(compared.documents, [*measures, PAIRS], cuts_of(plan), [(0, compared)], warnings=said)


def _check_labels(measures: Sequence[Measure], plan: Sequence[Grouping]) -> None:
    """Raise UsageError for rows by label if the measures have labels of different kinds."""
    if not any("label" in grouping.labels for grouping in plan if grouping.shown):
        return
    items = {one.items for one in computes(measures, TreeCounting)}
    if {BRACKET, WORD} <= items:
        words = [
            one.name
            for one in measures
            if WORD in {counting.items for counting in computes([one], TreeCounting)}
        ]
        raise UsageError(
            f"{', '.join(words)}: labels are tags of words here, not labels of brackets; with "
            'by="label", score this measure in its own run'
        )


def _units(
    batches: Mapping[str, Batch[Constituents]],
) -> tuple[str, dict[str, Batch[Constituents]]] | None:
    """Return the gold sentences as units if aligned sentences form one document."""
    if all(len(batch.documents) > 1 or batch.gold.sentences < 2 for batch in batches.values()):
        return None
    return UNIT, {name: by_sentence(batch) for name, batch in batches.items()}


class TreeParts(InParts):
    """The parts of a corpus of trees. With the option `align`, nerkit scores the text in one piece."""

    def whole(self, options: Options) -> str:
        """Return the reason why aligned sentences need the whole text."""
        return "nerkit aligns sentences over the whole text" if options.align else ""


TASK = Task(
    name="tree",
    options=Options,
    measures=MEASURES,
    prepare=prepare,
    view=view,
    headlines=(MEASURES[0].name,),
    read_objects="nerkit.readers.trees.bracket_lists.read",
    stated=lambda _, options: {
        "params": os.path.basename(str(options.params)),
        "punctuation": "gold" if options.by_gold else "own",
    },
    fields=HELD,
    language=(f"tree: by=… {', '.join(FIELDS)}; groups evalb and all.",),
    items={"": "brackets", **ITEMS},
    units=_units,
    unit=UNIT,
    scoring=lambda _: Scoring(averaged=("document",)),
    sliced=sliced,
    seen_items=seen_items,
    names=lambda side: {"constituent label": side.label.map(lambda name: name.partition("-")[0] or name)},
    parts=TreeParts(),
)
