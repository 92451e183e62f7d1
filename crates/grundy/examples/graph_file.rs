//! Writes large graphs as edge lists, for measurements: the same file for the same arguments.
//!
//! `cargo run --release --example graph_file -- KIND VERTICES EDGES FILE [SEED]`

#[path = "../benches/generators/mod.rs"]
mod generators;

use std::fs::File;
use std::io::{BufWriter, Write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [kind, n, m, path, seed @ ..] = &*args else {
        let kinds = generators::KINDS.join(", ");
        return Err(format!("expected KIND VERTICES EDGES FILE [SEED]; kinds: {kinds}").into());
    };
    let (n, m): (u32, u32) = (n.parse()?, m.parse()?);
    let seed = seed.first().map_or(Ok(1), |seed| seed.parse())?;
    if n < 2 {
        return Err("expected two vertices or more".into());
    }
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let mut failed = None;
    let known = generators::graph(kind, n, m, seed, |u, v| {
        if let Err(error) = writeln!(out, "{u} {v}") {
            failed.get_or_insert(error);
        }
    });
    if !known {
        return Err(format!("no kind {kind}; kinds: {}", generators::KINDS.join(", ")).into());
    }
    if let Some(error) = failed {
        return Err(error.into());
    }
    out.flush()?;
    Ok(())
}
