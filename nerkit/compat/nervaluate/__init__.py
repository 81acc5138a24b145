"""nervaluate 1.2.1 over nerkit's measures of pairs: strict, exact, partial and ent_type (`type`).

>>> from nerkit.compat.nervaluate import Evaluator
>>> gold, system = [["B-PER", "I-PER", "O"]], [["B-PER", "O", "O"]]
>>> Evaluator(gold, system, tags=["PER"], loader="list").evaluate()["overall"]["partial"].f1
0.5

`Evaluator.result()` is nerkit's result, with its errors, intervals and every output format.

Differences from nervaluate 1.2.1
    - Lines of CoNLL text may end in CR LF (there every label ends in CR, and all scores are 0); blank lines
      are no tokens, however many stand together (there the third one shifts all offsets).
    - The loader is recognised from the first document that has anything (there IndexError for an empty one).
    - A percentage of overlap is compared exactly: 29 of 100 positions are 29 % (there 28.999999999999996).
    - `summary_report_indices` shows gold's entities for what was missed, and numbers those that `tags` leaves
      (there the system's, of all).
    - Entities whose end is before their start are an error (there they overlap with nothing, or more).
    - Types are in the order of their names (there in that of a set, which changes from run to run).
"""

from nerkit.compat.nervaluate.evaluator import Evaluator as Evaluator
from nerkit.compat.nervaluate.utils import collect_named_entities as collect_named_entities
from nerkit.compat.nervaluate.utils import conll_to_spans as conll_to_spans
from nerkit.compat.nervaluate.utils import list_to_spans as list_to_spans
from nerkit.compat.nervaluate.utils import split_list as split_list
