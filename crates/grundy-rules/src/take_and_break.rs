//! Rules that are a take-and-break code: read off the typed tree, never off values.
//!
//! A move of a code takes k ≥ 1 counters of a heap of n and leaves nothing, one heap or two that are
//! not empty, together n - k; which of these is allowed for each k is the code. The rules of a family
//! of one number are put into a normal form: loops over constants are written out, conditions become
//! bounds n ≥ c or n = c, and one loop per move may go over the size i of a part. A move is then one
//! of:
//!
//! - nothing, if n = k: all is taken;
//! - one part n - k, for all n ≥ k (nothing or one heap is left) or all n > k (one heap);
//! - two parts i and m - i with m = n - k, for all i from L to U. As parts may come in any order, and
//!   an empty part is none, U = m - L and U = m/2 name the same sums for L = 1: all splits into two
//!   heaps that are not empty. With L = 0 they name m alone as well, and nothing at all for m = 0, and
//!   so on.
//!
//! A rule that has another form is no rule of a code here, even where its values are those of one. As
//! an empty heap has no move under any of these rules, a sum with it is the sum without it.

use crate::state::State;
use crate::typed::{
    Arg, Bool, BoolKind, Comparison, Int, IntBinary, IntFn, IntKind, Iter, Move, Program, Slot,
    Stmt,
};
use crate::walk::{Halt, Machine};
use grundy::game::{self, Found};
use grundy::heap::Code;
use grundy::nat::{self, Nat};
use hashbrown::HashMap;

/// Codes with up to so many digits are told.
const MAX_TAKEN: i64 = 512;

/// Loops are written out up to so many turns together.
const MAX_TURNS: usize = 1 << 14;

/// n·x + i·y + constant, with x and y from -1 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Linear {
    n: i64,
    i: i64,
    constant: i64,
}

/// The last number of the loop over the size of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    /// n + c
    Whole(i64),
    /// (n + c) / 2, rounded down
    Half(i64),
}

/// What is known on the way to a move.
#[derive(Clone, Debug, Default)]
struct Way {
    values: HashMap<Slot, Linear>,
    /// n is at least this.
    least: i64,
    /// n is this.
    equal: Option<i64>,
    /// The loop over the size of a part.
    part: Option<(i64, Last)>,
}

struct Reader {
    family: usize,
    /// By the number taken: bit h says that h heaps may be left.
    digits: Vec<u8>,
    turns: usize,
}

/// The code that a family of one number plays, if its rules are written so that this can be proved.
///
/// # Complexity
/// O(turns of its loops over constants), up to a limit.
///
/// ```
/// use grundy_rules::{source::Source, take_and_break, typed::Program};
/// let code = |text| take_and_break::code(&Program::read(Source::new("t", text)).unwrap(), 0);
/// let kayles = code("K(n) -> K(a) + K(n-t-a) for t in 1..=2 for a in 0..=(n-t)/2");
/// assert_eq!(kayles.unwrap().to_string(), "0.77");
/// assert!(code("K(n) -> K(a) + K(n-t-a) for t in 1..=2 for a in 0..=(n-t)/3").is_none());
/// ```
pub fn code(program: &Program, family: usize) -> Option<Code> {
    let own = program.families.get(family)?;
    program.entailing().is_none().then_some(())?;
    let one = own.width == 1 && own.params.iter().all(|param| param.len.is_none());
    if !one || !own.domain.is_empty() || !own.same.is_empty() || !program.inputs.is_empty() {
        return None;
    }
    let mut reader = Reader { family, digits: vec![0], turns: 0 };
    for rule in &own.rules {
        let mut way = Way::default();
        way.values.insert(0, Linear { n: 1, i: 0, constant: 0 });
        reader.block(&rule.body, &mut way)?;
    }
    if reader.digits.len() < 2 {
        return None;
    }
    let digits: String = reader.digits[1..].iter().map(|digit| char::from(b'0' + digit)).collect();
    format!("0.{digits}").parse().ok()
}

impl Reader {
    fn block(&mut self, block: &[Stmt], way: &mut Way) -> Option<()> {
        block.iter().try_for_each(|statement| self.statement(statement, way))
    }

    fn statement(&mut self, statement: &Stmt, way: &mut Way) -> Option<()> {
        match statement {
            Stmt::For { slot, iter, body, .. } => self.each(*slot, iter, body, way),
            Stmt::If { condition, then, otherwise } if otherwise.is_empty() => {
                let mut inner = way.clone();
                if inner.assume(condition)? { self.block(then, &mut inner) } else { Some(()) }
            }
            Stmt::SetInt { slot, value } => {
                // Set once: what a loop or a condition sets is not known behind it.
                let value = way.linear(value)?;
                way.values.insert(*slot, value).is_none().then_some(())
            }
            Stmt::Move(option) => self.option(option, way),
            _ => None,
        }
    }

