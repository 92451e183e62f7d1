use super::*;
use crate::analysis::Session;
use crate::expr::Catalogue;
use crate::nat::to_u64;
use crate::table::place;

fn part(game: &str, heaps: u64, sizes: &str) -> Part {
    let game = Catalogue::default().read_game(game).unwrap();
    Part { game, heaps, sizes: Sizes::parse(sizes).unwrap() }
}

fn ask(parts: &[Part], question: &Question) -> Odds {
    odds(parts, question, &Context::default()).unwrap()
}

/// (all, P) by solving every tuple.
fn by_brute_force(parts: &[Part], play: Play) -> (u64, u64) {
    let context = Context::default();
    let mut draws = Vec::new();
    for part in parts {
        let mut positions = Vec::new();
        for item in &part.sizes.items {
            let word = |n: &Nat| to_u64(n).unwrap();
            for a in word(&item.first.0)..=word(&item.first.1) {
                let second = item.second.as_ref().map(|(from, to)| word(from)..=word(to));
                let rows: Vec<Vec<u64>> = match second {
                    Some(range) => range.map(|b| vec![a, b]).collect(),
                    None => vec![vec![a]],
                };
                for row in rows {
                    let component = place(&*part.game, &row).unwrap();
                    positions.push((component, word(&item.weight)));
                }
            }
        }
        (0..part.heaps).for_each(|_| draws.push(positions.clone()));
    }
    let mut session = Session::default();
    let (mut all, mut p) = (0, 0);
    let mut index = vec![0usize; draws.len()];
    loop {
        let chosen: Vec<_> = index.iter().zip(&draws).map(|(&i, draw)| &draw[i]).collect();
        let weight: u64 = chosen.iter().map(|(_, weight)| weight).product();
        let sum: Vec<_> = chosen.iter().map(|(component, _)| component.clone()).collect();
        all += weight;
        if !session.outcome(&sum, play, &context).unwrap().mover_wins() {
            p += weight;
        }
        let Some(place) = (0..index.len()).find(|&i| index[i] + 1 < draws[i].len()) else { break };
        index[..place].fill(0);
        index[place] += 1;
    }
    (all, p)
}

fn check(parts: &[Part], play: Play) {
    let (all, p) = by_brute_force(parts, play);
    let name: Vec<_> =
        parts.iter().map(|p| (p.game.title(), p.heaps, p.sizes.text.clone())).collect();
    for modulus in [1u64, 2, 6, 7, 64, 998_244_353] {
        let question = Question { play, modulus: Some(modulus.into()), ..Question::default() };
        let exact = ask(parts, &question);
        let counts = exact.counts.as_ref().unwrap();
        assert_eq!((&counts.total, &counts.p), (&all.into(), &p.into()), "{name:?} {play:?}");
        let fraction = lowest((all - p).into(), all.into());
        assert_eq!(exact.first.fraction.as_ref(), Some(&fraction));
        // Without exact numbers: powers modulo, and decimals between bounds.
        let other = ask(parts, &Question { exact_digits: 0, ..question });
        let residues = other.residues.as_ref().unwrap();
        assert_eq!(residues.p, Nat::from(p % modulus), "{name:?} mod {modulus}");
        assert_eq!(residues.n, Nat::from((all - p) % modulus), "{name:?} mod {modulus}");
        if all == 1 {
            continue;
        }
        assert!(other.counts.is_none());
        for (own, exact) in [(&other.first, &exact.first), (&other.second, &exact.second)] {
            let (own, exact) = (own.decimal.as_ref().unwrap(), exact.decimal.as_ref().unwrap());
            assert_eq!(own.to_string(), exact.to_string(), "{name:?}");
        }
        let first = residues.first.as_ref().or(exact.residues.as_ref().unwrap().first.as_ref());
        if let Some(first) = first {
            assert_eq!(first * &fraction.1 % modulus, &fraction.0 % modulus);
        }
    }
}

