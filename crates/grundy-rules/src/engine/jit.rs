//! Machine code: made by Cranelift, and called. With [`super::pair`] the only
//! module with unsafe code; whatever it does
//! the plain machine ([`super::vm`]) does as well, and the tests compare the two.
#![allow(unsafe_code)]

use super::dense::Dense;
use super::frame::{ASKED_WORDS, Frame};
use super::ir::{FastSet, Function, Status, Unit};
use super::native::{Finds, Helpers, Shape, Translator};
use super::store::Store;
use super::vm::{self, MAX_MISSING_STATES, Scratch};
use cranelift_codegen::CodegenError;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{AbiParam, UserFuncName};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, ModuleError, default_libcall_names};
use std::mem;
use std::sync::Arc;

/// Machine code is made for programs of up to so many operations; for larger ones it would take
/// too long.
const MAX_OPS: usize = 1 << 13;

pub(super) type Entry = unsafe extern "C" fn(*mut Frame) -> u32;

/// Machine code for a program and a shape of its table.
pub struct Compiled {
    /// Of every family, or of the only one whose rows are asked for.
    entries: Vec<Option<Entry>>,
    finds: Finds,
    /// Whether it is for values of any size.
    large: bool,
    widths: Vec<usize>,
    /// The code has addresses of these.
    _sets: Arc<[FastSet]>,
    _lists: Arc<[Arc<[i64]>]>,
    /// Bytes of a cell; none for packed states.
    width: Option<u64>,
    /// Where the code lies; given back when this is dropped.
    module: Option<JITModule>,
}

impl std::fmt::Debug for Compiled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Compiled").field("width", &self.width).finish_non_exhaustive()
    }
}

fn cell_width(store: &Store) -> Option<u64> {
    match store {
        Store::Dense(dense) => Some(dense.cells.width()),
        Store::Packed(_) | Store::Whole(_) => None,
    }
}

impl Compiled {
    /// Code for a table of the shape of this one; nothing if there cannot be any.
    /// With a family it is for rows of this one.
    /// It is fastest for values below 64, unless `large` ones are expected.
    pub fn new(unit: &Unit, store: &Store, rows_of: Option<usize>, large: bool) -> Option<Self> {
        let shape = match store {
            Store::Dense(dense) => Shape::Dense(dense),
            Store::Packed(packed) => Shape::Packed(packed),
            Store::Whole(_) => return None,
        };
        Self::make(unit, &shape, rows_of, large)
    }

    /// Code that writes the options of states down; states have at most two coordinates.
    pub fn writing(unit: &Unit) -> Option<Self> {
        let small = unit.widths.iter().all(|&width| width < ASKED_WORDS - 1) && !unit.wins;
        small.then(|| Self::make(unit, &Shape::Written, None, true)).flatten()
    }

