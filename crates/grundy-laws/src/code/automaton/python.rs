//! The loops over digits in Python.

use super::Texts;

pub(super) const TEXTS: Texts = Texts {
    words: "def @words(numbers):
    rows = []
    for number in numbers:
        row = []
        while number > 0:
            row.append(number % @BASE)
            number //= @BASE
        rows.append(row[::-1])
    length = max(map(len, rows)) + @MORE
    return [[0] * (length - len(row)) + row for row in rows]


",
    counted_words: "def @counts(beyond):
    \"\"\"How many valid words of each length there are from each state, until there are more.\"\"\"
    rows = [@ENDS]
    while rows[-1][0] <= beyond:
        last = rows[-1]
        one = lambda to: 0 if to < 0 else last[to]
        rows.append([sum(one(@TABLE[s * @BASE + d]) for d in range(@BASE)) for s in range(@VALID)])
    return rows


def @words(numbers):
    count = @counts(max(numbers))
    rows = []
    for number in numbers:
        row, state = [0] * @MORE, 0
        for rest in reversed(count[:-1]):
            for digit in range(@BASE):
                to = @TABLE[state * @BASE + digit]
                here = 0 if to < 0 else rest[to]
                if number < here:
                    break
                number -= here
            row.append(digit)
            state = to
        rows.append(row)
    return rows


",
    outcome: "@SIGNATURE
    state = 0
    for digits in zip(*@words([@NAMES])):
        letter = 0
        for digit in digits:
            letter = letter * @BASE + digit
        state = @NEXT[state * @LETTERS + letter]
        if state < 0:
            return False
    return @ACCEPTS[state] == 1
",
    value: "@SIGNATURE
    \"\"\"The Grundy value; None where a move wins at once and for what is not a position.\"\"\"
    # For each state that can be met, the digits of the value on the way there.
    ways = {0: []}
    for digits in zip(*@words([@NAMES])):
        letter = 0
        for digit in digits:
            letter = letter * @BASE + digit
        after = {}
        for state, way in ways.items():
            for digit in range(@BASE):
                to = @NEXT[state * @LETTERS + letter * @BASE + digit]
                if to >= 0 and to not in after:
                    after[to] = way + [digit]
        ways = after
    for state, way in ways.items():
        if @ACCEPTS[state] == 1:
            return @number(way)
    return None


@NUMBER",
    number: "def @number(word):
    value = 0
    for digit in word:
        value = value * @BASE + digit
    return value
",
    counted_number: "def @number(word):
    count = [@ENDS]
    while len(count) < len(word):
        last = count[-1]
        one = lambda to: 0 if to < 0 else last[to]
        count.append([sum(one(@TABLE[s * @BASE + d]) for d in range(@BASE)) for s in range(@VALID)])
    value, state = 0, 0
    for rest, digit in zip(reversed(count[:len(word)]), word):
        for less in range(digit):
            to = @TABLE[state * @BASE + less]
            value += 0 if to < 0 else rest[to]
        state = @TABLE[state * @BASE + digit]
    return value
",
};
