//! Laws as functions of submissions: what can be proved of a family with a fixed number of steps, as a
//! function that needs no table, in the place of those that fill one.
//!
//! What is found depends on the rules alone, never on the clock or the machine: the search counts looks at
//! the clock instead of the time between them, so that the same rules give the same program everywhere.

mod digits;
mod period;
mod search;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use grundy::context::Context;
use grundy::outcome::Play;
use grundy_rules::emit::{Functions, Lang};
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use grundy_rules::walk::{self, MAX_STEPS};

use crate::automaton::Budget;
use crate::code::{self, Function, Member, wrapped};
use crate::formula::{Environment, Formula, Linear, Proof, Var, prove};
use crate::numeration::{Name, System};
use crate::pattern::term::Term;
use crate::report::{LawFormula, Report};
use crate::rules::{Of, translate};
use period::Periodic;

/// Families of more numbers are not looked at.
const MAX_WIDTH: usize = 3;

/// Formulas with more exceptions are not printed.
const MAX_EXCEPTIONS: usize = 4;

/// Automata with more transitions are not printed: nobody would want to hand them in.
const MAX_TRANSITIONS: usize = 4000;

/// Where limits are not known, and the law needs some, numbers up to this one are meant.
const USUAL_END: i64 = 1_000_000_000_000_000_000;

/// Whether positions begin before a law is looked at for numbers below this one.
const LOOKED_AT: i64 = 40;

/// The states of an automaton that says where positions begin.
const MAX_DOMAIN_STATES: usize = 10_000;

/// Tables of so many entries are no burden: then a table is plainer than an automaton.
const MAX_TABLE: i128 = 4_000_000;

/// What is proved of the positions of a family.
#[derive(Clone, Debug)]
pub struct Proved {
    program: Arc<Program>,
    family: usize,
    /// Whether values are told; else who loses in normal play.
    values: bool,
    report: Option<Report>,
    period: Option<Periodic>,
}

impl Proved {
    /// Looks for a law of the values of a family, or of its P-positions in normal play: families of one to
    /// three numbers, of rules without inputs.
    ///
    /// # Complexity
    /// A number of steps that does not depend on the rules, about a second; less where the rules are
    /// outside of what can be decided.
    ///
    /// ```
    /// use grundy_laws::submission::Proved;
    /// use grundy_rules::{emit::Lang, source::Source, typed::Program};
    /// let rules = "S(n) ->? S(n - k) for k in 1..=3";
    /// let program = Program::read(Source::new("rules", rules)).unwrap();
    /// let law = Proved::find(&program.into(), 0, true);
    /// let python = law.function(&[None], Lang::Python).unwrap();
    /// assert_eq!(python.values, ["grundy_S"]);
    /// assert!(python.text.ends_with("def grundy_S(n):\n    return n % 4\n"));
    /// ```
    pub fn find(program: &Arc<Program>, family: usize, values: bool) -> Self {
        let none = Self { program: program.clone(), family, values, report: None, period: None };
        let own = &program.families[family];
        let plain = own.params.iter().all(|param| param.len.is_none());
        // A position from which a move wins at once has no value.
        let loony = values && program.wins();
        if own.width > MAX_WIDTH || !plain || !program.inputs.is_empty() || loony {
            return none;
        }
        let of = if values { Of::Value } else { Of::Outcome(Play::Normal) };
        let report = search::report(program, family, of);
        let period = if values { Periodic::of(program, family) } else { None };
        Self { report, period, ..none }
    }

    /// The law as a function, if there is one that is right and holds in 64 bits for all positions whose
    /// coordinates have these limits: `grundy_S` for values, `lost_S` for whether the position is a
    /// P-position. `None` for a limit says that there is none: then arguments up to 10^18 are meant where
    /// those up to 2^63 - 1 leave 64 bits, and a comment says so.
    ///
    /// A formula is preferred to a table of one period. An automaton is printed only where the limits are
    /// beyond tables.
    pub fn function(&self, limits: &[Option<(i64, i64)>], lang: Lang) -> Option<Functions> {
        let law = self.formula(limits, lang, true);
        let law = law.or_else(|| self.periodic(limits, lang));
        let law = law.or_else(|| self.formula(limits, lang, false));
        law.or_else(|| self.automaton(limits, lang))
    }

    /// A law that is not proved as a function, if there is one that was checked in a table and fits these
    /// limits: its comment says how far it was checked. `None` where [`function`](Self::function) has a law.
    pub fn unproved(&self, limits: &[Option<(i64, i64)>], lang: Lang) -> Option<Functions> {
        if self.function(limits, lang).is_some() {
            return None;
        }
        self.of_formula(self.report.as_ref()?.unproved.as_ref()?, limits, lang, false)
    }

