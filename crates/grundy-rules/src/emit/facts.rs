//! What can be seen of a rule without running it: which variables are read and set, and which
//! numbers are never negative.

use crate::input::Table;
use crate::typed::{
    Arg, Array, ArrayKind, Block, Bool, BoolKind, Code, Fold, Int, IntBinary, IntFn, IntKind, Iter,
    Slot, Stmt, Term,
};

/// What is known of the variables of a rule.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// By slot: how often statements set it.
    set: Vec<u32>,
    /// By slot: whether it is read.
    read: Vec<bool>,
    /// By slot: whether it (or an element of it) may be negative.
    negative: Vec<bool>,
}

/// An assignment: the variable and what it gets.
enum Set<'c> {
    Int(Slot, &'c Int),
    Array(Slot, &'c Array),
    Iter(Slot, &'c Iter),
    Bool(Slot),
}

impl Facts {
    pub fn of(code: &Code) -> Self {
        let mut facts = Self {
            set: vec![0; code.words],
            read: vec![false; code.words],
            negative: vec![false; code.words],
        };
        let mut sets = Vec::new();
        gather(&code.body, &mut sets);
        for set in &sets {
            let (Set::Int(slot, _) | Set::Array(slot, _) | Set::Iter(slot, _) | Set::Bool(slot)) =
                set;
            facts.set[*slot as usize] += 1;
        }
        reads_of_block(&code.body, &mut |slot| facts.read[slot as usize] = true);
        // What nothing makes negative is not: parameters are not, all else is set before it is read.
        loop {
            let mut changed = false;
            for set in &sets {
                let (slot, fine) = match set {
                    Set::Int(slot, value) => (slot, facts.not_negative(value)),
                    Set::Array(slot, value) => (slot, facts.no_negative(value)),
                    Set::Iter(slot, iter) => (slot, facts.goes_through_none(iter)),
                    Set::Bool(_) => continue,
                };
                if !fine && !facts.negative[*slot as usize] {
                    facts.negative[*slot as usize] = true;
                    changed = true;
                }
            }
            if !changed {
                return facts;
            }
        }
    }

    /// Facts of an expression on coordinates alone.
    pub fn of_condition(width: usize, condition: &Bool) -> Self {
        let mut facts =
            Self { set: vec![0; width], read: vec![false; width], negative: vec![false; width] };
        reads_of_bool(condition, &mut |slot| facts.read[slot as usize] = true);
        facts
    }

    /// The facts of a default.
    pub fn of_default(width: usize, default: &Int) -> Self {
        let mut facts =
            Self { set: vec![0; width], read: vec![false; width], negative: vec![true; width] };
        reads_of_int(default, &mut |slot| facts.read[slot as usize] = true);
        facts
    }

    /// Whether a variable is read; of an array, its first slot tells.
    pub fn is_read(&self, slot: Slot) -> bool {
        self.read.get(slot as usize).copied().unwrap_or(true)
    }

    /// Whether a variable is never negative.
    pub fn is_natural(&self, slot: Slot) -> bool {
        self.negative.get(slot as usize).is_some_and(|&negative| !negative)
    }

    /// Whether a variable keeps its value.
    pub fn is_fixed(&self, slot: Slot) -> bool {
        self.set.get(slot as usize).is_none_or(|&times| times <= 1)
    }

    /// Whether some variable is set again.
    pub fn any_mutable(&self) -> bool {
        self.set.iter().any(|&times| times > 1)
    }

    /// Whether a number cannot be negative.
    pub fn not_negative(&self, int: &Int) -> bool {
        match &int.kind {
            IntKind::Const(value) => *value >= 0,
            IntKind::Var(slot) => !self.negative[*slot as usize],
            IntKind::Unary(..) => false,
            IntKind::Binary(op, a, b) => match op {
                IntBinary::Add
                | IntBinary::Mul
                | IntBinary::Div
                | IntBinary::Or
                | IntBinary::Xor => self.not_negative(a) && self.not_negative(b),
                IntBinary::And => self.not_negative(a) || self.not_negative(b),
                IntBinary::Shl | IntBinary::Shr => self.not_negative(a),
                IntBinary::Rem => true,
                IntBinary::Sub => false,
            },
            IntKind::Call(function, args) => match function {
                IntFn::Min => args.iter().all(|arg| self.not_negative(arg)),
                IntFn::Max => args.iter().any(|arg| self.not_negative(arg)),
                IntFn::Abs | IntFn::Gcd | IntFn::Isqrt | IntFn::Popcount | IntFn::Bit => true,
                IntFn::Top | IntFn::Low | IntFn::Prev0 | IntFn::Next0 => false,
            },
            IntKind::If(_, a, b) => self.not_negative(a) && self.not_negative(b),
            IntKind::Get(array, _) | IntKind::Fold(Fold::Sum | Fold::Min | Fold::Max, array) => {
                self.no_negative(array)
            }
            IntKind::Lookup(table, ..) => natural(table),
            IntKind::RowLen(..) => true,
            IntKind::Told(..) => false,
        }
    }

    /// Whether no element can be negative.
    pub fn no_negative(&self, array: &Array) -> bool {
        match &array.kind {
            ArrayKind::Var(slot) => !self.negative[*slot as usize],
            ArrayKind::List(items) => items.iter().all(|item| self.not_negative(item)),
            ArrayKind::Update(of, updates) => {
                self.no_negative(of) && updates.iter().all(|(_, value)| self.not_negative(value))
            }
            ArrayKind::Sort(of) => self.no_negative(of),
            ArrayKind::If(_, a, b) => self.no_negative(a) && self.no_negative(b),
        }
    }

    fn goes_through_none(&self, iter: &Iter) -> bool {
        match iter {
            Iter::Range { from, .. } => self.not_negative(from),
            Iter::Set(set) => set.first().is_none_or(|&least| least >= 0),
            Iter::Ones(_) => true,
            Iter::Items(table, _) => natural(table),
        }
    }
}

/// Whether no number of a table is negative.
fn natural(table: &Table) -> bool {
    table.known().is_ok_and(|numbers| numbers.bounds().0 >= 0)
}

fn gather<'c>(block: &'c Block, sets: &mut Vec<Set<'c>>) {
    for statement in block {
        match statement {
            Stmt::For { slot, iter, body, .. } => {
                sets.push(Set::Iter(*slot, iter));
                gather(body, sets);
            }
            Stmt::While { body, .. } => gather(body, sets),
            Stmt::If { then, otherwise, .. } => {
                gather(then, sets);
                gather(otherwise, sets);
            }
            Stmt::SetInt { slot, value } | Stmt::SetElement { slot, value, .. } => {
                sets.push(Set::Int(*slot, value));
            }
            Stmt::SetBool { slot, .. } => sets.push(Set::Bool(*slot)),
            Stmt::SetArray { slot, value } => sets.push(Set::Array(*slot, value)),
            Stmt::Gather(all) => gather(&all.parts, sets),
            Stmt::Move(_) | Stmt::Part(_) | Stmt::Become(_) => {}
        }
    }
}

type Reader<'r> = &'r mut dyn FnMut(Slot);

fn reads_of_block(block: &Block, read: Reader<'_>) {
    for statement in block {
        match statement {
            Stmt::For { iter, body, .. } => {
                match iter {
                    Iter::Range { from, to, step, .. } => {
                        reads_of_int(from, read);
                        reads_of_int(to, read);
                        step.iter().for_each(|step| reads_of_int(step, read));
                    }
                    Iter::Set(_) => {}
                    Iter::Ones(of) => reads_of_int(of, read),
                    Iter::Items(_, row) => row.iter().for_each(|row| reads_of_int(row, read)),
                }
                reads_of_block(body, read);
            }
            Stmt::While { condition, body, .. } => {
                reads_of_bool(condition, read);
                reads_of_block(body, read);
            }
            Stmt::If { condition, then, otherwise } => {
                reads_of_bool(condition, read);
                reads_of_block(then, read);
                reads_of_block(otherwise, read);
            }
            Stmt::SetInt { value, .. } => reads_of_int(value, read),
            Stmt::SetBool { value, .. } => reads_of_bool(value, read),
            Stmt::SetArray { value, .. } => reads_of_array(value, read),
            Stmt::SetElement { index, value, .. } => {
                reads_of_int(index, read);
                reads_of_int(value, read);
            }
            Stmt::Move(option) => option.sum.iter().for_each(|term| reads_of_term(term, read)),
            Stmt::Gather(gather) => reads_of_block(&gather.parts, read),
            Stmt::Part(part) => {
                part.copies.iter().for_each(|copies| reads_of_int(copies, read));
                reads_of_term(&part.term, read);
            }
            Stmt::Become(term) => reads_of_term(term, read),
        }
    }
}

fn reads_of_term(term: &Term, read: Reader<'_>) {
    for arg in &term.args {
        match arg {
            Arg::Int(value) => reads_of_int(value, read),
            Arg::Array(value) => reads_of_array(value, read),
        }
    }
}

fn reads_of_int(int: &Int, read: Reader<'_>) {
    match &int.kind {
        IntKind::Const(_) => {}
        IntKind::Var(slot) => read(*slot),
        IntKind::Unary(_, a) => reads_of_int(a, read),
        IntKind::Binary(_, a, b) => {
            reads_of_int(a, read);
            reads_of_int(b, read);
        }
        IntKind::Call(_, args) => args.iter().for_each(|arg| reads_of_int(arg, read)),
        IntKind::If(condition, a, b) => {
            reads_of_bool(condition, read);
            reads_of_int(a, read);
            reads_of_int(b, read);
        }
        IntKind::Get(array, index) => {
            reads_of_array(array, read);
            reads_of_int(index, read);
        }
        IntKind::Fold(_, array) => reads_of_array(array, read),
        IntKind::Lookup(_, row, index) => {
            row.iter().for_each(|row| reads_of_int(row, read));
            reads_of_int(index, read);
        }
        IntKind::RowLen(_, row) => reads_of_int(row, read),
        IntKind::Told(..) => {}
    }
}

fn reads_of_bool(bool: &Bool, read: Reader<'_>) {
    match &bool.kind {
        BoolKind::Const(_) => {}
        BoolKind::Var(slot) => read(*slot),
        BoolKind::Not(a) => reads_of_bool(a, read),
        BoolKind::And(a, b) | BoolKind::Or(a, b) | BoolKind::Same(a, b) => {
            reads_of_bool(a, read);
            reads_of_bool(b, read);
        }
        BoolKind::Compare(first, rest) => {
            reads_of_int(first, read);
            rest.iter().for_each(|(_, right)| reads_of_int(right, read));
        }
        BoolKind::In(value, _) | BoolKind::InInput(value, _) | BoolKind::Call(_, value) => {
            reads_of_int(value, read);
        }
        BoolKind::SameArray(a, b) => {
            reads_of_array(a, read);
            reads_of_array(b, read);
        }
        BoolKind::If(condition, a, b) => {
            reads_of_bool(condition, read);
            reads_of_bool(a, read);
            reads_of_bool(b, read);
        }
    }
}

fn reads_of_array(array: &Array, read: Reader<'_>) {
    match &array.kind {
        ArrayKind::Var(slot) => read(*slot),
        ArrayKind::List(items) => items.iter().for_each(|item| reads_of_int(item, read)),
        ArrayKind::Update(of, updates) => {
            reads_of_array(of, read);
            for (index, value) in updates {
                reads_of_int(index, read);
                reads_of_int(value, read);
            }
        }
        ArrayKind::Sort(of) => reads_of_array(of, read),
        ArrayKind::If(condition, a, b) => {
            reads_of_bool(condition, read);
            reads_of_array(a, read);
            reads_of_array(b, read);
        }
    }
}
