//! A law that was observed, as it is told.

use super::evidence::{Exception, Weight};
use super::term::Term;
use std::fmt;

/// What a law is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// The same value everywhere.
    Constant,
    /// a n + b.
    Linear,
    /// f(n + p) = f(n) from some index on.
    Periodic,
    /// f(n + p) = f(n) + s from some index on.
    ArithmeticPeriodic,
    /// A linear function for each residue, with slopes of their own.
    LinearByResidue,
    /// A polynomial, or one for each residue.
    Polynomial,
    /// Nim-addition.
    Xor,
    /// floor((a n + b) / c).
    Quotient,
    /// Digits, divisibility and other functions of a number.
    Feature,
    /// floor(n x) for a quadratic irrational x, and its steps.
    Beatty,
    /// A linear recurrence.
    Recurrence,
    /// The numbers of a set.
    Set,
    /// The output of an automaton that reads digits.
    Automatic,
    /// Linear in the digits.
    Regular,
    /// The value depends on a function of the arguments only.
    DependsOn,
    /// A function of each argument, combined.
    Separable,
    /// Periodic in each argument.
    DoublyPeriodic,
    /// Pairs (floor(k x), floor(k y)).
    BeattyPairs,
    /// Pairs made by mex.
    MexPairs,
    /// f(a, b + p) = f(a, b) + p from some b on, for each a.
    AdditiveRows,
    /// f(a, b + p) = f(a, b) from some b on, for each a.
    PeriodicRows,
    /// The order of the arguments does not matter: a property, no law of the values.
    Symmetric,
}

impl Kind {
    /// Whether it is a property that leaves the values open.
    pub fn is_property(self) -> bool {
        matches!(self, Self::Symmetric)
    }

    /// The name of the kind.
    pub fn name(self) -> &'static str {
        match self {
            Self::Constant => "constant",
            Self::Linear => "linear",
            Self::Periodic => "periodic",
            Self::ArithmeticPeriodic => "arithmetic periodic",
            Self::LinearByResidue => "linear by residue",
            Self::Polynomial => "polynomial",
            Self::Xor => "xor",
            Self::Quotient => "quotient",
            Self::Feature => "digits and divisors",
            Self::Beatty => "Beatty",
            Self::Recurrence => "linear recurrence",
            Self::Set => "set",
            Self::Automatic => "automatic",
            Self::Regular => "regular",
            Self::DependsOn => "depends on",
            Self::Separable => "separable",
            Self::DoublyPeriodic => "doubly periodic",
            Self::BeattyPairs => "Beatty pairs",
            Self::MexPairs => "mex pairs",
            Self::AdditiveRows => "additive rows",
            Self::PeriodicRows => "periodic rows",
            Self::Symmetric => "symmetric",
        }
    }
}

/// What the formula tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The values f(n), f(a, b), f(a, b, c).
    Value,
    /// Which positions are P-positions.
    Outcome,
    /// The k-th number of a list.
    Member,
}

/// A law with its exceptions and its evidence.
#[derive(Clone, Debug)]
pub struct Law {
    /// What kind of law it is.
    pub kind: Kind,
    /// What it tells.
    pub subject: Subject,
    /// In symbols, plain ASCII but for dots: `f(n) = floor(n/2) xor 1`.
    pub formula: String,
    /// In a sentence.
    pub sentence: String,
    /// The right side as a tree, where the law is a formula.
    pub term: Option<Term>,
    /// The least index from which a law of a sequence holds; `None`: from the first on.
    pub from: Option<i64>,
    /// The entries from there on that are different, with what is there.
    pub exceptions: Vec<Exception>,
    /// The last index in each argument: the law was compared with all known entries up to it.
    pub checked_to: Vec<i64>,
    /// How many entries it tells.
    pub explained: usize,
    /// The bits that it saves; see [`evidence`](super::evidence).
    pub evidence: f64,
}

impl Law {
    /// The law whose right side is this term, over arguments with these names.
    pub(super) fn of_term(
        kind: Kind,
        subject: Subject,
        term: Term,
        weight: Weight,
        checked_to: Vec<i64>,
        names: &[&str],
    ) -> Self {
        let names = if subject == Subject::Member { &["k"][..] } else { names };
        let arguments = names[..checked_to.len().min(names.len())].join(", ");
        let formula = match subject {
            Subject::Value => format!("f({arguments}) = {}", term.formula(names)),
            Subject::Member => format!("p(k) = {}", term.formula(names)),
            Subject::Outcome => format!("P iff {}", super::print::condition(&term, names)),
        };
        let mut law = Self {
            kind,
            subject,
            sentence: String::new(),
            formula,
            term: Some(term),
            from: weight.from,
            exceptions: weight.exceptions,
            checked_to,
            explained: weight.explained,
            evidence: weight.evidence,
        };
        law.sentence = law.words(names);
        law
    }

    fn words(&self, names: &[&str]) -> String {
        let right = self.term.as_ref().map(|t| t.formula(names)).unwrap_or_default();
        let mut out = match (self.subject, &self.term) {
            (Subject::Outcome, Some(Term::Constant(1))) => "Every position is a P-position".into(),
            (Subject::Outcome, Some(Term::Constant(0))) => "No position is a P-position".into(),
            (Subject::Outcome, Some(term)) => {
                format!(
                    "A position is a P-position if and only if {}",
                    super::print::condition(term, names)
                )
            }
            (Subject::Member, _) => format!("The P-position number k is {right}, counted from 0"),
            (_, Some(Term::Constant(c))) => format!("Every value is {c}"),
            (_, Some(Term::Periodic { pattern, saltus: 0, x, .. }))
                if matches!(**x, Term::Argument(_)) =>
            {
                format!("The values repeat with period {}", pattern.len())
            }
            (_, Some(Term::Periodic { pattern, saltus, x, .. }))
                if matches!(**x, Term::Argument(_)) =>
            {
                format!(
                    "The values repeat with period {} and grow by {saltus} each time",
                    pattern.len()
                )
            }
            _ => format!("The value is {right}"),
        };
        out.push_str(&self.limits());
        out.push('.');
        for meaning in self.term.iter().flat_map(Term::legend) {
            out.push_str(&format!(" Here {meaning}."));
        }
        out
    }
}

impl Law {
    /// From where on it holds, and where it does not.
    fn limits(&self) -> String {
        let from = self.from.map(|from| format!(", from {from} on")).unwrap_or_default();
        let Some(last) = self.exceptions.last() else { return from };
        let at: Vec<String> = last.at.iter().map(i64::to_string).collect();
        let at = if at.len() == 1 { at.concat() } else { format!("({})", at.join(", ")) };
        let except = match self.exceptions.len() {
            1 => format!("with one exception at {at}"),
            k => format!("with {k} exceptions, the last one at {at}"),
        };
        match (self.from, &last.at[..], &self.checked_to[..]) {
            // A law with a few exceptions at its beginning: from behind them on it holds.
            (Some(first), [last], [end]) if last - first < (end - first) / 2 => {
                format!(", from {} on, and from {first} on {except}", last + 1)
            }
            _ => format!("{from}, {except}"),
        }
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.formula)?;
        if let Some(from) = self.from {
            write!(f, " from {from} on")?;
        }
        for exception in &self.exceptions {
            let at: Vec<String> = exception.at.iter().map(i64::to_string).collect();
            write!(f, "; not at {}: {}", at.join(","), exception.found)?;
        }
        Ok(())
    }
}
