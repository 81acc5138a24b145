"""IterX's predictions: one line per document and type of template.

    {"TST3-MUC4-0001": [{"incident_type": "attack", "Victim": [["juan"]]}]}
    {"TST3-MUC4-0001": []}

nerkit collects the templates of all lines of a document. All other rules are as in GTT's files.
"""

from nerkit.readers.records.templates import TemplateShape

FORM = 'a line is {"TST3-MUC4-0001": [{"incident_type": "attack", "Victim": [["juan"]]}]}'


SHAPE = TemplateShape("iterx", form=FORM)
READER = SHAPE.reader(templates=True, others={})
