//! Every legal move of every game can be clicked in the picture of its position.

use grundy::analysis::{Question, answer};
use grundy::context::Context;
use grundy::diagram::Diagram;
use grundy::expr::{Catalogue, Expression, print_sum};
use grundy::games::REGISTRY;
use grundy::play::{Match, Side};
use std::collections::BTreeSet;

fn draw(text: &str) -> (Expression, Diagram) {
    let catalogue = Catalogue::default();
    let expression = catalogue.read(text).unwrap_or_else(|error| panic!("{}", error.render(text)));
    let diagram = Diagram::of(&expression, &Context::default()).unwrap();
    (expression, diagram)
}

/// The moves as `play` lists them, with the positions that they leave.
fn legal(expression: &Expression) -> Vec<(usize, String, String)> {
    let Expression::Sum(sum) = expression else { panic!("no series here") };
    let mut all = Vec::new();
    let mut number = 0;
    let entailed = |component: &std::sync::Arc<dyn grundy::game::Component>| {
        (0..component.parts()).any(|part| component.is_entailed(part))
    };
    let free = !sum.iter().any(entailed);
    for (c, component) in sum.iter().enumerate() {
        for part in 0..component.parts() {
            number += 1;
            if !free && !component.is_entailed(part) {
                continue;
            }
            for to in component.some_moves(part, usize::MAX).listed {
                let mut after = sum.clone();
                after[c] = to.after;
                all.push((number, to.text, print_sum(&after)));
            }
        }
    }
    all
}

/// What must hold of every diagram.
fn sound(text: &str, diagram: &Diagram) {
    let bounds: Vec<_> = diagram.spots.iter().map(|spot| spot.area.bounds()).collect();
    for (spot, &(left, top, right, bottom)) in diagram.spots.iter().zip(&bounds) {
        assert!(
            left >= 0.0 && top >= 0.0 && right <= diagram.width && bottom <= diagram.height,
            "{text}: {} is outside",
            spot.title
        );
        assert!(right - left > 13.99 && bottom - top > 13.99, "{text}: {} is tiny", spot.title);
    }
    for (i, one) in diagram.spots.iter().enumerate() {
        for other in &diagram.spots[..i] {
            let over = one.area.overlaps(&other.area);
            assert!(!over, "{text}: {} overlaps {}", one.title, other.title);
        }
    }
    let drawing = diagram.drawing();
    let boxes = drawing.text_boxes();
    for (i, &(left, top, right, bottom)) in boxes.iter().enumerate() {
        assert!(
            left >= -0.5 && top >= -0.5 && right <= drawing.width && bottom <= drawing.height,
            "{text}: a text is outside"
        );
        for &(x, y, u, v) in &boxes[..i] {
            let over = left < u - 0.5 && x < right - 0.5 && top < v - 0.5 && y < bottom - 0.5;
            assert!(!over, "{text}: texts overlap");
        }
    }
    for to in &diagram.moves {
        assert!(!to.gestures.is_empty(), "{text}: {} has no place", to.label);
        for gesture in &to.gestures {
            assert!(!gesture.is_empty(), "{text}: {}", to.label);
            assert!(gesture.iter().all(|&s| s < diagram.spots.len()), "{text}: {}", to.label);
            assert!(gesture.windows(2).all(|two| two[0] < two[1]), "{text}: {}", to.label);
        }
    }
    let used: BTreeSet<usize> =
        diagram.moves.iter().flat_map(|to| to.gestures.iter().flatten().copied()).collect();
    if diagram.complete {
        assert_eq!(used.len(), diagram.spots.len(), "{text}: a spot does nothing");
    }
    let svg = drawing.to_svg();
    for number in 1..=diagram.spots.len() {
        let id = format!("<g id=\"spot-s{number}\" class=\"spot\"><title>");
        assert_eq!(svg.matches(&id).count(), 1, "{text}: {id}");
    }
    assert!(!svg.contains("style="), "{text}");
}

/// All of it for a small position.
fn check(text: &str) {
    let (expression, diagram) = draw(text);
    sound(text, &diagram);
    let drawn: Vec<_> =
        diagram.moves.iter().map(|to| (to.part, to.text.clone(), to.to.clone())).collect();
    assert!(diagram.complete, "{text}: not all moves are drawn");
    assert_eq!(drawn, legal(&expression), "{text}");
    assert_eq!(diagram.position, expression.to_string());
}

#[test]
fn every_move_of_every_small_position_can_be_clicked() {
    for family in REGISTRY {
        for text in family.small() {
            check(&text);
        }
    }
}

#[test]
fn sums_of_different_games_are_drawn_side_by_side() {
    let mut texts = Vec::new();
    for family in REGISTRY {
        let small = family.small();
        let step = (small.len() / 4).max(1);
        texts.extend(small.into_iter().step_by(step));
    }
    for (i, one) in texts.iter().enumerate() {
        let (two, three) = (&texts[(i * 7 + 3) % texts.len()], &texts[(i * 5 + 11) % texts.len()]);
        check(&format!("{one} + {two}"));
        check(&format!("{one} + {two} + {three}"));
    }
}

#[test]
fn examples_of_the_catalogue_are_drawn() {
    for family in REGISTRY {
        for text in family.card().examples {
            let (_, diagram) = draw(text);
            sound(text, &diagram);
        }
    }
}

