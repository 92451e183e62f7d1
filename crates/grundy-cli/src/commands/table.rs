//! `grundy table`

use crate::args::{Table as Args, TableFormat, TableView};
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::write_to;
use crate::rules::Loaded;
use grundy::game::AnyGame;
use grundy::graph::Starts;
use grundy::nat::{Nat, to_u64};
use grundy::outcome::Play;
use grundy::table::{Content, PPositions, Table};

pub fn run(args: &Args) -> Result<(), Failure> {
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
    let text = match args.view {
        Some(TableView::PPositions) => p_positions(&*game, args)?,
        None => table(&*game, args)?,
    };
    write_to(args.output.as_deref(), |out| out.write_all(text.as_bytes()))
}

fn content(args: &Args) -> Content {
    match (args.misere, args.outcomes) {
        (true, _) => Content::Outcomes(Play::Misere),
        (false, true) => Content::Outcomes(Play::Normal),
        (false, false) => Content::Values,
    }
}

fn every_start(starts: &Starts, args: &Args) -> Result<(), Failure> {
    if !args.to.is_empty() || args.from.is_some() || args.view.is_some() {
        let message = "--to, --from and --view go with games of numbers: this tells of each vertex";
        return Err(Failure::Usage(message.into()));
    }
    write_to(args.output.as_deref(), |mut out| match args.format {
        TableFormat::Text => starts.write_lines(&mut out, "# ", ' '),
        TableFormat::Csv => starts.write_lines(&mut out, "", ','),
        TableFormat::Binary => starts.write_binary(&mut out),
    })
}

fn table(game: &dyn AnyGame, args: &Args) -> Result<String, Failure> {
    if args.from.is_some() {
        let message = "--from goes with --view p-positions: a table begins with the least size";
        return Err(Failure::Usage(message.into()));
    }
    // What exceeds the word is past every limit as well.
    let bound = |n: &Nat| to_u64(n).unwrap_or(u64::MAX - 1);
    let (to, to_second) = (bound(&args.to[0]), args.to.get(1).map(bound));
    let table = with_context(args.limits.limits(), |context| {
        Table::compute(game, to, to_second, content(args), context)
    })?;
    Ok(match args.format {
        TableFormat::Csv => table.to_csv(),
        TableFormat::Text | TableFormat::Binary => table.to_text(),
    })
}

fn p_positions(game: &dyn AnyGame, args: &Args) -> Result<String, Failure> {
    if args.outcomes {
        let message = "--outcomes goes with a table: all positions listed by this view are P";
        return Err(Failure::Usage(message.into()));
    }
    let play = if args.misere { Play::Misere } else { Play::Normal };
    let list = with_context(args.limits.limits(), |context| {
        PPositions::list(game, args.from.as_ref(), &args.to[0], args.to.get(1), play, context)
    })?;
    Ok(match args.format {
        TableFormat::Csv => list.to_csv(),
        TableFormat::Text | TableFormat::Binary => list.to_text(),
    })
}
