//! What moves can leave, as far as it is proved: numbers that are at most the state's own.
//!
//! A rule is gone through once. Every number in it is a linear sum of unknowns of which facts are
//! known: the state's numbers are not negative, a loop's variable lies between its bounds, conditions
//! hold where they guard. A quotient by a constant, a remainder, a root, a product is an unknown
//! with the facts that define it or follow. A variable that a loop sets is another unknown in each
//! turn, of which it is only known whether it may be negative or 0.

use super::assigned::{positive, set_in};
use super::facts::Facts as Signs;
use super::limits::InputLimits;
use super::linear::{Facts, Linear};
use crate::input::{Table, Told};
use crate::typed::{
    Arg, Block, Bool, BoolFn, BoolKind, Code, Comparison, Family, Int, IntBinary, IntFn, IntKind,
    IntUnary, Iter, Move, Slot, Stmt,
};
use hashbrown::HashMap;

/// A state that a move can leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    /// Its family.
    pub family: usize,
    /// For each of its numbers one of the state moved from that it is at most, and if so, it is not
    /// negative.
    pub under: Vec<Option<usize>>,
    /// Whether, if each is at most the one in the same place, one of them is less.
    pub less: bool,
}

/// All states that moves of a family can leave; its parameters are numbers.
///
/// # Complexity
/// O(length of the rules) questions to [`Facts`], which gives up in time; `work` is what was done
/// before, and after.
pub(super) fn reaches(family: &Family, limits: &[InputLimits], work: &mut u64) -> Vec<Reach> {
    let mut found = Vec::new();
    for code in &family.rules {
        let mut walk = Walk::new(family, code, *work);
        walk.limits = limits.to_vec();
        for condition in &family.domain {
            walk.assume(condition, true);
        }
        walk.block(&code.body);
        *work = walk.facts.work();
        found.append(&mut walk.found);
    }
    found
}

/// Whether it is proved that all numbers of states in their domain are at most this.
pub(super) fn is_bounded(family: &Family, most: i64) -> bool {
    let code = Code { body: Vec::new(), words: family.width, span: family.span, names: Vec::new() };
    let mut walk = Walk::new(family, &code, 0);
    family.domain.iter().for_each(|condition| walk.assume(condition, true));
    let most = Linear::constant(most.into());
    (0..family.width as u32).all(|own| walk.prove(&most, &Linear::unknown(own), 0))
}

struct Walk {
    width: usize,
    signs: Signs,
    positive: Vec<Slot>,
    facts: Facts,
    /// What variables are at the present place.
    values: HashMap<Slot, Linear>,
    next: u32,
    /// Roots with what they are roots of, and quotients with divisors and what is divided: numbers
    /// so that root * root, quotient * divisor is at most a third.
    roots: Vec<(Linear, Linear, Linear)>,
    /// What was computed before, so that it is the same unknown again.
    products: Vec<(Linear, Linear, Linear)>,
    found: Vec<Reach>,
    limits: Vec<InputLimits>,
    /// Whether the parts that are gathered at the present place drop the move where one is outside.
    drops: bool,
}

impl Walk {
    fn new(family: &Family, code: &Code, work: u64) -> Self {
        let mut walk = Self {
            width: family.width,
            signs: Signs::of(code),
            positive: positive(code),
            facts: Facts::after(work),
            values: HashMap::new(),
            next: family.width as u32,
            roots: Vec::new(),
            products: Vec::new(),
            found: Vec::new(),
            limits: Vec::new(),
            drops: false,
        };
        for slot in 0..family.width as u32 {
            walk.facts.know(Linear::unknown(slot));
            walk.values.insert(slot, Linear::unknown(slot));
        }
        walk
    }

    fn fresh(&mut self) -> Linear {
        self.next += 1;
        Linear::unknown(self.next - 1)
    }

    /// `a - b >= at_least` is a fact.
    fn know(&mut self, a: &Linear, b: &Linear, at_least: i128) {
        if let Some(difference) = a.plus(-1, b) {
            self.facts.know(difference.add(-at_least));
        }
    }

