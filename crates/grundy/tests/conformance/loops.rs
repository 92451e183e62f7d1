//! Brute force where play may go on for ever: all sums that can be reached, and outcomes by repeating
//! the definition until nothing changes.

use super::{Brute, Moves};
use grundy::Nat;
use grundy::answer::GrundyValue;
use grundy::outcome::{Outcome, Play};
use std::collections::HashMap;

/// For each game the positions in the sum.
pub type State = Vec<Vec<u32>>;

/// Outcomes of a sum and of all sums that can be reached from it.
pub struct Outcomes {
    numbers: HashMap<State, usize>,
    outcomes: Vec<Outcome>,
}

impl Outcomes {
    /// `None` if there are more than `most` sums.
    pub fn of(brutes: &mut [Brute], start: State, play: Play, most: usize) -> Option<Self> {
        let mut numbers = HashMap::new();
        let mut states = Vec::new();
        let mut number = |state: State, states: &mut Vec<State>| {
            let state = sorted(state);
            *numbers.entry(state.clone()).or_insert_with(|| {
                states.push(state);
                states.len() - 1
            })
        };
        number(start, &mut states);
        // Options as numbers, and whether a move wins at once.
        let mut options: Vec<(Vec<usize>, bool)> = Vec::new();
        while options.len() < states.len() {
            if states.len() > most {
                return None;
            }
            let state = states[options.len()].clone();
            let (mut to, mut wins) = (Vec::new(), false);
            let entailed = super::any_entailed(brutes, &state);
            for (game, positions) in state.iter().enumerate() {
                for (i, &position) in positions.iter().enumerate() {
                    if entailed && !brutes[game].is_entailed(position) {
                        continue;
                    }
                    let moves: Moves = brutes[game].moves(position);
                    for (left, wins_at_once) in moves {
                        wins |= wins_at_once;
                        let mut after = state.clone();
                        after[game].swap_remove(i);
                        after[game].extend(left);
                        to.push(number(after, &mut states));
                    }
                }
            }
            options.push((to, wins));
        }
        let mut outcomes = vec![Outcome::D; options.len()];
        loop {
            let mut changed = false;
            for (i, (to, wins)) in options.iter().enumerate() {
                let outcome = if *wins || to.iter().any(|&j| outcomes[j] == Outcome::P) {
                    Outcome::N
                } else if to.is_empty() {
                    play.of_finished()
                } else if to.iter().all(|&j| outcomes[j] == Outcome::N) {
                    Outcome::P
                } else {
                    Outcome::D
                };
                changed |= outcome != outcomes[i];
                outcomes[i] = outcome;
            }
            if !changed {
                return Some(Self { numbers, outcomes });
            }
        }
    }

    pub fn get(&self, state: &State) -> Outcome {
        self.outcomes[self.numbers[&sorted(state.clone())]]
    }
}

fn sorted(mut state: State) -> State {
    state.iter_mut().for_each(|positions| positions.sort_unstable());
    state
}

/// The greatest nim-heap that a value is compared with; small positions have less values.
const HEAP: u32 = 8;

/// The value by what it means: the size of the nim-heap beside which the positions are P; if there is
/// none, infinite with the sizes beside which they are N. `None` if a move wins at once.
pub fn value(brute: &mut Brute, positions: &[u32]) -> Option<GrundyValue> {
    if positions.iter().any(|&position| brute.moves(position).iter().any(|(_, wins)| *wins)) {
        return None;
    }
    // The second game is Nim: position n is a heap of n.
    let nim = || Brute::new(Box::new(Nim));
    let mut both = [std::mem::replace(brute, nim()), nim()];
    let beside = |heap: u32, both: &mut [Brute]| {
        let state = vec![positions.to_vec(), vec![heap]];
        Outcomes::of(both, state.clone(), Play::Normal, usize::MAX).unwrap().get(&state)
    };
    let outcomes: Vec<Outcome> = (0..HEAP).map(|heap| beside(heap, &mut both)).collect();
    let [first, _] = both;
    *brute = first;
    Some(match outcomes.iter().position(|&outcome| outcome == Outcome::P) {
        Some(heap) => GrundyValue::from(heap),
        None => {
            let won = (0..HEAP).filter(|&heap| outcomes[heap as usize] == Outcome::N);
            GrundyValue::Loopy(won.map(Nat::from).collect())
        }
    })
}

/// Nim with numbered positions, written out.
struct Nim;

impl grundy::solve::arena::Numbered for Nim {
    fn expand(
        &mut self,
        local: u32,
        _: &grundy::context::Context<'_>,
        each: &mut dyn FnMut(&[u32], bool),
    ) -> Result<(), grundy::context::Stop> {
        (0..local).for_each(|less| each(&[less], false));
        Ok(())
    }

    fn len(&self) -> usize {
        HEAP as usize
    }

    fn bytes(&self) -> u64 {
        0
    }

    fn number_of(&mut self, _: &dyn std::any::Any) -> Option<u32> {
        None
    }
}
