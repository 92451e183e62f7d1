//! The search of misère play against plain recursion on the bare rules, in sums with nim-heaps, with much memory
//! and with so little that tables are always full.

mod bare;

use bare::{choose_edge, choose_vertex, near};
use grundy_search::board::{Board, Kayles, Moves, OnBoards, Pieces, all_parts};
use grundy_search::graph::{ArcKayles, Graph, NodeKayles, vertices};
use grundy_search::isomorphism::Classes;
use grundy_search::misere::forms::{Forms, ZERO};
use grundy_search::misere::{Misere, Written};
use grundy_search::poset::Poset;
use grundy_search::sprouts::Sprouts;
use grundy_search::{Bounds, Keyed, Sums, Unfinished};
use std::collections::{BTreeSet, HashMap};

/// Bytes: what is ever needed, and less than anything needs.
const MEMORY: [u64; 2] = [1 << 26, 1 << 12];

/// Nim-heaps.
struct Nim;

impl Keyed for Nim {
    fn size(&self, part: u128) -> u32 {
        part as u32
    }

    fn all_options(&self, part: u128, out: &mut Sums<u128>) -> bool {
        for left in 0..part {
            if left > 0 {
                out.part(left);
            }
            out.end();
        }
        true
    }
}

/// A set of squares or vertices, and nim-heaps.
type Position = (u128, Vec<u128>);

/// Who wins in misère play, by what each move leaves.
fn plain(
    position: &Position,
    moves: &impl Fn(u128) -> Vec<u128>,
    known: &mut HashMap<Position, bool>,
) -> bool {
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let (set, heaps) = position;
    let mut left: Vec<Position> = moves(*set).into_iter().map(|set| (set, heaps.clone())).collect();
    for i in 0..heaps.len() {
        for heap in 0..heaps[i] {
            let mut heaps = heaps.clone();
            heaps[i] = heap;
            heaps.sort_unstable();
            left.push((*set, heaps));
        }
    }
    let wins = left.is_empty() || left.iter().any(|position| !plain(position, moves, known));
    known.insert(position.clone(), wins);
    wins
}

const HEAPS: [&[u128]; 7] = [&[], &[1], &[2], &[1, 3], &[2, 2], &[5], &[2, 3]];

/// Compares in sums with heaps; counts the sums that misère play and normal play would tell apart.
fn agree(
    rules: &dyn Keyed,
    parts: &[u128],
    set: u128,
    moves: &impl Fn(u128) -> Vec<u128>,
    what: &str,
) -> usize {
    let games: [&dyn Keyed; 2] = [rules, &Nim];
    let mut known = HashMap::new();
    let mut compared = 0;
    for memory in MEMORY {
        let bounds = Bounds { memory, threads: 1, look: &|_| true };
        let mut search = Misere::default();
        for heaps in HEAPS {
            let expected = plain(&(set, heaps.to_vec()), moves, &mut known);
            let of = |game: u32| move |&part: &u128| (game, part);
            let sum: Vec<(u32, u128)> =
                parts.iter().map(of(0)).chain(heaps.iter().map(of(1))).collect();
            match search.wins(&games, &sum, &bounds) {
                Ok(wins) => assert_eq!(wins, expected, "{what}: {heaps:?}, {memory}"),
                // So little memory may not hold the way to the end of play.
                Err(why) => assert!(why == Unfinished::Deep && memory < 1 << 20, "{why:?}"),
            }
            compared += 1;
        }
        assert!(search.bytes() <= memory.max(1 << 15) * 2, "{what}: {}", search.bytes());
    }
    let bounds = Bounds { memory: MEMORY[0], threads: 1, look: &|_| true };
    for (cells, birthday) in [(0, 0), (4, 9), (12, 3)] {
        let mut search = Misere::written(Written { cells, birthday });
        for heaps in HEAPS.into_iter().step_by(2) {
            let sum: Vec<(u32, u128)> = parts.iter().map(|&part| (0, part)).collect();
            let sizes: Vec<u32> = heaps.iter().map(|&heap| heap as u32).collect();
            let proof = search.prove(&games, &sum, &sizes, &bounds, &|_, _| true).unwrap();
            let expected = known[&(set, heaps.to_vec())];
            assert_eq!(proof.wins, expected, "{what}: {heaps:?}, {cells}, {birthday}");
            assert!(!proof.sums.iter().any(|sum| sum.parts.is_empty() && sum.forms.is_empty()));
        }
    }
    compared
}

