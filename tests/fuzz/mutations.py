"""Small damages to a file, as a broken tool, a bad copy or an attacker makes them.

Every function takes a random source and a text, and gives another text; `mutate` chains a few of them and
may damage the bytes as well.
"""

import gzip
import json
import re

NUMBERS = [
    *("0", "-1", "-0", "00", "1.5", "1e400", "-1e400", "1e-400", "nan", "inf", "-inf", "NaN", "Infinity"),
    *("9" * 5000, "-" + "9" * 5000, str(2**31), str(2**63 - 1), str(2**63), str(-(2**63)), "1" + "0" * 30),
    *("0x10", "1_000", "٣", "²", "½", "+1", " 1", "1e5", "400000000", "0." + "3" * 400),
]
CHARACTERS = [
    *("\0", "\ufeff", "\u2028", "\u2029", "\x85", "\xa0", "\u3000", "\u202e", "\u2066", "\u200b", "\x1b[31m"),
    *("\x0b", "\x0c", "\x1c", "\ud800", "\udfff", "\U0001f600", "e\u0301", "İ", "ß", "\ufffd", "\U0010ffff"),
]
TOKENS = [
    *("", " ", "_", "-", "*", "/", "\\", '"', "'", "`", "#", "%", "&", "|", "=", ":", ";", ",", "@", "~"),
    *("(", ")", "[", "]", "{", "}", "<", ">", "((", "))", "[]", "{}", "null", "true", "None", "NIL", "\\N"),
    *("B-", "I-", "B-PER", "I-X", "E-X", "S-X", "O", "-DOCSTART-", "# newdoc", "# newdoc id = a", "#begin"),
    *("#begin document (a)", "#end document", "(1", "1)", "(1)", "(e1--1)", "Entity=(e1", "root", "1-2"),
    *("1.1", "ALL", "::warning::x", "##[error]x", "<b>", "=1+1", "$(x)", "%s", "{0}", "../x", "--help"),
    *("T1\tPER 0 7", "R1", "N1\tReference T1 a:b", "::snt", "# ::id a", "(a / b", ":ARG0-of", ":polarity"),
]
VALUES = [
    *(None, True, 0, -1, 1.5, 10**30, "", "x", [], {}, [[]], [{}], {"": None}, [None], "\0", "\ud800"),
    *([0, 0], [1, 0], [-1, 5], [[0, 1]], [2**62, 2**63], {"a": 1}, "é", [[[]]], float("1e300")),
]
DEPTHS = (3, 60, 3000, 200_000)


def mutate(random, data, other=b""):
    """*data* after one to four damages; *other* is a file that pieces are taken from."""
    text, spare = (each.decode("utf-8", "surrogateescape") for each in (data, other))
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        text = random.choice(DAMAGES)(random, text, spare)
    data = text.encode("utf-8", "surrogatepass" if random.random() < 0.5 else "replace")
    return random.choice(ENCODINGS)(random, data) if random.random() < 0.08 else data


def _lines(random, text, spare):
    """A line more, less, twice, elsewhere, cut, or from another file."""
    lines = text.split("\n")
    i, j = random.randrange(len(lines)), random.randrange(len(lines))
    change = random.randrange(7)
    if change == 0:
        del lines[i]
    elif change == 1:
        lines.insert(j, lines[i])
    elif change == 2:
        lines[i], lines[j] = lines[j], lines[i]
    elif change == 3:
        lines[i] = lines[i][: random.randrange(len(lines[i]) + 1)]
    elif change == 4:
        lines.insert(i, random.choice(spare.split("\n")))
    elif change == 5:
        lines[i : i + 2] = [" ".join(lines[i : i + 2])]
    else:
        lines[i:i] = [random.choice(("", " ", "\t", "#", "\xa0", "\u3000", "\x1c"))]
    return "\n".join(lines)


