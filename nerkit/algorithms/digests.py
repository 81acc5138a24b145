"""An integer for each of many texts, which is the same in every process.

Two different texts have equal integers as seldom as those of a random function of 64 bits would be equal.
"""

import hashlib
from collections.abc import Sequence

import numpy as np

from nerkit.algorithms.columns import IntArray

SHORT = 32  # bytes of a text that is mixed together with others, array at a time
STEP = np.uint64(0x9E3779B97F4A7C15)  # odd, so that a product with it is another number for each number
HALF = np.uint64(32)


def digests(texts: Sequence[str]) -> IntArray:
    """The integers of texts, which may hold halves of characters, as JSON does."""
    coded = [text.encode("utf-8", "surrogatepass") for text in texts]
    size = np.fromiter(map(len, coded), np.uint64, len(coded))
    words = np.array(coded, f"S{SHORT}").view("<u8").reshape(len(coded), SHORT // 8)
    key = size * STEP
    for word in words.T:
        key = (key ^ word) * STEP
        key ^= key >> HALF
    mixed: IntArray = key.view(np.int64)
    for at in np.flatnonzero(size > SHORT).tolist():
        mixed[at] = int.from_bytes(hashlib.blake2b(coded[at], digest_size=8).digest(), "little", signed=True)
    return mixed