fn on_boards<M: Moves>(moves: M, squares: u32, plain_moves: impl Fn(Board, u128) -> Vec<u128>) {
    let rules = OnBoards(moves);
    let mut rng = fastrand::Rng::with_seed(5);
    let sizes = [(1, 13), (2, 6), (3, 4), (4, 4), (3, 6), (2, 16), (17, 1), (9, 9), (8, 10)];
    let mut compared = 0;
    for i in 0..54 {
        let (height, width) = sizes[i % sizes.len()];
        let board = Board::full(height, width).unwrap();
        let mut free = rng.u128(..) | rng.u128(..) | if i % 3 == 0 { u128::MAX } else { 0 };
        while board.with_free(free).free().count_ones() > squares {
            free &= !(1 << rng.u32(0..128));
        }
        let board = board.with_free(free);
        let parts = all_parts(&rules.0, board);
        let moves = |set| plain_moves(board, set);
        compared += agree(&rules, &parts, board.free(), &moves, &format!("{board:?}"));
    }
    assert_eq!(compared, 54 * 14);
}

#[test]
fn cram_is_won_as_its_rules_say() {
    on_boards(Pieces::dominoes(), 14, |board, set| {
        let mut left = Vec::new();
        for a in vertices(set) {
            let after = !((2u128 << a).wrapping_sub(1));
            for b in vertices(near(board, a as u32, false) & set & after) {
                left.push(set & !(1 << a | 1 << b));
            }
        }
        left
    });
}

#[test]
fn kayles_on_boards_is_won_as_its_rules_say() {
    on_boards(Kayles::<false>, 11, |board, set| {
        vertices(set).map(|s| set & !near(board, s as u32, false)).collect()
    });
    on_boards(Kayles::<true>, 12, |board, set| {
        vertices(set).map(|s| set & !near(board, s as u32, true)).collect()
    });
}

#[test]
fn parts_that_half_turns_answer_stay() {
    // Eight squares around a ninth, alone and left by the move on the last square: 0 in normal play, and in misère
    // play the game with *3 alone as an option.
    let rules = OnBoards(Kayles::<false>);
    for (width, free) in [(3, 0b111_101_111), (5, 0b00111_11101_00111)] {
        let board = Board::full(3, width).unwrap().with_free(free);
        let moves = |set: u128| -> Vec<u128> {
            vertices(set).map(|s| set & !near(board, s as u32, false)).collect()
        };
        agree(&rules, &all_parts(&rules.0, board), free, &moves, &format!("{board:?}"));
    }
}

#[test]
fn kayles_on_graphs_and_orders_are_won_as_their_rules_say() {
    let mut rng = fastrand::Rng::with_seed(9);
    for case in 0..100 {
        let count = rng.usize(1..10);
        let edges: Vec<(usize, usize)> = (0..rng.usize(0..2 * count))
            .map(|_| (rng.usize(0..count), rng.usize(0..count)))
            .collect();
        let graph = Graph::new(count, edges.iter().copied()).unwrap();
        let classes = || Classes::with_trials([64, u32::MAX][case % 2]);
        let nodes = |set: u128| choose_vertex(&edges, set);
        let rules = NodeKayles::with_classes(graph.clone(), classes());
        let all = graph.all();
        agree(&rules, &rules.parts(all), all, &nodes, &format!("{case}: nodes {edges:?}"));
        let arcs = |set: u128| choose_edge(&edges, set);
        let rules = ArcKayles::with_classes(graph.clone(), classes());
        agree(&rules, &rules.parts(all), all, &arcs, &format!("{case}: arcs {edges:?}"));
        let order = Poset::new(count, edges.iter().copied().filter(|(a, b)| a > b)).unwrap();
        let elements = |set: u128| vertices(set).map(|v| set & !order.above(v)).collect();
        agree(&order, &order.parts(all), all, &elements, &format!("{case}: order {edges:?}"));
    }
}

/// Parts are numbers, options sums of lower ones: rules at random. `size` of a part decides whether its form is
/// looked for.
struct AtRandom {
    options: Vec<Vec<Vec<usize>>>,
    size: u32,
}

