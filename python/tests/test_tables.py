"""Tables, sequences, laws, quotients, certificates, odds, nimbers."""

import fractions
import itertools
import json
import pickle

import brute
import grundy
import pytest
from grundy import Nimber


def test_tables_are_what_positions_say():
    for name, second in [("wythoff", 7), ("kayles", None), ("chomp", 5), ("bash[3]", None)]:
        game = grundy.game(name)
        table = game.table(7, second)
        for row in table.records():
            *place, value = row.values()
            assert game(*place).grundy == value == table[tuple(place) if len(place) > 1 else place[0]]
    outcomes = grundy.wythoff.table(6, 6, misere=True)
    for a, b in itertools.product(range(7), repeat=2):
        assert outcomes[a, b] == grundy.wythoff(a, b).outcome(misere=True)


def test_letters_stand_for_numbers():
    table = grundy.game("nim(3,x) + bash[y+1](7)").table(6, 4)
    for x, y in itertools.product(range(7), range(5)):
        assert table[x, y] == grundy.parse(f"nim(3,{x}) + bash[{y + 1}](7)").grundy
        assert table[x, y] == grundy.game("nim(3,x) + bash[y+1](7)")(x, y).grundy == 3 ^ x ^ 7 % (y + 2)
    law = grundy.game("kayles(n) + kayles(n+1)").law()
    assert law[0].status == "proved" and law.proved
    law = grundy.game("kayles(n) + wythoff(n,1)").law()
    assert law[0].status == "checked" and not law.proved
    with pytest.raises(grundy.Error, match="takes a number for x, y"):
        grundy.game("nim(x,y)")(3)
    with pytest.raises(grundy.Error, match="one letter or two"):
        grundy.game("nim(x,y,z)")


def test_arrays_are_not_copied():
    numpy = pytest.importorskip("numpy")
    table = grundy.wythoff.table(50)
    values = table.numpy()
    assert values.shape == (51, 51) and values.dtype == numpy.uint32
    assert values.__array_interface__["data"][0] == table.__array_interface__["data"][0]
    assert not values.flags.writeable and not values.flags.owndata
    del table
    assert values[3, 5] == 0 and values[1, 2] == 0 and values[50, 0] == 50
    with pytest.raises(ValueError):
        values[0, 0] = 1
    sequence = grundy.kayles.sequence(1000)
    heaps = numpy.asarray(sequence)
    assert heaps.dtype == numpy.uint8 and heaps.tolist() == sequence[:]
    assert heaps.__array_interface__["data"][0] == sequence.__array_interface__["data"][0]
    outcomes = grundy.nim.table(3, outcomes=True).numpy()
    assert outcomes.tolist() == ["P", "N", "N", "N"] and outcomes.dtype == "<U1"
    holes = grundy.cutting.table(4).numpy()
    assert holes.dtype == numpy.int64 and holes.min() < 0
    mapped = numpy.asarray([[-1 if v is None else v for v in row] for row in grundy.cutting.table(4)])
    assert ((holes >= 0) == (mapped >= 0)).all()


def test_frames():
    pandas = pytest.importorskip("pandas")
    frame = grundy.wythoff.table(4).to_pandas()
    assert frame.loc[1, 2] == 0 and frame.index.name == "a" and frame.columns.name == "b"
    records = pandas.DataFrame(grundy.kayles.table(20).records())
    assert list(records.columns) == ["n", "grundy"] and records.grundy.max() == 7
    assert len(pandas.DataFrame(grundy.kayles.sequence(20).records())) == 21


def test_views_of_tables():
    table = grundy.wythoff.table(3)
    assert table.to_text(format="csv").splitlines()[0] == "a,0,1,2,3"
    assert json.loads(table.to_text(format="json")) and "|" in table.to_text(format="markdown")
    assert "0" in str(table) and table._repr_svg_().startswith("<svg")
    assert table[1] == (1, 2, 0, 4) and len(table) == 4 and list(table)[1] == table[1]
    assert table.arguments == ["a", "b"] and table.start == (0, 0) and table.content == "grundy"
    for wrong in ({"format": "pdf"}, {"view": "sideways"}):
        with pytest.raises(ValueError):
            table.to_text(**wrong)
    for place in [(4, 0), (-1, 0), 4]:
        with pytest.raises(IndexError):
            table[place]
    assert grundy.wythoff.p_positions(3) == [(0, 0), (1, 2), (3, 5), (4, 7)]


