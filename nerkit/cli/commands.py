"""The commands, each a module that is loaded when it is used, and what they exit with besides 0 and 1."""

WRONG = 2  # the exit code of usage, input and I/O errors
INTERRUPTED = 130

# commands that are about any task, or score nothing
TOOLS = (
    "agree",
    "compare",
    "power",
    "errors",
    "report",
    "plot",
    "merge",
    "convert",
    "validate",
    "measures",
    "explain",
    "demo",
    "completion",
)
COMMANDS = {  # command -> module with `command`, in the order of the help
    "evaluate": "nerkit.cli.evaluate",
    "spans": "nerkit.cli.spans",
    "bio": "nerkit.cli.bio",
    "noisy": "nerkit.cli.noisy",
    "coref": "nerkit.cli.coref",
    "mrp": "nerkit.cli.mrp",
    "amr": "nerkit.cli.amr",
    "ie": "nerkit.cli.ie",
    "srl": "nerkit.cli.srl",
    "dep": "nerkit.cli.dep",
    "tree": "nerkit.cli.tree",
    "cky": "nerkit.cli.cky",
    "chunk": "nerkit.cli.chunk",
    "json": "nerkit.cli.json",
    "nerval": "nerkit.cli.nerval",
    "agree": "nerkit.cli.agree",
    "compare": "nerkit.cli.compare",
    "power": "nerkit.cli.power",
    "errors": "nerkit.cli.errors",
    "report": "nerkit.cli.report",
    "plot": "nerkit.cli.plot",
    "merge": "nerkit.cli.merge",
    "convert": "nerkit.cli.convert",
    "validate": "nerkit.cli.validate",
    "measures": "nerkit.cli.measures",
    "explain": "nerkit.cli.explain",
    "demo": "nerkit.cli.demo",
    "completion": "nerkit.cli.completion",
}
