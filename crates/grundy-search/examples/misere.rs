//! Who wins in misère play: `misere cram ROWS COLUMNS`, `misere kayles ROWS COLUMNS` (Kayles on a board), `misere
//! sprouts SPOTS`; the last number may be mebibytes.

use grundy_search::board::{Board, Kayles, Moves, OnBoards, Pieces, all_parts};
use grundy_search::misere::Misere;
use grundy_search::sprouts::Sprouts;
use grundy_search::{Bounds, Keyed};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = words.iter().skip(1).filter_map(|word| word.parse().ok()).collect();
    match (words.first().map(String::as_str), &numbers[..]) {
        (Some("cram"), [rows, columns, rest @ ..]) => {
            on_board(OnBoards(Pieces::dominoes()), (*rows, *columns), rest);
        }
        (Some("kayles"), [rows, columns, rest @ ..]) => {
            on_board(OnBoards(Kayles::<false>), (*rows, *columns), rest);
        }
        (Some("sprouts"), [spots, rest @ ..]) => {
            let sprouts = Sprouts::default();
            let lands = sprouts.start(*spots as usize);
            answer(&sprouts, lands.into_iter().map(|land| land.number()).collect(), rest);
        }
        _ => eprintln!("expected cram, kayles or sprouts, and numbers"),
    }
}

fn on_board<M: Moves>(rules: OnBoards<M>, (rows, columns): (u64, u64), rest: &[u64]) {
    match Board::full(rows as u32, columns as u32) {
        Some(board) => answer(&rules, all_parts(&rules.0, board), rest),
        None => eprintln!("this board is too large"),
    }
}

fn answer(rules: &dyn Keyed, parts: Vec<u128>, rest: &[u64]) {
    let memory = rest.first().unwrap_or(&512) << 20;
    let parts: Vec<(u32, u128)> = parts.into_iter().map(|part| (0, part)).collect();
    let mut search = Misere::default();
    let bounds = Bounds { memory, threads: 1, look: &|_| true };
    match search.wins(&[rules], &parts, &bounds) {
        Ok(wins) => println!("{}", if wins { "N" } else { "P" }),
        Err(why) => println!("{why:?}"),
    }
    println!("{} sums expanded, {} known, {} bytes", search.nodes(), search.len(), search.bytes());
}
