//! The search against plain induction on the bare rules, on random boards and graphs, by every way to
//! search.

mod bare;

use bare::{choose_edge, choose_vertex, near};
use grundy_search::board::{Area, Board, Kayles, Moves, OnBoards, Pieces, parts};
use grundy_search::graph::{ArcKayles, Graph, NodeKayles, vertices};
use grundy_search::isomorphism::Classes;
use grundy_search::poset::Poset;
use grundy_search::{Bounds, Progress, Search, Splitting, Sums, Values, spread};
use std::collections::HashMap;
use std::sync::Mutex;

/// Memory and threads: one table that grows, one so small that it is always full, two threads.
const WAYS: [(u64, usize); 3] = [(1 << 26, 1), (1 << 16, 1), (1 << 26, 2)];

fn mex(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    values.dedup();
    (0..).zip(&values).find(|(i, value)| i != *value).map_or(values.len() as u32, |(i, _)| i)
}

/// The value of a set of squares or vertices, by what each move leaves of it.
fn plain(set: u128, moves: &impl Fn(u128) -> Vec<u128>, known: &mut HashMap<u128, u32>) -> u32 {
    if let Some(&value) = known.get(&set) {
        return value;
    }
    let values = moves(set).into_iter().map(|left| plain(left, moves, known)).collect();
    let value = mex(values);
    known.insert(set, value);
    value
}

fn agree<R: Splitting>(rules: &R, parts: &[R::Part], expected: u32, what: &str) {
    for (memory, threads) in WAYS {
        let bounds = Bounds { memory, threads, look: &|_| true };
        let mut search = Search::default();
        for nimber in [expected ^ 1, expected, 0, 5, 17, 60_000] {
            let is = search.is(rules, parts, nimber, &bounds);
            assert_eq!(is, Ok(nimber == expected), "{what}: {nimber}, {memory}, {threads}");
        }
        assert_eq!(search.value(rules, parts, &bounds), Ok(expected), "{what}: {memory}");
        assert!(search.bytes() <= memory.max(1 << 17), "{what}");
    }
}

fn boards(seed: u64, squares: u32) -> impl Iterator<Item = Board> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let sizes =
        [(1, 13), (2, 6), (3, 4), (4, 4), (3, 6), (2, 16), (17, 1), (9, 9), (16, 3), (8, 10)];
    (0..60).map(move |i| {
        let (height, width) = sizes[i % sizes.len()];
        let board = Board::full(height, width).unwrap();
        let mut free = rng.u128(..) | rng.u128(..);
        while board.with_free(free).free().count_ones() > squares {
            free &= !(1 << rng.u32(0..128));
        }
        board.with_free(free)
    })
}

fn on_boards<M: Moves>(moves: M, squares: u32, plain_moves: impl Fn(Board, u128) -> Vec<u128>) {
    let rules = OnBoards(moves);
    for board in boards(7, squares) {
        let mut known = HashMap::new();
        let value = plain(board.free(), &|set| plain_moves(board, set), &mut known);
        agree(&rules, &parts(&rules.0, board), value, &format!("{board:?}"));
    }
}

#[test]
fn cram_has_the_values_of_its_rules() {
    on_boards(Pieces::dominoes(), 18, |board, set| {
        let pairs = (0..128).flat_map(|a| (a + 1..128).map(move |b| 1u128 << a | 1 << b));
        let squares: Vec<u128> = (0..128).map(|s| near(board, s.min(118), false)).collect();
        pairs
            .filter(|pair| pair & !set == 0)
            .filter(|pair| squares[pair.trailing_zeros() as usize] & pair == *pair)
            .map(|pair| set & !pair)
            .collect()
    });
}

#[test]
fn kayles_on_boards_has_the_values_of_its_rules() {
    on_boards(Kayles::<false>, 20, |board, set| {
        vertices(set).map(|s| set & !near(board, s as u32, false)).collect()
    });
    on_boards(Kayles::<true>, 22, |board, set| {
        vertices(set).map(|s| set & !near(board, s as u32, true)).collect()
    });
}

#[test]
fn pieces_have_the_values_of_their_rules() {
    let corner = vec![(0, 0), (0, 1), (1, 0)];
    let straight = vec![(0, 0), (0, 1), (0, 2)];
    for pieces in [vec![corner.clone()], vec![straight.clone()], vec![corner, straight]] {
        let all = Pieces::all_ways(&pieces);
        let shapes = all.shapes().to_vec();
        on_boards(all, 15, |board, set| {
            let mut left = Vec::new();
            for (shape, row) in shapes.iter().flat_map(|s| (0..board.height()).map(move |r| (s, r)))
            {
                for column in 0..board.width() {
                    let squares = shape.iter().map(|&(r, c)| (row + r, column + c));
                    let mut inside =
                        squares.clone().all(|(r, c)| r < board.height() && c < board.width());
                    let piece = squares.fold(0, |piece, (r, c)| {
                        inside = inside && set >> (r * board.width() + c).min(127) & 1 == 1;
                        piece | 1 << (r * board.width() + c).min(127)
                    });
                    if inside {
                        left.push(set & !piece);
                    }
                }
            }
            left
        });
    }
}