    fn make(unit: &Unit, shape: &Shape<'_>, rows_of: Option<usize>, large: bool) -> Option<Self> {
        let ops: usize = unit.evaluate.iter().map(|procedure| procedure.ops.len()).sum();
        if ops > MAX_OPS {
            return None;
        }
        let mut flags = settings::builder();
        flags.set("opt_level", "speed").ok()?;
        flags.set("is_pic", "false").ok()?;
        flags.set("use_colocated_libcalls", "false").ok()?;
        // The code was checked by those who wrote the translator; it costs time here.
        flags.set("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }).ok()?;
        let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
        let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
        let finds = match shape {
            Shape::Written => Finds::Options,
            _ if rows_of.is_some() => Finds::Row,
            _ => Finds::One,
        };
        let made = define(&mut module, unit, shape, rows_of, (finds, large));
        let Some(ids) = made.filter(|_| module.finalize_definitions().is_ok()) else {
            // SAFETY: no code of the module was ever called, and no address of it is kept.
            unsafe { module.free_memory() };
            return None;
        };
        let entry = |id| {
            let code = module.get_finalized_function(id);
            // SAFETY: `define` declared every function with this signature: one pointer as
            // parameter, a word of 32 bits as result, the calling convention of C.
            unsafe { mem::transmute::<*const u8, Entry>(code) }
        };
        Some(Self {
            entries: ids.into_iter().map(|id| id.map(entry)).collect(),
            finds,
            large,
            widths: unit.widths.clone(),
            _sets: unit.sets.clone(),
            _lists: unit.lists.clone(),
            width: match shape {
                Shape::Dense(dense) => Some(dense.cells.width()),
                _ => None,
            },
            module: Some(module),
        })
    }

    /// The code for rows of a family.
    pub(super) fn row_entry(&self, family: usize) -> Option<Entry> {
        self.entries[family].filter(|_| self.finds == Finds::Row)
    }

    /// Bytes of a cell; 0 for packed states.
    pub fn width(&self) -> u64 {
        self.width.unwrap_or(0)
    }

    /// Whether the code is for a table of this kind; for one of the same sizes, if it has boxes.
    pub fn fits(&self, store: &Store) -> bool {
        !matches!(store, Store::Whole(_)) && self.width == cell_width(store)
    }

    /// Whether it is the code to be used where values are large, or not.
    pub fn suits(&self, large: bool) -> bool {
        self.large == large || self.width != Some(1)
    }

    /// Runs the procedure of a family for a state. The table must be of the shape the code was
    /// made for.
    pub fn run(
        &self,
        family: usize,
        coords: &[i64],
        store: &mut Store,
        scratch: &mut Scratch,
    ) -> Status {
        assert!(self.fits(store) && coords.len() == self.widths[family]);
        let Some(entry) = self.entries[family].filter(|_| self.finds == Finds::One) else {
            return Status::Fault;
        };
        self.make_room(scratch);
        let (table, codes, mask, shift) = match store {
            // The code relies on the state itself being in the table.
            Store::Dense(dense) if dense.key(family, coords).is_some() => {
                (dense.cells.as_ptr(), std::ptr::null(), 0, 0)
            }
            Store::Packed(packed) if packed.key(family, coords).is_some() => {
                let mask = packed.keys.len() as u64 - 1;
                let keys: *const u64 = packed.keys.as_ptr();
                (keys.cast(), packed.codes.as_ptr(), mask, packed.shift().into())
            }
            _ => return Status::Fault,
        };
        let fuel = scratch.fuel;
        loop {
            let mut frame = Frame {
                coords: coords.as_ptr(),
                table,
                codes,
                mask,
                shift,
                seen: scratch.seen.as_mut_ptr(),
                room: scratch.seen.len() as u64 - 1,
                missing: scratch.missing.as_mut_ptr(),
                missing_len: 0,
                grow: scratch.grow.as_mut_ptr(),
                fuel,
                epoch: scratch.epoch.into(),
                value: 0,
                ..Frame::default()
            };
            // SAFETY: the code was made for a table of this shape, in which the state itself is,
            // and reads as many coordinates as the family has, cells within the boxes or places
            // below `mask`, all compared before; it writes stamps of values below `room` (or of a
            // cell's width, for which there is room), up to `MAX_MISSING_STATES` keys, a family and its
            // coordinates at `grow`, and the frame. All of it is borrowed here until the call is
            // over, by nothing else. The plain machine does the same in safe code.
            let status = unsafe { entry(&raw mut frame) };
            // SAFETY: there is room for `MAX_MISSING_STATES` keys, and the code has written so many of
            // them as it says, which are no more.
            unsafe {
                scratch.missing.set_len((frame.missing_len as usize).min(MAX_MISSING_STATES))
            };
            scratch.fuel = frame.fuel;
            scratch.value = frame.value as u32;
            match status {
                0 => return Status::Done,
                2 => return Status::Fuel,
                3 => return Status::Grow,
                4 => {
                    let value = frame.value as usize;
                    scratch.make_room((value + 1).next_power_of_two());
                    scratch.missing.clear();
                }
                _ => return Status::Fault,
            }
        }
    }
}

impl Compiled {
    /// Finds the values of states that follow each other in their last coordinate, from `coords`
    /// on, as long as each has all it needs and `fuel` lasts; how many are done, known ones
    /// included, and how many were new. The box has room for all of them.
    pub fn row(
        &self,
        family: usize,
        coords: &mut [i64],
        count: u64,
        dense: &mut Dense,
        scratch: &mut Scratch,
        fuel: &mut u64,
    ) -> (u64, u64) {
        assert!(self.width == Some(dense.cells.width()) && coords.len() == self.widths[family]);
        let Some(entry) = self.entries[family].filter(|_| self.finds == Finds::Row) else {
            return (0, 0);
        };
        let Some(first) = dense.key(family, coords) else { return (0, 0) };
        let Some(last) = coords.len().checked_sub(1) else { return (0, 0) };
        // The code relies on the states themselves being in the table, and has a stamp for each.
        let size = dense.boxes()[family].sizes[last];
        let stamps = u32::MAX - scratch.epoch;
        let count = count.min(size - coords[last] as u64).min(stamps.into());
        if count == 0 {
            return (0, 0);
        }
        self.make_room(scratch);
        let Some((cell, end)) = dense.cells.range(first as usize, count as usize) else {
            return (0, 0);
        };
        let before = scratch.epoch;
        let mut frame = Frame {
            coords: coords.as_ptr(),
            table: dense.cells.as_ptr(),
            codes: std::ptr::null(),
            mask: 0,
            shift: 0,
            seen: scratch.seen.as_mut_ptr(),
            room: scratch.seen.len() as u64 - 1,
            missing: scratch.missing.as_mut_ptr(),
            missing_len: 0,
            grow: scratch.grow.as_mut_ptr(),
            fuel: *fuel,
            epoch: before.into(),
            value: 0,
            cell,
            end,
            ..Frame::default()
        };
        // SAFETY: as in `run`; besides it writes cells from `cell` to `end`, which are those of
        // `count` states, and stamps up to `count` more than the one before, all of 32 bits.
        let status = unsafe { entry(&raw mut frame) };
        *fuel = frame.fuel;
        scratch.epoch = frame.epoch as u32;
        let done = (frame.cell as usize - cell as usize) as u64 / dense.cells.width();
        coords[last] += done as i64;
        // The state it stopped at has had its stamp.
        let new = scratch.epoch - before - u32::from(status != Status::Done as u32);
        (done, new.into())
    }

