//! Who wins Sprouts, and the Grundy value: `sprouts SPOTS [value]`.

use grundy_search::sprouts::Sprouts;
use grundy_search::{Bounds, Search, Splitting};
use std::time::Instant;

fn main() {
    let mut args = std::env::args().skip(1);
    let spots: usize = args.next().and_then(|n| n.parse().ok()).expect("the number of spots");
    let value = args.next().is_some();
    let (sprouts, mut search) = (Sprouts::default(), Search::default());
    let bounds = Bounds { memory: 4 << 30, threads: 1, look: &|_| true };
    let start = Instant::now();
    let parts = sprouts.start(spots);
    let found = match value {
        true => format!("{:?}", search.value(&sprouts, &parts, &bounds)),
        false => format!("lost: {:?}", search.is(&sprouts, &parts, 0, &bounds)),
    };
    let (seconds, nodes) = (start.elapsed().as_secs_f64(), search.nodes());
    let mib = (search.bytes() + sprouts.bytes()) >> 20;
    println!("{spots}: {found}, {seconds:.2} s, {nodes} pairs, {} lands, {mib} MiB", sprouts.len());
}
