"""The choices of statistics; without numpy, so that the command line takes them from here."""

ALPHA = 0.05  # up to which p is significant, unless said otherwise
PERCENTILE, BCA, T = INTERVALS = ("percentile", "bca", "t")  # kinds (`confidence`), the default first
# paired tests (`significance`), the default first
RANDOMIZATION, BOOTSTRAP, EXACT = TESTS = ("randomization", "bootstrap", "exact")
GREATER, LESS, OBSERVED = SIDES = ("greater", "less", "observed")  # of a one-sided test
