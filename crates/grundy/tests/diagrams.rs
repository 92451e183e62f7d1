//! Pictures of positions: every legal move of every small position of every game can be clicked,
//! places to click and labels keep apart, and nothing is too large.

use grundy::diagram::{COMFORTABLE_WIDTH, MAX_MOVES, MAX_SPOTS};
use grundy::expr::Catalogue;
use grundy::games::REGISTRY;
use grundy::play::{Match, Side};
use grundy::sketch::Area;
use grundy::{Context, Diagram, Play};
use std::collections::BTreeSet;

type Rectangle = (f64, f64, f64, f64);

fn diagram(text: &str) -> Diagram {
    let expression =
        Catalogue::default().read(text).unwrap_or_else(|error| panic!("{}", error.render(text)));
    Diagram::new(&expression, &Context::default()).unwrap_or_else(|stop| panic!("{text}: {stop}"))
}

fn apart(a: &Rectangle, b: &Rectangle) -> bool {
    const SLACK: f64 = 0.01;
    a.2 <= b.0 + SLACK || b.2 <= a.0 + SLACK || a.3 <= b.1 + SLACK || b.3 <= a.1 + SLACK
}

/// Places and labels keep apart and lie on the canvas.
fn check_geometry(text: &str, diagram: &Diagram) {
    let (width, height) = (diagram.drawing.width, diagram.drawing.height);
    let inside = |(left, top, right, bottom): Rectangle| {
        left >= 0.0 && top >= 0.0 && right <= width && bottom <= height
    };
    assert!(width.is_finite() && height.is_finite() && width > 0.0 && height > 0.0, "{text}");
    for (i, spot) in diagram.spots.iter().enumerate() {
        let bounds = spot.area.bounds();
        assert!(inside(bounds), "{text}: {} {:?} in {width} x {height}", spot.title, spot.area);
        let (wide, high) = (bounds.2 - bounds.0, bounds.3 - bounds.1);
        assert!(wide >= 8.0 && high >= 8.0, "{text}: {} is too small to be hit", spot.title);
        assert!(wide.max(high) >= 14.0, "{text}: {} is too small to be hit", spot.title);
        assert!(!spot.title.is_empty(), "{text}: a spot without a title");
        for other in &diagram.spots[i + 1..] {
            let (a, b) = (&spot.title, &other.title);
            assert!(
                !spot.area.overlaps(&other.area),
                "{text}: {a} and {b}: {:?} {:?}",
                spot.area,
                other.area
            );
        }
    }
    let boxes = diagram.drawing.text_boxes();
    let texts = diagram.drawing.texts();
    let named = |i: usize| texts[i].1.runs.iter().map(|run| run.text.clone()).collect::<String>();
    for (i, a) in boxes.iter().enumerate() {
        assert!(inside(*a), "{text}: label {:?} {a:?} in {width} x {height}", named(i));
        for (j, b) in boxes.iter().enumerate().skip(i + 1) {
            assert!(apart(a, b), "{text}: labels {:?} {a:?} and {:?} {b:?}", named(i), named(j));
        }
    }
}

/// Spots have names of their own, are used, and are elements of the SVG.
fn check_spots(text: &str, diagram: &Diagram) {
    let ids: BTreeSet<&str> = diagram.spots.iter().map(|spot| &*spot.id).collect();
    assert_eq!(ids.len(), diagram.spots.len(), "{text}");
    let mut used = BTreeSet::new();
    for to in &diagram.moves {
        for gesture in &to.gestures {
            assert!(!gesture.is_empty(), "{text}: {} by no click", to.label);
            let once: BTreeSet<&str> = gesture.iter().map(|id| &**id).collect();
            assert_eq!(once.len(), gesture.len(), "{text}: {}", to.label);
            used.extend(once);
        }
    }
    assert_eq!(used, ids, "{text}: spots that are clicked");
    let svg = diagram.drawing.to_svg();
    assert!(!svg.contains("style=") && !svg.contains("<script"), "{text}");
    assert_eq!(svg.matches("class=\"spot\"").count(), ids.len(), "{text}");
    for id in ids {
        assert!(svg.contains(&format!("<g id=\"spot-{id}\" class=\"spot\"")), "{text}: {id}");
    }
}

