"""What a user may choose about scores, by name; without numpy, as the command line takes it from here."""

import math

EMPTY = {"zero": 0.0, "one": 1.0, "null": math.nan}  # value of 0/0, by its name
