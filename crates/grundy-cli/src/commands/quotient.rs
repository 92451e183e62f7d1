//! `grundy quotient`

use crate::args::Quotient as Args;
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::{check_outputs, stdout, write_to};
use crate::pictures::{PictureFormat, ending};
use crate::rules::Loaded;
use crate::share::{self, Share};
use grundy::analysis::SetQuotient;
use grundy::context::{Context, Limits, Stop};
use grundy::expr::Expression;
use grundy::heap::{Code, survey};
use grundy::quotient::{CodeQuotient, CountLaw, End, More};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

pub fn run(args: &Args) -> Result<(), Failure> {
    if let Some(pattern) = &args.survey {
        return survey(pattern, args);
    }
    // clap lets this pass, for a survey conflicts with the game that is there.
    if args.share.is_some() {
        return Err(Failure::Usage("--share goes with --survey PATTERN".into()));
    }
    check_outputs(&[
        ("--output", args.output.as_deref()),
        ("--certificate", args.certificate.as_deref()),
    ])?;
    let picture = args.output.as_deref().map(format_of).transpose()?;
    let rules = Loaded::new(&args.rules)?;
    let set = args.games.iter().map(|text| read(text, &rules)).collect::<Result<Vec<_>, _>>()?;
    let [Member::Code(code)] = &set[..] else { return of_set(args, set) };
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
        checked(quotient.check(&unhurried))?;
        if let Some(file) = &args.certificate {
            let certificate = quotient.certificate().ok_or_else(|| {
                Failure::Usage(
                    "certificates are written of codes with bounded takes that leave two heaps at most"
                        .into(),
                )
            })?;
            write_to(Some(file), |out| out.write_all(certificate.as_bytes()))?;
        }
        if let (Some(format), Some(file)) = (picture, &args.output) {
            let drawing = quotient.draw().map_err(Failure::Limit)?;
            let stopped = |stop| Failure::Stop(stop, String::new());
            format.write(&drawing, Some(file), &unhurried, stopped)?;
        }
        let ended = stop.is_some() || matches!(end, End::Halted(_));
        let law = match quotient.union().heaps(0) {
            heap if ended && heap <= to => law(code, heap, to, args, context),
            _ => Ok(None),
        };
        // What was found is told even if the search for a law is interrupted.
        let (law, interrupted) = match law {
            Ok(law) => (law, None),
            Err(stop) => (None, Some(stop)),
        };
        // An infinite quotient, with its law, is an answer.
        let infinite = law.as_ref().filter(|law| law.is_infinite());
        let law_last = infinite.map(|law| u64::from(law.last()));
        if let (Some(certificate), Some(file)) =
            (infinite.and_then(CountLaw::certificate), &args.certificate)
        {
            write_to(Some(file), |out| out.write_all(certificate.as_bytes()))?;
        }
        let text = match args.json {
            true => quotient.to_json(more(args), law.as_ref()),
            false => {
                quotient.to_text(more(args)) + &law.map(|law| law.to_text()).unwrap_or_default()
            }
        };
        write_to(None, |out| out.write_all(text.as_bytes()))?;
        if let Some(stop) = interrupted {
            return Err(Failure::Stop(stop, String::new()));
        }
        if let Some(last) = law_last {
            return match args.to {
                Some(to) if to > last => {
                    Err(Failure::Limit(format!("no law of the heaps up to {} was found", last + 1)))
                }
                _ => Ok(()),
            };
        }
        match (stop, end) {
            (Some(stop), _) => Err(Failure::Stop(stop, String::new())),
            (None, End::Halted(halt)) => Err(Failure::Limit(format!("{halt}; {RAISED}"))),
            _ => Ok(()),
        }
    })
}

/// The law of the counts of heaps up to one that the quotient does not reach, and, if an end was named, of further ones as
/// long as there is a law.
fn law(
    code: &Code,
    first: u64,
    to: u64,
    args: &Args,
    context: &Context<'_>,
) -> Result<Option<CountLaw>, Stop> {
    let context = &match args.limits.timeout {
        Some(_) => *context,
        None => {
            let mut restarted = context.restarted();
            restarted.limits.time = Some(UNASKED_LAW);
            restarted
        }
    };
    let mut found = None;
    let to = if args.to.is_some() { to.min(u32::MAX.into()) } else { first };
    for last in first..=to {
        match CountLaw::find(code, last as u32, context) {
            Ok(Some(law)) => found = Some(law),
            Ok(None) | Err(Stop::Limit { .. }) => break,
            Err(stop) => return Err(stop),
        }
    }
    Ok(found)
}

