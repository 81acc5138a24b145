"""Errors for bytes that nerkit cannot read as text: wrong encodings, NUL characters, lines or texts that are
too long.

Each error names the file, the line and column if they are known, and a remedy.
"""

from typing import Any

from nerkit.exceptions import UnreadableError
from nerkit.ground.limits import EXPANDED, EXPANSION, MOST_DIGITS, MOST_KEY_PARTS, size
from nerkit.ground.paths import driver_problem
from nerkit.ground.patterns import regex

DIGITS = "integer string conversion"  # part of Python's message about an integer with too many digits

CONTROLS = bytes({*range(32), 127} - set(b"\t\r\f\v\x1b"))  # bytes that do not occur in text
SHOWN = 200  # bytes of an endless line that a message shows
WIDE_SAMPLE = 1 << 16  # bytes that are searched to recognise UTF-16

# TOML tokens that can contain a dot. All quantifiers are possessive, so that matching takes linear time.
# A string that is not closed extends to the end of its line or text.
_ONE_LINE = r"""(?:"(?:[^"\\\n]|\\.)*+(?:"|\\?$)|'[^'\n]*+(?:'|$))"""
_PART = rf"(?:[A-Za-z0-9_-]++|{_ONE_LINE})"
TOML_PART = regex(_PART)
TOML_TOKENS = regex(
    rf"""(?m)\"{{3}}(?:[^"\\]++|\\[\s\S]|"(?!""))*+(?:"{{3,5}}|\\?\Z)|'{{3}}(?:[^']++|'(?!''))*+(?:'{{3,5}}|\Z)"""
    rf"|\#[^\n]*+|(?P<key>{_PART}(?:[ \t]*+\.[ \t]*+{_PART})*+)"
)

