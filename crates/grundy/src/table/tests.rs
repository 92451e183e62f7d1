//! Tables beside the values they are made of.

use super::*;
use crate::answer::PartValue;
use crate::expr::Catalogue;
use crate::nat::Nat;
use crate::outcome::Outcome;

fn table(
    game: &str,
    to: u64,
    to_second: Option<u64>,
    content: Content,
) -> Result<Table, TableError> {
    let game = Catalogue::default().read_game(game).unwrap();
    Table::compute(&*game, to, to_second, content, &Context::default())
}

#[test]
fn one_argument_makes_a_line_and_two_a_square() {
    let line = table("0.77", 12, None, Content::Values).unwrap();
    assert!(line.to_csv().ends_with("\n11,6\n12,4\n"));
    assert_eq!(
        line.to_text(),
        "0.77: Grundy values\n n | +0 +1 +2 +3 +4 +5 +6 +7 +8 +9\n---+------------------------------\n 0 |  0  1  2  3  1  4  3  2  1  4\n10 |  2  6  4\nGrundy values: period 12 from 71 on (proved)\n"
    );
    let square = table("wythoff", 2, Some(3), Content::Outcomes(Play::Normal)).unwrap();
    assert_eq!(
        square.to_text(),
        "wythoff: outcomes in normal play\na/b | 0 1 2 3\n----+--------\n  0 | P N N N\n  1 | N N P N\n  2 | N P N N\n"
    );
    assert!(table("nim", 3, Some(3), Content::Values).is_err());
}

#[test]
fn rows_and_columns_begin_with_0_where_there_is_such_a_position() {
    let context = Context::default();
    let csv = |game: &str| {
        let game = Catalogue::default().read_tabled(game, &context).unwrap();
        Table::compute(&*game, 2, Some(3), Content::Values, &context).unwrap().to_csv()
    };
    assert_eq!(csv("bash[m](n)"), "m,0,1,2,3\n1,0,1,0,1\n2,0,1,2,0\n");
    assert_eq!(csv("bash[m](2) + nim(n)"), "m,0,1,2,3\n1,0,1,2,3\n2,2,3,0,1\n");
    assert_eq!(csv("nim(n) + bash[m](2)"), "n,1,2,3\n0,0,2,2\n1,1,3,3\n2,2,0,0\n");
    assert_eq!(csv("euclid"), "a,1,2,3\n1,0,1,2\n2,1,0,0\n");
}

#[test]
fn misere_outcomes_are_searched() {
    let nim = table("nim", 3, None, Content::Outcomes(Play::Misere)).unwrap();
    assert_eq!(nim.to_csv(), "n,outcome\n0,N\n1,P\n2,N\n3,N\n");
}

#[test]
fn values_that_come_all_together_are_those_of_single_positions() {
    let context = Context::default();
    let mut together = 0;
    for name in [
        "nim",
        "nim-keep",
        "bash[1]",
        "bash[4]",
        "bash[99999999999999999999]",
        "0.137",
        "0.07",
        "0.77",
        "0.[3]",
        "0.[2]",
        "4.[3]",
        "4!.0",
        "0.3F",
        "8.0",
        "treblecross",
        "subtraction[1,3,4]",
        "subtraction[2..7]",
        "subtraction[6,10]",
        "subtraction[9,15]",
        "subtraction[5]",
        "subtraction[1,3,9]",
        "subtraction[3,9]",
        "subtraction[1..99999999]",
        "subtraction[powers[2]]",
        "subtraction[powers[3]]",
        "subtraction[powers[10]]",
        "subtraction[all-but[3]]",
        "subtraction[all-but[2,5]]",
        "subtraction[all-but[]]",
        "subtraction[squares]",
        "subtraction[primes]",
        "subtraction[fibonacci]",
        "lasker",
        "lasker[2]",
        "lasker[8]",
        "split-smaller",
        "subtraction[10^30]",
        "subtraction[4,10^30]",
        "subtraction[3,7,500]",
    ] {
        let Ok(game) = Catalogue::default().read_game(name) else { continue };
        for to in [0, 1, 7, 600] {
            let Some(line) = game.values_to(to, &context).unwrap() else { continue };
            together += 1;
            assert_eq!(line.values.len() as u64, to + 1, "{name}");
            for (n, &value) in line.values.iter().enumerate() {
                let sum = [place(&*game, &[n as u64]).unwrap()];
                let known = crate::analysis::value(&sum, &context).unwrap();
                assert_eq!(known, PartValue::Known(value.into()), "{name} of {n}");
            }
            let Some(period) = line.period else { continue };
            let (start, length) = (period.preperiod as usize, period.length as usize);
            let far = line.values.iter().skip(start + length);
            let near = line.values.iter().skip(start);
            assert!(
                far.zip(near)
                    .all(|(far, near)| u64::from(*far) == u64::from(*near) + period.saltus),
                "{name}"
            );
        }
    }
    assert!(together > 100, "{together}");
}

