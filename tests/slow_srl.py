"""Slow and obvious twins of what scores semantic roles: lists of phrases, loops over pairs.

A side is a list of sentences; a sentence a list of predicates (word, name, phrases); a phrase (label, first,
last), last included, in the order in which brackets open.
"""


def joined(phrases):
    """Arguments of a predicate: label -> pieces, where C-X continues the last X."""
    arguments, last = [], {}
    for label, first, end in sorted(phrases, key=lambda phrase: (phrase[1], -phrase[2])):
        base = label.removeprefix("C-")
        if base != label and base in last:
            last[base][1].add((first, end))
            continue
        argument = (base, {(first, end)})
        arguments.append(argument)
        last[base] = argument
    return {(label, frozenset(pieces)) for label, pieces in arguments}


def propositions(side):
    """(sentence, word, name) -> its arguments."""
    return {
        (number, word, name): joined(phrases)
        for number, sentence in enumerate(side)
        for word, name, phrases in sentence
    }


def srl(gold, system):
    """Right arguments, those of the system, of gold; without labels; propositions."""
    sides = [propositions(side) for side in (gold, system)]
    items = [
        [(key, *argument) for key, arguments in side.items() for argument in arguments if argument[0] != "V"]
        for side in sides
    ]
    labelled = (len(set(items[0]) & set(items[1])), len(items[1]), len(items[0]))
    left = [(key, pieces) for key, _, pieces in items[0]]
    found = 0
    for key, _, pieces in items[1]:
        if (key, pieces) in left:
            left.remove((key, pieces))
            found += 1

    def roles(arguments):
        return {argument for argument in arguments if argument[0] != "V"}

    whole = sum(key in sides[1] and roles(sides[0][key]) == roles(sides[1][key]) for key in sides[0])
    return labelled, (found, labelled[1], labelled[2]), (whole, len(sides[1]), len(sides[0]))


class _Argument:
    """An argument as srl-eval.pl has it: first and last word, pieces."""

    def __init__(self, label, first, last):
        self.label, self.first, self.last, self.pieces = label, first, last, []


def official_arguments(phrases):
    """The arguments of a predicate as srl-eval.pl reads them: nested phrases are pieces, twins overwrite."""
    nodes = [_Argument(*phrase) for phrase in phrases]
    for i, node in enumerate(nodes):
        around = [
            other
            for other, phrase in zip(nodes[:i], phrases[:i], strict=True)
            if phrase[1] <= node.first and node.last <= phrase[2]
        ]
        if around:
            around[-1].pieces.append(node)
    last_of = {}
    for node in nodes:  # of the same words the one that opens last stays
        last_of[node.first, node.last] = node
    arguments, begun = [], {}
    for node in sorted(last_of.values(), key=lambda node: (node.first, -node.last)):
        base = node.label.removeprefix("C-")
        if base != node.label and base in begun:
            argument = begun[base]
            if not argument.pieces:
                argument.pieces.append(_Argument(base, argument.first, argument.last))
            argument.pieces.append(node)
            argument.last = node.last
            continue
        node.label = base
        arguments.append(node)
        begun[base] = node
    return arguments


def official(gold, system):
    """Right arguments, those of the system, of gold, and whole propositions, as srl-eval.pl counts them."""
    found = excess = missed = whole = 0
    for golds, systems in zip(gold, system, strict=True):
        others = {word: (name, phrases) for word, name, phrases in systems}
        for word, name, phrases in golds:
            partner = others.get(word)
            theirs = official_arguments(partner[1]) if partner and partner[0] == name else []
            wanted = {(a.first, a.last): a for a in official_arguments(phrases)}
            wrong = 0
            for argument in theirs:
                own = wanted.get((argument.first, argument.last))
                right = own is not None and own.label == argument.label and _same(own, argument)
                if right:
                    del wanted[own.first, own.last]
                if argument.label != "V":
                    found, excess, wrong = found + right, excess + (not right), wrong + (not right)
            left = sum(argument.label != "V" for argument in wanted.values())
            missed += left
            whole += not wrong and not left
    return (found, found + excess, found + missed), whole


def _same(gold, system):
    """Whether two arguments have the same pieces, none of the system's twice."""
    pieces = [{(p.first, p.last) for p in argument.pieces} for argument in (gold, system)]
    return pieces[0] == pieces[1] and len(system.pieces) == len(pieces[1])


def props(side, sizes):
    """The text of a side, given the number of words of each sentence."""
    text = ""
    for sentence, size in zip(side, sizes, strict=True):
        rows = [["-", *("*" for _ in sentence)] for _ in range(size)]
        for column, (word, name, phrases) in enumerate(sentence, 1):
            rows[word][0] = name
            opened = [""] * size
            for label, first, last in phrases:
                opened[first] += f"({label}"
                rows[last][column] += ")"
            for row, brackets in zip(rows, opened, strict=True):
                row[column] = brackets + row[column]
        text += "".join(" ".join(row) + "\n" for row in rows) + "\n"
    return text
