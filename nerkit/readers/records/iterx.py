"""IterX's predictions: the templates of documents, a line for each type of template of a document.

    {"TST3-MUC4-0001": [{"incident_type": "attack", "Victim": [["juan"]]}]}
    {"TST3-MUC4-0001": []}

The templates of all lines of a document are its templates. Everything else as in GTT's files.
"""

from nerkit.readers.records.templates import TYPE, TemplateShape
from nerkit.readers.sample import Sample

FORM = 'a line is {"TST3-MUC4-0001": [{"incident_type": "attack", "Victim": [["juan"]]}]}'


def recognise(sample: Sample) -> bool:
    """True when the first object has one member, a list of templates, and one of the first has a type."""
    document = sample.told
    if not isinstance(document, dict) or len(document) != 1:
        return False
    (templates,) = document.values()
    return isinstance(templates, list) and all(isinstance(one, dict) and TYPE in one for one in templates)


SHAPE = TemplateShape("iterx", FORM)
READER = SHAPE.reader(recognise)
