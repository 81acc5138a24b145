"""The choices of statistics. This module does not import numpy, because the command line loads it at the
start.
"""

ALPHA = 0.05  # p is significant up to this, by default
PERCENTILE, BCA, T = INTERVALS = ("percentile", "bca", "t")  # kinds (`confidence`), the default first
# paired tests (`significance`), the default first
RANDOMIZATION, BOOTSTRAP, EXACT = TESTS = ("randomization", "bootstrap", "exact")
GREATER, LESS, OBSERVED = SIDES = ("greater", "less", "observed")  # of a one-sided test