    fn family_name(&self) -> &str {
        &self.program.families[self.family].name
    }

    /// What the function is called.
    fn name(&self, lang: Lang) -> String {
        let what = if self.values { "grundy" } else { "lost" };
        let name = self.family_name();
        match lang {
            Lang::Rust => format!("{what}_{}", name.to_lowercase()),
            _ => format!("{what}_{name}"),
        }
    }

    /// `heap(n)`, `W(a, b)`, with these names of the numbers or the usual ones.
    fn position(&self, names: &[String]) -> String {
        let width = self.program.families[self.family].width;
        let names = if names.len() == width { names.to_vec() } else { code::names(width) };
        format!("{}({})", self.family_name(), names.join(", "))
    }

    fn functions(&self, remarks: &[String], body: &str, lang: Lang) -> Functions {
        let mark = if lang == Lang::Python { "#" } else { "//" };
        let lines = remarks.iter().flat_map(|remark| wrapped(remark, 96));
        let comment: String = lines.map(|line| format!("{mark} {line}\n")).collect();
        Functions {
            text: comment + body,
            values: vec![self.name(lang)],
            options: vec![None],
            ..Functions::default()
        }
    }

    fn periodic(&self, limits: &[Option<(i64, i64)>], lang: Lang) -> Option<Functions> {
        let period = self.period.as_ref()?;
        let most = limits.first()?.map_or(i64::MAX, |(_, most)| most);
        if !period.fits(most) {
            return None;
        }
        let text = period.text(self.family_name(), &self.name(lang), lang);
        Some(Functions {
            text,
            values: vec![self.name(lang)],
            options: vec![None],
            ..Functions::default()
        })
    }

    /// The formula that is proved; a short one has no tables.
    fn formula(&self, limits: &[Option<(i64, i64)>], lang: Lang, short: bool) -> Option<Functions> {
        self.of_formula(self.report.as_ref()?.formula.as_ref()?, limits, lang, short)
    }

    fn of_formula(
        &self,
        law: &LawFormula,
        limits: &[Option<(i64, i64)>],
        lang: Lang,
        short: bool,
    ) -> Option<Functions> {
        if law.least.len() != limits.len()
            || limits.len() != self.program.families[self.family].width
            || law.exceptions.len() > MAX_EXCEPTIONS
            || (short && (!law.exceptions.is_empty() || has_table(&law.term)))
            || !self.begins(law)
            || !is_natural_at(law)
        {
            return None;
        }
        let function = Function::Formula { term: &law.term, exceptions: &law.exceptions };
        let (mut body, meant) = self.member(function, limits, &law.least, &law.names, lang)?;
        if body.starts_with(['#', '/']) {
            // The comment of a function beside it.
            body.insert(0, '\n');
        }
        let what = match self.values {
            true => {
                format!("The value of {} is {}", self.position(&law.names), law.told())
            }
            false => {
                let position = self.position(&law.names);
                format!("Who moves from {position} loses by this law: {}", law.told())
            }
        };
        let why = match (&law.theorem, &self.report.as_ref()?.proof) {
            (None, _) => format!("Not proved: checked for {} in a table.", law.compared()),
            (Some(_), Some(_)) => {
                "Proof: induction on the moves; that every step is right for all numbers was \
                                   decided by automata."
                    .to_owned()
            }
            (Some(theorem), None) => format!("Proof: {theorem}."),
        };
        let remarks = vec![format!("{what}."), format!("{why}{meant}")];
        Some(self.functions(&remarks, &body, lang))
    }

    /// Whether there are no positions before the formula begins.
    fn begins(&self, law: &LawFormula) -> bool {
        match law.least[..] {
            [least] => (0..least).all(|n| {
                let state = State::new(self.family, [n].into_iter().collect());
                matches!(walk::outside(&self.program, &state, MAX_STEPS), Ok(Some(_)))
            }),
            // A law that is proved leaves nothing to chance; of another one a look at small positions is enough.
            _ if law.theorem.is_some() => self.begin_with(&law.least).unwrap_or(false),
            _ => {
                let width = law.least.len();
                let count = LOOKED_AT.pow(width as u32);
                (0..count).all(|number| {
                    let at: Vec<i64> =
                        (0..width as u32).map(|i| number / LOOKED_AT.pow(i) % LOOKED_AT).collect();
                    let before = at.iter().zip(&law.least).any(|(own, least)| own < least);
                    let state = State::new(self.family, at.into_iter().collect());
                    !before
                        || matches!(walk::outside(&self.program, &state, MAX_STEPS), Ok(Some(_)))
                })
            }
        }
    }

