//! The values of all states of a box.

use super::dense::Code;
use super::driver::{Engine, Work};
use super::ir::Status;
use super::judge;
use super::store::{MOST_CELLS, Store};
use crate::explore::Failure;
use crate::state::State;
use crate::walk;
use grundy::context::{Context, Stop};
use grundy::solve::Value;

/// Values of all states of a family whose coordinates have bounds, the first coordinate outermost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The greatest of each coordinate.
    pub bounds: Vec<i64>,
    /// The values; nothing where there is no state, outside of the domain.
    pub values: Vec<Option<Value>>,
}

impl Table {
    /// The value of a state within the bounds; nothing if it is outside of the domain.
    pub fn get(&self, coords: &[i64]) -> Option<Value> {
        let mut at = 0usize;
        for (&coord, &bound) in coords.iter().zip(&self.bounds) {
            if !(0..=bound).contains(&coord) {
                return None;
            }
            at = at * (bound as usize + 1) + coord as usize;
        }
        self.values.get(at).copied().flatten()
    }
}

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
        let each = size_of::<Option<Value>>() as u64 + 2;
        context.check_memory(cells.saturating_mul(each), what)?;
        let mut table = Table { bounds: bounds.to_vec(), values: Vec::new() };
        self.fill(family, bounds, cells, context)?;
        let mut coords = vec![0; bounds.len()];
        table.values.reserve_exact(cells as usize);
        let line = bounds.last().map_or(1, |&bound| bound as u64 + 1);
        for done in 0..cells / line {
            context.look("copying a table", done * line)?;
            if let Some(core) = &mut self.core
                && let Store::Dense(dense) = &core.store
                && let Some(first) = dense.key(family, &coords)
            {
                // States that differ in their last coordinate are neighbours.
                let told = |key: u64| match dense.code(key) {
                    Code::Value(value) => Value::new(value.into()),
                    Code::Loony => Some(Value::LOONY),
                    Code::Unknown | Code::OnPath => None,
                };
                table.values.extend((first..first + line).map(told));
                if let Some((last, &bound)) = coords.last_mut().zip(bounds.last()) {
                    *last = bound;
                }
                advance(&mut coords, bounds);
            } else {
                for _ in 0..line {
                    let value = self.told(family, &coords, context)?;
                    table.values.push(value);
                    advance(&mut coords, bounds);
                }
            }
        }
        Ok(table)
    }

    /// A value that was found by [`fill`](Self::fill).
    fn told(
        &mut self,
        family: usize,
        coords: &[i64],
        context: &Context<'_>,
    ) -> Result<Option<Value>, Failure> {
        if let Some(core) = &mut self.core {
            let code = core.store.key(family, coords).map(|key| core.store.code(key));
            match code {
                Some(Code::Value(value)) => return Ok(Value::new(value.into())),
                Some(Code::Loony) => return Ok(Some(Value::LOONY)),
                _ => return Ok(None),
            }
        }
        let state = State::new(family, coords.to_vec());
        match walk::outside(&self.program, &state, walk::FUEL) {
            Ok(None) => self.value(&state, context).map(Some),
            Ok(Some(_)) => Ok(None),
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
        work.most = MOST_CELLS.max(cells.saturating_mul(4));
        work.cells = cells;
        if core.store.key(family, bounds).is_none() {
            core.grow(family, bounds, &mut work, context)?;
        }
        let limited = core.has_domain(family);
        let mut coords = vec![0i64; bounds.len()];
        let mut left = cells;
        while left > 0 {
            #[cfg(feature = "jit")]
            if !limited && let Some((&last, &bound)) = coords.last().zip(bounds.last()) {
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
                        return Err(match walk::outside(&program, &state, walk::FUEL) {
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
