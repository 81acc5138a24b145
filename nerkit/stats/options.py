"""The choices of statistics; without numpy, so that the command line takes them from here."""

INTERVALS = ("percentile", "bca")  # kinds of bootstrap interval (`confidence`), the default first
# paired tests (`significance`), the default first
RANDOMIZATION, BOOTSTRAP, EXACT = TESTS = ("randomization", "bootstrap", "exact")
GREATER, LESS, OBSERVED = SIDES = ("greater", "less", "observed")  # of a one-sided test
