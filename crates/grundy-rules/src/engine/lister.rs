//! The moves of states as they are written, listed by compiled rules.

use super::ir::{LOONY, Status, Unit};
use super::lower::{SMALL_COORDINATES, Wanted, lower_as};
use super::vm::{Looked, Machine, Scratch, Table};
use crate::typed::{Program, Stmt};
use crate::walk::{MAX_REWRITES, MAX_STEPS};
use grundy::context::Stop;
use std::sync::Arc;

/// Compiled rules that list moves, with what one thread writes on: clones share the code.
///
/// [`crate::walk`] is the reference. Whatever cannot be told here, because something is wrong with the
/// rules or takes too many steps, is left to it.
///
/// ```
/// use grundy_rules::{engine::{Lister, Moves}, source::Source, typed::Program};
/// let text = "L(n) -> L(k) for k in 0..<n\nL(n) -> L(k) + L(n-k) for k in 1..=n/2";
/// let program = Program::read(Source::new("lasker", text)).unwrap();
/// let mut lister = Lister::new(&program).unwrap();
/// let mut moves = Moves::default();
/// assert_eq!(lister.moves(0, &[4], &mut moves, &|| Ok(())), Ok(true));
/// let left = |option: &[_]| option.iter().map(|&part| moves.coords(part)[0]).collect::<Vec<_>>();
/// let left: Vec<_> = moves.options().map(left).collect();
/// assert_eq!(left, [vec![0], vec![1], vec![2], vec![3], vec![1, 3], vec![2, 2]]);
/// ```
#[derive(Debug)]
pub struct Lister {
    /// For coordinates below 2^31, and for all.
    sizes: [BySize; 2],
    /// Whether a family has same-position rules.
    same: Arc<[bool]>,
    scratch: Scratch,
    /// The form of a state.
    form: Moves,
}

/// The code for coordinates of one size.
#[derive(Debug)]
struct BySize {
    moves: Compiled,
    /// Nothing where no family has same-position rules.
    forms: Option<Compiled>,
}

/// Code and its registers.
#[derive(Debug)]
struct Compiled {
    unit: Arc<Unit>,
    machine: Machine,
}

impl Compiled {
    fn new(unit: Arc<Unit>) -> Self {
        Self { machine: Machine::new(&unit), unit }
    }
}

/// A state that a move leaves: its place in [`Moves`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartAt {
    family: u32,
    width: u32,
    at: usize,
}

impl PartAt {
    /// The number of its family.
    pub fn family(&self) -> usize {
        self.family as usize
    }
}

/// States whose moves leave more states, or states with more numbers together, are left to the reference, which tells
/// moves one by one: so there are at most a few MiB of them, which no limit of memory need know.
const MAX_LEFT: usize = 1 << 16;
const MAX_NUMBERS: usize = 1 << 18;

/// The moves of a state, in the order of the rules; repeats are not removed.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    coords: Vec<i64>,
    left: Vec<PartAt>,
    /// Where the states that each option leaves end, in `left`.
    ends: Vec<u32>,
    wins: bool,
    /// Whether there are more than [`MAX_LEFT`].
    crowded: bool,
}

impl Moves {
    /// The states that each option leaves, in the order written; without those that win.
    pub fn options(&self) -> impl Iterator<Item = &[PartAt]> {
        let mut from = 0;
        self.ends.iter().map(move |&end| {
            let option = &self.left[from..end as usize];
            from = end as usize;
            option
        })
    }

    /// Whether a move wins at once.
    pub fn wins(&self) -> bool {
        self.wins
    }

    /// The coordinates of a state.
    pub fn coords(&self, left: PartAt) -> &[i64] {
        &self.coords[left.at..][..left.width as usize]
    }

    fn clear(&mut self) {
        self.coords.clear();
        self.left.clear();
        self.ends.clear();
        (self.wins, self.crowded) = (false, false);
    }

    /// Forgets the states of an option that is not complete.
    fn drop_open(&mut self) {
        self.left.truncate(self.ends.last().map_or(0, |&end| end as usize));
    }
}

impl Table for Moves {
    fn look(&mut self, family: usize, coords: &[i64]) -> Looked {
        if coords.iter().any(|&coord| coord < 0) {
            self.drop_open();
            return Looked::Outside;
        }
        if self.left.len() >= MAX_LEFT || self.coords.len() + coords.len() > MAX_NUMBERS {
            return Looked::Grow;
        }
        let (family, width, at) = (family as u32, coords.len() as u32, self.coords.len());
        self.left.push(PartAt { family, width, at });
        self.coords.extend_from_slice(coords);
        Looked::Value(0)
    }

    fn ask(&mut self, _: usize, _: &[i64]) -> Looked {
        // The domain is looked at next, and then `look` is called.
        Looked::Missing(0)
    }

