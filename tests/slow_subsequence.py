"""A longest common subsequence by the table of all lengths: slow and plain, to compare with."""

from functools import cache


def walk(first, second):
    """The places of a longest common subsequence in both lists.

    A match comes first, then leaving out a value of the first list, then leaving out one of the second.
    """

    @cache
    def longest(i, j):
        if i == len(first) or j == len(second):
            return 0
        same = first[i] == second[j]
        return max(longest(i + 1, j), longest(i, j + 1), same + longest(i + 1, j + 1))

    for size in range(len(first) + len(second)):  # from the end, as recursion is bounded
        for i in range(len(first)):
            if 0 <= (j := len(second) - size + len(first) - 1 - i) < len(second):
                longest(i, j)
    i = j = 0
    places = []
    while i < len(first) and j < len(second):
        if first[i] == second[j]:
            places.append((i, j))
            i, j = i + 1, j + 1
        elif longest(i, j) == longest(i + 1, j):
            i += 1
        else:
            j += 1
    return places
