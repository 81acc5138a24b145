"""Scalars as people write them: texts in normal form and how similar two are, numerals, dates."""
