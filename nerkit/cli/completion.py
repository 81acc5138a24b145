"""`nerkit completion`: the script that makes a shell complete nerkit's command lines."""

from collections.abc import Sequence

import click

from nerkit.cli.help import GroupedCommand

SHELLS = ("bash", "zsh", "fish")
BASH = """\
_nerkit() {
    local kind value word=${COMP_LINE:0:$COMP_POINT} cut
    word=${word##*[[:space:]]}
    cut=${word%"${word##*["$COMP_WORDBREAKS"]}"}
    COMPREPLY=()
    while IFS=$'\\t' read -r kind value; do
        [[ $kind == plain ]] && COMPREPLY+=("${value#"$cut"}")
    done < <(nerkit completion bash --line "${COMP_LINE:0:$COMP_POINT}" 2>/dev/null)
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
}
complete -o default -F _nerkit nerkit
"""
ZSH = """\
#compdef nerkit
_nerkit() {
    local kind value
    local -a values
    while IFS=$'\\t' read -r kind value; do
        if [[ $kind == plain ]]; then values+=("$value"); else _files; return; fi
    done < <(nerkit completion zsh --line "${(j: :)words[1,CURRENT]}" 2>/dev/null)
    compadd -S '' -- ${(M)values:#*=}
    compadd -- ${values:#*=}
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _nerkit "$@"; else compdef _nerkit nerkit; fi
"""
FISH = """\
function __nerkit_complete
    for line in (nerkit completion fish --line (commandline -cp | string collect) 2>/dev/null)
        set -l parts (string split -m 1 \\t -- $line)
        if test $parts[1] = plain
            echo $parts[2]
        else
            __fish_complete_path (commandline -ct)
        end
    end
end
complete -c nerkit -f -a '(__nerkit_complete)'
"""
SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


@click.command(cls=GroupedCommand)
@click.argument("shell", type=click.Choice(SHELLS))
@click.option("--line", hidden=True, help="Print completions of this command line.")
@click.pass_context
def command(ctx: click.Context, shell: str, line: str | None) -> None:
    """Print a script with which a shell completes commands, options, measures, formats and labels.

    nerkit completes labels from the gold file, so type -g first: nerkit bio -g gold.bio --labels <TAB>.

    \b
    Where it goes:
      bash   eval "$(nerkit completion bash)", a line of ~/.bashrc
      zsh    a file _nerkit in a folder of $fpath
      fish   ~/.config/fish/completions/nerkit.fish

    \b
    Examples:
      nerkit completion bash
      nerkit completion fish
    """
    if line is None:
        click.echo(SCRIPTS[shell], nl=False)
        return
    root = ctx.find_root().command
    click.echo("".join(f"{kind}\t{value}\n" for kind, value in completions(root, line)), nl=False)


def completions(command: click.Command, line: str) -> Sequence[tuple[str, str]]:
    """The completions of the last word of a command line, each as (kind, value). The kind is `plain`, `file`
    or `dir`.

    Each value is the whole word: `--labels=P` is completed to `--labels=PER`.
    """
    from click.shell_completion import ShellComplete, split_arg_string

    from nerkit.cli.options import explicit
    from nerkit.exceptions import NerkitError

    words = split_arg_string(line)[1:]
    incomplete = "" if not words or line[-1:].isspace() else words.pop()
    try:
        items = ShellComplete(command, {}, "nerkit", "").get_completions(explicit(words), incomplete)
    except (click.ClickException, NerkitError):  # of a line that is wrong already
        return []
    option = incomplete.partition("=")[0] + "=" if incomplete.startswith("--") and "=" in incomplete else ""
    return [(item.type, f"{option}{item.value}") for item in items]
