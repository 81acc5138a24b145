"""The user's judged pairs of leaves, looked up by path and normal forms (`scorers.judgements` defines the
file).

One line of the file decides all pairs with equal normal forms.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from nerkit.corpora.json_paths import PathPattern, Steps
from nerkit.exceptions import UsageError
from nerkit.scorers import judgements
from nerkit.scorers.json.options import Options
from nerkit.scorers.json.rules import Form, Leaves, normal_form
from nerkit.scorers.judgements import Judgement


def read(path: str) -> tuple[tuple[tuple[PathPattern, Judgement], ...], str]:
    """Return the judgements of a file, each with its path pattern, and the beginning of the file's digest.

    Raises InputError for an invalid file.
    """
    _, digest = judgements.read(path)
    return _patterns(path, digest), digest


@cache
def _patterns(path: str, _digest: str) -> tuple[tuple[PathPattern, Judgement], ...]:
    patterns = []
    for one in judgements.read(path)[0]:
        try:
            patterns.append((PathPattern(one.path), one))
        except UsageError as error:
            raise one.fail(str(error)) from None
    return tuple(patterns)


def judged_codes(
    options: Options, leaves: Leaves, paths: Sequence[Steps]
) -> dict[tuple[int, int, int], float]:
    """Return {(path, gold code, system code): credit} for all judgements that can occur in the data."""
    if options.judgements is None:
        return {}
    from nerkit.algorithms.scalars.texts import normaliser

    judged: dict[tuple[int, int, int], float] = {}

    def code_of(value: Any, path: int) -> int | None:
        rule = leaves.rules[int(leaves.rule[path])]
        form: Form = normal_form(value, rule, normaliser(rule.text))
        return leaves.codes.get(form)

    for pattern, judgement in read(options.judgements)[0]:
        for path, steps in enumerate(paths):
            if pattern.fits(steps):
                gold, system = code_of(judgement.gold, path), code_of(judgement.system, path)
                if gold is not None and system is not None:
                    judged[path, gold, system] = judgement.credit
    return judged
