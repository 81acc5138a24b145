"""Metrics that are no sums of similar pairs: relations that follow, windows, readings of gold."""
