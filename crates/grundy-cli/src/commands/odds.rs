//! `grundy odds`

use crate::args::Odds as Args;
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::stdout;
use crate::rules::Loaded;
use grundy::expr::Catalogue;
use grundy::nat::{Nat, to_u64};
use grundy::odds::{Part, Question, Sizes, odds};
use grundy::outcome::Play;
use std::io::Write;

pub fn run(args: &Args) -> Result<(), Failure> {
    let rules = Loaded::new(&args.rules)?;
    let catalogue = rules.catalogue();
    let parts = match &args.game {
        Some(game) => of_game(&catalogue, game, args)?,
        None => args.part.iter().map(|text| of_part(&catalogue, text)).collect::<Result<_, _>>()?,
    };
    let question = Question {
        play: if args.misere { Play::Misere } else { Play::Normal },
        modulus: args.modulus.clone(),
        digits: args.digits,
        exact_digits: args.exact_digits,
    };
    let found = with_context(args.limits.limits(), |context| odds(&parts, &question, context))?;
    let mut out = stdout();
    if args.json {
        writeln!(out, "{}", found.to_json())?;
    } else {
        out.write_all(found.to_text().as_bytes())?;
    }
    out.flush()?;
    Ok(())
}

fn of_game(catalogue: &Catalogue<'_>, text: &str, args: &Args) -> Result<Vec<Part>, Failure> {
    let game = catalogue.read_game(text).map_err(|error| Failure::Read(error, text.to_owned()))?;
    let heaps = args.heaps.as_ref().map(heaps).transpose()?;
    let part = |heaps, sizes| Part { game: game.clone(), heaps, sizes };
    match &*args.dist {
        [] => Ok(vec![Part::uniform(game, heaps.unwrap_or(1), &args.from, &args.to)?]),
        [only] => Ok(vec![part(heaps.unwrap_or(1), sizes("--dist", only)?)]),
        several => {
            if heaps.is_some_and(|heaps| heaps != several.len() as u64) {
                let message = "each of several --dist is for one heap: leave --heaps out; for more \
                               heaps of one kind use --part \"GAME x K in SIZES\"";
                return Err(Failure::Usage(message.into()));
            }
            several.iter().map(|text| Ok(part(1, sizes("--dist", text)?))).collect()
        }
    }
}

fn of_part(catalogue: &Catalogue<'_>, text: &str) -> Result<Part, Failure> {
    let wanted = || {
        let message = format!(
            "{text:?}: expected a game, how many heaps, and their sizes, as \"0.77 x 3 in 1..20\""
        );
        Failure::Usage(message)
    };
    let (left, right) = text.rsplit_once(" in ").ok_or_else(wanted)?;
    let (name, count) = match left.rsplit_once(" x ") {
        Some((name, count)) => {
            let count = crate::args::nat(count).map_err(|_| wanted())?;
            (name.trim(), heaps(&count)?)
        }
        None => (left.trim(), 1),
    };
    let game = catalogue.read_game(name).map_err(|error| Failure::Read(error, name.to_owned()))?;
    Ok(Part { game, heaps: count, sizes: sizes(text, right)? })
}

fn sizes(place: &str, text: &str) -> Result<Sizes, Failure> {
    Sizes::parse(text).map_err(|message| Failure::Usage(format!("{place}: {message}")))
}

fn heaps(count: &Nat) -> Result<u64, Failure> {
    to_u64(count)
        .ok_or_else(|| Failure::Usage("too many heaps: there may be at most 2^64-1".to_owned()))
}
