"""Limits of inputs, so that no file makes nerkit hang or run out of memory.

An input beyond a limit gets an error with its place, or a warning. The page docs/limits.md lists them, and a
test compares the page with this module. Limits do not depend on the time or the machine, so that every
machine accepts the same inputs.
"""

LONGEST_LINE = 128 << 20  # bytes of a line, where a format consists of lines
LARGEST_VALUE = 2 << 30  # bytes of a line or of the rest of a file, where that may be one JSON value
LARGEST_TEXT = 256 << 20  # bytes of a file that is read as a whole, as one document
LARGEST_CONFIG = 1 << 20  # bytes of a configuration, or of any other file in TOML
MOST_KEY_PARTS = 100  # of a key in TOML, with dots between
MOST_FILES = 250_000  # below a folder, or under a pattern
MOST_ARGUMENTS = 30_000  # of the command of a stored result that is verified
LONGEST_OPTIONS = 10_000  # characters of the values of its options
MOST_SYSTEMS = 10_000  # of a run, runs of a pattern among them
DEEPEST_FOLDER = 100  # folders inside one another
EXPANSION = 200  # times that compressed data may grow, once there are EXPANDED bytes of them
EXPANDED = 16 << 20  # bytes
LARGEST_STREAM = (
    128 << 20
)  # bytes of a pipe or a device, which may never end; in shards those that are in memory
MOST_STREAM_LINES = 10_000_000  # of a pipe or a device
MOST_STREAM_ROWS = 1_000_000  # lines of one that is a table beside the data, or has sentences to be parsed
MOST_STREAM_VALUES = 500_000  # JSON values of a pipe or a device
MOST_WORDS = 10_000_000  # of a side of which JSON gives only the numbers of words
DEEPEST_JSON = 200  # lists and objects inside one another
MOST_CELLS = 1_000_000_000  # gold times system words of one span around multiword tokens
MOST_MENTION_WORDS = 500_000  # of all mentions of a CorefUD document, whose words are read one by one
MOST_GAP_WORDS = 1_000_000  # of all discontinuous constituents of a sentence
MOST_CROSSINGS = 4_000_000  # constituents of both sides of a sentence with gaps that may cross
MOST_MENTION_PAIRS = 1_000_000  # mentions of both sides of a document that may be matched
MOST_MEETINGS = 1_000_000  # spans of both sides of a document that overlap, two by two; or, if more,
MEETINGS = 16  # for each of its spans; pairs of clusters for each place of an item in one
MOST_CLUSTER_PAIRS = 1_000_000  # clusters of both sides that share an item in several of each
MOST_SEARCHED = 1_000_000_000  # characters of misspelt strings times those of the text where they are sought
DEEPEST_TAGS = 1_000  # entities inside one another in marked text
MOST_ELEMENT_PAIRS = 2_000_000  # elements of arrays of JSON that agree in something
FEW_LABELS = 500  # labels of a measure that counts one label after the other, whatever the values
MOST_LABEL_VALUES = 120_000_000  # labels of such a measure times values of both sides and 10,000
MOST_CALL_PAIRS = 10_000_000  # calls of one tool in one turn of both sides; elements that may be equal
MOST_LISTED_CALL_PAIRS = 4_000_000  # the same, where errors are listed
MOST_PLANS = 1_000  # readings of all turns of a document together, where they are one
MOST_SIMILAR = 500_000  # distinct values of JSON of both sides whose similarity is computed
MOST_ORDERED = 1_000_000_000  # length of a sequence times that of another one that is matched in order
MOST_EDITS = 1_000_000_000  # length of one text times that of another whose edit distance is computed
MOST_FORMULA_PAIRS = 4_000_000  # values of a document that a part of a formula compares, two by two
MOST_TESTED = 2_000  # rows of a measure of which there are statistics
MOST_TESTED_NUMBERS = 25_000_000  # rows times units, of a measure with more than
FEW_TESTED = 200  # rows
MOST_SIMULATED = 10_000_000  # test sets of a power analysis times units of different counts
MOST_SET_LABELS = 5_000_000  # of all sets of labels that cover a unit (`agree`)
MOST_ANNOTATOR_PAIRS = 200_000  # annotators, two by two
MOST_VALUES = 50_000_000  # annotators times items of a table
MOST_UNIT_PAIRS = (
    1_000_000  # units of annotators of a document that gamma may align, two by two; or, if more,
)
UNIT_PAIRS = 64  # for each of its units
MOST_TUPLES = 150_000  # such units of three annotators and more, in tuples; or, if more,
TUPLES = 64  # for each of its units
MOST_AGREEMENT_ROWS = 250_000  # of a measure of annotators
FEW_SYSTEMS = 30  # up to which every two of them are tested, whatever their units
MOST_PAIRED = 900_000  # pairs of more systems, times rows, times units and 50
MOST_EXACTLY = 40_000_000_000  # numbers that the exact tests of all pairs of systems touch, about
MOST_PROBLEMS = 1_000  # invalid graphs of an MRP file after which reading stops
DEEPEST_GRAPH = 10_000  # nodes inside one another in PENMAN notation
LARGEST_CHART = 60_000_000  # entries of the chart of a sentence: its parts times symbols of the grammar
MOST_VERSIONS = 1_200_000  # of all entries of the tables of a run: what each may be made of; with the cells
LONGEST_TABLES = 150_000_000  # characters of these tables, of names and drawn
MOST_DIGITS = 4_300  # of an integer: what Python converts


def size(count: int) -> str:
    """A number of bytes as text, such as `128 MB` or `2 GB`."""
    return f"{count >> 30} GB" if count >= 1 << 30 else f"{count >> 20} MB"
