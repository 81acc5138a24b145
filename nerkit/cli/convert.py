"""`nerkit convert`: the same annotations in another format or scheme."""

import os
from collections.abc import Iterable
from typing import Any

import click

from nerkit.cli import completing
from nerkit.cli.help import GroupedCommand
from nerkit.cli.options import PATH, FormatName, format_asked
from nerkit.cli.reading import ends_option, format_file_option, strict_option
from nerkit.writers import WRITERS, writer


@click.command(cls=GroupedCommand, daily=("to", "scheme", "tokens", "lossy"))
@click.argument("path", type=PATH, metavar="INPUT")
@click.option(
    "--to", type=click.Choice(list(WRITERS)), default="bio", show_default=True, help="Write this format."
)
@click.option(
    "--scheme",
    metavar="NAME",
    default="IOB2",
    help="Write tags in this scheme: IO, IOB1, IOB2 (default), IOE1, IOE2, BIOES, BILOU, BMEWO.",
)
@click.option(
    "--from",
    "form",
    type=FormatName(),
    help="Read this format (default: by content).",
)
@format_file_option
@click.option(
    "--preset",
    metavar="NAME|FILE",
    shell_complete=completing.presets,
    help="Convert files of a preset to JSON lines.",
)
@click.option(
    "--column",
    type=int,
    default=-1,
    metavar="N",
    help="Read tags from this column: a number from 1, negative from the end (default -1).",
)
@click.option(
    "--tokens", type=PATH, metavar="FILE", help="Read the tokens that spans count from this column file."
)
@click.option("--framework", metavar="NAME", help="Read SDP files as dm (default), psd, pas or ccd.")
@click.option(
    "--text",
    type=PATH,
    metavar="FILE",
    help="Read texts for EDS, SDP, UCCA from this file: lines of id TAB text.",
)
@click.option(
    "--against",
    type=PATH,
    metavar="FILE",
    help="Draw these graphs together with the graphs of INPUT (--to dot).",
)
@click.option(
    "--binary",
    type=click.Choice(["left", "right", "no"]),
    help="Make bracketed trees binary (left, right), or undo this (no).",
)
@click.option(
    "--horizontal",
    type=click.IntRange(0),
    metavar="N",
    help="With --binary: name at most N children in added labels (default: all).",
)
@click.option(
    "--vertical",
    type=click.IntRange(0),
    metavar="N",
    default=0,
    help="With --binary: append N ancestor labels to each label (default 0).",
)
@click.option(
    "--by-sentence",
    is_flag=True,
    help=(
        "Write one text per sentence of tags without document marks, or tags without marks from such texts."
    ),
)
@ends_option
@strict_option
@click.option(
    "--lossy", is_flag=True, help="Leave out data that the format cannot hold, instead of refusing."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    help="Write here instead of to stdout; a folder for several brat files.",
)
@click.option("-q", "--quiet", is_flag=True, help="Print no warnings on stderr.")
def command(
    *,
    path: str,
    to: str,
    form: str | None,
    format_file: str | None,
    preset: str | None,
    lossy: bool,
    output: str | None,
    quiet: bool,
    **how: Any,
) -> None:
    """Convert tagged text, spans, relations, events, coreference, trees, roles and graphs to another format.

    From one column file to another, nerkit changes only the tags and keeps all lines and columns. Spans count
    tokens from the beginning of their document, and --tokens gives the text. Spans of annotation tools and
    marked-up texts count characters; nerkit cuts them at blanks if they become tags. Texts have one sentence
    per line, so that tags come back unchanged. Each document mark begins a text. Without marks a file is one
    text, or with --by-sentence one text per sentence. Brackets have one sentence per line: [NP The morning
    flight] leaves. With --to dot --against, nerkit paints red the parts that only INPUT has, and blue the
    parts that only the other graph has. Bracketed trees convert to other formats, if the target can hold
    discontinuous trees, and to binary trees. Propositions of CoNLL-2012 become columns of predicates and
    arguments, and mentions of coreference become clusters in JSON. Entities, relations and events convert
    between tools; tokens become a text if a format counts characters. Without --lossy nerkit refuses to
    convert data that the target cannot hold.

    \b
    Examples:
      nerkit convert gold.bio --scheme BIOES
      nerkit convert gold.bio --to span-tsv -o gold.tsv
      nerkit convert gold.tsv --to bio --tokens gold.bio
      nerkit convert gold.bio --to brackets
      nerkit convert chunks.iob --to brat -o review/
      nerkit convert review/ --to bio -o reviewed.iob
      nerkit convert chunks.iob --to doccano --by-sentence
      nerkit convert gold.amr --to triples-tsv
      nerkit convert gold.amr --to dot -o gold.dot
      nerkit convert gold.mrp --to dot --against system.mrp -o pair.dot
      nerkit convert gold.conllu --to conllx -o gold.conll
      nerkit convert gold.conll --to coref-json -o gold.jsonl
      nerkit convert tiger.export --to discbracket -o tiger.dbr
      nerkit convert wsj.mrg --to ptb --binary right
      nerkit convert wsj_0001.gold_conll --from conll12 --to props -o gold.props
      nerkit convert wsj.sdp --framework dm --text wsj.tsv --to mrp -o dm.mrp
      nerkit convert gold.jsonl --to dygie -o gold.dygie.jsonl
      nerkit convert annotations/ --to span-tsv --lossy
      nerkit convert gold.m2 --preset gec -o gold.jsonl
      echo '[NP The morning flight] has arrived' | nerkit convert - --scheme IOB1
    """
    from nerkit.cli.option_names import worded
    from nerkit.cli.output import check_output, tell

    check_output(output)
    warnings = _write(path, to, format_asked(form, format_file), preset, output, lossy=lossy, **how)
    for warning in () if quiet else warnings:
        tell(worded(warning), "warning: ")


