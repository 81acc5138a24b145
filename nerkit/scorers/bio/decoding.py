"""Decode the tags of each side by its scheme, and warn of tags that do not follow it.

Every side has a scheme of its own, unless the user names one for all (`nerkit.corpora.schemes.of_each`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from nerkit.corpora import schemes
from nerkit.corpora.corpus import side_names
from nerkit.corpora.schemes import Decoder, Evidence, Scheme
from nerkit.corpora.tags import OUTSIDE, Tagged
from nerkit.exceptions import InputError, some, source_and_line
from nerkit.ground.warnings import Warned
from nerkit.readers.conditions import LETTERS
from nerkit.readers.tags.spelling import spelt
from nerkit.scorers.bio.measures import STRICT, TOKEN
from nerkit.scorers.bio.options import AUTO, Options
from nerkit.scorers.task import Settled

MIXED = schemes.SCHEMES["BIOES"]  # how letters of several schemes in one side are read


class Survey(NamedTuple):
    """The evidence for the schemes in a part of the corpora.

    names      the name of each side in messages
    evidence   the letters and transitions of each side
    ambiguous  whether types could also be letters of a scheme
    first      the first letter other than O of each side; empty without such a letter
    """

    names: list[str]
    evidence: list[Evidence]
    ambiguous: bool
    first: list[str]


def decoded(
    corpora: Sequence[Tagged], decoders: Sequence[Decoder], options: Options, measures: Sequence[str]
) -> tuple[list[Scheme], list[str]]:
    """Return the scheme of each side, and notes and warnings about it.

    *measures* has the names of the scored measures. Raises InputError for a tag outside a scheme that the
    user named.
    """
    names, warnings = side_names(corpora), list[str]()
    found, asked = _found(corpora, decoders, options), named(options)
    best = [scheme or MIXED for scheme in found]
    used = best if asked is None else [asked] * len(corpora)
    for name, corpus, scheme in zip(names, corpora, found, strict=True):
        if asked is not None:
            _check_letters(name, corpus, asked, scheme)
        elif scheme is None:
            warnings.append(_mixed(name, corpus))
    if asked is None:
        warnings += notes(used, map(schemes.first_letter, corpora), names, measures)
    for i, (name, corpus, decoder) in enumerate(zip(names, corpora, decoders, strict=True)):
        wrong = decoder.invalid(used[i])
        if len(wrong):
            does: dict[str, Any] = {
                "scheme": used[i].name,
                "does": _does(measures),
                "at": i,
                "facts": {"side": name},
            }
            key = "tags-do-not-follow"
            if best[i] != used[i]:
                key, does["best"] = "scheme-does-not-fit", best[i].name
            warnings.append(Warned(key, len(wrong), [corpus.place(int(wrong[0]))], **does))
    return used, warnings


def named(options: Options) -> Scheme | None:
    """Return the scheme that the user named; None without one."""
    return None if options.scheme.lower() == AUTO else schemes.scheme(options.scheme)


def _found(corpora: Sequence[Tagged], decoders: Sequence[Decoder], options: Options) -> list[Scheme | None]:
    """Return the scheme that fits each side best; for shards, the scheme of the whole text."""
    if options.found:
        return [schemes.SCHEMES[name] for name in options.found]
    return schemes.of_each(list(map(schemes.evidence, corpora, decoders)), named(options))


def _mixed(name: str, corpus: Tagged) -> Warned:
    letters = {tag.letter for tag in corpus.tags.values} - {OUTSIDE.letter}
    return Warned("schemes-mixed", side=name, letters=" ".join(sorted(letters)), rules=MIXED.name)


def notes(
    used: Sequence[Scheme], first: Iterable[str], names: Sequence[str], measures: Sequence[str]
) -> list[str]:
    """Return the note on the recognised schemes: that sides differ, or the common scheme.

    There is no note if nothing is tagged. There is also no note if the *first* letter other than O, on the
    gold side or in a system, shows the scheme.
    """
    of_scheme = {scheme.name: dict[str, None]() for scheme in used}
    if len(of_scheme) > 1:
        for scheme, name in zip(used, names, strict=True):
            of_scheme[scheme.name][name] = None
        listed = "; ".join(f"{some(sides)}: {scheme}" for scheme, sides in of_scheme.items())
        literal = "; token compares tags as they are written" if TOKEN.name in measures else ""
        return [Warned("schemes-differ", listed=listed, literal=literal)]
    letter = next(filter(None, first), None)
    if letter is None or schemes.SHOWN_BY.get(letter) == used[0].name:
        return []
    return [Warned("scheme", scheme=used[0].name)]


def _does(measures: Sequence[str]) -> str:
    """Return the effect of tags outside the scheme on these measures, in words for messages."""
    lenient = [name for name in measures if name not in (STRICT.name, TOKEN.name)]
    said = [f"{some(lenient)} read them as conlleval does"] if len(lenient) > 1 else []
    said += [f"{name} reads them as conlleval does" for name in lenient if not said]
    said += [f"{name} leaves such entities out" for name in measures if name == STRICT.name]
    said += [f"{name} compares them as they are written" for name in measures if name == TOKEN.name]
    return ", ".join(said)


def surveyed(corpora: Sequence[Tagged]) -> Survey:
    """Return the evidence for the schemes in the tags of a part."""
    tags = {tag for corpus in corpora for tag in corpus.tags.values}
    return Survey(
        side_names(corpora),
        [schemes.evidence(corpus, Decoder(corpus)) for corpus in corpora],
        # of B-I nobody knows, by itself, which of the two is the prefix
        any(tag.type is not None and len(tag.type) == 1 and tag.type in LETTERS for tag in tags),
        list(map(schemes.first_letter, corpora)),
    )


def settled(surveys: Sequence[Survey], options: Options, measures: Sequence[str]) -> Settled | None:
    """Return the scheme of each side of the whole corpus; None if the tags of a side have several schemes."""
    if any(survey.ambiguous for survey in surveys):
        return None
    sides, asked = zip(*(survey.evidence for survey in surveys), strict=True), named(options)
    found = [scheme for scheme in schemes.of_each(list(map(schemes.together, sides)), asked) if scheme]
    if len(found) < len(surveys[0].evidence):
        return None if asked is None else Settled(options)
    decided = replace(options, found=tuple(scheme.name for scheme in found))
    if asked is not None:
        return Settled(decided)
    names = [
        of_parts[0] if len(set(of_parts)) == 1 else ("gold", "system")[i > 0]
        for i, of_parts in enumerate(zip(*(survey.names for survey in surveys), strict=True))
    ]
    letters = zip(*(survey.first for survey in surveys), strict=True)
    first = (next(filter(None, of_side), "") for of_side in letters)
    return Settled(decided, notes(found, first, names, measures), stated(found))


def stated(used: Sequence[Scheme]) -> dict[str, str]:
    """Return the entry of the signature for schemes found by content: one for all sides, or one per side,
    gold first.
    """
    names = [scheme.name for scheme in used]
    return {"scheme": ",".join(names if len(set(names)) > 1 else names[:1])}


def _check_letters(name: str, corpus: Tagged, scheme: Scheme, fit: Scheme | None) -> None:
    """Raise InputError for the first tag with a letter that the scheme does not have."""
    allowed = set(scheme.letters.values())
    outside = [code for code, tag in enumerate(corpus.tags.values) if tag.letter not in allowed]
    if not outside:
        return
    row = int(np.argmax(np.isin(corpus.tags.codes, outside)))
    tag = spelt(corpus.tags.value(row))
    source, line = source_and_line(corpus.place(row))
    problem = f"tag {tag!r} is not of the scheme {scheme.name} ({' '.join(sorted(allowed))})"
    remedy = 'scheme="auto" finds the scheme of each file'
    if fit:
        remedy += f"; the file fits {fit.name}"
    if line is None:
        raise InputError(problem, source=f"{name}: {source}", remedy=remedy)
    text = f"{corpus.tokens()[row]} {tag}"
    raise InputError(
        problem, source=source, line=line, column=len(text) - len(tag) + 1, text=text, remedy=remedy
    )
