//! Chomp against its rules, published values and moves.

use super::*;
use crate::games::testing::{
    check_round_trip_where, check_theory_where, place, reachable, read_error,
};

/// All boards with at most so many rows of at most so many squares.
fn boards(rows: usize, length: u16) -> Vec<Vec<u16>> {
    let mut all: Vec<Vec<u16>> = (1..=length).map(|r| vec![r]).collect();
    let mut from = 0;
    for _ in 1..rows {
        let end = all.len();
        for i in from..end {
            for r in 1..=*all[i].last().unwrap() {
                let mut higher = all[i].clone();
                higher.push(r);
                all.push(higher);
            }
        }
        from = end;
    }
    all
}

fn small(rows: &[u16]) -> Board {
    Board::Small(rows.into())
}

#[test]
fn theory_is_that_of_the_rules() {
    let must = |board: &Board, target: u64| match shape(board) {
        Shape::Hook { .. } => true,
        Shape::Two { .. } => target == 0,
        _ => false,
    };
    check_theory_where(&Chomp::default(), boards(4, 4).iter().map(|rows| small(rows)), 4, must);
    check_theory_where(&Chomp::default(), boards(2, 9).iter().map(|rows| small(rows)), 4, must);
    check_theory_where(&Chomp::default(), boards(9, 2).iter().map(|rows| small(rows)), 4, must);
}

#[test]
fn the_number_of_boards_within_a_board_is_exact() {
    for rows in boards(4, 4) {
        let board = small(&rows);
        assert_eq!(
            Chomp::default().reachable(&board),
            Some(reachable(&Chomp::default(), &board).into())
        );
    }
    assert_eq!(boards_within_rectangle(&4u8.into(), &6u8.into()), Nat::from(210u8));
}

#[test]
fn both_forms_of_a_board_play_alike() {
    for rows in boards(3, 4) {
        let board = small(&rows);
        assert_eq!(Board::from_runs(board.runs()), board);
        assert_eq!(board.transposed().transposed(), board);
        let (mut few, mut runs) = (Options::default(), Options::default());
        Chomp::default().options(&board, &mut few).unwrap();
        large_options(&board.runs(), &mut runs).unwrap();
        let sums = |options: &Options<Board>| -> Vec<_> {
            options.iter().map(|option| option.sum.to_vec()).collect()
        };
        assert_eq!(sums(&few), sums(&runs));
        // The square printed is the square chosen, in the order in which they are listed.
        let squares = rows.iter().enumerate().flat_map(|(y, &r)| (1..=r).map(move |x| (x, y)));
        for (option, (x, y)) in few.iter().zip(squares.skip(1)) {
            let found = chosen(&board.runs(), &option.sum[0].runs());
            assert_eq!(found, ((y + 1).into(), x.into()));
        }
    }
}

#[test]
fn squares_are_won_by_the_move_to_two_equal_arms() {
    let context = Context::default();
    let board = Board::from_runs(vec![(Nat::from(100u8), Nat::from(100u8))]);
    let found = Chomp::default().moves_to(&board, &Nat::ZERO, 20, &context).unwrap().unwrap();
    assert_eq!(found.count, None);
    assert_eq!(found.listed.len(), 1);
    let left = &found.listed[0].sum[0];
    assert_eq!(Chomp::default().known(left, &context).unwrap(), Some(Known::Value(Nat::ZERO)));
    assert!(
        Chomp::default().print_move(&board, &found.listed[0]).starts_with("choose square (2,2)")
    );
}

/// The value, and the squares (row, column) that win, of a board of so many rows and columns.
fn first_moves(game: &Chomp, rows: u16, length: u16) -> (Nat, Vec<(Nat, Nat)>) {
    let (board, context) = (small(&vec![length; rows.into()]), Context::default());
    let Some(Known::Value(value)) = game.known(&board, &context).unwrap() else {
        panic!("{rows} by {length} has no value")
    };
    let found = game.moves_to(&board, &Nat::ZERO, usize::MAX, &context).unwrap().unwrap();
    assert_eq!(found.count, Some(found.listed.len().into()));
    let squares = found.listed.iter().map(|to| chosen(&board.runs(), &to.sum[0].runs()));
    (value, squares.collect())
}

