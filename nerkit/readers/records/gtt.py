"""GTT's files: the templates of each document.

    {"docid": "TST3-MUC4-0001", "templates": [{"incident_type": "attack", "Victim": [[["juan", 12]]]}]}   gold
    {"30001": {"pred_templates": [{"incident_type": "attack", "Victim": [["juan"]]}]}}             predictions

- A filler is an entity, a list of mentions; where a mention stands in the text is not looked at.
- `30001` is the document TST3-MUC4-0001.
- A template may have an `id`, which no other one of its document has.
- Left out, with a warning: fillers without mentions, and templates of gold that repeat another one of their
  document.
- A predicted type that is no string is `attack`, with a warning.
"""

from nerkit.readers.records.templates import TemplateShape

FORM = (
    'a line is {"docid": …, "templates": [{"incident_type": …, "Victim": [[["juan", 12]]]}]}, predictions '
    'are {"30001": {"pred_templates": [{"incident_type": …, "Victim": [["juan"]]}]}}'
)
SHAPE = TemplateShape("gtt", form=FORM, gold="templates", predicted="pred_templates")
READER = SHAPE.reader(templates=True, others={})
