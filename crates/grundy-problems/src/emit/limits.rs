//! Between which numbers the coordinates lie that positions are asked for with.

use crate::ir::{Arg, Array, Block, Int, IntKind, Kind, Routine, Stmt, Var};
use grundy_rules::typed::{IntBinary, IntFn};
use std::cell::RefCell;
use std::collections::HashMap;

/// The least and the greatest number.
type Range = (i128, i128);

/// What is known of the numbers of a program.
pub(super) struct Known<'r> {
    routine: &'r Routine,
    /// What gives each variable its numbers.
    sources: Vec<Vec<Source<'r>>>,
    /// The ranges found; nothing is known of a variable while its own range is looked for.
    found: RefCell<HashMap<Var, Option<Range>>>,
}

/// What gives a variable numbers.
enum Source<'r> {
    /// Between these.
    Range(Range),
    /// Those of an expression.
    Int(&'r Int),
    /// From the one up to, not including, the other.
    Loop(&'r Int, &'r Int),
    /// The elements of an array.
    Elements(Var),
    /// Anything.
    Any,
}

impl<'r> Known<'r> {
    pub fn new(routine: &'r Routine) -> Self {
        let sources = routine.variables.iter().map(|_| Vec::new()).collect();
        let mut known = Self { routine, sources, found: RefCell::default() };
        known.block(&routine.body);
        for function in &routine.functions {
            // What functions are called with is not looked through.
            function.params.iter().for_each(|param| known.sources[*param].push(Source::Any));
            known.block(&function.body);
        }
        known
    }

