//! Options as sums of states, for the search of positions that fall apart: the compiled rules run on a
//! table that knows no value and writes down what it is asked for.

use super::driver::Backend;
#[cfg(feature = "jit")]
use super::frame::ASKED_WORDS;
use super::ir::{Status, Unit};
#[cfg(feature = "jit")]
use super::jit::{Compiled, Writing};
use super::lower::lower;
use super::vm::{Looked, Machine, Scratch, Table};
use crate::shape::Shape;
use crate::state::State;
use crate::typed::{Family, Program, Stmt};
use crate::walk::MAX_STEPS;
use grundy_search::{Keyed, Splitting, Sums};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// States have at most so many coordinates, of 63 bits each.
const MAX_WIDTH: usize = 2;

/// And belong to at most so many families: keys have two bits for the family.
const MAX_FAMILIES: usize = 4;

/// An option is a sum of at most so many states: each has a bit in the value of the option.
pub const MAX_TERMS: u32 = 31;

/// After so many runs of the plain machine it pays to make machine code.
#[cfg(feature = "jit")]
const RUNS_BEFORE_MACHINE_CODE: u32 = 1 << 8;

/// A same-position rule may lead to a state that another applies to, so many times.
const MAX_FORMS: usize = 64;

/// A state of at most two coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    family: u32,
    coords: [i64; MAX_WIDTH],
}

/// The rules of a program as the search sees them.
///
/// Boards have values that are found by search; a program without boards is left to the tables, and so
/// is one whose moves never leave a sum.
#[derive(Debug)]
pub struct Parts {
    unit: Unit,
    /// Of each family: what its coordinates are.
    shapes: Vec<[Option<Shape>; MAX_WIDTH]>,
    idle: Mutex<Vec<Runner>>,
    /// Whether options are listed with all their states: copies of a state are counted modulo 2.
    whole: bool,
    /// Whether the rules of some state failed.
    failed: AtomicBool,
    #[cfg_attr(not(feature = "jit"), expect(dead_code, reason = "there is one back end"))]
    backend: Backend,
}

/// What one run writes on.
#[derive(Debug)]
struct Runner {
    machine: Machine,
    scratch: Scratch,
    asked: Vec<Part>,
    #[cfg(feature = "jit")]
    native: Native,
}

/// The machine code of a runner.
#[cfg(feature = "jit")]
#[derive(Debug, Default)]
struct Native {
    /// Runs of the plain machine.
    runs: u32,
    /// Made when it pays; the inner one is missing if it cannot be made.
    code: Option<Option<Compiled>>,
    writing: Writing,
}

/// What a mutex holds, also after a panic elsewhere.
pub(crate) fn unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether some option in a block is a sum.
fn splits(block: &[Stmt]) -> bool {
    block.iter().any(|statement| match statement {
        Stmt::Move(option) => option.sum.len() > 1,
        Stmt::Gather(_) => true,
        Stmt::For { body, .. } | Stmt::While { body, .. } => splits(body),
        Stmt::If { then, otherwise, .. } => splits(then) || splits(otherwise),
        _ => false,
    })
}

/// Whether some option in a block has a number of copies of a state.
fn copies(block: &[Stmt]) -> bool {
    block.iter().any(|statement| match statement {
        Stmt::Part(part) => part.copies.is_some(),
        Stmt::Gather(gather) => copies(&gather.parts),
        Stmt::For { body, .. } | Stmt::While { body, .. } => copies(body),
        Stmt::If { then, otherwise, .. } => copies(then) || copies(otherwise),
        _ => false,
    })
}

fn shapes(family: &Family) -> [Option<Shape>; MAX_WIDTH] {
    let mut shapes = [None; MAX_WIDTH];
    for param in &family.params {
        if let Some(shape) = param.shape {
            let from = param.slot as usize;
            shapes[from..from + shape.words()].fill(Some(shape));
        }
    }
    shapes
}