    /// Whether the rules say that no position has a smaller number than these: decided of all positions.
    fn begin_with(&self, least: &[i64]) -> Option<bool> {
        if least.iter().all(|&least| least == 0) {
            return Some(true);
        }
        let rules = translate(&self.program).ok()?;
        let domain = &rules.families.get(self.family)?.domain;
        let budget = Budget::new(MAX_DOMAIN_STATES, Context::default());
        let system = System::new(&Name::Base(2), &budget).ok()?;
        for (at, least) in (0..).zip(least) {
            let own = Linear::new([(1, Var(at))], least.checked_neg()?)?;
            let statement = domain.clone().implies(Formula::AtLeast(own));
            let proof = prove(&statement, &system, &Environment::new(), &budget).ok()?;
            if proof != Proof::Proved {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The automaton that is proved, where the limits are beyond tables.
    fn automaton(&self, limits: &[Option<(i64, i64)>], lang: Lang) -> Option<Functions> {
        let report = self.report.as_ref()?;
        let law = report.proof.as_ref()?;
        let (_, _, relation) = law.families.first()?;
        let mut entries: i128 = 1;
        for limit in limits {
            let (_, most) = (*limit)?;
            entries = entries.saturating_mul(i128::from(most) + 1);
        }
        if entries <= MAX_TABLE || relation.transitions().len() > MAX_TRANSITIONS {
            return None;
        }
        if self.values && !digits::fits(relation, &law.system, limits) {
            return None;
        }
        let function = Function::Automaton { relation, system: &law.system };
        let least = vec![0; limits.len()];
        let (body, meant) = self.member(function, limits, &least, &[], lang)?;
        let what = match self.values {
            true => "has the value that this automaton accepts",
            false => "is lost for the player to move exactly if this automaton accepts its numbers",
        };
        let remarks = vec![
            format!(
                "A position {} {what}, digit by digit in numeration {}.",
                self.position(&[]),
                law.system.name()
            ),
            format!(
                "Proof: induction on the moves; that every step is right for all numbers was decided \
                 by automata.{meant}"
            ),
        ];
        Some(self.functions(&remarks, &body, lang))
    }

    /// The function, and what is to be said of the numbers it is right for.
    fn member(
        &self,
        function: Function<'_>,
        limits: &[Option<(i64, i64)>],
        least: &[i64],
        names: &[String],
        lang: Lang,
    ) -> Option<(String, String)> {
        let tail = format!("_{}", self.family_name());
        let name = self.name(lang);
        let written = |end: i64| {
            let within = limits.iter().zip(least).map(|(limit, &least)| {
                let (low, high) = limit.unwrap_or((0, end));
                (low.max(least), high.max(least))
            });
            let limits: Vec<(i64, i64)> = within.collect();
            let values = self.values;
            let (name, tail, limits) = (&*name, &*tail, &*limits);
            let member = Member { name, tail, names, values, limits, function };
            code::member(&member, lang_of(lang))
        };
        if let Ok(text) = written(i64::MAX) {
            return Some((text, String::new()));
        }
        if limits.iter().all(Option::is_some) {
            return None;
        }
        let text = written(USUAL_END).ok()?;
        Some((text, " Numbers may be up to 10^18: greater ones would leave 64 bits.".to_owned()))
    }
}

const fn lang_of(lang: Lang) -> code::Lang {
    match lang {
        Lang::Cpp => code::Lang::Cpp,
        Lang::Rust => code::Lang::Rust,
        Lang::Python => code::Lang::Python,
        Lang::Java => code::Lang::Java,
    }
}

/// Whether some part of a formula is a list of numbers.
fn has_table(term: &Term) -> bool {
    let mut found = false;
    term.each(&mut |part| {
        found |= matches!(part, Term::List { .. } | Term::Beginning { .. } | Term::Periodic { .. });
    });
    found
}

/// Whether what is told of single positions is there: a number from 0 on.
fn is_natural_at(law: &LawFormula) -> bool {
    let mut natural = law.exceptions.iter().all(|(_, found)| *found >= 0);
    law.term.each(&mut |part| {
        if let Term::Beginning { entries, .. } | Term::List { entries, .. } = part {
            natural &= entries.iter().all(|&entry| entry >= 0);
        }
    });
    natural
}
