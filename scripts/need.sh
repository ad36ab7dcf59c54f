#!/usr/bin/env bash
# Says plainly which of the named programs are missing.
set -eu
missing=()
for program in "$@"; do
    command -v "$program" >/dev/null || missing+=("$program")
done
[ "${#missing[@]}" -eq 0 ] && exit 0
echo "Missing: ${missing[*]}. Ledgerwell is built with Rust (cargo), Node.js 20 or later (node, npm) and make." >&2
echo "Install them from your system's packages or from their makers, then run make again." >&2
exit 1