WIDE = {  # byte order marks of encodings that nerkit does not read
    b"\xff\xfe\0\0": "UTF-32",
    b"\0\0\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}


def stream_too_long(name: str, what: str) -> UnreadableError:
    """The error for a pipe or a device that sends too much data. *what* describes the limit."""
    remedy = "write the stream to a file first, so that nerkit knows its size"
    return UnreadableError(f"the stream {what}, and may never end", source=name, remedy=remedy)


def text_too_large(name: str, line: int, largest: int) -> UnreadableError:
    """The error for a file that must be read as a whole, but has more than *largest* bytes."""
    problem = f"the text is larger than {size(largest)}, and nerkit reads a text as a whole"
    return UnreadableError(problem, source=name, line=line, remedy="split the file")


def line_too_long(name: str, beginning: bytes, line: int, longest: int) -> UnreadableError:
    """The error for a line of more than *longest* bytes. It shows the first bytes of the line."""
    return UnreadableError(
        f"the line is longer than {size(longest)}",
        source=name,
        line=line,
        column=1,
        text=beginning[:SHOWN].decode("utf-8", errors="replace"),
        remedy="no data of this format has a line this long; check that this is the right file",
    )


def nul_character(name: str, data: bytes, at: int, line: int) -> UnreadableError:
    """The error for a NUL character. *data* begins with the line number *line*, and the NUL is at byte *at*
    of *data*.
    """
    if line == 1 and _is_wide(data[:WIDE_SAMPLE]):
        return wide_text(name, "UTF-16")
    begin = data.rfind(b"\n", 0, at) + 1
    return UnreadableError(
        "the line has a NUL character, which no text file has",
        source=name,
        line=line + data.count(b"\n", 0, at),
        column=len(data[begin:at].decode("utf-8", errors="replace")) + 1,
        text=_legible(data[begin : at + SHOWN].partition(b"\n")[0]),
        remedy="the file is binary, damaged, or in an encoding other than UTF-8",
    )


def _legible(line: bytes) -> str | None:
    """A line as error messages show it. None if the line is not text: it has control characters, or more than
    half of it is not UTF-8.
    """
    strange = len(line) - len(line.translate(None, CONTROLS))
    text = line.decode("utf-8", errors="replace")
    return None if strange > 1 or 2 * text.count("\ufffd") > len(text) else text


def parser_problem(error: Exception) -> str:
    """The message of an error of a Python parser. For an integer with too many digits, nerkit's own
    message.
    """
    problem = str(error)
    return f"the integer has more than {MOST_DIGITS:,} digits" if DIGITS in problem else problem


def wide_text(name: str, encoding: str) -> UnreadableError:
    """The error for a text in UTF-16 or UTF-32."""
    remedy = f"nerkit reads UTF-8; convert the file, for example with iconv -f {encoding.lower()} -t utf-8"
    return UnreadableError(f"the text is {encoding}, not UTF-8", source=name, line=1, column=1, remedy=remedy)


def not_utf8(name: str, data: bytes, first: int, error: UnicodeDecodeError) -> UnreadableError:
    """The error for a byte that is not UTF-8. *data* begins with line number *first*."""
    begin = data.rfind(b"\n", 0, error.start) + 1
    end = data.find(b"\n", error.start)
    return UnreadableError(
        f"byte 0x{data[error.start]:02x} is not valid UTF-8",
        source=name,
        line=first + data.count(b"\n", 0, error.start),
        column=len(data[begin : error.start].decode("utf-8", errors="replace")) + 1,
        text=_legible(data[begin : end if end >= 0 else len(data)]),
        remedy="nerkit reads UTF-8; convert the file, for example with iconv -f latin1 -t utf-8",
    )


def _is_wide(data: bytes) -> bool:
    """Whether nearly every second byte is NUL, as in UTF-16 text without a byte order mark."""
    half = len(data) // 2
    return half > 0 and any(
        2 * data[k::2].count(b"\0") > half >= 4 * data[1 - k :: 2].count(b"\0") for k in (0, 1)
    )


def unreadable(name: str, error: Exception, *, packed: bool) -> UnreadableError:
    """The error for a failed read: by the operating system, by a driver for remote files, or by
    decompression.
    """
    if isinstance(error, OSError) and error.errno:
        return UnreadableError((error.strerror or str(error)).lower(), source=name)
    if not packed:
        return UnreadableError(driver_problem(error), source=name)
    problem = f"the compressed data are damaged: {error}"
    return UnreadableError(problem, source=name, remedy="fetch or compress the file again")


def expanding(name: str) -> UnreadableError:
    """The error for compressed data that expand too much."""
    return UnreadableError(
        f"the compressed data hold more than {size(EXPANDED)} and expand more than {EXPANSION} times",
        source=name,
        remedy="if this is the right file, decompress it first",
    )


def toml_table(text: str) -> dict[str, Any]:
    """Parse TOML. Raises ValueError and RecursionError, as `tomllib` does. ValueError also for hexadecimal
    integers that Python cannot print, and for keys with too many parts, because Python needs cubic time to
    read these.
    """
    import tomllib

    _check_keys(text)
    table = tomllib.loads(text)
    waiting: list[Any] = [table]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict | list):
            waiting += value.values() if isinstance(value, dict) else value
        elif isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
            raise ValueError(f"the integer has more than {MOST_DIGITS:,} digits")
    return table


def _check_keys(text: str) -> None:
    """Raise ValueError for a dotted key with too many parts, in a line, a header or an inline table.

    Dots in strings and comments are ignored.
    """
    for match in TOML_TOKENS.finditer(text):
        key = match["key"]
        if key and key.count(".") >= MOST_KEY_PARTS and len(TOML_PART.findall(key)) > MOST_KEY_PARTS:
            line = text.count("\n", 0, match.start()) + 1
            column = match.start() - text.rfind("\n", 0, match.start())
            problem = f"the key has more than {MOST_KEY_PARTS} parts"
            raise ValueError(f"{problem} (at line {line}, column {column})")
