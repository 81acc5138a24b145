"""Drawings of documents, one module per kind of item.

    texts          spans on their text, tagged words, or coreference with the numbers of entities
    aligned        two texts that differ, one above the other
    roles          a line for each predicate
    dependencies   arcs of gold above the words, arcs of the system below
    brackets       gold trees above the words, system trees below
    graphs         two graphs side by side, corresponding nodes on one line
    records        nested records, field by field

Each module makes the parts of a document (`nerkit.views.report.parts`). It gets the appearance of an item
from `DocumentItems.show`.
"""
