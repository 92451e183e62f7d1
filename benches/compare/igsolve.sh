#!/usr/bin/env bash
# The Grundy value of Cram beside igsolve 0.1.2 (method br-asp-set, its fastest), each board by both in
# turn.
#
#     benches/compare/igsolve.sh [ROUNDS]
#
# Installs the peer under target/peers, builds the example `rectangle` of grundy-search, and prints the least
# processor time (user) of each over the rounds, and their ratio. Of rectangles with an even side the
# peer knows the outcome beforehand and grundy finds it by half a turn; both then look for the value.
set -euo pipefail
cd "$(dirname "$0")/../.."
rounds=${1:-1}
[ -x target/peers/bin/igsolve ] ||
    cargo install --quiet igsolve --version 0.1.2 --root target/peers
cargo build --quiet --release -p grundy-search --example rectangle
own=${CARGO_TARGET_DIR:-target}/release/examples/rectangle

seconds() { # of processor time of a command
    local TIMEFORMAT=%U
    { time "$@" >/dev/null 2>&1; } 2>&1
}

echo "board   value   igsolve    grundy  ratio"
for board in ${BOARDS:-5x7 5x8 4x11 5x9}; do
    rows=${board%x*} columns=${board#*x}
    peer=999999 best=999999
    for _ in $(seq "$rounds"); do
        a=$(seconds target/peers/bin/igsolve -m br-asp-set cram -r "$rows" -c "$columns")
        b=$(seconds "$own" cram "$rows" "$columns" 1)
        peer=$(awk "BEGIN { print ($a < $peer) ? $a : $peer }")
        best=$(awk "BEGIN { print ($b < $best) ? $b : $best }")
    done
    value=$("$own" cram "$rows" "$columns" 1 | sed 's/.*: \([0-9]*\),.*/\1/')
    awk -v board="$board" -v value="$value" -v a="$peer" -v b="$best" 'BEGIN {
        printf "%-6s %6d %8.2fs %8.2fs %6.1f\n", board, value, a, b, a / b
    }'
done