    fn each(&mut self, slot: Slot, iter: &Iter, body: &[Stmt], way: &Way) -> Option<()> {
        let turn = |own: &mut Self, way: &Way, value: i64| {
            own.turns += 1;
            let mut inner = way.clone();
            inner.values.insert(slot, Linear { n: 0, i: 0, constant: value });
            (own.turns <= MAX_TURNS).then(|| own.block(body, &mut inner))?
        };
        let Iter::Range { from, to, inclusive, step } = iter else {
            let mut values = Vec::new();
            let known = match iter {
                Iter::Ones(of) => of.constant().is_some(),
                Iter::Items(table, row) => table.known().is_ok() && row.is_none(),
                _ => true,
            };
            known.then_some(())?;
            let mut machine = Machine::new(Vec::new(), MAX_TURNS as u64);
            machine
                .each(iter, Default::default(), &mut |_, value| {
                    values.push(value);
                    Ok::<(), Halt>(())
                })
                .ok()?;
            return values.into_iter().try_for_each(|value| turn(self, way, value));
        };
        let by = step.as_ref().map_or(Some(1), Int::constant)?;
        let first = way.linear(from)?.known()?;
        let less = i64::from(!inclusive);
        // The least of several bounds: constants end the loop, the others bound n from below.
        let bounds = match &to.kind {
            IntKind::Call(IntFn::Min, args) => args.iter().collect(),
            _ => vec![to],
        };
        let mut last = None;
        let mut others = Vec::new();
        for bound in bounds {
            match way.linear(bound).and_then(Linear::known) {
                Some(constant) => {
                    let constant = constant.checked_sub(less)?;
                    last = Some(last.map_or(constant, |last: i64| last.min(constant)));
                }
                None => others.push(bound),
            }
        }
        if let Some(last) = last {
            let mut value = first;
            while value <= last && by > 0 {
                let mut inner = way.clone();
                for bound in &others {
                    let bound = way.linear(bound).filter(|bound| bound.n == 1 && bound.i == 0)?;
                    inner.at_least(value.checked_add(less)?.checked_sub(bound.constant)?);
                }
                turn(self, &inner, value)?;
                value = value.checked_add(by)?;
            }
            return Some(());
        }
        // The size of a part.
        let [bound] = others[..] else { return None };
        if way.part.is_some() || by != 1 {
            return None;
        }
        let last = match &bound.kind {
            IntKind::Binary(IntBinary::Div, whole, two)
                if two.constant() == Some(2) && *inclusive =>
            {
                Last::Half(way.linear(whole)?.of_heap()?)
            }
            _ => Last::Whole(way.linear(bound)?.of_heap()?.checked_sub(less)?),
        };
        let mut inner = way.clone();
        inner.part = Some((first, last));
        inner.values.insert(slot, Linear { n: 0, i: 1, constant: 0 });
        self.block(body, &mut inner)
    }

    fn option(&mut self, option: &Move, way: &Way) -> Option<()> {
        let mut parts = Vec::new();
        for term in &option.sum {
            let [Arg::Int(value)] = &term.args[..] else { return None };
            (term.family == self.family).then_some(())?;
            parts.push(way.linear(value)?);
        }
        if option.wins {
            return None;
        }
        if way.equal.is_some_and(|heap| heap < way.least) {
            // There is no such n.
            return Some(());
        }
        match (&parts[..], way.part) {
            ([], None) => self.allow(way.equal?, 1),
            ([part], None) => {
                if let Some(heap) = way.equal {
                    // Of one heap: all of it is taken, or the rule is none of a code.
                    let left = part.n.checked_mul(heap)?.checked_add(part.constant)?;
                    return if left == 0 { self.allow(heap, 1) } else { None };
                }
                let taken = part.of_heap()?.checked_neg()?;
                let least = if option.drop { way.least.max(taken) } else { way.least };
                match least.checked_sub(taken)? {
                    0 => self.allow(taken, 0b11),
                    1 => self.allow(taken, 0b10),
                    _ => None,
                }
            }
            (&[a, b], Some((first, last))) if way.equal.is_none() => {
                let (a, b) = if a.i == 1 { (a, b) } else { (b, a) };
                // i + p and n - i + q
                if (a.n, a.i, b.n, b.i) != (0, 1, 1, -1) {
                    return None;
                }
                let taken = a.constant.checked_add(b.constant)?.checked_neg()?;
                let low = first.checked_add(a.constant)?;
                // A bound on n that leaves out what is not there anyway, or m = 0 alone.
                let bare = match way.least.checked_sub(taken)? {
                    ..=0 => 0b111,
                    1 => 0b110,
                    _ => return None,
                };
                let digit = match (low, last) {
                    (0, Last::Half(c)) if a.constant == 0 && c == -taken => 0b111,
                    (1, Last::Half(c)) if a.constant == 0 && c == -taken => 0b100,
                    // The last i + p is m + e.
                    (_, Last::Whole(c)) => {
                        match (low, c.checked_add(a.constant)?.checked_add(taken)?) {
                            (0, 0) => 0b111,
                            (0, -1) | (1, 0) => 0b110,
                            (1, -1) => 0b100,
                            _ => return None,
                        }
                    }
                    _ => return None,
                };
                self.allow(taken, digit & bare)
            }
            _ => None,
        }
    }

