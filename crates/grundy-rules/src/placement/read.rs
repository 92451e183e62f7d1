//! The moves of a family, as what they need of the position and what they leave of it.

use super::alike::Alike;
use super::evaluate::{Evaluator, Frame};
use super::word::{Assumed, Bit, Word};
use crate::shape::{Shape, WORD_SQUARES};
use crate::source::Source;
use crate::typed::{Arg, Family, Gather, Iter, Move, Program, Stmt, Term};

/// What is made a sum of the squares that a move leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Split {
    /// Nothing: they are one position.
    No,
    /// What hangs together by sides.
    BySides,
    /// What hangs together by sides and corners.
    ByCorners,
}

/// A move of all positions that have what it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The squares that have a 1, and those that have a 0.
    pub needs: Assumed,
    /// What stands on the squares afterwards.
    pub left: Vec<Bit>,
    pub split: Split,
}

/// The body of a rule that says `sum(F(p) for p in parts(b))`, compiled for a board.
struct Sum {
    split: Split,
    body: Vec<Stmt>,
}

struct Reader<'p> {
    family: usize,
    shape: Shape,
    sums: &'p [Sum],
    evaluator: Evaluator,
    found: Vec<Found>,
}

/// The shape of the only parameter of a family, if it is a board or bits.
pub(super) fn shape(family: &Family) -> Option<Shape> {
    match &*family.params {
        [param] => param.shape,
        _ => None,
    }
}

/// Every move of a family whose only parameter is a board or bits, if it can be told which they are; positions
/// may be the same as their turns and mirror images.
///
/// # Soundness
/// Every rule is run with the position's bits as unknowns. Whatever could be a fault, or cannot be told, ends
/// this with `None`; every choice that hangs on the position is followed both ways, and variables that differ
/// afterwards count as unknown. So for each position the options are exactly what is found with its `needs`
/// fulfilled. Sums of what hangs together, and same positions, are compared with the language's own functions.
pub(super) fn moves(program: &Program, number: usize) -> Option<Vec<Found>> {
    let family = &program.families[number];
    let shape = shape(family)?;
    let head = format!("F(b: {})", shape.describe());
    if !family.same.is_empty() && !is_canonical(family, number, &head) {
        return None;
    }
    let sums = sums(&head)?;
    let mut frame: Frame = (0..shape.words()).map(|word| Some(own_word(shape, word))).collect();
    let mut evaluator = Evaluator::default();
    for condition in &family.domain {
        if !evaluator.decided(condition, &frame, Assumed::default())? {
            return None;
        }
    }
    let mut reader = Reader { family: number, shape, sums: &sums, evaluator, found: Vec::new() };
    for code in &family.rules {
        frame.truncate(shape.words());
        frame.resize(code.words, None);
        reader.block(&code.body, frame.clone(), Assumed::default())?;
    }
    Some(reader.found)
}

/// A word of the position itself.
fn own_word(shape: Shape, word: usize) -> Word {
    Word::squares(word * WORD_SQUARES, shape.squares_of(word))
}

fn program(text: String) -> Option<Program> {
    Program::read(Source::new("a board", &text)).ok()
}

/// Whether the same-position rules of a family are `F(b) == F(canonical(b))` alone.
fn is_canonical(family: &Family, number: usize, head: &str) -> bool {
    let [own] = &*family.same else { return false };
    let Some(program) = program(format!("{head} == F(canonical(b))\n{head} -> F(b & 0)")) else {
        return false;
    };
    let [wanted] = &*program.families[0].same else { return false };
    Alike::new([number, 0], family.width).blocks(&own.body, &wanted.body)
}

/// What sums over parts look like.
fn sums(head: &str) -> Option<Vec<Sum>> {
    let mut sums = Vec::new();
    for (name, split) in [("parts", Split::BySides), ("parts8", Split::ByCorners)] {
        for term in ["F(p)", "F(canonical(p))"] {
            let text = format!("{head} -> sum({term} for p in {name}(b))");
            let body = match program(text) {
                Some(program) => program.families.into_iter().next()?.rules.pop()?.body,
                // Bits hang together in one way, and have no turns in some versions.
                None => continue,
            };
            if let Some(Stmt::Gather(gather)) = body.into_iter().next() {
                sums.push(Sum { split, body: gather.parts });
            }
        }
    }
    Some(sums)
}

