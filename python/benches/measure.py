"""What is claimed of speed, measured: python benches/measure.py (a release build)."""

import shutil
import subprocess
import time
from functools import lru_cache

import grundy


def each(call, seconds=0.5):
    """Nanoseconds a call, the best of five runs."""
    call()
    count = 1
    while True:
        start = time.perf_counter()
        for _ in range(count):
            call()
        if time.perf_counter() - start > seconds / 10:
            break
        count *= 2
    best = []
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(count):
            call()
        best.append(time.perf_counter() - start)
    return min(best) / count * 1e9


def once(call, runs=3):
    """Seconds of one call, the best of some."""
    best = []
    for _ in range(runs):
        start = time.perf_counter()
        call()
        best.append(time.perf_counter() - start)
    return min(best)


def calls():
    nim, wythoff, parse = grundy.nim, grundy.wythoff, grundy.parse
    g = nim(3, 4, 5)
    big = nim(3, 4, 5) + wythoff(3, 5)
    print(f"g.grundy, known                       {each(lambda: g.grundy):8.0f} ns")
    print(f"nim(3,4,5)                            {each(lambda: nim(3, 4, 5)):8.0f} ns")
    print(f"nim(3,4,5).grundy                     {each(lambda: nim(3, 4, 5).grundy):8.0f} ns")
    print(f"(g + wythoff(3,5)).grundy             {each(lambda: (g + wythoff(3, 5)).grundy):8.0f} ns")
    print(f"parse('nim(3,4,5)').grundy            {each(lambda: parse('nim(3,4,5)').grundy):8.0f} ns")
    print(f"nim(3,4,5).outcome()                  {each(lambda: nim(3, 4, 5).outcome()):8.0f} ns")
    print(f"g + h                                 {each(lambda: g + big):8.0f} ns")
    print(f"g.winning_moves()                     {each(lambda: g.winning_moves()):8.0f} ns")


def tables():
    command = shutil.which("grundy")
    for name, ends in [("wythoff", (1000,)), ("0.77", (1_000_000,)), ("cram", ())]:
        if not ends:
            continue
        seconds = once(lambda: grundy.table(name, *ends))
        told = f"table {name} to {ends[0]}: {seconds * 1e3:.1f} ms"
        if command:
            arguments = [command, "table", name, "--to", str(ends[0]), "--format", "csv", "--output", "/dev/null"]
            told += f"; the command {once(lambda: subprocess.run(arguments, check=True)) * 1e3:.1f} ms"
        print(told)
    seconds = once(lambda: grundy.sequence("0.16", 1_000_000))
    told = f"sequence 0.16 to 1000000: {seconds * 1e3:.1f} ms"
    if command:
        arguments = [command, "sequence", "0.16", "--to", "1000000", "--json"]
        run = lambda: subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)  # noqa: E731
        told += f"; the command {once(run) * 1e3:.1f} ms"
    print(told)


def mex(values):
    n = 0
    while n in values:
        n += 1
    return n


def compare(name, options, last, step=1):
    """A ruleset against the recursion with functools.lru_cache; both told the options by one function."""

    def by_cache():
        @lru_cache(maxsize=None)
        def value(position):
            return mex({value(option) for option in options(position)})

        for n in range(0, last, step):
            value(n)
        return value(last)

    def by_engine():
        return grundy.ruleset(options, name="measured")(last).grundy

    assert by_cache() == by_engine()
    slow, fast = once(by_cache), once(by_engine)
    print(f"{name:38s} lru_cache {slow * 1e3:8.1f} ms, grundy {fast * 1e3:8.2f} ms: {slow / fast:6.1f} times")


def pairs(last):
    """Two heaps: tuples as positions."""

    def options(a, b):
        return [(c, b) for c in range(a)] + [(a, c) for c in range(b)]

    def by_cache():
        @lru_cache(maxsize=None)
        def value(a, b):
            return mex({value(*option) for option in options(a, b)})

        for a in range(last):
            for b in range(last):
                value(a, b)
        return value(last, last)

    fast_rules = lambda: grundy.ruleset(options, name="rook")(last, last).grundy  # noqa: E731
    assert by_cache() == fast_rules()
    slow, fast = once(by_cache), once(fast_rules)
    print(f"{'rook on a board, lists of pairs':38s} lru_cache {slow * 1e3:8.1f} ms, grundy {fast * 1e3:8.2f} ms: {slow / fast:6.1f} times")


def sums(heaps):
    """Outcomes of sums: the recursion over tuples of heaps against one question a sum."""
    import itertools

    def options(n):
        return [n - k for k in (1, 3, 4) if k <= n]

    all_sums = list(itertools.combinations_with_replacement(range(heaps), 4))

    def by_cache():
        @lru_cache(maxsize=None)
        def wins(parts):
            for i, part in enumerate(parts):
                for left in options(part):
                    if not wins(tuple(sorted(parts[:i] + (left,) + parts[i + 1 :]))):
                        return True
            return False

        return [wins(parts) for parts in all_sums]

    def by_engine():
        rules = grundy.ruleset(options, name="measured")
        singles = [rules(n) for n in range(heaps)]
        values = [single.grundy for single in singles]
        return [values[a] ^ values[b] ^ values[c] ^ values[d] != 0 for a, b, c, d in all_sums]

    assert by_cache() == by_engine()
    slow, fast = once(by_cache), once(by_engine)
    print(f"{'sums of four heaps, outcomes':38s} lru_cache {slow * 1e3:8.1f} ms, grundy {fast * 1e3:8.2f} ms: {slow / fast:6.1f} times")


if __name__ == "__main__":
    calls()
    tables()
    compare("nim, options in a range", lambda n: range(n), 2000)
    compare("take up to 500, options in a range", lambda n: range(max(0, n - 500), n), 5000)
    compare("squares, options in a list", lambda n: [n - k * k for k in range(1, int(n**0.5) + 1)], 20000)
    compare("nim, options in a list", lambda n: list(range(n)), 2000)
    pairs(60)
    sums(24)
