//! `grundy quotient`

use crate::args::Quotient as Args;
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::{stdout, write_to};
use crate::rules::Loaded;
use crate::share::{self, Share};
use grundy::context::{Context, Limits, Stop};
use grundy::heap::{Code, survey};
use grundy::quotient::{CodeQuotient, End};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::time::{Duration, Instant};

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
    let mut within = args.limits.limits();
    within.time = within.time.or(Some(UNASKED));
    with_context(within, |context| {
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

/// The time where none is given: quotients of wild codes take all there is.
const UNASKED: Duration = Duration::from_secs(10);

/// What a survey tells of a code.
#[derive(Serialize, Deserialize)]
struct Entry {
    code: String,
    order: usize,
    preperiod: Option<u64>,
    period: Option<u64>,
    heaps: Option<u64>,
    tame: bool,
    end: String,
    ms: u64,
}

impl share::Entry for Entry {
    fn code(&self) -> &str {
        &self.code
    }
}

/// What all processes of a survey have in common.
#[derive(Serialize)]
struct Bounds {
    quotients: u16,
    to: Option<u64>,
    timeout: Option<f64>,
    max_positions: u64,
    max_memory: u64,
}

/// One line of Markdown for each code, as soon as it is known.
fn survey(pattern: &str, args: &Args) -> Result<(), Failure> {
    let codes = survey::codes(pattern).map_err(Failure::Usage)?;
    let bounds = Bounds {
        quotients: args.elements,
        to: args.to,
        timeout: args.limits.timeout.map(|time| time.as_secs_f64()),
        max_positions: args.limits.max_positions,
        max_memory: args.limits.max_memory,
    };
    let open = |dir| {
        let options = "--elements, --to, --timeout, --max-positions and --max-memory";
        Share::open(dir, &bounds, options)
    };
    let share = args.share.as_deref().map(open).transpose()?;
    let mut out = stdout();
    writeln!(out, "| code | order | preperiod | period | heaps | tame | ends | ms |")?;
    writeln!(out, "|---|---|---|---|---|---|---|---|")?;
    let mut missing = Vec::new();
    for code in &codes {
        let found = match &share {
            None => Some(entry(code, args)?),
            Some(share) => share.entry(code, || entry(code, args))?,
        };
        match found {
            Some(entry) => line(&mut out, &entry)?,
            None => missing.push(code),
        }
    }
    let Some(share) = share else { return Ok(()) };
    // What others held was perhaps finished, or left behind, meanwhile.
    let mut left = 0;
    for code in missing {
        match share.entry(code, || entry(code, args))? {
            Some(entry) => line(&mut out, &entry)?,
            None => left += 1,
        }
    }
    if left > 0 { Err(share.missing(left)) } else { Ok(()) }
}

fn line(out: &mut impl Write, entry: &Entry) -> Result<(), Failure> {
    let number = |n: Option<u64>| n.map_or_else(String::new, |n| n.to_string());
    writeln!(
        out,
        "| {} | {} | {} | {} | {} | {} | {} | {} |",
        entry.code,
        entry.order,
        number(entry.preperiod),
        number(entry.period),
        number(entry.heaps),
        if entry.tame { "tame" } else { "" },
        entry.end,
        entry.ms,
    )?;
    out.flush()?;
    Ok(())
}

/// The quotient of a code, as far as it is found, and checked.
fn entry(code: &Code, args: &Args) -> Result<Entry, Failure> {
    let started = Instant::now();
    let limits = grundy::quotient::limits(args.elements.into(), &args.limits.limits());
    let mut quotient = CodeQuotient::new(code.clone(), limits);
    let end =
        with_context(args.limits.limits(), |context| quotient.grow(last_heap(code, args), context));
    let ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let unhurried = Limits { time: None, ..args.limits.limits() };
    with_context(unhurried, |context| checked(&mut quotient, context))?;
    let end = match end {
        Ok(End::Proved) => "proved".to_owned(),
        Ok(End::Reached) => "no period".to_owned(),
        Ok(End::Halted(halt)) => halt.to_string(),
        Err(Stop::Limit { .. }) => "out of time".to_owned(),
        Err(stop) => return Err(Failure::Stop(stop, String::new())),
    };
    let facts = quotient.facts();
    Ok(Entry {
        code: facts.code,
        order: facts.order,
        preperiod: facts.preperiod,
        period: facts.period,
        heaps: facts.heaps,
        tame: facts.tame,
        end,
        ms,
    })
}
