"""`nerkit presets`: a list of presets, one preset, or a check of a preset file."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from nerkit.cli import completing
from nerkit.cli.help import GroupedCommand

if TYPE_CHECKING:
    from nerkit.evaluation.presets import Preset


@click.command(cls=GroupedCommand)
@click.argument("name", metavar="[NAME|FILE]", required=False, shell_complete=completing.presets)
@click.option("--check", is_flag=True, help="Check the file, and print nothing if it is right.")
@click.option("-f", "--format", "form", type=click.Choice(("table", "json")), default="table", help="Output.")
def command(name: str | None, check: bool, form: str) -> None:
    """List presets, or describe one: its measures with their formulas, its options, its sources.

    A preset is a task in a TOML file (docs/presets.md).

    \b
    Examples:
      nerkit presets
      nerkit presets webnlg
      nerkit presets ./mine.toml
      nerkit presets ./mine.toml --check
      nerkit presets -f json
    """
    from nerkit.evaluation.presets import built_in, preset
    from nerkit.exceptions import UsageError

    if check:
        if name is None:
            raise UsageError("--check needs the name of a preset, or its file")
        preset(name)
    elif name is None:
        listed = [*built_in().values(), *_installed()]
        _show([_told(one, several=True) for one in listed], form)
    else:
        _show(_told(preset(name), several=False), form)


def _installed() -> "Iterator[Preset]":
    """The presets of installed packages. If several share a name, each gets a longer distinct name."""
    from nerkit.evaluation.presets import Preset, preset
    from nerkit.exceptions import NerkitError
    from nerkit.ground import preset_files

    for name, entries in preset_files.installed().items():
        for entry in entries:
            plain = len(entries) == 1 and name not in preset_files.built_in()
            asked = name if plain or entry.dist is None else f"{entry.dist.name}:{name}"
            try:
                yield preset(asked)
            except NerkitError as error:
                yield Preset(asked, f"nerkit cannot read the preset: {error}", "", (), {}, None, "", "")


def _told(preset: "Preset", *, several: bool) -> dict[str, Any]:
    """A preset as a dictionary for JSON."""
    told = {
        "name": preset.name,
        "task": preset.task,
        "headline": preset.headline or None,
        "from": preset.origin,
        "summary": preset.about,
    }
    return told if several else {**told, **preset.details(), "sha256": preset.sha256}


def _show(told: Any, form: str) -> None:
    import json

    from nerkit.cli.paragraphs import show, table
    from nerkit.ground.plain_text import visible

    if form == "json":
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
        return
    if isinstance(told, list):
        rows = [
            tuple(one[key] or "" for key in ("name", "task", "headline", "from", "summary")) for one in told
        ]
        show(table([("preset", "task", "headline", "from", "what the preset is"), *rows]))
        return
    facts = [(key, value) for key, value in told.items() if isinstance(value, str)]
    facts += [(key, "; ".join(value)) for key, value in told.items() if isinstance(value, list) and value]
    text = table([(key, visible(value)) for key, value in facts])
    for key in ("measures", "options"):
        if told[key] and isinstance(told[key], dict):
            rows = [(name, visible(str(value))) for name, value in told[key].items()]
            text += f"\n\n{table([(key, ''), *rows])}"
    where = told["name"]
    show(f"{text}\n\nnerkit evaluate --preset {where} -g GOLD -s SYSTEM")
