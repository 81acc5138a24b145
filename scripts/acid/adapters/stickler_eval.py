from inputs import objects
from stickler import ComparableField, StructuredModel
from stickler.comparators import ExactComparator


def field(found):
    if isinstance(found[0], list):
        return list[model([row for rows in found for row in rows])], {"weight": 1.0}
    if isinstance(found[0], dict):
        return model(found), {"threshold": 1.0}
    return type(found[0]), {"threshold": 1.0, "comparator": ExactComparator()}


def model(rows):
    fields = {key: field([row[key] for row in rows if key in row]) for row in rows for key in row}
    body = {key: ComparableField(default=None, **like) for key, (_, like) in fields.items()}
    types = {"__annotations__": {key: of for key, (of, _) in fields.items()}}
    return type(
        "Model", (StructuredModel,), {"__module__": __name__, "match_threshold": 0.0, **types, **body}
    )


def score(gold, system, options):
    first, second = objects(gold)[0], objects(system)[0]
    shape = model([first, second])
    return {"score": shape(**first).compare_with(shape(**second))["overall_score"]}
