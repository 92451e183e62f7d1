//! What certificates claim, compared with brute force over the bare rules.

use std::collections::HashMap;

use grundy::context::Context;
use grundy_laws::verify::{Claim, Linear, Verified};
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use grundy_rules::walk::{self, MAX_STEPS};

/// What is true of positions, by the bare rules and the definitions: values, or 0 for P-positions and 1
/// for others; `None` where some move wins at once.
struct Brute<'p> {
    program: &'p Program,
    claim: Claim,
    known: HashMap<State, Option<Option<u64>>>,
}

impl Brute<'_> {
    fn of(&mut self, state: &State) -> Result<Option<u64>, String> {
        let context = Context::default();
        let state = walk::normal_form_within(self.program, state, &context)
            .map_err(|error| format!("{error:?}"))?;
        match self.known.get(&state) {
            Some(Some(known)) => return Ok(*known),
            Some(None) => return Err("play goes round".into()),
            None => {}
        }
        self.known.insert(state.clone(), None);
        let (mut wins, mut sums) = (false, Vec::new());
        let each = &mut |option: walk::Reached| {
            wins |= option.wins;
            if !option.wins {
                sums.push(option.sum);
            }
            true
        };
        walk::options_within(self.program, &state, MAX_STEPS, &context, each)
            .map_err(|error| format!("{error:?}"))?;
        let mut values = Vec::new();
        for sum in &sums {
            if self.claim != Claim::Values && sum.len() > 1 {
                return Err("a sum".into());
            }
            let parts = sum.iter().map(|part| self.of(part)).collect::<Result<Vec<_>, _>>()?;
            let nothing = u64::from(self.claim == Claim::Misere && parts.is_empty());
            let total = parts.into_iter().try_fold(nothing, |total, part| Some(total ^ part?));
            values.extend(total);
        }
        let value = match self.claim {
            Claim::Values if wins => None,
            Claim::Values => (0..).find(|value| !values.contains(value)),
            Claim::Normal => Some(u64::from(wins || values.contains(&0))),
            Claim::Misere if wins => return Err("misère play with wins".into()),
            Claim::Misere => Some(u64::from(sums.is_empty() || values.contains(&0))),
        };
        self.known.insert(state, Some(value));
        Ok(value)
    }
}

/// Compares what was accepted with what is true, for all positions with coordinates below `bound` of the
/// number of coordinates.
pub fn compare(checked: &Verified, bound: impl Fn(usize) -> u64) -> Result<(), String> {
    let claim = checked.claim;
    let mut brute = Brute { program: &checked.program, claim, known: HashMap::new() };
    let word = |number: u64| checked.numbers.word(number).expect("small");
    for (family, law) in &checked.families {
        let width = checked.program.families[*family].width;
        let bound = bound(width);
        for number in 0..bound.pow(width as u32) {
            let coords: Vec<u64> =
                (0..width).map(|at| number / bound.pow(at as u32) % bound).collect();
            let state = State::new(*family, coords.iter().map(|&c| c as i64).collect());
            let inside = walk::outside(&checked.program, &state, MAX_STEPS);
            let inside = inside.map_err(|halt| format!("{halt:?}"))?.is_none();
            let right = if inside { brute.of(&state)? } else { None };
            let mut words: Vec<Vec<u8>> = coords.iter().map(|&c| word(c)).collect();
            if let Some(remainder) = &checked.remainder {
                let value = |own: &Linear| {
                    let terms = own.terms.iter();
                    let sum: i64 = terms.map(|&(f, var)| f * coords[var as usize] as i64).sum();
                    sum + own.constant
                };
                let [n, d] = [&remainder.dividend, &remainder.divisor].map(value);
                if n < 0 || d < 1 {
                    if inside {
                        return Err(format!("no remainder at {coords:?}"));
                    }
                    continue;
                }
                words.push(word((n - n % d) as u64));
            }
            let said = match claim {
                Claim::Values => {
                    let holds = |&value: &u64| law.accepts(&[&words[..], &[word(value)]].concat());
                    let all: Vec<u64> = (0..2 * bound).filter(holds).collect();
                    all.len() <= 1 && all.first().copied() == right
                }
                _ => law.accepts(&words) == (inside && right == Some(0)),
            };
            if !said {
                let name = &checked.program.families[*family].name;
                return Err(format!("{name}: {claim:?} {coords:?}: {right:?}"));
            }
        }
    }
    Ok(())
}
