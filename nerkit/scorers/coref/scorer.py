"""Count coreference measures of mentions on both sides."""

from collections.abc import Sequence

from nerkit.corpora.corpus import Batch
from nerkit.corpora.document_parts import IN_PART, are_parted, without_parts
from nerkit.corpora.mentions import Mentions
from nerkit.corpora.selection import Selection
from nerkit.corpora.spans import Spans
from nerkit.exceptions import UsageError
from nerkit.readers.coref.span_mentions import of_spans
from nerkit.results.rows import Grouping, Scoring
from nerkit.scorers.coref.comparison import ComparedMentions
from nerkit.scorers.coref.measures import CONLL, LANGUAGE, MEASURES
from nerkit.scorers.coref.options import MIN, Options
from nerkit.scorers.coref.sides import counted_mentions
from nerkit.scorers.measure import BatchView
from nerkit.scorers.task import Measure, Task, counted

DOCUMENT = "document"


def prepare(
    corpora: Sequence[Mentions | Spans], selection: Selection, _: Options
) -> tuple[list[Mentions], list[str]]:
    """Return the mentions of the selected documents, spans as mentions, and notes about ids that differ only
    in a part.

    Raises UsageError for a selection by anything but documents.
    """
    if selection.concerns_items:
        raise UsageError(
            'entities have no labels and no other fields; select documents with only="document=…"'
        )
    sides, notes = without_parts([of_spans(one) if isinstance(one, Spans) else one for one in corpora])
    if selection.of_part and (notes or are_parted(sides)):
        return sides, [IN_PART]
    return [selection.documents(side) for side in sides], list(notes)


def view(
    batch: Batch[Mentions], measures: Sequence[Measure], plan: Sequence[Grouping], options: Options
) -> BatchView:
    """Return the batch with its mentions matched.

    Raises UsageError for rows by anything but documents, InputError for documents with different numbers of
    words.
    """
    fields = {name for grouping in plan for name in grouping.fields}
    if fields - {DOCUMENT}:
        raise UsageError(f'entities have no {" and no ".join(sorted(fields - {DOCUMENT}))}; by="document"')
    mentions, warnings = counted_mentions(batch, options)
    compared = ComparedMentions(mentions, options, by_document=DOCUMENT in fields)
    return BatchView(batch.documents, counted(measures), [()], [(0, compared)], warnings=lambda _: warnings)


TASK = Task(
    name="coref",
    options=Options,
    measures=MEASURES,
    prepare=prepare,
    view=view,
    headlines=(CONLL.name,),
    read_objects="nerkit.readers.coref.in_memory.read",
    reading=lambda options, _: {
        **({} if options.layer is None else {"layer": options.layer}),
        **({"minimum": True} if options.match == MIN else {}),
    },
    stated=lambda _, options: {"match": options.match, "singletons": options.singletons},
    language=LANGUAGE,
    items={
        "": "mentions",
        **dict.fromkeys(("muc", "pairwise", "blanc/"), "links"),
        "ceaf_e": "clusters",
        "mor": "words",
    },
    scoring=lambda _: Scoring(averaged=(DOCUMENT,)),
)