impl Keyed for AtRandom {
    fn size(&self, part: u128) -> u32 {
        // Half of the large ones are small.
        if part.is_multiple_of(2) { self.size } else { self.size.min(40) }
    }

    fn all_options(&self, part: u128, out: &mut Sums<u128>) -> bool {
        for option in &self.options[part as usize] {
            option.iter().for_each(|&part| out.part(part as u128));
            out.end();
        }
        true
    }
}

fn plain_sum(
    options: &[Vec<Vec<usize>>],
    sum: &BTreeSet<(usize, usize)>,
    known: &mut HashMap<BTreeSet<(usize, usize)>, bool>,
) -> bool {
    if let Some(&wins) = known.get(sum) {
        return wins;
    }
    let (mut any, mut wins) = (false, false);
    for &(part, copy) in sum {
        for option in &options[part] {
            any = true;
            let mut left = sum.clone();
            left.remove(&(part, copy));
            for &part in option {
                let free = (0..).find(|&copy| !left.contains(&(part, copy)));
                left.insert((part, free.unwrap_or_default()));
            }
            wins |= !plain_sum(options, &left, known);
        }
    }
    known.insert(sum.clone(), wins || !any);
    wins || !any
}

#[test]
fn sums_of_any_parts_are_won_as_their_rules_say() {
    let mut rng = fastrand::Rng::with_seed(21);
    let (mut compared, mut won) = (0, 0);
    for case in 0..250 {
        let count = rng.usize(4..9);
        let mut options: Vec<Vec<Vec<usize>>> = vec![Vec::new()];
        for part in 1..count {
            let some = |rng: &mut fastrand::Rng| -> Vec<usize> {
                (0..rng.usize(0..3)).map(|_| rng.usize(0..part)).collect()
            };
            options.push((0..rng.usize(0..4)).map(|_| some(&mut rng)).collect());
        }
        let mut known = HashMap::new();
        for size in [1, 40, 60_000] {
            let rules = AtRandom { options: options.clone(), size };
            let games: [&dyn Keyed; 1] = [&rules];
            let mut searches = [Misere::default(), Misere::default()];
            for _ in 0..6 {
                let parts: Vec<usize> = (0..rng.usize(1..4)).map(|_| rng.usize(1..count)).collect();
                let mut sum = BTreeSet::new();
                for (i, &part) in parts.iter().enumerate() {
                    sum.insert((part, i));
                }
                let expected = plain_sum(&options, &sum, &mut known);
                let parts: Vec<(u32, u128)> = parts.iter().map(|&p| (0, p as u128)).collect();
                for (search, memory) in searches.iter_mut().zip([1 << 24, 1 << 14]) {
                    let bounds = Bounds { memory, threads: 1, look: &|_| true };
                    match search.wins(&games, &parts, &bounds) {
                        Ok(wins) => {
                            assert_eq!(wins, expected, "{case}: {parts:?} of {options:?}, {size}");
                            compared += 1;
                            won += usize::from(wins);
                        }
                        Err(why) => assert_eq!((why, memory), (Unfinished::Deep, 1 << 14)),
                    }
                }
            }
        }
    }
    assert!(compared > 7_000 && won > 1_800 && compared - won > 1_800, "{compared} {won}");
}

#[test]
fn forms_are_reduced_under_the_rules_of_misere_play() {
    let mut forms = Forms::default();
    let mut form = |options: &[u32]| forms.of_options(&mut options.to_vec()).unwrap();
    let one = form(&[ZERO]);
    let two = form(&[ZERO, one]);
    let three = form(&[ZERO, one, two]);
    assert_eq!(form(&[one]), ZERO);
    // *2 is reversible through 0, but is N: without the proviso this would be 0.
    let firm = form(&[two]);
    assert!(firm != ZERO && form(&[three]) != ZERO);
    // Values 2 and 1.
    let wild = form(&[firm, one]);
    assert!(forms.is_p(firm) && !forms.is_p(ZERO) && forms.is_p(one) && !forms.is_p(two));
    assert_eq!(forms.plus(one, one), Some(ZERO));
    assert_eq!(forms.plus(one, two), Some(three));
    // Equal heaps do not cancel.
    let pair = forms.plus(two, two).unwrap();
    assert!(pair != ZERO && forms.is_p(pair));
    assert_ne!(forms.plus(three, three), Some(ZERO));
    // All tame: *2 + *2 is P, and *2 + *2 + *1 + *1 too; with a wild part nothing is said.
    assert_eq!(forms.wins([two, two].into_iter()), Some(false));
    assert_eq!(forms.wins([two, two, one].into_iter()), Some(true));
    assert_eq!(forms.wins([one, one, one].into_iter()), Some(false));
    assert_eq!(forms.wins([one, one].into_iter()), Some(true));
    assert_eq!(forms.wins([wild, two].into_iter()), None);
}

