"""The choices of statistics; without numpy, so that the command line takes them from here."""

INTERVALS = ("percentile", "bca")  # kinds of bootstrap interval (`confidence`), the default first
TESTS = ("randomization", "bootstrap")  # paired tests (`significance`), the default first
