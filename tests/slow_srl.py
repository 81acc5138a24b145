"""srl-eval.pl by lists of phrases and loops over pairs: slow and obvious.

A side is a list of sentences; a sentence a list of predicates (word, name, phrases); a phrase (label, first,
last), last included, in the order in which brackets open.
"""


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
