//! Two threads on the rows of a box: one takes the even rows, the other the odd ones, and each
//! waits where it needs what the other has not found yet. Values do not depend on it.
#![allow(unsafe_code)]

use super::dense::Dense;
use super::frame::Frame;
use super::ir::Status;
use super::jit::Compiled;
use super::vm::Scratch;
use grundy::context::{Context, Stop};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};
use std::thread;

/// After so many steps clock and cancellation are looked at.
const STEPS_PER_LOOK: u64 = 1 << 18;

/// A thread that waits goes on once the other is so many states ahead.
const MIN_STATES_AHEAD: u64 = 32;

/// Rows of a box, from one on.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    /// The family.
    pub family: usize,
    /// The greatest of each coordinate.
    pub bounds: &'a [i64],
    /// The first row that is not done; rows are numbered in the order of a table.
    pub first: u64,
    /// Steps that may be taken.
    pub steps: u64,
}

/// What was done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Done {
    /// Values found.
    pub new: u64,
    /// Steps taken.
    pub steps: u64,
}

/// What both threads see.
struct Shared {
    stop: AtomicBool,
    /// The row each is at.
    at: [AtomicU64; 2],
}

/// What a thread works with. The addresses are those of the cells of a table that is borrowed as
/// long as the threads run.
struct Worker<'a> {
    number: usize,
    rows: Rows<'a>,
    dense: &'a Layout,
    table: usize,
    width: u64,
    entry: super::jit::Entry,
    shared: &'a Shared,
}

/// Where the rows of a family lie.
struct Layout {
    strides: Vec<u64>,
    offset: u64,
}

impl Layout {
    /// The coordinates of the first state of a row, and its key.
    fn row(&self, bounds: &[i64], number: u64, coords: &mut [i64]) -> u64 {
        let mut rest = number;
        let mut key = self.offset;
        let last = bounds.len() - 1;
        coords[last] = 0;
        for i in (0..last).rev() {
            let size = bounds[i] as u64 + 1;
            coords[i] = (rest % size) as i64;
            key += rest % size * self.strides[i];
            rest /= size;
        }
        key
    }
}

/// Finds values row by row as far as both threads come.
///
/// # Errors
/// Cancelled, or out of time.
pub fn fill(
    code: &Compiled,
    rows: Rows<'_>,
    dense: &mut Dense,
    scratch: &mut Scratch,
    context: &Context<'_>,
) -> Result<Done, Stop> {
    let nothing = Ok(Done::default());
    let Some(entry) = code.row_entry(rows.family) else { return nothing };
    let width = dense.cells.width();
    let bounds = &dense.boxes()[rows.family];
    let inside = rows.bounds.iter().zip(&bounds.sizes).all(|(&bound, &size)| (bound as u64) < size);
    if rows.bounds.len() < 2 || rows.bounds.len() != bounds.sizes.len() || !inside {
        return nothing;
    }
    if code.width() != width {
        return nothing;
    }
    let layout = Layout { strides: bounds.strides.clone(), offset: bounds.offset };
    let shared = Shared { stop: AtomicBool::new(false), at: [const { AtomicU64::new(0) }; 2] };
    for (number, at) in shared.at.iter().enumerate() {
        at.store(rows.first + number as u64, Ordering::Relaxed);
    }
    let table = dense.cells.as_mut_ptr() as usize;
    let worker =
        |number| Worker { number, rows, dense: &layout, table, width, entry, shared: &shared };
    let mut other = Scratch::new(rows.bounds.len());
    code.make_room(scratch);
    code.make_room(&mut other);
    let (one, two, own) = (worker(0), worker(1), &mut other);
    let (mine, theirs) = thread::scope(|scope| {
        let spawned = thread::Builder::new().spawn_scoped(scope, || two.run(own, context));
        match spawned {
            Ok(handle) => {
                let mine = one.run(scratch, context);
                let theirs = handle.join().unwrap_or_else(|_| {
                    Err(Stop::Refused("internal error: a thread failed; please report it".into()))
                });
                (mine, theirs)
            }
            // One thread does it all.
            Err(_) => (Ok(Done::default()), Ok(Done::default())),
        }
    });
    let (mine, theirs) = (mine?, theirs?);
    Ok(Done { new: mine.new + theirs.new, steps: mine.steps + theirs.steps })
}

