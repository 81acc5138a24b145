"""Chunking: find base phrases in trees, or in tagged words by rules. Rules can use the chunks of earlier
rules.
"""
