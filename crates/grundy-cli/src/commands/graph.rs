//! `grundy graph`

use crate::args::Graph as Args;
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::{check_outputs, write_to};
use crate::pictures::{PictureFormat, ending};
use crate::rules::Loaded;
use grundy::context::Stop;
use grundy::game_graph::{GameGraph, GraphError};
use grundy::outcome::Play;
use std::path::Path;

/// How the graph is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Text,
    Dot,
    Picture(PictureFormat),
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let file = args.output.as_deref().filter(|path| path.as_os_str() != "-");
    let format = format(args, file)?;
    check_outputs(&[("--output", file)])?;
    let play = if args.misere { Play::Misere } else { Play::Normal };
    let rules = Loaded::new(&args.rules)?;
    let catalogue = rules.catalogue();
    with_context(args.limits.limits(), |context| {
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
            Format::Text => write_to(file, |out| graph.write_text(out)),
            Format::Dot => write_to(file, |out| graph.write_dot(out)),
            Format::Picture(format) => {
                let drawing = graph.drawing(context).map_err(stopped)?;
                drop(graph);
                format.write(&drawing, file, context, stopped)
            }
        }
    })
}

/// As the name of the file tells; an option may stand for the ending but not against it.
fn format(args: &Args, file: Option<&Path>) -> Result<Format, Failure> {
    let option = match (args.dot, args.svg) {
        (true, _) => Some(("--dot", Format::Dot)),
        (_, true) => Some(("--svg", Format::Picture(PictureFormat::Svg))),
        _ => None,
    };
    let Some(path) = file else { return Ok(option.map_or(Format::Text, |(_, format)| format)) };
    let ending = ending(path);
    let named = ending.as_deref().and_then(|ending| match ending {
        "txt" => Some(Format::Text),
        "dot" | "gv" => Some(Format::Dot),
        ending => PictureFormat::of_ending(ending).map(Format::Picture),
    });
    let shown = path.display();
    match (option, named) {
        (Some((name, format)), Some(named)) if format != named => Err(Failure::Usage(format!(
            "{name} and the ending of {shown} contradict each other: leave {name} out, or name the \
             file otherwise"
        ))),
        (Some((_, format)), _) | (None, Some(format)) => Ok(format),
        (None, None) => Err(Failure::Usage(format!(
            "the ending of {shown} names no format of graphs\n  known are .svg and .png (pictures), \
             .dot and .gv (Graphviz), .txt (text)"
        ))),
    }
}
