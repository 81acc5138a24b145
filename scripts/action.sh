#!/usr/bin/env bash
# What action.yml runs: one scoring command, its inputs in the environment (never in the text of a script). Exit code 1 where a gate fails.
set -euo pipefail

arguments=(-g "$NERKIT_GOLD")
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
add --fail-under "${NERKIT_GATES:-}"
add --compare-to "${NERKIT_COMPARE_TO:-}"
add --tolerance "${NERKIT_TOLERANCE:-}"
while IFS= read -r line; do
  if [ -n "${line// /}" ]; then arguments+=("$line"); fi
done <<<"${NERKIT_OPTIONS:-}"
task="${NERKIT_TASK:-evaluate}"
if [ -n "${NERKIT_OUTPUT:-}" ]; then
  nerkit "$task" "${arguments[@]}" -f json -o "$NERKIT_OUTPUT" -q --exit-zero
fi
nerkit "$task" "${arguments[@]}" -f github