    /// Whether `a - b >= at_least` is proved.
    fn prove(&mut self, a: &Linear, b: &Linear, at_least: i128) -> bool {
        a.plus(-1, b).is_some_and(|difference| self.facts.prove(&difference.add(-at_least)))
    }

    fn at_least(&mut self, a: &Linear, least: i128) -> bool {
        self.facts.prove(&a.add(-least))
    }

    fn block(&mut self, block: &Block) {
        for statement in block {
            self.statement(statement);
        }
    }

    /// Runs a block on its own: what it found out is forgotten, what it set may be anything.
    fn apart(&mut self, block: &Block, body: impl FnOnce(&mut Self)) {
        let (mark, roots, products) = (self.facts.mark(), self.roots.len(), self.products.len());
        let values = self.values.clone();
        body(self);
        self.facts.leave(mark);
        self.roots.truncate(roots);
        self.products.truncate(products);
        self.values = values;
        self.forget(block);
    }

    /// Variables that a block sets may have any value.
    fn forget(&mut self, block: &Block) {
        let mut slots = Vec::new();
        set_in(block, &mut slots);
        for slot in slots {
            self.anything(slot);
        }
    }

    fn anything(&mut self, slot: Slot) {
        let value = self.fresh();
        if self.positive.contains(&slot) {
            self.facts.know(value.add(-1));
        } else if self.signs.is_natural(slot) {
            self.facts.know(value.clone());
        }
        self.values.insert(slot, value);
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::For { slot, iter, body, .. } => {
                self.forget(body);
                self.apart(body, |walk| {
                    walk.turn(*slot, iter);
                    walk.block(body);
                });
            }
            Stmt::While { condition, body, .. } => {
                self.forget(body);
                self.apart(body, |walk| {
                    walk.assume(condition, true);
                    walk.block(body);
                });
            }
            Stmt::If { condition, then, otherwise } => {
                self.apart(then, |walk| {
                    walk.assume(condition, true);
                    walk.block(then);
                });
                self.apart(otherwise, |walk| {
                    walk.assume(condition, false);
                    walk.block(otherwise);
                });
                self.forget(then);
            }
            Stmt::SetInt { slot, value } => {
                let value = self.int(value);
                self.values.insert(*slot, value);
            }
            Stmt::Move(option) => self.option(option),
            Stmt::Gather(gather) => {
                let outer = std::mem::replace(&mut self.drops, gather.drop);
                self.apart(&gather.parts, |walk| walk.block(&gather.parts));
                self.drops = outer;
            }
            Stmt::Part(part) => {
                // Each part is one of the states that the move can leave.
                let (sum, drop) = (vec![part.term.clone()], self.drops);
                self.option(&Move { sum, wins: false, drop, span: part.term.span });
            }
            Stmt::SetBool { .. }
            | Stmt::SetArray { .. }
            | Stmt::SetElement { .. }
            | Stmt::Become(_) => {}
        }
    }

    /// The variable of a loop in one of its turns.
    fn turn(&mut self, slot: Slot, iter: &Iter) {
        let value = self.fresh();
        match iter {
            Iter::Range { from, to, inclusive, .. } => {
                let (from, to) = (self.int(from), self.int(to));
                self.know(&value, &from, 0);
                self.know(&to, &value, i128::from(!inclusive));
            }
            Iter::Set(set) => {
                if let (Some(&least), Some(&most)) = (set.first(), set.last()) {
                    self.facts.know(value.add(-i128::from(least)));
                    self.know(&Linear::constant(most.into()), &value, 0);
                }
            }
            Iter::Ones(_) => {
                self.facts.know(value.clone());
                self.know(&Linear::constant(63), &value, 0);
            }
            Iter::Items(table, _) => self.item(table, &value),
        }
        self.values.insert(slot, value);
    }

    /// The limits of an input.
    fn input(&self, name: &str) -> Option<(i64, i64)> {
        let known = self.limits.iter().find(|(known, ..)| known == name);
        known.map(|(_, least, most)| (*least, *most))
    }

    fn bounded(&mut self, value: &Linear, bounds: Option<(i64, i64)>) {
        if let Some((least, most)) = bounds {
            self.facts.know(value.add(-i128::from(least)));
            self.know(&Linear::constant(most.into()), value, 0);
        }
    }

    /// A number of a table.
    fn item(&mut self, table: &Table, value: &Linear) {
        let bounds = match table.known() {
            Ok(numbers) if numbers.items().is_empty() => None,
            Ok(numbers) => Some(numbers.bounds()),
            Err(input) => self.input(&input.name),
        };
        self.bounded(value, bounds);
    }

    fn option(&mut self, option: &Move) {
        let mark = self.facts.mark();
        let mut terms = Vec::with_capacity(option.sum.len());
        for term in &option.sum {
            let mut args = Vec::with_capacity(term.args.len());
            for arg in &term.args {
                args.push(match arg {
                    Arg::Int(int) => Some(self.int(int)),
                    Arg::Array(_) => None,
                });
            }
            terms.push((term.family, args));
        }
        if option.drop {
            // Dropped otherwise.
            for arg in terms.iter().flat_map(|(_, args)| args).flatten() {
                self.facts.know(arg.clone());
            }
        }
        for (family, args) in terms {
            let mut under = Vec::with_capacity(args.len());
            let mut difference = Some(Linear::default());
            for (place, arg) in args.iter().enumerate() {
                let natural = arg.as_ref().filter(|arg| self.at_least(arg, 0));
                let mut places = (0..self.width).collect::<Vec<_>>();
                if place < self.width {
                    places.swap(0, place);
                }
                let own = natural.and_then(|arg| {
                    let most = |own: &usize| self.prove(&Linear::unknown(*own as u32), arg, 0);
                    places.into_iter().find(most)
                });
                under.push(own);
                difference = difference.filter(|_| own == Some(place)).and_then(|sum| {
                    sum.plus(1, &Linear::unknown(place as u32))?.plus(-1, arg.as_ref()?)
                });
            }
            let less = difference.is_some_and(|difference| self.at_least(&difference, 1));
            let reach = Reach { family, under, less };
            if !self.found.contains(&reach) {
                self.found.push(reach);
            }
        }
        self.facts.leave(mark);
    }

    /// A condition holds, or does not.
    fn assume(&mut self, condition: &Bool, holds: bool) {
        match &condition.kind {
            BoolKind::Not(a) => self.assume(a, !holds),
            BoolKind::And(a, b) if holds => {
                self.assume(a, true);
                self.assume(b, true);
            }
            BoolKind::Or(a, b) if !holds => {
                self.assume(a, false);
                self.assume(b, false);
            }
            BoolKind::Compare(first, rest) if holds || rest.len() == 1 => {
                let mut left = self.int(first);
                for (op, right) in rest {
                    let right = self.int(right);
                    self.compared(&left, *op, holds, &right);
                    left = right;
                }
            }
            BoolKind::In(value, set) if holds => {
                let value = self.int(value);
                if let (Some(&least), Some(&most)) = (set.first(), set.last()) {
                    self.facts.know(value.add(-i128::from(least)));
                    self.know(&Linear::constant(most.into()), &value, 0);
                }
            }
            BoolKind::Call(function, value) if holds => {
                let value = self.int(value);
                let least = if *function == BoolFn::IsPrime { 2 } else { 0 };
                self.facts.know(value.add(-least));
            }
            _ => {}
        }
    }

    fn compared(&mut self, a: &Linear, op: Comparison, holds: bool, b: &Linear) {
        match (op, holds) {
            (Comparison::Lt, true) | (Comparison::Ge, false) => self.know(b, a, 1),
            (Comparison::Le, true) | (Comparison::Gt, false) => self.know(b, a, 0),
            (Comparison::Gt, true) | (Comparison::Le, false) => self.know(a, b, 1),
            (Comparison::Ge, true) | (Comparison::Lt, false) => self.know(a, b, 0),
            (Comparison::Eq, true) | (Comparison::Ne, false) => {
                self.know(a, b, 0);
                self.know(b, a, 0);
            }
            (Comparison::Ne, true) | (Comparison::Eq, false) => {
                if self.prove(a, b, 0) {
                    self.know(a, b, 1);
                } else if self.prove(b, a, 0) {
                    self.know(b, a, 1);
                }
            }
        }
    }

    /// A number.
    fn int(&mut self, int: &Int) -> Linear {
        match &int.kind {
            IntKind::Const(value) => Linear::constant((*value).into()),
            IntKind::Var(slot) => match self.values.get(slot) {
                Some(value) => value.clone(),
                None => {
                    self.anything(*slot);
                    self.values.get(slot).cloned().unwrap_or_default()
                }
            },
            IntKind::Unary(op, a) => {
                let a = self.int(a);
                let minus = Linear::default().plus(-1, &a);
                match (op, minus) {
                    (_, None) => self.fresh(),
                    (IntUnary::Neg, Some(minus)) => minus,
                    (IntUnary::Not, Some(minus)) => minus.add(-1),
                }
            }
            IntKind::Binary(op, a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                self.binary(*op, &a, &b)
            }
            IntKind::Call(function, args) => {
                let args: Vec<Linear> = args.iter().map(|arg| self.int(arg)).collect();
                self.call(*function, &args)
            }
            IntKind::Lookup(table, ..) => {
                let value = self.fresh();
                self.item(table, &value);
                value
            }
            IntKind::RowLen(..) | IntKind::Told(Told::Len, _) => {
                let value = self.fresh();
                self.facts.know(value.clone());
                value
            }
            IntKind::Told(told, input) => {
                let value = self.fresh();
                if *told != Told::Sum {
                    let bounds = self.input(&input.name);
                    self.bounded(&value, bounds);
                }
                value
            }
            IntKind::If(..) | IntKind::Get(..) | IntKind::Fold(..) => {
                let value = self.fresh();
                if self.signs.not_negative(int) {
                    self.facts.know(value.clone());
                }
                value
            }
        }
    }

    fn binary(&mut self, op: IntBinary, a: &Linear, b: &Linear) -> Linear {
        let exact = match (op, a.value(), b.value()) {
            (IntBinary::Add, ..) => a.plus(1, b),
            (IntBinary::Sub, ..) => a.plus(-1, b),
            (IntBinary::Mul, Some(factor), _) => Linear::default().plus(factor, b),
            (IntBinary::Mul, _, Some(factor)) => Linear::default().plus(factor, a),
            (IntBinary::Shl, _, Some(by @ 0..=62)) => Linear::default().plus(1 << by, a),
            (IntBinary::Div, _, Some(by @ 1..)) => Some(self.quotient(a, by)),
            (IntBinary::Shr, _, Some(by @ 0..=62)) => Some(self.quotient(a, 1 << by)),
            (IntBinary::Rem, _, Some(by @ 1..)) => {
                let quotient = self.quotient(a, by);
                a.plus(-by, &quotient)
            }
            _ => None,
        };
        if let Some(exact) = exact {
            return exact;
        }
        let value = self.fresh();
        let natural = (self.at_least(a, 0), self.at_least(b, 0));
        match op {
            IntBinary::Mul => return self.product(a, b),
            IntBinary::Div if natural.0 && self.at_least(b, 1) => {
                self.facts.know(value.clone());
                self.know(a, &value, 0);
                self.roots.push((value.clone(), b.clone(), a.clone()));
            }
            IntBinary::Rem => {
                self.facts.know(value.clone());
                if self.at_least(b, 1) {
                    self.know(b, &value, 1);
                }
                if natural.0 {
                    self.know(a, &value, 0);
                }
            }
            IntBinary::And => {
                for (natural, number) in [(natural.0, a), (natural.1, b)] {
                    if natural {
                        self.facts.know(value.clone());
                        self.know(number, &value, 0);
                    }
                }
            }
            IntBinary::Or | IntBinary::Xor if natural == (true, true) => {
                self.facts.know(value.clone());
                if let Some(sum) = a.plus(1, b) {
                    self.know(&sum, &value, 0);
                }
            }
            IntBinary::Shr if natural.0 => {
                self.facts.know(value.clone());
                self.know(a, &value, 0);
            }
            IntBinary::Shl if natural.0 => self.know(&value, a, 0),
            _ => {}
        }
        value
    }

    /// A number by a constant, rounded down.
    fn quotient(&mut self, a: &Linear, by: i128) -> Linear {
        let value = self.fresh();
        if let Some(rest) = a.plus(-by, &value) {
            self.facts.know(rest.clone());
            self.know(&Linear::constant(by), &rest, 1);
        }
        value
    }

    /// The product of two numbers that are not constant.
    fn product(&mut self, a: &Linear, b: &Linear) -> Linear {
        let known = self.products.iter().find(|(x, y, _)| (x, y) == (a, b) || (x, y) == (b, a));
        if let Some((.., value)) = known {
            return value.clone();
        }
        let value = self.fresh();
        if a == b {
            self.know(&value, a, 0);
            self.facts.know(value.clone());
        }
        let natural = self.at_least(a, 0) && self.at_least(b, 0);
        if natural {
            self.facts.know(value.clone());
            if self.at_least(b, 1) {
                self.know(&value, a, 0);
            }
            if self.at_least(a, 1) {
                self.know(&value, b, 0);
            }
            for (x, y, most) in self.roots.clone() {
                let fits = self.prove(&x, a, 0) && self.prove(&y, b, 0)
                    || self.prove(&x, b, 0) && self.prove(&y, a, 0);
                if fits {
                    self.know(&most, &value, 0);
                }
            }
        }
        self.products.push((a.clone(), b.clone(), value.clone()));
        value
    }

    fn call(&mut self, function: IntFn, args: &[Linear]) -> Linear {
        let value = self.fresh();
        let between = |walk: &mut Self, least: i128, most: i128| {
            walk.facts.know(value.add(-least));
            walk.know(&Linear::constant(most), &value, 0);
        };
        match function {
            IntFn::Min | IntFn::Max => {
                let least = function == IntFn::Min;
                let side = |a: &Linear, b: &Linear, walk: &mut Self| {
                    if least { walk.prove(b, a, 0) } else { walk.prove(a, b, 0) }
                };
                let mut extreme = None;
                for arg in args {
                    if extreme.is_none() && args.iter().all(|other| side(arg, other, self)) {
                        extreme = Some(arg.clone());
                    }
                }
                if let Some(extreme) = extreme {
                    return extreme;
                }
                for arg in args {
                    let (a, b) = if least { (arg, &value) } else { (&value, arg) };
                    self.know(a, b, 0);
                }
                for bound in [1, 0] {
                    if least && args.iter().all(|arg| self.at_least(arg, bound)) {
                        self.facts.know(value.add(-bound));
                    }
                }
                // The greatest of numbers is at most one of the state's own if all are.
                for own in (0..self.width as u32).map(Linear::unknown) {
                    if !least && args.iter().all(|arg| self.prove(&own, arg, 0)) {
                        self.know(&own, &value, 0);
                    }
                }
            }
            IntFn::Abs => {
                self.know(&value, &args[0], 0);
                if let Some(sum) = value.plus(1, &args[0]) {
                    self.facts.know(sum);
                }
                if self.at_least(&args[0], 0) {
                    return args[0].clone();
                }
            }
            IntFn::Gcd => {
                self.facts.know(value.clone());
                for arg in args {
                    if self.at_least(arg, 1) {
                        self.facts.know(value.add(-1));
                        self.know(arg, &value, 0);
                    }
                }
            }
            IntFn::Isqrt => {
                self.facts.know(value.clone());
                self.know(&args[0], &value, 0);
                self.roots.push((value.clone(), value.clone(), args[0].clone()));
            }
            IntFn::Popcount => between(self, 0, 64),
            IntFn::Bit => between(self, 0, 1),
            IntFn::Top | IntFn::Low | IntFn::Prev0 | IntFn::Next0 => between(self, -1, 63),
        }
        value
    }
}

#[cfg(test)]
#[path = "reach_tests.rs"]
mod tests;
