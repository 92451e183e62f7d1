//! Games declared `loopy` against outcomes found by repeating the definition until nothing changes.

use grundy::analysis::{Question, answer};
use grundy::context::Context;
use grundy::outcome::{Outcome, Play};
use grundy_rules::game::Rules;
use grundy_rules::source::Source;

/// Positions 0, 1, … with their options.
type Graph = Vec<Vec<usize>>;

/// Outcomes of a position beside a nim-heap of 0 to `heaps - 1`.
fn beside_heaps(graph: &Graph, heaps: usize, play: Play) -> Vec<Vec<Outcome>> {
    let mut outcomes = vec![vec![Outcome::D; heaps]; graph.len()];
    loop {
        let mut changed = false;
        for v in 0..graph.len() {
            for h in 0..heaps {
                let own = graph[v].iter().map(|&w| outcomes[w][h]);
                let all: Vec<Outcome> = own.chain((0..h).map(|less| outcomes[v][less])).collect();
                let outcome = match () {
                    () if all.is_empty() => play.of_finished(),
                    () if all.contains(&Outcome::P) => Outcome::N,
                    () if all.iter().all(|&outcome| outcome == Outcome::N) => Outcome::P,
                    () => Outcome::D,
                };
                changed |= outcome != outcomes[v][h];
                outcomes[v][h] = outcome;
            }
        }
        if !changed {
            return outcomes;
        }
    }
}

/// All positions, alone and beside small nim-heaps, in both plays.
fn check(text: &str, graph: &Graph, name: impl Fn(usize) -> String) {
    const HEAPS: usize = 4;
    let rules = Rules::read(Source::new("t", text)).unwrap();
    let catalogue = rules.catalogue();
    for play in [Play::Normal, Play::Misere] {
        let outcomes = beside_heaps(graph, HEAPS, play);
        for (v, outcomes) in outcomes.iter().enumerate() {
            for (heap, &outcome) in outcomes.iter().enumerate() {
                let sum = match heap {
                    0 => name(v),
                    heap => format!("{} + nim({heap})", name(v)),
                };
                let position = catalogue.read(&sum).unwrap();
                let question = Question { play, ..Question::default() };
                let told = answer(&position, &question, &Context::default()).unwrap();
                assert_eq!(told.outcome, outcome, "{sum} in {play} play\n{text}");
                let listed = told.winning_moves.count;
                let finished = graph[v].is_empty() && heap == 0;
                let wins = outcome == Outcome::N && !finished;
                assert_eq!(listed != Some(0u8.into()), wins, "{sum} in {play} play\n{text}");
                assert_eq!(told.drawing_moves.is_some(), outcome == Outcome::D, "{sum}");
            }
        }
    }
}

#[test]
fn walks_on_rings_are_decided_as_by_the_definition() {
    let mut rng = fastrand::Rng::with_seed(11);
    for _ in 0..60 {
        let ring = rng.usize(2..9);
        let mut steps: Vec<usize> = (1..ring).filter(|_| rng.bool()).collect();
        if steps.is_empty() {
            steps.push(1);
        }
        let ends: Vec<usize> = (0..ring).filter(|_| rng.u8(..3) == 0).collect();
        let list = |of: &[usize]| of.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        let text = format!(
            "const ENDS = {{{}}}\nloopy walk\nwalk(i) where i < {ring}\n\
             walk(i) -> walk((i + k) mod {ring}) for k in {{{}}} if i not in ENDS",
            list(&ends),
            list(&steps)
        );
        let graph: Graph = (0..ring)
            .map(|i| match ends.contains(&i) {
                true => Vec::new(),
                false => steps.iter().map(|k| (i + k) % ring).collect(),
            })
            .collect();
        check(&text, &graph, |i| format!("walk({i})"));
    }
}

/// The text of an example.
fn example(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules/more");
    std::fs::read_to_string(format!("{folder}/{name}.rules")).unwrap()
}

