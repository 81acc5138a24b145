"""Check a certificate of nerkit: no matching earns more than the numerator of its score.
Exit code 0: it holds. 1: refused; stderr says where and why. 2: a file cannot be read.
Each row i has a potential u[i] >= 0, each column j a potential v[j] >= 0, and u[i] + v[j] is at least
the weight of cell (i, j), for all cells. A matching takes each row and each column once at most, so none earns more
than all potentials together; and the matching of the certificate earns that much.
With files, clusters in JSON lines of `doc_id` and `clusters` are compared with the certificate's: "derived". Other
files are known by SHA-256; how nerkit read them is not checked: "hashed". Without files it is the
optimum of what the certificate states that is proved, of no file: "stated"."""
import argparse, hashlib, json, re, sys
from fractions import Fraction
from itertools import chain
PHI = {"ceaf_e": "phi4", "entity_ceaf": "phi4", "ceaf_m": "phi3", "mention_ceaf": "phi3"}
MALFORMED = (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError, RecursionError)

def need(holds, reason):
    if not holds: raise ValueError(reason)
def exact(number):
    if type(number) is int: return number
    need(re.fullmatch("-?[0-9]+(/0*[1-9][0-9]*)?", number), f"{number}: a float, or no number")
    return whole(Fraction(*map(int, number.split("/"))))
def whole(number): return number.numerator if number.denominator == 1 else number  # integers are faster
def places(listed, *sizes):
    """Places (row, column, ...), all within *sizes* and none twice."""
    listed = [tuple(at) for at in listed]
    fits = set(map(len, listed)) <= {len(sizes)} and all(min(k) >= 0 and max(k) < n for k, n in zip(zip(*listed), sizes))
    need(fits and len(set(listed)) == len(listed), "a place that does not exist, or stands twice")
    return listed
def weights_of(listed, worth, *sizes):
    return dict(zip(places([entry[:-1] for entry in listed], *sizes), (worth(entry[-1]) for entry in listed)))
def matching(listed, rows, columns):
    need(all(len(set(side)) == len(side) for side in zip(*listed)), "not one to one")
    return places(listed, rows, columns)
def allowed(proof, weights, rows, columns, parts=1):
    """What the potentials allow a matching to earn; *weights*, in *parts* of 1, are of (row, column), others are 0."""
    u, v = ([whole(parts * exact(potential)) for potential in proof[name]] for name in "uv")
    need((len(u), len(v)) == (rows, columns) and min(u + v, default=0) >= 0, "potentials")
    need(all(u[i] + v[j] >= weight for (i, j), weight in weights.items()), "a cell is above its potentials")
    return Fraction(sum(u) + sum(v), parts)
def optimum(proof, weights, rows, columns):
    pairs, most = matching(proof["pairs"], rows, columns), allowed(proof, weights, rows, columns)
    need(all(weights.get(pair, 0) > 0 for pair in pairs), "a pair without weight")
    need(sum(weights[pair] for pair in pairs) == most, f"pairs earn less than {most}, which potentials allow")
    return most
def clusters(line, phi):
    """The best alignment of clusters a, b: phi3 is |a & b|, phi4 is 2 |a & b| / (|a| + |b|). Both denominators."""
    gold, system, weights, totals = line["gold"], line["system"], {}, []
    for side in (system, gold):
        items = list(chain(*side))
        need(all(side) and len(set(items)) == len(items), "an item in two clusters, or an empty cluster")
        totals.append(len(items) if phi == "phi3" else len(side))
    where = {item: j for j, cluster in enumerate(system) for item in cluster}
    for i, j in ((i, where[item]) for i, cluster in enumerate(gold) for item in cluster if item in where):
        weights[i, j] = weights.get((i, j), 0) + (1 if phi == "phi3" else Fraction(2, len(gold[i]) + len(system[j])))
    need(line["similarity"] == phi, "another similarity")
    return (optimum(line, weights, len(gold), len(system)), True, *totals)
def cell(node):
    """The weight of a cell: a number, a sum of cells, or the best matching of a matrix of cells."""
    if not isinstance(node, dict): return exact(node)
    if "sum" in node: return sum(map(cell, node["sum"]))
    shape = node["rows"], node["columns"]
    return optimum(node, weights_of(node["cells"], cell, *shape), *shape)

