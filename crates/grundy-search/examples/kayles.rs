//! Times the search for the value of Node Kayles on a rectangle.
use grundy_search::board::{Board, Kayles, OnBoards, parts};
use grundy_search::{Bounds, Search};
fn main() {
    let arguments: Vec<u32> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let [height, width, threads] = arguments[..] else { panic!("height width threads") };
    let rules = OnBoards(Kayles::<false>);
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
