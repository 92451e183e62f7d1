# Grundy values of turn(n)
#
#   python3 turn.py n            the value of one state
#   python3 turn.py --table 20   the values from 0 to 20
#   python3 turn.py < file       the value of the state in each line
#
# A - stands where there is no such state.

import sys

SET = (1, 3, 9)
OPEN = -1
memo = {}  # values found; OPEN of states whose search goes on


def put(x, i, v):
    if not 0 <= i < len(x):
        raise IndexError(f"there is no element {i}")
    return x[:i] + (v,) + x[i + 1:]


def moves_turn(state):
    _, n = state
    # turn(n) {
    #     var k = 1
    #     while k <= n {
    #         if k in SET { move other(n-k) }
    #         k = k + 1
    #     }
    # }
    k = 1
    while k <= n:
        if k in SET:
            yield [("other", n - k)]
        k = k + 1


def moves_other(state):
    _, m = state
    # other(m) { for s in {1, 3..=9 step 6} { move? turn(m-s) } }
    for s in SET:
        to = ("turn", m - s)
        if inside(to):
            yield [to]
    # other(rest) -> pair([rest/2, 0], rest/3) if rest > 3
    rest = m
    if rest > 3:
        yield [("pair", rest // 2, 0, rest // 3)]


def moves_pair(state):
    y = state[1:3]
    z = state[3]
    # pair(y[2], z) -> turn(z - 1) + other(y[1]) if z > 0 and y[0] < 9
    if z > 0 and y[0] < 9:
        yield [("turn", z - 1), ("other", y[1])]
    # pair(y[2], z) -> pair(y[1 := y[1] - 1]) if y[1] > 0
    if y[1] > 0:
        y2 = put(y, 1, y[1] - 1)
        z2 = y2[0] + 1
        yield [("pair", *y2, z2)]
    # pair(y[2], z) -> 0 if z == 0
    if z == 0:
        yield []


MOVES = {"turn": moves_turn, "other": moves_other, "pair": moves_pair}


def inside(state):
    """Whether there is such a state."""
    return min(state[1:]) >= 0


def same(state):
    """Another form of the same position, or the state itself."""
    if state[0] == "pair":
        y = state[1:3]
        z = state[3]
        # pair(y[2], z = y[0] + 1) == pair([y[1], y[0]], z) if y[0] > y[1]
        if y[0] > y[1]:
            form = ("pair", y[1], y[0], z)
            if form != state:
                return form
    return state


def normal(state):
    """The form that stands for all of a position."""
    for _ in range(1000):
        form = same(state)
        if form == state:
            return state
        if not inside(form):
            sys.exit(f"{state[0]}{state[1:]} is the same as {form[0]}{form[1:]}, which is no state")
        state = form
    sys.exit(f"the forms of {state[0]}{state[1:]} have no end")


def grundy(start):
    """The value of a state in normal form, by depth-first search with a stack of its own."""
    stack = [start]
    while stack:
        state = stack[-1]
        if memo.get(state, OPEN) != OPEN:
            stack.pop()
            continue
        memo[state] = OPEN
        values, missing = set(), []
        for option in MOVES[state[0]](state):
            total = 0
            for part in option:
                if not inside(part):
                    sys.exit(f"{state[0]}{state[1:]} reaches {part[0]}{part[1:]}, which is no state")
                part = normal(part)
                if part not in memo:
                    missing.append(part)
                elif memo[part] == OPEN:
                    sys.exit(f"play comes back to {part[0]}{part[1:]}")
                else:
                    total ^= memo[part]
            values.add(total)
        if missing:
            stack += missing[:32]  # a few at a time keep the stack short
            continue
        value = 0
        while value in values:
            value += 1
        memo[state] = value
    return memo[start]


def value(numbers):
    """What is printed for the state of these numbers."""
    numbers = list(numbers)
    if len(numbers) != 1:
        sys.exit("turn takes 1 number")
    state = ("turn", *numbers)
    return grundy(normal(state)) if inside(state) else "-"


args = sys.argv[1:]
if len(args) == 2 and args[0] == "--table":
    print(*[value([n]) for n in range(int(args[1]) + 1)])
elif args:
    print(value(map(int, args)))
else:
    for line in sys.stdin:
        print(value(map(int, line.split())))
