//! Expressions of rules, evaluated for all positions of a family at once.

use super::word::{Assumed, Bit, Word};
use crate::number::{self, Fault};
use crate::typed::{
    Array, ArrayKind, Bool, BoolKind, Comparison, Int, IntBinary, IntFn, IntKind, IntUnary, Slot,
};

/// So many expressions and statements are looked at, for one family.
const MAX_WORK: u32 = 1 << 18;

/// A condition that hangs on so many squares is asked for each choice of what stands on them.
const MAX_CHOSEN: usize = 4;

/// The variables of a rule; what differs with the position in a way that words do not tell is missing.
pub(super) type Frame = Vec<Option<Word>>;

/// Conditions under which something is true or not; together they are all that was assumed.
pub(super) type Cases = Vec<(Assumed, bool)>;

/// Evaluates what words can tell: anything else is `None`, and so is everything that could be a fault in
/// some position.
#[derive(Debug, Default)]
pub(super) struct Evaluator {
    work: u32,
}

fn checked<T>(result: Result<T, Fault>) -> Option<T> {
    result.ok()
}

impl Evaluator {
    /// Counts what is looked at.
    pub fn count(&mut self) -> Option<()> {
        self.work += 1;
        (self.work <= MAX_WORK).then_some(())
    }

    /// A number that is the same in every position.
    pub fn known(&mut self, int: &Int, frame: &Frame, assumed: Assumed) -> Option<i64> {
        self.int(int, frame, assumed)?.known()
    }

    /// An index, a number of a bit: from 0 on.
    fn place(&mut self, int: &Int, frame: &Frame, assumed: Assumed) -> Option<usize> {
        usize::try_from(self.known(int, frame, assumed)?).ok()
    }

    pub fn int(&mut self, int: &Int, frame: &Frame, assumed: Assumed) -> Option<Word> {
        self.count()?;
        let word = match &int.kind {
            IntKind::Const(value) => Word::from(*value),
            IntKind::Var(slot) => variable(frame, *slot)?,
            IntKind::Unary(op, a) => {
                let a = self.int(a, frame, assumed)?;
                match (op, a.known()) {
                    (_, Some(value)) => checked(number::unary(*op, value))?.into(),
                    (IntUnary::Not, None) => a.flipped(),
                    (IntUnary::Neg, None) => return None,
                }
            }
            IntKind::Binary(op, a, b) => {
                let (a, b) = (self.int(a, frame, assumed)?, self.int(b, frame, assumed)?);
                binary(*op, &a, &b)?
            }
            IntKind::Call(function, args) => self.call(*function, args, frame, assumed)?,
            IntKind::If(condition, then, otherwise) => {
                let chosen = self.decided(condition, frame, assumed)?;
                self.int(if chosen { then } else { otherwise }, frame, assumed)?
            }
            IntKind::Get(array, index) => {
                let array = self.array(array, frame, assumed)?;
                *array.get(self.place(index, frame, assumed)?)?
            }
            IntKind::Fold(fold, array) => {
                let array = self.array(array, frame, assumed)?;
                let known: Option<Vec<i64>> = array.iter().map(Word::known).collect();
                checked(number::fold(*fold, &known?))?.into()
            }
            IntKind::Lookup(table, row, index) => {
                let row = row.as_ref().map(|row| self.known(row, frame, assumed));
                let row = match row {
                    Some(row) => Some(row?),
                    None => None,
                };
                let numbers = checked(number::row(table.known().ok()?, row))?;
                (*numbers.get(self.place(index, frame, assumed)?)?).into()
            }
            IntKind::RowLen(table, row) => {
                let row = self.known(row, frame, assumed)?;
                let numbers = checked(number::row(table.known().ok()?, Some(row)))?;
                (numbers.len() as i64).into()
            }
            IntKind::Told(..) => return None,
        };
        Some(assumed.word(&word))
    }

    fn call(
        &mut self,
        function: IntFn,
        args: &[Int],
        frame: &Frame,
        assumed: Assumed,
    ) -> Option<Word> {
        let mut words = Vec::with_capacity(args.len());
        for arg in args {
            words.push(self.int(arg, frame, assumed)?);
        }
        let known: Option<Vec<i64>> = words.iter().map(Word::known).collect();
        if let Some(known) = known {
            return Some(checked(number::call(function, &known))?.into());
        }
        match (function, &*words) {
            (IntFn::Bit, [word, at]) => {
                let at = usize::try_from(at.known()?).ok()?;
                Some((*word.bits().get(at)?).into())
            }
            _ => None,
        }
    }

