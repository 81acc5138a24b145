"""GRIT's files: fillers of the roles of each document.

    {"docid": "TST3-MUC4-0001", "extracts": {"Victim": [[["juan", 12], ["juan perez", 80]]]}}     gold, a line
    {"30001": {"pred_extracts": {"Victim": [["juan"]]}}}                      predictions, of all documents

- A filler is an entity, a list of mentions. nerkit ignores the offsets of mentions.
- `30001` is the document TST3-MUC4-0001.
- nerkit drops fillers without mentions, with a warning.
"""

from nerkit.readers.records.templates import TemplateShape

FORM = (
    'a line is {"docid": …, "extracts": {"Victim": [[["juan", 12]]]}}, predictions are {"30001": '
    '{"pred_extracts": {"Victim": [["juan"]]}}}'
)
SHAPE = TemplateShape("grit", form=FORM, gold="extracts", predicted="pred_extracts", filled=True)
READER = SHAPE.reader(templates=True, others={})