#[test]
fn kayles_on_graphs_has_the_values_of_its_rules() {
    let mut rng = fastrand::Rng::with_seed(3);
    for case in 0..120 {
        let count = rng.usize(1..13);
        let edges: Vec<(usize, usize)> = (0..rng.usize(0..2 * count))
            .map(|_| (rng.usize(0..count), rng.usize(0..count)))
            .collect();
        let graph = Graph::new(count, edges.iter().copied()).unwrap();
        let nodes = |set: u128| choose_vertex(&edges, set);
        let value = plain(graph.all(), &nodes, &mut HashMap::new());
        let rules = NodeKayles::new(graph.clone());
        agree(&rules, &rules.parts(graph.all()), value, &format!("{case}: nodes {edges:?}"));
        let arcs = |set: u128| choose_edge(&edges, set);
        let value = plain(graph.all(), &arcs, &mut HashMap::new());
        let rules = ArcKayles::new(graph.clone());
        agree(&rules, &rules.parts(graph.all()), value, &format!("{case}: arcs {edges:?}"));
    }
}

#[test]
fn published_values_of_cram_are_found() {
    // Rows of 2 to 5 squares (Winning Ways, ch. 15; M. Schneider 2009; J. Lemoine and S. Viennot 2012).
    let cases: [(u32, u32, &[u32]); 4] = [
        (2, 1, &[1, 0, 1, 0, 1, 0, 1, 0]),
        (3, 3, &[0, 1, 1, 4, 1, 3, 1, 2, 0, 1]),
        (4, 4, &[0, 2, 0, 3, 0]),
        (5, 5, &[0, 2]),
    ];
    let rules = OnBoards(Pieces::dominoes());
    let bounds = Bounds { memory: 1 << 26, threads: 1, look: &|_| true };
    let mut search = Search::default();
    for (height, first, values) in cases {
        for (width, &value) in (first..).zip(values) {
            let parts = parts(&rules.0, Board::full(height, width).unwrap());
            let found = search.value(&rules, &parts, &bounds);
            assert_eq!(found, Ok(value), "{height} by {width}");
        }
    }
}

#[test]
fn a_search_ends_when_it_is_told_to_and_goes_on_later() {
    let rules = OnBoards(Pieces::dominoes());
    let parts = parts(&rules.0, Board::full(4, 7).unwrap());
    let mut search = Search::default();
    let few = |progress: grundy_search::Progress| progress.pairs < 2_000;
    let stopped = search.value(&rules, &parts, &Bounds { memory: 1 << 26, threads: 1, look: &few });
    assert!(stopped.is_err());
    let known = search.len();
    assert!(known > 100, "{known}");
    let bounds = Bounds { memory: 1 << 26, threads: 1, look: &|_| true };
    assert_eq!(search.value(&rules, &parts, &bounds), Ok(3));
}

/// Parts are numbers, options sums of lower ones: rules at random.
struct AtRandom(Vec<Vec<Vec<usize>>>);

impl Splitting for AtRandom {
    type Part = usize;

    fn key(&self, part: &usize) -> u128 {
        *part as u128
    }

    fn size(&self, _: &usize) -> u32 {
        // None is small: all of them are searched.
        40
    }

    fn options(&self, part: &usize, out: &mut Sums<usize>) {
        for option in &self.0[*part] {
            option.iter().filter(|&&part| part > 0).for_each(|&part| out.part(part));
            out.end();
        }
    }
}

#[test]
fn a_search_tells_how_its_question_stands() {
    // The value of Cram on 5 by 7 squares is 1: whether it is 0 is asked before.
    let rules = OnBoards(Pieces::dominoes());
    let parts = parts(&rules.0, Board::full(5, 7).unwrap());
    for threads in [1, 2] {
        let told = Mutex::new(Vec::new());
        let look = |progress: Progress| {
            told.lock().unwrap().extend(progress.asked);
            true
        };
        let bounds = Bounds { memory: 1 << 26, threads, look: &look };
        assert_eq!(Search::default().value(&rules, &parts, &bounds), Ok(1));
        let told = told.into_inner().unwrap();
        for value in [0, 1] {
            let of: Vec<_> = told.iter().filter(|asked| asked.value == value).collect();
            assert!(of.len() > 5, "{value}: {}", of.len());
            assert!(of.iter().all(|asked| asked.proof > 0 && asked.disproof > 0));
        }
        assert!(told.iter().all(|asked| asked.value < 2));
    }
}

