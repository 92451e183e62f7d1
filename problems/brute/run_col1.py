"""Writes NAME.cases for each NAME given: inputs, and what the brute force of NAME answers.

With --check BINARY it answers the stored cases with `grundy judge` instead, by the formulas and by the rules.
"""

import importlib
import os
import random
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)


def write(name):
    module = importlib.import_module(name)
    texts = []
    for text in module.cases(random.Random(name)):
        text = text.strip("\n")
        if text not in texts:
            texts.append(text)
    with open(os.path.join(HERE, name + ".cases"), "w") as out:
        for i, text in enumerate(texts):
            if i:
                out.write("\n")
            for row in text.split("\n"):
                out.write("> %s\n" % row)
            answer = module.answer(text + "\n")
            for row in answer.strip("\n").split("\n"):
                out.write("< %s\n" % row)
    return len(texts)


def stored(name):
    with open(os.path.join(HERE, name + ".cases")) as file:
        for block in file.read().strip("\n").split("\n\n"):
            rows = block.split("\n")
            yield (
                "\n".join(row[2:] for row in rows if row.startswith("> ")) + "\n",
                "\n".join(row[2:] for row in rows if row.startswith("< ")) + "\n",
            )


def tidy(text):
    return "\n".join(row.rstrip() for row in text.strip().split("\n"))


def check(binary, name):
    path = os.path.join(HERE, "..", name + ".problem")
    with open(path) as file:
        keys = [row.split(":")[0] for row in file if row[:1].isalpha()]
    modes = [[]]
    if "position" in keys and any(key in keys for key in ("value", "wins", "count")):
        modes.append(["--by-rules"])
    good = True
    for mode in modes:
        run = [binary, "judge", "--problem", path] + mode
        done = subprocess.run(run + ["--samples"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            print("%s %s samples:\n%s" % (name, mode, done.stdout.decode()))
            good = False
            continue
        for text, expected in stored(name):
            done = subprocess.run(
                run, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60
            )
            if tidy(done.stdout.decode()) != tidy(expected):
                print("%s %s\n%sexpected\n%sgot\n%s" % (name, mode, text, expected, done.stdout.decode()))
                good = False
                break
    return good


def main(args):
    binary = None
    if args[:1] == ["--check"]:
        binary = args[1]
        args = args[2:]
    for name in args:
        if binary:
            print(name, "ok" if check(binary, name) else "WRONG")
        else:
            print(name, write(name), "cases")


if __name__ == "__main__":
    main(sys.argv[1:])
