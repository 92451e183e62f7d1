//! The values of positions, each found once.

use grundy::answer::GrundyValue;
use grundy::context::{Context, Stop};
use grundy::{Catalogue, Outcome, Play, Question, Session, nat};
use grundy_rules::engine::{Engine, Options};
use grundy_rules::error::Failure;
use grundy_rules::game::Rules;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use grundy_rules::walk;
use hashbrown::{HashMap, HashSet};
use std::sync::Arc;

/// The value of a position from which the next move can win at once.
pub(super) const WINS: i64 = i64::MAX;

/// Values of heaps up to this are kept in a list.
const MAX_LISTED: i64 = 1 << 24;

/// The games of a problem.
#[derive(Default)]
pub(super) struct Games {
    program: Option<Arc<Program>>,
    engine: Option<Engine>,
    /// By family, of one number: values and one more, 0 for those that are not known.
    listed: Vec<Vec<u32>>,
    others: HashMap<State, i64>,
    built_in: HashMap<(usize, Vec<i64>), i64>,
    misere: Option<(Rules, Session)>,
    /// Parts of the position whose misère play is asked about.
    parts: Vec<String>,
}

/// Why there is no value.
pub(super) enum Failed {
    /// There is no such position; what is wrong.
    Position(String),
    /// The rules or their evaluation failed; the whole message.
    Rules(String),
    Stop(Stop),
}

impl From<Stop> for Failed {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl Games {
    pub fn new(program: Option<Arc<Program>>) -> Self {
        let mut games = Self::default();
        if let Some(program) = program {
            games.give(program);
        }
        games
    }

    /// From now on by these rules.
    pub fn give(&mut self, program: Arc<Program>) {
        self.engine = Some(Engine::new(program.clone(), Options::default()));
        self.listed = vec![Vec::new(); program.families.len()];
        self.others.clear();
        self.misere = None;
        self.program = Some(program);
    }

    /// What parameter `at` of a family takes, where it is no array of so many numbers.
    pub fn wrong_length(&self, family: usize, at: usize, found: usize) -> Option<String> {
        let family = self.program.as_ref()?.families.get(family)?;
        let param = family.params.get(at)?;
        let wanted = param.len.filter(|&len| len != found)?;
        Some(format!("{} takes {wanted} for {}", family.name, param.name))
    }

    /// The value of a heap of a family of one number, if it is known.
    pub fn known(&self, family: usize, n: i64) -> Option<i64> {
        let list = self.listed.get(family)?;
        let value = *list.get(usize::try_from(n).ok()?)?;
        (value != 0).then(|| i64::from(value) - 1)
    }

    /// The value of a position.
    pub fn value(
        &mut self,
        family: usize,
        coords: &[i64],
        context: &Context<'_>,
    ) -> Result<i64, Failed> {
        let (Some(program), Some(engine)) = (&self.program, &mut self.engine) else {
            return Ok(0);
        };
        let state = State::new(family, coords.to_vec());
        if let Some(&value) = self.others.get(&state) {
            return Ok(value);
        }
        inside(program, &state)?;
        let value = engine.value(&state, context).map_err(|failure| told(program, failure))?;
        let value = match value.number() {
            None => WINS,
            Some(value) => i64::try_from(value).unwrap_or(WINS - 1),
        };
        if let [n] = coords
            && *n < MAX_LISTED
            && let Some(kept) = value.checked_add(1).and_then(|more| u32::try_from(more).ok())
        {
            let at = *n as usize;
            let list = &mut self.listed[family];
            if list.len() <= at {
                list.resize((at + 1).max(2 * list.len()), 0);
            }
            list[at] = kept;
        } else {
            context.check_memory(64 * self.others.len() as u64, || {
                format!("{} values are kept", self.others.len())
            })?;
            self.others.insert(state, value);
        }
        Ok(value)
    }

