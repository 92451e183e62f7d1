//! The values of all states of a box.

use super::dense::{Cells, Code};
use super::driver::{Core, Engine, Work};
use super::ir::Status;
use super::judge;
use super::store::{MAX_CELLS, Store};
use crate::explore::Failure;
use crate::state::State;
use crate::walk;
use grundy::context::{Context, Stop};
use grundy::solve::Value;

/// Values of all states of a family whose coordinates have bounds, the first coordinate outermost.
#[derive(Clone, Debug)]
pub struct Table {
    /// The greatest of each coordinate.
    bounds: Vec<i64>,
    /// What is not known there is outside of the domain.
    cells: Cells,
}

impl Table {
    /// The greatest of each coordinate.
    pub fn bounds(&self) -> &[i64] {
        &self.bounds
    }

    /// How many states there are, those outside of the domain included.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there is no state at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a state by its place; nothing if it is outside of the domain.
    pub fn at(&self, place: usize) -> Option<Value> {
        match self.cells.get(place) {
            Code::Value(value) => Value::new(value.into()),
            Code::Loony => Some(Value::LOONY),
            Code::Unknown | Code::OnPath => None,
        }
    }

    /// All values in order; nothing where there is no state, outside of the domain.
    pub fn values(&self) -> impl Iterator<Item = Option<Value>> + '_ {
        (0..self.len()).map(|place| self.at(place))
    }

    /// The value of a state within the bounds; nothing if it is outside of the domain.
    pub fn get(&self, coords: &[i64]) -> Option<Value> {
        let mut at = 0usize;
        for (&coord, &bound) in coords.iter().zip(&self.bounds) {
            if !(0..=bound).contains(&coord) {
                return None;
            }
            at = at * (bound as usize + 1) + coord as usize;
        }
        self.at(at)
    }
}

impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        self.bounds == other.bounds && self.values().eq(other.values())
    }
}

impl Eq for Table {}

impl Engine {
    /// The values of all states of a family with coordinates from 0 to `bounds`, which is as long
    /// as a state.
    ///
    /// # Complexity
    /// O(moves of all states) time, O(states) memory.
    ///
    /// # Errors
    /// [`Failure`]: the rules are wrong in a state of the box or one that can be reached from it,
    /// or a limit; the limits of positions and memory are compared with the size of the box before
    /// it is allocated.
    ///
    /// ```
    /// use grundy_rules::{engine::Engine, source::Source, typed::Program};
    /// let text = "W(a,b) -> W(a-k,b) for k in 1..=a
    ///             W(a,b) -> W(a,b-k) for k in 1..=b
    ///             W(a,b) -> W(a-k,b-k) for k in 1..=min(a,b)";
    /// let program = Program::read(Source::new("wythoff", text)).unwrap();
    /// let mut engine = Engine::new(program.into(), Default::default());
    /// let table = engine.table(0, &[20, 20], &Default::default()).unwrap();
    /// assert_eq!(table.get(&[8, 13]).unwrap().number(), Some(0));
    /// ```
    pub fn table(
        &mut self,
        family: usize,
        bounds: &[i64],
        context: &Context<'_>,
    ) -> Result<Table, Failure> {
        self.program.check_free("this table of values")?;
        let name = self.program.families[family].name.clone();
        if bounds.len() != self.program.families[family].width || bounds.iter().any(|&b| b < 0) {
            return Err(Failure::Stop(Stop::Refused(format!(
                "a table of {name} needs {} bounds that are not negative",
                self.program.families[family].width
            ))));
        }
        let cells = bounds.iter().fold(1u64, |all, &b| all.saturating_mul(b as u64 + 1));
        let sizes: Vec<String> = bounds.iter().map(i64::to_string).collect();
        let what = || {
            format!(
                "a table of {name} to {} has {cells} positions (a same-position rule, ==, keeps \
                 a table small)",
                sizes.join(", ")
            )
        };
        context.check_positions(cells, what)?;
        context.check_memory(cells.saturating_mul(2), what)?;
        self.program.check_bound()?;
        self.fill(family, bounds, cells, context)?;
        let line = bounds.last().map_or(1, |&bound| bound as u64 + 1);
        let mut coords = vec![0; bounds.len()];
        if let Some(Core { store: Store::Dense(dense), .. }) = &self.core
            && dense.key(family, bounds).is_some()
        {
            let bytes = cells.saturating_mul(dense.cells.width());
            context.check_memory(dense.bytes().saturating_add(bytes), what)?;
            let mut copy = dense.cells.part(0..0);
            for done in 0..cells / line {
                context.tick("copying a table", done)?;
                // States that differ in their last coordinate are neighbours.
                let first = dense.key(family, &coords).unwrap_or(0) as usize;
                copy.extend(&dense.cells, first..first + line as usize);
                if let Some((last, &bound)) = coords.last_mut().zip(bounds.last()) {
                    *last = bound;
                }
                advance(&mut coords, bounds);
            }
            return Ok(Table { bounds: bounds.to_vec(), cells: copy });
        }
        context.check_memory(cells.saturating_mul(6), what)?;
        let mut copy = Cells::Word(Vec::with_capacity(cells as usize));
        for done in 0..cells {
            context.tick("copying a table", done)?;
            copy.push(self.told(family, &coords, context)?);
            advance(&mut coords, bounds);
        }
        Ok(Table { bounds: bounds.to_vec(), cells: copy })
    }

