//! `grundy table`

use crate::args::{Table as Args, TableFormat, TableView};
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::stdout;
use crate::rules::Loaded;
use grundy::game::AnyGame;
use grundy::nat::{Nat, to_u64};
use grundy::outcome::Play;
use grundy::table::{Content, PPositions, Table};
use std::io::Write;

pub fn run(args: &Args) -> Result<(), Failure> {
    let read = |error| Failure::Read(error, args.game.clone());
    let rules = Loaded::new(&args.rules)?;
    let game = rules.catalogue().read_game(&args.game).map_err(read)?;
    let text = match args.view {
        Some(TableView::PPositions) => p_positions(&*game, args)?,
        None => table(&*game, args)?,
    };
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

fn table(game: &dyn AnyGame, args: &Args) -> Result<String, Failure> {
    if args.from.is_some() {
        let message = "--from goes with --view p-positions: a table begins with the least size";
        return Err(Failure::Usage(message.into()));
    }
    let content = match (args.misere, args.outcomes) {
        (true, _) => Content::Outcomes(Play::Misere),
        (false, true) => Content::Outcomes(Play::Normal),
        (false, false) => Content::Values,
    };
    // What exceeds the word is past every limit as well.
    let bound = |n: &Nat| to_u64(n).unwrap_or(u64::MAX - 1);
    let (to, to_second) = (bound(&args.to[0]), args.to.get(1).map(bound));
    let table = with_context(args.limits.limits(), |context| {
        Table::compute(game, to, to_second, content, context)
    })?;
    Ok(match args.format {
        TableFormat::Text => table.to_text(),
        TableFormat::Csv => table.to_csv(),
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
        TableFormat::Text => list.to_text(),
        TableFormat::Csv => list.to_csv(),
    })
}