    fn stamp(&mut self, _: u64) -> bool {
        match self.ends.len() < MAX_LEFT {
            true => self.ends.push(self.left.len() as u32),
            false => self.crowded = true,
        }
        true
    }
}

/// Whether the number of parts of some move differs from state to state.
fn gathers(block: &[Stmt]) -> bool {
    block.iter().any(|statement| match statement {
        Stmt::Gather(_) => true,
        Stmt::For { body, .. } | Stmt::While { body, .. } => gathers(body),
        Stmt::If { then, otherwise, .. } => gathers(then) || gathers(otherwise),
        _ => false,
    })
}

/// Which code suits a state.
fn size(coords: &[i64]) -> usize {
    usize::from(coords.iter().any(|&coord| coord >= SMALL_COORDINATES))
}

impl Clone for Lister {
    fn clone(&self) -> Self {
        let compiled = |of: &Compiled| Compiled::new(of.unit.clone());
        let sizes = self.sizes.each_ref().map(|size| BySize {
            moves: compiled(&size.moves),
            forms: size.forms.as_ref().map(compiled),
        });
        Self { sizes, same: self.same.clone(), scratch: Scratch::new(0), form: Moves::default() }
    }
}

impl Lister {
    /// For a program. `None` if its rules cannot be compiled or have moves with a number of parts that
    /// differs from state to state (of equal parts compiled rules tell one or two), or if positions must be
    /// answered.
    ///
    /// # Complexity
    /// O(program).
    pub fn new(program: &Program) -> Option<Self> {
        let families = &program.families;
        let mut rules = families.iter().flat_map(|family| &family.rules);
        if program.entailing().is_some() || rules.any(|code| gathers(&code.body)) {
            return None;
        }
        let same: Arc<[bool]> = families.iter().map(|family| !family.same.is_empty()).collect();
        let compiled = |small, wanted| {
            let unit = lower_as(program, small, wanted).ok()?;
            Some(Compiled::new(unit.into()))
        };
        let sized = |small| {
            let forms = match same.contains(&true) {
                true => Some(compiled(small, Wanted::Forms)?),
                false => None,
            };
            Some(BySize { moves: compiled(small, Wanted::Moves)?, forms })
        };
        let sizes = [sized(true)?, sized(false)?];
        Some(Self { sizes, same, scratch: Scratch::new(0), form: Moves::default() })
    }

    /// Whether a state belongs to its domain; `None` if that is not told.
    pub fn is_inside(&mut self, family: usize, coords: &[i64]) -> Option<bool> {
        if coords.iter().any(|&coord| coord < 0) {
            return Some(false);
        }
        let Compiled { unit, machine } = &mut self.sizes[size(coords)].moves;
        machine.inside(unit, family, coords)
    }

    /// Puts the normal form of a state of a domain in its place, and returns whether there was another; `None` if
    /// it is not told: then the state is another form of what it was.
    pub fn form(&mut self, family: &mut usize, coords: &mut Vec<i64>) -> Option<bool> {
        // As the reference counts them, over all families.
        let mut rewrites = 0;
        while self.same[*family] {
            let Compiled { unit, machine } = self.sizes[size(coords)].forms.as_mut()?;
            self.form.clear();
            self.scratch.reset(MAX_STEPS);
            let (of, scratch) = ((*family, &**coords), &mut self.scratch);
            let status = machine.evaluate(unit, of, &mut self.form, scratch, &|| Ok(()), None);
            if status != Ok(Status::Done) {
                return None;
            }
            let Some(&form) = self.form.left.first() else { break };
            rewrites += self.scratch.value as usize + usize::from(form.family() != *family);
            if rewrites >= MAX_REWRITES {
                return None;
            }
            *family = form.family();
            coords.clear();
            coords.extend_from_slice(self.form.coords(form));
        }
        Some(rewrites > 0)
    }

    /// Puts into `moves` the moves of a state that belongs to its domain and is its own normal form, as the rules say
    /// them, before any normal form; returns whether they are told. `look` is asked now and then whether to go on.
    ///
    /// # Complexity
    /// O(steps), up to [`MAX_STEPS`].
    ///
    /// # Errors
    /// What `look` says.
    pub fn moves(
        &mut self,
        family: usize,
        coords: &[i64],
        moves: &mut Moves,
        look: &dyn Fn() -> Result<(), Stop>,
    ) -> Result<bool, Stop> {
        moves.clear();
        let Compiled { unit, machine } = &mut self.sizes[size(coords)].moves;
        self.scratch.reset(MAX_STEPS);
        let (of, scratch) = ((family, coords), &mut self.scratch);
        let status = machine.evaluate(unit, of, moves, scratch, look, None)?;
        moves.drop_open();
        moves.wins = scratch.value == LOONY;
        Ok(status == Status::Done && !moves.crowded)
    }
}
