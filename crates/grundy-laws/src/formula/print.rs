//! Formulas as text, as they are read.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::environment::Environment;
use super::linear::{Linear, Var};
use super::tree::{Formula, RelationId};

/// The names of variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    names: BTreeMap<Var, String>,
    next: u32,
}

impl Names {
    /// The variables 0, 1, … have these names.
    pub fn new(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let mut all = Self::default();
        for name in names {
            all.names.insert(Var(all.next), name.into());
            all.next += 1;
        }
        all
    }

    /// The name of a variable, `v` and its number where it has none.
    pub fn name(&self, var: Var) -> String {
        self.names.get(&var).cloned().unwrap_or_else(|| format!("v{}", var.0))
    }

    /// The variable of a name, a new one for a new name.
    pub fn var(&mut self, name: &str) -> Var {
        if let Some((&var, _)) = self.names.iter().find(|(_, known)| *known == name) {
            return var;
        }
        let own = name.strip_prefix('v').and_then(|number| number.parse::<u32>().ok());
        let own = own.filter(|n| format!("v{n}") == name && *n < u32::MAX / 2).map(Var);
        let var = match own.filter(|var| !self.names.contains_key(var)) {
            Some(var) => var,
            None => Var(self.next),
        };
        self.next = self.next.max(var.0 + 1);
        self.names.insert(var, name.to_owned());
        var
    }

    /// The number after those of all variables.
    pub const fn next(&self) -> u32 {
        self.next
    }

    /// Makes sure that further variables have other numbers than these.
    pub(super) fn reserve(&mut self, next: u32) {
        self.next = self.next.max(next);
    }
}

/// Writes a sum; `sign` 1 or -1 is a factor.
fn sum(terms: &[(i64, Var)], constant: i128, sign: i128, names: &Names) -> String {
    let mut text = String::new();
    for &(coefficient, var) in terms {
        let factor = i128::from(coefficient) * sign;
        let mark = if factor < 0 {
            "-"
        } else if text.is_empty() {
            ""
        } else {
            "+"
        };
        text.push_str(mark);
        if factor.abs() != 1 {
            let _ = write!(text, "{}*", factor.abs());
        }
        text.push_str(&names.name(var));
    }
    match constant * sign {
        0 if text.is_empty() => text.push('0'),
        0 => {}
        c if c > 0 && !text.is_empty() => {
            let _ = write!(text, "+{c}");
        }
        c => {
            let _ = write!(text, "{c}");
        }
    }
    text
}

/// Positive terms on the left, the others on the right.
fn compared(linear: &Linear, sign: &str, names: &Names) -> String {
    let (left, right): (Vec<_>, Vec<_>) = linear.terms().iter().partition(|(a, _)| *a > 0);
    let constant = i128::from(linear.constant());
    let left = sum(&left, constant.max(0), 1, names);
    format!("{left}{sign}{}", sum(&right, constant.min(0), -1, names))
}

/// How tightly formulas bind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Quantifier,
    Iff,
    Implies,
    Or,
    And,
    Not,
}

impl Formula {
    /// The formula as text: [`parse`](super::parse) reads it back.
    ///
    /// ```
    /// use grundy_laws::formula::{Environment, parse};
    /// let none = Environment::new();
    /// let text = "A x,y x>=y|(E z x+z+1=y & ~z>=2*x)";
    /// let parsed = parse(text, &none).unwrap();
    /// let printed = parsed.formula.text(&parsed.names, &none);
    /// assert_eq!(printed, "A x,y x>=y | (E z x+z+1=y & ~z>=2*x)");
    /// ```
    pub fn text(&self, names: &Names, environment: &Environment) -> String {
        let mut text = String::new();
        self.write(&mut text, Level::Quantifier, names, environment);
        text
    }

    fn level(&self) -> Level {
        match self {
            Self::Constant(_) | Self::Equal(_) | Self::AtLeast(_) | Self::Relation(..) => {
                Level::Not
            }
            Self::Not(_) => Level::Not,
            Self::And(parts) | Self::Or(parts) if parts.is_empty() => Level::Not,
            Self::And(parts) | Self::Or(parts) if parts.len() == 1 => parts[0].level(),
            Self::And(_) => Level::And,
            Self::Or(_) => Level::Or,
            Self::Implies(..) => Level::Implies,
            Self::Iff(..) => Level::Iff,
            Self::Exists(..) | Self::Forall(..) => Level::Quantifier,
        }
    }

    fn write(&self, text: &mut String, least: Level, names: &Names, relations: &Environment) {
        if self.level() < least {
            text.push('(');
            self.write(text, Level::Quantifier, names, relations);
            text.push(')');
            return;
        }
        let above = |level: Level| match level {
            Level::Quantifier => Level::Iff,
            Level::Iff => Level::Implies,
            Level::Implies => Level::Or,
            Level::Or => Level::And,
            Level::And | Level::Not => Level::Not,
        };
        match self {
            Self::Constant(value) => text.push_str(if *value { "true" } else { "false" }),
            Self::Equal(linear) => text.push_str(&compared(linear, "=", names)),
            Self::AtLeast(linear) => text.push_str(&compared(linear, ">=", names)),
            Self::Relation(id, terms) => {
                match id {
                    RelationId::Xor => text.push_str("$xor"),
                    RelationId::BitAnd => text.push_str("$and"),
                    RelationId::BitOr => text.push_str("$or"),
                    RelationId::Place => text.push_str("$place"),
                    RelationId::Given(number) => match relations.name(*id) {
                        Some(name) if relations.find(name) == Some(*id) => {
                            let _ = write!(text, "${name}");
                        }
                        // No name, or one that means another by now.
                        _ => {
                            let _ = write!(text, "$#{number}");
                        }
                    },
                }
                let terms: Vec<String> = terms
                    .iter()
                    .map(|term| sum(term.terms(), term.constant().into(), 1, names))
                    .collect();
                let _ = write!(text, "({})", terms.join(","));
            }
            Self::Not(inner) => {
                text.push('~');
                inner.write(text, Level::Not, names, relations);
            }
            Self::And(parts) | Self::Or(parts) => {
                let (none, sign) =
                    if matches!(self, Self::And(_)) { ("true", " & ") } else { ("false", " | ") };
                if parts.is_empty() {
                    text.push_str(none);
                }
                let inside = if parts.len() == 1 { least } else { above(self.level()) };
                for (at, part) in parts.iter().enumerate() {
                    text.push_str(if at > 0 { sign } else { "" });
                    part.write(text, inside, names, relations);
                }
            }
            Self::Implies(a, b) => {
                a.write(text, Level::Or, names, relations);
                text.push_str(" => ");
                b.write(text, Level::Implies, names, relations);
            }
            Self::Iff(a, b) => {
                a.write(text, Level::Implies, names, relations);
                text.push_str(" <=> ");
                b.write(text, Level::Implies, names, relations);
            }
            Self::Exists(vars, inner) | Self::Forall(vars, inner) => {
                text.push_str(if matches!(self, Self::Exists(..)) { "E " } else { "A " });
                let vars: Vec<String> = vars.iter().map(|&var| names.name(var)).collect();
                let _ = write!(text, "{} ", vars.join(","));
                inner.write(text, Level::Quantifier, names, relations);
            }
        }
    }
}
