//! What `--explain` says: of every small position of every game, under both plays, alone and in
//! sums. That the options' values have the position's value as their mex is asserted where the
//! text is made.

use grundy::analysis::{Question, answer};
use grundy::answer::{Answer, Style};
use grundy::context::Context;
use grundy::expr::Catalogue;
use grundy::outcome::Play;

/// An explained answer; `None` where misère play is refused.
fn explained(catalogue: &Catalogue<'_>, source: &str, play: Play) -> Option<Answer> {
    let expression = catalogue.read(source).unwrap();
    let question =
        Question { play, explain: true, report: true, replies: 12, ..Question::default() };
    match answer(&expression, &question, &Context::default()) {
        Ok(answer) => Some(answer),
        Err(_) if play == Play::Misere => None,
        Err(stop) => panic!("{source}: {stop}"),
    }
}

/// Lines of the reasoning keep to 80 columns, and no step is said twice.
fn check(source: &str, answer: &Answer) {
    let text = answer.to_text(Style::default());
    let at = text.find("\n  why: ").unwrap();
    for line in text[at + 1..].lines() {
        // A long name of a position is not broken.
        let longest = line.split(' ').map(|word| word.chars().count()).max().unwrap_or(0);
        assert!(line.chars().count() <= 80 || longest > 40, "{source}: {line}");
    }
    let bare = |step: &String| match step.split_once(": ") {
        Some((part, rest)) if part.starts_with("part") => rest.to_owned(),
        _ => step.clone(),
    };
    let mut steps: Vec<String> = answer.reasoning.iter().map(bare).collect();
    steps.sort_unstable();
    steps.dedup();
    assert_eq!(steps.len(), answer.reasoning.len(), "{source} repeats itself:\n{text}");
}

#[test]
fn every_small_position_is_explained_within_eighty_columns() {
    let catalogue = Catalogue::default();
    for family in catalogue.families() {
        for (i, source) in family.small().iter().enumerate() {
            let mut all = vec![(source.clone(), Play::Normal)];
            if i % 5 == 0 {
                all.push((source.clone(), Play::Misere));
                all.push((format!("{source} + nim(2) + {source} + kayles(3)"), Play::Normal));
            }
            for (source, play) in all {
                if let Some(answer) = explained(&catalogue, &source, play) {
                    check(&source, &answer);
                }
            }
        }
        for source in family.card().examples {
            check(source, &explained(&catalogue, source, Play::Normal).unwrap());
        }
    }
}

/// Every winning part that the reasoning names has a winning move, and no other has.
#[test]
fn the_parts_named_are_those_that_can_move() {
    let catalogue = Catalogue::default();
    let told = |source| {
        let answer = explained(&catalogue, source, Play::Normal).unwrap();
        answer.to_text(Style::default()).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let text = told("nim(3,4,5) + wythoff(3,5) + 0.77(12)");
    assert!(
        text.contains("part 2: 4 xor 6 = 2; part 3: 5 xor 6 = 3; part 5: 4 xor 6 = 2"),
        "{text}"
    );
    assert!(text.contains("here it can be done in part 4: 0 xor 6 = 6"), "{text}");
    // The mirror strategy, in words and in the replies.
    let text = told("kayles(5,5)");
    assert!(text.contains("part 1: 5 -> 3 reply in part 2: 5 -> 3"), "{text}");
    assert!(text.contains("mirror strategy"), "{text}");
    // A sheet's cut that loses at once is not copied.
    let text = told("cutting(4,4) + cutting(4,4)");
    assert!(text.contains("-> 1 x 4 + 3 x 4 reply in part 1: 1 x 4"), "{text}");
}
