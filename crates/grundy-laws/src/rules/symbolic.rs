//! Expressions of the rules as terms and formulas.
//!
//! An expression is evaluated for all positions at once: a number becomes a list of terms, each with
//! the condition under which it is the value. The conditions of a list cover every position; where
//! two of them hold, their terms agree.

use grundy::syntax::Span;
use grundy_rules::input::Table;
use grundy_rules::number;
use grundy_rules::typed::{
    Array, ArrayKind, Bool, BoolKind, Comparison as Compared, Fold, Int, IntBinary, IntFn, IntKind,
    IntUnary, Slot,
};

use super::fragment::Outside;
use super::simple::{add, and, compare, constant, folded, is_natural, not, or};
use crate::formula::{Comparison, Formula, Fresh, Term, TermError};

/// What a word of the frame holds.
#[derive(Clone, Debug)]
pub(super) enum Word {
    Int(Term),
    Bool(Formula),
    /// Set by a loop: its value depends on how often the loop ran.
    Changing,
}

/// What all words of the frame hold.
pub(super) type Frame = Vec<Option<Word>>;

/// The values of something, each with its condition.
pub(super) type Cases<T> = Vec<(Formula, T)>;

/// Loops of constants are written out up to this length, sets up to as many numbers.
pub(super) const MAX_UNROLLED: usize = 64;

/// So many cases of one expression are told apart.
const MAX_CASES: usize = 256;

/// Arrays up to this length are sorted by telling their orders apart.
const MAX_SORTED: usize = 4;

/// Evaluates expressions; variables that occur nowhere else come from `fresh`.
pub(super) struct Symbolic {
    pub fresh: Fresh,
    /// Conditions under which the rules would fail, found on the way: an index out of range.
    pub faults: Vec<(Formula, Span)>,
    /// What holds wherever the present expression is evaluated at all: the second part of `and`
    /// only if the first one holds.
    assumed: Vec<Formula>,
}

fn overflow(error: TermError, span: Span) -> Outside {
    Outside::new(error.to_string(), span)
}

fn single<T>(value: T) -> Cases<T> {
    vec![(Formula::Constant(true), value)]
}

impl Symbolic {
    pub(super) fn new(first: u32) -> Self {
        Self { fresh: Fresh::from(first), faults: Vec::new(), assumed: Vec::new() }
    }

    /// Evaluates what is evaluated only where the condition holds.
    pub(super) fn under<T>(
        &mut self,
        condition: Formula,
        evaluate: impl FnOnce(&mut Self) -> Result<T, Outside>,
    ) -> Result<T, Outside> {
        self.assumed.push(condition);
        let value = evaluate(self);
        self.assumed.pop();
        value
    }

    /// All combinations of the cases of several expressions.
    fn product<T: Clone>(lists: Vec<Cases<T>>, span: Span) -> Result<Cases<Vec<T>>, Outside> {
        let mut all = single(Vec::new());
        for list in lists {
            let mut longer = Vec::new();
            for (before, values) in &all {
                for (condition, value) in &list {
                    let both = and([before.clone(), condition.clone()]);
                    if both == Formula::Constant(false) {
                        continue;
                    }
                    let mut values = values.clone();
                    values.push(value.clone());
                    longer.push((both, values));
                }
            }
            if longer.len() > MAX_CASES {
                return Err(Outside::new(
                    format!("more than {MAX_CASES} cases have to be told apart here"),
                    span,
                ));
            }
            all = longer;
        }
        Ok(all)
    }