def graph(line):
    """What a mapping earns, rewards of pairs and gains of two pairs; and whether a tree proves it the best."""
    shape, nodes = (line["left"], line["right"]), [(line["tree"], (), ())]
    rewards, gains = weights_of(line["rewards"], exact, *shape), weights_of(line["gains"], exact, *shape, *shape)
    need(len({frozenset((at[:2], at[2:])) for at in gains if at[:2] != at[2:]}) == len(gains), "a gain stands twice")
    pairs, weights = set(matching(line["mapping"], *shape)), {**rewards, **gains}
    earned = sum(weight for at, weight in weights.items() if at[:2] in pairs and at[-2:] in pairs)
    while nodes and line["tree"] is not None:  # each with the pairs that are in the mapping, and those that are out
        node, taken, out = nodes.pop()
        if "pair" in node:
            pair = places([node["pair"]], *shape)[0]
            need(pair not in taken + out, "a pair is split twice")
            nodes += [(node["with"], (*taken, pair), out), (node["without"], taken, (*out, pair))]
        else:
            most, whole = leaf(node, rewards, gains, shape, taken, out), {w.denominator for w in weights.values()} <= {1}
            need((most // 1 if whole else most) <= earned, f"mapping earns {earned}, the tree allows {most}")
    need(line["tree"] is not None or exact(line["bound"]) >= earned, "the bound is below what the mapping earns")
    return earned, line["tree"] is not None
def leaf(node, rewards, gains, shape, taken, out):
    """A bound for mappings with the pairs *taken*, without those *out*. Two pairs share their gain: half + shift, half
    - shift. A pair earns its reward, and one share at most for each other row, and one for each other column."""
    ends, shifts, parts = [(at[:2], at[2:]) for at in gains], weights_of(node["shift"], exact, len(gains)), 2
    for shift in shifts.values(): parts *= (shift * parts).denominator  # of 1: all below are integers, if weights are
    may = {p for p in chain(rewards, *ends) if all((p[0] == q[0]) == (p[1] == q[1]) for q in taken)} - set(out)
    best = {p: ({}, {}) for p in may}
    for k, ((p, q), gain) in enumerate(zip(ends, gains.values())):
        half, shift = gain * (parts // 2), whole(shifts.get((k,), 0) * parts)
        for pair, other, share in ((p, q, half + shift), (q, p, half - shift)) if p in may and q in may else ():
            for shares, end in zip(best[pair], other): shares[end] = max(share, shares.get(end, 0))
    profits = {p: rewards.get(p, 0) * parts + min(sum(side.values()) for side in sides) for p, sides in best.items()}
    return allowed(node, profits, *shape, parts)
def in_file(data):
    """The clusters of each document of JSON lines; None for any other format."""
    try:
        rows = [json.loads(line) for line in data.decode("utf-8").split("\n") if line.strip()]
        read = {r["doc_id"]: sorted(sorted({" ".join(map(str, m)) for m in c}) for c in r["clusters"]) for r in rows}
        return read if len(read) == len(rows) else None
    except MALFORMED: return None
KINDS = {"clusters": ("|".join(PHI), lambda line, measure: clusters(line, PHI[measure])),
         "assignment": (r"json|template[\w-]*|chunk|strict|exact|partial|type", lambda line, _: (cell(line["cell"]), True)),
         "graph": ("smatch|mrp", lambda line, _: graph(line))}
def check(lines, files):
    """The header; whether all is proved; how the instance is known. *files* are their bytes by role, or {}."""
    lines = (json.loads(line, parse_float=exact, parse_constant=exact) for line in lines)  # which refuses floats
    header, made = next(lines, {}), {}
    need(header.get("certificate") == 1, "no certificate of version 1")
    kind, measure, known = header["kind"], header["measure"], {one["role"]: one["sha256"] for one in header["inputs"]}
    need(kind in KINDS and re.fullmatch(KINDS[kind][0], measure), "unknown kind or measure")
    need(header.get("similarity") == PHI.get(measure), "another similarity")
    for role, data in files.items():
        need(known[role] == hashlib.sha256(data).hexdigest(), f"the {role} file is another one")
    read = {role: in_file(data) if kind == "clusters" else None for role, data in files.items()}
    derived = bool(files) and None not in read.values()
    for line in lines:
        name = line["document"]
        try:
            need(type(name) is str and name not in made, "stands twice, or is no string")
            for role, held in read.items() if derived else ():
                need(held.get(name, []) == sorted(map(sorted, line[role])), f"{role} is not what the file holds")
            made[name] = KINDS[kind][1](line, measure)
            need(made[name][0] == exact(line["value"]), f"the value is {made[name][0]}")
        except MALFORMED as error:
            raise ValueError(f"document {name}: {error}") from error
    need(header["documents"] == len(made), "documents are missing")
    need(not derived or set(read["gold"]) == set(made) >= set(read["system"]), "documents are not those of the files")
    for k, name in ((0, "value"), (2, "p_den"), (3, "r_den"))[: 3 if kind == "clusters" else 1]:
        total = sum(numbers[k] for numbers in made.values())
        need(exact(header[name]) == total, f"{name} is not the sum of the documents, {total}")
    proved = all(numbers[1] for numbers in made.values())
    need(proved or header["proved"] is False, "says proved where it is not")
    return header, proved, "derived" if derived else "hashed" if files else "stated"

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for names in (["certificate"], ["-g", "--gold"], ["-s", "--system"]): parser.add_argument(*names)
    parser.add_argument("--require-proof", action="store_true")
    given = parser.parse_args()
    if (given.gold is None) != (given.system is None): parser.error("-g and -s go together")
    paths = {"gold": given.gold, "system": given.system} if given.gold is not None else {}
    try:
        files = {role: open(path, "rb").read() for role, path in paths.items()}
        header, proved, instance = check(open(given.certificate, encoding="utf-8"), files)
        need(proved or not given.require_proof, "not all is proved")
    except (OSError, UnicodeError, json.JSONDecodeError) as error:
        parser.error(f"cannot be read: {error}")
    except MALFORMED as error:
        sys.exit(f"refused: {error}")
    print(header["measure"], header["value"], f"holds: proved={proved} instance={instance}")
