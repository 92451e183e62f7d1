//! `grundy solve --law`: positions of any size, by a law whose certificate is checked first.

use super::law_certificate::checked;
use crate::args::{Solve, nat};
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::stdout;
use grundy::context::Context;
use grundy::nat::{self, Nat};
use grundy::outcome::{Outcome, Play};
use grundy_laws::automaton::Budget;
use grundy_laws::certificate::{WriteError, law, law_by_remainder};
use grundy_laws::moves::{MoveError, Moves};
use grundy_laws::report::{At, Notation, RuleText, at, rule_text};
use grundy_laws::rules::{Of, ProvedLaw, RemainderLaw, Search, Translation, translate};
use grundy_laws::verify::Verified;
use grundy_rules::typed::Program;
use std::io::Write;
use std::path::Path;

/// Answers all positions that were typed.
pub fn run(args: &Solve, path: &Path) -> Result<(), Failure> {
    with_context(args.limits.limits(), |context| answers(args, path, context))
}

fn answers(args: &Solve, path: &Path, context: &Context<'_>) -> Result<(), Failure> {
    let verified = checked(path, context)?;
    let budget = Budget::new(Search::default().proof_states, *context);
    let failed = |error: String| Failure::Limit(format!("{}: {error}", path.display()));
    let law = Law::of(&verified, &budget).map_err(|error| failed(error.to_string()))?;
    let rules = translate(&verified.program).map_err(|error| failed(error.to_string()))?;
    let mut moves = law.moves(&rules, &budget).map_err(|error| failed(error.to_string()))?;
    let families = law.families();
    let of = law.tells();
    let mut out = stdout();
    for text in &args.expressions {
        let (family, position) = position(text, &families, &verified.program)?;
        if let Law::Remainder(law) = &law {
            // What is no position has no multiple perhaps, and is refused by its domain.
            moves.set_parameter(law.remainder.multiple(&position).unwrap_or_default());
        }
        let name = &rules.families[family].name;
        let notation = Notation { game: name, family, rules: &rules };
        let told = at(&mut moves, of, notation, &position, args.moves, &budget)
            .map_err(|stop| Failure::Stop(stop, String::new()))?;
        if told.outcome.is_none() {
            let why = told.open.as_deref().unwrap_or("the law does not tell it");
            return Err(Failure::Usage(format!("{text}: {why}")));
        }
        let coords: Vec<String> = position.iter().map(nat::print).collect();
        let title = format!("{name}({})", coords.join(","));
        if args.json {
            writeln!(out, "{}", json(&title, &told, of, args.moves))?;
        } else {
            print(&mut out, &title, &told, of, args.moves, path)?;
        }
    }
    out.flush()?;
    Ok(())
}

/// The law of a certificate.
enum Law {
    Automata(ProvedLaw),
    Remainder(RemainderLaw),
}

impl Law {
    fn of(verified: &Verified, budget: &Budget<'_>) -> Result<Self, WriteError> {
        match verified.remainder {
            None => law(verified, budget).map(Self::Automata),
            Some(_) => law_by_remainder(verified, budget).map(Self::Remainder),
        }
    }

    fn tells(&self) -> Of {
        match self {
            Self::Automata(law) => law.of,
            Self::Remainder(law) => law.of,
        }
    }

    /// The numbers of the families in the rules, and their names.
    fn families(&self) -> Vec<(usize, &str)> {
        match self {
            Self::Automata(law) => law.families.iter().map(|(f, name, _)| (*f, &**name)).collect(),
            Self::Remainder(law) => vec![(law.family.0, &law.family.1)],
        }
    }

    fn moves<'t>(
        &self,
        rules: &'t Translation,
        budget: &Budget<'_>,
    ) -> Result<Moves<'t>, MoveError> {
        match self {
            Self::Automata(law) => {
                let families = law.families.iter().map(|(family, _, own)| (*family, own.clone()));
                Moves::new(rules, law.system.clone(), law.of, families, budget)
            }
            Self::Remainder(law) => {
                let families = [(law.family.0, law.relation.clone())];
                Moves::with_parameter(rules, law.system.clone(), law.of, families, budget)
            }
        }
    }
}