    /// The least and the greatest number of each coordinate with which a family is asked, as far as they
    /// are known; numbers below 0 are no coordinates.
    pub fn limits(&self, family: usize, width: usize) -> Vec<Option<(i64, i64)>> {
        let mut limits: Vec<Option<Range>> = vec![Some((i128::MAX, i128::MIN)); width];
        let mut see = |args: &[Arg]| {
            for (at, limit) in limits.iter_mut().enumerate() {
                let range = match args.get(at) {
                    Some(Arg::Int(int)) if args.len() == width => self.range(int),
                    _ => None,
                };
                *limit = limit.zip(range).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1)));
            }
        };
        asked(self.routine, family, &mut see);
        let fits = |(least, most): Range| {
            let least = i64::try_from(least.max(0)).ok()?;
            let most = i64::try_from(most.max(0)).ok()?;
            (least <= most).then_some((least, most))
        };
        limits.into_iter().map(|limit| limit.and_then(fits)).collect()
    }

    fn block(&mut self, block: &'r Block) {
        for statement in block {
            match statement {
                Stmt::Int(var, value) | Stmt::Push(var, value) | Stmt::Put(var, _, value) => {
                    self.sources[*var].push(Source::Int(value));
                }
                Stmt::New(var) => {
                    // A number begins with 0, an array without elements.
                    if self.routine.variables[*var].kind == Kind::Int {
                        self.sources[*var].push(Source::Range((0, 0)));
                    }
                }
                Stmt::Copy(var, array) | Stmt::PushRow(var, array) => {
                    self.sources[*var].push(Source::Elements(array_var(array)));
                }
                Stmt::Make(var, ..) | Stmt::Decide { wins: var } => {
                    self.sources[*var].push(Source::Any);
                }
                Stmt::Neighbours { to, .. } => self.sources[*to].push(Source::Any),
                Stmt::For { var, from, to, step, body } => {
                    let source = match step {
                        None => Source::Loop(from, to),
                        Some(_) => Source::Any,
                    };
                    self.sources[*var].push(source);
                    self.block(body);
                }
                Stmt::Each { var, array, body } => {
                    self.sources[*var].push(Source::Elements(array_var(array)));
                    self.block(body);
                }
                Stmt::If { then, otherwise, .. } => {
                    self.block(then);
                    self.block(otherwise);
                }
                Stmt::Read(read) => {
                    let of = |int: &Int| match int.kind {
                        IntKind::Const(value) => Some(i128::from(value)),
                        _ => None,
                    };
                    let limits = read.limits.as_ref().and_then(|(from, to)| of(from).zip(of(to)));
                    let source = match limits {
                        Some(range) => Source::Range(range),
                        None => Source::Any,
                    };
                    self.sources[read.var].push(source);
                }
                Stmt::Cases { body, .. } => self.block(body),
                Stmt::Options { to, body, .. } => {
                    self.sources[*to].push(Source::Any);
                    self.block(body);
                }
                // The order of rows changes, not their numbers.
                Stmt::SortRows(_)
                | Stmt::Bool(..)
                | Stmt::Break
                | Stmt::Need { .. }
                | Stmt::Limits(_)
                | Stmt::Stop(_)
                | Stmt::Bind
                | Stmt::Begin
                | Stmt::Part(..)
                | Stmt::Print(_) => {}
            }
        }
    }

    fn var(&self, var: Var) -> Option<Range> {
        if let Some(&known) = self.found.borrow().get(&var) {
            return known;
        }
        self.found.borrow_mut().insert(var, None);
        let range = self.of_sources(var);
        self.found.borrow_mut().insert(var, range);
        range
    }

    fn of_sources(&self, var: Var) -> Option<Range> {
        let mut all: Option<Range> = None;
        for source in &self.sources[var] {
            let range = match source {
                Source::Range(range) => *range,
                Source::Int(int) => self.range(int)?,
                Source::Loop(from, to) => {
                    let (from, to) = (self.range(from)?, self.range(to)?);
                    (from.0, (to.1 - 1).max(from.0))
                }
                Source::Elements(array) => self.var(*array)?,
                Source::Any => return None,
            };
            all = Some(all.map_or(range, |all| (all.0.min(range.0), all.1.max(range.1))));
        }
        all
    }

    /// The range of an expression of which nothing leaves 64 bits.
    fn range(&self, int: &Int) -> Option<Range> {
        let of = |int: &Int| self.range(int);
        let (least, most) = match &int.kind {
            IntKind::Const(value) => (i128::from(*value), i128::from(*value)),
            IntKind::Var(var) => self.var(*var)?,
            IntKind::At(array, _) => self.var(array_var(array))?,
            IntKind::Binary(op, a, b) => {
                let (a, b) = (of(a)?, of(b)?);
                match op {
                    IntBinary::Add => (a.0 + b.0, a.1 + b.1),
                    IntBinary::Sub => (a.0 - b.1, a.1 - b.0),
                    IntBinary::Mul => {
                        let all = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
                        (*all.iter().min()?, *all.iter().max()?)
                    }
                    IntBinary::Div if b.0 == b.1 && b.0 > 0 => {
                        (a.0.div_euclid(b.0), a.1.div_euclid(b.0))
                    }
                    IntBinary::Rem if b.0 > 0 => (0, b.1 - 1),
                    _ => return None,
                }
            }
            IntKind::If(_, a, b) => {
                let (a, b) = (of(a)?, of(b)?);
                (a.0.min(b.0), a.1.max(b.1))
            }
            IntKind::Call(IntFn::Min, args) => {
                let all = args.iter().map(of).collect::<Option<Vec<_>>>()?;
                all.into_iter().reduce(|a, b| (a.0.min(b.0), a.1.min(b.1)))?
            }
            IntKind::Call(IntFn::Max, args) => {
                let all = args.iter().map(of).collect::<Option<Vec<_>>>()?;
                all.into_iter().reduce(|a, b| (a.0.max(b.0), a.1.max(b.1)))?
            }
            IntKind::Call(IntFn::Abs, args) => {
                let a = of(args.first()?)?;
                (0, a.0.abs().max(a.1.abs()))
            }
            _ => return None,
        };
        let bits = i128::from(i64::MIN)..=i128::from(i64::MAX);
        (bits.contains(&least) && bits.contains(&most)).then_some((least, most))
    }
}

fn array_var(array: &Array) -> Var {
    match array {
        Array::Var(var) | Array::Row(var, _) => *var,
    }
}

/// Calls `see` with the coordinates wherever a family is asked for a value.
fn asked(routine: &Routine, family: usize, see: &mut dyn FnMut(&[Arg])) {
    let mut routine = routine.clone();
    super::visit::routine(&mut routine, &mut |node| {
        if let super::visit::Node::Int(int) = node
            && let IntKind::Value(number, args) = &int.kind
            && *number == family
        {
            see(args);
        }
    });
}
