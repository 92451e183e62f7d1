//! The part of the search that fills rows of a table by machine code.

use super::driver::{Backend, Core, Options, STEPS_PER_LOOK, STEPS_PER_MOVE, Work};
use super::jit::Compiled;
use super::pair::{self, Rows};
use super::store::Store;
use grundy::context::{Context, Stop};

/// Two threads fill a table of at least so many cells.
const MIN_CELLS_FOR_TWO_THREADS: u64 = 1 << 14;

/// Machine code fills a table of at least so many cells.
const MIN_CELLS_FOR_MACHINE_CODE: u64 = 1 << 10;

impl Core {
    /// Finds values of states that follow each other in their last coordinate, by machine code;
    /// how many are done, after which `coords` is the next.
    pub fn row(
        &mut self,
        options: Options,
        family: usize,
        coords: &mut [i64],
        count: u64,
        work: &mut Work,
        context: &Context<'_>,
    ) -> Result<u64, Stop> {
        if !self.ready(options, family, work) {
            return Ok(0);
        }
        let (Some((_, code)), Store::Dense(dense)) = (&self.rows, &mut self.store) else {
            return Ok(0);
        };
        let mut all = 0;
        while all < count {
            let allowed =
                context.limits.moves.saturating_mul(STEPS_PER_MOVE).saturating_sub(work.steps);
            let given = allowed.min(STEPS_PER_LOOK);
            let mut fuel = given;
            let (done, new) =
                code.row(family, coords, count - all, dense, &mut self.scratch, &mut fuel);
            all += done;
            self.known += new;
            work.steps += given - fuel;
            if work.steps - work.looked >= STEPS_PER_LOOK / 2 {
                work.looked = work.steps;
                context.look("filling a table", self.known)?;
            }
            if done == 0 {
                break;
            }
        }
        Ok(all)
    }

    /// Makes code for the rows of a family if it is worth while; whether there is some.
    fn ready(&mut self, options: Options, family: usize, work: &Work) -> bool {
        if options.backend == Backend::Plain || self.plain {
            return false;
        }
        let Store::Dense(dense) = &self.store else { return false };
        let (width, large) = (dense.cells.width(), self.large);
        let suits = |code: &Compiled| code.width() == width && code.suits(large);
        if !self.rows.as_ref().is_some_and(|(of, code)| *of == family && suits(code)) {
            // It is not worth while for a few states.
            if options.backend == Backend::Auto && work.cells < MIN_CELLS_FOR_MACHINE_CODE {
                return false;
            }
            let unit = &self.units[usize::from(!self.small)];
            self.rows =
                Compiled::new(unit, &self.store, Some(family), large).map(|code| (family, code));
            self.plain = self.rows.is_none();
        }
        self.rows.is_some()
    }

    /// Fills rows of a box by two threads, as far as they come, if that is worth while.
    pub fn pair(
        &mut self,
        options: Options,
        family: usize,
        bounds: &[i64],
        first: u64,
        work: &mut Work,
        context: &Context<'_>,
    ) -> Result<bool, Stop> {
        let threads = || std::thread::available_parallelism().map_or(1, |count| count.get());
        let many = options.backend == Backend::Native || work.cells >= MIN_CELLS_FOR_TWO_THREADS;
        if options.one_thread || !many || threads() < 2 || !self.ready(options, family, work) {
            return Ok(false);
        }
        let (Some((_, code)), Store::Dense(dense)) = (&self.rows, &mut self.store) else {
            return Ok(false);
        };
        let allowed =
            context.limits.moves.saturating_mul(STEPS_PER_MOVE).saturating_sub(work.steps);
        let rows = Rows { family, bounds, first, steps: allowed / 2 };
        let done = pair::fill(code, rows, dense, &mut self.scratch, context)?;
        self.known += done.new;
        work.steps += done.steps;
        Ok(true)
    }
}