    /// The coordinates of what is left by every different option with this value.
    pub fn options(
        &mut self,
        family: usize,
        coords: &[i64],
        wanted: i64,
        context: &Context<'_>,
    ) -> Result<Vec<Vec<i64>>, Failed> {
        let Some(program) = self.program.clone() else { return Ok(Vec::new()) };
        let state = State::new(family, coords.to_vec());
        inside(&program, &state)?;
        let form = walk::normal_form_within(&program, &state, context)
            .map_err(|failure| told(&program, failure))?;
        let mut seen = HashSet::new();
        let mut sums = Vec::new();
        walk::options_within(&program, &form, walk::MAX_STEPS, context, &mut |option| {
            let mut sorted = option.sum.clone();
            sorted.sort();
            if seen.insert((sorted.clone(), option.wins)) {
                sums.push(sorted);
            }
            true
        })
        .map_err(|failure| told(&program, failure))?;
        let mut found = Vec::new();
        for sum in sums {
            let mut value = 0;
            for part in &sum {
                value ^= match part.coords() {
                    [n] if self.known(part.family(), *n).is_some() => {
                        self.known(part.family(), *n).unwrap_or(0)
                    }
                    coords => self.value(part.family(), coords, context)?,
                };
            }
            if value == wanted {
                found.push(sum.iter().flat_map(|part| part.coords().to_vec()).collect());
            }
        }
        Ok(found)
    }

    /// Puts a part to the position whose misère play is asked about.
    pub fn part(&mut self, family: usize, coords: &[i64]) -> Result<(), Failed> {
        let Some(program) = &self.program else { return Ok(()) };
        let state = State::new(family, coords.to_vec());
        inside(program, &state)?;
        self.parts.push(state.show(program));
        Ok(())
    }

    /// Whether the first player wins the sum of the parts in misère play.
    pub fn misere(&mut self, context: &Context<'_>) -> Result<bool, Failed> {
        let Some(program) = &self.program else { return Ok(true) };
        if self.misere.is_none() {
            let rules = Rules::new((**program).clone())
                .map_err(|error| Failed::Position(error.render(&program.source)))?;
            self.misere = Some((rules, Session::default()));
        }
        let Some((rules, session)) = &mut self.misere else { return Ok(true) };
        let text = match self.parts.is_empty() {
            true => "nim()".to_owned(),
            false => self.parts.join(" + "),
        };
        self.parts.clear();
        let position = rules
            .catalogue()
            .read(&text)
            .map_err(|error| Failed::Position(format!("{text}: {error}")))?;
        let question =
            Question { play: Play::Misere, moves: 0, value: false, ..Question::default() };
        let answer = session.answer(&position, &question, context)?;
        Ok(answer.outcome == Outcome::N)
    }

    /// The value of a position of a built-in game.
    pub fn built_in(
        &mut self,
        game: usize,
        name: &str,
        args: &[i64],
        context: &Context<'_>,
    ) -> Result<i64, Failed> {
        let key = (game, args.to_vec());
        if let Some(&value) = self.built_in.get(&key) {
            return Ok(value);
        }
        let numbers: Vec<String> = args.iter().map(i64::to_string).collect();
        let text = format!("{name}({})", numbers.join(","));
        let position = Catalogue::default()
            .read(&text)
            .map_err(|error| Failed::Position(format!("{text}: {error}")))?;
        let question = Question { moves: 0, ..Question::default() };
        let answer = grundy::answer(&position, &question, context)?;
        let value = match &answer.grundy {
            None => WINS,
            Some(GrundyValue::Loopy(_)) => {
                return Err(Failed::Position(format!(
                    "the value of {text} is infinite: ask who wins instead"
                )));
            }
            Some(GrundyValue::Number(value)) => match nat::to_u64(value)
                .and_then(|value| i64::try_from(value).ok())
            {
                Some(value) => value,
                None => {
                    return Err(Failed::Position(format!("the value of {text} has over 63 bits")));
                }
            },
        };
        context.check_memory(64 * self.built_in.len() as u64, || {
            format!("{} values are kept", self.built_in.len())
        })?;
        self.built_in.insert(key, value);
        Ok(value)
    }
}

/// There must be such a position.
fn inside(program: &Program, state: &State) -> Result<(), Failed> {
    match walk::outside(program, state, walk::MAX_STEPS) {
        Ok(None) => Ok(()),
        _ => Err(Failed::Position(format!("there is no position {}", state.show(program)))),
    }
}

fn told(program: &Program, failure: Failure) -> Failed {
    match failure {
        Failure::Stop(stop) => Failed::Stop(stop),
        Failure::Rules(error) => {
            Failed::Rules(format!("the rules are wrong\n  {}", error.render(&program.source)))
        }
    }
}
