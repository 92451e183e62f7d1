//! The same question on one machine, by the library alone, for comparison: a file of arcs is read, outcomes with
//! remoteness and loopy values are found, and counted.

use grundy::context::{Context, Limits};
use grundy::graph::{Digraph, LineFile, loopy, retrograde};
use grundy::outcome::{Outcome, Play};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).ok_or("a file of arcs is expected")?;
    let context = Context::new(Limits { memory: 64 << 30, ..Limits::default() });
    let mut begun = Instant::now();
    let mut lap = |what: &str| {
        println!("{what}: {:.1} s", begun.elapsed().as_secs_f64());
        begun = Instant::now();
    };
    let file =
        LineFile::open(&name, Default::default(), &context).map_err(|error| error.message)?;
    let read = Digraph::read(&file, &context).map_err(|error| error.message)?;
    lap("reading");
    let ends = retrograde::outcomes(&read.graph, None, Play::Normal, &context)?;
    lap("outcomes");
    let values = loopy::values(&read.graph, None, &context)?;
    lap("values");
    let n = read.graph.vertices() as u32;
    let count = |outcome| (0..n).filter(|&v| ends.get(v) == outcome).count();
    let infinite = (0..n).filter(|&v| values.number(v).is_none()).count();
    println!(
        "vertices {n}, P {}, N {}, draws {}, infinite {infinite}",
        count(Outcome::P),
        count(Outcome::N),
        count(Outcome::D)
    );
    Ok(())
}