/// The moves of the diagram are the legal moves, each reached by clicks. Gestures that stand for
/// several moves: how many, and of how many in all.
fn check_moves(text: &str, diagram: &Diagram) -> (usize, usize) {
    assert!(diagram.complete, "{text}");
    let context = Context::default();
    let catalogue = Catalogue::default();
    let read = || catalogue.read(text).unwrap();
    let legal = Match::new(read(), Play::Normal, Side::Human, &context).unwrap();
    let choices = legal.choices(&context).unwrap();
    let told = |moves: Vec<(usize, String, bool)>| moves;
    let expected = told(choices.iter().map(|to| (to.part, to.text.clone(), to.wins)).collect());
    let found = told(diagram.moves.iter().map(|to| (to.part, to.text.clone(), to.wins)).collect());
    assert_eq!(found, expected, "{text}");
    for (to, choice) in diagram.moves.iter().zip(&choices) {
        assert!(!to.gestures.is_empty(), "{text}: no click makes {}", to.label);
        if !to.wins && !text.starts_with("repeat") {
            let mut played = Match::new(read(), Play::Normal, Side::Human, &context).unwrap();
            played.make(choice, &context).unwrap();
            assert_eq!(played.position(), to.to, "{text}: {}", to.label);
        }
        catalogue.read(&to.to).unwrap_or_else(|_| panic!("{text}: {} does not read", to.to));
    }
    let mut gestures = BTreeSet::new();
    let (mut shared, mut all) = (0, 0);
    for gesture in diagram.moves.iter().flat_map(|to| &to.gestures) {
        all += 1;
        shared += usize::from(!gestures.insert(gesture));
    }
    (shared, all)
}

fn check(text: &str) -> (usize, usize) {
    let diagram = diagram(text);
    check_geometry(text, &diagram);
    check_spots(text, &diagram);
    check_moves(text, &diagram)
}

#[test]
fn every_move_of_every_small_position_can_be_clicked() {
    for family in REGISTRY {
        let (mut shared, mut all) = (0, 0);
        for text in family.small() {
            let (of_shared, of_all) = check(&text);
            shared += of_shared;
            all += of_all;
        }
        let name = family.card().name;
        assert!(all > 0, "{name}");
        assert_eq!(shared, 0, "{name}: {shared} of {all} gestures stand for several moves");
    }
}

#[test]
fn examples_of_the_catalogue_are_drawn() {
    for example in REGISTRY.iter().flat_map(|family| family.card().examples) {
        let diagram = diagram(example);
        check_geometry(example, &diagram);
        check_spots(example, &diagram);
    }
}

#[test]
fn parts_of_sums_keep_apart() {
    let catalogue: Vec<String> = REGISTRY
        .iter()
        .flat_map(|family| {
            let small = family.small();
            [small[small.len() / 2].clone(), small[small.len() - 1].clone()]
        })
        .collect();
    for (i, text) in catalogue.iter().enumerate() {
        let sum: Vec<&str> = (0..4).map(|j| &*catalogue[(i + j * 11) % catalogue.len()]).collect();
        check(&sum.join(" + "));
        check(&format!("repeat[3]({text})"));
    }
    let all = diagram(&catalogue.join(" + "));
    check_geometry("all", &all);
    assert!(all.drawing.width <= COMFORTABLE_WIDTH + 40.0, "{}", all.drawing.width);
}

