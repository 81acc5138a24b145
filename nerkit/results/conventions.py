"""Conventions of scores by name, for users; without numpy, as the command line takes it from here."""

import math

BETAS = (1e-100, 1e100)  # the least and the largest beta, whose squares times counts are numbers
SKIP, BOTH_EMPTY_ONE = "skip", "both-empty-one"
MACRO_RULES = {  # rule of macro averages for groups without items -> the value of 0/0 in a group
    "zero": "zero",
    SKIP: SKIP,  # what is 0/0 is left out of its mean, and F where precision or recall is, as HIPE has it
    BOTH_EMPTY_ONE: BOTH_EMPTY_ONE,  # 1 where neither side has items, else 0, as GERBIL has it
}
EMPTY = {"zero": 0.0, "one": 1.0, "null": math.nan}  # value of 0/0, by its name
