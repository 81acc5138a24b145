"""Decides whether floats can replace decimals for the numbers of a text.

nerkit reads and compares a float several times faster than a decimal, and a float takes a quarter of the
memory. A float prints the digits of its literal again if the literal has at most 15 digits, no exponent, and
no superfluous zero. The check looks at the bytes of the whole text. Text inside strings can look like a
number; then the answer may be no without need.

    1.5  -0.25  12  1.0         yes
    1.50  0.00001  1e3          no: a float prints them differently
    0.1234567890123456          no: more digits than a float can distinguish
"""

import numpy as np

BLOCK = 2**20  # characters per block, so that the masks fit in the cache
LONGEST = 16  # digits and point of a literal that a float writes again
ENDS = np.isin(np.arange(256), [ord(end) for end in ",}]\n\r"])
STARTS = np.isin(np.arange(256), [ord(start) for start in ":[,- \n\r\t"])


def as_written(text: str) -> bool:
    """Whether every literal with a fraction certainly equals the `repr` of its float."""
    if ".0000" in text:
        return False
    begin = 0
    while begin < len(text):
        comma = text.find(",", begin + BLOCK)  # a comma ends any literal
        end = comma + 1 if comma >= 0 else len(text)
        block = text[begin:end].encode("ascii", "replace")
        if not _block_as_written(np.frombuffer(b"\n" + block + b"\n", np.uint8)):
            return False
        begin = end
    return True


def _block_as_written(letters: "np.ndarray[tuple[int], np.dtype[np.uint8]]") -> bool:
    digit = (letters - ord("0")) < 10  # unsigned: smaller characters wrap around
    run = digit | (letters == ord("."))
    for width in (1, 2, 4, 8, 1):  # runs of 2, 4, 8, 16 and 17 characters
        run = run[:-width] & run[width:]
    if run.any():
        return False
    zeros = np.flatnonzero(letters == ord("0"))
    digits = zeros[ENDS[letters[zeros + 1]]] - 1
    for _ in range(LONGEST):  # back to the first digit
        digits = digits[digit[digits]] - 1
        if (letters[digits] == ord(".")).any():
            return False
    exponents = np.flatnonzero(((letters[1:] | 32) == ord("e")) & digit[:-1])
    for _ in range(LONGEST):
        exponents = exponents[digit[exponents] | (letters[exponents] == ord("."))] - 1
        if STARTS[letters[exponents]].any():
            return False
    return True