#[test]
fn sums_of_any_parts_have_the_values_of_their_rules() {
    let mut rng = fastrand::Rng::with_seed(11);
    for case in 0..300 {
        let count = rng.usize(4..24);
        let mut options: Vec<Vec<Vec<usize>>> = vec![Vec::new()];
        let mut values = vec![0u32];
        for part in 1..count {
            let some = |rng: &mut fastrand::Rng| -> Vec<usize> {
                let mut sum: Vec<usize> =
                    (0..rng.usize(0..4)).map(|_| rng.usize(0..part)).collect();
                // Often two that cancel, beside others.
                if rng.u8(0..3) == 0 {
                    let twin = rng.usize(0..part);
                    sum.extend([twin, twin]);
                }
                rng.shuffle(&mut sum);
                sum
            };
            let list: Vec<Vec<usize>> = (0..rng.usize(1..20)).map(|_| some(&mut rng)).collect();
            let of = |sum: &Vec<usize>| sum.iter().fold(0, |value, &part| value ^ values[part]);
            let value = mex(list.iter().map(of).collect());
            options.push(list);
            values.push(value);
        }
        let rules = AtRandom(options);
        for part in (1..count).rev().take(3) {
            agree(&rules, &[part], values[part], &format!("{case}: {part} of {:?}", rules.0));
        }
        let (a, b) = (rng.usize(1..count), rng.usize(1..count));
        agree(&rules, &[a, b, 1, 1], values[a] ^ values[b], &format!("{case}: {a} and {b}"));
    }
}

/// Options of boards to 64 squares come from vector loops, those of larger ones and the parts of a board
/// from plain ones.
#[test]
fn options_are_the_parts_of_the_boards_that_moves_leave() {
    fn check<M: Moves>(rules: &OnBoards<M>, area: Area) -> usize {
        let squares = area.squares();
        let height = squares.iter().map(|square| square.0).max().unwrap() + 1;
        let width = squares.iter().map(|square| square.1).max().unwrap() + 1;
        let free = squares.iter().fold(0u128, |set, &(r, c)| set | 1 << (r * width + c));
        let board = Board::empty(height, width).unwrap();
        let mut expected = Vec::new();
        rules.0.each(board.with_free(free).grid(), |cells| {
            let mut sum = parts(&rules.0, board.with_free(free & !cells.taken.bits));
            sum.sort_unstable();
            expected.push(sum);
        });
        let mut sums = Sums::default();
        rules.options(&area, &mut sums);
        let mut told: Vec<Vec<Area>> = (0..sums.len())
            .map(|i| {
                let mut sum = sums.option(i).0.to_vec();
                sum.sort_unstable();
                sum
            })
            .collect();
        told.sort_unstable();
        expected.sort_unstable();
        assert_eq!(told, expected, "{area:?}");
        told.len()
    }
    let pieces = Pieces::all_ways(&[vec![(0, 0), (0, 1), (1, 1)], vec![(0, 0), (0, 1), (0, 2)]]);
    let (dominoes, pieces) = (OnBoards(Pieces::dominoes()), OnBoards(pieces));
    let (sides, kings) = (OnBoards(Kayles::<false>), OnBoards(Kayles::<true>));
    let sizes = [
        (8, 8),
        (5, 7),
        (5, 9),
        (4, 11),
        (12, 5),
        (10, 6),
        (7, 9),
        (3, 21),
        (2, 32),
        (1, 40),
        (8, 10),
        (9, 9),
    ];
    let mut rng = fastrand::Rng::with_seed(11);
    let mut options = 0;
    for round in 0..240 {
        let (height, width) = sizes[round % sizes.len()];
        let free = rng.u128(..) | rng.u128(..) | if round % 3 == 0 { rng.u128(..) } else { 0 };
        let board = Board::empty(height, width).unwrap().with_free(free);
        let largest = |kings| board.areas(kings).into_iter().max_by_key(|area| area.count());
        let (Some(by_sides), Some(by_corners)) = (largest(false), largest(true)) else { continue };
        options += check(&dominoes, by_sides) + check(&pieces, by_sides);
        options += check(&sides, by_sides) + check(&kings, by_corners);
    }
    assert!(options > 10_000);
}

