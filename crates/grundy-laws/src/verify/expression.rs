//! Expressions of the rules for all positions at once: the value of a number is one of several linear
//! terms, each under a condition; the conditions cover everything, and where two of them hold the terms
//! agree.
//!
//! Quotients, remainders and bitwise combinations get variables of their own, each with the condition
//! that defines it.

use grundy::syntax::Span;
use grundy_rules::typed::{
    Array, ArrayKind, Bool, BoolKind, Comparison, Fold, Int, IntBinary, IntFn, IntKind, IntUnary,
};

use super::cases::{Cases, Refused, extreme, fits, orders, same, several, sure};
use super::logic::{Bits, Condition, Linear, Var};
use super::question::Definitions;
use super::work::Work;

/// A word of the frame.
#[derive(Clone, Debug)]
pub(super) enum Word {
    Number(Linear),
    Truth(Condition),
    /// It depends on how often a loop ran.
    Unknown,
}

pub(super) type Frame = Vec<Option<Word>>;

/// So many cases of one expression are told apart.
const MAX_CASES: usize = 256;

/// The longest array that is sorted.
const MAX_SORTED: usize = 4;

/// The largest set.
pub(super) const MAX_SET: usize = 64;

/// The conditions that a frame holds.
pub(super) fn truths(frame: &Frame) -> impl Iterator<Item = &Condition> {
    frame.iter().flatten().filter_map(|word| match word {
        Word::Truth(condition) => Some(condition),
        _ => None,
    })
}

/// Evaluates expressions.
pub(super) struct Evaluator {
    pub definitions: Definitions,
    /// The next variable without a use.
    pub next: Var,
    /// Conditions under which the rules fail.
    pub faults: Cases<Span>,
    /// What holds where the present expression is evaluated.
    assumed: Vec<Condition>,
    /// What was put together.
    pub work: Work,
}

impl Evaluator {
    pub fn new(next: Var) -> Self {
        Self {
            definitions: Definitions::new(),
            next,
            faults: Vec::new(),
            assumed: Vec::new(),
            work: Work::default(),
        }
    }

    /// What a new variable is.
    fn define(&mut self, var: Var, definition: Condition, span: Span) -> Result<(), Refused> {
        self.work.define(var, &definition, span)?;
        self.definitions.insert(var, definition);
        Ok(())
    }

    pub fn fresh(&mut self) -> Var {
        self.next += 1;
        self.next - 1
    }

    /// What is evaluated only where the condition holds.
    pub fn under<T>(
        &mut self,
        condition: &Condition,
        evaluate: impl FnOnce(&mut Self) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        self.assumed.push(condition.clone());
        let value = evaluate(self);
        self.assumed.pop();
        value
    }

    fn fault(&mut self, condition: Condition, span: Span) {
        let all = Condition::all(self.assumed.iter().cloned().chain([condition]));
        if all != Condition::Constant(false) {
            self.work.charge(all.size().0);
            self.faults.push((all, span));
        }
    }

    /// All choices of one case from each list.
    fn together<T: Clone>(lists: Vec<Cases<T>>, span: Span) -> Result<Cases<Vec<T>>, Refused> {
        let mut all: Cases<Vec<T>> = sure(Vec::new());
        for list in lists {
            let mut longer = Vec::new();
            for (when, values) in &all {
                for (then, value) in &list {
                    let both = Condition::all([when.clone(), then.clone()]);
                    if both != Condition::Constant(false) {
                        longer.push((both, [&values[..], std::slice::from_ref(value)].concat()));
                    }
                }
            }
            all = longer;
            if all.len() > MAX_CASES {
                return Refused::new(format!("more than {MAX_CASES} cases"), span);
            }
        }
        Ok(all)
    }

    pub fn numbers(&mut self, ints: &[&Int], frame: &Frame) -> Result<Cases<Vec<Linear>>, Refused> {
        let span = ints.first().map_or(Span::default(), |int| int.span);
        let lists: Result<Vec<_>, Refused> =
            ints.iter().map(|int| self.number(int, frame)).collect();
        Self::together(lists?, span)
    }

    /// The cases of a number.
    pub fn number(&mut self, int: &Int, frame: &Frame) -> Result<Cases<Linear>, Refused> {
        let cases = self.cases_of(int, frame)?;
        self.few(&cases, int.span)?;
        Ok(cases)
    }

    fn few<T>(&mut self, cases: &Cases<T>, span: Span) -> Result<(), Refused> {
        if cases.len() > MAX_CASES {
            return Refused::new(format!("more than {MAX_CASES} cases"), span);
        }
        self.work.spend(cases.iter().map(|(when, _)| when), span)
    }

