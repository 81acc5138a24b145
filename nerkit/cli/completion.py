"""`nerkit completion`: the script that makes a shell complete nerkit's command lines."""

import click

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
    compadd -- $values
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


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.option("--line", hidden=True, help="Print what may complete this command line.")
@click.pass_context
def command(ctx: click.Context, shell: str, line: str | None) -> None:
    """Print the script that makes a shell complete commands, options, measures, formats and labels.

    Labels are those of the file after -g, which should stand before: nerkit bio -g gold.bio --labels <TAB>.

    \b
    Examples:
      eval "$(nerkit completion bash)"                         # in ~/.bashrc
      nerkit completion zsh > "${fpath[1]}/_nerkit"
      nerkit completion fish > ~/.config/fish/completions/nerkit.fish
    """
    if line is None:
        click.echo(SCRIPTS[shell], nl=False)
        return
    from nerkit.cli.completing import completions

    root = ctx.find_root().command
    click.echo("".join(f"{kind}\t{value}\n" for kind, value in completions(root, line)), nl=False)
