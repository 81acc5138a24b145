"""Chunks: base phrases out of trees, or of tagged words by rules; stages that build on each other."""
