"""IterX's predictions: the templates of documents, a line for each type of template of a document.

    {"TST3-MUC4-0001": [{"incident_type": "attack", "Victim": [["juan"]]}]}
    {"TST3-MUC4-0001": []}

The templates of all lines of a document are its templates. Everything else as in GTT's files.
"""

from nerkit.readers.records.templates import TemplateShape

FORM = 'a line is {"TST3-MUC4-0001": [{"incident_type": "attack", "Victim": [["juan"]]}]}'


SHAPE = TemplateShape("iterx", form=FORM)
READER = SHAPE.reader(templates=True, others={})
