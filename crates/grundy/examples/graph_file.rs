//! Writes large graphs as edge lists, for measurements: the same file for the same arguments.
//!
//! `cargo run --release --example graph_file -- KIND VERTICES EDGES FILE [SEED]`

use std::fs::File;
use std::io::{BufWriter, Write};

/// A plain generator (SplitMix64), so that the files are the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    fn shuffled(&mut self, n: u64) -> Vec<u32> {
        let mut order: Vec<u32> = (0..n as u32).collect();
        (1..n).for_each(|i| order.swap(i as usize, self.below(i + 1) as usize));
        order
    }
}

const KINDS: &str = "kinds: dag (arcs from smaller to greater), mixed-dag (numbers in random order), \
layered-dag (1000 layers), path, mixed-path, star, bipartite, general, grid, tree, stalk, cactus";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [kind, n, m, path, seed @ ..] = &*args else {
        return Err(format!("expected KIND VERTICES EDGES FILE [SEED]\n{KINDS}").into());
    };
    let (n, m): (u64, u64) = (n.parse()?, m.parse()?);
    let seed = seed.first().map_or(Ok(1), |seed| seed.parse())?;
    if !(2..=u64::from(u32::MAX)).contains(&n) {
        return Err("expected from 2 to 2^32-1 vertices".into());
    }
    let mut random = Random(seed);
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let mut put = |u: u64, v: u64| writeln!(out, "{u} {v}");
    match &**kind {
        "dag" | "mixed-dag" => {
            let name = (kind == "mixed-dag").then(|| random.shuffled(n));
            let name = |v: u64| name.as_ref().map_or(v, |name| name[v as usize].into());
            for _ in 0..m {
                let v = 1 + random.below(n - 1);
                let u = random.below(v);
                put(name(u), name(v))?;
            }
        }
        "layered-dag" => {
            let width = n.div_ceil(1000);
            for _ in 0..m {
                let u = random.below(n.saturating_sub(width).max(1));
                put(u, (u / width + 1) * width + random.below(width))?;
            }
        }
        "path" | "stalk" => (1..n).try_for_each(|v| put(v - 1, v))?,
        "mixed-path" => {
            let name = random.shuffled(n);
            name.windows(2).try_for_each(|pair| put(pair[0].into(), pair[1].into()))?;
        }
        "star" => (1..n).try_for_each(|v| put(0, v))?,
        "bipartite" => {
            for _ in 0..m {
                put(random.below(n / 2), n / 2 + random.below(n - n / 2))?;
            }
        }
        "general" => {
            for _ in 0..m {
                let u = random.below(n);
                put(u, (u + 1 + random.below(n - 1)) % n)?;
            }
        }
        "grid" => {
            let side = n.isqrt();
            for v in 0..side * side {
                if v % side + 1 < side {
                    put(v, v + 1)?;
                }
                if v / side + 1 < side {
                    put(v, v + side)?;
                }
            }
        }
        "tree" => (1..n).try_for_each(|v| put(random.below(v), v))?,
        "cactus" => {
            // Cycles of three to twelve vertices, each hung on a vertex that is there.
            let mut next = 1;
            while next < n {
                let root = random.below(next);
                let length = (2 + random.below(10)).min(n - next);
                put(root, next)?;
                (next + 1..next + length).try_for_each(|v| put(v - 1, v))?;
                put(next + length - 1, root)?;
                next += length;
            }
        }
        other => return Err(format!("no kind {other}; {KINDS}").into()),
    }
    out.flush()?;
    Ok(())
}
