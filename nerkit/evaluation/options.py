"""The choices of options that all tasks share; without numpy, so that the command line takes them from here.

`nerkit.corpora.pairing.documents` says what they do.
"""

MISSING = ("error", "empty", "ignore")  # gold documents that the system lacks
EXTRA = ("error", "spurious", "ignore")  # system documents that gold lacks
SHARD_SIZE = "8MB"  # bytes of a file that are scored at a time on the command line
SHARED_SIZE = "4MB"  # the same with several processes, so that they end together
DUPLICATES = ("error", "first", "all")  # documents whose id another one has
MEAN = "mean"
EACH = "each"
RUNS = (MEAN, EACH)  # what becomes of the runs of a group