    fn cases_of(&mut self, int: &Int, frame: &Frame) -> Result<Cases<Linear>, Refused> {
        let span = int.span;
        match &int.kind {
            IntKind::Const(value) => {
                fits(Linear::from(0).plus(1, &Linear::from(*value)), span).map(sure)
            }
            IntKind::Var(slot) => match frame.get(*slot as usize) {
                Some(Some(Word::Number(term))) => Ok(sure(term.clone())),
                _ => Refused::new("a variable that changes from turn to turn of a loop", span),
            },
            IntKind::Unary(op, inner) => {
                let mut cases = self.number(inner, frame)?;
                for (_, term) in &mut cases {
                    let less = i64::from(*op == IntUnary::Not);
                    *term = fits(Linear::from(-less).plus(-1, term), span)?;
                }
                Ok(cases)
            }
            IntKind::Binary(op, a, b) => {
                let mut cases = Vec::new();
                for (when, pair) in self.numbers(&[a, b], frame)? {
                    for (then, value) in self.binary(*op, &pair[0], &pair[1], span)? {
                        cases.push((Condition::all([when.clone(), then]), value));
                    }
                }
                Ok(cases)
            }
            IntKind::Call(function, args) => {
                let args: Vec<&Int> = args.iter().collect();
                let mut cases = Vec::new();
                for (when, values) in self.numbers(&args, frame)? {
                    let found = match function {
                        IntFn::Min => extreme(&values, -1, span)?,
                        IntFn::Max => extreme(&values, 1, span)?,
                        IntFn::Abs => {
                            let minus = fits(values[0].times(-1), span)?;
                            extreme(&[values[0].clone(), minus], 1, span)?
                        }
                        IntFn::Bit => {
                            let place = values[1].as_constant().filter(|p| (0..40).contains(p));
                            let Some(place) = place else {
                                return Refused::new("a bit whose place is not constant", span);
                            };
                            let mut bits = Vec::new();
                            for (then, shifted) in
                                self.divided(&values[0], 1 << place, false, span)?
                            {
                                for (last, bit) in self.divided(&shifted, 2, true, span)? {
                                    bits.push((Condition::all([then.clone(), last]), bit));
                                }
                            }
                            bits
                        }
                        other => {
                            let name = IntFn::ALL.iter().find(|(_, known)| known == other);
                            let name = name.map_or("a function", |(name, _)| name);
                            return Refused::new(format!("{name} is not linear"), span);
                        }
                    };
                    for (then, value) in found {
                        cases.push((Condition::all([when.clone(), then]), value));
                    }
                }
                Ok(cases)
            }
            IntKind::If(condition, then, otherwise) => self.choice(condition, frame, |own, yes| {
                own.number(if yes { then } else { otherwise }, frame)
            }),
            IntKind::Get(array, index) => {
                let mut cases = Vec::new();
                for (when, elements) in self.array(array, frame)? {
                    for (here, at) in self.index(index, elements.len(), frame)? {
                        cases.push((Condition::all([when.clone(), here]), elements[at].clone()));
                    }
                }
                Ok(cases)
            }
            IntKind::Lookup(table, row, index) => {
                self.looked_up(table, row.as_deref(), index, frame).map(sure)
            }
            IntKind::RowLen(table, row) => {
                let items = self.items(table, Some(row), frame, span)?;
                Ok(sure((items.len() as i64).into()))
            }
            IntKind::Told(..) => Refused::new("an input without a value", span),
            IntKind::Fold(fold, array) => {
                let mut cases = Vec::new();
                for (when, elements) in self.array(array, frame)? {
                    let found = match fold {
                        Fold::Min => extreme(&elements, -1, span)?,
                        Fold::Max => extreme(&elements, 1, span)?,
                        Fold::Sum => {
                            let sum =
                                elements.iter().try_fold(Linear::from(0), |s, e| s.plus(1, e));
                            sure(fits(sum, span)?)
                        }
                    };
                    for (then, value) in found {
                        cases.push((Condition::all([when.clone(), then]), value));
                    }
                }
                Ok(cases)
            }
        }
    }