impl Reader<'_> {
    /// Runs statements under an assumption; the variables afterwards.
    fn block(&mut self, block: &[Stmt], mut frame: Frame, assumed: Assumed) -> Option<Frame> {
        for statement in block {
            frame = self.statement(statement, frame, assumed)?;
        }
        Some(frame)
    }

    fn statement(&mut self, statement: &Stmt, mut frame: Frame, assumed: Assumed) -> Option<Frame> {
        self.evaluator.count()?;
        match statement {
            Stmt::For { slot, iter, body, .. } => {
                return self.turns(*slot as usize, iter, body, frame, assumed);
            }
            Stmt::While { condition, body, .. } => {
                while self.evaluator.decided(condition, &frame, assumed)? {
                    frame = self.block(body, frame, assumed)?;
                }
            }
            Stmt::If { condition, then, otherwise } => {
                let mut after: Option<Frame> = None;
                for (case, value) in self.evaluator.cases(condition, &frame, assumed)? {
                    let block = if value { then } else { otherwise };
                    let ended = self.block(block, frame.clone(), case)?;
                    after = Some(match after {
                        None => ended,
                        Some(other) => merged(other, &ended),
                    });
                }
                return after;
            }
            Stmt::SetInt { slot, value } => {
                *frame.get_mut(*slot as usize)? = Some(self.evaluator.int(value, &frame, assumed)?);
            }
            Stmt::SetBool { slot, value } => {
                let value = match *self.evaluator.cases(value, &frame, assumed)? {
                    [(_, value)] => Bit::Known(value),
                    [(first, value), (second, other)] if value != other => {
                        one_bit(assumed, first, second, value)?
                    }
                    _ => return None,
                };
                *frame.get_mut(*slot as usize)? = Some(value.into());
            }
            Stmt::SetArray { slot, value } => {
                let words = self.evaluator.array(value, &frame, assumed)?;
                for (slot, word) in (*slot as usize..).zip(words) {
                    *frame.get_mut(slot)? = Some(word);
                }
            }
            Stmt::SetElement { slot, len, index, value } => {
                let index = self.evaluator.known(index, &frame, assumed)?;
                let at = usize::try_from(index).ok().filter(|at| at < len)?;
                let value = self.evaluator.int(value, &frame, assumed)?;
                *frame.get_mut(*slot as usize + at)? = Some(value);
            }
            Stmt::Move(option) => self.option(option, &frame, assumed)?,
            Stmt::Gather(gather) => self.sum(gather, frame.clone(), assumed)?,
            Stmt::Part(_) | Stmt::Become(_) => return None,
        }
        Some(frame)
    }

    fn turns(
        &mut self,
        slot: usize,
        iter: &Iter,
        body: &[Stmt],
        mut frame: Frame,
        assumed: Assumed,
    ) -> Option<Frame> {
        let evaluator = &mut self.evaluator;
        let turn = |own: &mut Self, mut frame: Frame, value: i64, assumed| {
            own.evaluator.count()?;
            *frame.get_mut(slot)? = Some(value.into());
            own.block(body, frame, assumed)
        };
        match iter {
            Iter::Range { from, to, inclusive, step } => {
                let from = evaluator.known(from, &frame, assumed)?;
                let to = evaluator.known(to, &frame, assumed)?;
                let by = match step {
                    None => 1,
                    Some(step) => evaluator.known(step, &frame, assumed).filter(|&by| by > 0)?,
                };
                let mut next = Some(from);
                while let Some(value) = next
                    && (value < to || *inclusive && value == to)
                {
                    frame = turn(self, frame, value, assumed)?;
                    next = value.checked_add(by);
                }
            }
            Iter::Set(set) => {
                for &value in set.iter() {
                    frame = turn(self, frame, value, assumed)?;
                }
            }
            Iter::Ones(of) => {
                let word = evaluator.int(of, &frame, assumed)?;
                for (place, &bit) in word.bits().iter().enumerate() {
                    match assumed.bit(bit) {
                        Bit::Known(false) => {}
                        Bit::Known(true) => frame = turn(self, frame, place as i64, assumed)?,
                        bit => {
                            let case = assumed.with(bit, true);
                            let ended = turn(self, frame.clone(), place as i64, case)?;
                            frame = merged(frame, &ended);
                        }
                    }
                }
            }
            Iter::Items(table, row) => {
                let row = match row {
                    Some(row) => Some(evaluator.known(row, &frame, assumed)?),
                    None => None,
                };
                let numbers = crate::number::row(table.known().ok()?, row).ok()?.to_vec();
                for value in numbers {
                    frame = turn(self, frame, value, assumed)?;
                }
            }
        }
        Some(frame)
    }

    /// A move that leaves one position.
    fn option(&mut self, option: &Move, frame: &Frame, assumed: Assumed) -> Option<()> {
        let [term] = &*option.sum else { return None };
        if option.wins || term.entailed {
            return None;
        }
        let words = self.words(term, frame, assumed)?;
        self.leave(&words, Split::No, assumed)
    }

    /// A move that leaves what hangs together of a board.
    fn sum(&mut self, gather: &Gather, mut frame: Frame, assumed: Assumed) -> Option<()> {
        let (before, own) = gather.parts.split_at_checked(gather.parts.len().checked_sub(2)?)?;
        frame = self.block(before, frame, assumed)?;
        let [first, rest] = own else { return None };
        for sum in self.sums {
            let [wanted, wanted_rest] = &*sum.body else { continue };
            let mut alike = Alike::new([self.family, 0], self.shape.words());
            // Whatever is cut into parts is set to the first variable.
            let (Some(slot), Some(other)) = (set(first), set(wanted)) else { continue };
            if !alike.slots(slot, other, self.shape.words()) || !alike.statements(rest, wanted_rest)
            {
                continue;
            }
            frame = self.statement(first, frame, assumed)?;
            let words = frame.get(slot as usize..)?.get(..self.shape.words())?.to_vec();
            let words: Option<Vec<Word>> = words.into_iter().collect();
            return self.leave(&words?, sum.split, assumed);
        }
        None
    }

    /// The words of a position of the same family.
    fn words(&mut self, term: &Term, frame: &Frame, assumed: Assumed) -> Option<Vec<Word>> {
        if term.family != self.family {
            return None;
        }
        match &*term.args {
            [Arg::Int(word)] => Some(vec![self.evaluator.int(word, frame, assumed)?]),
            [Arg::Array(array)] => self.evaluator.array(array, frame, assumed),
            _ => None,
        }
    }

    fn leave(&mut self, words: &[Word], split: Split, needs: Assumed) -> Option<()> {
        let mut left = Vec::with_capacity(self.shape.squares());
        for (number, word) in words.iter().enumerate() {
            let (inside, outside) = word.bits().split_at(self.shape.squares_of(number));
            if outside.iter().any(|&bit| needs.bit(bit) != Bit::ZERO) {
                return None;
            }
            left.extend(inside.iter().map(|&bit| needs.bit(bit)));
        }
        self.found.push(Found { needs, left, split });
        Some(())
    }
}

/// The variable that a statement sets to a board.
fn set(statement: &Stmt) -> Option<u32> {
    match statement {
        Stmt::SetInt { slot, .. } | Stmt::SetArray { slot, .. } => Some(*slot),
        _ => None,
    }
}

/// The bit that tells two cases apart, being 1 in the one whose value is true.
fn one_bit(assumed: Assumed, first: Assumed, second: Assumed, value: bool) -> Option<Bit> {
    let ones = (first.ones ^ assumed.ones, second.ones ^ assumed.ones);
    let zeros = (first.zeros ^ assumed.zeros, second.zeros ^ assumed.zeros);
    let (square, is) = match (ones, zeros) {
        ((a, 0), (0, b)) if a == b && a.count_ones() == 1 => (a, value),
        ((0, b), (a, 0)) if a == b && a.count_ones() == 1 => (a, !value),
        _ => return None,
    };
    let bit = Bit::Is(square.trailing_zeros() as u8);
    Some(if is { bit } else { bit.flipped() })
}

/// What is known after either of two ways.
fn merged(mut frame: Frame, other: &Frame) -> Frame {
    for (word, other) in frame.iter_mut().zip(other) {
        if word != other {
            *word = None;
        }
    }
    frame
}