impl Parts {
    /// The rules of a program, if it is one for this search.
    pub fn new(program: &Program, backend: Backend) -> Option<Self> {
        let families = &program.families;
        let boards = || families.iter().flat_map(|f| &f.params).any(|param| param.shape.is_some());
        let sums = || families.iter().flat_map(|f| &f.rules).any(|code| splits(&code.body));
        if boards() && sums() { Self::of_any(program, backend) } else { None }
    }

    /// The rules of any program that can be searched in this way, though tables may be quicker.
    pub fn of_any(program: &Program, backend: Backend) -> Option<Self> {
        let families = &program.families;
        if !Self::can_search(program) {
            return None;
        }
        Some(Self {
            unit: lower(program, false).ok()?,
            shapes: families.iter().map(shapes).collect(),
            idle: Mutex::default(),
            whole: !families.iter().flat_map(|f| &f.rules).any(|code| copies(&code.body)),
            failed: AtomicBool::new(false),
            backend,
        })
    }

    /// Whether a program has rules for this search: states of few numbers, whose play has an end.
    pub fn can_search(program: &Program) -> bool {
        let plain = !program.is_loopy() && program.entailing().is_none() && !program.wins();
        let narrow = |family: &Family| family.width <= MAX_WIDTH;
        plain && program.families.len() <= MAX_FAMILIES && program.families.iter().all(narrow)
    }

    /// The part that a state is; it must be one of this program, inside of its domain.
    pub fn part(&self, state: &State) -> Part {
        let mut coords = [0; MAX_WIDTH];
        coords[..state.coords().len()].copy_from_slice(state.coords());
        Part { family: state.family() as u32, coords }
    }

    /// Whether options are listed as misère play needs them: with all their states.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// Whether the rules of some state failed. What was found since is worth nothing.
    pub fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Acquire)
    }

    fn coords<'a>(&self, part: &'a Part) -> &'a [i64] {
        &part.coords[..self.unit.widths[part.family as usize]]
    }

    /// Runs the rules of a part once.
    fn run(&self, runner: &mut Runner, part: &Part, out: &mut Sums<Part>) -> Ran {
        #[cfg(feature = "jit")]
        if let Some(ran) = self.run_machine_code(&mut runner.native, part, out) {
            return ran;
        }
        let Runner { machine, scratch, asked, .. } = runner;
        scratch.reset(MAX_STEPS);
        asked.clear();
        let mut written = Written { out, asked, crowded: false };
        let of = (part.family as usize, self.coords(part));
        let status = machine.evaluate(&self.unit, of, &mut written, scratch, &|| Ok(()), None);
        if status != Ok(Status::Done) || written.crowded {
            return Ran::Failed;
        }
        match (scratch.value, &**written.asked) {
            (value, asked @ [.., last]) if value == 1 << (asked.len() - 1) => Ran::Same(*last),
            _ => Ran::Done,
        }
    }
}

#[cfg(feature = "jit")]
impl Parts {
    /// The same by machine code, if it was made or pays now.
    fn run_machine_code(
        &self,
        native: &mut Native,
        part: &Part,
        out: &mut Sums<Part>,
    ) -> Option<Ran> {
        let Native { runs, code, writing } = native;
        *runs = runs.saturating_add(1);
        let pays = match self.backend {
            Backend::Auto => *runs > RUNS_BEFORE_MACHINE_CODE,
            Backend::Plain => false,
            Backend::Native => true,
        };
        if !pays {
            return None;
        }
        let code = code.get_or_insert_with(|| Compiled::writing(&self.unit)).as_ref()?;
        let (status, value) =
            code.options(part.family as usize, self.coords(part), MAX_STEPS, writing);
        if status != Status::Done {
            return Some(Ran::Failed);
        }
        let written = |words: &[i64; ASKED_WORDS]| Part {
            family: words[MAX_WIDTH] as u32,
            coords: [words[0], words[1]],
        };
        let mut first = 0;
        for &[end, sum] in writing.options() {
            let asked = &writing.asked()[first..end as usize];
            for (number, words) in asked.iter().enumerate() {
                if sum >> number & 1 == 1 {
                    out.part(written(words));
                }
            }
            out.end();
            first = end as usize;
        }
        // What was asked for since belongs to no option.
        Some(match writing.asked()[first..] {
            [.., last] if value == 1 << (writing.asked().len() - first - 1) => {
                Ran::Same(written(&last))
            }
            _ => Ran::Done,
        })
    }
}