def test_sequences():
    sequence = grundy.sequence("0.77", 200)
    value, _ = brute.solver(brute.kayles)
    assert [sequence[n] for n in range(40)] == [value(n) for n in range(40)]
    assert sequence[71:83] == sequence[83:95] and len(sequence) == 201 and sequence.proved
    assert sequence[-1] == sequence[200] and sequence.facts["period"] == 12
    assert sum(sequence.frequencies.values()) == 201 and "Guy" in sequence.theorem
    with pytest.raises(IndexError):
        sequence[201]
    squares = grundy.sequence("subtraction[squares]", 60)
    value, _ = brute.solver(brute.squares)
    assert squares[:61] == [value(n) for n in range(61)]


def test_laws():
    laws = grundy.wythoff.law(at=[(3 * 10**20, 10**30), (3, 5)])
    assert laws.proved and any(law.numeration for law in laws) and laws.at[1].outcome == "P"
    is_p = laws.function()
    value, wins = brute.solver(brute.wythoff)
    for a, b in itertools.product(range(12), repeat=2):
        assert is_p(a, b) == (not wins(((a, b),)))
    assert grundy.verify(laws.certificate().encode())["kind"] == "law"
    observed = grundy.law([n % 5 for n in range(60)])
    assert observed[0].status == "observed" and "mod 5" in observed[0].formula
    grid = grundy.law(grundy.nim(1) and [[a ^ b for b in range(12)] for a in range(12)])
    assert grid and grid[0].status == "observed"
    places = grundy.law(grundy.wythoff.p_positions(20), positions=True)
    assert len(places) >= 0 and "<table>" in laws._repr_html_()
    assert grundy.law(grundy.rules("take(n) -> take(n-k) for k in 1..=min(n,3)").take)[0].proved
    bounded = grundy.rules("B(n,m) -> B(n-k,m) for k in 1..=min(n,m)").B.law(values=True)
    assert bounded.proved and "n mod (m + 1)" in bounded[0].formula
    assert grundy.verify(bounded.certificate().encode())["kind"] == "law"
    with pytest.raises(ValueError, match="same length"):
        grundy.law([[1, 2], [3]])


def test_laws_that_are_not_proved():
    divide = grundy.rules("S(n) -> S(n-k) for k in 1..<n if n % k == 0").S
    with pytest.raises(grundy.RefusedError, match="unproved=True"):
        divide.law().code()
    laws = divide.law(at=[1024, (6, 10)], unproved=True)
    value = laws.function(unproved=True)
    assert [value(n) for n in range(200)] == [divide(n).grundy for n in range(200)]
    assert [(at.grundy, at.status) for at in laws.at] == [(10, "checked"), (0, "checked")]
    ones = grundy.law([bin(n).count("1") for n in range(60)])
    assert ones.function()(2**80 + 5) == 3 and "Not proved" in ones.code("cpp")
    euclid = grundy.rules("R(a,b) -> R(a-k,b) for k in 1..=a  R(a,b) -> R(a,b-k) for k in 1..=b").R
    assert euclid.law(values=True)[0].formula == "f(a, b) = a xor b"
    with pytest.raises(ValueError, match="values=True"):
        euclid.law(values=True, outcomes=True)


