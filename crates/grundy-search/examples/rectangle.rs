//! Times the search for the value of a game on a rectangle: `cram` or `node-kayles`.
use grundy_search::board::{Board, Kayles, Moves, OnBoards, Pieces, parts};
use grundy_search::{Bounds, Search};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u32> = arguments.iter().skip(1).filter_map(|a| a.parse().ok()).collect();
    match (arguments.first().map(String::as_str), &numbers[..]) {
        (Some("cram"), &[height, width, threads]) => {
            time(OnBoards(Pieces::dominoes()), height, width, threads)
        }
        (Some("node-kayles"), &[height, width, threads]) => {
            time(OnBoards(Kayles::<false>), height, width, threads)
        }
        _ => eprintln!("expected cram or node-kayles, height, width, threads"),
    }
}

fn time<M: Moves>(rules: OnBoards<M>, height: u32, width: u32, threads: u32) {
    let started = std::time::Instant::now();
    let look = |_| true;
    let bounds = Bounds { memory: 1 << 30, threads: threads as usize, look: &look };
    let mut search = Search::default();
    let board = Board::full(height, width).expect("a board");
    let value = search.value(&rules, &parts(&rules.0, board), &bounds).expect("no limit");
    println!(
        "{height}x{width}: {value}, {} nodes, {} known, {} MB, {:?}",
        search.nodes(),
        search.len(),
        search.bytes() >> 20,
        started.elapsed()
    );
}
