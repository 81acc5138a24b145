"""GTT's files: the templates of each document.

    {"docid": "TST3-MUC4-0001", "templates": [{"incident_type": "attack", "Victim": [[["juan", 12]]]}]}   gold
    {"30001": {"pred_templates": [{"incident_type": "attack", "Victim": [["juan"]]}]}}             predictions

- A filler is an entity, a list of mentions. nerkit ignores the offsets of mentions.
- `30001` is the document TST3-MUC4-0001.
- A template may have an `id`, which must be unique in the document.
- nerkit drops fillers without mentions and repeated templates of a gold document, with a warning.
- If a predicted type is not a string, nerkit reads `attack` and warns.
"""

from nerkit.readers.records.templates import TemplateShape

FORM = (
    'a line is {"docid": …, "templates": [{"incident_type": …, "Victim": [[["juan", 12]]]}]}, predictions '
    'are {"30001": {"pred_templates": [{"incident_type": …, "Victim": [["juan"]]}]}}'
)
SHAPE = TemplateShape("gtt", form=FORM, gold="templates", predicted="pred_templates")
READER = SHAPE.reader(templates=True, others={})
