//! Moves by compiled rules, once many positions are asked for.

use crate::engine::{Lister, Moves, PartAt, unpoisoned};
use crate::state::State;
use crate::typed::Program;
use grundy::context::{Context, Stop};
use grundy::ruleset::{Full, Options};
use hashbrown::HashSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};

/// To compile the rules takes about as long as to walk them in so many positions.
const POSITIONS_BEFORE_CODE: u32 = 64;

/// The means of the threads that ask for moves.
#[derive(Debug, Default)]
pub(super) struct Listing {
    asked: AtomicU32,
    /// Nothing where compiled rules do not tell the moves.
    lister: OnceLock<Option<Lister>>,
    idle: Mutex<Vec<Run>>,
}

#[derive(Debug)]
struct Run {
    lister: Lister,
    moves: Moves,
    form: Vec<i64>,
}

impl Listing {
    /// The means of one thread, if compiled rules are to be used.
    fn run(&self, program: &Program) -> Option<Run> {
        if self.asked.load(Ordering::Relaxed) < POSITIONS_BEFORE_CODE {
            self.asked.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        // Where moves that win stand among the others is not told.
        let make = || if program.wins() { None } else { Lister::new(program) };
        let lister = self.lister.get_or_init(make).as_ref()?;
        let idle = unpoisoned(&self.idle).pop();
        Some(idle.unwrap_or_else(|| Run {
            lister: lister.clone(),
            moves: Moves::default(),
            form: Vec::new(),
        }))
    }

    /// The normal form of a state; `None` where the reference has to tell.
    pub fn form(&self, program: &Program, position: &State) -> Option<State> {
        let mut run = self.run(program)?;
        let family = run.form_of(position);
        let form = family.map(|family| State::new(family, run.form.clone()));
        unpoisoned(&self.idle).push(run);
        form
    }

    /// Pushes the moves of a position, each once; `None` where the reference has to tell.
    ///
    /// # Errors
    /// What the clock says.
    pub fn push(
        &self,
        program: &Program,
        position: &State,
        out: &mut Options<State>,
        context: &Context<'_>,
    ) -> Result<Option<Result<(), Full>>, Stop> {
        let Some(mut run) = self.run(program) else { return Ok(None) };
        let look = || context.look("listing the options of a position", 0);
        let mut pushed = Ok(None);
        if let Some(family) = run.form_of(position) {
            let told = run.lister.moves(family, &run.form, &mut run.moves, &look);
            pushed = told.map(|told| told.then(|| push_each_once(&run.moves, out)));
        }
        unpoisoned(&self.idle).push(run);
        pushed
    }
}

impl Run {
    /// The family of the normal form, whose coordinates are `form` then.
    fn form_of(&mut self, position: &State) -> Option<usize> {
        let mut family = position.family();
        self.form.clear();
        self.form.extend_from_slice(position.coords());
        self.lister.form(&mut family, &mut self.form)?;
        Some(family)
    }
}

/// Choices with the same result are one move, in whatever order the parts are named.
fn push_each_once(moves: &Moves, out: &mut Options<State>) -> Result<(), Full> {
    let key = |left: &PartAt| (left.family(), moves.coords(*left));
    let state = |left: &PartAt| State::new(left.family(), moves.coords(*left).to_vec());
    let (mut seen, mut seen_sums) = (HashSet::new(), HashSet::new());
    for option in moves.options() {
        let is_new = match option {
            [only] => seen.insert(key(only)),
            sum => {
                let mut parts: Vec<_> = sum.iter().map(key).collect();
                parts.sort_unstable();
                seen_sums.insert(parts)
            }
        };
        if is_new {
            out.push(option.iter().map(state))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::ruleset::RuleGame;
    use crate::source::Source;
    use grundy::ruleset::Ruleset;
    use std::sync::Arc;

    /// Rules with repeated moves, sums in either order, forms in other families, loops; the last ones are wrong in
    /// some states, and the one before is left to the reference.
    const RULES: [&str; 9] = [
        "W(a,b) == W(b,a) if a < b  W(a,b) -> W(a-k,b) for k in 1..=a  W(a,b) -> W(a,b-k) for k in 1..=b",
        "L(a,b) -> L(i,0) + L(a-i,b) for i in 0..=a  L(a,b) -> 0 if b == 1  L(a,b) -> L(b,b) + L(b,b) if b < a",
        "D(a,b) where a % 3 > 0 or b > 2  D(a,b) ->? D(a-i,b-j) for i in 0..=2 for j in 0..=2 if i + j > 0",
        "A(n,k) == B(n) if k == 0  A(n,k) -> A(n,k-1) + B(k)  B(n) -> A(n-1,2) if n > 0",
        "loopy P\nP(a,b) -> P(b,a)  P(a,b) -> P(a-1,b) if a > 0",
        "V(a,b) -> wins if a == b  V(a,b) -> V(a-1,b) if a > 0",
        // The forms of C in A and B are more than are followed, though those in each family are not.
        "C(a,b) -> C(a-1,b) if a > 0  C(a,b) -> A(1,600) if a == 0 and b > 0
         A(n,k) == A(n,k-1) if k > 0  A(n,k) == B(n,600) if k == 0
         B(n,k) == B(n,k-1) if k > 0  B(n,k) -> B(n-1,0) if n > 0",
        "F(a,b) -> F(a-1,b)",
        "F(a,b) -> F(a/b,b-1)",
    ];

    /// Whether all options were told, and each with whether it wins.
    type Told = (Result<(), Full>, Vec<(Vec<State>, bool)>);

    fn options(game: &RuleGame, a: i64, b: i64) -> Told {
        let mut out = Options::default();
        let told = game.options(&State::new(0, vec![a, b]), &mut out);
        (told, out.iter().map(|option| (option.sum.to_vec(), option.wins)).collect())
    }

    #[test]
    fn compiled_rules_list_the_same_moves_in_the_same_order() {
        for text in RULES {
            let program = Arc::new(Program::read(Source::new("test", text)).unwrap());
            let game = || {
                let engine = Engine::new(program.clone(), Default::default());
                RuleGame::new(program.clone(), Arc::new(Mutex::new(engine)), 0)
            };
            let warm = game();
            let states = (0..8).flat_map(|a| (0..8).map(move |b| (a, b)));
            let states = states.filter(|&(a, b)| !text.starts_with('D') || a % 3 > 0 || b > 2);
            (0..POSITIONS_BEFORE_CODE).for_each(|_| drop(options(&warm, 1, 1)));
            assert_eq!(warm.fault(), None, "{text}");
            assert!(options(&warm, 1, 1).0.is_ok(), "{text}");
            let compiled = warm.listing.lister.get().is_some_and(Option::is_some);
            assert_eq!(compiled, !text.starts_with('V'), "{text}");
            let mut moves = 0;
            for (a, b) in states {
                let cold = game();
                let listed = options(&warm, a, b);
                assert_eq!(listed, options(&cold, a, b), "{text} at {a},{b}");
                moves += listed.1.len();
                let form = |game: &RuleGame| game.stand_in(&State::new(0, vec![a, b]));
                assert_eq!(form(&warm), form(&cold), "{text} at {a},{b}");
            }
            assert!(moves > 40, "{text}: {moves} moves");
        }
    }
}
