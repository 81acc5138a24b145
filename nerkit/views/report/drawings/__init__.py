"""Drawings of documents, by what their items are.

    texts          spans on their text; tagged words; coreference with the number of each entity
    aligned        two texts that differ, one above the other
    roles          a line for each predicate
    dependencies   arcs above the words of gold, below those of the system
    brackets       trees, gold's above the words, the system's below
    graphs         two graphs side by side, corresponding nodes on one line
    records        nested records, field by field

Each gives the parts of a document (`nerkit.views.report.parts`), and shows an item by `DocumentItems.show`.
"""
