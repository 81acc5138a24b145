"""`nerkit demo`: a tiny data set for each task, and the commands that score it."""

import os
import shlex
from typing import TYPE_CHECKING

import click

from nerkit.cli.help import GroupedCommand
from nerkit.exceptions import UsageError, unknown

if TYPE_CHECKING:
    from pathlib import Path


@click.command(cls=GroupedCommand)
@click.argument("task", required=False)
@click.option(
    "--copy",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Copy the data to DIR/TASK instead of scoring it.",
)
@click.pass_context
def command(ctx: click.Context, task: str | None, copy: str | None) -> None:
    """Score the demo data of a task (of all tasks if none is named), showing the command.

    \b
    Examples:
      nerkit demo
      nerkit demo spans
      nerkit demo start --copy my-demo
    """
    import shutil
    from pathlib import Path

    package = Path(__file__).parents[1]
    homes = (package / "demo", package.parent / "demo")  # in a wheel, in a checkout
    home = next((path for path in homes if path.is_dir()), None)
    if home is None:
        raise UsageError("the demo data is not installed")
    tasks = sorted(path.parent.name for path in home.glob("*/command"))
    if task is not None and task not in tasks:
        raise unknown("demo", task, tasks)
    copied = []
    for name in tasks if task is None else [task]:
        if copy is None:
            _score(ctx, home / name)
        else:
            target = Path(copy) / name
            shutil.copytree(home / name, target, dirs_exist_ok=True)
            lines = (home / name / "command").read_text(encoding="utf-8").splitlines()
            copied.append(f"{target}: {lines[0]}{f' (and {len(lines) - 1} more)' if lines[1:] else ''}\n")
    click.echo("".join(copied), nl=False)  # when all is there


def _score(ctx: click.Context, folder: "Path") -> None:
    """Run the commands of a demo in its folder. Print each command line first, as a user would type it."""
    here = os.getcwd()
    os.chdir(folder)
    try:
        for line in (folder / "command").read_text(encoding="utf-8").splitlines():
            click.echo(f"$ cd {folder.name} && {line}")
            assert ctx.parent is not None
            ctx.parent.command.main(shlex.split(line)[1:], prog_name="nerkit", standalone_mode=False)
    finally:
        os.chdir(here)
