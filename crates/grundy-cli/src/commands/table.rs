//! `grundy table`

use crate::args::{Table as Args, TableFormat};
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::stdout;
use grundy::expr::Catalogue;
use grundy::outcome::Play;
use grundy::table::{Content, Table};
use std::io::Write;

pub fn run(args: &Args) -> Result<(), Failure> {
    let read = |error| Failure::Read(error, args.game.clone());
    let game = Catalogue::default().read_game(&args.game).map_err(read)?;
    let content = match (args.misere, args.outcomes) {
        (true, _) => Content::Outcomes(Play::Misere),
        (false, true) => Content::Outcomes(Play::Normal),
        (false, false) => Content::Values,
    };
    let (to, to_second) = (args.to[0], args.to.get(1).copied());
    let table = with_context(args.limits.limits(), |context| {
        Table::compute(&*game, to, to_second, content, context)
    })?;
    let text = match args.format {
        TableFormat::Text => table.to_text(),
        TableFormat::Csv => table.to_csv(),
    };
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}
