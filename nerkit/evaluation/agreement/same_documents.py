"""The documents of several annotators, paired like gold and a system: by ids, by texts, or by order."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nerkit.algorithms.columns import BoolArray
from nerkit.corpora.pairing import Policy, pair_by_order
from nerkit.corpora.spans import Spans
from nerkit.evaluation.pipeline import known_by_texts, unused_ids
from nerkit.exceptions import plural, some


def same_documents(names: Sequence[str], corpora: Sequence[Spans]) -> tuple[list[Spans], list[str]]:
    """Return the spans of all annotators, filed under the documents of the first annotator, and warnings.

    Raises PairingError if annotators have different numbers of documents, and neither ids nor texts pair
    them.
    """
    (first, *others), warnings = known_by_texts(corpora, names, extra="spurious")
    paired = [first]
    for name, corpus in zip(names[1:], others, strict=True):
        ours, theirs = len(first.documents), len(corpus.documents)
        if (first.named and corpus.named) or not ours or not theirs:
            paired.append(corpus)
            continue
        warnings += unused_ids(first, corpus, (names[0], name))
        pair_by_order(ours, theirs, Policy(), gold_name=names[0], system_name=name)
        paired.append(replace(corpus, documents=first.documents, named=first.named))
    return paired, warnings


def lacking_documents(names: Sequence[str], documents: Sequence[str], has: BoolArray) -> list[str]:
    """Return a warning for each annotator who lacks documents that other annotators have."""
    return [
        (
            f"{name} lacks {plural(len(absent), 'document')} of {len(documents):,} that other "
            f"annotators have: {some([documents[i] for i in absent])}; nerkit leaves them out of "
            "pairs with this annotator"
        )
        for name, own in zip(names, has, strict=True)
        if len(absent := np.flatnonzero(~own).tolist())
    ]
