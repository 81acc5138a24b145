"""`nerkit cky`: grammars, and the parses of sentences."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import PATH
from nerkit.cli.reading import strict_option
from nerkit.exceptions import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nerkit.grammar.parsing import ParsedSentence, ParseOptions, SentenceLine
    from nerkit.grammar.rules import Grammar
    from nerkit.grammar.table import Table

INDUCTION = ("horizontal", "vertical", "functions", "tags")
UNRECOGNISED = 1  # exit code of --require if a sentence has no parse
FORMATS = ("table", "json", "jsonl", "ptb")


@click.command(cls=GroupedCommand)
@click.argument("paths", nargs=-1, type=PATH, metavar="[FILE...]")
@click.option("-G", "--grammar", "grammar_path", type=PATH, metavar="FILE", help="The grammar.")
@click.option("--text", multiple=True, metavar="SENTENCE", help="Parse this sentence, too; repeatable.")
@click.option(
    "--count", is_flag=True, help="Print the exact number of parses (default if you choose nothing)."
)
@click.option(
    "--best", is_flag=True, help="Print the most probable parse (default for grammars with probabilities)."
)
@click.option("--all", "trees", type=click.IntRange(0), metavar="N", help="Print the first N parses.")
@click.option("--k-best", type=click.IntRange(1), metavar="K", help="Print the K most probable parses.")
@click.option(
    "--ambiguity", is_flag=True, help="Print where parses differ: attachment, coordination, category."
)
@click.option(
    "--table", "table", is_flag=True, help="Print the table of the CKY algorithm, with back-pointers."
)
@click.option("--cnf", is_flag=True, help="Print the Chomsky normal form; with sentences, parse with it.")
@click.option("--ignore-case", is_flag=True, help="Ignore case when words are looked up in the grammar.")
@click.option("--start", metavar="SYMBOL", help="Use this start symbol instead of the grammar's.")
@click.option("--require", is_flag=True, help="Exit with 1 if any sentence has no parse.")
@click.option(
    "--induce", type=PATH, metavar="TREES", help="Write the grammar of these trees, with probabilities."
)
@click.option(
    "--horizontal", type=click.IntRange(0), metavar="N", help="With --induce: remember this many siblings."
)
@click.option(
    "--vertical",
    type=click.IntRange(0),
    metavar="N",
    help="With --induce: add this many ancestors to labels (default 0).",
)
@click.option("--functions", is_flag=True, help="With --induce: keep the functions of labels, NP-SBJ.")
@click.option("--tags", is_flag=True, help="With --induce: use tags as words.")
@click.option(
    "-f",
    "--format",
    "output_format",
    type=click.Choice(FORMATS),
    default="table",
    help="Write text (table, the default), JSON, or the best parse of each sentence on a line (ptb).",
)
@strict_option
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write here instead of to stdout.")
@click.option("-q", "--quiet", is_flag=True, help="Print no warnings on stderr.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    *,
    paths: tuple[str, ...],
    grammar_path: str | None,
    text: tuple[str, ...],
    start: str | None,
    require: bool,
    induce: str | None,
    output_format: str,
    output: str | None,
    quiet: bool,
    **chosen: Any,
) -> None:
    """Parse sentences with a grammar, as the CKY algorithm does: recognise, count, list and rank parses.

    FILE has one sentence per line, with blanks between words. The grammar has one rule per line, with or
    without probabilities: NP -> Det Nominal | 'Houston' [0.2]. Trees follow the grammar as you wrote it, not
    its normal form.

    \b
    Examples:
      nerkit cky -G l1.cfg sentences.txt
      nerkit cky -G l1.cfg --text 'book the flight through Houston' --all 10
      nerkit cky -G l1.cfg --text 'book the flight' --table
      nerkit cky -G l1.cfg --cnf -o l1-cnf.cfg
      nerkit cky -G l1.pcfg sentences.txt --best --k-best 3 -f json
      nerkit cky -G l1.cfg sentences.txt --ambiguity --ignore-case
      nerkit cky -G l1.cfg sentences.txt --require -q
      nerkit cky --induce wsj.mrg --horizontal 2 --vertical 1 -o wsj.pcfg
    """
    from nerkit.cli.output import check_output

    check_output(output)
    induction = {name: chosen.pop(name) for name in INDUCTION}
    if induce is not None:
        if grammar_path is not None or paths or text:
            raise UsageError("--induce makes a grammar; parse with it in a second command")
        _induce(induce, output, quiet=quiet, **induction)
        return
    grammar = _grammar(grammar_path, start)
    if chosen["cnf"] and not paths and not text:
        _show_normal_form(grammar, output_format, output, quiet=quiet)
        return
    how = {"start": start, "cnf": chosen.pop("cnf"), "ignore_case": chosen.pop("ignore_case")}
    recognised = _parse(
        grammar,
        (paths, text),
        _asked(grammar, output_format, **chosen),
        {name: value for name, value in how.items() if value},
        table=chosen["table"],
        form=output_format,
        output=output,
        quiet=quiet,
    )
    if require and not recognised:
        ctx.exit(UNRECOGNISED)


def _asked(grammar: "Grammar", form: str, *, table: bool, **chosen: Any) -> "ParseOptions":
    """The parse options as typed. If none is typed, the options are count, and also best if the rules have
    probabilities.
    """
    from nerkit.grammar.parsing import ParseOptions

    asked = ParseOptions(**chosen)
    nothing = not (asked.count or asked.best or asked.ambiguity or table)
    nothing = nothing and asked.trees is None and asked.k_best is None
    best = (grammar.weighted and nothing) or (form == "ptb" and asked.trees is None)
    return replace(asked, count=asked.count or nothing, best=asked.best or best)


def _grammar(path: str | None, start: str | None) -> "Grammar":
    """Read the grammar that -G names, with the start symbol of --start."""
    from nerkit.grammar import notation

    if path is None:
        raise UsageError("Missing option '-G' / '--grammar': the file with the rules")
    grammar = notation.read(path)
    return notation.starting(grammar, start) if start is not None else grammar


def _parse(
    grammar: "Grammar",
    given: tuple[tuple[str, ...], tuple[str, ...]],
    asked: "ParseOptions",
    options: dict[str, Any],
    *,
    table: bool,
    form: str,
    output: str | None,
    quiet: bool,
) -> bool:
    """Parse files and sentences, write the parses, and return whether all sentences have a parse."""
    from nerkit.grammar import cnf, parsing
    from nerkit.grammar.binary import binary
    from nerkit.grammar.envelope import entry
    from nerkit.ground.progress import staged
    from nerkit.io import check_stdin, expand

    paths, texts = given
    if not paths and not texts:
        raise UsageError(
            "you gave no sentences; name a file with one sentence per line, - for stdin, or use --text"
        )
    check_stdin([*paths, grammar.source])
    inputs_of = [expand(path) for path in paths]
    sources = [source for of_path in inputs_of for source in of_path]
    left_out = [note for of_path in inputs_of for note in of_path.warnings]
    sentences, warnings = parsing.sentences(sources)
    sentences += [parsing.SentenceLine(tuple(text.split()), text=text) for text in texts if text.split()]
    ignore_case = bool(options.get("ignore_case"))
    used = binary(cnf.normal_form(grammar) if options.get("cnf") else grammar)
    parser = parsing.Parser(used, ignore_case=ignore_case)
    tables = _tables(grammar, sentences, ignore_case=ignore_case) if table else []
    parsed = [parser.parse(sentence, asked) for sentence in staged(sentences, "parsing")]
    warnings = [*left_out, *grammar.warnings, *warnings, *parsing.warnings_of(used, parsed, asked)]
    inputs = [entry("grammar", grammar.source, grammar.sha256, len(grammar.rules))]
    inputs += [
        entry("sentences", source.name, source.sha256, sum(one.source == source.name for one in sentences))
        for source in sources
    ]
    _put(_written(parsed, asked, tables, form, (inputs, options, warnings)), output)
    _tell(warnings, quiet=quiet)
    return all(one.recognised for one in parsed)


def _tables(grammar: "Grammar", sentences: "list[SentenceLine]", *, ignore_case: bool) -> "list[Table]":
    """The CKY tables of the sentences, over the grammar in normal form."""
    from nerkit.grammar.binary import binary
    from nerkit.grammar.cnf import normal_form
    from nerkit.grammar.parsing import Parser
    from nerkit.grammar.table import tables

    return tables(Parser(binary(normal_form(grammar)), ignore_case=ignore_case), sentences)


def _written(
    parsed: "list[ParsedSentence]",
    asked: "ParseOptions",
    tables: "list[Table]",
    form: str,
    about: tuple[Any, Any, Any],
) -> str:
    """The parses as text in an output format; *about* is (inputs, options, warnings)."""
    from nerkit.views import parses

    if form == "table":
        texts = [parses.sentence(one, asked) for one in parsed]
        drawn = [f"\n{one}" for one in parses.drawn(tables)] or [""] * len(texts)
        return ("\n" if tables else "").join(f"{a}{b}" for a, b in zip(texts, drawn, strict=True))
    if form == "ptb":
        return "".join(f"{tree}\n" for one in parsed for tree in parses.trees(one))
    rows = [one.row(asked) for one in parsed]
    for row, one in zip(rows, tables, strict=False):
        row["table"] = one.as_json()
    return _json(form, rows, *about)


def _json(form: str, rows: list[dict[str, Any]], inputs: Any, options: Any, warnings: Any) -> str:
    """The rows as JSON lines (jsonl), or as an object with the envelope of all commands (json)."""
    import json

    from nerkit.grammar.envelope import envelope

    if form == "jsonl":
        return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
    whole = envelope("cky", rows, inputs=inputs, options=options, warnings=warnings)
    return json.dumps(whole, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _show_normal_form(grammar: "Grammar", form: str, output: str | None, *, quiet: bool) -> None:
    """Write the grammar in normal form to a file, or print each rule with the rules that replace it."""
    from nerkit.grammar import cnf, notation
    from nerkit.grammar.envelope import entry
    from nerkit.views.parses import conversion

    normal = cnf.normal_form(grammar)
    if form in ("json", "jsonl"):
        rows = [
            {"rule": notation.line(one.rule), "cnf": [notation.line(rule) for rule in one.converted]}
            for one in cnf.conversions(grammar)
        ]
        inputs = [entry("grammar", grammar.source, grammar.sha256, len(grammar.rules))]
        _put(_json(form, rows, inputs, {"cnf": True}, grammar.warnings), output)
    elif output is not None:
        _put("".join(notation.write(normal)), output)
    else:
        _put(conversion(cnf.conversions(grammar)), None)
    _tell(grammar.warnings, quiet=quiet)
    rules = f"{len(grammar.rules):,} rules, {len(normal.rules):,} in normal form"
    _tell([rules], "", quiet=quiet)


def _induce(path: str, output: str | None, *, quiet: bool, **options: Any) -> None:
    """Write the grammar of the trees in a file."""
    from nerkit.grammar import notation
    from nerkit.grammar.induction import induced

    grammar = induced(path, **options)
    _put("".join(notation.write(grammar)), output)
    _tell(grammar.warnings, quiet=quiet)


def _put(text: str, output: str | None) -> None:
    from nerkit.cli.output import write

    write(text, output)


def _tell(warnings: "Iterable[str]", before: str = "warning: ", *, quiet: bool) -> None:
    from nerkit.cli.option_names import worded
    from nerkit.cli.output import tell

    for warning in () if quiet else warnings:
        tell(worded(warning), before)
