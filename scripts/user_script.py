"""Two taggers against gold: which one is better, and what should I mend first?"""

import json
from pathlib import Path

import nerkit

GOLD = "dev.bio"
TAGGERS = {"words": Path("words_1.bio"), "shapes": Path("shapes_1.bio")}

# One tagger. The columns of the file say that these are tags; `nerkit.bio` has the options of the task.
result = nerkit.bio(GOLD, TAGGERS["words"], confidence=True)
print(result)
print(f"F1 {result.f1:.3f}, from {result.head.extra['value_low']:.3f}")
for row in result:
    print(row.name, row.precision, row.recall)

# One label: its row, or only the number.
print(result["PER"].recall, result["chunk/PER"])

# A logger wants a flat dictionary of numbers.
Path("scores.json").write_text(json.dumps(dict(result)), encoding="utf-8")
print(sorted(result.flat())[:3], len(result.flat(counts=True)))

# Both taggers on the same gold, with a test of the difference.
comparison = nerkit.compare(GOLD, TAGGERS, task="bio", seed=1)
for row in comparison.rows:
    print(row.system, row.f1, row.extra["p_holm"])

# What went wrong: the first three errors about people, and the classes counted.
errors = nerkit.errors(GOLD, TAGGERS["shapes"], label="PER", items=3)
for error in errors:
    print(error.kind, error.document)
print(nerkit.errors(GOLD, TAGGERS["shapes"]).summary())

# A page for colleagues, and a gate for the build.
Path("report.html").write_text(nerkit.report(GOLD, TAGGERS), encoding="utf-8")
nerkit.check(result, "chunk>=0.5")

# Data in memory, as a training loop has it: the same call.
gold, predicted = [["B-PER", "O", "B-LOC"]], [["B-PER", "O", "O"]]
print(nerkit.bio(gold, predicted, scheme="IOB2").recall)
