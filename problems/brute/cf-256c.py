"""From x to y with y between the fourth and the square root of x."""

from common_col1 import counted, heap_game, lists, numbers

first_wins = heap_game(lambda x: [(y,) for y in range(x) if y**4 >= x >= y * y and y < x])


def cases(random):
    some = lists(random, 25, (1, 3), 1, 120) + lists(random, 15, (1, 2), 60, 700)
    some += [[6723], [6724], [81, 82], [50625, 6724], [50626, 4], [50626, 6724, 16]]
    return [counted(a) for a in some]


def answer(text):
    return "Furlo" if first_wins(numbers(text)[1:]) else "Rublo"
