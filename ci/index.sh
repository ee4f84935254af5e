#!/usr/bin/env bash
# index.sh: brings the index in ./output up to date. PATHS and SETTINGS come from the environment.
set -euo pipefail
arguments=(index)
[ -z "${SETTINGS:-}" ] || arguments+=(--settings "$SETTINGS")
for path in ${PATHS:-.}; do arguments+=("$path"); done
exec estategraph "${arguments[@]}"
