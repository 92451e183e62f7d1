//! `grundy quotient`

use crate::args::Quotient as Args;
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::{stdout, write_to};
use crate::rules::Loaded;
use grundy::context::{Context, Stop};
use grundy::heap::{Code, survey};
use grundy::quotient::{CodeQuotient, End};
use std::io::Write;
use std::time::Instant;

pub fn run(args: &Args) -> Result<(), Failure> {
    if let Some(pattern) = &args.survey {
        return survey(pattern, args);
    }
    let text = args.game.as_deref().unwrap_or_default();
    let rules = Loaded::new(&args.rules)?;
    let read = |error| Failure::Read(error, text.to_owned());
    let game = rules.catalogue().read_game(text).map_err(read)?;
    let Some((code, _)) = game.code() else {
        return Err(Failure::Usage(format!(
            "{} is no take-and-break game: type a code such as 0.77, or the name of a game that is one, \
             such as kayles",
            game.title()
        )));
    };
    let to = last_heap(code, args);
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
        checked(&mut quotient, &unhurried)?;
        if let Some(file) = &args.certificate {
            let certificate = quotient.certificate().ok_or_else(|| {
                Failure::Usage(
                    "certificates are written of codes with bounded takes that leave two heaps at most"
                        .into(),
                )
            })?;
            write_to(Some(file), |out| out.write_all(certificate.as_bytes()))?;
        }
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

fn checked(quotient: &mut CodeQuotient, context: &Context<'_>) -> Result<(), Failure> {
    match quotient.check(context) {
        Ok(true) => Ok(()),
        Ok(false) => Err(Failure::False(
            "the quotient that was found does not pass the check of its theorem: please report this".into(),
        )),
        Err(stop) => Err(Failure::Stop(stop, String::new())),
    }
}

/// The last heap to look at.
fn last_heap(code: &Code, args: &Args) -> u64 {
    args.to.unwrap_or_else(|| 2 * grundy::quotient::last_heap(code))
}

/// One line of Markdown for each code, as soon as it is known.
fn survey(pattern: &str, args: &Args) -> Result<(), Failure> {
    let codes = survey::codes(pattern).map_err(Failure::Usage)?;
    let mut out = stdout();
    writeln!(out, "| code | order | preperiod | period | heaps | tame | ends | ms |")?;
    writeln!(out, "|---|---|---|---|---|---|---|---|")?;
    for code in codes {
        let started = Instant::now();
        let limits = grundy::quotient::limits(args.elements.into(), &args.limits.limits());
        let mut quotient = CodeQuotient::new(code.clone(), limits);
        let end = with_context(args.limits.limits(), |context| {
            quotient.grow(last_heap(&code, args), context)
        });
        let taken = started.elapsed().as_millis();
        let mut unhurried = Context::default();
        unhurried.limits.time = None;
        checked(&mut quotient, &unhurried)?;
        let end = match end {
            Ok(End::Proved) => "proved".to_owned(),
            Ok(End::Reached) => "no period".to_owned(),
            Ok(End::Halted(halt)) => halt.to_string(),
            Err(Stop::Limit { .. }) => "out of time".to_owned(),
            Err(stop) => return Err(Failure::Stop(stop, String::new())),
        };
        let facts = quotient.facts();
        let number = |n: Option<u64>| n.map_or_else(String::new, |n| n.to_string());
        writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {end} | {taken} |",
            facts.code,
            facts.order,
            number(facts.preperiod),
            number(facts.period),
            number(facts.heaps),
            if facts.tame { "tame" } else { "" },
        )?;
        out.flush()?;
    }
    Ok(())
}
