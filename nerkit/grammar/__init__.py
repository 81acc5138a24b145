"""Grammars and what they make of sentences: rules, the CKY algorithm, chunks. Nothing is scored here."""