    /// Makes room for all that machine code writes.
    pub(super) fn make_room(&self, scratch: &mut Scratch) {
        // Every value of one or two bytes has a stamp, which the code does not ask for.
        let least = self.width.filter(|&width| width <= 2).map_or(256, |width| 1 << (8 * width));
        scratch.make_room(least);
        scratch.missing.clear();
        scratch.missing.reserve(MAX_MISSING_STATES);
        scratch.grow.resize(self.widths.iter().copied().max().unwrap_or(0) + 1, 0);
    }
}

/// Where machine code writes options down.
#[derive(Debug, Default)]
pub struct Writing {
    asked: Vec<[i64; ASKED_WORDS]>,
    asked_len: usize,
    options: Vec<[u64; 2]>,
    options_len: usize,
}

impl Writing {
    /// The states asked for: two coordinates, the family, and a number without meaning.
    pub fn asked(&self) -> &[[i64; ASKED_WORDS]] {
        &self.asked[..self.asked_len]
    }

    /// Of each option: how many states had been asked for until then, and the sum of what was told of
    /// its own.
    pub fn options(&self) -> &[[u64; 2]] {
        &self.options[..self.options_len]
    }

    fn grow(&mut self) {
        let len = (2 * self.asked.len()).max(1 << 8);
        self.asked.resize(len, [0; ASKED_WORDS]);
        self.options.resize(len, [0; 2]);
    }
}

impl Compiled {
    /// Writes down the options of a state, or what it is the same as; how that ended, and the answer
    /// in the second case.
    pub fn options(
        &self,
        family: usize,
        coords: &[i64],
        fuel: u64,
        writing: &mut Writing,
    ) -> (Status, u64) {
        assert!(coords.len() == self.widths[family]);
        let Some(entry) = self.entries[family].filter(|_| self.finds == Finds::Options) else {
            return (Status::Fault, 0);
        };
        loop {
            let mut frame = Frame {
                coords: coords.as_ptr(),
                fuel,
                asked: writing.asked.as_mut_ptr(),
                asked_room: writing.asked.len() as u64,
                options: writing.options.as_mut_ptr(),
                options_room: writing.options.len() as u64,
                ..Frame::default()
            };
            // SAFETY: the code reads as many coordinates as the family has, and writes the frame, and at
            // `asked` and `options` only below the room there is, which it compares before. All of it is
            // borrowed here until the call is over, by nothing else. It was made without a table, and reads
            // none.
            let status = unsafe { entry(&raw mut frame) };
            writing.asked_len = (frame.asked_len as usize).min(writing.asked.len());
            writing.options_len = (frame.options_len as usize).min(writing.options.len());
            match status {
                0 => return (Status::Done, frame.value),
                2 => return (Status::Fuel, 0),
                4 => writing.grow(),
                _ => return (Status::Fault, 0),
            }
        }
    }
}

impl Drop for Compiled {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            self.entries.clear();
            // SAFETY: the addresses of its functions are in `entries` only, and a call borrows
            // this value, so none of them runs.
            unsafe { module.free_memory() };
        }
    }
}

