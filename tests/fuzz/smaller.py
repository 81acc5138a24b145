"""A smaller case with the same failure."""

from fuzz.judge import carried_out, problem_of

TRIES = 150  # runs
SECONDS = 5


def smaller(case, problem):
    """The case without what its failure does not need: options, then pieces of the files, by halves; as it is
    where every try takes long.
    """
    if problem.startswith("more than"):
        return case
    left = [TRIES]

    def fails(candidate):
        left[0] -= 1
        return left[0] > 0 and problem_of(candidate, carried_out(candidate, SECONDS)) == problem

    for argument in case.arguments[1:]:
        without = case._replace(arguments=[a for a in case.arguments if a is not argument])
        case = without if fails(without) else case
    for name in list(case.files):
        without = case._replace(files={n: data for n, data in case.files.items() if n != name})
        case = without if fails(without) else _shortened(case, name, fails)
    return case


def _shortened(case, name, fails):
    """With pieces of one file taken out, of half its length, a quarter, and so on."""
    size = len(case.files[name]) // 2
    while size:
        start = 0
        while start < len(case.files[name]):
            data = case.files[name]
            shorter = case._replace(files={**case.files, name: data[:start] + data[start + size :]})
            if fails(shorter):
                case = shorter
            else:
                start += size
        size //= 2
    return case
