//! What is true of single positions: the labels of the table.

use std::sync::Arc;

use grundy::context::{Context, LimitKind, Stop};
use grundy::outcome::Play;
use grundy_rules::engine::Engine;
use grundy_rules::error::Failure;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use grundy_rules::walk::{self, MAX_STEPS};
use hashbrown::HashMap;

use super::misere::misere;
use super::sieve::Sieve;
use super::statement::Of;

/// Asked for single positions. The engine of the rules tells values; misère outcomes too, as normal play
/// of other rules where they can be changed so, else by a search over the bare rules.
pub struct Oracle {
    program: Arc<Program>,
    engine: Engine,
    of: Of,
    /// The engine of rules whose normal play is this misère play.
    changed: Option<Engine>,
    /// P-positions in misère play or with blocking, or not.
    lost: HashMap<State, bool>,
    /// All P-positions far out, of the family with this number.
    sieve: Option<(usize, Sieve)>,
}

impl std::fmt::Debug for Oracle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Oracle").field("of", &self.of).finish_non_exhaustive()
    }
}

/// About so many bytes are held for a position that waits.
const STACKED: u64 = 64;

impl Oracle {
    /// Knows nothing yet.
    pub fn new(program: Arc<Program>, of: Of) -> Self {
        let engine = Engine::new(program.clone(), Default::default());
        let changed = match of {
            Of::Outcome(Play::Misere) => misere(&program),
            _ => None,
        };
        let changed = changed.map(|changed| Engine::new(changed.into(), Default::default()));
        Self { program, engine, changed, of, lost: HashMap::new(), sieve: None }
    }

    /// Asks the sieve first, of the family with this number.
    pub(super) fn set_sieve(&mut self, family: usize, sieve: Sieve) {
        self.sieve = Some((family, sieve));
    }

    /// The P-positions far out, if they are known.
    pub(super) fn sieve(&self) -> Option<&Sieve> {
        self.sieve.as_ref().map(|(_, sieve)| sieve)
    }

    /// The state, if it belongs to the domain of its family.
    fn state(&self, family: usize, coords: &[u64]) -> Result<Option<State>, Failure> {
        let coords: Option<Vec<i64>> = coords.iter().map(|&c| i64::try_from(c).ok()).collect();
        let Some(coords) = coords else {
            return Err(Stop::Limit {
                kind: LimitKind::Positions,
                what: "a position with numbers of 2^63 and more cannot be searched".into(),
            }
            .into());
        };
        let state = State::new(family, coords);
        match walk::outside(&self.program, &state, MAX_STEPS) {
            Ok(None) => Ok(Some(state)),
            Ok(Some(_)) => Ok(None),
            Err(halt) => Err(halt.into_error().in_state(state.show(&self.program)).into()),
        }
    }

    /// Whether the law holds of these numbers: the coordinates, and the value if the law tells values.
    ///
    /// # Errors
    /// A limit was reached, or the rules are wrong below the position.
    pub fn holds(
        &mut self,
        family: usize,
        numbers: &[u64],
        context: &Context<'_>,
    ) -> Result<bool, Failure> {
        if let Some((of, sieve)) = &self.sieve
            && *of == family
            && let Some(known) = sieve.holds(numbers)
        {
            return Ok(known);
        }
        match self.of {
            Of::Value => {
                let (&value, coords) = numbers.split_last().expect("a value");
                let Some(state) = self.state(family, coords)? else { return Ok(false) };
                let found = self.engine.value(&state, context)?;
                Ok(found.number() == Some(value))
            }
            Of::Outcome(Play::Normal) => {
                let Some(state) = self.state(family, numbers)? else { return Ok(false) };
                Ok(self.engine.value(&state, context)?.number() == Some(0))
            }
            Of::Outcome(Play::Misere) => {
                let Some(state) = self.state(family, numbers)? else { return Ok(false) };
                match &mut self.changed {
                    Some(engine) => Ok(engine.value(&state, context)?.number() == Some(0)),
                    None => self.misere(state, context),
                }
            }
            Of::Blocked(_) => {
                let Some(state) = self.state(family, numbers)? else { return Ok(false) };
                self.by_options(state, context)
            }
        }
    }

    /// The Grundy value of a position; `None` for one that is outside of its domain or has a move
    /// that wins at once.
    ///
    /// # Errors
    /// As [`Oracle::holds`].
    pub fn value(
        &mut self,
        family: usize,
        coords: &[u64],
        context: &Context<'_>,
    ) -> Result<Option<u64>, Failure> {
        let Some(state) = self.state(family, coords)? else { return Ok(None) };
        Ok(self.engine.value(&state, context)?.number())
    }