    /// Both branches, each under its condition.
    fn choice<T>(
        &mut self,
        condition: &Bool,
        frame: &Frame,
        mut branch: impl FnMut(&mut Self, bool) -> Result<Cases<T>, Refused>,
    ) -> Result<Cases<T>, Refused> {
        let holds = self.truth(condition, frame)?;
        let mut cases = Vec::new();
        for (when, yes) in [(holds.clone(), true), (holds.negated(), false)] {
            if when != Condition::Constant(false) {
                let found = self.under(&when, |own| branch(own, yes))?;
                let both = |(then, value)| (Condition::all([when.clone(), then]), value);
                cases.extend(found.into_iter().map(both));
            }
        }
        Ok(cases)
    }

    fn binary(
        &mut self,
        op: IntBinary,
        a: &Linear,
        b: &Linear,
        span: Span,
    ) -> Result<Cases<Linear>, Refused> {
        let small = |places: &Linear| places.as_constant().filter(|p| (0..40).contains(p));
        match op {
            IntBinary::Add => fits(a.plus(1, b), span).map(sure),
            IntBinary::Sub => fits(a.plus(-1, b), span).map(sure),
            IntBinary::Mul => match (a.as_constant(), b.as_constant()) {
                (_, Some(factor)) => fits(a.times(factor), span).map(sure),
                (Some(factor), _) => fits(b.times(factor), span).map(sure),
                _ => Refused::new("a product of two numbers that are not constant", span),
            },
            IntBinary::Shl => match small(b) {
                Some(places) => fits(a.times(1 << places), span).map(sure),
                None => Refused::new("a shift by what is not constant", span),
            },
            IntBinary::Shr => match small(b) {
                Some(places) => self.divided(a, 1 << places, false, span),
                None => Refused::new("a shift by what is not constant", span),
            },
            IntBinary::Div | IntBinary::Rem => match b.as_constant() {
                Some(by) if by > 0 => self.divided(a, by, op == IntBinary::Rem, span),
                _ => Refused::new("a division by a number that is not a positive constant", span),
            },
            IntBinary::And => self.bitwise(Bits::And, a, b, span),
            IntBinary::Or => self.bitwise(Bits::Or, a, b, span),
            IntBinary::Xor => self.bitwise(Bits::Xor, a, b, span),
        }
    }

    /// A quotient rounded down, or the remainder. Of u >= 0 the quotient is the q with
    /// by·q <= u < by·q + by; of u < 0 it is -q for the q with -by·q <= u < by - by·q.
    fn divided(
        &mut self,
        u: &Linear,
        by: i64,
        rest: bool,
        span: Span,
    ) -> Result<Cases<Linear>, Refused> {
        if let Some(value) = u.as_constant() {
            let value = if rest { value.rem_euclid(by) } else { value.div_euclid(by) };
            return Ok(sure(value.into()));
        }
        if by == 1 {
            return Ok(sure(if rest { 0.into() } else { u.clone() }));
        }
        let quotient = self.fresh();
        let mut cases = Vec::new();
        let mut definition = Vec::new();
        let natural = Condition::natural(u.clone());
        for (when, sign) in [(natural.clone(), 1), (natural.negated(), -1)] {
            if when == Condition::Constant(false) {
                continue;
            }
            let value = fits(Linear::var(quotient).times(sign), span)?;
            let left = fits(u.plus(-by, &value), span)?;
            let within = [
                Condition::natural(left.clone()),
                fits(Condition::at_least(&by.into(), &left, 1), span)?,
            ];
            definition.push(Condition::all([when.clone()].into_iter().chain(within)));
            cases.push((when, if rest { left } else { value }));
        }
        self.define(quotient, Condition::any(definition), span)?;
        Ok(cases)
    }

    fn bitwise(
        &mut self,
        bits: Bits,
        a: &Linear,
        b: &Linear,
        span: Span,
    ) -> Result<Cases<Linear>, Refused> {
        if let (Some(a), Some(b)) = (a.as_constant(), b.as_constant()) {
            return Ok(sure(Linear::from(match bits {
                Bits::And => a & b,
                Bits::Or => a | b,
                Bits::Xor => a ^ b,
            })));
        }
        let mut named = |term: &Linear| match term.as_var() {
            Some(var) => Ok(var),
            None if term.is_natural() => {
                let var = self.fresh();
                let equal = fits(Condition::equal(term, &Linear::var(var)), span)?;
                self.define(var, equal, span)?;
                Ok(var)
            }
            None => Refused::new("a number that may be negative is combined bit by bit", span),
        };
        let (a, b) = (named(a)?, named(b)?);
        let made = self.fresh();
        self.define(made, Condition::Bits(bits, [a, b, made]), span)?;
        Ok(sure(Linear::var(made)))
    }

