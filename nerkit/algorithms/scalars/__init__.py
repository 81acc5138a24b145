"""Scalars as people write them: normal forms and similarity of texts, numerals, dates."""
