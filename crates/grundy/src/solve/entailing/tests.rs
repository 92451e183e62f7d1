//! Random rules with entailing moves: the theorem against the bare rules of sums.

use super::*;
use crate::outcome::{Outcome, Play};
use crate::solve::arena::{Arena, Interner, Node};
use crate::solve::lengths::{Lengths, Measure};
use crate::solve::sum::SumSearch;
use std::collections::HashMap as Map;

/// Position n leads to sums of smaller ones; 100 + n is n, to be answered. A nim-heap of h is 1000 + h.
struct Random {
    options: Vec<Vec<(Vec<u32>, bool)>>,
}

const ENTAILED: u32 = 100;
const HEAP: u32 = 1000;

impl Random {
    /// `wins` and `several`: whether moves may win at once, and leave several entailed positions.
    fn new(seed: u64, wins: bool, several: bool) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut options = vec![Vec::new()];
        for n in 1..8u32 {
            let each = |rng: &mut fastrand::Rng| {
                let count = [0, 1, 1, 1, 2, 2][rng.usize(..6)];
                let mut sum: Vec<u32> = (0..count).map(|_| rng.u32(..n)).collect();
                let entailed = match several {
                    true => rng.usize(..=sum.len()),
                    false => rng.usize(..2).min(sum.len()),
                };
                sum.iter_mut().take(entailed).for_each(|part| *part += ENTAILED);
                (sum, wins && rng.u8(..12) == 0)
            };
            options.push((0..rng.usize(..5)).map(|_| each(&mut rng)).collect());
        }
        Self { options }
    }
}

impl Ruleset for Random {
    type Position = u32;

    const MAY_ENTAIL: bool = true;
    fn options(&self, &n: &u32, out: &mut Options<u32>) -> Result<(), Full> {
        if n >= HEAP {
            return (HEAP..n).try_for_each(|less| out.push([less]));
        }
        self.options[(n % ENTAILED) as usize].iter().try_for_each(|(sum, wins)| match wins {
            true => out.push_win(sum.iter().copied()),
            false => out.push(sum.iter().copied()),
        })
    }
    fn is_entailed(&self, &n: &u32) -> bool {
        (ENTAILED..HEAP).contains(&n)
    }
}

/// The definition: whether whoever moves wins, and the longest and shortest well-played game.
#[derive(Default)]
struct Brute(Map<(Vec<u32>, Play), (bool, u32)>);

impl Brute {
    fn wins(&mut self, rules: &Random, sum: Vec<u32>, play: Play) -> bool {
        self.look(rules, sum, play).0
    }

    /// Whether whoever moves wins, and the remoteness.
    fn look(&mut self, rules: &Random, mut sum: Vec<u32>, play: Play) -> (bool, u32) {
        sum.sort_unstable();
        if let Some(&known) = self.0.get(&(sum.clone(), play)) {
            return known;
        }
        let entailed = sum.iter().any(|part| rules.is_entailed(part));
        let mut after = Vec::new();
        for i in 0..sum.len() {
            if entailed && !rules.is_entailed(&sum[i]) {
                continue;
            }
            let mut options = Options::default();
            rules.options(&sum[i], &mut options).unwrap();
            for option in options.iter() {
                let mut left = sum.clone();
                left.swap_remove(i);
                left.extend(option.sum);
                after.push(match option.wins {
                    // The other player has no move.
                    true => (play == Play::Misere, 0),
                    false => self.look(rules, left, play),
                });
            }
        }
        let quick = after.iter().filter(|(wins, _)| !wins).map(|&(_, moves)| moves).min();
        let slow = after.iter().map(|&(_, moves)| moves).max();
        let found = match (quick, slow) {
            (Some(moves), _) => (true, moves + 1),
            (None, Some(moves)) => (false, moves + 1),
            (None, None) => (play == Play::Misere, 0),
        };
        self.0.insert((sum, play), found);
        found
    }
}

#[test]
fn values_and_winning_sets_decide_sums() {
    let context = Context::default();
    let (mut loony, mut cofinite, mut sums) = (0, 0, 0);
    for seed in 0..100 {
        let rules = Random::new(seed, seed % 3 == 0, false);
        let (mut brute, mut search) = (Brute::default(), Entailing::default());
        let values: Vec<Option<u64>> =
            (0..8).map(|n| search.value(&rules, &n, &context).unwrap().number()).collect();
        loony += values.iter().filter(|value| value.is_none()).count();
        let sets: Vec<_> =
            (0..8).map(|n| search.winning(&rules, &(n + ENTAILED), &context).unwrap()).collect();
        cofinite += sets.iter().filter(|set| set.is_infinite()).count();
        let mut check = |parts: &[u32], heap: u32| {
            let sum: Vec<u32> = parts.iter().copied().chain([HEAP + heap]).collect();
            let free = parts.iter().filter(|&&part| part < ENTAILED);
            let value = free.map(|&part| values[part as usize]).chain([Some(heap.into())]);
            let value = value.into_iter().try_fold(0, |sum, value| value.map(|v| sum ^ v));
            let told = match parts.iter().find(|&&part| part >= ENTAILED) {
                None => value != Some(0),
                Some(part) => {
                    let set = &sets[(part - ENTAILED) as usize];
                    value.map_or(set.contains_loony(), |value| set.contains(value))
                }
            };
            let wins = brute.wins(&rules, sum.clone(), Play::Normal);
            assert_eq!(told, wins, "seed {seed}: {sum:?} in {:?}", rules.options);
            sums += 1;
        };
        for heap in 0..6 {
            for a in 0..8 {
                check(&[a], heap);
                check(&[a + ENTAILED], heap);
                for b in a..8 {
                    check(&[a, b], heap);
                    check(&[b, a + ENTAILED], heap);
                    check(&[a, b + ENTAILED], heap);
                }
            }
        }
        for (a, b, c) in [(7, 6, 5), (7, 7, 6), (6, 5, 4), (7, 5, 3)] {
            check(&[a, b, c], 1);
            check(&[a, b, c + ENTAILED], 2);
        }
    }
    assert!(sums > 30_000 && loony > 30 && cofinite > 100, "{sums} {loony} {cofinite}");
}