#[test]
fn every_view_is_told_in_every_format() {
    let contents =
        [Content::Values, Content::Outcomes(Play::Normal), Content::Outcomes(Play::Misere)];
    let views = [
        View::Entries,
        View::ByValue,
        View::Differences,
        View::Digits(Radix::Base(2)),
        View::Digits(Radix::Base(12)),
        View::Digits(Radix::Fibonacci),
    ];
    for (game, to) in [
        ("wythoff", 4),
        ("0.77", 30),
        ("0.77", 0),
        ("chomp", 3),
        ("euclid", 2),
        ("cutting", 4),
        ("divisor-game", 1),
    ] {
        for content in contents {
            let Ok(table) = table(game, to, None, content) else { continue };
            for view in views {
                let sheet = table.sheet(view, &Context::default()).unwrap();
                let csv = sheet.to_text(Format::Csv);
                let json: serde_json::Value =
                    serde_json::from_str(&sheet.to_text(Format::Json)).unwrap();
                let columns = json["columns"].as_array().unwrap();
                let rows = json["rows"].as_array().unwrap();
                assert_eq!(rows.len() + 1, csv.lines().count(), "{game} {view:?}");
                assert!(rows.iter().all(|row| row.as_array().unwrap().len() == columns.len()));
                let markdown = sheet.to_text(Format::Markdown);
                let bars = |line: &str| line.replace("\\|", "").matches('|').count();
                let lines = markdown.lines().filter(|line| line.starts_with('|'));
                let widths: Vec<usize> = lines.map(bars).collect();
                assert_eq!(widths.len(), rows.len() + 2, "{markdown}");
                assert!(widths.iter().all(|width| width == &widths[0]), "{markdown}");
                assert!(sheet.to_text(Format::Text).starts_with(game));
            }
        }
    }
}

#[test]
fn by_value_every_position_is_listed_once() {
    for (game, to) in [("wythoff", 9), ("chomp", 4), ("0.07", 300)] {
        let table = table(game, to, None, Content::Values).unwrap();
        let sheet = table.sheet(View::ByValue, &Context::default()).unwrap();
        let json: serde_json::Value = serde_json::from_str(&sheet.to_text(Format::Json)).unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for row in json["rows"].as_array().unwrap() {
            let list = row.as_array().unwrap().last().unwrap().as_array().unwrap();
            assert_eq!(row[1], list.len());
            for position in list {
                let at = |i: usize, first: u64| (position[i].as_u64().unwrap() - first) as usize;
                let (a, b) = match table.first_column {
                    Some(first) => (at(0, table.first_row), at(1, first)),
                    None => ((position.as_u64().unwrap() - table.first_row) as usize, 0),
                };
                assert_eq!(u64::from(table.small_value(a, b).unwrap()), row[0]);
                assert!(seen.insert((a, b)));
            }
        }
        assert_eq!(seen.len(), table.rows() * table.columns());
    }
}

#[test]
fn differences_of_wythoff_are_the_index() {
    let table = table("wythoff", 60, None, Content::Values).unwrap();
    let csv = table.sheet(View::Differences, &Context::default()).unwrap().to_text(Format::Csv);
    assert!(csv.starts_with("k,a,b,b-a,step of a,step of b\n0,0,0,0,,\n1,1,2,1,1,2\n"), "{csv}");
    for line in csv.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields[0], fields[3], "{line}");
    }
    // Of a table that is no square every P-position is listed.
    let game = Catalogue::default().read_game("wythoff").unwrap();
    let context = Context::default();
    let long = Table::compute(&*game, 13, Some(8), Content::Values, &context).unwrap();
    let csv = long.sheet(View::Differences, &context).unwrap().to_text(Format::Csv);
    assert!(csv.ends_with("\n8,13,8,-5,3,2\n"), "{csv}");
    assert_eq!(csv.lines().count(), 1 + 9);
}

