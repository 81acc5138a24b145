import json

from agentevals.trajectory.match import create_trajectory_match_evaluator
from inputs import values


def trajectory(path):
    texts = [(c["name"], c["arguments"]) for c in values(path)[0]["calls"]]
    made = [
        {"function": {"name": n, "arguments": a if isinstance(a, str) else json.dumps(a)}} for n, a in texts
    ]
    return [{"role": "user", "content": "x"}, {"role": "assistant", "content": "", "tool_calls": made}]


def score(gold, system, options):
    evaluator = create_trajectory_match_evaluator(trajectory_match_mode="unordered")
    return {
        "score": float(evaluator(outputs=trajectory(system), reference_outputs=trajectory(gold))["score"])
    }
