//! `grundy graph`

use crate::args::Graph as Args;
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::write_to;
use crate::rules::Loaded;
use grundy::context::Stop;
use grundy::game_graph::{GameGraph, GraphError};
use grundy::outcome::Play;
use std::path::Path;

/// How the graph is shown.
#[derive(Clone, Copy)]
enum Format {
    Text,
    Dot,
    Svg,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let format = format(args);
    let play = if args.misere { Play::Misere } else { Play::Normal };
    let rules = Loaded::new(&args.rules)?;
    let catalogue = rules.catalogue();
    let text = with_context(args.limits.limits(), |context| {
        let expression = catalogue
            .read_within(&args.expression, context)
            .map_err(|error| Failure::Read(error, args.expression.clone()))?;
        let stopped = |stop: Stop| Failure::Stop(stop, args.expression.trim().to_owned());
        let graph =
            GameGraph::explore(&expression, play, args.max_nodes, context).map_err(|error| {
                match error {
                    GraphError::Stop(stop) => stopped(stop),
                    large => Failure::Limit(large.to_string()),
                }
            })?;
        match format {
            Format::Text => Ok(graph.to_text()),
            Format::Dot => Ok(graph.to_dot()),
            Format::Svg => graph.to_svg_within(context).map_err(stopped),
        }
    })?;
    let file = args.output.as_deref().filter(|path| path.as_os_str() != "-");
    write_to(file, |out| out.write_all(text.as_bytes()))
}

/// As asked for, else as the name of the file tells.
fn format(args: &Args) -> Format {
    let extension = args.output.as_deref().and_then(Path::extension).and_then(|e| e.to_str());
    match extension.map(str::to_ascii_lowercase).as_deref() {
        _ if args.dot => Format::Dot,
        _ if args.svg => Format::Svg,
        Some("dot" | "gv") => Format::Dot,
        Some("svg") => Format::Svg,
        _ => Format::Text,
    }
}
