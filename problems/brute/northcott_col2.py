"""Northcott's game with steps back: play can go on for ever, so who wins is found from the end."""

SIZE = 5  # squares of a row in these cases


def moves(position, player):
    for i, row in enumerate(position):
        mine, other = row[player], row[1 - player]
        for step in (1, -1):
            to = mine + step
            while 1 <= to <= SIZE and to != other:
                new = (to, other) if player == 0 else (other, to)
                yield position[:i] + (new,) + position[i + 1:]
                to += step


def first_wins(start):
    """Steps back never end a game, so the mover also has to be able to force an end."""
    seen, todo = {(start, 0)}, [(start, 0)]
    after, before = {}, {}
    while todo:
        state = todo.pop()
        after[state] = {(p, 1 - state[1]) for p in moves(*state)}
        for nxt in after[state]:
            before.setdefault(nxt, []).append(state)
            if nxt not in seen:
                seen.add(nxt)
                todo.append(nxt)
    left = {state: len(options) for state, options in after.items()}
    result = {state: False for state in after if not after[state]}
    todo = list(result)
    while todo:
        state = todo.pop()
        for prior in before.get(state, []):
            if prior in result:
                continue
            left[prior] -= 1
            if not result[state]:
                result[prior] = True
            elif left[prior] == 0:
                result[prior] = False
            else:
                continue
            todo.append(prior)
    return result[start, 0]
