"""Grammars: reading rules, parsing with the CKY algorithm, chunking. This package scores nothing."""
