#!/usr/bin/env bash
# What action.yml runs: one scoring command, its inputs in the environment (never in the text of a script). Exit code 1 where a gate fails.
set -euo pipefail

arguments=(-g "$NERKIT_GOLD")
here="$(dirname "${BASH_SOURCE[0]}")"
# add OPTION LINES: the option once for each line that is not blank
add() {
  local line
  while IFS= read -r line; do
    line="${line#"${line%%[![:space:]]*}"}"
    line="${line%"${line##*[![:space:]]}"}"
    if [ -n "$line" ]; then arguments+=("$1" "$line"); fi
  done <<<"$2"
}
add -s "${NERKIT_SYSTEM:-}"
add -m "${NERKIT_MEASURES:-}"
inputs=${#arguments[@]}
exact=() # the options without those that a result at full precision does not take
after=""
while IFS= read -r line; do
  if [ -z "${line// /}" ]; then continue; fi
  arguments+=("$line")
  case "$after$line" in
    -d | --digits) after="value of " ;;
    --percent | -d* | --digits=* | "value of "*) after="" ;;
    *) exact+=("$line") ;;
  esac
done <<<"${NERKIT_OPTIONS:-}"
shown=${#arguments[@]}
task="${NERKIT_TASK:-evaluate}"
if [ -n "${NERKIT_PAGE:-}" ]; then # it knows no gates, and not every option of a table; without it there are scores all the same
  report=(report "${arguments[@]}")
  if [ "$task" != evaluate ]; then report+=(--task "$task"); fi
  nerkit "${report[@]}" -q -o "$NERKIT_PAGE" || echo "::warning title=nerkit report::the page was not written"
fi
add --fail-under "${NERKIT_GATES:-}"
add --compare-to "${NERKIT_COMPARE_TO:-}"
add --tolerance "${NERKIT_TOLERANCE:-}"
add --fail-if "${NERKIT_FAIL_IF:-}"
add --margin "${NERKIT_MARGIN:-}"
output="${NERKIT_OUTPUT:-}"
if [ -n "${NERKIT_TABLE:-}" ] && [ -n "${NERKIT_COMPARE_TO:-}" ] && [ -z "$output" ]; then output="$(mktemp)"; fi
if [ -n "$output" ]; then
  stored=("${arguments[@]:0:inputs}" "${exact[@]}" "${arguments[@]:shown}")
  nerkit "$task" "${stored[@]}" -f json -o "$output" -q --exit-zero
fi
if [ -n "${NERKIT_TABLE:-}" ] && [ -n "${NERKIT_COMPARE_TO:-}" ]; then
  python3 -P "$here/action_table.py" "$NERKIT_COMPARE_TO" "$output" >"$NERKIT_TABLE"
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then { cat -- "$NERKIT_TABLE"; echo; } >>"$GITHUB_STEP_SUMMARY"; fi
fi
nerkit "$task" "${arguments[@]}" -f github
