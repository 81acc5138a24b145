"""Guesses which gold name a system's name means.

gold   LOC  ORG  PER            location -> LOC, B-PER -> PER, Org -> ORG
system location  B-PER  Org
"""

from collections import defaultdict
from collections.abc import Sequence

from nerkit.ground.patterns import regex

PREFIX = regex(r"^(?:[BIOESLUMW]-|https?://\S*[/#]|[a-z]+:)(?=.)")  # a letter of a scheme, an address
NO_LETTER = regex(r"[\W_]+")
SHORT = 3  # least letters of a prefix of a longer name


def likely(gold: Sequence[str], system: Sequence[str]) -> dict[str, str]:
    """System name -> gold name, if exactly one gold name looks like the system name."""
    whole, longer = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    for name in gold:
        plain = _plain(name)
        whole[plain].append(name)
        for size in range(SHORT, len(plain)):
            longer[plain[:size]].append(name)
    found = {}
    for name in system:
        own = _plain(name)
        shorter = [other for size in range(SHORT, len(own)) for other in whole.get(own[:size], ())]
        alike = whole.get(own) or [*shorter, *longer.get(own, ())]
        if len(alike) == 1:
            found[name] = alike[0]
    return found


def _plain(name: str) -> str:
    """A name without differences of case, separators and prefixes."""
    return NO_LETTER.sub("", PREFIX.sub("", name.strip()).casefold())
