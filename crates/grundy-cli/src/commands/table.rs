//! `grundy table`

use crate::args::{Table as Args, TableFormat, TableView};
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::write_to;
use crate::rules::Loaded;
use grundy::context::{Context, Stop};
use grundy::game::AnyGame;
use grundy::graph::Starts;
use grundy::nat::{Nat, to_u64};
use grundy::outcome::Play;
use grundy::plot::Picture;
use grundy::table::{Content, Format, PPositions, Sheet, Table, View};
use std::path::Path;

pub fn run(args: &Args) -> Result<(), Failure> {
    let kind = args.plot.as_deref().map(Drawing::of).transpose()?;
    let rules = Loaded::new(&args.rules)?;
    let catalogue = rules.catalogue();
    let read = |error| Failure::Read(error, args.game.clone());
    let starts = with_context(args.limits.limits(), |context| {
        catalogue.read_starts(&args.game, content(args), context)
    });
    if let Some(starts) = starts.map_err(read)? {
        return every_start(&starts, args);
    }
    let game = catalogue.read_game(&args.game).map_err(read)?;
    if args.to.is_empty() {
        let message = "the last size is missing: --to 50, or --to 8 12\n  (a game on a graph takes \
                       its graph instead: dag(\"file\"))";
        return Err(Failure::Usage(message.into()));
    }
    if args.format == TableFormat::Binary {
        let message = "--format binary goes with every start in a graph, as dag(\"file\")";
        return Err(Failure::Usage(message.into()));
    }
    if args.plot.is_some() && args.view.is_some() && args.output.is_none() {
        let message = "--plot draws the table itself: leave --view out, or name a file for the \
                       view with --output";
        return Err(Failure::Usage(message.into()));
    }
    with_context(args.limits.limits(), |context| match args.view {
        Some(TableView::PPositions) => p_positions(&*game, args, context),
        Some(TableView::Of(view)) => table(&*game, args, view, kind, context),
        None => table(&*game, args, View::Entries, kind, context),
    })
}

fn content(args: &Args) -> Content {
    match (args.misere, args.outcomes) {
        (true, _) => Content::Outcomes(Play::Misere),
        (false, true) => Content::Outcomes(Play::Normal),
        (false, false) => Content::Values,
    }
}

fn every_start(starts: &Starts, args: &Args) -> Result<(), Failure> {
    if !args.to.is_empty() || args.from.is_some() || args.view.is_some() || args.plot.is_some() {
        let message = "--to, --from, --view and --plot go with games of numbers: this tells of \
                       each vertex";
        return Err(Failure::Usage(message.into()));
    }
    let play = if args.misere { Play::Misere } else { Play::Normal };
    write_to(args.output.as_deref(), |mut out| match args.format {
        TableFormat::Text => starts.write_lines(&mut out, "# ", ' '),
        TableFormat::Csv => starts.write_lines(&mut out, "", ','),
        TableFormat::Json => starts.write_json(&mut out, args.game.trim(), play),
        TableFormat::Markdown => starts.write_markdown(&mut out, args.game.trim()),
        TableFormat::Binary => starts.write_binary(&mut out),
    })
}

/// The file format of a picture.
#[derive(Clone, Copy)]
enum Drawing {
    Svg,
    Png,
}

impl Drawing {
    fn of(path: &Path) -> Result<Self, Failure> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => {
                let message = "--plot takes a file whose name ends in .svg or .png";
                Err(Failure::Usage(message.into()))
            }
        }
    }
}

fn stopped(stop: Stop) -> Failure {
    Failure::Stop(stop, String::new())
}

fn table(
    game: &dyn AnyGame,
    args: &Args,
    view: View,
    kind: Option<Drawing>,
    context: &Context<'_>,
) -> Result<(), Failure> {
    if args.from.is_some() {
        let message = "--from goes with --view p-positions: a table begins with the least size";
        return Err(Failure::Usage(message.into()));
    }
    // What exceeds the word is past every limit as well.
    let bound = |n: &Nat| to_u64(n).unwrap_or(u64::MAX - 1);
    let (to, to_second) = (bound(&args.to[0]), args.to.get(1).map(bound));
    let table = Table::compute(game, to, to_second, content(args), context)?;
    if args.plot.is_none() || args.output.is_some() {
        write(&table.sheet(view, context).map_err(stopped)?, args)?;
    }
    match (args.plot.as_deref(), kind) {
        (Some(path), Some(kind)) => plot(&table, path, kind, context),
        _ => Ok(()),
    }
}

fn write(sheet: &Sheet<'_>, args: &Args) -> Result<(), Failure> {
    let format = match args.format {
        TableFormat::Csv => Format::Csv,
        TableFormat::Json => Format::Json,
        TableFormat::Markdown => Format::Markdown,
        TableFormat::Text | TableFormat::Binary => Format::Text,
    };
    write_to(args.output.as_deref(), |out| sheet.write(format, out))
}

fn plot(table: &Table, path: &Path, kind: Drawing, context: &Context<'_>) -> Result<(), Failure> {
    let picture = Picture::of(table, context).map_err(stopped)?;
    match kind {
        Drawing::Svg => write_to(Some(path), |mut out| picture.write_svg(&mut out))?,
        Drawing::Png => {
            let pixels = picture.rasterise(context).map_err(stopped)?;
            write_to(Some(path), |mut out| pixels.write_png(&mut out))?;
        }
    }
    let told = format!("{}: {}\n", path.display(), picture.summary());
    write_to(None, |out| out.write_all(told.as_bytes()))
}

fn p_positions(game: &dyn AnyGame, args: &Args, context: &Context<'_>) -> Result<(), Failure> {
    if args.outcomes || args.plot.is_some() {
        let message = "--outcomes and --plot go with a table: all positions listed by this view \
                       are P";
        return Err(Failure::Usage(message.into()));
    }
    let play = if args.misere { Play::Misere } else { Play::Normal };
    let (from, to_second) = (args.from.as_ref(), args.to.get(1));
    let list = PPositions::list(game, from, &args.to[0], to_second, play, context)?;
    write(&list.sheet(), args)
}