/// How a run ended.
enum Ran {
    Done,
    /// The part is the same as this one, whose options are its own.
    Same(Part),
    Failed,
}

/// A table that writes down what it is asked for. The value told of the i-th state of an option is 2^i,
/// so that the sum says which states are left once those that occur twice have cancelled.
struct Written<'a> {
    out: &'a mut Sums<Part>,
    /// Since the last option was complete.
    asked: &'a mut Vec<Part>,
    /// Whether an option had more than [`MAX_TERMS`] states.
    crowded: bool,
}

impl Table for Written<'_> {
    fn look(&mut self, family: usize, coords: &[i64]) -> Looked {
        if coords.iter().any(|&coord| coord < 0) {
            return Looked::Outside;
        }
        let number = self.asked.len() as u32;
        if number >= MAX_TERMS {
            self.crowded = true;
            return Looked::Value(0);
        }
        let mut part = Part { family: family as u32, coords: [0; MAX_WIDTH] };
        part.coords[..coords.len()].copy_from_slice(coords);
        self.asked.push(part);
        Looked::Value(1 << number)
    }

    fn ask(&mut self, _: usize, _: &[i64]) -> Looked {
        // The domain is looked at next, and then `look` is called.
        Looked::Missing(0)
    }

    fn stamp(&mut self, sum: u64) -> bool {
        for (number, part) in self.asked.iter().enumerate() {
            if sum >> number & 1 == 1 {
                self.out.part(*part);
            }
        }
        self.out.end();
        self.asked.clear();
        true
    }
}

impl Splitting for Parts {
    type Part = Part;

    fn key(&self, part: &Part) -> u128 {
        // Two coordinates of 63 bits and two bits for the family.
        (part.coords[0] as u128) << 65 | (part.coords[1] as u128) << 2 | u128::from(part.family)
    }

    /// The squares with a 1; numbers count as themselves.
    fn size(&self, part: &Part) -> u32 {
        let shapes = &self.shapes[part.family as usize];
        let sizes = shapes.iter().zip(self.coords(part)).map(|(shape, &coord)| match shape {
            Some(_) => coord.count_ones(),
            None => coord.min(1 << 16) as u32,
        });
        sizes.sum()
    }

    fn options(&self, part: &Part, out: &mut Sums<Part>) {
        let idle = unpoisoned(&self.idle).pop();
        let mut runner = idle.unwrap_or_else(|| Runner {
            machine: Machine::new(&self.unit),
            scratch: Scratch::new(MAX_WIDTH),
            asked: Vec::new(),
            #[cfg(feature = "jit")]
            native: Native::default(),
        });
        let mut part = *part;
        let mut forms = 0;
        loop {
            match self.run(&mut runner, &part, out) {
                Ran::Done => break,
                Ran::Same(form) if forms < MAX_FORMS => {
                    part = form;
                    forms += 1;
                }
                Ran::Same(_) | Ran::Failed => {
                    self.failed.store(true, Ordering::Release);
                    out.clear();
                    break;
                }
            }
        }
        unpoisoned(&self.idle).push(runner);
    }
}

impl Part {
    /// The part that has this key.
    pub fn of(key: u128) -> Self {
        let coord = |shift: u32| (key >> shift & ((1 << 63) - 1)) as i64;
        Self { family: (key & 3) as u32, coords: [coord(65), coord(2)] }
    }
}