def _write(
    path: str, to: str, form: str | None, preset: str | None, output: str | None, *, lossy: bool, **how: Any
) -> Iterable[str]:
    """Convert the file, write the result to *output*, and return the warnings."""
    from nerkit.cli.output import write, write_files
    from nerkit.writers.convert import convert, convert_files
    from nerkit.writers.convert_records import convert_records_of

    options = _options(**how)
    if preset is None and output is not None and _is_folder(output, to):
        files, warnings = convert_files(path, to, form, tags=options["tags"], lossy=lossy)
        write_files(files, output)
        return warnings
    pieces, warnings = (
        convert(path, to, form, **options, lossy=lossy)
        if preset is None
        else convert_records_of(path, _format_of_preset(preset, form))
    )
    write("".join(pieces), output)
    return warnings


def _format_of_preset(name: str, form: str | None) -> str:
    """The format of the files of a preset. Raises UsageError if the preset defines no format."""
    from nerkit.evaluation.presets import preset
    from nerkit.exceptions import UsageError
    from nerkit.ground.preset_files import is_reference

    asked = click.get_current_context().get_parameter_source("to")
    if form is not None or asked is not click.core.ParameterSource.DEFAULT:
        raise UsageError("--from and --to cannot be used with --preset")
    found = preset(name).form
    if found is None or not is_reference(found):
        raise UsageError(f"the preset {name} has no format of its own")
    return found


def _options(*, binary: str | None, horizontal: int | None, vertical: int, **how: Any) -> "dict[str, Any]":
    """The keyword arguments of `convert` for tags, graphs and tree shapes, from the options of the
    command.
    """
    from nerkit.exceptions import UsageError
    from nerkit.writers.convert import BinaryOptions
    from nerkit.writers.convert_graphs import GraphOptions
    from nerkit.writers.convert_tags import TagOptions

    if binary is None and (horizontal is not None or vertical):
        raise UsageError("--horizontal and --vertical need --binary left or right")
    return {
        "tags": TagOptions(how["scheme"], how["column"], how["tokens"], how["by_sentence"]),
        "graphs": GraphOptions(how["framework"], how["text"], how["against"]),
        "binary": None if binary is None else BinaryOptions(binary, horizontal, vertical),
    }


def _is_folder(output: str, to: str) -> bool:
    """Whether to write one file per document into the folder *output*. True if *output* is a folder, or if
    the format needs a folder and *output* is a new name without a file extension.
    """
    if os.path.isdir(output) or output.endswith(os.sep):
        return True
    return writer(to).files is not None and not os.path.exists(output) and "." not in os.path.basename(output)
