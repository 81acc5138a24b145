"""Warnings that count how the outputs of a system had to be read."""

from nerkit.corpora.corpus import CLEAN, STATUSES
from nerkit.corpora.json_documents import JsonDocuments
from nerkit.ground.warnings import Warned


def statuses_warning(place: int, corpus: JsonDocuments) -> Warned:
    """Return the warning that counts the ways in which the outputs of one of several systems had to be read.

    It is empty if all outputs are clean.
    """
    name = corpus.origins[0].name if corpus.origins else "the system"
    odd = {status: corpus.status.count(code) for code, status in enumerate(STATUSES) if code != CLEAN}
    facts = {"odd": odd, "side": name}
    return Warned("outputs-not-clean", len(corpus.status), facts=facts, noun="output", place=place)
