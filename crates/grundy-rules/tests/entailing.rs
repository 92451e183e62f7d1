//! Moves that must be answered in their part, in rule texts: sums against the definition, both plays.

use grundy::analysis::{Question, answer};
use grundy::context::Context;
use grundy::game_graph::GameGraph;
use grundy::outcome::{Outcome, Play};
use grundy::play::{Match, Side};
use grundy_rules::game::Rules;
use grundy_rules::source::Source;
use std::collections::HashMap;
use std::fmt::Write as _;

/// For each number the moves: sums of numbers, each with whether it must be answered; `None` wins at once.
type Game = Vec<Vec<Option<Vec<(usize, bool)>>>>;

/// A sum: numbers with whether they must be answered, sorted, and a nim-heap.
type Sum = (Vec<(usize, bool)>, u32);

/// Everything a player can leave; `None` where the move wins at once.
fn moves(game: &Game, (parts, heap): &Sum) -> Vec<Option<Sum>> {
    let forced = parts.iter().any(|&(_, entailed)| entailed);
    let mut all = Vec::new();
    for (i, &(n, entailed)) in parts.iter().enumerate() {
        if forced && !entailed {
            continue;
        }
        for option in &game[n] {
            all.push(option.as_ref().map(|left| {
                let mut after = parts.clone();
                after.swap_remove(i);
                after.extend(left);
                after.sort_unstable();
                (after, *heap)
            }));
        }
    }
    if !forced {
        all.extend((0..*heap).map(|less| Some((parts.clone(), less))));
    }
    all
}

fn wins(game: &Game, sum: Sum, play: Play, known: &mut HashMap<Sum, bool>) -> bool {
    if let Some(&wins) = known.get(&sum) {
        return wins;
    }
    let all = moves(game, &sum);
    let won = all.iter().any(|after| match after {
        None => play == Play::Normal,
        Some(after) => !wins(game, after.clone(), play, known),
    });
    let wins = won || all.is_empty() && play == Play::Misere;
    known.insert(sum, wins);
    wins
}

/// A random game of 7 numbers and its rules as a text.
fn random(seed: u64) -> (Game, String) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut game: Game = vec![Vec::new()];
    let mut text = String::from("g(n) where n < 7\n");
    for n in 1..7 {
        let mut own = Vec::new();
        for _ in 0..rng.usize(..5) {
            let mut left: Vec<(usize, bool)> =
                (0..[1, 1, 1, 2][rng.usize(..4)]).map(|_| (rng.usize(..n), false)).collect();
            left[0].1 = rng.bool();
            let mut sorted = left.clone();
            sorted.sort_unstable();
            // Choices with the same result are one move.
            if own.contains(&Some(sorted.clone())) {
                continue;
            }
            own.push(Some(sorted));
            let shown: Vec<String> = left
                .iter()
                .map(|&(m, entailed)| format!("g{}({m})", if entailed { "!" } else { "" }))
                .collect();
            writeln!(text, "g(n) -> {} if n == {n}", shown.join(" + ")).unwrap();
        }
        game.push(own);
    }
    (game, text)
}

fn shown((parts, heap): &Sum) -> String {
    let mut text: Vec<String> = parts
        .iter()
        .map(|&(n, entailed)| format!("g{}({n})", if entailed { "!" } else { "" }))
        .collect();
    if *heap > 0 {
        text.push(format!("nim({heap})"));
    }
    text.join(" + ")
}

