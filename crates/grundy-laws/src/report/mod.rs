//! The laws of a game, gathered: what is proved, what was checked in a table, what was observed in
//! numbers; the best first.

mod asked;
mod at;
mod built_in;
mod compared;
mod defaults;
mod digits;
mod entries;
mod equal;
mod far_moves;
mod farther;
mod json;
mod law_formula;
mod pairs;
mod periodic;
mod program;
mod remainder;
mod text;

#[cfg(test)]
mod remainder_tests;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::sync::Arc;

use grundy::context::{Context, Stop};
use grundy::outcome::Play;
use grundy::{Nat, Table};
use grundy_rules::typed::Program;

pub use asked::{Asked, AskedError, Ruled, Wanted, program_of};
pub use at::{At, Move, Notation, at};
pub use built_in::{RuleText, rule_text};
pub use law_formula::LawFormula;

use crate::automaton::Budget;
use crate::certificate::{self, WriteError};
use crate::pattern::{self, Data, Law};
use crate::rules::{FindError, Found, Of, Outside, ProvedLaw, Reason, RemainderLaw, Search, find};
use crate::verify::Certificate;
use compared::{Compared, compared, refutation};
use entries::Entries;

/// How far a law can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// A theorem: it holds for all sizes.
    Proved,
    /// It holds for all positions of a table that was computed from the rules.
    Checked,
    /// It fits numbers of which nothing else is known.
    Observed,
}

impl Status {
    /// As it is printed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Checked => "checked",
            Self::Observed => "observed",
        }
    }
}

/// A law as it is told.
#[derive(Clone, Debug)]
pub struct Told {
    /// What kind of law.
    pub kind: String,
    /// How far it can be trusted.
    pub status: Status,
    /// In symbols.
    pub formula: String,
    /// In words.
    pub sentence: String,
    /// The last number in each argument that was compared; nothing where the proof needs no table.
    pub checked_to: Vec<i64>,
    /// Positions where it does not hold, with what is there.
    pub exceptions: Vec<(Vec<i64>, i64)>,
    /// Why it is proved.
    pub theorem: Option<String>,
    /// The numeration system of an automaton.
    pub numeration: Option<String>,
    /// Its states, the one from which nothing is accepted left out.
    pub states: Option<usize>,
    /// The bits that it saves, where it was seen in numbers.
    pub evidence: Option<f64>,
    /// The formula as it is evaluated and written in programs, where it is one.
    pub function: Option<LawFormula>,
}

/// What is asked.
#[derive(Clone, Debug)]
pub struct Question<'q> {
    /// The game, as it is called.
    pub game: &'q str,
    /// Its rules, with the number of the family; nothing where there is no rule text.
    pub program: Option<(Arc<Program>, usize)>,
    /// Its table, as far as it was computed; without blocking.
    pub table: Option<&'q Table>,
    /// The last numbers of the table that is made where options may be forbidden; some that take little
    /// time if there are none.
    pub end: &'q [u64],
    /// What the laws tell.
    pub of: Of,
    /// Positions to be answered by a proved law.
    pub at: &'q [Vec<Nat>],
    /// Whether a law that is not proved answers them where none is.
    pub unproved: bool,
    /// How many winning moves are told of each.
    pub moves: usize,
    /// Whether automata are looked for; else only laws by a remainder are proved.
    pub automata: bool,
    /// How a proof is looked for.
    pub search: Search,
}

/// The laws of a game.
#[derive(Clone, Debug)]
pub struct Report {
    /// The game, as it is called.
    pub game: String,
    /// What the laws tell; nothing for numbers that are of no game.
    pub of: Option<Of>,
    /// The laws, the best first.
    pub laws: Vec<Told>,
    /// What a law tells of positions.
    pub at: Vec<At>,
    /// What else there is to say: why nothing is proved.
    pub remarks: Vec<String>,
    /// The law that was proved.
    pub proof: Option<Box<ProvedLaw>>,
    /// A formula that was proved.
    pub formula: Option<LawFormula>,
    /// The law that proves it, where that is a law by a remainder.
    pub remainder_law: Option<Box<RemainderLaw>>,
    /// The best formula that is not proved, but holds in the table or the numbers, as it can be written in
    /// programs.
    pub unproved: Option<LawFormula>,
}

