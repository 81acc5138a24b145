"""The errors of entities of noisy text: the classes of `nerkit.scorers.spans.errors`, and `text value`."""

from collections.abc import Sequence

import numpy as np

from nerkit.algorithms.columns import NONE
from nerkit.corpora.corpus import Batch
from nerkit.corpora.spans import Texts
from nerkit.results.errors import CORRECT, Errors
from nerkit.scorers.noisy.alignment import cut, ranges
from nerkit.scorers.noisy.entries import Entries
from nerkit.scorers.noisy.options import Options
from nerkit.scorers.noisy.recognition import AlignedBatch
from nerkit.scorers.spans.errors import AFTER_TEXTS, ENTRY, TEXT, SpanPairing, SpanTexts
from nerkit.scorers.task import Measure


def find(batch: Batch[Texts], _: Sequence[Measure], options: Options) -> Errors:
    """Return the errors, entity by entity: compared and not recognised, or by the position on the gold text.
    With a dictionary, pairs that find different entries are errors, too, and texts have their entries.

    Offsets of system items refer to the gold text; nerkit shows their own text. Items without a place on the
    gold text are shown in the system text.
    """
    aligned = AlignedBatch(batch, (), options)
    partners, gold, system = aligned.partners, aligned.gold, aligned.system
    pairing = SpanPairing(aligned.projected())
    compared = np.flatnonzero(partners.partner != NONE)
    kind = np.where(partners.recognised[compared], pairing.code(CORRECT), pairing.code(TEXT))
    entries = Entries(aligned) if options.dictionary is not None else None
    if entries is not None:
        wrong = (entries.gold[compared] != entries.system[partners.partner[compared]]) & (
            entries.gold[compared] != NONE
        )
        kind = np.where(wrong, pairing.code(ENTRY), kind)
    pairing.take(compared, partners.partner[compared] + len(gold), kind)
    pairing.run(AFTER_TEXTS)
    gold_texts, system_texts = batch.gold.texts, batch.system.texts
    texts = [list(cut(gold_texts, ranges(gold))), list(cut(system_texts, ranges(system)))]
    if entries is not None:  # each text with the entry that it finds: `Tolkien [Q892]`, `Tolsien [-]`
        texts = [
            [f"{text} [{entries.entry(side, row) or '-'}]" for row, text in enumerate(of_side)]
            for side, of_side in enumerate(texts)
        ]
    on_gold = [SpanTexts(spans, gold_texts).around for spans in (gold, aligned.carried)]
    in_system = SpanTexts(system, system_texts).around
    around = on_gold[0], lambda row: on_gold[1](row) or in_system(row)
    return pairing.listed((texts[0].__getitem__, texts[1].__getitem__), around)