/// Boards up to so many rows and columns with more than one winning first move: two.
fn ambiguous(game: &Chomp, sides: u16) -> Vec<(u16, u16)> {
    let mut found = Vec::new();
    first_moves(game, sides, sides);
    for m in 1..=sides {
        for n in m.max(2)..=sides {
            match first_moves(game, m, n).1.len() {
                1 => {}
                2 => found.push((m, n)),
                more => panic!("{m} by {n} has {more} winning first moves"),
            }
        }
    }
    found
}

#[test]
fn squares_have_the_published_values_and_few_boards_two_winning_moves() {
    let game = Chomp::default();
    assert_eq!(ambiguous(&game, 10), [(8, 10), (9, 10)]);
    for (n, value) in (8..).zip([13u8, 20, 19]) {
        let two = Nat::from(2u8);
        assert_eq!(first_moves(&game, n, n), (value.into(), vec![(two.clone(), two)]));
    }
    assert_eq!(first_moves(&game, 6, 13).1.len(), 2);
    assert_eq!(game.tables.get(&small(&[10; 10])), Some(19));
}

#[test]
#[ignore = "some seconds in release builds"]
fn all_boards_up_to_14_by_14_have_the_published_values_and_moves() {
    let game = Chomp::default();
    assert_eq!(ambiguous(&game, 14), [(6, 13), (8, 10), (9, 10), (10, 14), (12, 13)]);
    for (n, value) in (8..).zip([13u8, 20, 19, 23, 41, 33, 29]) {
        assert_eq!(first_moves(&game, n, n).0, value.into());
    }
}

#[test]
fn where_values_are_too_dear_outcomes_and_moves_are_found() {
    let (all, mut context) = (Chomp::default(), Context::default());
    // Enough for a bit of each board, not for values.
    context.limits.memory = 12 << 20;
    for (rows, length) in [(12, 13), (13, 12), (10, 14), (12, 12)] {
        let (few, board) = (Chomp::default(), small(&vec![length; rows]));
        assert_eq!(few.known(&board, &context).unwrap(), Some(Known::Nonzero));
        let found = few.moves_to(&board, &Nat::ZERO, 20, &context).unwrap().unwrap();
        assert_eq!(few.tables.get(&board), None, "no values");
        let (_, squares) = first_moves(&all, rows as u16, length);
        assert_eq!(found.count, Some(squares.len().into()), "{rows} by {length}");
        let found = found.listed.iter().map(|to| chosen(&board.runs(), &to.sum[0].runs()));
        assert_eq!(found.collect::<Vec<_>>(), squares, "{rows} by {length}");
        // What the moves leave is lost, and so are its images; most other boards are not.
        for last in 1..12 {
            let mut other = vec![length; rows];
            other[rows - 1] = last;
            let board = small(&other);
            let value = all.tables.get(&board).unwrap();
            match few.known(&board, &context).unwrap() {
                Some(Known::Value(found)) => assert_eq!(found, value.into(), "{other:?}"),
                Some(Known::Nonzero) => assert_ne!(value, 0, "{other:?}"),
                known => panic!("{other:?}: {known:?}"),
            }
        }
    }
}

#[test]
fn past_the_limits_the_outcome_stays_and_the_moves_are_unknown() {
    let mut context = Context::default();
    context.limits.memory = 1 << 20;
    let (game, board) = (Chomp::default(), small(&[14; 13]));
    assert_eq!(game.known(&board, &context).unwrap(), Some(Known::Nonzero));
    let found = game.moves_to(&board, &Nat::ZERO, 20, &context).unwrap().unwrap();
    assert_eq!(found, Found { count: None, listed: Vec::new() });
    let other = small(&[14, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13]);
    let stop = game.known(&other, &context).unwrap_err();
    assert!(stop.to_string().contains("--max-memory"), "{stop}");
}

#[test]
fn printed_text_reads_back_and_wrong_text_is_refused() {
    check_round_trip_where(&ChompFamily, |text| !text.contains("rows"));
    for wrong in ["0,3", "3,0", "rows()", "rows(0)", "rows(1,2)", "4", "1,2,3", "rows(2;1,1)"] {
        read_error(&ChompFamily, &format!("chomp({wrong})"));
    }
    for huge in ["10^1000, 10^999", "rows(10^20,5; 10^18,3)", "rows(70000,5,5)"] {
        let board = place(&ChompFamily, &format!("chomp({huge})")).unwrap();
        assert!(board.has_moves(0));
        assert!(board.known(0, &Context::default()).is_ok());
        let again = place(&ChompFamily, &board.print()).unwrap();
        assert!(again.equal(0, board.position(0)), "{huge}");
    }
}
