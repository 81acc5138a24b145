"""Limits of inputs, so that no file makes nerkit hang or run out of memory.

An input beyond a limit gets an error with its place, or a warning. The page docs/limits.md lists them, and a
test compares the page with this module. Limits do not depend on the time or the machine, so that every
machine accepts the same inputs.
"""

LONGEST_LINE = 128 << 20  # bytes of a line, in a format of lines
LARGEST_VALUE = 2 << 30  # bytes of a JSON value
LARGEST_TEXT = 256 << 20  # bytes of a file that nerkit reads as a whole
LARGEST_CONFIG = 1 << 20  # bytes of a TOML file
MOST_KEY_PARTS = 100  # parts of a dotted key in TOML
MOST_FILES = 250_000  # files in a folder, or that match a pattern
MOST_ARGUMENTS = 30_000  # arguments in the command of a stored result
LONGEST_OPTIONS = 10_000  # characters in the option values of such a command
MOST_SYSTEMS = 10_000  # systems in a run
DEEPEST_FOLDER = 100  # levels of nested folders
EXPANSION = 200  # growth factor of compressed data, checked beyond EXPANDED bytes
EXPANDED = 16 << 20  # bytes of decompressed data
LARGEST_STREAM = 128 << 20  # bytes of a pipe or a device; in shards, bytes in memory
MOST_STREAM_LINES = 10_000_000  # lines of a pipe or a device
MOST_STREAM_ROWS = 1_000_000  # lines of a pipe with a table beside the data, or with sentences to parse
MOST_STREAM_VALUES = 500_000  # JSON values of a pipe or a device
MOST_WORDS = 10_000_000  # words of a side in JSON that gives only word numbers
DEEPEST_JSON = 200  # levels of nested lists and objects in JSON
MOST_CELLS = 1_000_000_000  # gold words times system words in a span around multiword tokens
MOST_MENTION_WORDS = 500_000  # words of all mentions with listed words in a CorefUD document
MOST_GAP_WORDS = 1_000_000  # words in all discontinuous constituents of a sentence
MOST_CROSSINGS = 4_000_000  # pairs of constituents with gaps that can cross, in a sentence
MOST_MENTION_PAIRS = 1_000_000  # pairs of mentions that can match, in a document
MOST_MEETINGS = 1_000_000  # pairs of overlapping spans in a document, or if larger,
MEETINGS = 16  # MEETINGS pairs per span; also pairs of clusters per item in a cluster
MOST_CLUSTER_PAIRS = 1_000_000  # pairs of clusters that share items, if items are in several clusters
MOST_SEARCHED = 1_000_000_000  # characters of misspelt strings times characters of the searched text
DEEPEST_TAGS = 1_000  # levels of nested entities in marked-up text
MOST_ELEMENT_PAIRS = 2_000_000  # pairs of JSON array elements that agree in part
FEW_LABELS = 500  # labels of a measure that counts label by label, always allowed
MOST_LABEL_VALUES = 120_000_000  # labels of such a measure times (values of both sides + 10,000)
MOST_CALL_PAIRS = 10_000_000  # pairs of calls of a tool in a turn; pairs of elements that may be equal
MOST_LISTED_CALL_PAIRS = 4_000_000  # pairs of calls if errors are listed
MOST_PLANS = 1_000  # combinations of alternatives over all turns of a document
MOST_SIMILAR = 500_000  # distinct JSON values whose similarity is computed
MOST_ORDERED = 1_000_000_000  # product of the lengths of two sequences that are matched in order
MOST_EDITS = 1_000_000_000  # product of the lengths of two texts whose edit distance is computed
MOST_FORMULA_PAIRS = 4_000_000  # pairs of values that a part of a formula compares, in a document
MOST_TESTED = 2_000  # rows of a measure with statistics
MOST_TESTED_NUMBERS = 25_000_000  # rows times units, for a measure with more than FEW_TESTED rows
FEW_TESTED = 200  # rows of a measure
MOST_SIMULATED = 10_000_000  # test sets of a power analysis times units with distinct counts
MOST_SET_LABELS = 5_000_000  # labels in all label sets of units (`agree`)
MOST_ANNOTATOR_PAIRS = 200_000  # pairs of annotators
MOST_VALUES = 50_000_000  # annotators times items in a table
MOST_UNIT_PAIRS = 1_000_000  # pairs of units that gamma may align in a document, or if larger,
UNIT_PAIRS = 64  # pairs per unit
MOST_TUPLES = 150_000  # tuples of units of three or more annotators, or if larger,
TUPLES = 64  # tuples per unit
MOST_AGREEMENT_ROWS = 250_000  # rows of an agreement measure
FEW_SYSTEMS = 30  # systems whose pairs are all tested, for any number of units
MOST_PAIRED = 900_000  # pairs of systems times rows times (units + 50), beyond FEW_SYSTEMS
MOST_EXACTLY = 40_000_000_000  # approximate number of operations of exact tests over all pairs of systems
MOST_PROBLEMS = 1_000  # invalid graphs of an MRP file after which reading stops
DEEPEST_GRAPH = 10_000  # levels of nested nodes in PENMAN notation
LARGEST_CHART = 60_000_000  # entries of a chart: parts of the sentence times symbols of the grammar
MOST_VERSIONS = 1_200_000  # cells, and versions of all entries, in the CKY tables of a run
LONGEST_TABLES = 150_000_000  # characters in the CKY tables of a run
MOST_DIGITS = 4_300  # digits of an integer that Python converts


def size(count: int) -> str:
    """A number of bytes as text, such as `128 MB` or `2 GB`."""
    return f"{count >> 30} GB" if count >= 1 << 30 else f"{count >> 20} MB"