/// The laws of a game.
///
/// # Errors
/// [`FindError`]: the rules are wrong, or a limit was reached. Rules outside of the decidable fragment
/// are no error, but a remark.
pub fn of_game(question: &Question<'_>, context: &Context<'_>) -> Result<Report, FindError> {
    let mut report = Report {
        game: question.game.to_owned(),
        of: Some(question.of),
        laws: Vec::new(),
        at: Vec::new(),
        remarks: Vec::new(),
        proof: None,
        formula: None,
        remainder_law: None,
        unproved: None,
    };
    let mut entries = match question.of {
        // Made by the rules.
        Of::Blocked(_) => None,
        of => question.table.map(|table| Entries::of_table(table, of)),
    };
    let mut seen = match &entries {
        Some(table) => pattern::find(&table.data, context)?,
        None => Vec::new(),
    };
    let names = match entries.as_ref().map(|table| &table.data) {
        Some(Data::Grid(grid)) => grid.names(),
        _ => vec!["n"],
    };
    // What no automaton tells is not looked for among automata.
    let by_remainder = match &question.program {
        Some((program, family)) => {
            remainder::first_proof(&seen, &names, program, *family, question.of, context)?
        }
        None => None,
    };
    let said = question.table.and_then(Table::said).map(|said| format!("on {said}"));
    report.remarks.extend(said);
    let repeats = entries.as_ref().is_some_and(|table| table.proved.is_some());
    match &question.program {
        None if repeats => {}
        None if question.game.contains('(') => report.remarks.push(
            "no proof was tried, as this is an expression and no game: laws are checked in the table only"
                .to_owned(),
        ),
        None => report.remarks.push(format!(
            "no proof was tried, as the rules of {} are not in the rule language: laws are checked in the table only",
            question.game
        )),
        Some((program, family)) => {
            let family_rules = &program.families[*family];
            if family_rules.params.iter().any(|param| param.len.is_some()) {
                report.remarks.push(format!(
                    "the law is about positions of exactly {} numbers, as its rules are",
                    family_rules.width
                ));
            }
            let found = match by_remainder {
                Some(_) => Ok(Found::None(Vec::new())),
                None if !question.automata => Ok(Found::None(Vec::new())),
                None => find(program, *family, question.of, &question.search, context),
            };
            match found {
                Ok(Found::Proved(law)) => report.proof = Some(law),
                Ok(Found::None(_)) if by_remainder.is_some() => {}
                Ok(Found::None(_)) if !question.automata => report.remarks.push(
                    "where letters stand for parameters, laws by a remainder or a quotient are proved, and others \
                     are checked in the table only"
                        .to_owned(),
                ),
                Ok(Found::None(reasons)) => {
                    let tried: Vec<String> = reasons
                        .iter()
                        .map(|(name, reason)| format!("{name}: {}", reason_text(reason)))
                        .collect();
                    let tried = tried.join("; ");
                    report.remarks.push(format!("no automaton was proved ({tried})"));
                }
                Err(FindError::Outside(_)) if repeats => {}
                Err(FindError::Outside(outside)) => {
                    let place = program.source.place(outside.span);
                    let place = place.map(|place| format!(", in line {} of the rules", place.line));
                    let place = place.unwrap_or_default();
                    let checked = match question.of {
                        Of::Blocked(_) => "",
                        _ => "; laws are checked in the table only",
                    };
                    let what = as_written(&outside, program.source.text(outside.span));
                    report.remarks.push(format!("no proof by automata: {what}{place}{checked}"));
                }
                Err(other) => return Err(other),
            }
        }
    }
    if let Some(law) = &report.proof {
        report.laws.push(automaton(law));
    }
    if let (Some((program, family)), Of::Blocked(_)) = (&question.program, question.of) {
        entries = Entries::of_rules(program, *family, question.of, question.end, context)?;
        if let Some(table) = &entries {
            seen = pattern::find(&table.data, context)?;
        }
    }
    if let Some(table) = &entries {
        let (mut proved, mut checked) = (Vec::new(), Vec::new());
        let (mut formulas, mut unproved) = (Vec::new(), Vec::new());
        for (number, seen) in seen.into_iter().enumerate() {
            let compared = match (&report.proof, &by_remainder) {
                (Some(law), _) => {
                    let program = question.program.as_ref().map(|(program, _)| &**program);
                    compared(&seen, law, program, table, context)?
                }
                (None, Some(proved)) if proved.number == number => {
                    Compared::Proved(proved.theorem.clone())
                }
                (None, _) => Compared::Open,
            };
            let theorem = match compared {
                Compared::Proved(theorem) => Some(theorem),
                Compared::Open => None,
                Compared::Refuted(at) => {
                    report.remarks.push(refutation(&seen, &at));
                    continue;
                }
            };
            let property = seen.kind.is_property();
            let status = if theorem.is_some() { Status::Proved } else { Status::Checked };
            let own = LawFormula::seen(&seen, theorem.clone(), &table.data).filter(|_| !property);
            match status {
                Status::Proved => formulas.extend(own.clone()),
                _ => unproved.extend(own.clone()),
            }
            let told = told(seen, status, theorem, own);
            if status == Status::Proved && !property {
                proved.push(told);
            } else {
                checked.push(told);
            }
        }
        // Of outcomes a formula without exceptions says the same.
        let told = !table.is_values() && proved.iter().any(|law| law.exceptions.is_empty());
        let period = if told { None } else { periodic::told(table) };
        let repeated = period.as_ref().and_then(|period| LawFormula::repeated(table, period));
        report.formula = match formulas.iter().position(LawFormula::is_plain) {
            Some(at) => Some(formulas.swap_remove(at)),
            None => repeated.or(formulas.into_iter().next()),
        };
        report.unproved = LawFormula::best_of(unproved);
        report.laws = ranked(proved, period, report.laws, checked);
    }
    report.remainder_law = by_remainder.map(|proved| Box::new(proved.law));
    report.at = at::answers(question, &report, context)?;
    Ok(report)
}