#[test]
fn a_click_plays_the_move_it_names() {
    let context = Context::default();
    for text in ["nim(3,4,5)", "kayles(7) + wythoff(3,5)", "chomp(3,4)", "staircase(1,2,3)"] {
        let (expression, diagram) = draw(text);
        let mut play = Match::new(expression, Default::default(), Side::Human, &context).unwrap();
        for to in &diagram.moves {
            let choices = play.choices(&context).unwrap();
            let choice = choices.iter().find(|c| (c.part, &c.text) == (to.part, &to.text)).unwrap();
            play.make(choice, &context).unwrap();
            assert_eq!(play.position(), to.to, "{text}: {}", to.label);
            play.undo(Side::Human);
        }
    }
}

#[test]
fn winning_moves_are_marked() {
    let (expression, mut diagram) = draw("nim(3,4,5) + 0.77(5)");
    let question = Question { moves: 100, ..Question::default() };
    let told = answer(&expression, &question, &Context::default()).unwrap();
    diagram.mark(&told);
    let good: Vec<_> = diagram
        .moves
        .iter()
        .filter(|to| to.good == Some(true))
        .map(|to| (to.part, to.text.as_str()))
        .collect();
    let listed: Vec<_> =
        told.winning_moves.listed.iter().map(|line| (line.part, line.text.as_str())).collect();
    assert_eq!(good, listed);
    assert!(!good.is_empty() && diagram.moves.iter().all(|to| to.good.is_some()));
}

#[test]
fn winning_moves_without_a_place_are_named() {
    for (text, undrawn) in [
        // Not among the moves of the heap that are listed.
        ("nim(30,100,1000000)", &["part 3: 1000000 -> 122"][..]),
        ("nim(100,300)", &[]),
        ("nim(3,4)", &[]),
        ("repeat[2](nim(30,100,1000000))", &["part 3: 1000000 -> 122"]),
        ("nim(1000000)", &[]),
    ] {
        let (expression, mut diagram) = draw(text);
        let before = diagram.drawing();
        let question = Question { moves: diagram.moves.len(), ..Question::default() };
        diagram.mark(&answer(&expression, &question, &Context::default()).unwrap());
        assert_eq!(diagram.undrawn, undrawn, "{text}");
        let (mut told, drawing) = (Vec::new(), diagram.drawing());
        diagram.write_text(&mut told).unwrap();
        let told = String::from_utf8(told).unwrap();
        for label in undrawn {
            assert_eq!(told.matches(label).count(), 1, "{told}");
            assert!(drawing.to_svg().contains(&label.replace(">", "&gt;")), "{text}");
            assert!(drawing.height > before.height && drawing.width >= before.width);
        }
        let whole = diagram.complete && diagram.moves.iter().all(|to| !to.gestures.is_empty());
        assert_eq!(drawing.to_svg().contains("… not all moves are drawn"), !whole, "{text}");
    }
    let (expression, mut diagram) = draw("nim(2) and nim(2)");
    diagram.mark(&answer(&expression, &Question::default(), &Context::default()).unwrap());
    assert!(diagram.undrawn.is_empty() && !diagram.drawing().to_svg().contains("not all"));
}

#[test]
fn the_present_round_of_a_series_is_drawn() {
    let (expression, mut diagram) = draw("repeat[3](nim(1,2) + wythoff(1,2))");
    sound("a series", &diagram);
    let question = Question { moves: 100, ..Question::default() };
    let told = answer(&expression, &question, &Context::default()).unwrap();
    diagram.mark(&told);
    let good = diagram.moves.iter().filter(|to| to.good == Some(true));
    let good: Vec<_> = good.map(|to| (format!("round 1, {}", to.label), to.to.clone())).collect();
    let listed = told.winning_moves.listed.into_iter().map(|line| (line.text, line.to));
    assert_eq!(good, listed.collect::<Vec<_>>());
    assert!(!good.is_empty());
}

#[test]
fn large_positions_stay_bounded() {
    let many = |n: usize| (1..=n).map(|i| format!("{}-{}", i - 1, i)).collect::<Vec<_>>().join(",");
    let star = (1..=3000).map(|i| format!("0-{i}")).collect::<Vec<_>>().join(",");
    let heaps = vec!["3"; 3000].join(",");
    for text in [
        "nim(10^1000)".to_owned(),
        "nim(10^18,299,301)".to_owned(),
        format!("nim({heaps})"),
        "moore[3](50,60,70,80)".to_owned(),
        "wythoff(10^30,10^20)".to_owned(),
        "euclid(10^30,1)".to_owned(),
        "chomp(1000,1000)".to_owned(),
        "chomp(10^9,10^9)".to_owned(),
        "kayles(10^9)".to_owned(),
        "0.[77](500)".to_owned(),
        "split-smaller(300)".to_owned(),
        "divisor-game(10^12)".to_owned(),
        "divisor-game(5000)".to_owned(),
        "multiplication[2..10^6](10^1000, 7)".to_owned(),
        "sliding(0,10^18)".to_owned(),
        "row-hop[10^18](1,2,3)".to_owned(),
        "staircase(10^6,3,10^40)".to_owned(),
        "cutting(10^6,10^6)".to_owned(),
        "fibonacci-nim(10^18)".to_owned(),
        format!("hackenbush(edges({}))", many(3000)),
        format!("hackenbush(edges({star}))"),
        format!("geography(edges({}; 5))", many(3000)),
        format!("geography(edges({star}; 0))"),
        format!("dag(arcs({}; 0))", many(3000).replace('-', ">")),
    ] {
        let start = std::time::Instant::now();
        let (_, diagram) = draw(&text);
        let name: String = text.chars().take(60).collect();
        sound(&name, &diagram);
        assert!(diagram.moves.len() <= 4000 && diagram.spots.len() <= 20_000, "{name}");
        assert!(start.elapsed().as_secs() < 60, "{name} took {:?}", start.elapsed());
    }
}
