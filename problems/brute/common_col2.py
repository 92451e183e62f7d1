"""Who wins, by looking at every move; and the runner that writes the .cases files."""
import importlib
import os
import random
import subprocess
import sys

sys.setrecursionlimit(100000)


def winner(moves, misere=False):
    """A function of a whole position: does the player to move win?

    `moves(position)` gives the positions after a move; None among them is a move that wins at once.
    Whoever cannot move loses, or wins in misere play.
    """
    known = {}

    def wins(position):
        if position not in known:
            after = set(moves(position))
            if not after:
                known[position] = misere
            else:
                known[position] = any(p is None or not wins(p) for p in after)
        return known[position]

    return wins


def winning_moves(moves, position):
    """The moves (as `moves` lists them, the same position once) after which the opponent loses."""
    wins = winner(moves)
    return [p for p in set(moves(position)) if not wins(p)]


def numbers(text):
    """The numbers of an input, one after the other."""
    return iter([int(word) for word in text.split()])


def lines(*rows):
    """An input: each row is a text or numbers."""
    return "\n".join(r if isinstance(r, str) else " ".join(map(str, r)) for r in rows)


def put(position, i, value):
    """The tuple with another element."""
    return position[:i] + (value,) + position[i + 1:]


def write(name):
    module = importlib.import_module(name)
    rng = random.Random("grundy " + name)
    seen, blocks = set(), []
    for text in module.cases(rng):
        text = text.strip("\n")
        if text in seen:
            continue
        seen.add(text)
        answer = module.answer(text).strip("\n")
        block = ["> " + line for line in text.split("\n")] + ["< " + line for line in answer.split("\n")]
        blocks.append(("\n".join(block), text, answer))
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, name + ".cases"), "w") as out:
        out.write("\n\n".join(block for block, _, _ in blocks) + "\n")
    return [(text, answer) for _, text, answer in blocks]


def fill(name, answer):
    """Writes the answers of the samples as the brute force gives them, where they are left open or differ."""
    here = os.path.dirname(os.path.abspath(__file__))
    path = os.path.join(here, "..", name + ".problem")
    with open(path) as file:
        parts = file.read().split("\nsample:\n")
    for i in range(1, len(parts)):
        given, _, old = parts[i].partition("\nanswer:")
        text = "\n".join(line.strip() for line in given.split("\n"))
        new = "\n" + "\n".join("    " + line for line in answer(text).strip("\n").split("\n"))
        if old.strip() and old.strip("\n") != new.strip("\n"):
            print(name, "sample", i, "had", old.split(), "brute force says", new.split())
        parts[i] = given + "\nanswer:" + new
    with open(path, "w") as file:
        file.write("\nsample:\n".join(parts) + "\n")
    return 0


def judge(name, pairs, grundy):
    """Compares the answers of a grundy program with those written."""
    here = os.path.dirname(os.path.abspath(__file__))
    problem = os.path.join(here, "..", name + ".problem")
    with open(problem) as file:
        text = file.read()
    ways = [[]]
    if "\nposition:" in text and any("\n%s:" % key in text for key in ("value", "wins", "count")):
        ways.append(["--by-rules"])
    bad = 0
    for extra in ways:
        run = subprocess.run([grundy, "judge", "--problem", problem, "--samples"] + extra,
                             capture_output=True, text=True)
        if run.returncode:
            print(name, extra, "samples:", run.stdout[-1500:], run.stderr[-1500:])
            return 1
        for text, answer in pairs:
            run = subprocess.run([grundy, "judge", "--problem", problem] + extra, input=text + "\n",
                                 capture_output=True, text=True)
            if run.returncode or run.stdout.rstrip("\n") != answer.rstrip("\n"):
                bad += 1
                if bad <= 2:
                    print(name, extra, "input:\n" + text, "\nexpected:\n" + answer, "\ngot:\n" + run.stdout,
                          run.stderr[-1500:])
    return bad


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    grundy = os.environ.get("GRUNDY", "")
    for name in sys.argv[1:]:
        pairs = write(name)
        fill(name, importlib.import_module(name).answer)
        answers = {answer for _, answer in pairs}
        bad = judge(name, pairs, grundy) if grundy else 0
        print(name, len(pairs), "cases,", len(answers), "answers", "BAD %d" % bad if bad else "")
