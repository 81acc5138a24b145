"""nervaluate 1.2.1, computed with nerkit's pair measures: strict, exact, partial and ent_type (`type`).

>>> from nerkit.compat.nervaluate import Evaluator
>>> gold, system = [["B-PER", "I-PER", "O"]], [["B-PER", "O", "O"]]
>>> Evaluator(gold, system, tags=["PER"], loader="list").evaluate()["overall"]["partial"].f1
0.5

`Evaluator.result()` is the nerkit result, with error lists, intervals and all output formats.

Differences from nervaluate 1.2.1
    - Lines of CoNLL text may end in CR LF (in nervaluate every label then ends in CR, and all scores are 0).
    Blank lines are not tokens, whatever their number (in nervaluate the third blank line shifts all offsets).
    - The loader is recognised from the first document with content (nervaluate raises IndexError for an empty
    document).
    - Overlap percentages are exact: 29 of 100 positions are 29 % (nervaluate computes 28.999999999999996).
    - For a missed entity, `summary_report_indices` shows the gold entity (nervaluate shows a system entity).
      It numbers only entities with labels in `tags` (nervaluate numbers all entities).
    - Entities whose end is before their start are an error (nervaluate accepts them).
    - Types are sorted by name (nervaluate uses the order of a set, which changes from run to
    run).
"""

from nerkit.compat.nervaluate.evaluator import Evaluator as Evaluator
from nerkit.compat.nervaluate.utils import collect_named_entities as collect_named_entities
from nerkit.compat.nervaluate.utils import conll_to_spans as conll_to_spans
from nerkit.compat.nervaluate.utils import list_to_spans as list_to_spans
from nerkit.compat.nervaluate.utils import split_list as split_list