def _token(random, text, spare):
    """A token that is another, missing, or there twice."""
    pieces = re.split(r"([ \t\n,:;()\[\]{}<>|=]+)", text)
    i = random.randrange(len(pieces))
    pieces[i] = random.choice((random.choice(TOKENS), "", pieces[i] * 2, random.choice(pieces)))
    return "".join(pieces)


def _number(random, text, spare):
    """A number that is huge, negative, infinite or none."""
    found = list(re.finditer(r"\d+(\.\d+)?", text))
    if not found:
        return text + random.choice(NUMBERS)
    match = random.choice(found)
    return text[: match.start()] + random.choice(NUMBERS) + text[match.end() :]


def _character(random, text, spare):
    """A strange character somewhere, or instead of one kind of blanks."""
    strange = random.choice(CHARACTERS)
    if random.random() < 0.1:
        return text.replace(random.choice((" ", "\t", "\n")), strange)
    i = random.randrange(len(text) + 1)
    return text[:i] + strange + text[i + random.randrange(2) :]


def _json(random, text, spare):
    """A part of a JSON value that is another value, missing, doubled, or wrapped."""
    lines = text.split("\n")
    whole = random.random() < 0.5
    i = random.randrange(len(lines))
    try:
        value = json.loads(text if whole else lines[i])
    except (ValueError, RecursionError):
        return _token(random, text, spare)
    written = json.dumps(_changed(random, value), ensure_ascii=random.random() < 0.5)
    return written if whole else "\n".join([*lines[:i], written, *lines[i + 1 :]])


def _changed(random, value):
    """The value with one change at a random depth."""
    if isinstance(value, dict | list) and value and random.random() < 0.85:
        keys = list(value) if isinstance(value, dict) else range(len(value))
        key = random.choice(keys)
        copy = value.copy()
        if random.random() < 0.1:
            del copy[key]
        elif isinstance(copy, dict) and random.random() < 0.1:
            copy[random.choice(["", "id", "x", *keys])] = copy.pop(key)
        else:
            copy[key] = _changed(random, value[key])
        return copy
    return random.choice((random.choice(VALUES), [value], {"x": value}, [value, value], str(value)))


def _nested(random, text, spare):
    """A bracket many times."""
    depth = random.choice(DEPTHS)
    opening, closing = random.choice(("[]", "()", "{}", ("[NP ", "]"), ("<a>", "</a>"), ("(a / b :x ", ")")))
    i = random.randrange(len(text) + 1)
    return text[:i] + opening * depth + (closing * depth if random.random() < 0.5 else "") + text[i:]


def _repeated(random, text, spare):
    """A piece many times."""
    i = random.randrange(len(text) + 1)
    j = min(len(text), i + random.randrange(1, 40))
    return text[:j] + text[i:j] * random.choice((1, 2, 30, 1000)) + text[j:]


def _cut(random, text, spare):
    """Only the beginning, only the end, or nothing."""
    i = random.randrange(len(text) + 1)
    return random.choice((text[:i], text[i:], "", "\n", text.rstrip("\n")))


def _newlines(random, text, spare):
    """Other ends of lines."""
    return text.replace("\n", random.choice(("\r\n", "\r", "\n\n", "\u2028", "\n\r", "")))


def _mixed(random, text, spare):
    """One file before another."""
    return random.choice((text + spare, spare + text, text[: len(text) // 2] + spare))


DAMAGES = [
    *(_lines, _lines, _token, _token, _token, _number, _number, _character, _character, _json, _json, _json),
    *(_nested, _repeated, _cut, _newlines, _mixed),
]
ENCODINGS = [
    lambda random, data: b"\xef\xbb\xbf" + data,
    lambda random, data: data.decode("utf-8", "replace").encode("utf-16"),
    lambda random, data: gzip.compress(data, mtime=0),
    lambda random, data: gzip.compress(data, mtime=0)[: random.randrange(1, 40)],
    lambda random, data: (
        data[: len(data) // 2] + bytes([random.randrange(128, 256)]) + data[len(data) // 2 :]
    ),
    lambda random, data: bytes(random.choice((b"BZh", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"))) + data,
]
