"""What a row of agreement says."""

from typing import Any, NamedTuple


class AgreementValue(NamedTuple):
    """What a row says: value, and further numbers by name."""

    value: float | None
    extra: dict[str, Any]
    counts: tuple[float, float, float] | None = None  # equal, of the second, of the first