#[test]
fn the_examples_are_decided_as_by_the_definition() {
    let ring = |i: usize| match i {
        0 | 3 => Vec::new(),
        _ => [2, 5].map(|steps| (i + steps) % 12).to_vec(),
    };
    check(&example("ring-walk"), &(0..12).map(ring).collect(), |i| format!("walk({i})"));
    // Position 2 * place + who.
    let berzerk = |i: usize| match (i / 2, i % 2) {
        (0, _) => Vec::new(),
        (place, who) => (1..=3 + who).map(|steps| 2 * ((place + steps) % 7) + 1 - who).collect(),
    };
    let graph: Graph = (0..14).map(berzerk).collect();
    check(&example("berzerk"), &graph, |i| format!("berzerk({},{})", i / 2, i % 2));
}

#[test]
fn a_heap_that_is_put_back_is_decided_as_by_the_definition() {
    // Take any number, or put back what was taken last.
    let text = "loopy back\nback(n, t) -> back(n-k, k) for k in 1..=n\nback(n, t) -> back(n+t, 0) if t > 0";
    let most = 6;
    // What can be reached from heaps up to `most`: n coins and t taken, n + t at most `most`.
    let states: Vec<(usize, usize)> =
        (0..=most).flat_map(|n| (0..=most - n).map(move |t| (n, t))).collect();
    let number = |state: (usize, usize)| states.iter().position(|&other| other == state).unwrap();
    let graph: Graph = states
        .iter()
        .map(|&(n, t)| {
            let take = (1..=n).map(|k| number((n - k, k)));
            let back = (t > 0).then(|| number((n + t, 0)));
            take.chain(back).collect()
        })
        .collect();
    check(text, &graph, |i| format!("back({},{})", states[i].0, states[i].1));
}

#[test]
fn a_loop_beside_rows_that_split_is_decided_by_the_rows_values() {
    // A row of Kayles that may be stretched again before it is begun.
    let text = "loopy start\nstart(n) -> start((n + 1) mod 5)\nstart(n) -> row(i) + row(n-i-1) for i in 0..<n\nrow(n) -> row(i) + row(n-i-1) for i in 0..<n\nrow(n) -> row(i) + row(n-i-2) for i in 0..<n-1";
    let rules = Rules::read(Source::new("t", text)).unwrap();
    let catalogue = rules.catalogue();
    // Values of rows: those of Kayles. Taking one pin of n leaves the values below.
    let kayles = [0u32, 1, 2, 3, 1];
    let mut graph: Graph = vec![Vec::new(); 5 + 8];
    // Vertices 5 to 12 are nim-heaps 0 to 7.
    (0..8).for_each(|heap| graph[5 + heap] = (0..heap).map(|less| 5 + less).collect());
    for n in 0..5usize {
        graph[n].push((n + 1) % 5);
        graph[n].extend((0..n).map(|i| 5 + (kayles[i] ^ kayles[n - i - 1]) as usize));
    }
    let outcomes = beside_heaps(&graph, 8, Play::Normal);
    for (n, outcomes) in outcomes.iter().enumerate().take(5) {
        for (heap, outcome) in outcomes.iter().enumerate() {
            let position = catalogue.read(&format!("start({n}) + nim({heap})")).unwrap();
            let told = answer(&position, &Question::default(), &Context::default()).unwrap();
            assert_eq!(told.outcome, *outcome, "start({n}) + nim({heap})");
        }
    }
}

#[test]
fn what_is_not_declared_is_an_error_that_says_how() {
    let text = "ping(n) -> pong(n)\npong(n) -> ping(n)";
    let rules = Rules::read(Source::new("t", text)).unwrap();
    let position = rules.catalogue().read("ping(3)").unwrap();
    let error = answer(&position, &Question::default(), &Context::default()).unwrap_err();
    assert!(error.to_string().contains("loopy pong"), "{error}");
    let error = Rules::read(Source::new("t", "loopy pang\nping(n) -> ping(n)")).err().unwrap();
    assert!(error.to_string().contains("there is no game called pang"), "{error}");
    let rules = Rules::read(Source::new("t", "loopy ping\nping(n) -> ping(n)")).unwrap();
    let error = grundy_rules::emit::emit(rules.program(), 0, grundy_rules::emit::Lang::Python);
    assert!(error.unwrap_err().to_string().contains("games that end"));
}

