//! Proofs about positions of rules, as certificates have them: the compiled rules searched as they stand, without the
//! tables and the moves on boards that are recognised, and positions in normal form.

use crate::engine::{Backend, Part, Parts, unpoisoned};
use crate::error::Failure;
use crate::state::State;
use crate::typed::Program;
use crate::walk;
use grundy::context::{Context, Stop};
use grundy::game::{Apart, Claim, Ground, MAX_UNCLAIMED_CELLS, Part as Told, Proof, Wanted};
use grundy::solve::search::Searched;
use grundy_search::{Keyed, Splitting, Sums};
use hashbrown::HashMap;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// Parts with more cells do not count as small, whatever moves lead to.
const MAX_FALLING_CELLS: u32 = 16;

/// So many of their moves are looked at, and positions kept at most.
const MAX_FALLING_WORK: u64 = 1 << 23;

/// The memory is looked at after so many claims.
const CLAIMS_PER_LOOK: u64 = 1 << 12;

/// Bytes of one position in a table.
const KEPT_BYTES: u64 = 2 * size_of::<(u128, u128)>() as u64;

/// So many normal forms are kept, and so many numbers of cells.
const MAX_KEPT: usize = 1 << 18;

/// The rules of a program as proofs rest on them.
pub struct Certified {
    program: Arc<Program>,
    parts: Parts,
    searched: Searched,
    /// Normal forms by the keys of parts, where there are rules for them.
    forms: Mutex<HashMap<u128, u128>>,
    /// Of positions with few cells: whether all that moves lead to has fewer at each of them.
    falling: Mutex<HashMap<u128, bool>>,
    /// Moves listed to see that.
    work: AtomicU64,
    /// By keys, as [`Keyed::cells`] tells.
    cells: Mutex<HashMap<u128, u32>>,
    fault: Mutex<Option<Stop>>,
}

impl fmt::Debug for Certified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Certified").finish_non_exhaustive()
    }
}

/// A part by its key, as a certificate has it: numbers begin with 1.
fn told(key: u128) -> Told {
    Told::Number(key.saturating_add(1))
}

/// Keeps what was found, in the place of all that was kept if that is much.
fn keep<T>(kept: &Mutex<HashMap<u128, T>>, key: u128, found: T) {
    let mut kept = unpoisoned(kept);
    if kept.len() >= MAX_KEPT {
        kept.clear();
    }
    kept.insert(key, found);
}

impl Certified {
    /// The rules of a program, if its states have few numbers and play has an end.
    pub fn new(program: Arc<Program>) -> Option<Self> {
        Some(Self {
            parts: Parts::of_any(&program, Backend::default())?,
            program,
            searched: Searched::default(),
            forms: Mutex::default(),
            falling: Mutex::default(),
            work: AtomicU64::new(0),
            cells: Mutex::default(),
            fault: Mutex::default(),
        })
    }

    /// Why nothing can be proved, if the compiled rules failed somewhere.
    fn failed(&self) -> Result<(), Stop> {
        if let Some(fault) = unpoisoned(&self.fault).clone() {
            return Err(fault);
        }
        match self.parts.has_failed() {
            false => Ok(()),
            true => Err(Stop::Refused(
                "a proof of these rules cannot be written: they fail in some position, or a move leaves more than 31 \
                 positions"
                    .into(),
            )),
        }
    }

    /// The key of the normal form of a part.
    fn form(&self, part: &Part) -> u128 {
        let key = self.parts.key(part);
        if self.program.families.iter().all(|family| family.same.is_empty()) {
            return key;
        }
        if let Some(&form) = unpoisoned(&self.forms).get(&key) {
            return form;
        }
        let form = match walk::normal_form(&self.program, &self.parts.state(part)) {
            Ok(state) => self.parts.key(&self.parts.part(&state)),
            Err(error) => {
                let fault = Failure::from(error).into_stop(&self.program.source);
                unpoisoned(&self.fault).get_or_insert(fault);
                key
            }
        };
        keep(&self.forms, key, form);
        form
    }

    fn ground_of(&self, state: &State) -> Ground {
        Ground::Rules { texts: self.program.texts(), position: state.show(&self.program) }
    }