    /// The cases of several numbers together.
    pub(super) fn ints<'a>(
        &mut self,
        ints: impl IntoIterator<Item = &'a Int>,
        frame: &Frame,
        span: Span,
    ) -> Result<Cases<Vec<Term>>, Outside> {
        let lists: Result<Vec<_>, Outside> =
            ints.into_iter().map(|int| self.int(int, frame)).collect();
        Self::product(lists?, span)
    }

    /// The cases of a number.
    pub(super) fn int(&mut self, int: &Int, frame: &Frame) -> Result<Cases<Term>, Outside> {
        let span = int.span;
        match &int.kind {
            IntKind::Const(value) => Ok(single(Term::from(*value))),
            IntKind::Var(slot) => match &frame[*slot as usize] {
                Some(Word::Int(term)) => Ok(single(term.clone())),
                Some(Word::Changing) => {
                    Err(Outside::new("this variable changes from turn to turn of a loop", span))
                }
                _ => Err(Outside::new("this variable has no value yet", span)),
            },
            IntKind::Unary(op, inner) => {
                let negated = |term| {
                    let minus = add(Term::from(0), -1, term)?;
                    match op {
                        IntUnary::Neg => Ok(minus),
                        IntUnary::Not => add(minus, -1, Term::from(1)),
                    }
                };
                let cases = self.int(inner, frame)?;
                let cases = cases.into_iter().map(|(when, term)| Ok((when, negated(term)?)));
                cases.collect::<Result<_, TermError>>().map_err(|error| overflow(error, span))
            }
            IntKind::Binary(op, a, b) => {
                let mut cases = Vec::new();
                for (when, values) in self.ints([&**a, &**b], frame, span)? {
                    let [a, b] = <[Term; 2]>::try_from(values).expect("two values");
                    cases.push((when, binary(*op, a, b, span)?));
                }
                Ok(cases)
            }
            IntKind::Call(function, args) => self.call(*function, args, frame, span),
            IntKind::If(condition, then, otherwise) => {
                let when = self.bool(condition, frame)?;
                let mut cases = Vec::new();
                for (holds, branch) in [(when.clone(), then), (not(when), otherwise)] {
                    if holds == Formula::Constant(false) {
                        continue;
                    }
                    let inner = self.under(holds.clone(), |own| own.int(branch, frame))?;
                    for (inner, term) in inner {
                        cases.push((and([holds.clone(), inner]), term));
                    }
                }
                Ok(cases)
            }
            IntKind::Get(array, index) => {
                let mut cases = Vec::new();
                for (when, elements) in self.array(array, frame)? {
                    for (chosen, at) in self.index(index, elements.len(), frame)? {
                        cases.push((and([when.clone(), chosen]), elements[at].clone()));
                    }
                }
                Ok(cases)
            }
            IntKind::Lookup(table, row, index) => {
                let items = self.items(table, row.as_deref(), frame, span)?;
                let Some(at) = self.same_everywhere(index, frame)? else {
                    let what = "an element of an array whose index is not constant";
                    return Err(Outside::new(what, span));
                };
                let at = number::element(at, items.len())
                    .map_err(|fault| Outside::new(fault.message(), index.span))?;
                Ok(single(Term::from(items[at])))
            }
            IntKind::RowLen(table, row) => {
                let items = self.items(table, Some(row), frame, span)?;
                Ok(single(Term::from(items.len() as i64)))
            }
            IntKind::Told(_, input) => {
                Err(Outside::new(format!("{} is an input and has no value", input.name), span))
            }
            IntKind::Fold(fold, array) => {
                let mut cases = Vec::new();
                for (when, elements) in self.array(array, frame)? {
                    let term = match fold {
                        Fold::Min => Ok(folded(Term::Min(elements))),
                        Fold::Max => Ok(folded(Term::Max(elements))),
                        Fold::Sum => {
                            elements.into_iter().try_fold(Term::from(0), |sum, e| add(sum, 1, e))
                        }
                    };
                    cases.push((when, term.map_err(|error| overflow(error, span))?));
                }
                Ok(cases)
            }
        }
    }

    /// A number, if it is the same in every position.
    fn same_everywhere(&mut self, int: &Int, frame: &Frame) -> Result<Option<i64>, Outside> {
        Ok(match &self.int(int, frame)?[..] {
            [(Formula::Constant(true), term)] => constant(term),
            _ => None,
        })
    }

    /// The numbers of a table, or of a row of it whose number is constant.
    pub(super) fn items<'t>(
        &mut self,
        table: &'t Table,
        row: Option<&Int>,
        frame: &Frame,
        span: Span,
    ) -> Result<&'t [i64], Outside> {
        let numbers = table.known().map_err(|input| {
            Outside::new(format!("{} is an input and has no value", input.name), span)
        })?;
        let Some(row) = row else { return Ok(numbers.items()) };
        let Some(number) = self.same_everywhere(row, frame)? else {
            return Err(Outside::new("a row of an array whose number is not constant", row.span));
        };
        number::row(numbers, Some(number)).map_err(|fault| Outside::new(fault.message(), row.span))
    }

    fn call(
        &mut self,
        function: IntFn,
        args: &[Int],
        frame: &Frame,
        span: Span,
    ) -> Result<Cases<Term>, Outside> {
        let mut cases = Vec::new();
        for (when, values) in self.ints(args, frame, span)? {
            match function {
                IntFn::Min => cases.push((when, folded(Term::Min(values)))),
                IntFn::Max => cases.push((when, folded(Term::Max(values)))),
                IntFn::Abs => {
                    let value = values[0].clone();
                    let minus = add(Term::from(0), -1, value.clone());
                    let minus = minus.map_err(|error| overflow(error, span))?;
                    cases.push((when, folded(Term::Max(vec![value, minus]))));
                }
                IntFn::Bit => {
                    let place = constant(&values[1]).filter(|place| (0..62).contains(place));
                    let Some(place) = place else {
                        return Err(Outside::new("the number of a bit that is not constant", span));
                    };
                    let shifted = Term::Div(Box::new(values[0].clone()), 1 << place);
                    cases.push((when, folded(Term::Mod(Box::new(shifted), 2))));
                }
                _ => {
                    let name = IntFn::ALL.iter().find(|(_, known)| *known == function);
                    let name = name.map_or("this function", |(name, _)| name);
                    return Err(Outside::new(format!("{name} is not a term over addition"), span));
                }
            }
        }
        Ok(cases)
    }

    /// Which element an index names, each with its condition. Where it names none the rules fail.
    pub(super) fn index(
        &mut self,
        index: &Int,
        len: usize,
        frame: &Frame,
    ) -> Result<Cases<usize>, Outside> {
        let mut cases = Vec::new();
        let mut inside = Vec::new();
        for (when, term) in self.int(index, frame)? {
            for at in 0..len {
                let here =
                    self.compared(&term, Comparison::Equal, &Term::from(at as i64), index)?;
                let here = and([when.clone(), here]);
                if here != Formula::Constant(false) {
                    inside.push(here.clone());
                    cases.push((here, at));
                }
            }
        }
        let fault = and(self.assumed.iter().cloned().chain([not(or(inside))]));
        if fault != Formula::Constant(false) {
            self.faults.push((fault, index.span));
        }
        Ok(cases)
    }

    fn compared(
        &mut self,
        a: &Term,
        how: Comparison,
        b: &Term,
        at: &Int,
    ) -> Result<Formula, Outside> {
        compare(a, how, b, &mut self.fresh).map_err(|error| overflow(error, at.span))
    }

    /// The cases of an array.
    pub(super) fn array(
        &mut self,
        array: &Array,
        frame: &Frame,
    ) -> Result<Cases<Vec<Term>>, Outside> {
        let span = array.span;
        match &array.kind {
            ArrayKind::Var(slot) => elements(frame, *slot, array.len, span).map(single),
            ArrayKind::List(elements) => self.ints(elements, frame, span),
            ArrayKind::Update(inner, changes) => {
                let mut cases = self.array(inner, frame)?;
                for (index, value) in changes {
                    let mut changed = Vec::new();
                    let places = self.index(index, array.len, frame)?;
                    let values = self.int(value, frame)?;
                    for (when, elements) in cases {
                        for (here, at) in &places {
                            for (then, value) in &values {
                                let mut elements = elements.clone();
                                elements[*at] = value.clone();
                                let all = and([when.clone(), here.clone(), then.clone()]);
                                changed.push((all, elements));
                            }
                        }
                    }
                    if changed.len() > MAX_CASES {
                        return Err(Outside::new(
                            format!("more than {MAX_CASES} cases have to be told apart here"),
                            span,
                        ));
                    }
                    cases = changed;
                }
                Ok(cases)
            }
            ArrayKind::Sort(inner) => {
                if array.len > MAX_SORTED {
                    return Err(Outside::new(
                        format!("sort of more than {MAX_SORTED} numbers has too many cases"),
                        span,
                    ));
                }
                let mut sorted = Vec::new();
                for (when, elements) in self.array(inner, frame)? {
                    for order in orders(array.len) {
                        let ordered: Vec<Term> =
                            order.iter().map(|&at| elements[at].clone()).collect();
                        let mut ascending = vec![when.clone()];
                        for pair in ordered.windows(2) {
                            let made =
                                compare(&pair[0], Comparison::AtMost, &pair[1], &mut self.fresh);
                            ascending.push(made.map_err(|error| overflow(error, span))?);
                        }
                        let ascending = and(ascending);
                        if ascending != Formula::Constant(false) {
                            sorted.push((ascending, ordered));
                        }
                    }
                }
                Ok(sorted)
            }
            ArrayKind::If(condition, then, otherwise) => {
                let when = self.bool(condition, frame)?;
                let mut cases = Vec::new();
                for (holds, branch) in [(when.clone(), then), (not(when), otherwise)] {
                    if holds == Formula::Constant(false) {
                        continue;
                    }
                    let inner = self.under(holds.clone(), |own| own.array(branch, frame))?;
                    for (inner, elements) in inner {
                        cases.push((and([holds.clone(), inner]), elements));
                    }
                }
                Ok(cases)
            }
        }
    }

    /// The formula of a condition.
    pub(super) fn bool(&mut self, bool: &Bool, frame: &Frame) -> Result<Formula, Outside> {
        let span = bool.span;
        match &bool.kind {
            BoolKind::Const(value) => Ok(Formula::Constant(*value)),
            BoolKind::Var(slot) => match &frame[*slot as usize] {
                Some(Word::Bool(formula)) => Ok(formula.clone()),
                Some(Word::Changing) => {
                    Err(Outside::new("this variable changes from turn to turn of a loop", span))
                }
                _ => Err(Outside::new("this variable has no value yet", span)),
            },
            BoolKind::Not(inner) => Ok(not(self.bool(inner, frame)?)),
            BoolKind::And(a, b) => match self.bool(a, frame)? {
                Formula::Constant(false) => Ok(Formula::Constant(false)),
                a => {
                    let b = self.under(a.clone(), |own| own.bool(b, frame))?;
                    Ok(and([a, b]))
                }
            },
            BoolKind::Or(a, b) => match self.bool(a, frame)? {
                Formula::Constant(true) => Ok(Formula::Constant(true)),
                a => {
                    let b = self.under(not(a.clone()), |own| own.bool(b, frame))?;
                    Ok(or([a, b]))
                }
            },
            BoolKind::Compare(first, others) => {
                // a < b < c is a < b and b < c: c is evaluated only if the first part holds.
                let mut all = Formula::Constant(true);
                let mut left = &**first;
                for (how, right) in others {
                    let next = self.under(all.clone(), |own| {
                        let mut holds = Vec::new();
                        for (when, values) in own.ints([left, right], frame, span)? {
                            let how = comparison(*how);
                            let made = own.compared(&values[0], how, &values[1], left)?;
                            holds.push(and([when, made]));
                        }
                        Ok(or(holds))
                    })?;
                    all = and([all, next]);
                    left = right;
                }
                Ok(all)
            }
            BoolKind::In(int, set) => {
                if set.len() > MAX_UNROLLED {
                    return Err(Outside::new(
                        format!("a set of {} numbers is too large for a formula", set.len()),
                        span,
                    ));
                }
                let mut holds = Vec::new();
                for (when, value) in self.int(int, frame)? {
                    for &element in &**set {
                        let same =
                            self.compared(&value, Comparison::Equal, &Term::from(element), int)?;
                        holds.push(and([when.clone(), same]));
                    }
                }
                Ok(or(holds))
            }
            BoolKind::InInput(_, input) => {
                Err(Outside::new(format!("{} is an input and has no value", input.name), span))
            }
            BoolKind::Call(function, _) => {
                let name = grundy_rules::typed::BoolFn::ALL.iter().find(|(_, f)| f == function);
                let name = name.map_or("this condition", |(name, _)| name);
                Err(Outside::new(format!("{name} is not a condition over addition"), span))
            }
            BoolKind::Same(a, b) => {
                let (a, b) = (self.bool(a, frame)?, self.bool(b, frame)?);
                Ok(or([and([a.clone(), b.clone()]), and([not(a), not(b)])]))
            }
            BoolKind::SameArray(a, b) => {
                let mut holds = Vec::new();
                let (a, b) = (self.array(a, frame)?, self.array(b, frame)?);
                for (when, left) in &a {
                    for (then, right) in &b {
                        let same = self.same(left, right, span)?;
                        holds.push(and([when.clone(), then.clone(), same]));
                    }
                }
                Ok(or(holds))
            }
            BoolKind::If(condition, then, otherwise) => {
                let when = self.bool(condition, frame)?;
                let then = self.under(when.clone(), |own| own.bool(then, frame))?;
                let otherwise = self.under(not(when.clone()), |own| own.bool(otherwise, frame))?;
                Ok(or([and([when.clone(), then]), and([not(when), otherwise])]))
            }
        }
    }

    /// Whether terms agree one by one.
    pub(super) fn same(&mut self, a: &[Term], b: &[Term], span: Span) -> Result<Formula, Outside> {
        let mut all = Vec::new();
        for (a, b) in a.iter().zip(b) {
            let made = compare(a, Comparison::Equal, b, &mut self.fresh);
            all.push(made.map_err(|error| overflow(error, span))?);
        }
        Ok(and(all))
    }
}

