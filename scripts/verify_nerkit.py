"""Check a certificate of nerkit: no matching earns more than the numerator of its score.
Exit code 0: it holds. 1: refused; stderr says where and why. 2: a file cannot be read.
Each row i has a potential u[i] >= 0, each column j a potential v[j] >= 0, and u[i] + v[j] is at least the weight of
cell (i, j), for all cells. A matching takes each row and each column once at most, so none earns more than all
potentials together; and the matching of the certificate earns that much. With files, clusters in JSON lines of `doc_id`
and `clusters` are compared with the certificate's: "derived". Other files are known by SHA-256; how nerkit read them is
not checked: "hashed". Without files it is the optimum of what the certificate states, of no file: "stated"."""
import argparse, functools, hashlib, json, re, sys
from fractions import Fraction
from itertools import chain
PHI = {"ceaf_e": "phi4", "entity_ceaf": "phi4", "ceaf_m": "phi3", "mention_ceaf": "phi3"}
MALFORMED = (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError, RecursionError)
def need(holds, reason):
    if not holds: raise ValueError(reason)
def exact(number, parts=1): return number * parts if type(number) is int else parsed(number, parts)
@functools.lru_cache(4096)
def parsed(text, parts):
    need(re.fullmatch("-?[0-9]+(/0*[1-9][0-9]*)?", text), f"{text}: a float, or no number")
    return n.numerator if (n := parts * Fraction(*map(int, text.split("/")))).denominator == 1 else n  # which is faster
def table(entries, more, *sizes):  # columns: those of a place (row, column, ...), and *more*
    need({*map(len, entries)} <= {len(sizes) + more}, "an entry is too short or too long")
    columns = list(zip(*entries)) or [()] * (len(sizes) + more)
    for k, n in zip(columns, sizes): need(not k or min(k) >= 0 and max(k) < n, "a place that does not exist")
    return columns
def matching(listed, *sizes):
    rows, columns = table(listed, 0, *sizes)
    need(len(set(rows)) == len(set(columns)) == len(listed), "not one to one")
    return list(zip(rows, columns))
def potentials(proof, rows, columns, parts=1):
    u, v = ([n * parts if type(n) is int else parsed(n, parts) for n in proof[name]] for name in "uv")
    need((len(u), len(v)) == (rows, columns) and min(chain(u, v), default=0) >= 0, "potentials")
    return u, v, sum(u) + sum(v)
def optimum(proof, weights, rows, columns):
    pairs, (u, v, most) = matching(proof["pairs"], rows, columns), potentials(proof, rows, columns)
    need(all([u[i] + v[j] >= weight for (i, j), weight in weights.items()]), "a cell is above its potentials")
    need(min(earned := [weights.get(pair, 0) for pair in pairs], default=1) > 0, "a pair without weight")
    need(sum(earned) == most, "pairs earn less than potentials allow")
    return most
def clusters(line, phi):
    """The best alignment of clusters a, b: phi3 is |a & b|, phi4 is 2 |a & b| / (|a| + |b|). Both denominators."""
    gold, system, weights = line["gold"], line["system"], {}
    for side in (system, gold):
        need(all(side) and len({*chain(*side)}) == sum(map(len, side)), "an item in two clusters, or an empty cluster")
    totals = [sum(map(len, side)) if phi == "phi3" else len(side) for side in (system, gold)]
    where = {item: j for j, cluster in enumerate(system) for item in cluster}
    for i, j in ((i, where[item]) for i, cluster in enumerate(gold) for item in cluster if item in where):
        weights[i, j] = weights.get((i, j), 0) + (1 if phi == "phi3" else Fraction(2, len(gold[i]) + len(system[j])))
    need(line["similarity"] == phi, "another similarity")
    return (optimum(line, weights, len(gold), len(system)), True, *totals)
def cell(node):
    """The weight of a cell: a number, a sum of cells, the largest of several, or the best matching of a matrix."""
    if type(node) is not dict: return node if type(node) is int else exact(node)
    if "sum" in node: return sum(map(cell, node["sum"]))
    if "largest" in node: return max(map(cell, node["largest"]))
    rows, columns, cells = table(node["cells"], 1, node["rows"], node["columns"])
    need(len(weights := dict(zip(zip(rows, columns), map(cell, cells)))) == len(cells), "a place stands twice")
    return optimum(node, weights, node["rows"], node["columns"])