#[test]
fn every_view_looks_at_the_clock_in_every_format() {
    use crate::context::Progress;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    let catalogue = Catalogue::default();
    let flag = AtomicBool::new(true);
    let cancelled = Context::default().with_cancel(&flag);
    for (game, to) in [("subtraction[1,3,4]", 50_000), ("wythoff", 220)] {
        let game = catalogue.read_game(game).unwrap();
        for content in [Content::Values, Content::Outcomes(Play::Normal)] {
            let table = Table::compute(&*game, to, None, content, &Context::default()).unwrap();
            for view in [
                View::Entries,
                View::ByValue,
                View::Differences,
                View::Digits(Radix::Base(2)),
                View::Digits(Radix::Fibonacci),
            ] {
                let stopped = table.sheet(view, &cancelled).map(|_| ());
                let makes = !matches!(view, View::Entries);
                assert!(!makes || stopped == Err(Stop::Cancelled), "{view:?}");
                let looks = AtomicU64::new(0);
                let report = |_: Progress<'_>| _ = looks.fetch_add(1, Ordering::Relaxed);
                let watched = Context::default().with_progress(&report);
                let sheet = table.sheet(view, &watched).unwrap();
                for format in [Format::Text, Format::Csv, Format::Json, Format::Markdown] {
                    let before = looks.load(Ordering::Relaxed);
                    sheet.write(format, &mut std::io::sink(), &watched).unwrap();
                    // A row of a square table is one step of CSV, and a list one field.
                    let rows: u64 = match (view, table.first_column) {
                        (View::ByValue, _) | (View::Differences, Some(_)) => 1,
                        (View::Differences, None) if !table.has_values() => 10_000,
                        (View::Entries, Some(_)) => 200,
                        _ if format == Format::Text && table.first_column.is_none() => 5_000,
                        _ => 48_000,
                    };
                    let seen = looks.load(Ordering::Relaxed) - before;
                    assert!(seen >= rows.div_ceil(4096), "{view:?} {format:?}: {seen}");
                    let error = sheet.write(format, &mut std::io::sink(), &cancelled).unwrap_err();
                    let inner = error.into_inner().unwrap();
                    assert_eq!(*inner.downcast::<Stop>().unwrap(), Stop::Cancelled);
                }
            }
        }
    }
}

#[test]
fn outcomes_by_theory_are_those_by_search() {
    let context = Context::default();
    for (game, to) in [
        ("wythoff[1]", 18),
        ("wythoff[2]", 18),
        ("wythoff[5]", 16),
        ("chomp", 7),
        ("lasker[3]", 60),
    ] {
        let game = Catalogue::default().read_game(game).unwrap();
        let normal = Content::Outcomes(Play::Normal);
        let values = Table::compute(&*game, to, None, Content::Values, &context).unwrap();
        // No search is allowed to store anything here.
        let none = Context::new(crate::context::Limits {
            moves: 1,
            value_positions: 0,
            ..crate::context::Limits::default()
        });
        let outcomes = Table::compute(&*game, to, None, normal, &none).unwrap();
        for row in 0..values.rows() {
            for column in 0..values.columns() {
                let expected = Outcome::of(values.cell(row, column) != Cell::Value(Nat::ZERO));
                assert_eq!(outcomes.cell(row, column), Cell::Outcome(expected), "{row} {column}");
            }
        }
    }
}

#[test]
fn the_end_that_is_chosen_fits_a_screen() {
    let catalogue = Catalogue::default();
    for (game, end) in [("0.137", 99), ("wythoff", 12), ("chomp", 12), ("divisor-game", 49)] {
        let game = catalogue.read_game(game).unwrap();
        assert_eq!(default_end(&*game).unwrap(), end);
    }
    assert!(default_end(&*catalogue.read_game("moore[2]").unwrap()).is_ok());
    assert!(matches!(
        default_end(&*catalogue.read_game("dag").unwrap()),
        Err(TableError::Shape(_))
    ));
}
