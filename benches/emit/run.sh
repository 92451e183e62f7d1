#!/bin/sh
# Compares programs of `grundy rules emit` that fill tables with those of hand.cpp: prints both values and the ratio of
# the least user times of five runs, taken in turns. Argument: the command, such as target/debug/grundy.
set -e
grundy=$(realpath "$1")
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
g++ -std=c++17 -O2 -o "$folder/hand" hand.cpp

seconds() {
    { /usr/bin/env bash -c 'TIMEFORMAT=%U; time "$@" > /dev/null' time "$@"; } 2>&1
}

compare() {
    name=$1
    shift
    printf '%s\n' "$rules" > "$folder/$name.rules"
    "$grundy" rules emit "$folder/$name.rules" --lang c++ --law off > "$folder/$name.cpp"
    g++ -std=c++17 -O2 -o "$folder/$name" "$folder/$name.cpp"
    values="$("$folder/$name" "$@") $("$folder/hand" "$name" "$@")"
    for _ in 1 2 3 4 5; do
        echo "$(seconds "$folder/$name" "$@") $(seconds "$folder/hand" "$name" "$@")"
    done | awk -v what="$name $*" -v values="$values" '
        NR == 1 || $1 < a { a = $1 }
        NR == 1 || $2 < b { b = $2 }
        END { printf "%-24s values %s  emitted %.3f s, by hand %.3f s, ratio %.2f\n", what, values, a, b, a / b }'
}

rules='S(n) -> S(n - k*k) for k in 1..=isqrt(n)'
compare squares 400000
rules='K(n) -> K(a) + K(n-t-a) for t in 1..=2 for a in 0..=(n-t)/2'
compare kayles 20000
rules='ring(n) -> row(n-t) for t in 1..=min(n,3)
row(n) -> row(a) + row(n-t-a) for t in 1..=3 for a in 0..=(n-t)/2'
compare ring 20000
rules='G(n) -> G(a) + G(n-a) for a in 1..=(n-1)/2'
compare grundy_game 20000
rules='L(n) -> L(k) for k in 0..<n
L(n) -> L(k) + L(n-k) for k in 1..=n/2'
compare lasker 20000
rules='W(a,b) -> W(a-k, b)   for k in 1..=a
W(a,b) -> W(a, b-k)   for k in 1..=b
W(a,b) -> W(a-k, b-k) for k in 1..=min(a,b)'
compare wythoff 600 600
rules='cut(w,h) where w >= 1 and h >= 1 and w*h > 1
cut(w,h) -> wins if w == 1 or h == 1
cut(w,h) -> cut(i,h) + cut(w-i,h) for i in 2..=w/2
cut(w,h) -> cut(w,i) + cut(w,h-i) for i in 2..=h/2'
compare cutting 600 600
rules='const S = {1, 3, 4, 8, 17}
T(n) ->? T(n-s) for s in S'
compare subtraction 10000000
rules='F(n, cap = max(n-1, 0)) == F(n,n) if cap > n
F(n,cap) -> F(n-k, 2*k) for k in 1..=min(n,cap)'
compare fibonacci 1000 999
rules='const L = 22
R(m) where m < (1<<L)
R(m) -> R(m ^ (1<<i) ^ (1<<j)) for i in ones(m) let j = next0(m,i) if j < L'
compare row_hop 1023
