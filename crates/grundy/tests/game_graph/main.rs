//! Game graphs: values, outcomes and moves against the analysis and the bare definitions, and the
//! three views read back.

mod dot;
mod xml;

use dot::read_dot;
use grundy::analysis::{Question, Session};
use grundy::answer::GrundyValue;
use grundy::context::{Context, Limits, Stop};
use grundy::expr::{Catalogue, Expression};
use grundy::game::Component;
use grundy::game_graph::{GameGraph, GraphError, Target};
use grundy::games::REGISTRY;
use grundy::outcome::{Outcome, Play};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use xml::{boxes, check_xml, texts_of_arcs};

fn explore(text: &str, play: Play, max_nodes: usize) -> Result<GameGraph, GraphError> {
    let expression = Catalogue::default().read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    GameGraph::explore(&expression, play, max_nodes, &Context::default())
}

fn graph(text: &str) -> GameGraph {
    explore(text, Play::Normal, 300).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Some small positions of every game, and sums of different games.
fn small_positions() -> Vec<String> {
    let mut all = Vec::new();
    let mut mixed = Vec::new();
    for family in REGISTRY {
        let small = family.small();
        let step = (small.len() / 12).max(1);
        let some: Vec<String> = small.into_iter().step_by(step).collect();
        mixed.push(some[some.len() / 3].clone());
        all.extend(some);
    }
    for (i, a) in mixed.iter().enumerate() {
        all.push(format!("{a} + {}", mixed[(i + 5) % mixed.len()]));
    }
    all
}

/// Those of them with few positions.
fn small_graphs(play: Play, max_nodes: usize) -> Vec<(String, GameGraph)> {
    let graphs =
        small_positions().into_iter().filter_map(|text| match explore(&text, play, max_nodes) {
            Ok(graph) => Some((text, graph)),
            Err(GraphError::TooMany { count, .. }) => {
                assert!(count > max_nodes, "{text}");
                None
            }
            Err(GraphError::Stop(Stop::Refused(_))) if play == Play::Misere => None,
            Err(error) => panic!("{text}: {error}"),
        });
    let graphs: Vec<_> = graphs.collect();
    assert!(graphs.len() > 100, "only {} positions are small", graphs.len());
    graphs
}

/// The parts of a sum that have moves or must be answered, sorted: equal for sums that are the same.
fn parts(sum: &[Arc<dyn Component>]) -> Vec<String> {
    let mut parts = Vec::new();
    for component in sum {
        let counts = |part: &usize| component.has_moves(*part) || component.is_entailed(*part);
        let live = (0..component.parts()).filter(counts);
        parts.extend(live.map(|part| component.print_part(part)));
    }
    parts.sort();
    parts
}

fn parts_of(text: &str) -> Vec<String> {
    match Catalogue::default().read(text).unwrap() {
        Expression::Sum(sum) => parts(&sum),
        _ => panic!("{text} is not a sum"),
    }
}

/// What the rules let a player do: for each position reached how many moves lead there; those
/// that win at once under no name.
fn moves(sum: &[Arc<dyn Component>]) -> BTreeMap<Option<Vec<String>>, usize> {
    let mut moves = BTreeMap::new();
    let entailed =
        |component: &Arc<dyn Component>| (0..component.parts()).any(|i| component.is_entailed(i));
    let free = !sum.iter().any(entailed);
    for (place, component) in sum.iter().enumerate() {
        // The rules by number tell which moves win at once, those by name where they lead.
        let mut rules = component.numbered();
        for part in (0..component.parts()).filter(|&part| free || component.is_entailed(part)) {
            let number = rules.number_of(component.position(part)).unwrap();
            let mut wins = Vec::new();
            rules.expand(number, &Context::default(), &mut |_, win| wins.push(win)).unwrap();
            for winning in [false, true] {
                let mut keep = |option: usize| wins[option] == winning;
                let kept =
                    component.moves_kept(part, &mut keep, usize::MAX, &Context::default()).unwrap();
                for to in kept.listed {
                    let mut after = sum.to_vec();
                    after[place] = to.after;
                    let name = (!winning).then(|| parts(&after));
                    *moves.entry(name).or_insert(0) += 1;
                }
            }
        }
    }
    moves
}

#[test]
fn every_node_agrees_with_rules_definitions_and_analysis() {
    let catalogue = Catalogue::default();
    for play in [Play::Normal, Play::Misere] {
        let mut session = Session::default();
        let mut seen = HashSet::new();
        for (text, graph) in small_graphs(play, 60) {
            let start = catalogue.read(&text).unwrap();
            assert_eq!(graph.nodes[0].position, start.to_string());
            let Expression::Sum(components) = &start else { panic!("{text} is not a sum") };
            let loopy = components.iter().any(|component| component.is_loopy());
            let sums: HashSet<_> =
                graph.nodes.iter().map(|node| parts_of(&node.position)).collect();
            assert_eq!(sums.len(), graph.nodes.len(), "{text}: equal sums are one node");
            for node in &graph.nodes {
                let name = &node.position;
                // By the definitions, from the targets.
                let targets = || {
                    node.arcs.iter().filter_map(|arc| match arc.to {
                        Target::Node(to) => Some(&graph.nodes[to]),
                        Target::Win => None,
                    })
                };
                // Where moves must be answered a value is more than a mex of values: it is compared below.
                let entails = components.iter().any(|component| component.entails());
                let set: BTreeSet<u64> = targets().filter_map(|to| to.value).collect();
                let sorted: Vec<u64> = set.iter().copied().collect();
                assert!(entails || node.mex_set == sorted, "{name}: {:?}", node.mex_set);
                let loony = node.arcs.iter().any(|arc| arc.to == Target::Win);
                let mex = (0..).find(|value| !set.contains(value));
                let infinite = node.infinite.clone();
                let mex = mex.filter(|_| !loony && infinite.is_none());
                assert!(entails || node.value == mex, "{name}: {:?}", node.value);
                let longest = targets().map(|to| to.height + 1).max();
                // Where play may go on for ever, some arcs lead back.
                let height = longest.unwrap_or(0).max(usize::from(loony));
                match loopy {
                    true => assert!(node.height <= height, "{name}"),
                    false => assert_eq!(node.height, height, "{name}"),
                }

                if !seen.insert(name.clone()) {
                    continue;
                }
                let read = catalogue.read(name).unwrap();
                let Expression::Sum(sum) = &read else { panic!("{name} is a series") };
                let mut drawn = BTreeMap::new();
                for arc in &node.arcs {
                    let to = match arc.to {
                        Target::Node(to) => Some(parts_of(&graph.nodes[to].position)),
                        Target::Win => None,
                    };
                    assert!(drawn.insert(to, arc.moves.len()).is_none(), "{name}: one arc each");
                }
                assert_eq!(drawn, moves(sum), "{name}: moves");

                let question = Question { play, moves: 10_000, ..Question::default() };
                let answer = session.answer(&read, &question, &Context::default()).unwrap();
                assert_eq!(answer.outcome, node.outcome, "{name} in {play} play");
                let numbers = |set: Vec<u64>| set.into_iter().map(Into::into).collect();
                let value = match infinite {
                    Some(set) => Some(GrundyValue::Loopy(numbers(set))),
                    None => node.value.map(Into::into),
                };
                assert_eq!(answer.grundy, value, "{name}");
                let winning: usize =
                    node.arcs.iter().filter(|arc| arc.winning).map(|arc| arc.moves.len()).sum();
                assert_eq!(answer.winning_moves.count, Some(winning.into()), "{name}");
                for line in answer.winning_moves.listed {
                    let arc = node
                        .arcs
                        .iter()
                        .find(|arc| arc.moves.iter().any(|to| to.text == line.text));
                    assert!(arc.is_some(), "{name}: {}", line.text);
                }
            }
        }
    }
}

#[test]
fn a_known_graph() {
    let graph = graph("nim(1,1)");
    let lines: Vec<String> = graph.to_text().lines().map(str::to_owned).collect();
    assert_eq!(lines[0], "nim(1,1): 3 positions, 3 moves, normal play");
    assert_eq!(lines[2..4], ["nim(1,1)  P  mex{1} = 0", "    -> nim(1)  1  by 1 -> 0  (2 moves)"]);
    let moves: Vec<String> = graph.nodes[0].arcs[0].moves.iter().map(|to| to.to_string()).collect();
    assert_eq!(moves, ["part 1: 1 -> 0", "part 2: 1 -> 0"]);
    assert_eq!(graph.nodes[0].outcome, Outcome::P);
    assert_eq!(graph.nodes[0].height, 2);
}

#[test]
fn the_same_sum_is_one_node_in_whatever_order() {
    let names = |text: &str| -> BTreeSet<String> {
        let graph = explore(text, Play::Normal, 3000).unwrap();
        let count = graph.nodes.len();
        let names: BTreeSet<_> = graph.nodes.into_iter().map(|node| node.position).collect();
        assert_eq!(names.len(), count, "{text}");
        names
    };
    // The start as typed, the others sorted and without empty heaps.
    let nim = names("nim(2,0,1)");
    let expected = ["nim(2,0,1)", "nim(2)", "nim(1,1)", "nim(1)", "nim(0)"].map(str::to_owned);
    assert_eq!(nim, expected.into());
    // Multisets of at most three numbers from 1 to 9.
    assert_eq!(names("nim(9,9,9)").len(), 220);
    assert_eq!(names("nim(9) + nim(9) + nim(9)").len(), 220);
    // Partitions that can be reached: 237 positions with the parts in order.
    assert_eq!(names("kayles(9)").len(), 42);
    // Different games stay apart, each in its place.
    let mixed = names("wythoff(0,1) + nim(1)");
    let expected = ["wythoff(0,1) + nim(1)", "wythoff(0,1)", "nim(1)", "nim(0)"].map(str::to_owned);
    assert_eq!(mixed, expected.into());
    // A position of one part is not taken for its mirror image.
    assert!(
        names("wythoff(2,2)")
            .is_superset(&["wythoff(1,2)", "wythoff(2,1)"].map(str::to_owned).into())
    );
}

#[test]
fn kayles_fits_a_page() {
    let graph = graph("kayles(9)");
    let drawing = graph.drawing(&Context::default()).unwrap();
    // A screen of 1440 by 1440, and letters of 7 px on a page of A4.
    assert!(drawing.width <= 1400.0 && drawing.height <= 1400.0, "{drawing:?}");
}

#[test]
fn immediate_wins_lead_to_a_place_of_their_own() {
    let graph = graph("nim(1) + cutting(1,3)");
    assert!(graph.has_immediate_wins());
    let start = &graph.nodes[0];
    assert_eq!(start.value, None);
    let win = start.arcs.iter().find(|arc| arc.to == Target::Win).unwrap();
    assert!(win.winning && win.moves.len() == 1, "{win:?}");
    assert!(graph.to_svg().contains("wins at once"));
    assert!(graph.to_dot().contains("n0 -> win"));
}

#[test]
fn too_many_positions_are_counted() {
    let error = explore("nim(12,12,12)", Play::Normal, 300).unwrap_err();
    let GraphError::TooMany { count: 455, exact: true, limit: 300, .. } = error else {
        panic!("{error:?}")
    };
    assert!(error.to_string().contains("--max-nodes 455"), "{error}");
    assert_eq!(explore("nim(12,12,12)", Play::Normal, 455).unwrap().nodes.len(), 455);
    assert!(explore("nim(12,12,12)", Play::Normal, 454).is_err());
    assert!(explore("nim(1)", Play::Normal, 0).is_err());

    let error = explore("wythoff(200,200)", Play::Normal, 10).unwrap_err();
    assert!(matches!(error, GraphError::TooMany { exact: false, count: 11.., .. }), "{error}");
    let error = explore("nim(10^18)", Play::Normal, 10).unwrap_err();
    assert!(matches!(error, GraphError::TooWide { limit: 1000, .. }), "{error}");
    let error = explore("nim(10^900000)", Play::Normal, 10).unwrap_err();
    assert!(error.to_string().contains("too long"), "{error}");
}

#[test]
fn general_limits_and_cancellation_stop_it() {
    let expression = Catalogue::default().read("nim(5,5,5)").unwrap();
    let limits = Limits::default();
    for (limits, option) in [
        (limits.with_positions(20), "--max-positions"),
        (Limits { memory: 1000, ..limits }, "--max-memory"),
        (Limits { time: Some(Duration::ZERO), ..limits }, "--timeout"),
    ] {
        let error = GameGraph::explore(&expression, Play::Normal, 300, &Context::new(limits));
        let error = error.unwrap_err().to_string();
        assert!(error.contains(option), "{error}");
    }
    let flag = AtomicBool::new(true);
    let cancelled = Context::default().with_cancel(&flag);
    let error = GameGraph::explore(&expression, Play::Normal, 300, &cancelled).unwrap_err();
    assert_eq!(error, GraphError::Stop(Stop::Cancelled));
    assert_eq!(graph("nim(2,2)").drawing(&cancelled).unwrap_err(), Stop::Cancelled);
    // What the picture needs is asked for before it is made.
    let limits = Limits { memory: 20_000, ..limits };
    let stopped = graph("nim(5,5)").drawing(&Context::new(limits)).unwrap_err();
    assert!(stopped.to_string().contains("--max-memory"), "{stopped}");
}

#[test]
fn what_has_no_graph_is_refused() {
    for (text, play, told) in [
        ("repeat[3](nim(3) + *2)", Play::Normal, "draw one round, nim(3) + *2"),
        ("nim(2) + cutting(2,2)", Play::Misere, "no meaning"),
    ] {
        let error = explore(text, play, 300).unwrap_err();
        assert!(matches!(error, GraphError::Stop(Stop::Refused(_))), "{error:?}");
        assert!(error.to_string().contains(told), "{error}");
    }
}

#[test]
fn examples_of_the_catalogue_are_drawn_or_refused() {
    let catalogue = Catalogue::default();
    let limits =
        Limits { memory: 64 << 20, time: Some(Duration::from_millis(60)), ..Limits::default() };
    let mut drawn = 0;
    for example in REGISTRY.iter().flat_map(|family| family.card().examples) {
        let expression = catalogue.read(example).unwrap();
        for play in [Play::Normal, Play::Misere] {
            let context = Context::new(limits);
            match GameGraph::explore(&expression, play, 40, &context) {
                Ok(graph) => {
                    drawn += 1;
                    check_xml(&graph.to_svg(), example);
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
    assert!(drawn > 5, "{drawn}");
}

#[test]
fn pictures_are_well_formed_and_no_two_boxes_overlap() {
    for play in [Play::Normal, Play::Misere] {
        for (text, graph) in small_graphs(play, 40) {
            let svg = graph.to_svg();
            assert_eq!(svg, graph.to_svg(), "{text}: the same picture every time");
            let elements = check_xml(&svg, &text);
            assert_eq!(elements[0].name, "svg");
            let boxes = boxes(&elements);
            assert_eq!(boxes.len(), graph.nodes.len(), "{text}");
            for (i, a) in boxes.iter().enumerate() {
                for b in &boxes[..i] {
                    let apart = a[2] < b[0] || b[2] < a[0] || a[3] < b[1] || b[3] < a[1];
                    assert!(apart, "{text}: {a:?} and {b:?} overlap");
                }
            }
            let size = |key: &str| elements[0].attributes[key].parse::<f64>().unwrap();
            let (width, height) = (size("width"), size("height"));
            for a in &boxes {
                assert!(a[0] >= 0.0 && a[1] >= 0.0 && a[2] < width && a[3] < height, "{text}");
            }
            // The titles of the groups tell the positions in full.
            let titles = elements.iter().filter(|element| {
                element.name == "title" && element.parents.last().is_some_and(|c| c == "position")
            });
            for (title, node) in titles.zip(&graph.nodes) {
                assert_eq!(title.text, node.position);
            }
            // The titles of arcs tell their moves.
            let mut titles: Vec<&str> = elements
                .iter()
                .filter(|element| {
                    let parent = element.parents.last().map(String::as_str);
                    element.name == "title" && matches!(parent, Some("move" | "winning move"))
                })
                .map(|element| &*element.text)
                .collect();
            let arcs = graph.nodes.iter().flat_map(|node| &node.arcs);
            let mut moves: Vec<String> = arcs
                .map(|arc| arc.moves.iter().map(|to| to.to_string()).collect::<Vec<_>>().join("\n"))
                .collect();
            titles.sort_unstable();
            moves.sort();
            assert_eq!(titles, moves, "{text}");
            let labels = texts_of_arcs(&elements);
            for (i, a) in labels.iter().enumerate() {
                for b in labels[..i].iter().chain(&boxes) {
                    let apart = a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
                    assert!(apart, "{text}: {a:?} and {b:?} overlap");
                }
            }
        }
    }
}

#[test]
fn names_with_quotes_and_brackets_survive() {
    let text = r#"prefix-word(words("<a&b>","<\"c\\","<a;")) + nim(1)"#;
    let graph = graph(text);
    let elements = check_xml(&graph.to_svg(), text);
    let start = &graph.nodes[0].position;
    assert!(start.contains("<a&b>"));
    assert!(elements.iter().any(|element| element.name == "title" && element.text == *start));
    let dot = read_dot(&graph.to_dot());
    assert_eq!(dot.nodes["n0"]["tooltip"], *start);
}

#[test]
fn graphviz_text_reads_back_as_the_graph() {
    for play in [Play::Normal, Play::Misere] {
        for (text, graph) in small_graphs(play, 40) {
            let dot = read_dot(&graph.to_dot());
            assert_eq!(dot.arcs.len(), graph.arc_count(), "{text}");
            let defaults = ["graph", "node", "edge"];
            let win = usize::from(graph.has_immediate_wins());
            assert_eq!(dot.nodes.len(), graph.nodes.len() + defaults.len() + win, "{text}");
            let mut arcs = dot.arcs.iter();
            for (number, node) in graph.nodes.iter().enumerate() {
                let read = &dot.nodes[&format!("n{number}")];
                assert_eq!(read["tooltip"], node.position);
                assert_eq!(read.contains_key("fillcolor"), !node.outcome.mover_wins(), "{text}");
                if let (Play::Normal, Some(value)) = (play, node.value) {
                    assert!(read["label"].ends_with(&format!("= {value}")), "{read:?}");
                }
                for arc in &node.arcs {
                    let (from, to, read) = arcs.next().unwrap();
                    assert_eq!(*from, format!("n{number}"));
                    match arc.to {
                        Target::Node(target) => assert_eq!(*to, format!("n{target}")),
                        Target::Win => assert_eq!(to, "win"),
                    }
                    let moves: Vec<String> = arc.moves.iter().map(|to| to.to_string()).collect();
                    assert_eq!(read["tooltip"], moves.join("\n"), "{text}");
                    assert!(!read["label"].is_empty(), "{text}");
                    assert_eq!(read.contains_key("penwidth"), arc.winning, "{text}");
                }
            }
        }
    }
}