impl Parts {
    /// The state that a part is.
    pub fn state(&self, part: &Part) -> State {
        State::new(part.family as usize, self.coords(part).to_vec())
    }
}

/// In misère play, if [`Parts::is_whole`].
impl Keyed for Parts {
    fn size(&self, key: u128) -> u32 {
        Splitting::size(self, &Part::of(key))
    }

    fn all_options(&self, key: u128, out: &mut Sums<u128>) -> bool {
        let mut sums = Sums::default();
        self.options(&Part::of(key), &mut sums);
        out.extend_from(&sums, |part| self.key(&part));
        !self.has_failed()
    }
}

#[cfg(all(test, feature = "jit"))]
mod tests {
    use super::*;
    use crate::source::Source;

    /// Rules on boards whose moves leave sums.
    const TEXTS: [&str; 6] = [
        "B(b: board[3,4]) -> sum(B(p) for p in parts(b[i,j := 0])) for i, j in ones(b)",
        "B(b: board[3,4]) == B(canonical(b))\n\
         B(b: board[3,4]) -> sum(B(p) for p in parts(b[i,j := 0, i,j+1 := 0])) for i, j in ones(b) if b[i,j+1] == 1\n\
         B(b: board[3,4]) -> H(i) + sum(B(p) for p in parts(b[i,j := 0])) for i, j in ones(b)\n\
         H(n) -> H(n-k) for k in 1..=n",
        "B(b: board[2,5], n) == B(b, n-1) if n > 6\n\
         B(b: board[2,5], n) -> B(b[i,j := 0], n) + B(b, n-1) for i, j in ones(b) if n > 0",
        "B(b: board[2,3]) -> B(b[i,j := 0]) + H(i-1) for i, j in ones(b)\nH(n) -> H(n-k) for k in 1..=n",
        "B(b: bits[12]) -> sum(B(p) for p in parts(b[i := 0, i+1 := 0])) for i in ones(b)",
        "B(b: board[3,3]) -> sum(B(b[i,j := 0]) for t in 1..=40) for i, j in ones(b)",
    ];

    fn options(parts: &Parts, part: &Part) -> (Vec<(Vec<Part>, u16)>, bool) {
        let mut sums = Sums::default();
        parts.options(part, &mut sums);
        let all = (0..sums.len()).map(|i| sums.option(i)).map(|(sum, n)| (sum.to_vec(), n));
        (all.collect(), parts.has_failed())
    }

    #[test]
    fn machine_code_writes_down_what_the_plain_machine_does() {
        let (mut programs, mut compared, mut sums) = (0, 0, 0);
        for text in TEXTS {
            let Ok(program) = Program::read(Source::new("t", text)) else { continue };
            let made =
                [Backend::Plain, Backend::Native].map(|backend| Parts::new(&program, backend));
            let [Some(plain), Some(native)] = made else { continue };
            assert!(Compiled::writing(&plain.unit).is_some(), "{text}");
            programs += 1;
            let mut random = fastrand::Rng::with_seed(programs);
            for _ in 0..100 {
                let family = random.usize(..program.families.len());
                let mut coords = [0; MAX_WIDTH];
                let width = program.families[family].width;
                for (coord, shape) in coords[..width].iter_mut().zip(plain.shapes[family]) {
                    let squares = shape.map_or(3, Shape::squares).min(62);
                    *coord = random.i64(0..1 << squares);
                }
                let part = Part { family: family as u32, coords };
                let [wanted, found] = [&plain, &native].map(|parts| options(parts, &part));
                assert_eq!(wanted, found, "{text} {part:?}");
                compared += 1;
                sums += wanted.0.iter().filter(|(sum, _)| sum.len() > 1).count();
                for parts in [&plain, &native] {
                    parts.failed.store(false, Ordering::Release);
                }
            }
        }
        assert!(
            programs > 3 && compared == 100 * programs && sums > 1000,
            "{programs} {compared} {sums}"
        );
    }
}
