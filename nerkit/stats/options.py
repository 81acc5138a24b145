"""The choices of statistics; without numpy, so that the command line takes them from here."""

PERCENTILE, BCA, T = INTERVALS = ("percentile", "bca", "t")  # kinds (`confidence`), the default first
# paired tests (`significance`), the default first
RANDOMIZATION, BOOTSTRAP, EXACT, SEQUENTIAL = TESTS = ("randomization", "bootstrap", "exact", "sequential")
GREATER, LESS, OBSERVED = SIDES = ("greater", "less", "observed")  # of a one-sided test