/// What is told besides.
fn more(args: &Args) -> More {
    More { table: args.table, mex: args.mex }
}

/// What a quotient is of.
enum Member {
    Code(Code),
    Position(Expression),
}

/// Reads the name of a game that is a code, or a position.
fn read(text: &str, rules: &Loaded) -> Result<Member, Failure> {
    let failed = |error| Failure::Read(error, text.to_owned());
    let catalogue = rules.catalogue();
    let game = catalogue.read_game(text);
    // A name that is mistyped is told as such, and not as a position that lacks its numbers.
    if !text.contains(['(', '*'])
        && let Err(error) = game
    {
        return Err(failed(error));
    }
    if let Ok(game) = game {
        let Some((code, _)) = game.as_code() else {
            return Err(Failure::Usage(format!(
                "no take-and-break code is known for {}: type a code such as 0.77, the name of a game that is one, \
                 such as kayles, or a position, such as \"nim(3)\"",
                game.title()
            )));
        };
        return Ok(Member::Code(code));
    }
    catalogue.read(text).map(Member::Position).map_err(failed)
}

/// The quotient of several codes, or of positions.
fn of_set(args: &Args, set: Vec<Member>) -> Result<(), Failure> {
    if args.output.is_some() {
        let message = "--output draws the quotient of one code: name one";
        return Err(Failure::Usage(message.into()));
    }
    let (mut codes, mut positions) = (Vec::<(String, Code)>::new(), Vec::new());
    for member in set {
        match member {
            Member::Code(code) if codes.iter().all(|(_, known)| *known != code) => {
                codes.push((code.to_string(), code));
            }
            Member::Code(_) => {}
            Member::Position(expression) => positions.push(expression),
        }
    }
    let to = codes.iter().map(|(_, code)| last_heap(code, args)).min().unwrap_or(0);
    let limits = grundy::quotient::limits(args.elements.into(), &args.limits.limits());
    let mut within = args.limits.limits();
    within.time = within.time.or(Some(UNASKED));
    with_context(within, |context| {
        let mut set = SetQuotient::new(codes, limits);
        let mut grown = || {
            for position in &positions {
                if set.add(position, context)?.is_err() {
                    break;
                }
            }
            set.grow(to, context)
        };
        let stop = match grown() {
            Ok(_) => None,
            Err(stop @ Stop::Limit { .. }) => Some(stop),
            Err(stop) => return Err(Failure::Stop(stop, String::new())),
        };
        // What was found by the time is told, and checked without a clock.
        let mut unhurried = *context;
        unhurried.limits.time = None;
        checked(set.check(&unhurried))?;
        if let Some(file) = &args.certificate {
            let certificate = set.certificate().map_err(Failure::Usage)?;
            write_to(Some(file), |out| out.write_all(certificate.as_bytes()))?;
        }
        let facts = set.facts();
        let (more, union) = (more(args), set.union());
        let text = if args.json { facts.to_json(more, union) } else { facts.to_text(more, union) };
        write_to(None, |out| out.write_all(text.as_bytes()))?;
        match (stop, facts.halted) {
            (Some(stop), _) => Err(Failure::Stop(stop, String::new())),
            (None, Some(halted)) => Err(Failure::Limit(format!("{halted}; {RAISED}"))),
            (None, None) => Ok(()),
        }
    })
}

/// The options that raise the limits of a quotient.
const RAISED: &str = "--elements, --max-positions and --max-memory raise the limits";

/// The format of a picture by the ending of its file.
fn format_of(file: &Path) -> Result<PictureFormat, Failure> {
    ending(file).and_then(|ending| PictureFormat::of_ending(&ending)).ok_or_else(|| {
        Failure::Usage(format!("{}: a picture's name ends in .svg or .png", file.display()))
    })
}

fn checked(holds: Result<bool, Stop>) -> Result<(), Failure> {
    match holds {
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

/// The time for a law of counts where none is given.
const UNASKED_LAW: Duration = Duration::from_secs(30);

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
    with_context(unhurried, |context| checked(quotient.check(context)))?;
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
