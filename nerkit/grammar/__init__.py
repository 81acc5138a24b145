"""Grammars and their uses: rules, the CKY algorithm, chunks. Nothing is scored here."""
