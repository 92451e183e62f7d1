//! Grundy values of positions whose options Python told: depth first, without recursion.
//!
//! The value of a position is the least number that is not the value of an option; that of a sum is the
//! exclusive or of its parts (Sprague 1935, Grundy 1939). A position with a move that wins at once is
//! loony, and options that leave a loony part are skipped: they let the other player win.

use super::cache::Told;
use super::code::Spot;
use super::core::Core;
use grundy::context::{Context, Stop};
use hashbrown::HashMap;
use std::sync::Arc;

/// Nothing is known.
const UNKNOWN: u32 = u32::MAX;
/// The position is on the search path.
const ON_PATH: u32 = u32::MAX - 1;
/// A move wins at once, or leaves nothing but loony parts to the other player.
pub const LOONY: u32 = u32::MAX - 2;

/// Ints below this have places in an array.
const DENSE: u64 = 1 << 22;

/// Values found so far.
#[derive(Default)]
pub struct Values {
    dense: Vec<u32>,
    others: HashMap<Spot, u32>,
    count: u64,
    /// Which values the options of the present position have, by the number of the position.
    seen: Vec<u64>,
    turn: u64,
}

struct Frame {
    spot: Spot,
    told: Arc<Told>,
    /// The options before this one are known.
    next: usize,
}

impl Values {
    #[inline]
    fn get(&self, spot: Spot) -> u32 {
        match spot.0 < DENSE {
            true => self.dense.get(spot.0 as usize).copied().unwrap_or(UNKNOWN),
            false => self.others.get(&spot).copied().unwrap_or(UNKNOWN),
        }
    }

    fn set(&mut self, spot: Spot, value: u32) {
        if spot.0 >= DENSE {
            self.others.insert(spot, value);
            return;
        }
        let place = spot.0 as usize;
        if place >= self.dense.len() {
            self.dense.resize((place + 1).next_power_of_two(), UNKNOWN);
        }
        self.dense[place] = value;
    }

    /// The value of a position; [`LOONY`] if it has none.
    ///
    /// # Errors
    /// A limit, a circle, or what is wrong with the rules.
    pub fn value(&mut self, core: &Core, spot: Spot, context: &Context<'_>) -> Result<u32, Stop> {
        let known = self.get(spot);
        if known < ON_PATH {
            return Ok(known);
        }
        let mut path: Vec<Frame> = Vec::new();
        let found = self.search(core, spot, &mut path, context);
        // Whatever ended the search, nothing stays marked.
        path.iter().for_each(|frame| self.set(frame.spot, UNKNOWN));
        self.count -= path.len() as u64;
        found
    }

    fn search(
        &mut self,
        core: &Core,
        spot: Spot,
        path: &mut Vec<Frame>,
        context: &Context<'_>,
    ) -> Result<u32, Stop> {
        const DOING: &str = "searching positions of rules in Python";
        self.enter(core, spot, path, context)?;
        let mut step = 0;
        loop {
            context.tick(DOING, step)?;
            step += 1;
            let Some(frame) = path.last_mut() else { return Ok(self.get(spot)) };
            let told = frame.told.clone();
            let (next, open) = self.open(&told, frame.next);
            frame.next = next;
            if let Some(open) = open {
                if self.get(open) == ON_PATH {
                    let start = path.iter().position(|frame| frame.spot == open).unwrap_or(0);
                    let circle = path[start..].iter().map(|frame| frame.spot).chain([open]);
                    return Err(Stop::Loop(
                        circle.map(|spot| super::game::shown(core, spot)).collect(),
                    ));
                }
                self.enter(core, open, path, context)?;
                continue;
            }
            let (spot, value) = (frame.spot, self.mex(&told));
            self.set(spot, value);
            path.pop();
        }
    }

    fn enter(
        &mut self,
        core: &Core,
        spot: Spot,
        path: &mut Vec<Frame>,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        /// Bytes of a position with its options on the path, about.
        const BYTES: u64 = 64;
        self.count += 1;
        let doing = || format!("searching {}", core.name);
        context.check_positions(self.count, doing)?;
        context.check_memory(self.count.saturating_mul(BYTES), doing)?;
        let told = core.options(spot).map_err(|()| {
            Stop::Faulty(core.failure().unwrap_or_else(|| format!("{} is wrong", core.name)))
        })?;
        self.set(spot, ON_PATH);
        path.push(Frame { spot, told, next: 0 });
        Ok(())
    }

    /// The first option, from number `next` on, with a part of which nothing is known, and that part.
    fn open(&self, told: &Told, next: usize) -> (usize, Option<Spot>) {
        let is_open = |spot: &Spot| self.get(*spot) >= ON_PATH;
        match told {
            &Told::Range(first, step, count) => {
                let found = (next as u64..count)
                    .map(|i| (i, Spot(first + i * step)))
                    .find(|(_, s)| is_open(s));
                found.map_or((count as usize, None), |(i, spot)| (i as usize, Some(spot)))
            }
            Told::Single(list) => {
                let found = list[next..].iter().position(is_open).map(|i| next + i);
                found.map_or((list.len(), None), |i| (i, Some(list[i])))
            }
            Told::Sums(sums) => {
                for (i, (sum, _)) in sums.iter().enumerate().skip(next) {
                    if let Some(&spot) = sum.iter().find(|spot| is_open(spot)) {
                        return (i, Some(spot));
                    }
                }
                (sums.len(), None)
            }
        }
    }

    /// The value of a position, all of whose options are known.
    fn mex(&mut self, told: &Told) -> u32 {
        self.turn += 1;
        match told {
            &Told::Range(first, step, count) => {
                for i in 0..count {
                    self.see(self.get(Spot(first + i * step)));
                }
            }
            Told::Single(list) => list.iter().for_each(|&spot| self.see(self.get(spot))),
            Told::Sums(sums) => {
                for (sum, wins) in sums {
                    if *wins {
                        return LOONY;
                    }
                    let total = sum.iter().try_fold(0, |total, &part| match self.get(part) {
                        LOONY => None,
                        value => Some(total ^ value),
                    });
                    self.see(total.unwrap_or(LOONY));
                }
            }
        }
        let least = self.seen.iter().position(|&turn| turn != self.turn);
        least.unwrap_or(self.seen.len()) as u32
    }

    #[inline]
    fn see(&mut self, value: u32) {
        if value == LOONY {
            return;
        }
        let place = value as usize;
        if place >= self.seen.len() {
            self.seen.resize((place + 1).next_power_of_two(), 0);
        }
        self.seen[place] = self.turn;
    }
}
