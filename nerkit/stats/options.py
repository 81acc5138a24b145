"""The choices of statistics; without numpy, so that the command line takes them from here."""

ALPHA = 0.05  # up to which p is significant, unless said otherwise
PERCENTILE, BCA, T = INTERVALS = ("percentile", "bca", "t")  # kinds (`confidence`), the default first
# paired tests (`significance`), the default first
RANDOMIZATION, BOOTSTRAP, EXACT, SEQUENTIAL = ("randomization", "bootstrap", "exact", "sequential")
TOGETHER = f"{EXACT},{SEQUENTIAL}"  # p is the exact one, beside the p of looks
P_OF_LOOKS = "p_sequential"  # the field of that p
TESTS = (RANDOMIZATION, BOOTSTRAP, EXACT, SEQUENTIAL, TOGETHER)
GREATER, LESS, OBSERVED = SIDES = ("greater", "less", "observed")  # of a one-sided test
