"""Statuses of the answers of models: how each was read."""

STATUSES = ("clean", "wrapped", "repaired", "unreadable")
CLEAN, WRAPPED, REPAIRED, UNREADABLE = range(4)  # codes into STATUSES
