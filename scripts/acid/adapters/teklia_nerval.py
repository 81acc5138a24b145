from inputs import run, tool


def score(gold, system, options):
    printed = run(tool("nerval"), "-a", gold, "-p", system, "-t", options.get("t", 0))
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in printed.splitlines()]
    cells = next(row for row in rows if row[0] == "ALL")[3:6]
    return {
        **{key: None if cell == "None" else float(cell) for key, cell in zip("prf", cells)},
        "finishes": 1,
    }
