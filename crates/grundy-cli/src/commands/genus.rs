//! `grundy sequence --genus`

use crate::args::{Sequence as Args, SequenceFormat};
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::write_to;
use crate::rules::Loaded;
use grundy::context::{LimitKind, Stop};
use grundy::quotient::{GenusSequence, GenusTable};

/// The last heap where none is asked for.
const DEFAULT_LAST_HEAP: u64 = 99;
/// Sums that are looked at where no end was asked for: a few seconds.
const UNASKED_POSITIONS: u64 = 300_000;

pub fn run(args: &Args) -> Result<(), Failure> {
    let alone = [
        (args.certificate.is_some(), "--certificate"),
        (args.checkpoint.is_some(), "--checkpoint"),
        (args.stream, "--stream"),
        (args.survey.is_some(), "--survey"),
        (args.period, "--period"),
        (args.format == SequenceFormat::Binary, "--format binary"),
    ];
    if let Some((_, option)) = alone.iter().find(|(given, _)| *given) {
        let why = match *option {
            "--period" => ": a period is looked for anyway",
            _ => "",
        };
        let message = format!("--genus does not go with {option}{why}");
        return Err(Failure::Usage(message));
    }
    let text = args.game.as_deref().unwrap_or_default();
    let rules = Loaded::new(&args.rules)?;
    let read = |error| Failure::Read(error, text.to_owned());
    let game = rules.catalogue().read_game(text).map_err(read)?;
    let title = game.title();
    let Some((code, offset)) = game.as_code() else {
        return Err(Failure::Usage(format!(
            "no take-and-break code is known for {title}: the genus of one position is told by grundy solve --misere \
             --explain"
        )));
    };
    let to = args.to.unwrap_or(DEFAULT_LAST_HEAP);
    let mut limits = args.limits.limits();
    if args.to.is_none() {
        limits.positions = limits.positions.min(UNASKED_POSITIONS);
    }
    with_context(limits, |context| {
        let (found, end) = GenusSequence::of(&code, to.saturating_add(offset), context);
        if let Some(Stop::Cancelled) = end {
            return Err(Failure::Stop(Stop::Cancelled, String::new()));
        }
        let table = GenusTable { title: &title, found: &found, offset, to };
        let text = match args.format {
            _ if args.json => table.to_json(),
            SequenceFormat::Json => table.to_json(),
            SequenceFormat::Csv => table.to_csv(),
            SequenceFormat::Text | SequenceFormat::Binary => table.to_text(),
        };
        write_to(args.output.as_deref(), |out| out.write_all(text.as_bytes()))?;
        match end {
            None => Ok(()),
            // Nobody asked for more.
            Some(Stop::Limit { kind: LimitKind::Positions, .. })
                if args.to.is_none() && limits.positions == UNASKED_POSITIONS =>
            {
                crate::output::note(
                    "genera of further heaps need more than 300000 sums: --to N looks further",
                );
                Ok(())
            }
            Some(stop) => Err(Failure::Stop(stop, String::new())),
        }
    })
}
