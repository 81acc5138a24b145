"""Names of the conventions of scoring that users type.

This module does not import numpy, because the command line loads it at the start.
"""

import math

BETAS = (1e-100, 1e100)  # the range of beta: beta² times a count neither overflows nor becomes 0
SKIP, BOTH_EMPTY_ONE = "skip", "both-empty-one"
MACRO_RULES = {  # rule for groups without items in a macro average -> the value of 0/0 in a group
    "zero": "zero",
    SKIP: SKIP,  # a mean leaves out 0/0, and F if precision or recall is 0/0, as in HIPE's scorer
    BOTH_EMPTY_ONE: BOTH_EMPTY_ONE,  # 1 if neither side has items, otherwise 0, as in GERBIL
}
EMPTY = {"zero": 0.0, "one": 1.0, "null": math.nan}  # name -> value of 0/0