#[test]
fn searches_of_sums_know_what_must_be_answered() {
    let context = Context::default();
    let mut stuck = 0;
    for seed in 0..16 {
        let rules = Arc::new(Random::new(seed, seed % 4 == 0, seed % 2 == 0));
        let mut brute = Brute::default();
        let mut arena = Arena::default();
        let game = arena.add_game(Box::new(Interner::new(rules.clone())));
        for play in [Play::Normal, Play::Misere] {
            let mut search = SumSearch::new(play);
            let mut lengths = Lengths::new(play, Measure::Remoteness);
            for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
                for sum in [
                    vec![a, b],
                    vec![a + ENTAILED, b, HEAP + 1],
                    vec![a + ENTAILED, b + ENTAILED, HEAP + 2],
                    vec![a, a, b, HEAP + 1, HEAP + 1],
                ] {
                    let nodes: Vec<Node> =
                        sum.iter().map(|part| arena.node(game, part).unwrap()).collect();
                    let outcome = search.outcome(&mut arena, nodes.clone(), &context).unwrap();
                    let (wins, moves) = brute.look(&rules, sum.clone(), play);
                    let here = format!("seed {seed}: {sum:?} in {play} play, {:?}", rules.options);
                    assert_eq!(outcome, Outcome::of(wins), "{here}");
                    if play == Play::Normal || seed % 4 > 0 {
                        let told = lengths.of(&mut arena, nodes, &context).unwrap();
                        assert_eq!(told, moves, "{here}");
                    }
                    stuck += usize::from(moves == 0 && sum.iter().any(|part| *part >= HEAP));
                }
            }
        }
    }
    assert!(stuck > 10, "{stuck}");
}

#[test]
fn what_has_no_theory_is_refused() {
    let several =
        Random { options: vec![vec![], vec![(vec![], false)], vec![(vec![101, 101], false)]] };
    let context = Context::default();
    let stop = Entailing::default().value(&several, &2, &context).unwrap_err();
    assert!(stop.to_string().contains("several positions"), "{stop}");
    assert!(Entailing::default().value(&several, &101, &context).is_err());
    assert!(crate::solve::grundy_value(&several, &1, &context).is_err());
    let circle = Random { options: vec![vec![], vec![(vec![101], false)]] };
    assert!(matches!(Entailing::default().value(&circle, &1, &context), Err(Stop::Loop(_))));
    let few = Context::new(crate::context::Limits::default().with_positions(2));
    let deep = Random::new(7, false, false);
    let stop = (0..8).find_map(|n| Entailing::default().value(&deep, &n, &few).err()).unwrap();
    assert!(stop.to_string().contains("--max-positions"), "{stop}");
}

#[test]
fn sets_are_what_their_definition_says() {
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..2000 {
        let (mut set, mut plain) = (WinningSet::default(), (vec![false; 256], false));
        let mut old = vec![(set.clone(), plain.clone())];
        for _ in 0..rng.usize(..6) {
            if rng.bool() {
                let n = rng.u64(..100);
                set.insert(n);
                plain.0[n as usize] = true;
            } else {
                let (of, of_plain) = &old[rng.usize(..old.len())];
                let by = rng.u64(..128);
                set.add_entailing(of, by);
                for x in 0..256 {
                    plain.0[x] |= !of_plain.0[x ^ by as usize];
                }
                plain.1 |= !of_plain.1;
            }
            old.push((set.clone(), plain.clone()));
            if rng.u8(..4) == 0 {
                (set, plain) = (WinningSet::default(), (vec![false; 256], false));
            }
        }
        for (set, plain) in &old {
            assert!((0..256).all(|x| set.contains(x) == plain.0[x as usize]), "{set} {plain:?}");
            assert_eq!(set.contains_loony(), plain.1);
            let mex = plain.0.iter().position(|&there| !there).map(|mex| mex as u64);
            assert_eq!(set.mex(), mex, "{set}");
        }
    }
}