#[test]
fn odds_count_draws() {
    use grundy::odds::{Part, Question, Sizes, odds};
    let text = example("ring-walk");
    let rules = Rules::read(Source::new("t", &text)).unwrap();
    let catalogue = rules.catalogue();
    let part = |heaps, sizes: &str, game: &str| Part {
        game: catalogue.read_game(game).unwrap(),
        heaps,
        sizes: Sizes::parse(sizes).unwrap(),
    };
    let told = |parts: &[Part]| {
        let odds = odds(parts, &Question::default(), &Context::default()).unwrap();
        let counts = odds.counts.clone().unwrap();
        let n = &counts.total - &counts.p - &counts.draws;
        let all = [counts.p, n, counts.draws].map(|count| count.to_string().parse().unwrap());
        let json: serde_json::Value = serde_json::from_str(&odds.to_json()).unwrap();
        assert_eq!(json["d"].as_u64(), Some(all[2]));
        all
    };
    let counted = |texts: &mut dyn Iterator<Item = String>| {
        let mut counts = [0u64; 3];
        for text in texts {
            let position = catalogue.read(&text).unwrap();
            let question = grundy::analysis::Question { moves: 0, ..Default::default() };
            let outcome = answer(&position, &question, &Context::default()).unwrap().outcome;
            counts[[Outcome::P, Outcome::N, Outcome::D]
                .iter()
                .position(|o| *o == outcome)
                .unwrap()] += 1;
        }
        counts
    };
    let pairs = (0..12).flat_map(|a| (0..12).map(move |b| format!("walk({a}) + walk({b})")));
    assert_eq!(told(&[part(2, "0..11", "walk")]), counted(&mut pairs.into_iter()));
    let with_nim = (0..12).flat_map(|a| {
        (0..4).flat_map(move |b| (0..4).map(move |c| format!("walk({a}) + nim({b},{c})")))
    });
    let parts = [part(1, "0..11", "walk"), part(2, "0..3", "nim")];
    let counts = counted(&mut with_nim.into_iter());
    assert_eq!(told(&parts), counts);
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
}

/// A random loopy program of two families in boxes.
fn boxes(rng: &mut fastrand::Rng) -> String {
    let (a, b, c) = (rng.u32(3..7), rng.u32(3..6), rng.u32(2..9));
    let domain = match rng.u8(..4) {
        0 => format!("F(x, y) where x < {a} and y <= {}", b - 1),
        1 => format!("F(x, y) where {a} > x\nF(x, y) where 0 <= y < {b}"),
        2 => format!("F(x, y) where x in {{0..<{a}}} and y < {b} and (x != 0 or y != 1)"),
        _ => format!("F(x, y) where x + y <= {}", a.max(b)),
    };
    let mut text = format!("loopy F\n{domain}\nG(z) where z < {c}\n");
    let mut rule = |from: &str, target: &str, when: &str| {
        text.push_str(&format!("{from} {target} {when}\n"));
    };
    let step = |rng: &mut fastrand::Rng| rng.u32(0..3);
    for _ in 0..rng.usize(1..5) {
        let (i, j, k) = (step(rng), step(rng), step(rng));
        match rng.u8(..7) {
            0 => rule("F(x, y)", &format!("->? F(x + {i}, y - {j})"), "if x > 0"),
            1 => rule("F(x, y)", &format!("->? F(x - {i}, y + {j})"), "if y != 2"),
            2 => rule("F(x, y)", &format!("->? F(y, x + {k})"), ""),
            3 => rule("F(x, y)", &format!("->? G(x + y + {k})"), "if x != 1"),
            4 => rule("F(x, y)", "-> 0", &format!("if x == {i} and y == {j}")),
            5 => rule("G(z)", &format!("->? F(z + {i}, {j})"), "if z > 0"),
            _ => rule("G(z)", &format!("->? G(z - k - {i})"), "for k in 1..=2"),
        }
    }
    text
}

