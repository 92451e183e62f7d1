"""Positions as values, compared with brute force."""

import copy
import itertools
import pickle

import brute
import grundy
import pytest
from grundy import Outcome, Position

GAMES = [
    (grundy.nim, brute.nim, 7),
    (grundy.kayles, brute.kayles, 8),
    (grundy.subtraction[1, 3, 4], brute.subtraction([1, 3, 4]), 9),
    (grundy.grundy_game, brute.grundy_game, 9),
]


@pytest.mark.parametrize("game, rules, most", GAMES, ids=lambda item: str(item)[:30])
def test_values_and_outcomes_of_sums(game, rules, most):
    value, wins = brute.solver(rules)
    for n in range(most):
        assert game(n).grundy == value(n)
    for parts in itertools.combinations_with_replacement(range(most), 2):
        position = game(*parts)
        assert position.grundy == value(parts[0]) ^ value(parts[1])
        for misere in (False, True):
            assert (position.outcome(misere=misere) == "N") == wins(parts, misere), (parts, misere)


def test_moves_are_all_moves_and_winning_moves_those_that_win():
    value, wins = brute.solver(brute.wythoff)
    for a, b, c in itertools.product(range(5), range(5), range(3)):
        position = grundy.wythoff(a, b) + grundy.nim(c)
        results = [move.result for move in position.moves()]
        expected = [grundy.wythoff(*left) + grundy.nim(c) for ((left),) in brute.wythoff((a, b))]
        expected += [grundy.wythoff(a, b) + grundy.nim(k) for k in range(c)]
        assert sorted(map(str, results)) == sorted(map(str, expected))
        for misere in (False, True):
            winning = {move.result for move in position.winning_moves(misere=misere)}
            lost = {left for left in results if left.outcome(misere=misere) == "P"}
            assert winning == lost


def test_positions_are_values():
    g = grundy.nim(3, 4, 5) + grundy.parse("wythoff(3,5)")
    same = grundy.parse("wythoff(3,5) + nim(5,4,3)")
    assert g == same and hash(g) == hash(same) and g != grundy.nim(3, 4, 5)
    assert g == g + grundy.nim(0) and g != g + grundy.nim(1)
    assert grundy.wythoff(3, 5) != grundy.wythoff(5, 3)
    assert len({g, same, grundy.nim(1)}) == 2
    assert g != "nim(3,4,5) + wythoff(3,5)" and (g == 5) is False
    assert eval(repr(g)) == g and str(g) == "nim(3,4,5) + wythoff(3,5)"
    assert pickle.loads(pickle.dumps(g)) == g and copy.deepcopy(g) is g
    assert f"{g:>30}".endswith("wythoff(3,5)")


def test_parts():
    g = grundy.nim(3, 4, 5) + grundy.wythoff(3, 5)
    assert len(g) == 4 and g[0] == grundy.nim(3) and g[-1] == grundy.wythoff(3, 5)
    assert g[1:3] == grundy.nim(4, 5) and g[::-1] == g and g[5:] == grundy.nim()
    assert list(g) == g.parts and sum(g.parts) == g and g.games == ["nim", "wythoff"]
    assert 3 * grundy.nim(2) == grundy.nim(2, 2, 2) and grundy.nim(2) * 0 == grundy.nim()
    with pytest.raises(IndexError):
        g[4]
    with pytest.raises(TypeError):
        g["a"]
    with pytest.raises(TypeError):
        g + 1
    with pytest.raises(TypeError):
        g < g


def test_ints_of_any_length():
    big = 10**1000
    g = grundy.nim(big, big + 1)
    assert g.grundy == 1 and g.winning_moves()[0].result == grundy.nim(big, big)
    assert grundy.nim(2**64).grundy == 2**64
    assert grundy.fibonacci_nim(10**60).solve().outcome == "N"
    assert grundy.bash[10**30](10**30 + 5).grundy == 4


def test_answers():
    answer = grundy.nim(3, 4, 5).solve(explain=True, duration=True)
    assert answer.outcome is Outcome.N and answer.winner == "first" and answer.grundy == 2
    assert answer.winning_count == 1 and answer.winning_moves[0].text == "3 -> 1"
    assert answer.reasoning and "Bouton" in answer.method and answer.remoteness
    assert answer.winning_moves[0] == grundy.nim(3, 4, 5).winning_moves()[0]
    assert '"outcome":"N"' in answer.json() and "Grundy value 2" in str(answer)
    assert pickle.loads(pickle.dumps(answer.winning_moves[0])).result == grundy.nim(1, 4, 5)
    assert grundy.nim(1, 1, 1).outcome(misere=True) == "P"
    assert grundy.nim(1, 2).solve(only=1).outcome == "P"


def test_positions_without_a_value():
    assert grundy.cutting(1, 5).grundy is None and grundy.cutting(1, 5).outcome() == "N"
    loop = grundy.digraph(arcs=[(1, 2), (2, 1), (1, 3)], at=1)
    assert loop.outcome() in list(Outcome)
    infinite = grundy.digraph(arcs=[(1, 2), (2, 1)], at=1)
    assert infinite.grundy == grundy.Infinite() and infinite.outcome() == "D"
    series = grundy.nim(3, 4).repeat(2)
    assert series == grundy.parse("repeat[2](nim(3,4))") and series.outcome() in list(Outcome)
    with pytest.raises(grundy.RefusedError):
        series.grundy
    join = grundy.parse("nim(3) and nim(4)")
    assert join.outcome() == "N" and len(join) == 2
    with pytest.raises(grundy.RefusedError):
        join + grundy.nim(1)


def test_graphs_in_and_out():
    networkx = pytest.importorskip("networkx")
    path = networkx.path_graph(4)
    assert grundy.hackenbush(path).grundy == 3
    assert grundy.hackenbush(edges=[(0, 1), (1, 2)]) == grundy.parse("hackenbush(edges(0-1,1-2))")
    assert grundy.geography(path, at=1) == grundy.parse("geography(edges(0-1,1-2,2-3; 1))")
    named = networkx.Graph([("house", "tree"), ("tree", "pond")])
    assert grundy.geography(named, at="tree").outcome() == "N"
    assert grundy.hackenbush(named, ground="house").grundy == 2
    assert grundy.dag(networkx.DiGraph([(1, 2), (2, 3)]), at=[1, 2]).grundy == 0 ^ 1
    found = grundy.nim(1, 2).graph()
    made = found.to_networkx()
    assert len(found) == made.number_of_nodes() == 5
    assert made.nodes["nim(1,2)"]["grundy"] == 3
    assert found.position(0) == grundy.nim(1, 2) and "digraph" in found.dot()
    assert networkx.is_directed_acyclic_graph(made)
    for name, facts in made.nodes(data=True):
        options = {made.nodes[target]["grundy"] for target in made.successors(name)}
        assert facts["grundy"] == brute.mex(options)


def test_pictures(tmp_path):
    g = grundy.nim(3, 4, 5)
    assert g._repr_svg_().startswith("<svg") and g.draw(marks=True).svg().startswith("<svg")
    g.draw().save(tmp_path / "nim.png")
    assert (tmp_path / "nim.png").read_bytes()[1:4] == b"PNG"
    assert g[:2].graph()._repr_svg_().startswith("<svg")
    with pytest.raises(grundy.RefusedError, match="svg or .png"):
        g.draw().save(tmp_path / "nim.jpg")
    assert "<details>" in g.explain()._repr_html_() and "先手" in g.explain(language="zh")
