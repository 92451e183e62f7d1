//! What the checker says of numbers: linear terms, and conditions without quantifiers.

use std::collections::BTreeSet;

/// A natural number without a name, by its number.
pub type Var = u32;

/// Coefficients and constants stay below this.
pub const MAX_FACTOR: i64 = 1 << 40;

/// Σ factor·variable + constant, variables ascending, no factor 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Linear {
    /// The parts.
    pub terms: Vec<(i64, Var)>,
    /// The rest.
    pub constant: i64,
}

/// A number is too large for the checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a coefficient or constant is 2^40 or more")]
pub struct TooLarge;

impl From<i64> for Linear {
    fn from(constant: i64) -> Self {
        Self { terms: Vec::new(), constant }
    }
}

impl Linear {
    /// The variable.
    pub fn var(var: Var) -> Self {
        Self { terms: vec![(1, var)], constant: 0 }
    }

    /// self + factor·other.
    pub fn plus(&self, factor: i64, other: &Self) -> Result<Self, TooLarge> {
        let number = |value: i128| match i64::try_from(value) {
            Ok(value) if value.abs() < MAX_FACTOR => Ok(value),
            _ => Err(TooLarge),
        };
        let sum = |a: i64, b: i64| number(i128::from(a) + i128::from(factor) * i128::from(b));
        let vars: BTreeSet<Var> =
            self.terms.iter().chain(&other.terms).map(|&(_, var)| var).collect();
        let mut terms = Vec::new();
        for var in vars {
            let factor = sum(self.factor(var), other.factor(var))?;
            if factor != 0 {
                terms.push((factor, var));
            }
        }
        Ok(Self { terms, constant: sum(self.constant, other.constant)? })
    }

    /// The factor of a variable.
    pub fn factor(&self, var: Var) -> i64 {
        let at = self.terms.binary_search_by_key(&var, |&(_, var)| var);
        at.map_or(0, |at| self.terms[at].0)
    }

    /// factor·self.
    pub fn times(&self, factor: i64) -> Result<Self, TooLarge> {
        Self::from(0).plus(factor, self)
    }

    /// The term with other names for its variables, in the same order.
    pub fn named(&self, name: &impl Fn(Var) -> Var) -> Self {
        let terms = self.terms.iter().map(|&(factor, var)| (factor, name(var))).collect();
        Self { terms, constant: self.constant }
    }

    /// The term with these names for the variables from 0 on.
    pub fn text(&self, names: &[String]) -> String {
        let name = |var: Var| names.get(var as usize).map_or("?", |name| name);
        let mut parts: Vec<(i64, String)> = Vec::new();
        for &(factor, var) in &self.terms {
            let size = factor.unsigned_abs();
            let many = if size == 1 { String::new() } else { format!("{size}*") };
            parts.push((factor, format!("{many}{}", name(var))));
        }
        if self.constant != 0 || parts.is_empty() {
            parts.push((self.constant, self.constant.unsigned_abs().to_string()));
        }
        let mut text = String::new();
        for (at, (sign, part)) in parts.iter().enumerate() {
            text += match (at, *sign < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            text += part;
        }
        text
    }

    /// Its value, if no variable occurs.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The variable, if it is one.
    pub fn as_var(&self) -> Option<Var> {
        match self.terms[..] {
            [(1, var)] if self.constant == 0 => Some(var),
            _ => None,
        }
    }

    /// Whether no part is negative, so that the value is a natural number.
    pub fn is_natural(&self) -> bool {
        self.constant >= 0 && self.terms.iter().all(|&(factor, _)| factor > 0)
    }
}

/// A remainder by which a law is told: both parts are over the coordinates of a position, which are the
/// variables from 0 on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remainder {
    /// What is divided.
    pub dividend: Linear,
    /// What it is divided by.
    pub divisor: Linear,
}

/// What two bits give: bit 2a + b for bits a and b.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bits {
    /// Exclusive or.
    Xor,
    /// And.
    And,
    /// Or.
    Or,
}

/// A condition on natural numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// True or false.
    Constant(bool),
    /// The term is 0.
    Zero(Linear),
    /// The term is 0 or more.
    Natural(Linear),
    /// The third number is made of the first two bit by bit; in base 2 only.
    Bits(Bits, [Var; 3]),
    /// The number is written 10…0.
    Place(Var),
    /// It is not so.
    Not(Box<Condition>),
    /// All of them.
    All(Vec<Condition>),
    /// At least one of them.
    Any(Vec<Condition>),
}