    pub fn array(&mut self, array: &Array, frame: &Frame, assumed: Assumed) -> Option<Vec<Word>> {
        self.count()?;
        let words = match &array.kind {
            ArrayKind::Var(slot) => {
                let slots = *slot..*slot + array.len as Slot;
                slots.map(|slot| variable(frame, slot)).collect::<Option<_>>()?
            }
            ArrayKind::List(items) => {
                items.iter().map(|item| self.int(item, frame, assumed)).collect::<Option<_>>()?
            }
            ArrayKind::Update(of, updates) => {
                let mut new = self.array(of, frame, assumed)?;
                for (index, value) in updates {
                    let at = self.place(index, frame, assumed)?;
                    *new.get_mut(at)? = self.int(value, frame, assumed)?;
                }
                new
            }
            ArrayKind::Sort(_) => return None,
            ArrayKind::If(condition, then, otherwise) => {
                let chosen = self.decided(condition, frame, assumed)?;
                self.array(if chosen { then } else { otherwise }, frame, assumed)?
            }
        };
        Some(words.iter().map(|word| assumed.word(word)).collect())
    }

    /// A condition that is the same in every position.
    pub fn decided(&mut self, bool: &Bool, frame: &Frame, assumed: Assumed) -> Option<bool> {
        match *self.cases(bool, frame, assumed)? {
            [(_, value)] => Some(value),
            _ => None,
        }
    }

    /// When a condition holds.
    pub fn cases(&mut self, bool: &Bool, frame: &Frame, assumed: Assumed) -> Option<Cases> {
        self.count()?;
        Some(match &bool.kind {
            BoolKind::Const(value) => vec![(assumed, *value)],
            BoolKind::Var(slot) => {
                different(&assumed.word(&variable(frame, *slot)?), &Word::from(0), assumed)?
            }
            BoolKind::Not(a) => opposite(self.cases(a, frame, assumed)?),
            BoolKind::And(a, b) => {
                let first = self.cases(a, frame, assumed)?;
                self.further(first, |own, case, value| match value {
                    false => Some(vec![(case, false)]),
                    true => own.cases(b, frame, case),
                })?
            }
            BoolKind::Or(a, b) => {
                let first = self.cases(a, frame, assumed)?;
                self.further(first, |own, case, value| match value {
                    true => Some(vec![(case, true)]),
                    false => own.cases(b, frame, case),
                })?
            }
            BoolKind::Same(a, b) => {
                let first = self.cases(a, frame, assumed)?;
                self.further(first, |own, case, value| {
                    let second = own.cases(b, frame, case)?;
                    Some(if value { second } else { opposite(second) })
                })?
            }
            BoolKind::If(condition, a, b) => {
                let first = self.cases(condition, frame, assumed)?;
                self.further(first, |own, case, value| {
                    own.cases(if value { a } else { b }, frame, case)
                })?
            }
            BoolKind::Compare(first, rest) => {
                let mut cases = vec![(assumed, true)];
                let mut left = &**first;
                for (op, right) in rest {
                    cases = self.further(cases, |own, case, value| match value {
                        false => Some(vec![(case, false)]),
                        true => own.compared(*op, left, right, frame, case),
                    })?;
                    left = right;
                }
                cases
            }
            BoolKind::In(value, set) => {
                let word = self.int(value, frame, assumed)?;
                chosen(&[word], assumed, |values| set.binary_search(&values[0]).is_ok())?
            }
            BoolKind::Call(function, value) => {
                let word = self.int(value, frame, assumed)?;
                chosen(&[word], assumed, |values| number::test(*function, values[0]))?
            }
            BoolKind::SameArray(a, b) => {
                let (a, b) = (self.array(a, frame, assumed)?, self.array(b, frame, assumed)?);
                let mut cases = vec![(assumed, true)];
                for (a, b) in a.iter().zip(&b) {
                    cases = self.further(cases, |_, case, value| match value {
                        false => Some(vec![(case, false)]),
                        true => {
                            let (a, b) = (case.word(a), case.word(b));
                            different(&a, &b, case).map(opposite)
                        }
                    })?;
                }
                cases
            }
            BoolKind::InInput(..) => return None,
        })
    }