/// What is outside of the fragment, by the word that stands in the rules: loops over divisors and digits are written
/// in other terms before they are looked at.
fn as_written(outside: &Outside, text: &str) -> String {
    let what = outside.to_string();
    let function = what.split(' ').next().unwrap_or_default();
    let loops = ["divisors", "digits", "primes"].into_iter().find(|word| text.contains(word));
    match loops {
        Some(word) if !text.contains(function) => what.replacen(function, word, 1),
        _ => what,
    }
}

/// All laws of a table, the best first: a formula that is proved says more than its automaton, and
/// where one is, other formulas for the same add nothing.
fn ranked(
    proved: Vec<Told>,
    period: Option<Told>,
    automaton: Vec<Told>,
    checked: Vec<Told>,
) -> Vec<Told> {
    let mut laws: Vec<Told> = period.into_iter().collect();
    // The theorem tells the period with its least beginning.
    let repeats = |law: &Told| law.kind == "periodic" || law.kind == "arithmetic periodic";
    let known = laws.first().map(|law| law.formula.clone());
    let mut proved = proved.into_iter().filter(|law| match &known {
        Some(formula) => !repeats(law) && law.exceptions.is_empty() && law.formula != *formula,
        None => true,
    });
    if let Some(best) = proved.next() {
        // Pairs by mex and by irrational numbers tell each other apart: both are worth reading.
        let pairs = [pattern::Kind::MexPairs.name(), pattern::Kind::BeattyPairs.name()];
        let other = |law: &Told| pairs.contains(&&*best.kind) && pairs.contains(&&*law.kind);
        let second = proved.find(|law| other(law));
        laws.extend([Some(best), second].into_iter().flatten());
    }
    let told = !laws.is_empty();
    laws.extend(automaton);
    let property = pattern::Kind::Symmetric.name();
    laws.extend(checked.into_iter().filter(|law| !told || law.kind == property));
    once(laws)
}

/// The same laws, each formula once.
fn once(laws: Vec<Told>) -> Vec<Told> {
    let mut seen = HashSet::new();
    laws.into_iter().filter(|law| seen.insert(law.formula.clone())).collect()
}

/// The laws of numbers that are of no game.
///
/// # Errors
/// [`Stop`].
pub fn of_data(data: &Data, context: &Context<'_>) -> Result<Report, Stop> {
    let laws = pattern::find(data, context)?;
    let own = |law: &Law| LawFormula::seen(law, None, data).filter(|_| !law.kind.is_property());
    let unproved = LawFormula::best_of(laws.iter().filter_map(own).collect());
    let told = |law| {
        let function = own(&law);
        told(law, Status::Observed, None, function)
    };
    let remarks = if laws.is_empty() { vec![why_none(data)] } else { Vec::new() };
    Ok(Report {
        game: String::new(),
        of: None,
        laws: once(laws.into_iter().map(told).collect()),
        at: Vec::new(),
        remarks,
        proof: None,
        formula: None,
        remainder_law: None,
        unproved,
    })
}

/// Fewer numbers than these seldom hold enough evidence for more than the simplest formulas.
const USUAL_NUMBERS: usize = 40;

/// Why nothing is claimed of numbers.
fn why_none(data: &Data) -> String {
    let count = match data {
        Data::Sequence(sequence) => sequence.values().len(),
        Data::Grid(grid) => grid.values().len(),
        Data::Positions(positions) => positions.list().len(),
    };
    let bits = pattern::evidence::THRESHOLD;
    let needed = format!("a formula has to save {bits} bits more than it takes to write it down");
    match count {
        0 => "there are no numbers".to_owned(),
        1 => format!("{needed}: one number cannot show a law, give more"),
        _ if count < USUAL_NUMBERS => {
            format!("{needed}: {count} numbers are few for that, give more if you can")
        }
        _ => format!("{needed}, and none of the kinds that are looked for does"),
    }
}

