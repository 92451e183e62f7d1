//! Results as games: the same answers as without them, from the files and not by search.

mod support;

use grundy::analysis::{Question as Asked, answer};
use grundy::context::{Context, Limits};
use grundy::expr::Catalogue;
use grundy::table::{Content, Table};
use grundy_cluster::{Job, Question, Results, Source, run};
use grundy_rules::game::Rules;
use std::path::Path;
use std::time::Duration;
use support::Folder;

const QUEENS: &str = "W(a,b) -> W(a-k,b) for k in 1..=a
W(a,b) -> W(a,b-k) for k in 1..=b
W(a,b) -> W(a-k,b-k) for k in 1..=min(a,b)";

const CUTS: &str = "C(w,h) where w >= 1 and h >= 1 and w*h > 1
C(w,h) == C(h,w) if w > h
C(w,h) -> wins if w == 1 or h == 1
C(w,h) -> C(i,h) + C(w-i,h) for i in 2..=w/2
C(w,h) -> C(w,i) + C(w,h-i) for i in 2..=h/2";

fn solve(text: &str, family: &str, to: &[u64], folder: &Path, outcomes: bool, values: bool) {
    let boxes = vec![(family.to_owned(), to.to_vec())];
    let job = Job {
        question: Question {
            source: Source::Rules { text: text.into(), boxes },
            outcomes,
            values,
            misere: false,
        },
        folder: folder.to_owned(),
        scratch: None,
        memory: 1 << 28,
        grain: 2,
        snapshots: None,
        resume: false,
        workers: 2,
        process: 0,
    };
    run(&job, &[], Duration::from_secs(20)).unwrap();
}

/// All that is told of a position but how it was found.
fn told(catalogue: &Catalogue<'_>, text: &str, context: &Context<'_>) -> String {
    let position = catalogue.read(text).unwrap();
    let answer = answer(&position, &Asked::default(), context).unwrap();
    format!("{:?} {:?} {:?}", answer.outcome, answer.grundy, answer.winning_moves)
}

#[test]
fn answers_and_tables_are_those_of_the_rules_and_need_no_search() {
    for (text, name, to, sums) in [
        (QUEENS, "W", [14u64, 12], ["W(13,12)", "W(14,7) + W(3,5) + nim(4)", "W(1,2) + W(9,9)"]),
        (CUTS, "C", [12, 12], ["C(12,11)", "C(9,12) + C(12,4) + nim(1)", "C(1,7) + C(4,4)"]),
    ] {
        let kept = Folder::new(name);
        let folder = kept.at("out");
        solve(text, name, &to, &folder, false, true);
        let stored = Results::open(&folder).unwrap().into_rules().unwrap();
        let plain = Rules::read(grundy_rules::source::Source::new("rules", text)).unwrap();
        let (stored, plain) = (stored.catalogue(), plain.catalogue());
        let wide = Context::default();
        // Options are listed, no position is searched.
        let narrow = Context::new(Limits { positions: 50, ..Limits::default() });
        for sum in sums {
            assert_eq!(told(&stored, sum, &narrow), told(&plain, sum, &wide), "{sum}");
        }
        let position = stored.read(sums[0]).unwrap();
        let method = answer(&position, &Asked::default(), &wide).unwrap().method;
        assert!(method.contains("looked up"), "{method}");
        // Outside of the box the rules are searched, down to it.
        let outside = format!("{name}(16,13)");
        assert_eq!(told(&stored, &outside, &wide), told(&plain, &outside, &wide));
        for end in [10, 14] {
            let table = |catalogue: &Catalogue<'_>| {
                let game = catalogue.read_game(name).unwrap();
                let table = Table::compute(&*game, end, Some(11), Content::Values, &wide).unwrap();
                let cells =
                    (0..table.rows()).flat_map(|r| (0..table.columns()).map(move |c| (r, c)));
                cells.map(|(r, c)| table.cell(r, c)).collect::<Vec<_>>()
            };
            assert_eq!(table(&stored), table(&plain), "{name} to {end}");
        }
    }
}

#[test]
fn what_has_no_values_is_refused_with_the_way_out() {
    let kept = Folder::new("refused");
    let folder = kept.at("outcomes");
    solve(QUEENS, "W", &[3, 3], &folder, true, false);
    let refused = Results::open(&folder).unwrap().into_rules().err().unwrap().to_string();
    assert!(refused.contains("no values") && refused.contains("grundy-cluster look"), "{refused}");
    let folder = kept.at("loopy");
    solve("loopy L  L(n) where n < 3  L(n) -> L((n+1) mod 3)", "L", &[2], &folder, true, true);
    let refused = Results::open(&folder).unwrap().into_rules().err().unwrap().to_string();
    assert!(refused.contains("loopy") && refused.contains("grundy-cluster look"), "{refused}");
}