    /// The options of a position that are single positions, as family and coordinates, in normal form
    /// or not, as the rules say them; with the components of sums one by one.
    ///
    /// # Errors
    /// As [`Oracle::holds`].
    pub fn options(
        &self,
        family: usize,
        coords: &[u64],
        context: &Context<'_>,
    ) -> Result<Vec<(usize, Vec<u64>)>, Failure> {
        let Some(state) = self.state(family, coords)? else { return Ok(Vec::new()) };
        let normal = walk::normal_form_within(&self.program, &state, context)?;
        let mut all: Vec<State> = Vec::new();
        let each = &mut |option: walk::Reached| {
            all.extend(option.sum);
            true
        };
        walk::options_within(&self.program, &normal, MAX_STEPS, context, each)?;
        all.push(normal);
        all.sort_unstable();
        all.dedup();
        let numbers = |state: State| {
            (state.family(), state.coords().iter().map(|&coord| coord as u64).collect())
        };
        Ok(all.into_iter().filter(|found| *found != state).map(numbers).collect())
    }

    /// Whether a position of the family is a P-position; `None` for one that is outside of its domain.
    ///
    /// # Errors
    /// As [`Oracle::holds`].
    pub fn is_lost(
        &mut self,
        family: usize,
        coords: &[u64],
        context: &Context<'_>,
    ) -> Result<Option<bool>, Failure> {
        if self.state(family, coords)?.is_none() {
            return Ok(None);
        }
        match self.of {
            Of::Value => Ok(self.value(family, coords, context)?.map(|value| value == 0)),
            _ => self.holds(family, coords, context).map(Some),
        }
    }

    /// Whether the player who moves loses in misère play.
    pub(super) fn misere(&mut self, state: State, context: &Context<'_>) -> Result<bool, Failure> {
        self.by_options(state, context)
    }

    /// Whether the player who moves loses, by the outcomes of all options, in misère play or with blocking.
    fn by_options(&mut self, state: State, context: &Context<'_>) -> Result<bool, Failure> {
        let forbidden = match self.of {
            Of::Blocked(forbidden) => Some(forbidden as usize),
            _ => None,
        };
        let root = walk::normal_form_within(&self.program, &state, context)?;
        if let Some(&known) = self.lost.get(&root) {
            return Ok(known);
        }
        let mut stack = vec![root.clone()];
        let mut on_path = hashbrown::HashSet::new();
        while let Some(state) = stack.last().cloned() {
            // A position has many options, and the way down to the first that is decided is long.
            context.look("searching outcomes", self.lost.len() as u64)?;
            context.check_memory(STACKED * stack.len() as u64, || {
                format!("searching outcomes: {} positions wait", stack.len())
            })?;
            if self.lost.contains_key(&state) {
                stack.pop();
                on_path.remove(&state);
                continue;
            }
            let first = on_path.insert(state.clone());
            let mut options: Vec<State> = Vec::new();
            let (mut any, mut sums, mut nothing) = (false, false, false);
            let each = &mut |option: walk::Reached| {
                any = true;
                match <[State; 1]>::try_from(option.sum) {
                    Ok([one]) => options.push(one),
                    Err(sum) => {
                        nothing |= sum.is_empty();
                        sums |= !sum.is_empty() || option.wins && forbidden.is_some();
                    }
                }
                !sums
            };
            walk::options_within(&self.program, &state, MAX_STEPS, context, each)?;
            if sums {
                let what = match forbidden {
                    None => "misère play of sums is not decided by outcomes".into(),
                    Some(_) => "blocking is about moves to single positions".into(),
                };
                return Err(Stop::Refused(what).into());
            }
            let mut missing = Vec::new();
            let mut wins = false;
            // Different options are counted as they are written, before normal forms.
            if forbidden.is_some() {
                options.sort_unstable();
                options.dedup();
            }
            let most = forbidden.unwrap_or(0);
            let mut lost = usize::from(nothing && forbidden.is_some());
            wins |= lost > most;
            for option in options {
                let option = walk::normal_form_within(&self.program, &option, context)?;
                match self.lost.get(&option) {
                    Some(true) => {
                        lost += 1;
                        if lost > most {
                            wins = true;
                            break;
                        }
                    }
                    Some(false) => {}
                    None => missing.push(option),
                }
            }
            if wins || missing.is_empty() {
                self.lost.insert(state.clone(), (any || forbidden.is_some()) && !wins);
                context.check_positions(self.lost.len() as u64, || {
                    format!("searched {} positions", self.lost.len())
                })?;
                continue;
            }
            if !first || missing.iter().any(|option| on_path.contains(option)) {
                return Err(Stop::Loop(vec![state.show(&self.program)]).into());
            }
            stack.extend(missing);
        }
        Ok(self.lost[&root])
    }
}
