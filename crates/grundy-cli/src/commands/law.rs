//! `grundy law`

use super::law_certificate;
use crate::args::{Law as Args, LawLang};
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::{check_outputs, note, stdout, write_to};
use crate::pictures::{PictureFormat, ending};
use crate::rules::Loaded;
use grundy::context::{Context, Stop};
use grundy::nat;
use grundy::outcome::Play;
use grundy_laws::automaton::{Budget, Overrun};
use grundy_laws::code::Lang;
use grundy_laws::draw;
use grundy_laws::formula::{self, DecideError, Environment, Proof};
use grundy_laws::numeration::{Name, System, SystemError};
use grundy_laws::pattern;
use grundy_laws::report::{Asked, AskedError, Report, Status, Wanted, of_data, program_of};
use grundy_laws::rules::{Of, ProvedLaw, Search};
use grundy_laws::walnut;
use std::io::{Read, Write};
use std::path::Path;

pub fn run(args: &Args) -> Result<(), Failure> {
    let limits = args.limits.limits();
    let systems = systems(args)?;
    if let Some(text) = &args.formula {
        return with_context(limits, |context| statement(text, args, &systems, context));
    }
    if args.stdin {
        return with_context(limits, |context| numbers(args, context));
    }
    let text = args.game.as_deref().unwrap_or_default();
    let rules = Loaded::new(&args.rules)?;
    let game = rules
        .catalogue()
        .read_tabled(text, &Context::default())
        .map_err(|error| Failure::Read(error, text.to_owned()))?;
    let title = game.title();
    let program = program_of(&title, rules.program()).map_err(failure)?;
    let format = args.automaton.as_deref().map(AutomatonFormat::of).transpose()?;
    check_outputs(&[
        ("--output", args.output.as_deref()),
        ("--automaton", args.automaton.as_deref()),
        ("--certificate", args.certificate.as_deref()),
    ])?;
    let report = with_context(limits, |context| {
        let mut search = Search { systems, ..Search::default() };
        // Who gives more time, or less, means the search: a table comes before it, and perhaps one of outcomes
        // with a search of its own after it.
        search.time = limits.time.map_or(search.time, |time| time / 3);
        let wanted = match (args.block, args.misere, args.outcomes) {
            (Some(forbidden), ..) => Wanted::Blocked(forbidden),
            (_, true, _) => Wanted::Outcomes(Play::Misere),
            (_, _, true) => Wanted::Outcomes(Play::Normal),
            _ if args.values => Wanted::Values,
            _ => Wanted::Best,
        };
        let (to, at, moves) = (&*args.to, &*args.at, args.moves);
        let program = program.clone();
        Asked { game: &*game, program, wanted, to, at, unproved: args.unproved, moves, search }
            .report(context)
            .map_err(failure)
    })?;
    if let (Some(path), Some(format)) = (&args.automaton, format) {
        let Some(law) = &report.proof else {
            print(&report, args)?;
            return Err(Failure::Limit(
                "--automaton: nothing is proved by an automaton, so there is none to write".into(),
            ));
        };
        with_context(limits, |context| automaton(&report, law, path, format, context))?;
    }
    if let Some(path) = &args.certificate {
        let program = program.as_ref().map(|(program, _)| program);
        let saved =
            with_context(limits, |context| law_certificate::save(path, &report, program, context));
        if let Err(failure) = saved {
            print(&report, args)?;
            return Err(failure);
        }
    }
    told(&report, args)
}

/// Prints the laws, or the best as a function.
fn told(report: &Report, args: &Args) -> Result<(), Failure> {
    let Some(lang) = args.lang else { return print(report, args) };
    let lang = match lang {
        LawLang::Cpp => Lang::Cpp,
        LawLang::Rust => Lang::Rust,
        LawLang::Python => Lang::Python,
        LawLang::Java => Lang::Java,
    };
    let status = match (args.stdin, args.unproved) {
        (true, _) => Status::Observed,
        (false, true) => Status::Checked,
        (false, false) => Status::Proved,
    };
    let text = report.code(lang, status).ok_or_else(|| {
        let why = match (&report.unproved, report.laws.is_empty()) {
            (Some(_), _) => {
                "nothing is proved, so there is no function to write; --unproved writes the law that is \
                 checked in the table"
            }
            (None, true) => "no law is found, so there is no function to write",
            (None, false) => "no law that is found can be written as a function",
        };
        Failure::Limit(format!("--lang: {why}"))
    })?;
    let text = text.map_err(|error| Failure::Limit(format!("--lang: {error}")))?;
    write_to(args.output.as_deref(), |out| out.write_all(text.as_bytes()))
}

/// How an automaton is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AutomatonFormat {
    Walnut,
    Dot,
    Picture(PictureFormat),
}

impl AutomatonFormat {
    /// As the name of the file tells.
    fn of(path: &Path) -> Result<Self, Failure> {
        let found = ending(path);
        let named = found.as_deref().and_then(|ending| match ending {
            "txt" => Some(Self::Walnut),
            "dot" | "gv" => Some(Self::Dot),
            ending => PictureFormat::of_ending(ending).map(Self::Picture),
        });
        named.ok_or_else(|| {
            Failure::Usage(format!(
                "the ending of {} names no format of automata\n  known are .svg and .png (pictures), \
                 .dot and .gv (Graphviz), .txt (text, in the format of Walnut)",
                path.display()
            ))
        })
    }
}

