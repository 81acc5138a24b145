"""The commands, each a module that is loaded when it is used."""

# commands that are about any task, or score nothing
TOOLS = ("compare", "errors", "report", "merge", "convert", "validate", "measures", "explain", "demo")
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
    "nerval": "nerkit.cli.nerval",
    "compare": "nerkit.cli.compare",
    "errors": "nerkit.cli.errors",
    "report": "nerkit.cli.report",
    "merge": "nerkit.cli.merge",
    "convert": "nerkit.cli.convert",
    "validate": "nerkit.cli.validate",
    "measures": "nerkit.cli.measures",
    "explain": "nerkit.cli.explain",
    "demo": "nerkit.cli.demo",
}