#[test]
fn positions_of_any_size_have_a_picture_of_bounded_size() {
    let huge = format!("9{}", "0".repeat(3000));
    let mut texts: Vec<String> = Vec::new();
    for numbers in ["1000", "10^18", "0", &huge, "5,10^9", "1000,1000", "300,2"] {
        for name in [
            "nim",
            "nim-keep",
            "bash[7]",
            "bash[10^30]",
            "moore[2]",
            "moore[40]",
            "subtraction[1,3,4]",
            "wythoff",
            "wythoff[9]",
            "euclid",
            "staircase",
            "sliding",
            "row-hop[10^40]",
            "lasker",
            "lasker[3]",
            "split-smaller",
            "0.77",
            "0.3F",
            "4!.0",
            "0.[3]",
            "kayles",
            "grundy-game",
            "treblecross",
            "fibonacci-nim",
            "dynamic-nim[3]",
            "multiplication",
            "multiplication[2..10^6]",
            "cutting",
            "chomp",
            "divisor-game",
            "nym",
        ] {
            texts.push(format!("{name}({numbers})"));
        }
    }
    let list = |count: u32, item: &dyn Fn(u32) -> String| {
        (1..=count).map(item).collect::<Vec<_>>().join(",")
    };
    let chain = list(3000, &|i| format!("{}-{i}", i - 1));
    let star = list(3000, &|i| format!("0-{i}"));
    let loops = list(300, &|_| "0-0".into());
    let double = list(40, &|i| format!("{}-{i},{}-{i}", i - 1, i - 1));
    for edges in [&chain, &star, &loops, &double] {
        texts.push(format!("hackenbush(edges({edges}))"));
        texts.push(format!("geography(edges({edges}; 0))"));
    }
    let arcs = list(2000, &|i| format!("{}>{i}", i / 2));
    texts.push(format!("dag(arcs({arcs}; 0,1,2))"));
    let words = list(2000, &|i| format!("\"{}{i}\"", char::from(b'a' + (i % 26) as u8)));
    texts.push(format!("prefix-word(words({words}))"));
    texts.push(format!("sub-word(words({words}))"));
    texts.push(format!("prefix-word(words(\"{}\"))", "a".repeat(5000)));
    texts.push(format!("nim({})", list(500, &|i| (i % 60).to_string())));
    texts.push(format!("moore[3]({})", list(200, &|i| (i % 9).to_string())));
    texts.push(format!("staircase({})", list(300, &|i| (i % 9).to_string())));
    texts.push(format!("sliding({})", list(300, &|i| (3 * i).to_string())));
    texts.push(format!("divisor-game(set({}))", list(200, &|i| (i * i + 1).to_string())));
    texts.push(format!("chomp(rows({}))", list(60, &|i| (61 - i).to_string())));
    let catalogue = Catalogue::default();
    let mut drawn = 0;
    for text in texts {
        let Ok(expression) = catalogue.read(&text) else { continue };
        let diagram = Diagram::new(&expression, &Context::default()).unwrap();
        let short: String = text.chars().take(60).collect();
        check_geometry(&short, &diagram);
        assert!(diagram.spots.len() <= MAX_SPOTS, "{short}");
        assert!(diagram.moves.len() <= 60 * MAX_MOVES, "{short}");
        assert!(
            diagram.drawing.width < 3000.0 && diagram.drawing.height < 4000.0,
            "{short}: {} x {}",
            diagram.drawing.width,
            diagram.drawing.height
        );
        let svg = diagram.drawing.to_svg();
        assert!(svg.len() < 4_000_000, "{short}: {}", svg.len());
        drawn += 1;
    }
    assert!(drawn > 120, "{drawn}");
}

#[test]
fn clicks_count_on_areas_that_are_told() {
    let diagram = diagram("nim(2)");
    let [low, high] = &diagram.spots[..] else { panic!("two coins") };
    assert!(matches!((low.area, high.area), (Area::Disc { .. }, Area::Disc { .. })));
    assert!(low.area.bounds().1 > high.area.bounds().1, "the first coin lies below");
    assert_eq!((&*low.title, &*high.title), ("take 2, leave 0", "take 1, leave 1"));
}