    /// The proof of the value of a position, or that it is not what is `wanted`.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled; refused if what is wanted is false; rules that are wrong.
    pub fn prove(
        &self,
        state: &State,
        wanted: Wanted,
        context: &Context<'_>,
    ) -> Result<Proof, Stop> {
        let form = walk::normal_form_within(&self.program, state, context);
        let form = form.map_err(|failure| failure.into_stop(&self.program.source))?;
        let (other, root) = (wanted.other(), [self.parts.part(&form)]);
        let small = |part: &Part| self.cells(self.form(part)) <= MAX_UNCLAIMED_CELLS;
        let doing = || "writing down a proof".to_owned();
        let proved = self.searched.prove(&self.parts, &root, other, &small, context);
        self.failed()?;
        let (value, found) = proved?;
        let mut claims: BTreeMap<u128, Claim> = BTreeMap::new();
        for (i, (part, claim)) in (0..).zip(found) {
            context.tick("writing down a proof", i)?;
            if i.is_multiple_of(CLAIMS_PER_LOOK) {
                context.check_memory(self.kept_bytes(), doing)?;
            }
            if claim == Claim::Value(0) && self.is_over(&part) {
                // That is seen.
                continue;
            }
            let both = |before: &mut Claim| {
                *before = match (*before, claim) {
                    (Claim::Not(a), Claim::Not(b)) => Claim::Not(a | b),
                    (Claim::Value(value), _) | (_, Claim::Value(value)) => Claim::Value(value),
                }
            };
            claims.entry(self.form(&part)).and_modify(both).or_insert(claim);
        }
        self.failed()?;
        let claims = claims.into_iter().map(|(key, claim)| (told(key), claim)).collect();
        Ok(Proof { ground: self.ground_of(state), value, claims })
    }

    fn is_over(&self, part: &Part) -> bool {
        let mut options = Sums::default();
        self.parts.options(part, &mut options);
        options.is_empty()
    }

    /// As [`Keyed::cells`], found anew.
    fn counted_cells(&self, key: u128) -> u32 {
        let cells = Keyed::size(self, key);
        if self.is_over(&Part::of(key)) {
            return 0;
        }
        if cells > MAX_FALLING_CELLS || self.falls(key, cells) { cells } else { u32::MAX }
    }

    fn falls(&self, key: u128, cells: u32) -> bool {
        if let Some(&falls) = unpoisoned(&self.falling).get(&key) {
            return falls;
        }
        let mut options = Sums::default();
        self.all_options(key, &mut options);
        let work = self.work.fetch_add(1 + options.len() as u64, Ordering::Relaxed);
        if work > MAX_FALLING_WORK {
            let stop = Stop::Refused(
                "a proof of these rules cannot be written: from positions with few cells moves lead to too many".into(),
            );
            unpoisoned(&self.fault).get_or_insert(stop);
            return false;
        }
        let fall = |&part: &u128| {
            let fewer = Keyed::size(self, part);
            fewer < cells && self.falls(part, fewer)
        };
        let falls = (0..options.len()).all(|i| options.option(i).0.iter().all(fall));
        unpoisoned(&self.falling).insert(key, falls);
        falls
    }
}

/// In misère play.
impl Apart<State> for Certified {
    fn parts(&self, state: &State) -> Vec<u128> {
        vec![self.form(&self.parts.part(state))]
    }

    fn rules(&self) -> &dyn Keyed {
        self
    }

    fn ground(&self, state: &State) -> Option<Ground> {
        self.parts.is_whole().then(|| self.ground_of(state))
    }

    fn told(&self, part: u128) -> Told {
        told(part)
    }

    fn fault(&self) -> Option<Stop> {
        self.failed().err()
    }
}

impl Keyed for Certified {
    /// The squares with a 1; numbers count as themselves.
    fn size(&self, key: u128) -> u32 {
        Splitting::size(&self.parts, &Part::of(key))
    }

    fn all_options(&self, key: u128, out: &mut Sums<u128>) -> bool {
        let mut sums = Sums::default();
        self.parts.options(&Part::of(key), &mut sums);
        out.extend_from(&sums, |part| self.form(&part));
        self.failed().is_ok()
    }

    fn kept_bytes(&self) -> u64 {
        let kept = unpoisoned(&self.forms).len()
            + unpoisoned(&self.falling).len()
            + unpoisoned(&self.cells).len();
        kept as u64 * KEPT_BYTES
    }

    /// As the checker counts them: the size, if all that moves lead to has less at each of them; 0 without moves.
    fn cells(&self, key: u128) -> u32 {
        if let Some(&cells) = unpoisoned(&self.cells).get(&key) {
            return cells;
        }
        let cells = self.counted_cells(key);
        keep(&self.cells, key, cells);
        cells
    }
}