    /// Goes on from each case.
    fn further(
        &mut self,
        cases: Cases,
        mut next: impl FnMut(&mut Self, Assumed, bool) -> Option<Cases>,
    ) -> Option<Cases> {
        let mut all = Vec::with_capacity(cases.len());
        for (assumed, value) in cases {
            self.count()?;
            all.append(&mut next(self, assumed, value)?);
        }
        Some(all)
    }

    fn compared(
        &mut self,
        op: Comparison,
        left: &Int,
        right: &Int,
        frame: &Frame,
        assumed: Assumed,
    ) -> Option<Cases> {
        let (a, b) = (self.int(left, frame, assumed)?, self.int(right, frame, assumed)?);
        match op {
            Comparison::Ne => return different(&a, &b, assumed),
            Comparison::Eq => return different(&a, &b, assumed).map(opposite),
            _ => {}
        }
        if let (Some(a), Some(b)) = (a.range(), b.range()) {
            // Comparisons in order agree at the ends if they do between.
            let (low, high) = (number::compare(op, a.0, b.1), number::compare(op, a.1, b.0));
            if low == high {
                return Some(vec![(assumed, low)]);
            }
        }
        chosen(&[a, b], assumed, |values| number::compare(op, values[0], values[1]))
    }
}

/// A variable, if it is known.
fn variable(frame: &Frame, slot: Slot) -> Option<Word> {
    *frame.get(slot as usize)?
}

fn opposite(mut cases: Cases) -> Cases {
    cases.iter_mut().for_each(|case| case.1 = !case.1);
    cases
}

/// When two words differ: the first bit in which they do decides.
fn different(a: &Word, b: &Word, assumed: Assumed) -> Option<Cases> {
    let mut open = Vec::new();
    for (&a, &b) in a.bits().iter().zip(b.bits()) {
        match a.xor(b)? {
            Bit::Known(true) => return Some(vec![(assumed, true)]),
            Bit::Known(false) => {}
            bit => open.push(bit),
        }
    }
    let (mut cases, mut same) = (Vec::with_capacity(open.len() + 1), assumed);
    for bit in open {
        match same.bit(bit) {
            Bit::Known(false) => {}
            Bit::Known(true) => {
                cases.push((same, true));
                return Some(cases);
            }
            bit => {
                cases.push((same.with(bit, true), true));
                same = same.with(bit, false);
            }
        }
    }
    cases.push((same, false));
    Some(cases)
}

/// The cases of a condition on words, by everything that may stand on the squares it hangs on.
fn chosen(words: &[Word], assumed: Assumed, holds: impl Fn(&[i64]) -> bool) -> Option<Cases> {
    let mut cases = vec![assumed];
    for bit in words.iter().flat_map(Word::unknown) {
        let both = |case: Assumed| match case.bit(bit) {
            Bit::Known(_) => vec![case],
            bit => vec![case.with(bit, false), case.with(bit, true)],
        };
        cases = cases.into_iter().flat_map(both).collect();
        if cases.len() > 1 << MAX_CHOSEN {
            return None;
        }
    }
    let value = |case: Assumed| {
        let values: Option<Vec<i64>> = words.iter().map(|word| case.word(word).known()).collect();
        Some((case, holds(&values?)))
    };
    cases.into_iter().map(value).collect()
}

fn binary(op: IntBinary, a: &Word, b: &Word) -> Option<Word> {
    if let (Some(a), Some(b)) = (a.known(), b.known()) {
        return Some(checked(number::binary(op, a, b))?.into());
    }
    let by = || usize::try_from(b.known()?).ok().filter(|&by| by < 64);
    match op {
        IntBinary::And => a.and(b),
        IntBinary::Or => a.or(b),
        IntBinary::Xor => a.xor(b),
        IntBinary::Shl => a.shifted_up(by()?),
        IntBinary::Shr => Some(a.shifted_down(by()?)),
        IntBinary::Add => a.plus(b),
        IntBinary::Sub => a.minus(b),
        IntBinary::Mul | IntBinary::Div | IntBinary::Rem => None,
    }
}
