"""`nerkit chunk`: extract base phrases from trees or from tagged words."""

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import PATH
from nerkit.cli.reading import strict_option
from nerkit.exceptions import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nerkit.grammar.chunking.reading import ChunkedText
    from nerkit.io import Source

HEAD, CONLL2000 = "head", "conll2000"  # names of rules for trees; other values are rule files
FORMATS = ("columns", "brackets", "trees", "json")
INPUTS = ("ptb", "discbracket", "export", "columns", "slashes")


@click.command(cls=GroupedCommand)
@click.argument("paths", nargs=-1, type=PATH, metavar="FILE...")
@click.option(
    "--rules",
    metavar="head|conll2000|FILE",
    default=HEAD,
    help=(
        "Chunk each phrase head with the words before it (head, the default), by the rules of "
        "CoNLL-2000, or by a file of rules over tags."
    ),
)
@click.option(
    "--scheme",
    metavar="NAME",
    default="IOB2",
    help="Write tags in this scheme: IOB2 (default), IOB1, BIOES, …",
)
@click.option("--only", multiple=True, metavar="TYPE", help="Write only chunks of this type; repeatable.")
@click.option("--features", is_flag=True, help="Write twelve features of each word, and its chunk tag.")
@click.option(
    "--head-rules", type=PATH, metavar="FILE", help="Read the head table of --rules head from this file."
)
@click.option(
    "--from",
    "form",
    type=click.Choice(INPUTS),
    metavar="FORMAT",
    help="Read this format (default: by content).",
)
@click.option(
    "-f",
    "--format",
    "output_format",
    type=click.Choice(FORMATS),
    default="columns",
    help=(
        "Write columns of word, tag and chunk tag (default), [NP The flight], trees with nested "
        "chunks, or JSON."
    ),
)
@strict_option
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write here instead of to stdout.")
@click.option("-q", "--quiet", is_flag=True, help="Print no warnings on stderr.")
def command(
    *,
    paths: tuple[str, ...],
    rules: str,
    scheme: str,
    only: tuple[str, ...],
    features: bool,
    head_rules: str | None,
    form: str | None,
    output_format: str,
    output: str | None,
    quiet: bool,
) -> None:
    """Make chunks: base phrases from trees, or from tagged words by regular expressions over their tags.

    A file of rules has stages, and each stage sees the chunks of the stages before it: NP:
    {<DT>?<JJ>*<NN.*>+}, then PP: {<IN><NP>}. A line `loop 2` runs all stages twice. Columns and brackets show
    only the outermost chunks. `nerkit bio` scores columns, and `nerkit convert` converts columns for
    annotation tools.

    \b
    Examples:
      nerkit chunk trees.mrg
      nerkit chunk trees.mrg --rules conll2000 --scheme BIOES -o gold.iob
      nerkit chunk tagged.iob --rules np.rules --only NP
      nerkit chunk tagged.iob --rules cascade.rules -f trees
      nerkit chunk trees.mrg --rules conll2000 --features -o train.txt
      echo 'The/DT flight/NN' | nerkit chunk - --rules np.rules -f brackets
    """
    from nerkit.cli.option_names import worded
    from nerkit.cli.output import check_output, tell, write
    from nerkit.corpora.schemes import scheme as scheme_named
    from nerkit.io import check_stdin, expand

    if not paths:
        raise UsageError("you gave no input; name a file of trees or tagged words, or - for stdin")
    if features and output_format != "columns":
        raise UsageError(f"--features writes columns and cannot be used with -f {output_format}")
    check_output(output)
    check_stdin([*paths, rules, head_rules])
    target = scheme_named(scheme)
    with ExitStack() as opened:
        inputs_of = [expand(path) for path in paths]
        sources = [opened.enter_context(source) for of_path in inputs_of for source in of_path]
        chunked, inputs = _chunked(sources, rules, head_rules, form)
    options = {"rules": rules, "scheme": target.name, "only": list(only), "head_rules": head_rules}
    written = _written(chunked, output_format, target, only, features=features)
    if output_format == "json":
        written = _enveloped(chunked, only, inputs, {name: value for name, value in options.items() if value})
    write(written, output)
    left_out = (note for of_path in inputs_of for note in of_path.warnings)
    for warning in () if quiet else (*left_out, *chunked.warnings):
        tell(worded(warning), "warning: ")


def _chunked(
    sources: "Sequence[Source]", rules: str, head_rules: str | None, form: str | None
) -> "tuple[ChunkedText, list[dict[str, Any]]]":
    """Read the inputs and find their chunks. Return the chunked text, and for each file its name, digest and
    size.
    """
    from dataclasses import replace
    from functools import partial

    from nerkit.grammar.chunking import conll2000, heads, reading
    from nerkit.grammar.chunking import rules as rule_files
    from nerkit.grammar.envelope import entry

    if head_rules is not None and rules != HEAD:
        raise UsageError(f"--head-rules needs --rules {HEAD}; {rules} has its own rules")
    named = rules in (HEAD, CONLL2000)
    cascade = None if named else rule_files.read(rules)
    table = heads.read_table(head_rules) if head_rules is not None else None
    form = form or reading.recognised(sources)
    reading.check(form, trees=named, rules=rules)
    if cascade is not None:
        chunked = reading.from_tags(sources, form, cascade.chunks)
        chunked = replace(chunked, warnings=(*cascade.warnings, *chunked.warnings))
        inputs = [
            entry("rules", cascade.source, cascade.sha256, sum(len(one.rules) for one in cascade.stages))
        ]
    else:
        rule = conll2000.chunks if rules == CONLL2000 else partial(heads.chunks, table=table)
        chunked, inputs = reading.from_trees(sources, form, rule), []
    inputs += [entry("sentences", source.name, source.sha256, len(chunked.sentences)) for source in sources]
    return chunked, inputs


def _written(text: "ChunkedText", form: str, target: Any, only: tuple[str, ...], *, features: bool) -> str:
    """The chunked sentences as text in the output format *form*."""
    from nerkit.grammar.chunking import chunked
    from nerkit.readers.tags.spelling import spelt
    from nerkit.writers.brackets import write

    if form == "trees":
        kept = [one.only(only) if only else one for one in text.sentences]
        return "".join(f"{chunked.tree(one)}\n" for one in kept)
    flat = [one.outermost(only or None) for one in text.sentences]
    tagged = chunked.as_tagged(flat, target, text.origins)
    if form == "brackets":
        return "".join(write(tagged))
    columns = chunked.features if features else chunked.columns
    return "".join(columns(flat, tagged, [spelt(tag) for tag in tagged.tags.values]))


def _enveloped(
    text: "ChunkedText", only: tuple[str, ...], inputs: list[dict[str, Any]], options: dict[str, Any]
) -> str:
    """The JSON output: one row per sentence, with all its chunks."""
    import json

    from nerkit.grammar.envelope import envelope

    rows = [
        {
            "words": one.words,
            "tags": one.tags,
            "chunks": [
                {"type": chunk.type, "start": chunk.start, "end": chunk.end}
                for chunk in (one.only(only) if only else one).chunks
            ],
        }
        for one in text.sentences
    ]
    whole = envelope("chunk", rows, inputs=inputs, options=options, warnings=text.warnings)
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"
