"""How work grows with size: the exponent of a power law, fitted to what was counted at several sizes."""

import math


def exponent(sizes, work):
    """The slope of the line through the logarithms of sizes and work, by least squares; never of seconds."""
    x, y = [math.log(size) for size in sizes], [math.log(amount) for amount in work]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    over = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    return over / sum((a - mean_x) ** 2 for a in x)


def counting(monkeypatch, module, name, work):
    """Replace a function of a module by one that adds `work(*given)` to a list before it runs; the list."""
    function, amounts = getattr(module, name), []

    def counted(*given, **settings):
        amounts.append(work(*given, **settings))
        return function(*given, **settings)

    monkeypatch.setattr(module, name, counted)
    return amounts
