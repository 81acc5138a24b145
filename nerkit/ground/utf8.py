"""Bytes that are certainly UTF-8, told in a fifth of the time that decoding them takes.

é — in bytes         c3 a9 20 e2 80 94
begins a character   1  .  .  1  .  .     c0 and above
of three bytes       .  .  .  1  .  .     e0 and above
goes on              .  1  .  .  1  1     80 to bf: one step behind the first, two behind the second
"""

RARE = b"\xc0\xc1\xe0\xed"  # begin what is too long, or half a surrogate, or Hindi or Korean
STEP = 1 << 17  # bytes at a time, which stay in the cache
FOUR = 0xF0  # begins a character of four bytes
THREE, TWO, LAST_OF_GOING_ON = 0xE0, 0xC0, -65  # the last as a signed byte


def is_surely_utf8(data: bytes) -> bool:
    """Whether the bytes are UTF-8 of characters of one to three bytes, none of which begins with a RARE one.

    False says nothing: others are decoded to know.
    """
    import numpy as np

    every = np.frombuffer(data, np.uint8)
    if every.max(initial=0) >= FOUR or any(data.find(byte) >= 0 for byte in RARE):
        return False
    carried = np.zeros(2, bool)
    for first in range(0, len(data), STEP):
        letters = every[first : first + STEP]
        due = np.zeros(len(letters) + 2, bool)  # where a byte must go on with a character
        due[:2] = carried
        due[1:-1] |= letters >= TWO
        due[2:] |= letters >= THREE
        if not np.array_equal(due[:-2], letters.view(np.int8) <= LAST_OF_GOING_ON):
            return False
        carried = due[-2:]
    return not carried.any()
