"""The calendar game."""

import datetime

from common_col1 import numbers, wins, with_count

MEMO = {}
LAST = datetime.date(2001, 11, 4)


def moves(day):
    left = [day + datetime.timedelta(days=1)]
    try:
        if day.month == 12:
            left.append(day.replace(year=day.year + 1, month=1))
        else:
            left.append(day.replace(month=day.month + 1))
    except ValueError:
        pass
    return [to for to in left if to <= LAST]


def cases(random):
    some = [LAST - datetime.timedelta(days=k) for k in list(range(70)) + [400, 401, 402, 403]]
    some += [LAST - datetime.timedelta(days=random.randint(70, 37000)) for _ in range(40)]
    some += [datetime.date(1999, 9, 30), datetime.date(1984, 11, 30), datetime.date(1900, 2, 28), datetime.date(1996, 1, 29)]
    return with_count(random, ["%d %d %d" % (x.year, x.month, x.day) for x in some], 5)


def answer(text):
    for k in range(0, 37300, 50):
        wins(max(LAST - datetime.timedelta(days=k), datetime.date(1900, 1, 1)), moves, MEMO)
    read = iter(numbers(text))
    rows = []
    for _ in range(next(read)):
        day = datetime.date(next(read), next(read), next(read))
        rows.append("YES" if wins(day, moves, MEMO) else "NO")
    return "\n".join(rows)