    /// So many heaps may be left where so many counters are taken.
    fn allow(&mut self, taken: i64, digit: u8) -> Option<()> {
        if !(1..=MAX_TAKEN).contains(&taken) {
            return None;
        }
        let taken = taken as usize;
        self.digits.resize(self.digits.len().max(taken + 1), 0);
        self.digits[taken] |= digit;
        Some(())
    }
}

impl Linear {
    /// The value, if it is a constant.
    fn known(self) -> Option<i64> {
        (self.n == 0 && self.i == 0).then_some(self.constant)
    }

    /// c of n + c.
    fn of_heap(self) -> Option<i64> {
        (self.n == 1 && self.i == 0).then_some(self.constant)
    }
}

impl Way {
    fn at_least(&mut self, bound: i64) {
        self.least = self.least.max(bound);
    }

    fn linear(&self, int: &Int) -> Option<Linear> {
        match &int.kind {
            IntKind::Const(constant) => Some(Linear { n: 0, i: 0, constant: *constant }),
            IntKind::Var(slot) => self.values.get(slot).copied(),
            IntKind::Binary(op @ (IntBinary::Add | IntBinary::Sub), a, b) => {
                let (a, b) = (self.linear(a)?, self.linear(b)?);
                let sign = if *op == IntBinary::Add { 1 } else { -1 };
                let (n, i) = (a.n + sign * b.n, a.i + sign * b.i);
                let constant = a.constant.checked_add(b.constant.checked_mul(sign)?)?;
                ((-1..=1).contains(&n) && (-1..=1).contains(&i)).then_some(Linear {
                    n,
                    i,
                    constant,
                })
            }
            IntKind::Binary(IntBinary::Mul, a, b) => {
                let product = self.linear(a)?.known()?.checked_mul(self.linear(b)?.known()?)?;
                Some(Linear { n: 0, i: 0, constant: product })
            }
            _ => None,
        }
    }

    /// Whether the way goes on where the condition holds; what it says of n is noted.
    fn assume(&mut self, condition: &Bool) -> Option<bool> {
        match &condition.kind {
            BoolKind::Const(value) => Some(*value),
            BoolKind::And(a, b) => Some(self.assume(a)? && self.assume(b)?),
            BoolKind::In(value, set) => match (self.linear(value)?.known(), &set[..]) {
                (Some(value), set) => Some(set.binary_search(&value).is_ok()),
                _ => None,
            },
            BoolKind::Compare(first, rest) => {
                let mut left = self.linear(first)?;
                for (op, right) in rest {
                    let right = self.linear(right)?;
                    if !self.compared(left, *op, right)? {
                        return Some(false);
                    }
                    left = right;
                }
                Some(true)
            }
            _ => None,
        }
    }

    fn compared(&mut self, a: Linear, op: Comparison, b: Linear) -> Option<bool> {
        if let (Some(a), Some(b)) = (a.known(), b.known()) {
            return Some(crate::number::compare(op, a, b));
        }
        // n + c op 0
        let difference = |a: Linear, b: Linear| -> Option<i64> {
            let constant = a.constant.checked_sub(b.constant)?;
            (a.n - b.n == 1 && a.i == b.i).then_some(constant)
        };
        let (c, op) = match (difference(a, b), difference(b, a)) {
            (Some(c), _) => (c, op),
            (_, Some(c)) => {
                let turned = match op {
                    Comparison::Lt => Comparison::Gt,
                    Comparison::Le => Comparison::Ge,
                    Comparison::Gt => Comparison::Lt,
                    Comparison::Ge => Comparison::Le,
                    same => same,
                };
                (c, turned)
            }
            _ => return None,
        };
        let bound = c.checked_neg()?;
        match op {
            Comparison::Ge => self.at_least(bound),
            Comparison::Gt => self.at_least(bound.checked_add(1)?),
            Comparison::Eq => match self.equal {
                Some(known) if known != bound => return Some(false),
                _ => self.equal = Some(bound),
            },
            _ => return None,
        }
        Some(self.equal.is_none_or(|equal| equal >= self.least))
    }
}
/// Moves of heaps as moves of positions of a family; `None` if a heap has no place there.
pub fn in_family(family: usize, found: Option<Found<Nat>>) -> Option<Found<State>> {
    let found = found?;
    let state = |heap: &Nat| {
        let heap = nat::to_u64(heap).and_then(|heap| i64::try_from(heap).ok())?;
        Some(State::new(family, vec![heap]))
    };
    let move_to = |to: &game::Move<Nat>| {
        let sum: Option<Vec<State>> = to.sum.iter().map(state).collect();
        Some(game::Move { sum: sum?, tag: to.tag })
    };
    let listed: Option<Vec<game::Move<State>>> = found.listed.iter().map(move_to).collect();
    Some(Found { count: found.count, listed: listed? })
}