fn define(
    module: &mut JITModule,
    unit: &Unit,
    shape: &Shape<'_>,
    rows_of: Option<usize>,
    (finds, large): (Finds, bool),
) -> Option<Vec<Option<cranelift_module::FuncId>>> {
    let helpers = Helpers {
        gcd: gcd as *const () as usize,
        isqrt: isqrt as *const () as usize,
        is_prime: is_prime as *const () as usize,
        is_square: is_square as *const () as usize,
        member: member as *const () as usize,
        sort: sort as *const () as usize,
    };
    let mut context = module.make_context();
    let mut building = FunctionBuilderContext::new();
    let mut ids = Vec::with_capacity(unit.evaluate.len());
    for (family, procedure) in unit.evaluate.iter().enumerate() {
        if rows_of.is_some_and(|only| only != family) {
            ids.push(None);
            continue;
        }
        let mut signature = module.make_signature();
        signature.params.push(AbiParam::new(I64));
        signature.returns.push(AbiParam::new(I32));
        let id =
            module.declare_function(&format!("family{family}"), Linkage::Local, &signature).ok()?;
        context.func.signature = signature;
        context.func.name = UserFuncName::user(0, id.as_u32());
        let mut words = module.make_signature();
        words.params.extend([AbiParam::new(I64), AbiParam::new(I64)]);
        words.returns.push(AbiParam::new(I64));
        let config = module.target_config();
        let mut builder = FunctionBuilder::new(&mut context.func, &mut building);
        let words = builder.import_signature(words);
        let procedure = match finds {
            Finds::Row => unit.rows[family].as_ref().unwrap_or(procedure),
            Finds::One | Finds::Options => procedure,
        };
        let of = (family, procedure);
        Translator::new(&mut builder, shape, unit, helpers, words, of, (finds, large))
            .translate(procedure);
        builder.finalize(config);
        if let Err(error) = module.define_function(id, &mut context) {
            // What is too large is left to the plain machine; what is wrong is our fault.
            let wrong = matches!(error, ModuleError::Compilation(CodegenError::Verifier(_)));
            debug_assert!(!wrong, "no machine code: {error:?}");
            return None;
        }
        module.clear_context(&mut context);
        ids.push(Some(id));
    }
    Some(ids)
}

extern "C" fn gcd(a: i64, b: i64) -> i64 {
    vm::call(Function::Gcd, a, b).unwrap_or(-1)
}

extern "C" fn isqrt(a: i64, _: i64) -> i64 {
    a.checked_isqrt().unwrap_or(0)
}

extern "C" fn is_prime(a: i64, _: i64) -> i64 {
    vm::call(Function::IsPrime, a, 0).unwrap_or(0)
}

extern "C" fn is_square(a: i64, _: i64) -> i64 {
    vm::call(Function::IsSquare, a, 0).unwrap_or(0)
}

extern "C" fn member(set: *const FastSet, value: i64) -> i64 {
    // SAFETY: the code was written with the address of a set that lives as long as the code.
    let set = unsafe { &*set };
    set.contains(value).into()
}

extern "C" fn sort(first: *mut i64, len: i64) -> i64 {
    // SAFETY: the code gives the place of an array of this length in its own stack frame, which
    // nothing else uses during the call.
    let array = unsafe { std::slice::from_raw_parts_mut(first, len as usize) };
    array.sort_unstable();
    0
}