impl Worker<'_> {
    fn run(&self, scratch: &mut Scratch, context: &Context<'_>) -> Result<Done, Stop> {
        let result = self.all(scratch, context);
        if result.is_err() {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        self.shared.at[self.number].store(u64::MAX, Ordering::Release);
        result
    }

    fn all(&self, scratch: &mut Scratch, context: &Context<'_>) -> Result<Done, Stop> {
        let Rows { bounds, first, steps: allowed, .. } = self.rows;
        let last = bounds.len() - 1;
        let length = bounds[last] as u64 + 1;
        let count = bounds[..last].iter().fold(1u64, |all, &b| all.saturating_mul(b as u64 + 1));
        let (mine, other) = (&self.shared.at[self.number], &self.shared.at[1 - self.number]);
        let mut coords = vec![0; bounds.len()];
        let mut done = Done::default();
        let mut before = 0;
        let mut row = first + self.number as u64;
        while row < count {
            mine.store(row, Ordering::Release);
            let key = self.dense.row(bounds, row, &mut coords);
            before = match row > first {
                true => self.dense.row(bounds, row - 1, &mut coords.clone()),
                false => before,
            };
            let begin = self.table + (key * self.width) as usize;
            let mut cell = begin;
            loop {
                if self.shared.stop.load(Ordering::Relaxed) {
                    return Ok(done);
                }
                // Nothing more will be found of what comes before this row.
                let alone = row == first || other.load(Ordering::Acquire) >= row;
                if u64::from(u32::MAX - scratch.epoch) <= length {
                    scratch.seen.fill(0);
                    scratch.epoch = 0;
                }
                let at = ((cell - begin) as u64) / self.width;
                coords[last] = at as i64;
                let given = STEPS_PER_LOOK.min(allowed.saturating_sub(done.steps));
                let mut frame = Frame {
                    coords: coords.as_ptr(),
                    table: self.table as *const u8,
                    codes: std::ptr::null(),
                    mask: 0,
                    shift: 0,
                    seen: scratch.seen.as_mut_ptr(),
                    room: scratch.seen.len() as u64 - 1,
                    missing: scratch.missing.as_mut_ptr(),
                    missing_len: 0,
                    grow: scratch.grow.as_mut_ptr(),
                    fuel: given,
                    epoch: scratch.epoch.into(),
                    value: 0,
                    cell: cell as *mut u8,
                    end: (begin + (length * self.width) as usize) as *const u8,
                    ..Frame::default()
                };
                // SAFETY: as in `Compiled::row`: the cells from `cell` to `end` are those of the
                // rest of this row, which lies within its box, and no other thread writes them.
                // Cells of other rows are read while another thread may write them: both is done
                // by single machine instructions on aligned cells, which tell either the value or
                // that there is none yet, and nothing else depends on the order. What belongs to
                // `scratch` is this thread's own. The table is borrowed mutably by `fill` until
                // all threads are done.
                let status = unsafe { (self.entry)(&raw mut frame) };
                done.steps += given - frame.fuel;
                done.new += frame.epoch - u64::from(scratch.epoch);
                done.new -= u64::from(status != Status::Done as u32);
                scratch.epoch = frame.epoch as u32;
                let moved = frame.cell as usize != cell;
                cell = frame.cell as usize;
                if status == Status::Done as u32 {
                    break;
                }
                if status == Status::Fuel as u32 {
                    context.look("filling a table", done.new)?;
                    if !moved || done.steps >= allowed {
                        self.shared.stop.store(true, Ordering::Relaxed);
                    }
                    continue;
                }
                if alone {
                    // It is not the other thread that is waited for.
                    self.shared.stop.store(true, Ordering::Relaxed);
                    return Ok(done);
                }
                let ahead =
                    (((cell - begin) as u64) / self.width + MIN_STATES_AHEAD).min(length - 1);
                self.wait(before + ahead, row, context)?;
            }
            row += 2;
        }
        Ok(done)
    }

    /// Waits until a cell of the row before is known, or that row done.
    fn wait(&self, key: u64, row: u64, context: &Context<'_>) -> Result<(), Stop> {
        let other = &self.shared.at[1 - self.number];
        let address = self.table + (key * self.width) as usize;
        let known = || {
            // SAFETY: the address is that of a cell of the table, aligned as such, which is
            // written by machine code of the other thread with instructions as these.
            unsafe {
                match self.width {
                    1 => AtomicU8::from_ptr(address as *mut u8).load(Ordering::Relaxed) != u8::MAX,
                    2 => {
                        AtomicU16::from_ptr(address as *mut u16).load(Ordering::Relaxed) != u16::MAX
                    }
                    _ => {
                        AtomicU32::from_ptr(address as *mut u32).load(Ordering::Relaxed) != u32::MAX
                    }
                }
            }
        };
        let mut turns = 0u64;
        while !known() && other.load(Ordering::Acquire) < row {
            if self.shared.stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            turns += 1;
            if turns < 64 {
                std::hint::spin_loop();
            } else {
                thread::yield_now();
                context.tick("filling a table", turns)?;
            }
        }
        Ok(())
    }
}
