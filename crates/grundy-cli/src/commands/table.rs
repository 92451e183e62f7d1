//! `grundy table`

use crate::args::{Table as Args, TableFormat};
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::{check_outputs, write_to};
use crate::plots::PlotFile;
use crate::rules::Loaded;
use grundy::analysis::Measure;
use grundy::context::{Context, Stop};
use grundy::game::AnyGame;
use grundy::graph::Starts;
use grundy::nat::{Nat, to_u64};
use grundy::outcome::Play;
use grundy::table::{AnyView, Asked, Content, Format, GeneraTable, View};
use std::io;

pub fn run(args: &Args) -> Result<(), Failure> {
    check_outputs(&[("--output", args.output.as_deref()), ("--plot", args.plot.as_deref())])?;
    let plot = args.plot.as_deref().map(PlotFile::new).transpose()?;
    if args.colours.is_some() && !matches!(content(args), Content::Values) {
        let message =
            "--colours goes with Grundy values: outcomes have two colours, lengths one scale";
        return Err(Failure::Usage(message.into()));
    }
    if args.genus && args.format == TableFormat::Binary {
        return Err(Failure::Usage("--genus does not go with --format binary".into()));
    }
    let rules = Loaded::new(&args.rules)?;
    let catalogue = rules.catalogue();
    let read = |error| Failure::Read(error, args.game.clone());
    let limits = args.limits.limits();
    let done = with_context(limits, |context| {
        match catalogue.read_starts(&args.game, content(args), context).map_err(read)? {
            Some(_) if args.genus => Err(Failure::Usage(
                "--genus goes with games of numbers: this tells of each vertex".into(),
            )),
            Some(starts) => every_start(&starts, args, context).map(|()| true),
            None => Ok(false),
        }
    })?;
    if done {
        return Ok(());
    }
    let game = catalogue.read_tabled(&args.game, &Context::default()).map_err(read)?;
    if args.format == TableFormat::Binary {
        let message = "--format binary goes with every start in a graph, as dag(\"file\")";
        return Err(Failure::Usage(message.into()));
    }
    if args.plot.is_some() && args.view.is_some() && args.output.is_none() {
        let message = "--plot draws the table itself: leave --view out, or name a file for the \
                       view with --output";
        return Err(Failure::Usage(message.into()));
    }
    if args.genus {
        return with_context(limits, |context| genera(&*game, args, context));
    }
    with_context(limits, |context| table(&*game, args, plot.as_ref(), context))
}

/// A table of genus symbols; what was found before a limit is printed.
fn genera(game: &dyn AnyGame, args: &Args, context: &Context<'_>) -> Result<(), Failure> {
    let bound = |n: &Nat| to_u64(n).unwrap_or(u64::MAX - 1);
    let to = match args.to.first() {
        Some(to) => bound(to),
        None => GeneraTable::default_end(game)?,
    };
    let (table, end) = GeneraTable::find(game, to, args.to.get(1).map(bound), context)?;
    let mut sheet = table.sheet();
    if let Some(stop) = &end {
        sheet.ends_early(stop);
    }
    write_to(args.output.as_deref(), |out| sheet.write(format(args), out, context))?;
    end.map_or(Ok(()), |stop| Err(stopped(stop)))
}

/// The format of a view.
fn format(args: &Args) -> Format {
    match args.format {
        TableFormat::Csv => Format::Csv,
        TableFormat::Json => Format::Json,
        TableFormat::Markdown => Format::Markdown,
        TableFormat::Text | TableFormat::Binary => Format::Text,
    }
}

fn content(args: &Args) -> Content {
    let play = if args.misere { Play::Misere } else { Play::Normal };
    if args.remoteness {
        return Content::Lengths(Measure::Remoteness, play);
    }
    if args.suspense {
        return Content::Lengths(Measure::Suspense, play);
    }
    match (args.misere, args.outcomes) {
        (true, _) => Content::Outcomes(Play::Misere),
        (false, true) => Content::Outcomes(Play::Normal),
        (false, false) => Content::Values,
    }
}

fn every_start(starts: &Starts, args: &Args, context: &Context<'_>) -> Result<(), Failure> {
    if !args.to.is_empty() || args.from.is_some() || args.view.is_some() || args.plot.is_some() {
        let message = "--to, --from, --view and --plot go with games of numbers: this tells of \
                       each vertex";
        return Err(Failure::Usage(message.into()));
    }
    let play = if args.misere { Play::Misere } else { Play::Normal };
    write_to(args.output.as_deref(), |out| {
        let mut out = Watched { out, context };
        match args.format {
            TableFormat::Text => starts.write_lines(&mut out, "# ", ' '),
            TableFormat::Csv => starts.write_lines(&mut out, "", ','),
            TableFormat::Json => starts.write_json(&mut out, args.game.trim(), play),
            TableFormat::Markdown => starts.write_markdown(&mut out, args.game.trim()),
            TableFormat::Binary => starts.write_binary(&mut out),
        }
    })
}

fn stopped(stop: Stop) -> Failure {
    Failure::Stop(stop, String::new())
}

fn table(
    game: &dyn AnyGame,
    args: &Args,
    plot: Option<&PlotFile<'_>>,
    context: &Context<'_>,
) -> Result<(), Failure> {
    let view = args.view.unwrap_or(AnyView::Of(View::Entries));
    if view == AnyView::PPositions && args.plot.is_some() {
        let message = "--plot goes with a table: this view is a list of P-positions";
        return Err(Failure::Usage(message.into()));
    }
    let (to, from) = (args.to.clone(), args.from.clone());
    let found = Asked { to, from, view, content: content(args) }.find(game, context)?;
    if args.plot.is_none() || args.output.is_some() {
        let sheet = found.sheet(context).map_err(stopped)?;
        write_to(args.output.as_deref(), |out| sheet.write(format(args), out, context))?;
    }
    if let (Some(plot), Some(table)) = (plot, found.table()) {
        plot.draw(table, args.colours, context)?;
    }
    found.stop().map_or(Ok(()), |stop| Err(stopped(stop.clone())))
}

/// A writer that looks at the clock and the cancel flag as it writes.
struct Watched<'a, W: ?Sized> {
    out: &'a mut W,
    context: &'a Context<'a>,
}

impl<W: io::Write + ?Sized> io::Write for Watched<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.context.look("writing the table", 0).map_err(io::Error::other)?;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
