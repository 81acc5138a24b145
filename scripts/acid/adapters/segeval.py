import segeval


def masses(path):
    return tuple(len(part) + 1 for part in open(path).read().strip().split("1"))


def score(gold, system, options):
    sides, k = (masses(system), masses(gold)), options.get("k")
    windows = float(segeval.window_diff(*sides, window_size=k))
    return {"windowdiff": windows, "pk": float(segeval.pk(*sides, window_size=k))}