fn told(law: Law, status: Status, theorem: Option<String>, function: Option<LawFormula>) -> Told {
    Told {
        kind: law.kind.name().to_owned(),
        status,
        formula: match law.from {
            Some(from) => format!("{} for n >= {from}", law.formula),
            None => law.formula.clone(),
        },
        sentence: law.sentence.clone(),
        checked_to: law.checked_to.clone(),
        exceptions: law.exceptions.iter().map(|e| (e.at.clone(), e.found)).collect(),
        theorem,
        numeration: None,
        states: None,
        evidence: Some(law.evidence),
        function,
    }
}

/// The law as an automaton.
fn automaton(law: &ProvedLaw) -> Told {
    let states = law.families.iter().map(|(_, _, relation)| relation.live_states()).sum();
    let system = law.system.name();
    let (formula, read) = match law.of {
        Of::Outcome(_) | Of::Blocked(_) => {
            (format!("P iff the automaton accepts (numeration: {system})"), "positions")
        }
        Of::Value => (
            format!("the value is the number that the automaton accepts (numeration: {system})"),
            "positions and values",
        ),
    };
    let plural = if states == 1 { "" } else { "s" };
    Told {
        kind: "automaton".into(),
        status: Status::Proved,
        formula,
        sentence: format!(
            "An automaton with {states} state{plural} reads the digits of {read} in numeration \
             {system}. That it is the law of the rules was decided for all sizes; it was learned \
             from the positions below {}.",
            law.bound
        ),
        checked_to: Vec::new(),
        exceptions: Vec::new(),
        theorem: Some("induction on the rank; the step is decided by automata".into()),
        numeration: Some(system.to_owned()),
        states: Some(states),
        evidence: None,
        function: None,
    }
}

fn reason_text(reason: &Reason) -> String {
    match reason {
        Reason::System(error) => error.to_string(),
        Reason::Grows(growth) => {
            let last = growth.iter().rev().take(4).rev();
            let sizes: Vec<String> =
                last.map(|(bound, states)| format!("{states} states below {bound}")).collect();
            if sizes.is_empty() {
                "more states than allowed".into()
            } else {
                format!("the automaton grows: {}", sizes.join(", "))
            }
        }
        Reason::Proof(overrun) => format!("the proof was given up: {overrun}"),
        Reason::NoRank => "no linear rank falls with every move".into(),
        Reason::Table(stop) => format!("a counterexample is out of reach: {stop}"),
    }
}

impl Report {
    /// The certificate of the law that automata prove; nothing where none does.
    ///
    /// # Errors
    /// As [`certificate`](certificate::certificate()).
    ///
    /// ```
    /// use grundy_laws::automaton::Budget;
    /// use grundy_laws::report::{Asked, Wanted};
    /// use grundy_laws::verify::{verify, write};
    /// use grundy_rules::{game::Rules, source::Source, typed::Program};
    /// let text = "B(n,m) -> B(n-k,m) for k in 1..=min(n,m)";
    /// let rules = Rules::new(Program::read(Source::new("bounded", text))?)?;
    /// let (catalogue, program) = (rules.catalogue(), rules.program().clone());
    /// let game = catalogue.read_game("B")?;
    /// let asked = Asked {
    ///     game: &*game,
    ///     program: Some((program.clone(), 0)),
    ///     wanted: Wanted::Values,
    ///     to: &[],
    ///     at: &[],
    ///     unproved: false,
    ///     moves: 0,
    ///     search: Default::default(),
    /// };
    /// let report = asked.report(&Default::default()).expect("no limit is near");
    /// assert_eq!(report.laws[0].formula, "f(n, m) = n mod (m + 1)");
    /// let made = report.certificate(&program, &Budget::default())?.expect("it is proved");
    /// let checked = verify(write(&made).as_bytes(), &Default::default())?;
    /// assert_eq!(checked.division(), Some(["n".into(), "m + 1".into()]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn certificate(
        &self,
        program: &Arc<Program>,
        budget: &Budget<'_>,
    ) -> Result<Option<Certificate>, WriteError> {
        match (&self.proof, &self.remainder_law) {
            (Some(law), _) => certificate::certificate(program, law, budget).map(Some),
            (None, Some(law)) => certificate::by_remainder(program, law, budget).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// The play convention.
    pub fn play(&self) -> Option<Play> {
        self.of.map(|of| match of {
            Of::Outcome(play) => play,
            Of::Blocked(_) | Of::Value => Play::Normal,
        })
    }
}