/// The terms in words that follow each other.
fn elements(frame: &Frame, slot: Slot, len: usize, span: Span) -> Result<Vec<Term>, Outside> {
    let words = &frame[slot as usize..slot as usize + len];
    let term = |word: &Option<Word>| match word {
        Some(Word::Int(term)) => Ok(term.clone()),
        Some(Word::Changing) => {
            Err(Outside::new("this array changes from turn to turn of a loop", span))
        }
        _ => Err(Outside::new("this array has no value yet", span)),
    };
    words.iter().map(term).collect()
}

/// All orders of so many things.
fn orders(len: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..len {
        let longer = |order: &Vec<usize>| {
            let free: Vec<usize> = (0..len).filter(|at| !order.contains(at)).collect();
            let order = order.clone();
            free.into_iter().map(move |at| [&order[..], &[at]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

const fn comparison(how: Compared) -> Comparison {
    match how {
        Compared::Eq => Comparison::Equal,
        Compared::Ne => Comparison::Unequal,
        Compared::Lt => Comparison::Less,
        Compared::Le => Comparison::AtMost,
        Compared::Gt => Comparison::Greater,
        Compared::Ge => Comparison::AtLeast,
    }
}

fn binary(op: IntBinary, a: Term, b: Term, span: Span) -> Result<Term, Outside> {
    let sum = |a, factor, b| add(a, factor, b).map_err(|error| overflow(error, span));
    let power = |b: &Term| {
        constant(b).filter(|places| (0..62).contains(places)).map(|places| 1i64 << places)
    };
    let bits = |make: fn(Box<Term>, Box<Term>) -> Term, a: Term, b: Term| {
        if is_natural(&a) && is_natural(&b) {
            Ok(folded(make(Box::new(a), Box::new(b))))
        } else {
            Err(Outside::new("a number here may be negative and is combined bit by bit", span))
        }
    };
    let divided = |make: fn(Box<Term>, i64) -> Term, a: Term, by: Option<i64>| match by {
        Some(by) if by > 0 => Ok(folded(make(Box::new(a), by))),
        _ => Err(Outside::new("a division by a number that is not a positive constant", span)),
    };
    match op {
        IntBinary::Add => sum(a, 1, b),
        IntBinary::Sub => sum(a, -1, b),
        IntBinary::Mul => match (constant(&a), constant(&b)) {
            (_, Some(factor)) => sum(Term::from(0), factor, a),
            (Some(factor), _) => sum(Term::from(0), factor, b),
            _ => Err(Outside::new("a product of two numbers that are not constant", span)),
        },
        IntBinary::Div => divided(Term::Div, a, constant(&b)),
        IntBinary::Rem => divided(Term::Mod, a, constant(&b)),
        IntBinary::Shr => divided(Term::Div, a, power(&b)),
        IntBinary::Shl => match power(&b) {
            Some(factor) => sum(Term::from(0), factor, a),
            None => Err(Outside::new("a shift by what is not constant", span)),
        },
        IntBinary::And => bits(Term::BitAnd, a, b),
        IntBinary::Or => bits(Term::BitOr, a, b),
        IntBinary::Xor => bits(Term::Xor, a, b),
    }
}
