//! `grundy quotient`

use crate::args::Quotient as Args;
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::write_to;
use crate::rules::Loaded;
use grundy::context::{Context, Stop};
use grundy::quotient::{CodeQuotient, End};

pub fn run(args: &Args) -> Result<(), Failure> {
    let rules = Loaded::new(&args.rules)?;
    let read = |error| Failure::Read(error, args.game.clone());
    let game = rules.catalogue().read_game(&args.game).map_err(read)?;
    let Some((code, _)) = game.code() else {
        return Err(Failure::Usage(format!(
            "{} is no take-and-break game: type a code such as 0.77, or the name of a game that is one, \
             such as kayles",
            game.title()
        )));
    };
    let most_heaps = code.most_heaps().unwrap_or(u32::MAX);
    let to = args.to.unwrap_or(if most_heaps > 2 { 300 } else { 5000 });
    let limits = grundy::quotient::limits(args.elements.into(), &args.limits.limits());
    let mut quotient = CodeQuotient::new(code.clone(), limits);
    with_context(args.limits.limits(), |context| {
        let (end, stop) = match quotient.grow(to, context) {
            Ok(end) => (end, None),
            Err(stop @ Stop::Limit { .. }) => (End::Reached, Some(stop)),
            Err(stop) => return Err(Failure::Stop(stop, String::new())),
        };
        // What was found by the time is told, and checked without a clock.
        let mut unhurried = *context;
        unhurried.limits.time = None;
        checked(&quotient, &unhurried)?;
        let text = match args.json {
            true => quotient.to_json(args.table),
            false => quotient.to_text(args.table),
        };
        write_to(None, |out| out.write_all(text.as_bytes()))?;
        match (stop, end) {
            (Some(stop), _) => Err(Failure::Stop(stop, String::new())),
            (None, End::Halted(halt)) => Err(Failure::Limit(format!(
                "{halt}; --elements, --max-positions and --max-memory raise the limits"
            ))),
            _ => Ok(()),
        }
    })
}

fn checked(quotient: &CodeQuotient, context: &Context<'_>) -> Result<(), Failure> {
    match quotient.union().check(context) {
        Ok(true) => Ok(()),
        Ok(false) => Err(Failure::False(
            "the quotient that was found does not pass the check of its theorem: please report this".into(),
        )),
        Err(stop) => Err(Failure::Stop(stop, String::new())),
    }
}
