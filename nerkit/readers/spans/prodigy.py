"""Prodigy's annotations: JSONL, one task a line, as `prodigy db-out` writes them.

    {"text": "Tolkien was born.", "spans": [{"start": 0, "end": 7, "label": "PERSON"}],
     "answer": "accept", "_input_hash": 1}

- Tasks that were rejected or ignored are left out and counted in a warning, since they do not say what the
  right spans are; that is what Prodigy itself exports as finished annotation. Their partners on the other
  side are then spare documents (`--extra`, `--missing`). So are single spans whose own `answer` is not
  `accept`.
- Documents pair by `id` or `doc_id` (of the task or its `meta`) where each task has one and no two the same;
  else by `_input_hash`, which is the same for the same text. Several tasks of one input (binary decisions,
  several annotators) then are documents of the same id: an error, or `--duplicates all` to take their spans
  together, as Prodigy does in training.
- Tokens, relations and options are not read.
"""

from nerkit.corpora.spans import Spans
from nerkit.readers.borders import json_lines
from nerkit.readers.format import Reader
from nerkit.readers.json_text import beginning
from nerkit.readers.spans.span_records import read

OWN = ("_input_hash", "_task_hash", "_view_id", "_session_id", "_annotator_id", "answer")


def recognise(head: str) -> bool:
    """True when the first document has a text and one of the keys that Prodigy adds."""
    task = beginning(head)
    return isinstance(task, dict) and "text" in task and any(key in task for key in OWN)


READER = Reader(recognise, read, Spans, characters=True, borders=json_lines)