/// Writes the automaton of a law.
fn automaton(
    report: &Report,
    law: &ProvedLaw,
    path: &Path,
    format: AutomatonFormat,
    context: &Context<'_>,
) -> Result<(), Failure> {
    let (_, _, relation) = &law.families[0];
    let what = match law.of {
        Of::Value => "Grundy values",
        Of::Outcome(Play::Normal) => "P-positions",
        Of::Outcome(Play::Misere) => "P-positions in misère play",
        Of::Blocked(_) => "P-positions with forbidden options",
    };
    let title = format!("{}: {what}", report.game);
    match format {
        AutomatonFormat::Walnut => {
            let text = walnut::write(&walnut::system_name(&law.system), relation);
            write_to(Some(path), |out| out.write_all(text.as_bytes()))
        }
        AutomatonFormat::Dot => {
            let text = draw::graphviz(relation, &title);
            write_to(Some(path), |out| out.write_all(text.as_bytes()))
        }
        AutomatonFormat::Picture(format) => {
            let reads = match law.of {
                Of::Value => "Arrows read the digits of the position and, last, of its value",
                _ => "Arrows read the digits of the position",
            };
            let about = [
                format!("{reads}: numeration {}, most significant first.", law.system.name()),
                "Double circles accept; what has no arrow is not accepted.".to_owned(),
            ];
            let drawing = draw::drawing(relation, &title, &about)
                .map_err(|error| Failure::Limit(format!("--automaton: {error}")))?;
            format.write(&drawing, Some(path), context, |stop| Failure::Stop(stop, String::new()))
        }
    }
}

fn systems(args: &Args) -> Result<Vec<Name>, Failure> {
    let read = |text: &String| text.parse::<Name>().map_err(|e| Failure::Usage(e.to_string()));
    args.system.iter().map(read).collect()
}

fn print(report: &Report, args: &Args) -> Result<(), Failure> {
    let mut out = stdout();
    if args.json {
        writeln!(out, "{}", report.to_json())?;
    } else {
        write!(out, "{report}")?;
    }
    out.flush()?;
    Ok(())
}

fn failure(error: AskedError) -> Failure {
    match error {
        AskedError::Rules(wrong) => Failure::Usage(wrong.0.render(&wrong.1)),
        AskedError::Table(error) => error.into(),
        AskedError::Stop(stop) => Failure::Stop(stop, String::new()),
        AskedError::Other(message) => Failure::Usage(message),
    }
}

fn numbers(args: &Args, context: &Context<'_>) -> Result<(), Failure> {
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| Failure::Io(format!("standard input: {error}")))?;
    let reading = pattern::read::read(&text)
        .map_err(|error| Failure::Malformed(format!("standard input: {error}")))?;
    let report = of_data(&reading.data, context).map_err(|s| Failure::Stop(s, String::new()))?;
    if !args.json {
        note(&format!("read {}", reading.told));
    }
    told(&report, args)
}

/// Decides a statement.
fn statement(
    text: &str,
    args: &Args,
    systems: &[Name],
    context: &Context<'_>,
) -> Result<(), Failure> {
    let budget = Budget::new(3_000_000, *context);
    let parsed = formula::parse(text, &Environment::new()).map_err(|error| {
        let column = text[..error.at.min(text.len())].chars().count();
        Failure::Usage(format!(
            "{} expected, {} found\n  {text}\n  {}^",
            error.expected,
            error.found,
            " ".repeat(column)
        ))
    })?;
    let name = parsed.system.or_else(|| systems.first().cloned()).unwrap_or(Name::Base(2));
    let overrun = |overrun| match overrun {
        Overrun::Stop(stop) => Failure::Stop(stop, String::new()),
        other => Failure::Limit(other.to_string()),
    };
    let system = System::new(&name, &budget).map_err(|error| match error {
        SystemError::Overrun(inner) => overrun(inner),
        other => Failure::Usage(other.to_string()),
    })?;
    let decided = |error| match error {
        DecideError::Overrun(inner) => overrun(inner),
        other => Failure::Usage(other.to_string()),
    };
    let none = Environment::new();
    let proof = formula::prove(&parsed.formula, &system, &none, &budget).map_err(decided)?;
    let mut out = stdout();
    let values = match &proof {
        Proof::Proved => None,
        Proof::Refuted(values) => Some(values),
    };
    if args.json {
        let example: serde_json::Map<String, serde_json::Value> = values
            .into_iter()
            .flatten()
            .map(|(var, number)| (parsed.names.name(*var), nat::print(number).into()))
            .collect();
        let object = serde_json::json!({
            "formula": text,
            "numeration": system.name(),
            "true": values.is_none(),
            "counterexample": values.is_some().then_some(example),
        });
        writeln!(out, "{object}")?;
    } else {
        match values {
            None => writeln!(out, "true")?,
            Some(values) if values.is_empty() => writeln!(out, "false")?,
            Some(values) => {
                let values: Vec<String> = values
                    .iter()
                    .map(|(var, n)| format!("{} = {}", parsed.names.name(*var), nat::print(n)))
                    .collect();
                writeln!(out, "false, as for {}", values.join(", "))?;
            }
        }
        let peak = budget.peak();
        writeln!(
            out,
            "decided in numeration {}, {} states at most, {} tracks",
            system.name(),
            peak.states,
            peak.tracks
        )?;
    }
    out.flush()?;
    Ok(())
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop, String::new())
    }
}
