#!/usr/bin/env bash
# lint.sh [FORMAT]: checks the decision records. RECORDS, REQUIRE and SETTINGS come from the environment.
set -euo pipefail
arguments=(lint --format "${1:-text}")
[ -z "${RECORDS:-}" ] || arguments+=("$RECORDS")
[ -z "${SETTINGS:-}" ] || arguments+=(--settings "$SETTINGS")
for field in ${REQUIRE:-}; do arguments+=(--require "$field"); done
exec estategraph "${arguments[@]}"
