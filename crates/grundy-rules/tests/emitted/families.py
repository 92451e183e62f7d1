# Grundy values of turn(n)
#
#   python3 turn.py n            the value of one state
#   python3 turn.py --table 20   the values from 0 to 20
#   python3 turn.py < file       the value of the state in each line
#
# A - stands where there is no such state.

import sys

SET = (1, 3, 9)
# Where there is no number: nothing is known, the search goes on.
UNKNOWN, OPEN = -3, -2


def put(x, i, v):
    if not 0 <= i < len(x):
        raise IndexError(f"there is no element {i}")
    return x[:i] + (v,) + x[i + 1:]


def nim_sum(a, b):
    """The value of a sum of two states; what is not a number stays."""
    return min(a, b) if a < 0 or b < 0 else a ^ b


def inside_turn(n):
    """Whether there is such a state of turn."""
    return n >= 0


def inside_other(m):
    """Whether there is such a state of other."""
    return m >= 0


def inside_pair(y, z):
    """Whether there is such a state of pair."""
    return min(y) >= 0 and z >= 0


memo = {}  # what is known of states
stack = []  # states whose values are looked for
limit = 0  # it grows up to here: a few states at a time keep it short
forms = 0  # how often the state looked at took another form
sys.setrecursionlimit(3000)


def look(state):
    """What is known of a state; if nothing is, it is looked for."""
    global forms
    forms = 0
    known = memo.get(state, UNKNOWN)
    if known == OPEN:
        sys.exit("play comes back to a state")
    if known == UNKNOWN and len(stack) < limit:
        stack.append(state)
    return known


def least_missing(values):
    """The least value that no option has."""
    value = 0
    while value in values:
        value += 1
    return value


def look_turn(n):
    """What is known of the value of turn."""
    if not inside_turn(n):
        sys.exit("there is no such state of turn")
    return look(("turn", n))


def look_other(m):
    """What is known of the value of other."""
    if not inside_other(m):
        sys.exit("there is no such state of other")
    return look(("other", m))


def look_pair(y, z):
    """What is known of the value of pair."""
    global forms
    if not inside_pair(y, z):
        sys.exit("there is no such state of pair")
    # pair(y[2], z = y[0] + 1) == pair([y[1], y[0]], z) if y[0] > y[1]
    if y[0] > y[1]:
        row = (y[1], y[0])
        if row != y:
            forms += 1
            if forms > 1000:
                sys.exit("the forms of a state of pair have no end")
            return look_pair(row, z)
    return look(("pair", *y, z))


def value_turn(n):
    """The value of turn(n), if those of all options are known."""
    values = set()
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
            values.add(look_other(n - k))
        k = k + 1
    return least_missing(values)


def value_other(m):
    """The value of other(m), if those of all options are known."""
    values = set()
    # other(m) { for s in {1, 3..=9 step 6} { move? turn(m-s) } }
    for s in SET:
        if m - s >= 0:
            values.add(look_turn(m - s))
    # other(rest) -> pair([rest/2, 0], rest/3) if rest > 3
    rest = m
    if rest > 3:
        values.add(look_pair((rest // 2, 0), rest // 3))
    return least_missing(values)


def value_pair(y, z):
    """The value of pair(y[2], z = y[0] + 1), if those of all options are known."""
    values = set()
    # pair(y[2], z) -> turn(z - 1) + other(y[1]) if z > 0 and y[0] < 9
    if z > 0 and y[0] < 9:
        values.add(nim_sum(look_turn(z - 1), look_other(y[1])))
    # pair(y[2], z) -> pair(y[1 := y[1] - 1]) if y[1] > 0
    if y[1] > 0:
        y2 = put(y, 1, y[1] - 1)
        z2 = y2[0] + 1
        values.add(look_pair(y2, z2))
    # pair(y[2], z) -> 0 if z == 0
    if z == 0:
        values.add(0)
    return least_missing(values)


def value_of(state):
    """The value of a state, if those of all options are known."""
    if state[0] == "turn":
        return value_turn(state[1])
    if state[0] == "other":
        return value_other(state[1])
    return value_pair(state[1:3], state[3])


def search():
    """Finds the value of the state on the stack: what is missing for it comes on top."""
    global limit
    while stack:
        state = stack[-1]
        if memo.get(state, UNKNOWN) <= OPEN:
            memo[state] = OPEN
            size = len(stack)
            limit = size + 32
            value = value_of(state)
            if len(stack) > size:
                continue
            del stack[size:]
            memo[state] = value
        stack.pop()


def grundy_turn(n):
    """The value of turn(n)."""
    global limit
    limit = 1
    if look_turn(n) <= OPEN:
        search()
    return look_turn(n)


def answer(numbers):
    """What is printed for the state of these numbers."""
    if len(numbers) != 1:
        sys.exit("turn takes 1 number")
    if not inside_turn(numbers[0]):
        return "-"
    return grundy_turn(numbers[0])


def read(word):
    """A word as a number."""
    try:
        return int(word)
    except ValueError:
        sys.exit("not a number: " + word)


args = sys.argv[1:]
if len(args) == 2 and args[0] == "--table":
    print(*[answer([n]) for n in range(read(args[1]) + 1)])
elif args:
    print(answer([read(arg) for arg in args]))
else:
    for line in sys.stdin:
        print(answer([read(word) for word in line.split()]))
