"""Lists of mistakes from inputs: of large ones shard by shard, with the bytes of a whole run."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from nerkit.evaluation.evaluate import on_inputs, prepare
from nerkit.evaluation.listing import Listing
from nerkit.evaluation.request import Request
from nerkit.ground.warnings import on_reading
from nerkit.results.mistake_list import MistakeList


def list_errors(gold: Any, systems: Mapping[str, Any], request: Request, listing: Listing) -> MistakeList:
    """The mistakes of the systems, by name, as *listing* selects them.

    Raises what `evaluate_systems` and `Result.errors` raise.
    """

    def whole(first: Any, others: Mapping[str, Any]) -> MistakeList:
        one = listing.selected
        result = prepare(first, others, request).uncounted()
        mistakes = result.errors(one.kinds, one.labels, one.documents, changed=listing.changed)
        return replace(mistakes, notes=tuple(on_reading(result.notes)))

    def sharded(first: Any, others: Mapping[str, Any]) -> MistakeList:
        """The list from shards; from the whole inputs where they cannot be cut."""
        from nerkit.evaluation.sharding.shards import in_shards

        mistakes, _reason = in_shards(first, others, request, listing=listing)
        return mistakes if isinstance(mistakes, MistakeList) else whole(first, others)

    return on_inputs(gold, systems, request, whole, sharded)