def graph(line):
    """What a mapping earns, rewards of pairs and gains of two pairs; and whether a tree proves it the best."""
    height, width = shape = line["left"], line["right"]  # pair (i, k) is i * width + k, which is quicker to look up
    row, col, cells = {i: i * width for i in range(height)}, {k: k for k in range(width)}, height * width
    rewards, mapped = {row[i] + col[k]: exact(w) for i, k, w in line["rewards"]}, dict(line["mapping"])
    gains = [(row[i] + col[k], row[j] + col[l], w if type(w) is int else exact(w)) for i, k, j, l, w in line["gains"]]
    once = {p * cells + q if p < q else q * cells + p for p, q, w in gains if p != q and w >= 0}
    need((len(once), len(rewards)) == (len(gains), len(line["rewards"])), "a place stands twice, or a gain is below 0")
    need(len({*mapped.values()}) == len(line["mapping"]), "not one to one")
    mapped = {row[i] + col[k] for i, k in mapped.items()}
    earned = sum([w for p, q, w in gains if p in mapped and q in mapped]) + sum([rewards.get(p, 0) for p in mapped])
    nodes, gains = [(line["tree"], (), set())], list(zip(*gains)) or [()] * 3
    while nodes and line["tree"] is not None:  # each with the pairs on its path, and those that are out there
        node, path, out = nodes.pop()
        if "pair" in node:
            (i, k), pair = node["pair"], row[node["pair"][0]] + col[node["pair"][1]]
            clash = {p for p in {*rewards, *gains[0], *gains[1]} if (p // width == i) != (p % width == k)}
            nodes += [(node["with"], (*path, pair), out | clash), (node["without"], (*path, pair), out | {pair})]
            need(pair not in path, "a pair is split twice")
        else:
            need((most := leaf(node, rewards, gains, shape, out)) <= earned, f"earns {earned}, the tree allows {most}")
    need(line["tree"] is not None or exact(line["bound"]) >= earned, "the bound is below what the mapping earns")
    return earned, line["tree"] is not None
def leaf(node, rewards, gains, shape, out):
    """A bound for mappings without the pairs *out*. Two pairs share their gain: half + shift, half - shift. A pair
    earns its reward, and one share at most for each other row, and one for each other column."""
    (first, second, worth), (edges, shifts), parts, width = gains, table(node["shift"], 1, len(gains[2])), 2, shape[1]
    for shift in map(exact, shifts): parts *= (shift * parts).denominator  # of 1: below are integers, if weights are
    (u, v, most), theirs = potentials(node, *shape, parts), (ours := [gain * (parts // 2) for gain in worth])[:]
    for k, one in zip(edges, [exact(shift, parts) for shift in shifts]):
        ours[k], theirs[k] = max(0, ours[k] + one), max(0, theirs[k] - one)
    for k in [k for k, p in enumerate(first) if p in out or second[k] in out] if out else (): ours[k] = theirs[k] = 0
    rewards = {pair: reward * parts for pair, reward in rewards.items() if pair not in out}
    pairs = {*rewards, *first, *second}  # first with all shares: no less than they earn, and mostly little enough
    profits = [0] * (shape[0] * width) if shape[0] * width < 10**6 else dict.fromkeys(pairs, 0)
    for p, reward in rewards.items(): profits[p] = reward
    for p, q, mine, yours in zip(first, second, ours, theirs): profits[p] += mine; profits[q] += yours
    high = {p: ({}, {}) for p in pairs if u[p // width] < profits[p] and u[p // width] + v[p % width] < profits[p]}
    for pairs, others, shares in ((first, second, ours), (second, first, theirs)) if high else ():
        for k in [k for k, pair in enumerate(pairs) if pair in high]:
            for best, at in zip(high[pairs[k]], (others[k] // width, others[k] % width)):
                if shares[k] > best.get(at, 0): best[at] = shares[k]
    for p, sides in high.items(): high[p] = rewards.get(p, 0) + min([sum(side.values()) for side in sides])
    need(all([u[p // width] + v[p % width] >= high[p] for p in high]), "a cell is above its potentials")
    return most // parts if type(sum(worth) + sum(rewards.values())) is int else Fraction(most, parts)
def in_file(data):
    """The clusters of each document of JSON lines; None for any other format."""
    try:
        rows = [json.loads(line) for line in data.decode("utf-8").split("\n") if line.strip()]
        read = {r["doc_id"]: sorted(sorted({" ".join(map(str, m)) for m in c}) for c in r["clusters"]) for r in rows}
        return read if len(read) == len(rows) else None
    except MALFORMED: return None
KINDS = {"clusters": ("|".join(PHI), lambda line, measure: clusters(line, PHI[measure])),
         "assignment": (r"json|calls|template[\w-]*|chunk|strict|exact|partial|type", lambda at, _: (cell(at["cell"]), True)),
         "graph": ("smatch|mrp", lambda line, _: graph(line))}
def check(lines, files):
    """The header; whether all is proved; how the instance is known. *files* are their bytes by role, or {}."""
    lines = map(json.JSONDecoder(parse_float=exact, parse_constant=exact).decode, lines)  # which refuses floats
    header, made = next(lines, {}), {}
    need(header.get("certificate") == 1, "no certificate of version 1")
    kind, measure, known = header["kind"], header["measure"], {one["role"]: one["sha256"] for one in header["inputs"]}
    need(kind in KINDS and re.fullmatch(KINDS[kind][0], measure), "unknown kind or measure")
    need(header.get("similarity") == PHI.get(measure), "another similarity")
    for k, data in files.items(): need(known[k] == hashlib.sha256(data).hexdigest(), f"the {k} file is another one")
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
        except MALFORMED as error: raise ValueError(f"document {name}: {'no ' * (type(error) is KeyError)}{error}")
    need(header["documents"] == len(made), "documents are missing")
    need(not derived or set(read["gold"]) == set(made) >= set(read["system"]), "documents are not those of the files")
    for k, name in ((0, "value"), (2, "p_den"), (3, "r_den"))[: 3 if kind == "clusters" else 1]:
        need(exact(header[name]) == sum(line[k] for line in made.values()), f"{name} is not the sum of the documents")
    need((proved := all(line[1] for line in made.values())) or header["proved"] is False, "says proved where it is not")
    return header, proved, "derived" if derived else "hashed" if files else "stated"
if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for names in (["certificate"], ["-g", "--gold"], ["-s", "--system"]): parser.add_argument(*names)
    parser.add_argument("--require-proof", action="store_true")
    if ((given := parser.parse_args()).gold is None) != (given.system is None): parser.error("-g and -s go together")
    try:
        files = {k: open(path, "rb").read() for k in ("gold", "system") if (path := vars(given)[k]) is not None}
        header, proved, instance = check(open(given.certificate, encoding="utf-8"), files)
        need(proved or not given.require_proof, "not all is proved")
    except (OSError, UnicodeError, json.JSONDecodeError) as error: parser.error(f"cannot be read: {error}")
    except MALFORMED as error: sys.exit(f"refused: {error}")
    print(header["measure"], header["value"], f"holds: proved={proved} instance={instance}")