#[test]
fn sums_of_random_games_are_decided_as_by_the_definition() {
    let (mut loony, mut answered) = (0, 0);
    for seed in 0..60 {
        let (game, text) = random(seed);
        let rules = Rules::read(Source::new("t", &text)).unwrap();
        let catalogue = rules.catalogue();
        for play in [Play::Normal, Play::Misere] {
            let mut known = HashMap::new();
            for (a, b, heap) in (0..7).flat_map(|a| [(a, 6, 1), (a, 5, 0), (a, a, 2)]) {
                for forced in 0..3 {
                    let mut parts = vec![(a, forced == 1), (b, forced == 2)];
                    parts.sort_unstable();
                    let sum = (parts, heap);
                    let position = catalogue.read(&shown(&sum)).unwrap();
                    let question = Question { play, moves: 99, ..Question::default() };
                    let told = answer(&position, &question, &Context::default()).unwrap();
                    let here = format!("{} in {play} play\n{text}", shown(&sum));
                    let wins_here = wins(&game, sum.clone(), play, &mut known);
                    assert_eq!(told.outcome, Outcome::of(wins_here), "{here}");
                    let good = moves(&game, &sum)
                        .into_iter()
                        .flatten()
                        .filter(|after| !wins(&game, after.clone(), play, &mut known))
                        .count();
                    assert_eq!(told.winning_moves.count, Some(good.into()), "{here}");
                    answered += 1;
                    let free = told.grundy.is_none() && forced == 0 && play == Play::Normal;
                    loony += usize::from(free);
                    if seed % 6 == 0 && wins_here {
                        // Every winning move leaves a position that reads back and is lost.
                        for line in &told.winning_moves.listed {
                            let after = catalogue.read(&line.to).unwrap();
                            let told = answer(&after, &question, &Context::default()).unwrap();
                            assert!(!told.outcome.mover_wins(), "{here}: {}", line.to);
                        }
                    }
                }
            }
        }
    }
    assert!(answered > 6000 && loony > 50, "{answered} {loony}");
}

/// The text of an example.
fn example() -> Rules {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules/more/top-entails.rules");
    Rules::read(Source::new("t", &std::fs::read_to_string(file).unwrap())).unwrap()
}

#[test]
fn the_example_is_the_built_in_game() {
    let rules = example();
    let catalogue = rules.catalogue();
    let (context, question) = (Context::default(), Question::default());
    for n in 0..60 {
        let ask = |text: String| {
            let position = catalogue.read(&text).unwrap();
            answer(&position, &question, &context).unwrap()
        };
        for mark in ["", "!"] {
            let own = ask(format!("tops{mark}({n}) + nim(2)"));
            let built_in = ask(format!("top-entails{mark}({n}) + nim(2)"));
            assert_eq!((own.outcome, own.grundy), (built_in.outcome, built_in.grundy), "{n}");
            assert_eq!(own.winning_moves.count, built_in.winning_moves.count, "{n}");
        }
    }
    let table = |name: &str| {
        let game = catalogue.read_game(name).unwrap();
        grundy::table::Table::compute(&*game, 60, None, grundy::table::Content::Values, &context)
            .unwrap()
            .to_csv()
    };
    assert_eq!(table("tops"), table("top-entails"));
    let position = catalogue.read("tops(5)").unwrap();
    let graph = GameGraph::explore(&position, Play::Normal, 300, &context).unwrap();
    for node in &graph.nodes {
        let position = catalogue.read(&node.position).unwrap();
        let told = answer(&position, &question, &context).unwrap();
        assert_eq!(node.outcome, told.outcome, "{}", node.position);
        let value = told.grundy.map(|value| value.number().unwrap().clone());
        assert_eq!(node.value.map(grundy::Nat::from), value, "{}", node.position);
        assert_eq!(node.entailed, node.position.contains('!'), "{}", node.position);
    }
    assert!(graph.nodes.iter().any(|node| node.entailed));
}

#[test]
fn matches_go_where_the_answer_has_to_be() {
    let rules = example();
    let context = Context::default();
    for text in ["tops(4) + tops(5) + nim(2)", "tops(6) + nim(3)", "tops(7) + tops(2)"] {
        for play in [Play::Normal, Play::Misere] {
            let position = rules.catalogue().read(text).unwrap();
            let mut game = Match::new(position, play, Side::Engine, &context).unwrap();
            let outcome = game.hint(0, &context).unwrap().outcome;
            while game.winner().is_none() {
                let forced = game.position().contains('!');
                let choices = game.choices(&context).unwrap();
                assert!(!forced || choices.iter().all(|choice| choice.text.contains('!')));
                let choice = game.engine(&context).unwrap();
                game.make(&choice, &context).unwrap();
            }
            assert_eq!(game.winner() == Some(Side::Engine), outcome == Outcome::N, "{text} {play}");
        }
    }
}

