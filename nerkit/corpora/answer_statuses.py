"""How what a model answered was read."""

STATUSES = ("clean", "wrapped", "repaired", "unreadable")
CLEAN, WRAPPED, REPAIRED, UNREADABLE = range(4)  # codes into STATUSES
