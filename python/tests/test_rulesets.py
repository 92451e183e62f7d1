"""Rulesets written in Python and texts of rules, compared with brute force."""

import pickle

import brute
import grundy
import pytest


@grundy.ruleset
def squares(n):
    return [n - k * k for k in range(1, n + 1) if k * k <= n]


@grundy.ruleset
def rook(a, b):
    yield from ((c, b) for c in range(a))
    yield from ((a, c) for c in range(b))


class Pins(grundy.Ruleset):
    """Knock down one pin or two neighbouring ones."""

    def options(self, n):
        return [[a, b] for a, b in brute.kayles(n)]


class Words(grundy.Ruleset):
    """Take the first letter or the last one."""

    def options(self, word):
        return {word[1:], word[:-1]} if word else ()


pins = Pins()


@pytest.mark.parametrize("ruleset, rules, most", [(squares, brute.squares, 40), (pins, brute.kayles, 12)])
def test_values_and_both_plays(ruleset, rules, most):
    value, wins = brute.solver(rules)
    for n in range(most):
        assert ruleset(n).grundy == value(n)
    for a in range(8):
        for b in range(a, 8):
            position = ruleset(a) + ruleset(b)
            for misere in (False, True):
                assert (position.outcome(misere=misere) == "N") == wins((a, b), misere)


def test_sums_with_the_catalogue():
    value, _ = brute.solver(brute.kayles)
    for n in range(9):
        position = pins(n) + grundy.kayles(5) + grundy.nim(3)
        assert position.grundy == value(n) ^ value(5) ^ 3
        for move in position.winning_moves():
            assert move.result.grundy == 0
        assert all(move.result.grundy for move in position.moves() if move not in position.winning_moves())


def test_positions_of_any_kind():
    words = Words()
    assert words("abc").grundy == 1 and words("").outcome() == "P"
    assert rook(3, 5).grundy == 6 and rook(10**4, 3).moves(limit=100_000)[0].part == 1
    assert words.position(words("abc")) == "abc" and rook.position(rook(3, 5)) == (3, 5)
    assert {move.result for move in words("ab").moves()} == {words("a"), words("b")}
    assert str(rook(3, 5)) == "rook(3,5)" and str(words("a")) == "Words(\"'a'\")"

    @grundy.ruleset
    def sets(position):
        return [position - {item} for item in position]

    assert sets(frozenset("abc")).grundy == 1
    with pytest.raises(TypeError, match="hashable"):
        sets({1, 2})


def test_large_and_odd_ints():
    @grundy.ruleset
    def halves(n):
        return [n // 2] if n else []

    assert halves(2**100).grundy == 1 and halves(2**62).grundy == 1
    assert str(halves(2**100)) == f"halves({2**100})"

    @grundy.ruleset
    def towards_zero(n):
        return [n + 1] if n < 0 else []

    assert towards_zero(-5).grundy == 1 and str(towards_zero(-5)) == 'towards_zero("-5")'
    numpy = pytest.importorskip("numpy")

    @grundy.ruleset
    def array(n):
        return numpy.arange(n)

    assert array(50).grundy == 50 and array(numpy.int64(7)) == array(7)


def test_ranges_and_wins():
    @grundy.ruleset
    def nim(n):
        return range(n)

    assert nim(2000).grundy == 2000 and nim.table(20).numpy().tolist() == list(range(21))
    with pytest.raises(grundy.RefusedError, match="called nim"):
        nim(3) + grundy.nim(4)

    @grundy.ruleset
    def strip(n):
        "Whoever takes the last of them wins the whole game."
        return [grundy.WIN if k == n else n - k for k in (1, 2) if k <= n]

    assert strip(1).grundy is None and strip(3).grundy == 0
    assert (strip(1) + grundy.nim(1)).outcome() == "N"
    assert [move.wins for move in strip(2).moves()].count(True) == 1


def test_loops():
    @grundy.ruleset
    def circle(n):
        return [(n + 1) % 5]

    with pytest.raises(grundy.LoopError) as caught:
        circle(0).grundy
    assert len(caught.value.cycle) >= 5

    @grundy.ruleset(loopy=True)
    def ring(n):
        return [(n + 1) % 5]

    assert ring(0).outcome() == "D" and ring(0).grundy == grundy.Infinite()


def test_what_rules_raise_comes_out_as_it_was():
    @grundy.ruleset
    def broken(n):
        if n == 3:
            raise ZeroDivisionError("n is 3")
        return [n - 1] if n else []

    assert broken(2).grundy == 0
    for ask in (lambda g: g.grundy, lambda g: g.outcome(misere=True), lambda g: g.moves(), lambda g: g.solve()):
        with pytest.raises(ZeroDivisionError, match="n is 3"):
            ask(broken(5) if ask.__code__.co_names[0] != "moves" else broken(3))
    assert broken(2).grundy == 0

    for returned, told in [(None, "None"), ("ab", "string"), (5, "not a list")]:

        @grundy.ruleset
        def wrong(n):
            return returned

        with pytest.raises(grundy.RulesError, match=told):
            wrong(1).grundy

    @grundy.ruleset
    def asks(n):
        return [n - 1] if asks(n - 1).grundy else []

    with pytest.raises(grundy.RulesError, match="asked about a position"):
        asks(3).grundy


def test_rulesets_in_pickles_and_tables():
    position = squares(50) + grundy.nim(3) + rook(2, 3)
    assert pickle.loads(pickle.dumps(position)) == position
    assert pickle.loads(pickle.dumps(squares)) is squares
    value, _ = brute.solver(brute.squares)
    assert list(squares.table(60)) == [value(n) for n in range(61)]
    assert list(squares.sequence(60)[:61]) == [value(n) for n in range(61)]
    assert rook.table(4, 4)[3, 4] == 7
    assert pickle.loads(pickle.dumps(Words)).__name__ == "Words"


def test_texts_of_rules():
    rules = grundy.rules("S(n) -> S(n - k*k) for k in 1..=isqrt(n)")
    value, wins = brute.solver(brute.squares)
    assert [rules.S(n).grundy for n in range(60)] == [value(n) for n in range(60)]
    position = rules.S(100) + grundy.nim(2)
    assert position.grundy == value(100) ^ 2 and position.winning_moves()[0].result.grundy == 0
    assert rules == grundy.rules(rules.text) and list(rules) == ["S"] and "S" in rules
    assert pickle.loads(pickle.dumps(position)) == position
    assert pickle.loads(pickle.dumps(rules)).S(100) == rules.S(100)
    assert pickle.loads(pickle.dumps(rules.S)) == rules.S
    both = rules.S(5) + squares(7) + grundy.rules("T(n) -> T(n-1) if n > 0").T(4)
    assert pickle.loads(pickle.dumps(both)) == both
    with pytest.raises(AttributeError, match="they have S"):
        rules.T
    with pytest.raises(grundy.RulesError) as caught:
        grundy.rules("S(n) -> S(n - ) for k in 1..2")
    assert "rules:1:" in str(caught.value) and "^" in str(caught.value)
    bound = grundy.rules("input M\ntake(n) -> take(n-k) for k in 1..=min(n,M)", M=3)
    assert bound.take(10).grundy == 2
