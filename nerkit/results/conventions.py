"""What a user may choose about scores, by name; without numpy, as the command line takes it from here."""

import math

BETAS = (1e-100, 1e100)  # the least and the largest beta, whose squares times counts are numbers
EMPTY = {"zero": 0.0, "one": 1.0, "null": math.nan}  # value of 0/0, by its name
