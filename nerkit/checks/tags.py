"""Checks of tagged text: errors and warnings of the reader, and tags that violate their scheme.

If the user names no scheme, nerkit takes the scheme that scoring would choose. This scheme has all letters of
the tags, and the fewest wrong tags. The findings of each file are followed by its wrong tags in line order.
"""

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from nerkit import readers
from nerkit.checks import any_format
from nerkit.checks.checks import Checks, Finding
from nerkit.corpora import schemes
from nerkit.corpora.schemes import Decoder, Scheme
from nerkit.corpora.tags import Tagged
from nerkit.exceptions import InputError
from nerkit.io import Source
from nerkit.readers.tags.spelling import spelt

LETTER, ORDER, END = "T101", "T201", "T202"
MESSAGES = {
    LETTER: "a tag with a letter that the scheme does not have",
    ORDER: "a tag that cannot follow the tag before it",
    END: "a tag that cannot end its sentence",
}
AUTO = "auto"


def findings(sources: Sequence[Source], form: str, scheme: str = AUTO) -> Iterator[Finding]:
    """Yield the findings of each tagged file, in the order of the files.

    Raises UsageError for an unknown scheme, and InputError for a file that cannot be opened or decoded.
    """
    named = None if scheme.lower() == AUTO else schemes.scheme(scheme)
    read = [(each, _read(each, form)) for each in sources if each.head.strip()]
    decoded = [(corpus, Decoder(corpus)) for _, corpus in read if isinstance(corpus, Tagged)]
    chosen = named or _chosen(decoded)
    decoders = iter(decoded)
    for source, corpus in read:
        if not isinstance(corpus, Tagged):
            yield corpus
            continue
        yield from any_format.warned(source, corpus.warnings)
        yield from _against(chosen, *next(decoders))


def _read(source: Source, form: str) -> Tagged | Finding:
    try:
        corpus: Tagged = readers.reader(form).read([source])
    except InputError as error:
        return any_format.refused(error)
    return corpus


def _chosen(decoded: Sequence[tuple[Tagged, Decoder]]) -> Scheme:
    """The scheme that scoring would choose for the tags."""
    found = [schemes.evidence(corpus, decoder) for corpus, decoder in decoded]
    return (schemes.detect(schemes.together(found)) if found else None) or schemes.SCHEMES["BIOES"]


def _against(scheme: Scheme, corpus: Tagged, decoder: Decoder) -> Iterator[Finding]:
    allowed = set(scheme.letters.values())
    foreign = [code for code, tag in enumerate(corpus.tags.values) if tag.letter not in allowed]
    outside = np.flatnonzero(np.isin(corpus.tags.codes, foreign))
    wrong = np.setdiff1d(decoder.invalid(scheme), np.append(outside, outside + 1))  # any tag may follow
    first = set(corpus.first.tolist())
    invalid = scheme.invalid
    for row in np.union1d(outside, wrong).tolist():
        tag, place = spelt(corpus.tags.value(row)), corpus.place(row)
        if corpus.tags.value(row).letter not in allowed:
            letters = " ".join(sorted(allowed))
            yield Finding(place, LETTER, f"tag {tag!r} is not of the scheme {scheme.name} ({letters})")
        elif invalid[decoder.into[row]]:
            at = "at the beginning of a sentence" if row in first else f"after {_before(corpus, row)!r}"
            yield Finding(place, ORDER, f"tag {tag!r} {at} does not follow {scheme.name}")
        else:
            yield Finding(place, END, f"tag {tag!r} at the end of a sentence does not follow {scheme.name}")


def _before(corpus: Tagged, row: int) -> str:
    return spelt(corpus.tags.value(row - 1))


def _with(scheme: str) -> Checks:
    return Checks(CHECKS.messages, partial(findings, scheme=scheme))


CHECKS = Checks({**any_format.CHECKS.messages, **MESSAGES}, findings, with_scheme=_with)