impl Condition {
    /// All of them.
    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Self::Constant(true) => {}
                Self::Constant(false) => return Self::Constant(false),
                Self::All(inner) => all.extend(inner),
                other => all.push(other),
            }
        }
        match all.len() {
            0 => Self::Constant(true),
            1 => all.remove(0),
            _ => Self::All(all),
        }
    }

    /// At least one of them.
    pub fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut any = Vec::new();
        for part in parts {
            match part {
                Self::Constant(false) => {}
                Self::Constant(true) => return Self::Constant(true),
                Self::Any(inner) => any.extend(inner),
                other => any.push(other),
            }
        }
        match any.len() {
            0 => Self::Constant(false),
            1 => any.remove(0),
            _ => Self::Any(any),
        }
    }

    /// It is not so. Of integers: not t >= 0 is -t - 1 >= 0.
    pub fn negated(self) -> Self {
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Not(inner) => *inner,
            Self::All(parts) => Self::any(parts.into_iter().map(Self::negated)),
            Self::Any(parts) => Self::all(parts.into_iter().map(Self::negated)),
            Self::Natural(term) => match term.times(-1).and_then(|t| t.plus(-1, &1.into())) {
                Ok(below) => Self::Natural(below),
                Err(TooLarge) => Self::Not(Box::new(Self::Natural(term))),
            },
            other => Self::Not(Box::new(other)),
        }
    }

    /// The term is 0.
    pub fn zero(term: Linear) -> Self {
        match term.as_constant() {
            Some(value) => Self::Constant(value == 0),
            None => Self::Zero(term),
        }
    }

    /// The term is 0 or more.
    pub fn natural(term: Linear) -> Self {
        match term.as_constant() {
            Some(value) => Self::Constant(value >= 0),
            None if term.is_natural() => Self::Constant(true),
            None => Self::Natural(term),
        }
    }

    /// a = b.
    pub fn equal(a: &Linear, b: &Linear) -> Result<Self, TooLarge> {
        Ok(Self::zero(a.plus(-1, b)?))
    }

    /// a >= b + more.
    pub fn at_least(a: &Linear, b: &Linear, more: i64) -> Result<Self, TooLarge> {
        Ok(Self::natural(a.plus(-1, b)?.plus(-1, &more.into())?))
    }

    /// The parts of which all have to hold.
    pub fn parts(self) -> Vec<Self> {
        match self {
            Self::All(parts) => parts,
            Self::Constant(true) => Vec::new(),
            other => vec![other],
        }
    }

    /// The condition with other names for its variables, in the same order.
    pub fn named(&self, name: &impl Fn(Var) -> Var) -> Self {
        let all = |parts: &[Self]| parts.iter().map(|part| part.named(name)).collect();
        match self {
            Self::Constant(value) => Self::Constant(*value),
            Self::Zero(term) => Self::Zero(term.named(name)),
            Self::Natural(term) => Self::Natural(term.named(name)),
            Self::Bits(bits, of) => Self::Bits(*bits, of.map(name)),
            Self::Place(var) => Self::Place(name(*var)),
            Self::Not(inner) => Self::Not(Box::new(inner.named(name))),
            Self::All(parts) => Self::All(all(parts)),
            Self::Any(parts) => Self::Any(all(parts)),
        }
    }

    /// How many conditions it is made of, itself included, and how deep they are inside each other.
    pub fn size(&self) -> (usize, usize) {
        let parts = match self {
            Self::Not(inner) => std::slice::from_ref(&**inner),
            Self::All(parts) | Self::Any(parts) => &parts[..],
            _ => &[],
        };
        parts
            .iter()
            .map(Self::size)
            .fold((1, 1), |(count, depth), (own, below)| (count + own, depth.max(below + 1)))
    }

    /// The variables that occur.
    pub fn vars(&self) -> BTreeSet<Var> {
        let mut vars = BTreeSet::new();
        self.collect(&mut vars);
        vars
    }

    fn collect(&self, vars: &mut BTreeSet<Var>) {
        match self {
            Self::Constant(_) => {}
            Self::Zero(term) | Self::Natural(term) => {
                vars.extend(term.terms.iter().map(|&(_, var)| var));
            }
            Self::Bits(_, all) => vars.extend(all),
            Self::Place(var) => {
                vars.insert(*var);
            }
            Self::Not(inner) => inner.collect(vars),
            Self::All(parts) | Self::Any(parts) => parts.iter().for_each(|p| p.collect(vars)),
        }
    }
}
