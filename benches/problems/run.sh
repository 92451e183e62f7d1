#!/usr/bin/env bash
# Problem files beside the algorithms of the library: the same problems, the same large inputs.
#
#     benches/problems/run.sh target/release/grundy
#
# Prints a row each: least user time of five runs of either, in turns, and the ratio.
set -euo pipefail
grundy=$(realpath "$1")
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 - "$folder" <<'PYTHON'
import random
import sys

folder, r = sys.argv[1], random.Random(1)


def write(name, text):
    with open(f"{folder}/{name}", "w") as file:
        file.write(text)


def line(numbers):
    return " ".join(map(str, numbers)) + "\n"


n, cases = 1_000_000, 300_000
heaps = [r.randrange(1 << 30) for _ in range(n)]
write("luogu-p2197", f"1\n{n}\n" + line(heaps))
write("hdu-1850", f"{n}\n" + line(heaps) + "0\n")
write("nim-updates", f"{n // 2} {n // 2}\n" + line(heaps[: n // 2])
      + "".join(line([r.randrange(1, n // 2), r.randrange(1 << 30)]) for _ in range(n // 2)))
write("hdu-1846", f"{cases}\n" + "".join(line([r.randrange(1000), r.randrange(1, 100)]) for _ in range(cases)))
write("hdu-1848", "".join(line(r.randrange(1, 1000) for _ in range(3)) for _ in range(cases)) + "0 0 0\n")
write("poj-1067", "".join(line(r.randrange(10**9) for _ in range(2)) for _ in range(cases)))
row = lambda: line([5] + r.sample(range(1, 21), 5))
write("luogu-p2575", "50000\n" + "".join("3\n" + row() + row() + row() for _ in range(50000)))
write("acwing-893", "3\n2 5 12\n200000\n" + line(r.randrange(10000) for _ in range(200000)))
PYTHON
seconds() {
    python3 - "$@" <<'PYTHON'
import resource
import subprocess
import sys

*command, given = sys.argv[1:]
with open(given, "rb") as file:
    subprocess.run(command, stdin=file, stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime)
PYTHON
}
echo "| problem | library | file | ratio |"
echo "|---|---|---|---|"
for name in luogu-p2197 hdu-1850 nim-updates hdu-1846 hdu-1848 poj-1067 luogu-p2575 acwing-893; do
    library=() file=()
    for _ in 1 2 3 4 5; do
        library+=("$(seconds "$grundy" judge "$name" "$folder/$name")")
        file+=("$(seconds "$grundy" judge --problem "problems/$name.problem" "$folder/$name")")
    done
    python3 -c "
import sys
a, b = (min(map(float, part.split())) for part in sys.argv[2:4])
print(f'| {sys.argv[1]} | {a:.3f} s | {b:.3f} s | {b / max(a, 0.001):.1f} |')" "$name" "${library[*]}" "${file[*]}"
done
