//! Who wins cram on a board in misère play: `misere ROWS COLUMNS [MEBIBYTES]`.

use grundy_search::board::{Board, OnBoards, Pieces, all_parts};
use grundy_search::misere::Misere;
use grundy_search::{Bounds, Keyed};

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [rows, columns, ref rest @ ..] = numbers[..] else {
        eprintln!("expected rows and columns");
        std::process::exit(2);
    };
    let Some(board) = Board::full(rows as u32, columns as u32) else {
        eprintln!("this board is too large");
        std::process::exit(2);
    };
    let memory = rest.first().unwrap_or(&512) << 20;
    let cram = OnBoards(Pieces::dominoes());
    let games: [&dyn Keyed; 1] = [&cram];
    let parts: Vec<(u32, u128)> =
        all_parts(&cram.0, board).into_iter().map(|part| (0, part)).collect();
    let mut search = Misere::default();
    let bounds = Bounds { memory, threads: 1, look: &|_| true };
    match search.wins(&games, &parts, &bounds) {
        Ok(wins) => println!("{}", if wins { "N" } else { "P" }),
        Err(why) => println!("{why:?}"),
    }
    println!("{} sums expanded, {} known, {} bytes", search.nodes(), search.len(), search.bytes());
}
