from inputs import values
from openevals.json import create_json_match_evaluator


def score(gold, system, options):
    average = {"aggregator": "average", "list_aggregator": "average", "rubric": {}, "exclude_keys": []}
    mode = options.get("mode", "same_elements")
    model = {"judge": None, "model": None, "use_reasoning": False}
    found = create_json_match_evaluator(list_match_mode=mode, **average, **model)(
        outputs=values(system)[0], reference_outputs=values(gold)[0]
    )
    found = found if isinstance(found, list) else [found]
    return {"score": float(found[0]["score"]) if found else None}