#[test]
fn counts_are_those_of_all_tuples() {
    for (game, sizes) in [
        ("nim", "0..7"),
        ("nim", "3..9"),
        ("nim-keep", "1..6"),
        ("bash[3]", "2..13"),
        ("bash[1]", "0..5"),
        ("subtraction[1,3,4]", "0..16"),
        ("subtraction[2..5]", "1..9"),
        ("subtraction[4,6]", "0..9"),
        ("subtraction[squares]", "0..9"),
        ("subtraction[all-but[2,3]]", "0..9"),
        ("subtraction[powers[2]]", "0..9"),
        ("lasker", "1..8"),
        ("split-smaller", "1..6"),
        ("0.77", "1..9"),
        ("0.137", "0..9"),
        ("treblecross", "0..9"),
        ("0.[3]", "0..9"),
        ("0.[2]", "0..9"),
        ("grundy-game", "0..9"),
        ("fibonacci-nim", "1..9"),
        ("divisor-game", "1..6"),
        ("nim", "1:2,5:3,4..6"),
        ("0.77", "2:1/6,7..9:5/18"),
        ("wythoff", "(0..2,0..2)"),
        ("wythoff[1]", "(1..2,0..3)"),
        ("cutting", "(1..2,2..3)"),
        ("cutting", "(2..4,2..3):2,(1,5)"),
        ("chomp", "(1..3,1..3)"),
        ("euclid", "(1..3,1..3)"),
        ("fibonacci-nim", "(1..4,1..3)"),
    ] {
        for heaps in 0..=3 {
            check(&[part(game, heaps, sizes)], Play::Normal);
        }
    }
    check(&[part("nim", 4, "0..6")], Play::Normal);
    check(&[part("0.77", 4, "1..7")], Play::Normal);
}

#[test]
fn sums_of_different_games_are_counted() {
    check(&[part("nim", 2, "1..6"), part("0.77", 2, "1..5")], Play::Normal);
    check(
        &[part("nim", 1, "1..6"), part("nim", 1, "1..6"), part("bash[2]", 1, "0..7")],
        Play::Normal,
    );
    check(&[part("cutting", 1, "(1..3,2..3)"), part("wythoff", 1, "(0..3,0..3)")], Play::Normal);
    check(&[part("nim", 0, "1..6"), part("nim", 1, "5..9:2,0")], Play::Normal);
}

#[test]
fn misere_play_is_counted_where_values_decide_it() {
    for (game, sizes) in
        [("nim", "0..5"), ("nim", "0..1"), ("nim", "1"), ("bash[3]", "0..9"), ("lasker", "1..5")]
    {
        for heaps in 0..=3 {
            check(&[part(game, heaps, sizes)], Play::Misere);
        }
    }
    check(&[part("nim", 2, "0..3:2,7"), part("bash[2]", 1, "0..4")], Play::Misere);
    let question = Question { play: Play::Misere, ..Question::default() };
    // By misère quotients.
    for (game, sizes) in [
        ("kayles", "0..12"),
        ("0.123", "3..9:2,7"),
        ("grundy-game", "1..9"),
        ("treblecross", "0..7"),
    ] {
        for heaps in 0..=3 {
            check(&[part(game, heaps, sizes)], Play::Misere);
        }
    }
    check(&[part("0.77", 2, "1..9"), part("0.71", 1, "4..9")], Play::Misere);
    let many = odds(&[part("kayles", 9, "1..1000000")], &question, &Context::default()).unwrap();
    let few = odds(&[part("kayles", 9, "1..1000")], &question, &Context::default()).unwrap();
    assert!(many.counts.unwrap().p > few.counts.unwrap().p);
    check(&[part("subtraction[1,3,4]", 2, "1..9")], Play::Misere);
    // By the types of tame positions.
    for (game, sizes) in [
        ("wythoff", "(0..6,0..6)"),
        ("mark", "0..7"),
        ("euclid", "(1..9,1..9)"),
        ("schuh", "2..12"),
        ("wythoff[2]", "(0..4,0..5)"),
    ] {
        for heaps in 0..=2 {
            check(&[part(game, heaps, sizes)], Play::Misere);
        }
    }
    check(&[part("wythoff", 1, "(0..4,0..4)"), part("nim", 2, "0..4")], Play::Misere);
    for (game, sizes) in [("schuh", "2..60"), ("mark", "0..9")] {
        let refused = odds(&[part(game, 1, sizes)], &question, &Context::default());
        assert!(matches!(refused, Err(OddsError::Shape(_))), "{game}");
    }
}

#[test]
fn huge_ranges_are_counted_by_laws() {
    // Nim on 0..2^100-1: exactly one heap in 2^100 fits the others.
    let wide = Nat::ONE << 100;
    let nim = ask(&[part("nim", 3, &format!("0..{}", &wide - 1u8))], &Question::default());
    assert_eq!(nim.second.fraction, Some((Nat::ONE, wide)));
    // A law against the same heaps one by one.
    for (game, to) in
        [("bash[6]", 1000u64), ("0.137", 900), ("subtraction[1,3,4]", 600), ("nim", 700)]
    {
        for heaps in 1..=3 {
            let range = format!("5..{to}");
            let listed: Vec<String> = (5..=to).map(|n| n.to_string()).collect();
            let by_law = ask(&[part(game, heaps, &range)], &Question::default());
            let one_by_one = ask(&[part(game, heaps, &listed.join(","))], &Question::default());
            assert_eq!(by_law.counts, one_by_one.counts, "{game}");
        }
    }
    // Two heaps of period 4 from the beginning, on 10^18 whole periods: each value fits 1/4.
    let question = Question::default();
    let bash = ask(&[part("bash[3]", 2, "1..4000000000000000000")], &question);
    assert_eq!(bash.second.fraction, Some((Nat::ONE, 4u8.into())));
    let kayles = ask(&[part("0.77", 5, "1..10^18")], &question);
    assert!(kayles.counts.is_some());
}

