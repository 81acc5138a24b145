"""Metrics that are not sums of similar pairs: relations that follow, windows, readings of the gold side."""