#[test]
fn tables_by_boxes_are_those_of_positions_one_by_one() {
    use grundy::Session;
    use grundy::table::{Cell, Content, Table};
    let mut rng = fastrand::Rng::with_seed(19);
    let context = Context::default();
    let (mut counts, mut outside) = ([0; 3], 0);
    for _ in 0..150 {
        let text = boxes(&mut rng);
        let rules = Rules::read(Source::new("t", &text)).unwrap();
        assert!(rules.program().is_boxed(), "{text}");
        let catalogue = rules.catalogue();
        for play in [Play::Normal, Play::Misere] {
            let game = catalogue.read_game("F").unwrap();
            let table = Table::compute(&*game, 8, Some(8), Content::Outcomes(play), &context);
            let table = table.unwrap();
            let mut session = Session::default();
            for (x, y) in (0..9).flat_map(|x| (0..9).map(move |y| (x, y))) {
                let cell = table.cell(x, y);
                let name = format!("F({x},{y})");
                let Ok(position) = catalogue.read(&name) else {
                    assert_eq!(cell, Cell::None, "{name}\n{text}");
                    outside += 1;
                    continue;
                };
                let grundy::expr::Expression::Sum(sum) = &position else { unreachable!() };
                let question = Question { play, moves: 0, ..Question::default() };
                let told = answer(&position, &question, &context).unwrap().outcome;
                assert_eq!(cell, Cell::Outcome(told), "{name} in {play} play\n{text}");
                // What earlier positions were found to be is used, and says the same.
                let shared = session.outcome(sum, play, &context).unwrap();
                assert_eq!(shared, told, "{name} in {play} play\n{text}");
                counts[told as usize] += 1;
            }
        }
    }
    assert!(outside > 1000 && counts.iter().all(|count| *count > 300), "{outside} {counts:?}");
}

#[test]
fn positions_of_a_great_box_are_decided_by_it() {
    // More positions than may be explored; a move goes on, and from some places nowhere.
    let text = "loopy walk\nwalk(a, b) where a < 120 and b < 100\n\
                walk(a, b) -> walk((a + k) mod 120, (b + 1) mod 100) for k in {1, 2} if a % 7 != 3\n\
                walk(a, b) ->? walk(a, b - 1) if b % 5 == 2";
    let rules = Rules::read(Source::new("t", text)).unwrap();
    let catalogue = rules.catalogue();
    let context = Context::new(grundy::context::Limits::default().with_positions(300));
    let mut by_box = 0;
    for play in [Play::Normal, Play::Misere] {
        for (a, b) in [(0, 0), (5, 2), (3, 7), (3, 8), (119, 99), (6, 1)] {
            let position = catalogue.read(&format!("walk({a},{b})")).unwrap();
            let question = Question { play, explain: true, ..Question::default() };
            let told = answer(&position, &question, &context).unwrap();
            by_box += usize::from(told.method.contains("all positions of the rules"));
            // The definition, one move deep.
            let next: Vec<Outcome> = {
                let mut to = Vec::new();
                if a % 7 != 3 {
                    to.extend([1, 2].map(|k| ((a + k) % 120, (b + 1) % 100)));
                }
                if b % 5 == 2 {
                    to.push((a, b - 1));
                }
                let outcome = |(a, b): (i32, i32)| {
                    let position = catalogue.read(&format!("walk({a},{b})")).unwrap();
                    answer(&position, &question, &context).unwrap().outcome
                };
                to.into_iter().map(outcome).collect()
            };
            let expected = match () {
                () if next.is_empty() => play.of_finished(),
                () if next.contains(&Outcome::P) => Outcome::N,
                () if next.iter().all(|outcome| *outcome == Outcome::N) => Outcome::P,
                () => Outcome::D,
            };
            assert_eq!(told.outcome, expected, "walk({a},{b}) in {play} play");
            let good = next.iter().filter(|outcome| **outcome == Outcome::P).count();
            assert_eq!(told.winning_moves.count, Some(good.into()), "walk({a},{b})");
            assert_eq!(told.drawing_moves.is_some(), told.outcome == Outcome::D);
        }
    }
    assert!(by_box >= 6, "{by_box}");
}
