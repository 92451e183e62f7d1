//! Laws that are formulas, as they are evaluated and written in programs.

use super::Told;
use super::entries::Entries;
use super::periodic;
use crate::code;
use crate::pattern::term::Term;
use crate::pattern::{Data, Law, Subject, UNKNOWN, print};
use grundy::nat::{self, Nat};

/// A formula for all arguments from the first of a table, or of numbers, on.
#[derive(Clone, Debug)]
pub struct LawFormula {
    /// The value, or a condition of P-positions.
    pub term: Term,
    /// Whether it tells values; else P-positions.
    pub values: bool,
    /// Arguments where it is different, with what is there.
    pub exceptions: Vec<(Vec<i64>, i64)>,
    /// The least arguments.
    pub least: Vec<i64>,
    /// What the arguments are called.
    pub names: Vec<String>,
    /// As it is printed.
    pub formula: String,
    /// The last arguments that it was compared with.
    pub checked_to: Vec<i64>,
    /// Why it holds for all sizes; nothing where it is not proved.
    pub theorem: Option<String>,
}

impl LawFormula {
    /// A law seen in a table, with the entries before it begins to hold; `None` where it has no formula, or
    /// tells the positions of a list by their number.
    pub(super) fn seen(seen: &Law, theorem: Option<String>, data: &Data) -> Option<Self> {
        let mut term = seen.term.clone()?;
        if seen.subject == Subject::Member {
            return None;
        }
        if let (Some(from), Data::Sequence(entries)) = (seen.from, data) {
            let before = entries.before(from).from_first_known();
            if before.values().contains(&UNKNOWN) {
                return None;
            }
            if before.values().is_empty() {
                return Self::of(seen, term, theorem, vec![from]);
            }
            term = Term::Beginning {
                first: before.first(),
                entries: before.values().into(),
                x: Term::n().into(),
                rest: term.into(),
            };
        }
        // What is no position, or has no value, has no entry.
        let least = match data {
            Data::Sequence(sequence) => vec![sequence.known().next()?.0],
            // Where nothing is divided by 0, the function may be asked of what is no position.
            Data::Grid(grid) if code::is_code(&term, grid.first()) => grid.first().to_vec(),
            Data::Grid(grid) => grid.least_known(),
            Data::Positions(positions) => vec![0; positions.arity()],
        };
        let names = match data {
            Data::Grid(grid) => grid.names().into_iter().map(str::to_owned).collect(),
            Data::Sequence(_) | Data::Positions(_) => code::names(least.len()),
        };
        Some(Self { names, ..Self::of(seen, term, theorem, least)? })
    }

    fn of(seen: &Law, term: Term, theorem: Option<String>, least: Vec<i64>) -> Option<Self> {
        Some(Self {
            names: code::names(least.len()),
            term,
            values: seen.subject == Subject::Value,
            exceptions: seen.exceptions.iter().map(|e| (e.at.clone(), e.found)).collect(),
            least,
            formula: seen.formula.clone(),
            checked_to: seen.checked_to.clone(),
            theorem,
        })
    }

    /// The period that a theorem proves, as a formula, where the table has one period whole.
    pub(super) fn repeated(table: &Entries, told: &Told) -> Option<Self> {
        let term = periodic::term(table)?;
        Some(Self {
            term,
            values: table.is_values(),
            exceptions: Vec::new(),
            least: table.least.clone(),
            names: code::names(table.least.len()),
            formula: told.formula.clone(),
            checked_to: Vec::new(),
            theorem: told.theorem.clone(),
        })
    }

    /// Whether it has no exceptions, and can be written in programs.
    pub(super) fn is_plain(&self) -> bool {
        self.exceptions.is_empty() && self.is_code()
    }

    fn is_code(&self) -> bool {
        code::is_code(&self.term, &self.least)
    }

    /// The one to be written, of formulas of which the best come first: one without exceptions is preferred.
    pub(super) fn best_of(mut formulas: Vec<Self>) -> Option<Self> {
        let plain = formulas.iter().position(Self::is_plain);
        let at = plain.or_else(|| formulas.iter().position(Self::is_code))?;
        Some(formulas.swap_remove(at))
    }

