import omni_extract_bench
from inputs import objects


def schema(value):
    if isinstance(value, dict):
        return {"type": "object", "properties": {key: schema(member) for key, member in value.items()}}
    if isinstance(value, list):
        members = {k: v for row in value if isinstance(row, dict) for k, v in row.items()}
        return {"type": "array", "items": schema(members or value[0]) if members or value else {}}
    return {"type": {bool: "boolean", int: "integer", float: "number"}.get(type(value), "string")}


def score(gold, system, options):
    right = objects(gold)[0]
    found = omni_extract_bench.score(objects(system)[0], right, schema(right))
    return {"p": found["precision"], "r": found["recall"], "f": found["f1"]}