#[test]
fn what_does_not_know_such_moves_says_so() {
    let rules = example();
    let catalogue = rules.catalogue();
    let error = grundy_rules::emit::emit(rules.program(), 0, grundy_rules::emit::Lang::Python);
    assert!(error.unwrap_err().to_string().contains("a printed program"));
    let read = |text: &str| Rules::read(Source::new("t", text)).err().unwrap();
    let help = |text: &str| read(text).help.unwrap_or_default();
    assert!(help("top(n) -> entail top(n-1) if n > 0").contains("top!(n-1)"));
    assert!(help("top(n) == top!(0) if n > 3\ntop(n) -> 0 if n > 0").contains("leave out"));
    assert!(help("top(n) -> top(n-1) if !(n > 0)").contains("not"));
    assert!(read("top!(n) -> top(n-1) if n > 0").to_string().contains('!'));
    for bad in ["nim!(3)", "tops!(3"] {
        assert!(catalogue.read(bad).is_err(), "{bad}");
    }
    assert!(catalogue.read_game("tops!").is_err());
    let ask = |text: &str| {
        answer(&catalogue.read(text).unwrap(), &Question::default(), &Context::default())
    };
    assert!(ask("tops(3) and nim(2)").unwrap_err().to_string().contains("play their sum"));
    // Two parts that must be answered are searched.
    assert_eq!(ask("tops!(2) + tops!(1)").unwrap().method, "search over the rules for the outcome");
    // Several positions that must be answered: no values, but outcomes.
    let text = "two(n) -> two!(n-1) + two!(n-2) if n > 1\ntwo(n) -> 0 if n == 1";
    let rules = Rules::read(Source::new("t", text)).unwrap();
    let position = rules.catalogue().read("two(4) + nim(1)").unwrap();
    let told = answer(&position, &Question::default(), &Context::default()).unwrap();
    assert!(told.grundy.is_none() && told.notes[0].contains("several positions"), "{told:?}");
}

#[test]
fn loops_and_moves_that_must_be_answered_go_together() {
    // Walk on a ring of 5 and end at 0; two steps must be answered.
    let text = "loopy walk\nwalk(i) where i < 5\nwalk(i) -> walk((i + 1) mod 5) if i > 0\n\
                walk(i) -> walk!((i + 2) mod 5) if i > 0";
    let rules = Rules::read(Source::new("t", text)).unwrap();
    let catalogue = rules.catalogue();
    // A place, whether it must be answered, and a heap.
    type State = (usize, bool, u32);
    let options = |&(i, forced, heap): &State| -> Vec<State> {
        let mut all = Vec::new();
        if i > 0 {
            all.extend([((i + 1) % 5, false, heap), ((i + 2) % 5, true, heap)]);
        }
        if !forced {
            all.extend((0..heap).map(|less| (i, false, less)));
        }
        all
    };
    for play in [Play::Normal, Play::Misere] {
        let mut outcomes: HashMap<State, Outcome> = HashMap::new();
        let states: Vec<State> =
            (0..5).flat_map(|i| (0..3).flat_map(move |h| [(i, false, h), (i, true, h)])).collect();
        for _ in 0..states.len() + 1 {
            for state in &states {
                let after: Vec<Option<&Outcome>> =
                    options(state).iter().map(|to| outcomes.get(to)).collect();
                let outcome = match () {
                    () if after.is_empty() => play.of_finished(),
                    () if after.contains(&Some(&Outcome::P)) => Outcome::N,
                    () if after.iter().all(|o| *o == Some(&Outcome::N)) => Outcome::P,
                    () => continue,
                };
                outcomes.insert(*state, outcome);
            }
        }
        for state in &states {
            let (i, forced, heap) = *state;
            let mark = if forced { "!" } else { "" };
            let text = format!("walk{mark}({i}) + nim({heap})");
            let question = Question { play, ..Question::default() };
            let told = answer(&catalogue.read(&text).unwrap(), &question, &Context::default());
            let expected = outcomes.get(state).copied().unwrap_or(Outcome::D);
            let told = told.unwrap();
            assert_eq!(told.outcome, expected, "{text} in {play} play");
            assert_eq!(told.grundy, None, "{text}: there is no theory of values");
        }
    }
    let game = catalogue.read_game("walk").unwrap();
    let table =
        |content| grundy::table::Table::compute(&*game, 4, None, content, &Context::default());
    assert!(table(grundy::table::Content::Values).unwrap_err().to_string().contains("no theory"));
    assert!(table(grundy::table::Content::Outcomes(Play::Misere)).is_ok());
}