    /// What the formula tells of a position, 1 for a P-position where it tells outcomes; `None` before its
    /// least arguments, and where numbers leave 64 bits.
    ///
    /// # Complexity
    /// O(length of the formula), and of the exceptions.
    #[must_use]
    pub fn at(&self, arguments: &[i64]) -> Option<i64> {
        if let Some((_, found)) = self.exceptions.iter().find(|(at, _)| at == arguments) {
            return (*found >= 0).then_some(*found);
        }
        let inside = arguments.len() == self.least.len()
            && arguments.iter().zip(&self.least).all(|(argument, least)| argument >= least);
        if !inside {
            return None;
        }
        let value = self.term.value(arguments)?;
        match self.values {
            true => (value >= 0).then_some(value),
            false => Some(i64::from(value != 0)),
        }
    }

    /// The same of a position of any size; `None` also where the formula asks for digits, divisors or roots of
    /// numbers beyond 64 bits.
    ///
    /// # Complexity
    /// As [`at`](Self::at), with numbers as long as the arguments.
    #[must_use]
    pub fn at_any(&self, arguments: &[Nat]) -> Option<Nat> {
        let small = arguments.iter().map(|n| i64::try_from(nat::to_u64(n)?).ok());
        if let Some(small) = small.collect::<Option<Vec<i64>>>()
            && let Some(told) = self.at(&small)
        {
            return u64::try_from(told).ok().map(Nat::from);
        }
        let same = |(at, _): &&(Vec<i64>, i64)| {
            at.len() == arguments.len()
                && at.iter().zip(arguments).all(|(at, n)| nat::to_u64(n) == u64::try_from(*at).ok())
        };
        let inside = arguments.len() == self.least.len()
            && arguments
                .iter()
                .zip(&self.least)
                .all(|(n, &least)| least <= 0 || *n >= Nat::from(least.unsigned_abs()));
        if !inside || self.exceptions.iter().any(|exception| same(&exception)) {
            return None;
        }
        let (value, negative) = nat::magnitude(&self.term.big_value(arguments)?);
        match self.values {
            true => (!negative).then_some(value),
            false => Some(Nat::from(u8::from(value != Nat::ZERO))),
        }
    }

    /// The formula, from where on it holds, and where it does not.
    #[must_use]
    pub fn told(&self) -> String {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let from = match &self.term {
            // The formula tells the beginning.
            _ if self.formula == format!("P iff {}", print::condition(&self.term, &names)) => {
                String::new()
            }
            // A list over something else is told in the formula.
            Term::Beginning { first, entries, x, .. }
                if self.least.len() == 1
                    && **x == Term::n()
                    && !self.formula.contains(" for n >= ") =>
            {
                format!(" for n >= {}", first + entries.len() as i64)
            }
            _ => String::new(),
        };
        format!("{}{from}{}", self.formula, except(&self.exceptions, self.values))
    }

    /// How far it was compared: `n = 0 to 499`, `a = 0 to 59, b = 0 to 59`.
    #[must_use]
    pub fn compared(&self) -> String {
        let ranges = self.names.iter().zip(self.least.iter().zip(&self.checked_to));
        let each =
            |(name, (least, last)): (&String, (&i64, &i64))| format!("{name} = {least} to {last}");
        ranges.map(each).collect::<Vec<_>>().join(", ")
    }
}

/// `, but 5 at 22`, `, but P at 8, 11; N at 14`.
pub(super) fn except(exceptions: &[(Vec<i64>, i64)], values: bool) -> String {
    let place = |(at, _): &(Vec<i64>, i64)| {
        let at: Vec<String> = at.iter().map(i64::to_string).collect();
        if at.len() == 1 { at.concat() } else { format!("({})", at.join(",")) }
    };
    let each = |same: &[(Vec<i64>, i64)]| {
        let places = same.iter().map(place).collect::<Vec<_>>().join(", ");
        match (values, same[0].1) {
            (true, found) => format!("{found} at {places}"),
            (false, 0) => format!("N at {places}"),
            (false, _) => format!("P at {places}"),
        }
    };
    let same = |a: &(Vec<i64>, i64), b: &(Vec<i64>, i64)| a.1 == b.1;
    match exceptions {
        [] => String::new(),
        list => format!(", but {}", list.chunk_by(same).map(each).collect::<Vec<_>>().join("; ")),
    }
}