def test_certificates(tmp_path):
    proof = grundy.sequence("0.137", until_period=True).certificate(tmp_path / "chess.cert")
    assert grundy.verify(tmp_path / "chess.cert")["period"] == 34
    with pytest.raises(grundy.CertificateError):
        grundy.verify(proof[: len(proof) // 2])
    with pytest.raises(grundy.CertificateError):
        grundy.verify(b"no certificate")
    quotient = grundy.quotient("0.77", 20)
    assert quotient.order == 24 and quotient.heaps == 20 and quotient.facts["code"] == "0.77"
    proved = grundy.quotient("0.123")
    assert len(proved) == 20 and grundy.verify(proved.certificate().encode())["order"] == 20
    with pytest.raises(grundy.RefusedError, match="take-and-break"):
        grundy.quotient("wythoff")


def test_laws_of_counts():
    quotient = grundy.quotient("0.3141", 4)
    law = quotient.law()
    assert law.heap == 5 and law.infinite and "is infinite" in str(law)
    assert [count["weight"] for count in law.counts] == [0, 0, 0, -1, 1]
    proved = grundy.verify(law.certificate().encode())
    assert proved["kind"] == "counts" and proved["infinite"] and proved["heap"] == 5
    assert not quotient.law(3).infinite
    with pytest.raises(grundy.CertificateError):
        grundy.verify(law.certificate().replace('"heap":5', '"heap":6').encode())


def test_odds():
    odds = grundy.odds("nim", 2, range(1, 7))
    assert odds.second == fractions.Fraction(1, 6) and odds.first + odds.second == 1
    value, _ = brute.solver(brute.kayles)
    count = sum(value(a) ^ value(b) ^ value(c) == 0 for a, b, c in itertools.product(range(9), repeat=3))
    assert grundy.odds(grundy.kayles, 3, "0..8").second == fractions.Fraction(count, 9**3)
    assert abs(float(grundy.odds("nim", 10**12, "0..3")) - 0.75) < 1e-9


def test_nimbers_by_their_definition():
    for a, b in itertools.product(range(16), repeat=2):
        x, y = Nimber(a), Nimber(b)
        assert x + y == a ^ b and x * y == brute.nim_product(a, b) and x - y == x + y
        if b:
            assert (x / y) * y == x and y**-1 * y == 1
        assert x.sqrt() ** 2 == x and x**3 == x * x * x
    assert hash(Nimber(7)) == hash(7) and int(Nimber(2**100)) == 2**100 and Nimber(7) != "7"
    assert 1 / Nimber(2) == 3 and [0, 1, 2, 3][Nimber(2)] == 2 and bool(Nimber(0)) is False
    assert grundy.nimber("7*9 + 3^2") == 10 and grundy.nimber("log(2,3)") == 2
    assert Nimber(2).order() == 3 and Nimber(3).log(2) == 2 and Nimber(8).root(3) == Nimber(8).root(3)
    assert pickle.loads(pickle.dumps(Nimber(2**70))) == 2**70
    with pytest.raises(ZeroDivisionError):
        Nimber(3) / 0
    with pytest.raises(grundy.ReadError):
        grundy.nimber("7 */ 3")


def test_surveys():
    rows = grundy.survey("0.1?", 500)
    found = {row["code"]: row for row in rows}
    assert len(rows) + sum(len(row["equal"]) for row in rows) == 8 and found["0.1"]["period"] == 1
    # Equal by the rules, though no period is proved so early.
    (row,) = (row for row in grundy.survey("0.06?", 300) if row["code"] == "0.064")
    assert row["equal"] == ["0.065", "0.066", "0.067"] and row["period"] is None
    assert row["equal_proved"] and row["equal_unproved"] == []


def test_the_whole_catalogue_is_there():
    names = [game.name for game in grundy.games()]
    assert len(names) > 40
    for name in names:
        game = grundy.game(name)
        assert game.rules and game.theorem and name in repr(game)
        attribute = name.replace("-", "_")
        assert getattr(grundy, attribute) == game and attribute in dir(grundy)
        assert attribute not in grundy.__all__
        for text in game.examples:
            if '"' not in text:
                position = grundy.parse(text)
                assert pickle.loads(pickle.dumps(position)) == position
    with pytest.raises(AttributeError, match="did you mean wythoff"):
        grundy.wytoff
