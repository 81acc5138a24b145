"""Dependency trees aligned and scored word by word with two pointers, as the definition reads: slow and
plain, to compare with.

A side is a list of sentences, a sentence a list of tokens, a token `(text, words)`: a word alone if `words`
is a single dict with the form None, else a multiword token. A word is a dict of form, lemma, upos, xpos,
feats, head, deprel and deps (a list of (head, path)).
"""

from collections import Counter
from types import SimpleNamespace

from slow_subsequence import walk

CONTENT = {"nsubj", "obj", "obl", "root"}  # those that occur here, as are the others
FUNCTION = {"det", "case", "aux"}
UNIVERSAL = {"Number", "Case"}  # of the features that occur here


def conllu(side):
    """The side as a file."""
    lines = []
    for sentence in side:
        number = 0
        for text, words in sentence:
            if not alone(words):
                lines.append(f"{number + 1}-{number + len(words)}\t{text}" + "\t_" * 8)
            for word in words:
                number += 1
                deps = "|".join(f"{head}:{path}" for head, path in word["deps"]) or "_"
                cells = [text if word["form"] is None else word["form"]]
                cells += [word[name] for name in ("lemma", "upos", "xpos", "feats", "head", "deprel")]
                lines.append("\t".join(map(str, [number, *cells, deps, "_"])))
        lines.append("")
    return "".join(line + "\n" for line in lines)


def alone(words):
    return len(words) == 1 and words[0]["form"] is None


def plain(label):
    return label.split(":")[0]


def words_of(side):
    """All words with their spans, whether they are in a multiword token, their parents; tokens; sentences."""
    found, tokens, sentences, at = [], [], [], 0
    for sentence in side:
        first, begin = len(found), at
        for text, words in sentence:
            tokens.append((at, at + len(text)))
            for word in words:
                form = text if word["form"] is None else word["form"]
                more = word | {"form": form, "deprel": plain(word["deprel"])}
                more["feats"] = sorted(f for f in word["feats"].split("|") if f.split("=")[0] in UNIVERSAL)
                found.append(
                    SimpleNamespace(
                        **more,
                        start=at,
                        end=at + len(text),
                        multi=not alone(words),
                        first=first,
                        row=len(found),
                    )
                )
            at += len(text)
        sentences.append((begin, at))
    for word in found:
        word.parent = None if word.head == 0 else found[word.first + word.head - 1]
    for word in found:
        word.functions = [w for w in found if w.parent is word and w.deprel in FUNCTION]
    return found, tokens, sentences


def align(gold, system):
    """Pairs of words that are the same."""
    pairs, g, s = [], 0, 0
    while g < len(gold) and s < len(system):
        one, other = gold[g], system[s]
        if not one.multi and not other.multi:
            if (one.start, one.end) == (other.start, other.end):
                pairs.append((one, other))
                g, s = g + 1, s + 1
            elif one.start <= other.start:
                g += 1
            else:
                s += 1
            continue
        lead = one if one.multi else other
        g += not one.multi and one.start < lead.start
        s += not other.multi and other.start < lead.start
        inside, end = ([], []), lead.end

        def fits(words, i, end):
            return i < len(words) and (words[i].start < end if words[i].multi else words[i].end <= end)

        while fits(gold, g, end) or fits(system, s, end):
            of_gold = g < len(gold) and (s == len(system) or gold[g].start <= system[s].start)
            word = gold[g] if of_gold else system[s]
            inside[not of_gold].append(word)
            end = max(end, word.end) if word.multi else end
            g, s = g + of_gold, s + (not of_gold)
        pairs += common(*inside)
    return pairs


def common(gold, system):
    """A longest common subsequence of words of the same form."""
    forms = ([word.form.lower() for word in side] for side in (gold, system))
    return [(gold[g], system[s]) for g, s in walk(*forms)]


def scores(gold_side, system_side, *, product=False):
    """Measure -> (correct, words of the system, words of gold, aligned words)."""
    gold, gold_tokens, gold_sentences = words_of(gold_side)
    system, system_tokens, system_sentences = words_of(system_side)
    pairs = align(gold, system)
    partner = {id(b): a for a, b in pairs}

    def image(word):
        return None if word is None else partner.get(id(word), "nothing")

    def head(a, b):
        return a.parent is image(b.parent)

    def las(a, b):
        return head(a, b) and a.deprel == b.deprel

    def lemma(a, b):
        return a.lemma in ("_", b.lemma)

    def functions(a, b):
        ours = [(c, c.deprel, c.upos, c.feats) for c in a.functions]
        theirs = [(image(c), c.deprel, c.upos, c.feats) for c in b.functions]
        return len(ours) == len(theirs) and all(
            x[0] is y[0] and x[1:] == y[1:] for x, y in zip(ours, theirs, strict=True)
        )

    def tags(a, b):
        return (a.upos, a.xpos, a.feats) == (b.upos, b.xpos, b.feats)

    def content(a, _):
        return a.deprel in CONTENT

    every = {
        "Words": lambda a, b: True,
        "UPOS": lambda a, b: a.upos == b.upos,
        "XPOS": lambda a, b: a.xpos == b.xpos,
        "UFeats": lambda a, b: a.feats == b.feats,
        "AllTags": tags,
        "Lemmas": lemma,
        "UAS": head,
        "LA": lambda a, b: a.deprel == b.deprel,
        "LAS": las,
    }
    table = {
        name: (sum(ok(a, b) for a, b in pairs), len(system), len(gold), len(pairs))
        for name, ok in every.items()
    }
    only = {
        "CLAS": las,
        "MLAS": lambda a, b: las(a, b) and (a.upos, a.feats) == (b.upos, b.feats) and functions(a, b),
        "BLEX": lambda a, b: las(a, b) and lemma(a, b),
    }
    sizes = [sum(content(w, w) for w in words) for words in (system, gold)]
    of_content = [(a, b) for a, b in pairs if content(a, b)]
    table |= {
        name: (sum(ok(a, b) for a, b in of_content), *sizes, len(of_content)) for name, ok in only.items()
    }
    for name, ours, theirs in (
        ("Tokens", gold_tokens, system_tokens),
        ("Sentences", gold_sentences, system_sentences),
    ):
        table[name] = (len(set(ours) & set(theirs)), len(theirs), len(ours), len(pairs))
    for name in ("ELAS", "EULAS"):
        correct = sum(edges((a, gold), (b, system), image, name, product) for a, b in pairs)
        sizes = [sum(len(w.deps) for w in words) for words in (system, gold)]
        table[name] = (correct, *sizes, len(pairs))
    return table


def edges(one, other, image, name, product):
    """How many edges of two words, each with the words of its side, agree."""
    (a, gold), (b, system) = one, other

    def path(text):
        return ">".join(map(plain, text.split(">"))) if name == "EULAS" else text

    def parent(word, head, words):
        return None if head == 0 else words[word.first + head - 1]

    ours = Counter((id(parent(a, head, gold)), path(text)) for head, text in a.deps)
    theirs = Counter((id(image(parent(b, head, system))), path(text)) for head, text in b.deps)
    return sum((n * theirs[key] if product else min(n, theirs[key])) for key, n in ours.items())
