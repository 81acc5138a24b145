"""Similarities and matchings on arrays: no files, no options, no printing."""
