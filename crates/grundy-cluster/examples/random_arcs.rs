//! Random graphs as files of arcs, always the same ones: `random_arcs VERTICES dag|digraph FILES NAME`.
//!
//! In a `dag` every vertex but 0 has 3 arcs to random smaller ones. In a `digraph` one vertex in 20 has no arc, and
//! every other one has 1 to 3 arcs to random vertices.

use std::fs::File;
use std::io::{BufWriter, Write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [vertices, kind, files, name] = &arguments[..] else {
        return Err("expected VERTICES dag|digraph FILES NAME".into());
    };
    let (n, files): (u32, u32) = (vertices.parse()?, files.parse()?);
    let acyclic = kind == "dag";
    let mut rng = fastrand::Rng::with_seed(1);
    let each = n.div_ceil(files);
    for file in 0..files {
        let mut out =
            BufWriter::with_capacity(1 << 20, File::create(format!("{name}-{file}.txt"))?);
        for vertex in file * each..n.min((file + 1) * each) {
            let (degree, below) = match acyclic {
                true => (if vertex == 0 { 0 } else { 3 }, vertex),
                false if rng.u8(..20) == 0 => (0, n),
                false => (rng.u32(1..=3), n),
            };
            for _ in 0..degree {
                writeln!(out, "{vertex} {}", rng.u32(..below))?;
            }
        }
        out.flush()?;
    }
    Ok(())
}