    /// Which element an index names. Where it names none the rules fail.
    pub fn index(
        &mut self,
        index: &Int,
        len: usize,
        frame: &Frame,
    ) -> Result<Cases<usize>, Refused> {
        let mut cases = Vec::new();
        for (when, term) in self.number(index, frame)? {
            for at in 0..len {
                let here = fits(Condition::equal(&term, &Linear::from(at as i64)), index.span)?;
                let here = Condition::all([when.clone(), here]);
                if here != Condition::Constant(false) {
                    cases.push((here, at));
                }
            }
        }
        let inside = Condition::any(cases.iter().map(|(when, _)| when.clone()));
        self.fault(inside.negated(), index.span);
        Ok(cases)
    }

    /// The cases of an array.
    pub fn array(&mut self, array: &Array, frame: &Frame) -> Result<Cases<Vec<Linear>>, Refused> {
        let cases = self.arrays_of(array, frame)?;
        self.few(&cases, array.span)?;
        Ok(cases)
    }

    fn arrays_of(&mut self, array: &Array, frame: &Frame) -> Result<Cases<Vec<Linear>>, Refused> {
        let span = array.span;
        match &array.kind {
            ArrayKind::Var(slot) => {
                let from = *slot as usize;
                let words = frame.get(from..from + array.len).unwrap_or_default();
                let term = |word: &Option<Word>| match word {
                    Some(Word::Number(term)) => Some(term.clone()),
                    _ => None,
                };
                match words.iter().map(term).collect::<Option<Vec<_>>>() {
                    Some(elements) if elements.len() == array.len => Ok(sure(elements)),
                    _ => Refused::new("an array that changes from turn to turn of a loop", span),
                }
            }
            ArrayKind::List(elements) => {
                let elements: Vec<&Int> = elements.iter().collect();
                self.numbers(&elements, frame)
            }
            ArrayKind::Update(inner, changes) => {
                let mut cases = self.array(inner, frame)?;
                for (index, value) in changes {
                    let places = self.index(index, array.len, frame)?;
                    let values = self.number(value, frame)?;
                    let mut changed = Vec::new();
                    for (when, elements) in &cases {
                        for (here, at) in &places {
                            for (then, value) in &values {
                                let all = [when, here, then].map(Clone::clone);
                                let mut elements = elements.clone();
                                elements[*at] = value.clone();
                                changed.push((Condition::all(all), elements));
                            }
                        }
                    }
                    if changed.len() > MAX_CASES {
                        return Refused::new(format!("more than {MAX_CASES} cases"), span);
                    }
                    cases = changed;
                }
                Ok(cases)
            }
            ArrayKind::Sort(inner) => {
                if array.len > MAX_SORTED {
                    return Refused::new(format!("sort of more than {MAX_SORTED} numbers"), span);
                }
                let mut sorted = Vec::new();
                for (when, elements) in self.array(inner, frame)? {
                    for order in orders(array.len) {
                        let ordered: Vec<Linear> =
                            order.iter().map(|&at| elements[at].clone()).collect();
                        let mut all = vec![when.clone()];
                        for pair in ordered.windows(2) {
                            all.push(fits(Condition::at_least(&pair[1], &pair[0], 0), span)?);
                        }
                        let all = Condition::all(all);
                        if all != Condition::Constant(false) {
                            sorted.push((all, ordered));
                        }
                    }
                }
                Ok(sorted)
            }
            ArrayKind::If(condition, then, otherwise) => {
                self.choice(condition, frame, |own, yes| {
                    own.array(if yes { then } else { otherwise }, frame)
                })
            }
        }
    }

    /// A condition of the rules.
    pub fn truth(&mut self, bool: &Bool, frame: &Frame) -> Result<Condition, Refused> {
        let made = self.condition_of(bool, frame)?;
        self.work.spend([&made], bool.span)?;
        Ok(made)
    }