#[test]
fn sums_of_tame_forms_are_won_as_sums_of_nim_heaps() {
    let mut rng = fastrand::Rng::with_seed(33);
    let mut forms = Forms::default();
    let mut all = vec![ZERO];
    for _ in 0..60 {
        let mut options: Vec<u32> =
            (0..rng.usize(1..4)).map(|_| all[rng.usize(0..all.len().min(12))]).collect();
        all.extend(forms.of_options(&mut options));
    }
    all.sort_unstable();
    all.dedup();
    let (mut tame, mut silent) = (0, 0);
    for _ in 0..20_000 {
        let sum: Vec<u32> = (0..3).map(|_| all[rng.usize(0..all.len())]).collect();
        forms.refuel();
        let first = forms.plus(sum[0], sum[1]);
        let Some(form) = first.and_then(|first| forms.plus(first, sum[2])) else { continue };
        match forms.wins(sum.iter().copied()) {
            Some(wins) => {
                assert_eq!(wins, !forms.is_p(form), "{sum:?}");
                tame += 1;
            }
            None => silent += 1,
        }
    }
    assert!(tame > 1_000 && silent > 1_000, "{tame} {silent}");
}

#[test]
fn a_search_ends_when_it_is_told_to_and_goes_on_later() {
    let rules = OnBoards(Pieces::dominoes());
    let games: [&dyn Keyed; 1] = [&rules];
    let parts = all_parts(&rules.0, Board::full(5, 7).unwrap());
    let parts: Vec<(u32, u128)> = parts.into_iter().map(|part| (0, part)).collect();
    let mut search = Misere::default();
    let few = |progress: grundy_search::Progress| progress.pairs < 300;
    let bounds = Bounds { memory: 1 << 26, threads: 1, look: &few };
    assert_eq!(search.wins(&games, &parts, &bounds), Err(Unfinished::Stopped));
    assert!(search.nodes() < 1_000);
    let bounds = Bounds { memory: 1 << 26, threads: 1, look: &|_| true };
    assert_eq!(search.wins(&games, &parts, &bounds), Ok(true));
}

#[test]
fn published_outcomes_of_sprouts_are_found() {
    // N for 0, 4, 5 mod 6, but 1 is N and 4 is P (J. Lemoine and S. Viennot 2009).
    let sprouts = Sprouts::default();
    let games: [&dyn Keyed; 1] = [&sprouts];
    let bounds = Bounds { memory: 1 << 26, threads: 1, look: &|_| true };
    let mut search = Misere::default();
    let won: Vec<usize> = (0..7)
        .filter(|&n| {
            let parts: Vec<(u32, u128)> =
                sprouts.start(n).into_iter().map(|land| (0, land.number())).collect();
            search.wins(&games, &parts, &bounds).unwrap()
        })
        .collect();
    assert_eq!(won, [0, 1, 5, 6]);
}

#[test]
fn isomorphic_parts_keep_to_the_memory() {
    let count = 14;
    let edges = (0..count).flat_map(|v| [(v, (v + 1) % count), (v, (v + 5) % count)]);
    let graph = Graph::new(count, edges).unwrap();
    let wins = |memory: u64| {
        let rules = ArcKayles::with_classes(graph.clone(), Classes::with_trials(u32::MAX));
        let bounds = Bounds { memory, threads: 1, look: &|_| true };
        let parts: Vec<_> = rules.parts(graph.all()).into_iter().map(|part| (0, part)).collect();
        let wins = Misere::default().wins(&[&rules], &parts, &bounds).unwrap();
        assert!(rules.kept_bytes() <= memory / 4, "{} of {memory} bytes", rules.kept_bytes());
        (wins, rules.kept_bytes())
    };
    let (much, little) = (wins(1 << 26), wins(1 << 16));
    assert_eq!(much.0, little.0);
    assert!(little.1 < much.1, "some parts stood for themselves: {little:?} {much:?}");
}