/// Two rows of `width` vertices, each joined to the next ones in its row and column, the rows closed to circles.
fn prism(width: usize) -> Vec<(usize, usize)> {
    let along = |v: usize| (v / width * width) + (v % width + 1) % width;
    let circles = (0..2 * width).map(|v| (v, along(v)));
    circles.chain((0..width).map(|v| (v, v + width))).collect()
}

#[test]
fn isomorphic_parts_have_one_value() {
    let cube = |dimension: usize| -> Vec<(usize, usize)> {
        let count = 1usize << dimension;
        (0..count).flat_map(|u| (0..dimension).map(move |bit| (u, u ^ 1 << bit))).collect()
    };
    let mut rng = fastrand::Rng::with_seed(22);
    let trees = (0..6).map(|_| (1..16).map(|v| (rng.usize(0..v), v)).collect::<Vec<_>>());
    let graphs = [prism(3), prism(6), prism(7), cube(3), cube(4)].into_iter().chain(trees);
    for (case, edges) in graphs.collect::<Vec<_>>().into_iter().enumerate() {
        let count = 1 + edges.iter().map(|(u, v)| *u.max(v)).max().unwrap();
        let graph = Graph::new(count, edges.iter().copied()).unwrap();
        for classes in [|| Classes::with_trials(u32::MAX), || Classes::with_trials(1)] {
            let nodes = |set: u128| choose_vertex(&edges, set);
            let value = plain(graph.all(), &nodes, &mut HashMap::new());
            let rules = NodeKayles::with_classes(graph.clone(), classes());
            agree(&rules, &rules.parts(graph.all()), value, &format!("{case}: nodes"));
            let arcs = |set: u128| choose_edge(&edges, set);
            let value = plain(graph.all(), &arcs, &mut HashMap::new());
            let rules = ArcKayles::with_classes(graph.clone(), classes());
            agree(&rules, &rules.parts(graph.all()), value, &format!("{case}: arcs"));
            assert!(count < 12 || rules.bytes() > 0, "{case}: nothing was labelled");
        }
    }
}

#[test]
fn a_table_that_was_kept_is_of_use() {
    let edges = prism(9);
    let rules = || ArcKayles::new(Graph::new(18, edges.iter().copied()).unwrap());
    let bounds = Bounds { memory: 1 << 26, threads: 1, look: &|_| true };
    // The circles without an edge, and turned.
    let left = |v: usize| ((1u128 << 18) - 1) & !(0b11 << v);
    let (first, mut search) = (rules(), Search::default());
    let value = search.value(&first, &[left(0)], &bounds).unwrap();
    let mut kept = Values::default();
    search.values().entries().for_each(|(key, known, work)| {
        while kept.grow_early(1 << 26) {}
        kept.add(key, spread(key), known, work);
    });
    let known = kept.len();
    assert!(known > 100, "{known}");
    let (second, mut search) = (rules(), Search::default());
    search.set_values(kept);
    assert_eq!(search.value(&second, &[left(4)], &bounds), Ok(value));
    assert_eq!((search.len(), search.nodes()), (known, 0), "nothing new was to be found");
}

#[test]
fn orders_with_symmetries_have_the_values_of_their_rules() {
    // All subsets of four things but the empty one, cubes of chains, and both upside down.
    let subsets = (1..16usize).flat_map(|a| (0..4).map(move |bit| (a | 1 << bit, a)));
    let subsets: Vec<_> = subsets.filter(|(a, b)| a != b).map(|(a, b)| (a - 1, b - 1)).collect();
    let boxes = (0..12usize).flat_map(|a| {
        let steps = [(a % 2 < 1, 1), (a / 2 % 2 < 1, 2), (a / 4 < 2, 4)];
        steps.into_iter().filter(|(fits, _)| *fits).map(move |(_, step)| (a + step, a))
    });
    let turned = |pairs: &[(usize, usize)]| pairs.iter().map(|&(a, b)| (b, a)).collect::<Vec<_>>();
    let boxes: Vec<_> = boxes.collect();
    let orders = [(15, turned(&subsets)), (15, subsets), (12, turned(&boxes)), (12, boxes)];
    for (case, (count, pairs)) in orders.iter().enumerate() {
        let order = Poset::new(*count, pairs.iter().copied()).unwrap();
        let elements = |set: u128| {
            vertices(set).map(|element| set & !order.above(element)).collect::<Vec<_>>()
        };
        let value = plain(order.all(), &elements, &mut HashMap::new());
        agree(&order, &order.parts(order.all()), value, &format!("order {case}"));
        assert!(order.bytes() > 0, "order {case}: nothing was labelled");
    }
}
