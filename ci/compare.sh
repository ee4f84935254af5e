#!/usr/bin/env bash
# compare.sh github|gitlab: says in the pull or merge request what it changes. BASE, FAIL_ON, SETTINGS, COMMENT and what
# comment.py needs come from the environment. Exits with 1 where something of FAIL_ON was found.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
git cat-file -e "$BASE^{commit}" 2>/dev/null || git fetch --quiet --depth=1 origin "$BASE"
arguments=(impact diff "$BASE..HEAD" --format markdown)
[ -z "${SETTINGS:-}" ] || arguments+=(--settings "$SETTINGS")
for reason in ${FAIL_ON:-}; do arguments+=(--fail-on "$reason"); done

report=$(mktemp)
found=0
estategraph "${arguments[@]}" >"$report" || found=$?
# 1 is a finding that was asked for; anything else is a failure that left no report.
[ "$found" -le 1 ] || exit "$found"
if [ "${COMMENT:-true}" = true ]; then python3 "$here/comment.py" "$1" "$report"; else cat "$report"; fi
exit "$found"
