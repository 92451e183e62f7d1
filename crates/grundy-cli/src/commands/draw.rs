//! `grundy draw`

use crate::args::Draw as Args;
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::{check_outputs, write_to};
use crate::pictures::{PictureFormat, ending};
use crate::rules::Loaded;
use grundy::analysis::{Question, answer};
use grundy::context::Stop;
use grundy::diagram::Diagram;
use grundy::outcome::Play;
use std::path::Path;

/// How the position is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Text,
    Json,
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
        let mut diagram = Diagram::of(&expression, context).map_err(stopped)?;
        if args.moves {
            let moves = diagram.moves.len().max(1);
            let question = Question { play, moves, value: false, ..Question::default() };
            diagram.mark(&answer(&expression, &question, context).map_err(stopped)?);
        }
        match format {
            Format::Text => write_to(file, |out| diagram.write_text(out)),
            Format::Json => write_to(file, |out| writeln!(out, "{}", diagram.to_json())),
            Format::Picture(format) => format.write(&diagram.drawing(), file, context, stopped),
        }
    })
}

/// As the name of the file tells; `--json` may stand for the ending but not against it.
fn format(args: &Args, file: Option<&Path>) -> Result<Format, Failure> {
    let Some(path) = file else {
        return Ok(if args.json { Format::Json } else { Format::Text });
    };
    let ending = ending(path);
    let named = ending.as_deref().and_then(|ending| match ending {
        "txt" => Some(Format::Text),
        "json" => Some(Format::Json),
        ending => PictureFormat::of_ending(ending).map(Format::Picture),
    });
    let shown = path.display();
    match named {
        Some(named) if args.json && named != Format::Json => Err(Failure::Usage(format!(
            "--json and the ending of {shown} contradict each other: leave --json out, or name the \
             file otherwise"
        ))),
        Some(named) => Ok(named),
        None if args.json => Ok(Format::Json),
        None => Err(Failure::Usage(format!(
            "the ending of {shown} names no format of pictures\n  known are .svg and .png \
             (pictures), .txt (text) and .json"
        ))),
    }
}
