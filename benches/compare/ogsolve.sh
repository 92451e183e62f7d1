#!/usr/bin/env bash
# grundy sequence beside ogsolve 0.0.7 (method rc2), each game by both in turn.
#
#     benches/compare/ogsolve.sh [ROUNDS]
#
# Installs the peer under target/peers, builds grundy, and prints the least processor time (user)
# of each over the rounds, and their ratios. Both print no values. `--stream` only counts values, as
# the peer does; without it all are kept, and a period is looked for all the time.
set -euo pipefail
cd "$(dirname "$0")/../.."
rounds=${1:-3}
[ -x target/peers/bin/ogsolve ] ||
    cargo install --quiet ogsolve --version 0.0.7 --root target/peers
[ -n "${GRUNDY:-}" ] || cargo build --quiet --release
grundy=${GRUNDY:-target/release/grundy}

seconds() { # of processor time of a command
    local TIMEFORMAT=%U
    { time "$@" >/dev/null 2>&1; } 2>&1
}

echo "code          heaps   ogsolve  --stream   ratio    grundy   ratio"
while read -r code heaps; do
    peer=999999 own=999999 all=999999
    for _ in $(seq "$rounds"); do
        a=$(seconds target/peers/bin/ogsolve "$code" -m rc2 -n "$heaps")
        b=$(seconds "$grundy" sequence "$code" --to "$heaps" --json --stream)
        c=$(seconds "$grundy" sequence "$code" --to "$heaps" --json)
        peer=$(awk "BEGIN { print ($a < $peer) ? $a : $peer }")
        own=$(awk "BEGIN { print ($b < $own) ? $b : $own }")
        all=$(awk "BEGIN { print ($c < $all) ? $c : $all }")
    done
    awk -v code="$code" -v heaps="$heaps" -v a="$peer" -v b="$own" -v c="$all" 'BEGIN {
        printf "%-8s %10d %8.2fs %8.3fs %7.1f %8.3fs %7.1f\n", code, heaps, a, b, a / b, c, a / c
    }'
done <<'GAMES'
0.376 2300000
0.167 3000000
0.161 2000000
0.034 1000000
0.014 1000000
0.172 600000
0.354 3000000
0.104 5000000
0.16 500000
GAMES