/// `name(a,b)`, or the numbers alone for the family of the certificate. A built-in game has its own name there, such
/// as `0.77(5)`, if its rules are those of the certificate.
fn position(
    text: &str,
    families: &[(usize, &str)],
    program: &Program,
) -> Result<(usize, Vec<Nat>), Failure> {
    let usage = |what: String| Failure::Usage(format!("{}: {what}", text.trim()));
    let Some((name, rest)) = text.trim().split_once('(') else {
        return Err(usage("a position like name(3,5) is expected".into()));
    };
    if rest.matches(')').count() > 1 {
        return Err(usage(
            "a law answers one position at a time: ask for each part of a sum, its value is the nim-sum of theirs"
                .into(),
        ));
    }
    let Some(inner) = rest.trim_end().strip_suffix(')') else {
        return Err(usage("a ) is missing at the end".into()));
    };
    let plain = |name: &str| name.trim().replace('-', "_").to_lowercase();
    let built_in = rule_text(name.trim()).filter(|own| {
        let texts = program.source.parts().map(|part| program.source.text(part));
        words(&own.text) == words(&texts.collect::<Vec<_>>().join("\n"))
    });
    let known = |(_, own): &&(usize, &str)| {
        let same = |built_in: &RuleText| plain(own) == plain(&built_in.family);
        name.is_empty() || plain(own) == plain(name) || built_in.as_ref().is_some_and(same)
    };
    let positions = |family: usize| {
        let own = &program.families[family];
        format!("{}({})", own.name, own.signature(&program.source))
    };
    let Some((family, _)) = families.iter().find(known) else {
        let all: Vec<String> = families.iter().map(|(family, _)| positions(*family)).collect();
        return Err(usage(format!(
            "the certificate is about {}: write positions like that",
            all.join(", ")
        )));
    };
    let numbers: Result<Vec<Nat>, String> = match inner.trim() {
        "" => Ok(Vec::new()),
        inner => inner.split(',').map(|number| nat(number.trim())).collect(),
    };
    let numbers = numbers.map_err(usage)?;
    let width = program.families[*family].width;
    if numbers.len() != width {
        let s = if width == 1 { "" } else { "s" };
        return Err(usage(format!(
            "a position has {width} number{s} in the rules of the certificate: {}",
            positions(*family)
        )));
    }
    Ok((*family, numbers))
}

/// The words of a text of rules, without its comments.
fn words(text: &str) -> Vec<&str> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    lines.flat_map(str::split_whitespace).collect()
}

const fn misere(of: Of) -> bool {
    matches!(of, Of::Outcome(Play::Misere))
}

fn print(
    out: &mut impl Write,
    title: &str,
    told: &At,
    of: Of,
    limit: usize,
    path: &Path,
) -> Result<(), Failure> {
    let play = if misere(of) { "misère" } else { "normal" };
    writeln!(out, "{title}")?;
    match told.outcome {
        Some(Outcome::N) => writeln!(out, "  N in {play} play: the first player wins")?,
        _ => writeln!(out, "  P in {play} play: the second player wins")?,
    }
    if let Some(value) = &told.value {
        writeln!(out, "  Grundy value {}", nat::print(value))?;
    }
    if !told.moves.is_empty() {
        match told.moves.len() {
            count if count >= limit => writeln!(out, "\n  {count} of the winning moves:")?,
            1 => writeln!(out, "\n  1 winning move:")?,
            count => writeln!(out, "\n  {count} winning moves:")?,
        }
        for step in &told.moves {
            write!(out, "    {}", step.text)?;
            match &step.to {
                Some(to) => writeln!(out, "   leaves {to}")?,
                None => writeln!(out)?,
            }
        }
    }
    if let Some(why) = &told.open {
        writeln!(out, "\n  winning moves are not told: {why}")?;
    }
    writeln!(out, "\n  why: the law in {}, proved by its certificate\n", path.display())?;
    Ok(())
}

/// As `solve` prints it without a law; the count is null where there may be more moves than are listed.
fn json(title: &str, told: &At, of: Of, limit: usize) -> serde_json::Value {
    let whole = told.open.is_none() && told.moves.len() < limit;
    let count = whole.then_some(told.moves.len());
    let winner = told.outcome.and_then(|outcome| match outcome {
        Outcome::N => Some("first"),
        Outcome::P => Some("second"),
        Outcome::D => None,
    });
    let moves: Vec<_> = told
        .moves
        .iter()
        .map(|step| serde_json::json!({ "part": 1, "text": step.text, "to": step.to }))
        .collect();
    let grundy = told.value.as_ref().map(|value| match nat::to_u64(value) {
        Some(small) => serde_json::Value::from(small),
        None => nat::print(value).into(),
    });
    serde_json::json!({
        "position": title,
        "play": if misere(of) { "misere" } else { "normal" },
        "outcome": told.outcome.map(|outcome| outcome.to_string()),
        "grundy": grundy,
        "winner": winner,
        "winning_moves": { "count": count, "listed": moves },
        "exact": true,
        "open": told.open,
        "method": "law",
    })
}
