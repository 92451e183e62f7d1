//! Seeded generators of large graphs and texts: the same for the same arguments, everywhere.
#![allow(dead_code)]

/// A plain generator of numbers (SplitMix64).
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u32
    }

    /// 0, …, n-1 in random order.
    pub fn shuffled(&mut self, n: u32) -> Vec<u32> {
        let mut order: Vec<u32> = (0..n).collect();
        (1..n).for_each(|i| order.swap(i as usize, self.below(i + 1) as usize));
        order
    }
}

/// The kinds of graphs that [`graph`] knows.
pub const KINDS: [&str; 13] = [
    "dag",
    "mixed-dag",
    "layered-dag",
    "path",
    "mixed-path",
    "star",
    "bipartite",
    "general",
    "grid",
    "tree",
    "stalk",
    "cactus",
    "cycle",
];

/// Hands the edges or arcs of a graph of n >= 2 vertices to `put`; m counts where the kind leaves
/// it open. False if there is no such kind.
///
/// "dag": arcs from smaller to greater vertices. "mixed-dag": the same, numbers in random order.
/// "layered-dag": a thousand layers. "general", "bipartite": random edges. "tree": each vertex hung
/// on a random smaller one. "cactus": cycles of 3 to 12 vertices hung on random vertices.
pub fn graph(kind: &str, n: u32, m: u32, seed: u64, mut put: impl FnMut(u32, u32)) -> bool {
    let mut random = Random(seed);
    match kind {
        "dag" | "mixed-dag" => {
            let name = (kind == "mixed-dag").then(|| random.shuffled(n));
            let name = |v: u32| name.as_ref().map_or(v, |name| name[v as usize]);
            for _ in 0..m {
                let v = 1 + random.below(n - 1);
                put(name(random.below(v)), name(v));
            }
        }
        "layered-dag" => {
            let width = n.div_ceil(1000);
            for _ in 0..m {
                let u = random.below(n.saturating_sub(width).max(1));
                put(u, (u / width + 1) * width + random.below(width));
            }
        }
        "path" | "stalk" => (1..n).for_each(|v| put(v - 1, v)),
        "mixed-path" => random.shuffled(n).windows(2).for_each(|pair| put(pair[0], pair[1])),
        "cycle" => (0..n).for_each(|v| put(v, (v + 1) % n)),
        "star" => (1..n).for_each(|v| put(0, v)),
        "bipartite" => {
            (0..m).for_each(|_| put(random.below(n / 2), n / 2 + random.below(n - n / 2)));
        }
        "general" => {
            for _ in 0..m {
                let u = random.below(n);
                put(u, (u + 1 + random.below(n - 1)) % n);
            }
        }
        "grid" => {
            let side = n.isqrt();
            for v in 0..side * side {
                if v % side + 1 < side {
                    put(v, v + 1);
                }
                if v / side + 1 < side {
                    put(v, v + side);
                }
            }
        }
        "tree" => (1..n).for_each(|v| put(random.below(v), v)),
        "cactus" => {
            let mut next = 1;
            while next < n {
                let root = random.below(next);
                let length = (2 + random.below(10)).min(n - next);
                put(root, next);
                (next + 1..next + length).for_each(|v| put(v - 1, v));
                put(next + length - 1, root);
                next += length;
            }
        }
        _ => return false,
    }
    true
}

/// The edges of [`graph`].
pub fn edges(kind: &str, n: u32, m: u32) -> Vec<(u32, u32)> {
    let mut edges = Vec::new();
    assert!(graph(kind, n, m, 1, |u, v| edges.push((u, v))), "no kind {kind}");
    edges
}

/// A word of `length` letters, the first `alphabet` of a to z, at random.
pub fn word(length: usize, alphabet: u32, seed: u64) -> String {
    let mut random = Random(seed);
    (0..length).map(|_| (b'a' + random.below(alphabet) as u8) as char).collect()
}
