"""What a user may choose about scores, as names; without numpy, so that the command line takes them from here."""

import math

EMPTY = {"zero": 0.0, "one": 1.0, "null": math.nan}  # value of 0/0, by its name