    /// A value that was found by [`fill`](Self::fill).
    fn told(
        &mut self,
        family: usize,
        coords: &[i64],
        context: &Context<'_>,
    ) -> Result<Code, Failure> {
        if let Some(core) = &mut self.core {
            let key = core.store.key(family, coords);
            return Ok(key.map_or(Code::Unknown, |key| core.store.code(key)));
        }
        let state = State::new(family, coords.to_vec());
        match walk::outside(&self.program, &state, walk::MAX_STEPS) {
            Ok(None) => Ok(match self.value(&state, context)?.number() {
                Some(value) => Code::answer(value as u32),
                None => Code::Loony,
            }),
            Ok(Some(_)) => Ok(Code::Unknown),
            Err(halt) => Err(halt.into_error().in_state(state.show(&self.program)).into()),
        }
    }

    /// Finds the values of all states of a box, in order, so that most have all they need.
    fn fill(
        &mut self,
        family: usize,
        bounds: &[i64],
        cells: u64,
        context: &Context<'_>,
    ) -> Result<(), Failure> {
        let options = self.options();
        let program = self.program.clone();
        let Some(core) = &mut self.core else {
            self.explorer();
            return Ok(());
        };
        let mut work = Work::new();
        work.most = MAX_CELLS.max(cells.saturating_mul(4));
        work.cells = cells;
        if core.store.key(family, bounds).is_none() {
            core.grow(family, bounds, &mut work, context)?;
        }
        let limited = core.has_domain(family);
        let mut coords = vec![0i64; bounds.len()];
        let mut left = cells;
        #[cfg(feature = "jit")]
        let (mut pairs, mut alone) = (MAX_TWO_THREAD_STARTS, true);
        while left > 0 {
            #[cfg(feature = "jit")]
            if alone && pairs > 0 && bounds.len() > 1 && coords.last() == Some(&0) {
                alone = false;
                // What stops two threads is done by one, which then finds all they have found.
                pairs -= 1;
                let row = (cells - left) / (bounds[bounds.len() - 1] as u64 + 1);
                if !core.pair(options, family, bounds, row, &mut work, context)? {
                    pairs = 0;
                }
            }
            #[cfg(feature = "jit")]
            if let Some((&last, &bound)) = coords.last().zip(bounds.last()) {
                let count = (bound - last) as u64 + 1;
                let done = core.row(options, family, &mut coords, count, &mut work, context)?;
                context.check_positions(core.known, || "filling a table".into())?;
                left -= done;
                if done == count {
                    // The last coordinate is one too far.
                    if let Some(last) = coords.last_mut() {
                        *last = bound;
                    }
                    advance(&mut coords, bounds);
                    continue;
                }
            }
            #[cfg(feature = "jit")]
            {
                alone = true;
            }
            left -= 1;
            if limited {
                match core.inside(family, &coords) {
                    Some(true) => {}
                    Some(false) => {
                        advance(&mut coords, bounds);
                        continue;
                    }
                    None => {
                        let state = State::new(family, coords.clone());
                        return Err(match walk::outside(&program, &state, walk::MAX_STEPS) {
                            Err(halt) => halt.into_error().in_state(state.show(&program)).into(),
                            Ok(_) => judge::internal(&program, &state),
                        });
                    }
                }
            }
            let key = core.key(&program, family, &coords, &mut work, context)?;
            if core.store.code(key) == Code::Unknown {
                let status =
                    core.run_state(&program, options, family, &coords, &mut work, context)?;
                if status == Status::Done && core.scratch.missing.is_empty() {
                    core.keep(key, context)?;
                    context.check_positions(core.known, || "filling a table".into())?;
                } else {
                    let result = core.search(&program, options, key, &mut work, context);
                    core.clear_path(&work, context);
                    work.stack.clear();
                    result?;
                }
            }
            advance(&mut coords, bounds);
        }
        Ok(())
    }
}

/// Two threads are started up to so many times for one table. They stop where a value needs more
/// room, or where a move does not lead to an earlier row.
#[cfg(feature = "jit")]
const MAX_TWO_THREAD_STARTS: u32 = 8;

/// The next state of a box, the last coordinate first.
fn advance(coords: &mut [i64], bounds: &[i64]) {
    for (coord, &bound) in coords.iter_mut().zip(bounds).rev() {
        if *coord < bound {
            *coord += 1;
            return;
        }
        *coord = 0;
    }
}