    fn condition_of(&mut self, bool: &Bool, frame: &Frame) -> Result<Condition, Refused> {
        let span = bool.span;
        match &bool.kind {
            BoolKind::Const(value) => Ok(Condition::Constant(*value)),
            BoolKind::Var(slot) => match frame.get(*slot as usize) {
                Some(Some(Word::Truth(condition))) => Ok(condition.clone()),
                _ => Refused::new("a condition that changes from turn to turn of a loop", span),
            },
            BoolKind::Not(inner) => Ok(self.truth(inner, frame)?.negated()),
            BoolKind::And(a, b) => {
                let a = self.truth(a, frame)?;
                if a == Condition::Constant(false) {
                    return Ok(a);
                }
                let b = self.under(&a, |own| own.truth(b, frame))?;
                Ok(Condition::all([a, b]))
            }
            BoolKind::Or(a, b) => {
                let a = self.truth(a, frame)?;
                if a == Condition::Constant(true) {
                    return Ok(a);
                }
                let b = self.under(&a.clone().negated(), |own| own.truth(b, frame))?;
                Ok(Condition::any([a, b]))
            }
            BoolKind::Compare(first, others) => {
                let mut all = Condition::Constant(true);
                let mut left = &**first;
                for (how, right) in others {
                    let next = self.under(&all, |own| own.compared(left, *how, right, frame))?;
                    all = Condition::all([all, next]);
                    left = right;
                }
                Ok(all)
            }
            BoolKind::In(int, set) => {
                if set.len() > MAX_SET {
                    return Refused::new(format!("a set of more than {MAX_SET} numbers"), span);
                }
                let mut any = Vec::new();
                for (when, term) in self.number(int, frame)? {
                    for &element in &**set {
                        let same = fits(Condition::equal(&term, &element.into()), span)?;
                        any.push(Condition::all([when.clone(), same]));
                    }
                }
                Ok(Condition::any(any))
            }
            BoolKind::InInput(..) => Refused::new("an input without a value", span),
            BoolKind::Call(..) => Refused::new("a condition that is not linear", span),
            BoolKind::Same(a, b) => {
                let (a, b) = (self.truth(a, frame)?, self.truth(b, frame)?);
                let both = Condition::all([a.clone(), b.clone()]);
                Ok(Condition::any([both, Condition::all([a.negated(), b.negated()])]))
            }
            BoolKind::SameArray(a, b) => {
                let (a, b) = (self.array(a, frame)?, self.array(b, frame)?);
                let mut any = Vec::new();
                for (when, left) in &a {
                    for (then, right) in &b {
                        let same = same(left, right, span)?;
                        any.push(Condition::all([when.clone(), then.clone(), same]));
                    }
                }
                Ok(Condition::any(any))
            }
            BoolKind::If(condition, then, otherwise) => {
                let cases = self.choice(condition, frame, |own, yes| {
                    own.truth(if yes { then } else { otherwise }, frame).map(sure)
                })?;
                let holds = cases.into_iter().map(|(when, holds)| Condition::all([when, holds]));
                Ok(Condition::any(holds))
            }
        }
    }

    /// How two numbers compare. Bounds by the least of several numbers, or by the greatest, are several
    /// bounds.
    pub fn compared(
        &mut self,
        a: &Int,
        how: Comparison,
        b: &Int,
        frame: &Frame,
    ) -> Result<Condition, Refused> {
        let below = matches!(how, Comparison::Lt | Comparison::Le);
        let above = matches!(how, Comparison::Gt | Comparison::Ge);
        if let Some(parts) = several(a, if below { IntFn::Max } else { IntFn::Min })
            && (below || above)
        {
            let each = parts.iter().map(|part| self.compared(part, how, b, frame));
            return each.collect::<Result<Vec<_>, _>>().map(Condition::all);
        }
        if let Some(parts) = several(b, if below { IntFn::Min } else { IntFn::Max })
            && (below || above)
        {
            let each = parts.iter().map(|part| self.compared(a, how, part, frame));
            return each.collect::<Result<Vec<_>, _>>().map(Condition::all);
        }
        let (mut any, mut factor) = (Vec::new(), 1);
        let mut right = b;
        // x <= u / c, rounded down, says c·x <= u; and x < u / c says c·x + c <= u.
        if let (true, IntKind::Binary(IntBinary::Div, u, c)) = (below, &b.kind)
            && let Some(c) = c.constant().filter(|&c| c > 0)
        {
            (factor, right) = (c, u);
        }
        for (when, pair) in self.numbers(&[a, right], frame)? {
            let (x, y) = (&fits(pair[0].times(factor), a.span)?, &pair[1]);
            let made = match how {
                Comparison::Eq => Condition::equal(x, y),
                Comparison::Ne => Condition::equal(x, y).map(Condition::negated),
                Comparison::Lt => Condition::at_least(y, x, factor),
                Comparison::Le => Condition::at_least(y, x, 0),
                Comparison::Gt => Condition::at_least(x, y, 1),
                Comparison::Ge => Condition::at_least(x, y, 0),
            };
            any.push(Condition::all([when, fits(made, a.span)?]));
        }
        Ok(Condition::any(any))
    }
}