/// f to the power of K in xor-convolution, modulo m, by squaring.
fn power_of_convolution(f: &[u64], mut heaps: u64, m: u64) -> Vec<u64> {
    let convolve = |a: &[u64], b: &[u64]| {
        let mut sum = vec![0u64; a.len()];
        for (x, &left) in a.iter().enumerate() {
            for (y, &right) in b.iter().enumerate() {
                let product = u128::from(left) * u128::from(right) % u128::from(m);
                sum[x ^ y] = (sum[x ^ y] + product as u64) % m;
            }
        }
        sum
    };
    let mut power = vec![0; f.len()];
    power[0] = 1 % m;
    let mut square = f.to_vec();
    while heaps > 0 {
        if heaps & 1 == 1 {
            power = convolve(&power, &square);
        }
        square = convolve(&square, &square);
        heaps >>= 1;
    }
    power
}

#[test]
fn huge_numbers_of_heaps_agree_with_repeated_convolution() {
    let mut values = vec![0u64; 16];
    let context = Context::default();
    let kayles = part("0.77", 1, "1..40");
    for n in 1..=40u64 {
        let value = crate::analysis::value(&[place(&*kayles.game, &[n]).unwrap()], &context);
        let Ok(crate::answer::PartValue::Known(value)) = value else { panic!() };
        values[to_u64(&value).unwrap() as usize] += 1;
    }
    for heaps in [1000u64, 999_999_999_999_999_999, 1_000_000_000_000_000_000] {
        for m in [1u64, 2, 10, 4096, 998_244_353, 1 << 40, (1 << 61) - 1] {
            let expected = power_of_convolution(&values, heaps, m)[0];
            let question = Question { modulus: Some(m.into()), ..Question::default() };
            let found = ask(&[part("0.77", heaps, "1..40")], &question).residues.unwrap();
            assert_eq!(found.p, Nat::from(expected), "{heaps} heaps mod {m}");
            let total = power_of_convolution(&[40], heaps, m)[0];
            assert_eq!((found.p + found.n) % m, total);
        }
    }
}

#[test]
fn decimals_between_bounds_are_those_of_exact_fractions() {
    for (game, heaps, sizes) in [
        ("nim", 50, "1..30"),
        ("nim", 51, "1..2"),
        ("0.77", 200, "3..40"),
        ("wythoff", 31, "(0..5,1..4)"),
        ("nim", 100, "0:1000,1"),
        ("cutting", 40, "(1..9,2..9)"),
        ("nim", 33, "64..127"),
        ("nim", 3, "1,2,4"),
    ] {
        for digits in [1, 7, 40] {
            let parts = [part(game, heaps, sizes)];
            let exact = Question { digits, exact_digits: 10_000, ..Question::default() };
            let bounds = Question { exact_digits: 0, ..exact.clone() };
            let (exact, bounds) = (ask(&parts, &exact), ask(&parts, &bounds));
            assert!(exact.counts.is_some() && bounds.counts.is_none());
            for (exact, own) in [(exact.first, bounds.first), (exact.second, bounds.second)] {
                let text = exact.decimal.unwrap().to_string();
                assert_eq!(own.decimal.unwrap().to_string(), text, "{game} {digits}");
            }
        }
    }
}

#[test]
fn what_is_no_question_is_refused() {
    let fails = |parts: &[Part]| {
        let error = odds(parts, &Question::default(), &Context::default()).err().unwrap();
        assert!(matches!(error, OddsError::Shape(_)), "{error}");
        error.to_string()
    };
    assert!(fails(&[part("cutting", 1, "(1..3,1..3)")]).contains("cutting(1,1)"));
    assert!(fails(&[part("moore[2]", 3, "1..5")]).contains("not parts of a sum"));
    assert!(fails(&[part("wythoff", 3, "1..5")]).contains("a pair of numbers"));
    fails(&[part("nim", 2, "(1..2,1..2)")]);
    fails(&[part("wythoff", 2, "(1..2,1..2),3")]);
    let zero = Question { modulus: Some(Nat::ZERO), ..Question::default() };
    assert!(odds(&[part("nim", 1, "1")], &zero, &Context::default()).is_err());
    let few = Context::new(crate::context::Limits::default().with_positions(1000));
    let far = odds(&[part("grundy-game", 2, "1..10^18")], &Question::default(), &few);
    assert!(matches!(far, Err(OddsError::Stop(Stop::Limit { .. }))));
}
