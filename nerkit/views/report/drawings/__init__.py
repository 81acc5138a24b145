"""Drawings of documents, one module per kind of item.

    texts          spans on their text, tagged words, or coreference with the numbers of entities
    aligned        two texts that differ, one above the other
    roles          a line for each predicate
    dependencies   arcs of the gold side above the words, arcs of the system below
    brackets       trees, gold's above the words, the system's below
    graphs         two graphs side by side, corresponding nodes on one line
    records        nested records, field by field

Each gives the parts of a document (`nerkit.views.report.parts`), and shows an item by `DocumentItems.show`.
"""
