"""Dates and instants that strings write.

    iso       `2024-03-31`, `2024-03-31T12:00:00Z`; midnight in UTC or without a zone is the date
    dmy mdy   also `31/03/2024` (`/`, `.` or `-`) in that order, and English names of months:
              `31 March 2024`, `Mar 31, 2024`

Years have four digits. A day that does not exist is not a date.
"""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import partial

ORDERS = ("iso", "dmy", "mdy")
ISO_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
ISO_TIME = re.compile(
    r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?", re.ASCII
)
NUMBERS = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4})", re.ASCII)
DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\.? ([A-Za-z]+)\.?,? (\d{4})", re.ASCII)
MONTH_FIRST = re.compile(r"([A-Za-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})", re.ASCII)
MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
NUMBER_OF = {
    name: number
    for number, month in enumerate(MONTHS, 1)
    for name in (month, month[:3], *(("sept",) if number == 9 else ()))
}
Moment = date | datetime


def moment(text: str, order: str) -> Moment | None:
    """Return the date or instant that a string writes in an order of ORDERS, or None."""
    text = text.strip()
    if ISO_DATE.fullmatch(text):
        return _existing(partial(date.fromisoformat, text))
    if ISO_TIME.fullmatch(text):
        return _instant(text)
    return None if order == "iso" else _day(text, order)


def _instant(text: str) -> Moment | None:
    """Return an instant; a date for midnight in UTC or without a zone."""
    instant = _existing(partial(datetime.fromisoformat, text))
    if not isinstance(instant, datetime):
        return None
    if instant.tzinfo is not None:
        try:
            instant = instant.astimezone(UTC)
        except OverflowError:
            return instant
    midnight = not (instant.hour or instant.minute or instant.second or instant.microsecond)
    return instant.date() if midnight else instant


def _day(text: str, order: str) -> date | None:
    if numbers := NUMBERS.fullmatch(text):
        first, second, year = int(numbers[1]), int(numbers[3]), int(numbers[4])
        day, month = (first, second) if order == "dmy" else (second, first)
    elif named := DAY_FIRST.fullmatch(text):
        day, month, year = int(named[1]), NUMBER_OF.get(named[2].lower(), 0), int(named[3])
    elif named := MONTH_FIRST.fullmatch(text):
        day, month, year = int(named[2]), NUMBER_OF.get(named[1].lower(), 0), int(named[3])
    else:
        return None
    return _existing(partial(date, year, month, day))


def _existing(make: Callable[[], Moment]) -> Moment | None:
    try:
        return make()
    except ValueError:
        return None
