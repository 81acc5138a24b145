"""Calls in the text that a model writes.

    clean       one JSON value, Python alone, or tags, with prose around
    wrapped     JSON or Python inside prose or a fence, or several values without tags
    repaired    JSON or Python that needed a repair, or was cut behind a value
    unreadable  the text contains a broken call

nerkit first removes the thoughts of a model. A text without any trace of a call has no calls and is never
an error.
"""

from collections.abc import Iterator
from contextlib import suppress

from nerkit.corpora.corpus import REPAIRED, WRAPPED
from nerkit.readers.calls import python_calls, tagged
from nerkit.readers.calls.call import Call
from nerkit.readers.calls.structured import calls_among
from nerkit.readers.calls.tagged import Types
from nerkit.readers.values import model_text
from nerkit.readers.values.thoughts import without_thoughts
from nerkit.readers.values.tolerant_json import TooDeepError


def untyped(_tool: str, _parameter: str) -> frozenset[str]:
    """Return an empty mapping of types, because there is no schema."""
    return frozenset()


def calls_in(text: str, types: Types = untyped) -> list[Call]:
    """The calls in a text, each with its status.

    >>> [call.name for call in calls_in('<tool_call>{"name": "now"}</tool_call>')]
    ['now']
    """
    whole = text.removeprefix("\ufeff").strip()
    alone = _alone(whole)
    if alone is not None:
        return alone
    thoughtless = without_thoughts(whole).strip()
    if thoughtless != whole and (alone := _alone(thoughtless)) is not None:
        return alone
    if (plain := python_calls.unescaped(thoughtless)) is not None:
        return [call._replace(status=max(call.status, REPAIRED)) for call in calls_in(plain, types)]
    calls = tagged.calls_in(thoughtless, types)
    if calls is not None:
        return calls
    enclosed = (
        call._replace(status=max(call.status, WRAPPED)) for call in python_calls.enclosed(thoughtless)
    )
    return (
        list(_bare(thoughtless))
        or list(enclosed)
        or python_calls.damaged(thoughtless)
        or tagged.written_call(thoughtless)
    )


def _alone(text: str) -> list[Call] | None:
    """The calls, if the whole text is one JSON value or Python; otherwise None."""
    if text[:1] in ("{", "["):
        try:
            value, end = model_text.strict(text)
        except (ValueError, TooDeepError):
            pass
        else:
            if end < len(text):
                return None
            texts = value if isinstance(value, list) and all(isinstance(one, str) for one in value) else ()
            return [call for one in texts for call in calls_in(one)] or list(calls_among(value))
    return python_calls.calls_of(text)


def _bare(text: str) -> Iterator[Call]:
    with suppress(TooDeepError):
        for parse, parsed in model_text.values(text):
            yield from calls_among(parsed.value, tagged.how_read(parse, parsed, WRAPPED))
