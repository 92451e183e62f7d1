from itertools import combinations

from common_col2 import lines, numbers, winner


def cases(random):
    for n in range(11):
        yield str(n)
    for _ in range(30):
        yield lines([random.randint(0, 10), random.randint(0, 10)])


def answer(text):
    out = []
    for n in numbers(text):
        def options(chords):
            used = {p for chord in chords for p in chord}
            for a, b in combinations([p for p in range(n) if p not in used], 2):
                if not any((a < c < b) != (a < d < b) for c, d in chords):
                    yield chords | {(a, b)}

        out.append("First" if winner(options)(frozenset()) else "Second")
    return "\n".join(out)
